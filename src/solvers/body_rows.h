#pragma once

#include <span>
#include <utility>
#include <vector>

#include "contact/body_map.h"

namespace drystone {

/// One contact, or one moment, seen from its two bodies: G of each, D (or spin_dim) columns.
template <int D>
struct BodyRow {
    static constexpr int B = D + spin_dim<D>;
    int contact = 0;
    bool moment = false;
    int body[2] = {-1, -1};  // mobile bodies a, b, or -1
    Vec<B> G[2][3] = {};     // G[side][component]
    double rho_unit = 0.0;   // 1 / mean diagonal of its W_ii [kg] or [kg m2]

    int components() const { return moment ? spin_dim<D> : D; }
};

/// A rigid problem in the space of its bodies, in units in which their mass is one: M^-1 = L U L^T, V = L U y, G = L^T H.
///
///     y = G r of impulses r,        u = G^T U y + b at the contacts
///
/// U has one number for all masses and one for all inertias: roots are taken of numbers without a unit, so other units of length,
/// mass or time by powers of two leave the same digits. Directions in which a body cannot move have a zero column in L.
template <int D>
class BodyRows {
  public:
    static constexpr int S = spin_dim<D>, B = D + S;

    /// Rows of all contacts, then of all moments.
    void set(const RigidProblem<D>& problem);

    const std::vector<BodyRow<D>>& row() const { return row_; }
    const BodyRow<D>& operator[](std::size_t k) const { return row_[k]; }
    std::size_t size() const { return row_.size(); }
    /// U: [1/kg] and [1/(kg m2)].
    const Vec<B>& unit() const { return unit_; }

    /// G^T U y: the velocity, or spin, that impulses gave the row.
    template <int N>
    Vec<N> velocity(const BodyRow<D>& row, std::span<const double> y) const {
        Vec<N> u{};
        for (int side = 0; side < 2; ++side) {
            if (row.body[side] < 0) continue;
            const double* at = y.data() + row.body[side] * B;
            for (int k = 0; k < N; ++k) {
                for (int i = 0; i < B; ++i) u[k] += row.G[side][k][i] * unit_[i] * at[i];
            }
        }
        return u;
    }

    /// y += G r.
    template <int N>
    void add(const BodyRow<D>& row, const Vec<N>& r, std::span<double> y) const {
        for (int side = 0; side < 2; ++side) {
            if (row.body[side] < 0) continue;
            double* at = y.data() + row.body[side] * B;
            for (int k = 0; k < N; ++k) {
                for (int i = 0; i < B; ++i) at[i] += row.G[side][k][i] * r[k];
            }
        }
    }

    /// y = G (r, m).
    void gather(std::span<const Vec<D>> r, std::span<const Spin<D>> m, std::span<double> y) const;
    /// x = U x.
    void scale(std::span<double> x) const;

    /// residual_sums() of r and m; y is storage for G (r, m).
    ResidualSums residual(const RigidProblem<D>& problem, std::span<const Vec<D>> r, std::span<const Spin<D>> m,
                          std::span<double> y) const;

  private:
    void choose_units(const RigidProblem<D>& problem);
    template <class Act>
    void place(const RigidProblem<D>& problem, BodyRow<D>& row, const Act& act) const;

    std::vector<BodyRow<D>> row_;
    Vec<B> unit_{};
};

}  // namespace drystone
