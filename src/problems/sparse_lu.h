#pragma once

#include <memory>
#include <span>

#include "problems/sparse_matrix.h"

namespace drystone {

/// A x = b for a square sparse matrix, symmetric or not, definite or not, by KLU of SuiteSparse (no BLAS, so the bits
/// do not depend on one).
class SparseLu {
  public:
    explicit SparseLu(const SparseMatrix& A);
    ~SparseLu();
    SparseLu(const SparseLu&) = delete;
    SparseLu& operator=(const SparseLu&) = delete;

    /// Whether solve() may be called: the matrix is not singular to working precision.
    bool regular() const;

    /// Solves in place.
    void solve(std::span<double> x);

  private:
    struct Storage;
    std::unique_ptr<Storage> s_;
};

}  // namespace drystone
