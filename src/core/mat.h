#pragma once

#include <array>
#include <cstddef>

#include "core/vec.h"

namespace drystone {

/// A square matrix, stored by rows.
template <int N>
struct Mat {
    std::array<Vec<N>, N> row{};

    constexpr Vec<N>& operator[](int i) { return row[static_cast<std::size_t>(i)]; }
    constexpr const Vec<N>& operator[](int i) const { return row[static_cast<std::size_t>(i)]; }
    bool operator==(const Mat&) const = default;

    static constexpr Mat diagonal(const Vec<N>& d) {
        Mat m;
        for (int i = 0; i < N; ++i) m[i][i] = d[i];
        return m;
    }
    static constexpr Mat scaled_identity(double s) {
        Mat m;
        for (int i = 0; i < N; ++i) m[i][i] = s;
        return m;
    }
};

template <int N>
[[gnu::always_inline]] constexpr Vec<N> operator*(const Mat<N>& m, const Vec<N>& v) {
    Vec<N> out;
    for_components<N>([&](int i) __attribute__((always_inline)) { out[i] = dot(m[i], v); });
    return out;
}

/// m^T v, without forming the transpose.
template <int N>
[[gnu::always_inline]] constexpr Vec<N> transpose_times(const Mat<N>& m, const Vec<N>& v) {
    Vec<N> out;
    for_components<N>([&](int i) __attribute__((always_inline)) { out += v[i] * m[i]; });
    return out;
}

template <int N>
constexpr Mat<N> transpose(const Mat<N>& m) {
    Mat<N> out;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) out[j][i] = m[i][j];
    return out;
}

template <int N>
constexpr Mat<N> operator*(const Mat<N>& a, const Mat<N>& b) {
    Mat<N> out;
    for (int i = 0; i < N; ++i) out[i] = transpose_times(b, a[i]);
    return out;
}

template <int N>
constexpr Mat<N> operator+(Mat<N> a, const Mat<N>& b) {
    for (int i = 0; i < N; ++i) a[i] += b[i];
    return a;
}

template <int N>
constexpr Mat<N> operator-(Mat<N> a, const Mat<N>& b) {
    for (int i = 0; i < N; ++i) a[i] -= b[i];
    return a;
}

template <int N>
constexpr Mat<N> operator*(double s, Mat<N> m) {
    for (int i = 0; i < N; ++i) m[i] = s * m[i];
    return m;
}

/// a b^T.
template <int N>
constexpr Mat<N> outer(const Vec<N>& a, const Vec<N>& b) {
    Mat<N> m;
    for (int i = 0; i < N; ++i) m[i] = a[i] * b;
    return m;
}

template <int N>
constexpr double mean_diagonal(const Mat<N>& m) {
    double sum = 0.0;
    for (int i = 0; i < N; ++i) sum += m[i][i];
    return sum / N;
}

constexpr Mat<1> inverse(const Mat<1>& m) { return {{Vec<1>{{1.0 / m[0][0]}}}}; }

constexpr Mat<2> inverse(const Mat<2>& m) {
    const double det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    return (1.0 / det) * Mat<2>{{Vec<2>{{m[1][1], -m[0][1]}}, Vec<2>{{-m[1][0], m[0][0]}}}};
}

constexpr Mat<3> inverse(const Mat<3>& m) {
    const Vec<3> c0 = cross(m[1], m[2]), c1 = cross(m[2], m[0]), c2 = cross(m[0], m[1]);
    return (1.0 / dot(m[0], c0)) * transpose(Mat<3>{{c0, c1, c2}});
}

}  // namespace drystone
