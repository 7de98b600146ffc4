#pragma once

#include <algorithm>
#include <cmath>

#include "core/mat.h"

// What asserts ask of vectors and matrices. For our own mistakes: the slack is far above rounding and far below them. Numbers that are
// not finite pass: they are an outcome, which a step reports.

namespace drystone {

inline constexpr double slack_of_asserts = 1e-6;

template <int N>
bool is_unit(const Vec<N>& v) {
    return !(std::abs(dot(v, v) - 1.0) > slack_of_asserts);
}

template <int N>
bool is_symmetric(const Mat<N>& m) {
    double largest = 0.0, off = 0.0;
    for (int i = 0; i < N; ++i) {
        for (int j = 0; j < N; ++j) {
            largest = std::max(largest, std::abs(m[i][j]));
            off = std::max(off, std::abs(m[i][j] - m[j][i]));
        }
    }
    return off <= slack_of_asserts * largest;
}

/// Rows of length one, at right angles.
template <int N>
bool is_orthogonal(const Mat<N>& m) {
    for (int i = 0; i < N; ++i) {
        for (int j = 0; j <= i; ++j)
            if (std::abs(dot(m[i], m[j]) - (i == j ? 1.0 : 0.0)) > slack_of_asserts) return false;
    }
    return true;
}

}  // namespace drystone
