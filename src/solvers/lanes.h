#pragma once

// Four or eight contacts at a time (DRYSTONE_LANES). Included only by kernel files that are compiled once for each instruction set, each time in a
// namespace of its own (DRYSTONE_ISA): nothing here, and nothing of the standard library, may be shared between them, or the
// linker could hand code for one processor to another. Every operation is that of IEEE doubles on independent lanes, so all
// instruction sets give the same bits.

#ifdef __AVX__
#include <immintrin.h>
#endif

namespace drystone::DRYSTONE_ISA {
namespace {

constexpr int L = DRYSTONE_LANES;
using Lanes = double __attribute__((vector_size(8 * L)));
using LaneMask = long __attribute__((vector_size(8 * L)));

[[gnu::always_inline]] inline Lanes load(const double* at) { return *reinterpret_cast<const Lanes*>(at); }
[[gnu::always_inline]] inline void store(double* at, Lanes x) { *reinterpret_cast<Lanes*>(at) = x; }

/// As std::max(0.0, x): zero for NaN.
[[gnu::always_inline]] inline Lanes positive(Lanes x) { return x > 0.0 ? x : Lanes{}; }

[[gnu::always_inline]] inline Lanes root(Lanes x) {
#if DRYSTONE_LANES == 8 && defined(__AVX512F__)
    return _mm512_sqrt_pd(x);
#elif DRYSTONE_LANES == 4 && defined(__AVX__)
    return _mm256_sqrt_pd(x);
#else
    for (int l = 0; l < L; ++l) x[l] = __builtin_sqrt(x[l]);
    return x;
#endif
}

[[gnu::always_inline]] inline bool any(LaneMask m) {
#if DRYSTONE_LANES == 8 && defined(__AVX512F__)
    return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(m), reinterpret_cast<__m512i>(m)) != 0;
#elif DRYSTONE_LANES == 4 && defined(__AVX__)
    return _mm256_movemask_pd(reinterpret_cast<__m256d>(m)) != 0;
#else
    long all = 0;
    for (int l = 0; l < L; ++l) all |= m[l];
    return all != 0;
#endif
}

/// Rows of eight numbers, one row a lane, become columns: row[0..L) -> column[0..8).
#if DRYSTONE_LANES == 8
[[gnu::always_inline]] inline void transpose(Lanes row[8]) {
    Lanes half[8], quarter[8];
#pragma GCC unroll 4
    for (int k = 0; k < 8; k += 2) {
        half[k] = __builtin_shufflevector(row[k], row[k + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        half[k + 1] = __builtin_shufflevector(row[k], row[k + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
#pragma GCC unroll 4
    for (int k = 0; k < 8; k += 4) {
#pragma GCC unroll 4
        for (int i = 0; i < 2; ++i) {
            quarter[k + i] = __builtin_shufflevector(half[k + i], half[k + 2 + i], 0, 1, 4, 5, 8, 9, 12, 13);
            quarter[k + 2 + i] =
                __builtin_shufflevector(half[k + i], half[k + 2 + i], 2, 3, 6, 7, 10, 11, 14, 15);
        }
    }
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
        row[i] = __builtin_shufflevector(quarter[i], quarter[4 + i], 0, 1, 4, 5, 8, 9, 12, 13);
        row[4 + i] = __builtin_shufflevector(quarter[i], quarter[4 + i], 2, 3, 6, 7, 10, 11, 14, 15);
    }
}
#else
[[gnu::always_inline]] inline void transpose(Lanes& a, Lanes& b, Lanes& c, Lanes& d) {
    const Lanes ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const Lanes ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const Lanes cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
    const Lanes cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    a = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
    b = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
    c = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
    d = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}
#endif

/// The lanes of a group of eight, added in one order.
[[gnu::always_inline]] inline double sum_lanes(const Lanes part[8 / L]) {
    double sum = 0.0;
    for (int l = 0; l < 8; ++l) sum += part[l / L][l % L];
    return sum;
}

/// A Vec<N> of each lane; the same operations in the same order as core/vec.h.
template <int N>
struct LaneVec {
    Lanes c[N];
    Lanes& operator[](int i) { return c[i]; }
    const Lanes& operator[](int i) const { return c[i]; }
};

template <int N>
[[gnu::always_inline]] inline LaneVec<N> load_vec(const double (*at)[8], int from) {
    LaneVec<N> out;
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) out[i] = load(at[i] + from);
    return out;
}

template <int N>
[[gnu::always_inline]] inline void store_vec(double (*at)[8], int from, const LaneVec<N>& x) {
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) store(at[i] + from, x[i]);
}

template <int N>
[[gnu::always_inline]] inline LaneVec<N> operator+(LaneVec<N> a, const LaneVec<N>& b) {
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) a[i] += b[i];
    return a;
}

template <int N>
[[gnu::always_inline]] inline LaneVec<N> operator-(LaneVec<N> a, const LaneVec<N>& b) {
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) a[i] -= b[i];
    return a;
}

template <int N>
[[gnu::always_inline]] inline LaneVec<N> operator*(Lanes s, LaneVec<N> a) {
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) a[i] *= s;
    return a;
}

