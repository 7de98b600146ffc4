#pragma once

#include <span>
#include <vector>

#include "contact/block_map.h"
#include "solvers/padded_block.h"

namespace drystone {

/// A x = b with A by blocks of size D at most, in the pattern of W: A = L U, block by block, L with unit blocks on its
/// diagonal. Rows are eliminated in the order of least degree and are not exchanged, so A should be near to symmetric and
/// positive definite: impulses of W's kind, a shift on the diagonal. Each row says how many of its D components take part
/// (0: none, the contact is open); the others give x = 0 and cost nothing.
///
/// For systems of up to a few thousand contacts: the order is found with a table of n x n bits.
template <int D>
class BlockLu {
  public:
    /// Order and fill for the pattern of W together with its transpose.
    void set_pattern(const BlockMap<D>& W);

    int size() const { return static_cast<int>(order_.size()); }
    /// Products of two blocks that a factorisation takes: its cost.
    double products() const { return products_; }
    /// Blocks of L and U off the diagonal: the cost of a solution.
    double fill() const { return 2.0 * static_cast<double>(upper_column_.size()); }

    /// `blocks[k]` is the entry of A at the place of W.block[k]; its components beyond the dimensions of row and column are
    /// zero. Returns whether every pivot could be inverted.
    bool factorise(const BlockMap<D>& W, std::span<const Mat<D>> blocks, std::span<const int> dimension);
    /// The same where A is symmetric, at half the cost.
    bool factorise_symmetric(const BlockMap<D>& W, std::span<const Mat<D>> blocks,
                             std::span<const int> dimension);

    /// Solves in place; components beyond the dimension become zero.
    void solve(std::span<Vec<D>> x);

  private:
    void find_order(const BlockMap<D>& W);
    void find_fill();
    bool eliminate(const BlockMap<D>& W, std::span<const Mat<D>> blocks);
    bool eliminate_avx2(const BlockMap<D>& W, std::span<const Mat<D>> blocks);
    bool eliminate_inlined(const BlockMap<D>& W, std::span<const Mat<D>> blocks);
    void scatter(const BlockMap<D>& W, std::span<const Mat<D>> blocks, int i);
    bool finish_row(int i);
    void solve_lower(std::span<Vec<D>> x);
    void solve_lower_symmetric(std::span<Vec<D>> x);

    std::vector<int> order_, place_;  // elimination order: contact at a place, place of a contact
    std::vector<int> upper_start_, upper_column_;  // right of the diagonal, by rows; places
    std::vector<int> lower_start_, lower_column_;  // left of it, by rows, ascending
    std::vector<PaddedBlock<D>> upper_, row_;      // of U; the row at work
    std::vector<Mat<D>> lower_, inverse_pivot_;
    std::vector<int> dimension_, next_;
    bool symmetric_ = false;
    std::vector<Vec<D>> x_;
    double products_ = 0.0;
};

}  // namespace drystone
