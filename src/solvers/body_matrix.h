#pragma once

#include <span>
#include <vector>

#include "contact/block_map.h"
#include "solvers/block_lu.h"
#include "solvers/body_rows.h"

namespace drystone {

/// K = U + U G A G^T U in the space of bodies, where A is what the rows answer to their velocities: not symmetric where friction
/// slides. Three unknowns a node: a body of the plane is one node, a body of space two (its velocity and its spin). A hub is a body that
/// everyone touches, so it is eliminated last.
template <int D>
class BodyMatrix {
  public:
    static constexpr int S = spin_dim<D>, B = D + S, nodes = B / 3;

    /// The pattern is analysed anew only when it changes.
    void set_pattern(const BodyRows<D>& rows);
    /// K = U.
    void clear();
    /// Adds U G_to A G_from^T U for two rows of the same contact: impulses of row `to` that answer velocities of row `from`.
    template <int N, int M>
    void add(std::size_t to, std::size_t from, const double (&A)[N][M]);
    bool factorise();
    /// Solves K y = x in place.
    void solve(std::span<double> x);

    /// Products of two blocks that a factorisation takes: its cost.
    double products() const { return lu_.products(); }

  private:
    /// Where the blocks of a pair of bodies begin, and how far the second row of nodes is from the first.
    struct Place {
        std::size_t first = 0;
        std::size_t next_row = 0;
    };

    const BodyRows<D>* rows_ = nullptr;
    BlockMap<3> K_;
    BlockLu<3> lu_;
    std::vector<int> start_, column_, last_start_, last_column_;  // pairs of bodies by rows; those of the last pattern
    std::vector<std::pair<int, int>> pair_;
    std::vector<Place> place_;  // (rows x sides x sides)  (a, a), (a, b), (b, a), (b, b); with a hub (a, a), (a, b), (a, hub) ..
    int sides_ = 2;
    std::vector<int> dimension_;
    std::vector<Vec<3>> x_;
};

}  // namespace drystone
