#pragma once

#include <array>
#include <vector>

#include "ranks/team.h"
#include "solvers/nlgs_sweep.h"

namespace drystone::ranks {

/// Anderson's acceleration, docs/theory.md (5.14), of sweeps whose impulses are all over the team: every rank keeps the history of its own, and
/// one sum over the ranks a jump says how much of it is taken.
template <int D>
class SharedAnderson {
  public:
    SharedAnderson(BodySweep<D>& sweep, Team& team);

    /// The present impulses are where the next sweeps begin, and nothing is known of earlier ones.
    void forget();

    /// After some sweeps: jumps, or takes the last jump back. False: nothing was changed. The same on all ranks.
    bool jump();

  private:
    static constexpr int depth = 3;
    static constexpr std::size_t products = 2 * depth + 1;

    template <class Visit>
    void for_all(const Visit& visit);
    std::array<double, products> learn(bool first);
    int choose(std::array<double, depth>& gamma) const;

    Team& team_;
    std::array<StateRun, BodySweep<D>::kinds> runs_;
    std::vector<double> weight_, begin_, last_, moved_;
    std::array<std::vector<float>, depth> change_, bend_;
    std::array<std::array<double, depth>, depth> gram_{};
    std::array<double, depth> with_moved_{};
    double length2_ = 0.0;
    int newest_ = 0, kept_ = 0;
    bool begun_ = false, jumped_ = false;
    double scale_ = 1.0;
};

}  // namespace drystone::ranks
