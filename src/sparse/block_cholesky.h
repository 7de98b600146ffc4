#pragma once

#include <span>
#include <vector>

#include "sparse/sparse_cholesky.h"

namespace drystone {

/// An order of the nodes in which a factor of this pattern stays sparse (CHOLMOD's choice): the old number of each new one.
std::vector<int> fill_reducing_order(int nodes, std::span<const SparseCholesky::Block> blocks);

/// Sparse symmetric positive definite systems with blocks of size 3 or 6, as SparseCholesky, by a factor of our own that works block by
/// block: A = L D L^T, D a diagonal and L with ones on its own, column after column, each from those to its left,
///
///     L_jj D_j L_jj^T = A_jj - sum_k L_jk D_k L_jk^T,     L_ij = (A_ij - sum_k L_ik D_k L_jk^T) L_jj^-T D_j^-1
///
/// For systems that are factorised again and again in one pattern, or fill much: ten thousand blocks of 6 in a wall take a quarter of the time
/// of scalar columns. No root is taken: other units by powers of two leave the same digits. The order is CHOLMOD's.
class BlockCholesky {
  public:
    using Block = SparseCholesky::Block;

    /// As SparseCholesky's, with block_size 3 or 6. A pattern that is the same as before is not analysed again.
    void set_pattern(int nodes, int block_size, std::span<const Block> blocks);
    void clear();
    /// Of diagonal blocks only i >= j is read.
    void add(std::size_t block, int i, int j, double value) { matrix_[block * size() + static_cast<std::size_t>(i * B_ + j)] += value; }
    /// The numbers of a block, row after row, to be added to.
    double* values(std::size_t block) { return matrix_.data() + block * size(); }
    /// False where the matrix is not positive definite.
    bool factorise();
    /// In place, after factorise().
    void solve(std::span<double> x);

  private:
    std::size_t size() const { return static_cast<std::size_t>(B_ * B_); }
    void find_fill();
    void place_blocks();
    void spread_matrix();
    template <int B>
    bool factorise_blocks();
    template <int B>
    bool factorise_avx2();
    template <int B>
    bool factorise_inlined();
    template <int B>
    void take_from(int k, int j);
    template <int B>
    void solve_blocks();

    struct Home {
        std::size_t at = 0;   // its first number in L_
        bool turned = false;  // there it is transposed
    };

    int nodes_ = 0, B_ = 3;
    std::vector<Block> blocks_;
    std::vector<int> order_, place_;                // (nodes)  old of new, new of old
    std::vector<int> start_, row_;                  // columns of L: rows, the diagonal first
    std::vector<Home> home_;                        // (blocks)
    std::vector<double> matrix_;                    // (blocks, B x B by rows)
    std::vector<double> L_;                         // (blocks of L, B x B by rows; D on the diagonal)
    std::vector<double> per_D_;                     // (nodes x B) 1 / D
    std::vector<int> next_, link_, first_, local_;  // of factorise(): where each column is, and who is next at a row
    std::vector<double> x_;
};

}  // namespace drystone
