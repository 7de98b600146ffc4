#pragma once

#include <memory>
#include <span>
#include <vector>

namespace drystone {

/// Sparse symmetric positive definite systems with blocks of size B, by CHOLMOD (simplicial, so that the answer does not
/// depend on a BLAS or its threads). The pattern is analysed anew only when it changes.
class SparseCholesky {
  public:
    struct Block {
        int row = 0;  // >= column
        int column = 0;
        auto operator<=>(const Block&) const = default;
    };

    SparseCholesky();
    ~SparseCholesky();
    SparseCholesky(SparseCholesky&&) noexcept;
    SparseCholesky& operator=(SparseCholesky&&) noexcept;

    /// `blocks`: sorted by column, then row, each once, all diagonal ones among them.
    void set_pattern(int nodes, int block_size, std::span<const Block> blocks);

    /// Zero everywhere.
    void clear();
    /// The entry (i, j) of a block, by its place in `blocks`; of diagonal blocks only i >= j is kept.
    void add(std::size_t block, int i, int j, double value);

    /// Returns whether the matrix was positive definite.
    bool factorise();
    /// How many entries of D are not positive after factorise(), which is how many eigenvalues are not (Sylvester); -1 where
    /// the factor broke off at a zero.
    int not_positive() const;
    /// Solves in place.
    void solve(std::span<double> x);
    /// The same with scratch of the caller's (as long as x): several threads may use one factor.
    void solve(std::span<double> x, std::span<double> work) const;

  private:
    struct Storage;
    std::unique_ptr<Storage> s_;
};

}  // namespace drystone
