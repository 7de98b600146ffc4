#pragma once

#include <type_traits>

#include "core/mat.h"

namespace drystone {

using TwoNumbers = double __attribute__((vector_size(16)));
using FourNumbers = double __attribute__((vector_size(32)));

/// A D x D block whose rows fill whole vector registers: two numbers in the plane; in space four, the last one zero. Rows are
/// read and written as a whole only: a row written in pieces and read as a whole waits for its pieces to reach the cache.
/// Always inlined, so that each caller has it for the instructions it was compiled for; products and differences are rounded
/// one by one, so the bits are the same for all of them.
template <int D>
struct alignas(D == 2 ? 16 : 32) PaddedBlock {
    using Row = std::conditional_t<D == 2, TwoNumbers, FourNumbers>;
    Row row[D];

    [[gnu::always_inline]] void clear() {
        for (int i = 0; i < D; ++i) row[i] = Row{};
    }
    [[gnu::always_inline]] void set(const Mat<D>& m) {
        for (int i = 0; i < D; ++i) {
            if constexpr (D == 2) row[i] = Row{m[i][0], m[i][1]};
            if constexpr (D == 3) row[i] = Row{m[i][0], m[i][1], m[i][2], 0.0};
        }
    }
    [[gnu::always_inline]] Mat<D> get() const {
        Mat<D> m;
        for (int i = 0; i < D; ++i)
            for (int j = 0; j < D; ++j) m[i][j] = row[i][j];
        return m;
    }

    /// Less L U, where L has `Rows` rows and `Inner` columns that are not zero.
    template <int Rows, int Inner>
    [[gnu::always_inline]] void subtract(const double (&L)[Rows][Inner], const PaddedBlock& U) {
#pragma GCC unroll 3
        for (int i = 0; i < Rows; ++i) {
            Row sum = row[i];
#pragma GCC unroll 3
            for (int j = 0; j < Inner; ++j) sum -= L[i][j] * U.row[j];
            row[i] = sum;
        }
    }
};

/// Blocks of a sparse row.
template <int D>
struct RowOfBlocks {
    const PaddedBlock<D>* block;
    const int* column;
    int count;
};

/// w[U.column[k]] -= L U.block[k] for k < U.count: the inner loop of an elimination.
template <int Rows, int Inner, int D>
[[gnu::always_inline]] inline void subtract_products(const Mat<D>& L, RowOfBlocks<D> U, PaddedBlock<D>* w) {
    double l[Rows][Inner];
    for (int i = 0; i < Rows; ++i)
        for (int j = 0; j < Inner; ++j) l[i][j] = L[i][j];
    for (int k = 0; k < U.count; ++k) w[U.column[k]].template subtract<Rows, Inner>(l, U.block[k]);
}

template <int Rows, int D>
[[gnu::always_inline]] inline void subtract_products(int inner, const Mat<D>& L, RowOfBlocks<D> U, PaddedBlock<D>* w) {
    if (inner == 1) return subtract_products<Rows, 1, D>(L, U, w);
    if (inner == 2) return subtract_products<Rows, 2, D>(L, U, w);
    if constexpr (D == 3) return subtract_products<Rows, 3, D>(L, U, w);
}

/// Of L the first `rows` rows and `inner` columns are not zero.
template <int D>
[[gnu::always_inline]] inline void subtract_products(int rows, int inner, const Mat<D>& L, RowOfBlocks<D> U,
                                                     PaddedBlock<D>* w) {
    if (rows == 1) return subtract_products<1, D>(inner, L, U, w);
    if (rows == 2) return subtract_products<2, D>(inner, L, U, w);
    if constexpr (D == 3) return subtract_products<3, D>(inner, L, U, w);
}

}  // namespace drystone