template <int N>
[[gnu::always_inline]] inline Lanes dot(const LaneVec<N>& a, const LaneVec<N>& b) {
    Lanes sum = a[0] * b[0];
#pragma GCC unroll 4
    for (int i = 1; i < N; ++i) sum += a[i] * b[i];
    return sum;
}

[[gnu::always_inline]] inline LaneVec<3> cross(const LaneVec<3>& a, const LaneVec<3>& b) {
    return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}
[[gnu::always_inline]] inline LaneVec<2> turn(const LaneVec<1>& w, const LaneVec<2>& l) {
    return {{-w[0] * l[1], w[0] * l[0]}};
}
[[gnu::always_inline]] inline LaneVec<3> turn(const LaneVec<3>& w, const LaneVec<3>& l) {
    return cross(w, l);
}
[[gnu::always_inline]] inline LaneVec<1> moment(const LaneVec<2>& l, const LaneVec<2>& f) {
    return {{l[0] * f[1] - l[1] * f[0]}};
}
[[gnu::always_inline]] inline LaneVec<3> moment(const LaneVec<3>& l, const LaneVec<3>& f) {
    return cross(l, f);
}

/// Asks for the group that comes `later` groups on: all its lines, so that one pass over a colour or chunk is one stream.
template <class Group>
[[gnu::always_inline]] inline void prefetch_group(const Group* group, long later) {
    const char* at = reinterpret_cast<const char*>(group + later);
#pragma GCC unroll 32
    for (unsigned line = 0; line < sizeof(Group); line += 64) __builtin_prefetch(at + line);
}

/// Rows of the body table (SweepBody, eight doubles a row), one per lane.
template <int D>
struct LaneBodies {
    static constexpr int S = D == 2 ? 1 : 3;
    LaneVec<D> v;
    LaneVec<S> w;
    Lanes inverse_mass, inverse_inertia;
};

/// Rows of a table of eight doubles each, one a lane, as eight columns.
[[gnu::always_inline]] inline void load_rows(const double* table, const int* row, Lanes column[8]) {
#if DRYSTONE_LANES == 8
#pragma GCC unroll 8
    for (int l = 0; l < 8; ++l) column[l] = load(table + 8 * static_cast<long>(row[l]));
    transpose(column);
#else
#pragma GCC unroll 8
    for (int l = 0; l < 4; ++l) {
        column[l] = load(table + 8 * static_cast<long>(row[l]));
        column[4 + l] = load(table + 8 * static_cast<long>(row[l]) + 4);
    }
    transpose(column[0], column[1], column[2], column[3]);
    transpose(column[4], column[5], column[6], column[7]);
#endif
}

/// Writes the rows below `mobile`: the last row stands for all bodies that cannot move, and several threads read it.
[[gnu::always_inline]] inline void store_rows(double* table, const int* row, int mobile, Lanes column[8]) {
#if DRYSTONE_LANES == 8
    transpose(column);
#pragma GCC unroll 8
    for (int l = 0; l < 8; ++l) {
        if (row[l] < mobile) store(table + 8 * static_cast<long>(row[l]), column[l]);
    }
#else
    transpose(column[0], column[1], column[2], column[3]);
    transpose(column[4], column[5], column[6], column[7]);
#pragma GCC unroll 8
    for (int l = 0; l < 4; ++l) {
        if (row[l] >= mobile) continue;
        store(table + 8 * static_cast<long>(row[l]), column[l]);
        store(table + 8 * static_cast<long>(row[l]) + 4, column[4 + l]);
    }
#endif
}

[[gnu::always_inline]] inline void load_bodies(const double* table, const int* row, LaneBodies<3>& body) {
    Lanes c[8];
    load_rows(table, row, c);
    body = {{{c[0], c[1], c[2]}}, {{c[3], c[4], c[5]}}, c[6], c[7]};
}

[[gnu::always_inline]] inline void load_bodies(const double* table, const int* row, LaneBodies<2>& body) {
    Lanes c[8];
    load_rows(table, row, c);
    body = {{{c[0], c[1]}}, {{c[2]}}, c[3], c[4]};
}

[[gnu::always_inline]] inline void store_bodies(double* table, const int* row, int mobile,
                                                const LaneBodies<3>& body) {
    Lanes c[8] = {body.v[0], body.v[1], body.v[2],         body.w[0],
                  body.w[1], body.w[2], body.inverse_mass, body.inverse_inertia};
    store_rows(table, row, mobile, c);
}

[[gnu::always_inline]] inline void store_bodies(double* table, const int* row, int mobile,
                                                const LaneBodies<2>& body) {
    Lanes c[8] = {body.v[0], body.v[1], body.w[0], body.inverse_mass, body.inverse_inertia};
    store_rows(table, row, mobile, c);
}

}  // namespace
}  // namespace drystone::DRYSTONE_ISA
