#pragma once

#include <algorithm>
#include <array>

namespace drystone {

/// Solves A x = b for the leading n x n part of a symmetric positive matrix; false where it is too near singular.
template <std::size_t N>
bool solve_leading(std::array<std::array<double, N>, N> A, std::array<double, N> b, int n, std::array<double, N>& x) {
    constexpr double least_pivot = 1e-12;
    double largest = 0.0;
    for (int i = 0; i < n; ++i) largest = std::max(largest, A[i][i]);
    for (int i = 0; i < n; ++i) {
        if (!(A[i][i] > least_pivot * largest)) return false;
        for (int j = i + 1; j < n; ++j) {
            const double factor = A[j][i] / A[i][i];
            for (int k = i; k < n; ++k) A[j][k] -= factor * A[i][k];
            b[j] -= factor * b[i];
        }
    }
    for (int i = n - 1; i >= 0; --i) {
        x[i] = b[i];
        for (int k = i + 1; k < n; ++k) x[i] -= A[i][k] * x[k];
        x[i] /= A[i][i];
    }
    return true;
}

}  // namespace drystone
