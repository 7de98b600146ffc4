#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "limit/conic_program.h"

namespace drystone {

/// The root of a small sum of squares, Q = sum of g g^T over rows g of n numbers, by Householder's reflections with the largest column
/// first: Q = P R^T R P^T. Rows that differ by many powers of ten keep their digits where the largest come first, which Q itself, once
/// summed, would not: contacts near the end of an interior-point search are stiff along one direction and free along another.
class SmallRoot {
  public:
    static constexpr int most = ConicProgram::most_variables;
    using Numbers = std::array<double, most>;

    /// `rows`: at least n of them; sorted and overwritten. They span all n directions.
    void set(std::span<Numbers> rows, int n) {
        n_ = n;
        std::sort(rows.begin(), rows.end(), [&](const Numbers& a, const Numbers& b) { return size_of(a) > size_of(b); });
        for (int k = 0; k < n; ++k) order_[at(k)] = k;
        for (int k = 0; k < n; ++k) reflect(rows, k);
        for (int k = 0; k < n; ++k)
            for (int j = k; j < n; ++j) R_[at(k)][at(j)] = rows[at(k)][at(j)];
    }

    /// R^-T P^T v, in place: Q^-1 = (R^-T P^T)^T (R^-T P^T).
    void half_solve(Numbers& v) const {
        Numbers out{};
        for (int k = 0; k < n_; ++k) {
            double sum = v[at(order_[at(k)])];
            for (int j = 0; j < k; ++j) sum -= R_[at(j)][at(k)] * out[at(j)];
            out[at(k)] = sum / R_[at(k)][at(k)];
        }
        v = out;
    }
    /// P R^-1 v, in place: the other half.
    void other_half(Numbers& v) const {
        Numbers out{};
        for (int k = n_ - 1; k >= 0; --k) {
            double sum = v[at(k)];
            for (int j = k + 1; j < n_; ++j) sum -= R_[at(k)][at(j)] * v[at(j)];
            v[at(k)] = sum / R_[at(k)][at(k)];
            out[at(order_[at(k)])] = v[at(k)];
        }
        v = out;
    }

  private:
    static std::size_t at(int k) { return static_cast<std::size_t>(k); }

    double size_of(const Numbers& row) const {
        double largest = 0.0;
        for (int k = 0; k < n_; ++k) largest = std::max(largest, std::abs(row[at(k)]));
        return largest;
    }

    void reflect(std::span<Numbers> rows, int k) {
        int pivot = k;
        double most_seen = -1.0;
        for (int j = k; j < n_; ++j) {
            double sum = 0.0;
            for (std::size_t r = at(k); r < rows.size(); ++r) sum += rows[r][at(j)] * rows[r][at(j)];
            if (sum > most_seen) {
                most_seen = sum;
                pivot = j;
            }
        }
        for (Numbers& row : rows) std::swap(row[at(k)], row[at(pivot)]);
        std::swap(order_[at(k)], order_[at(pivot)]);
        // The row with the largest entry of this column comes to the top: what is small stays exact.
        std::size_t top = at(k);
        for (std::size_t r = at(k); r < rows.size(); ++r)
            if (std::abs(rows[r][at(k)]) > std::abs(rows[top][at(k)])) top = r;
        std::swap(rows[at(k)], rows[top]);

        const double length = std::copysign(std::sqrt(most_seen), -rows[at(k)][at(k)]);
        if (length == 0.0) return;
        const double first = rows[at(k)][at(k)] - length, norm = -first * length;  // |v|^2 / 2
        for (int j = k + 1; j < n_; ++j) {
            double sum = first * rows[at(k)][at(j)];
            for (std::size_t r = at(k) + 1; r < rows.size(); ++r) sum += rows[r][at(k)] * rows[r][at(j)];
            const double share = sum / norm;
            rows[at(k)][at(j)] -= share * first;
            for (std::size_t r = at(k) + 1; r < rows.size(); ++r) rows[r][at(j)] -= share * rows[r][at(k)];
        }
        rows[at(k)][at(k)] = length;
    }

    int n_ = 0;
    std::array<int, most> order_{};
    std::array<Numbers, most> R_{};
};

}  // namespace drystone
