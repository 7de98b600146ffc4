#pragma once

#include <array>
#include <span>
#include <vector>

#include "solvers/body_rows.h"

namespace drystone {

/// (1 + G A G^T U) y = x in the space of rigid bodies by stabilised bi-conjugate gradients (van der Vorst 1992), with an incomplete factor in the pattern
/// of the matrix: for packings whose full factor would be too dear. docs/theory.md (5.28). Lengths are energies, y . U y.
template <int D>
class BodyKrylov {
  public:
    static constexpr int B = D + spin_dim<D>, size = B * B;

    /// Without a hub, without moments.
    void set_pattern(const BodyRows<D>& rows);
    /// A: of every row.
    void set(const BodyRows<D>& rows, std::span<const Mat<D>> A);
    /// In place, until what is missing is `tolerance` times x; what came nearest, if that is not reached. Returns products with the matrix.
    int solve(std::span<double> x, double tolerance, int most);

  private:
    using Row = std::vector<double>;

    void factorise();
    void factorise_inlined();
    void factorise_avx2();
    void multiply(const Row& x, Row& out) const;
    void multiply_inlined(const Row& x, Row& out) const;
    void multiply_avx2(const Row& x, Row& out) const;
    void precondition(const Row& x, Row& out) const;
    void precondition_inlined(const Row& x, Row& out) const;
    void precondition_avx2(const Row& x, Row& out) const;
    double product(const Row& a, const Row& b) const;

    int bodies_ = 0;
    std::vector<int> start_, column_, diagonal_;  // blocks by rows
    std::vector<std::array<int, 4>> place_;       // (rows)  of (a, a), (a, b), (b, a), (b, b), or -1
    std::vector<double> matrix_, factor_;         // (blocks)  by columns; of the factor, inverse pivots on the diagonal
    std::vector<int> at_;                         // (bodies)  block of the row at work
    Vec<B> unit_{};
    Row y_, best_, r_, first_, p_, v_, s_, t_, from_p_, from_s_;
};

}  // namespace drystone
