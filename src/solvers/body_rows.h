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

/// How a contact holds on to the hub (CompliantBody::hub): G of each component, freedoms of the hub as hold_hub() has them.
template <int D>
struct HubRow {
    static constexpr int B = D + spin_dim<D>;
    Vec<B> G[D] = {};
};

/// A rigid problem in the space of its bodies, in units in which their mass is one: M^-1 = L U L^T, V = L U y, G = L^T H.
///
///     y = G r of impulses r,        u = G^T U y + b at the contacts
///
/// U has one number for all masses and one for all inertias: roots are taken of numbers without a unit, so other units of length,
/// mass or time by powers of two leave the same digits. Directions in which a body cannot move have a zero column in L.
///
/// A cell under stress is one body more, the last: its velocity gradient, upper triangular, has as many freedoms as a body.
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
    /// Bodies, with the hub.
    int bodies() const { return bodies_; }
    bool has_hub() const { return !hub_.empty(); }
    /// Numbers of y.
    std::size_t freedoms() const { return static_cast<std::size_t>(bodies_) * B; }

    /// visit(side, body, G of each component) for all that a row holds on to: a, b, and the hub, which is side 2.
    template <class Visit>
    void for_sides(const BodyRow<D>& row, const Visit& visit) const {
        for (int side = 0; side < 2; ++side) {
            if (row.body[side] >= 0) visit(side, row.body[side], row.G[side]);
        }
        if (has_hub() && !row.moment) visit(2, bodies_ - 1, hub_[static_cast<std::size_t>(row.contact)].G);
    }

    /// G^T U y: the velocity, or spin, that impulses gave the row.
    template <int N>
    Vec<N> velocity(const BodyRow<D>& row, std::span<const double> y) const {
        Vec<N> u{};
        for_sides(row, [&](int, int body, const Vec<B>* G) {
            const double* at = y.data() + body * B;
            for (int k = 0; k < N; ++k) {
                for (int i = 0; i < B; ++i) u[k] += G[k][i] * unit_[i] * at[i];
            }
        });
        return u;
    }

    /// y += G r.
    template <int N>
    void add(const BodyRow<D>& row, const Vec<N>& r, std::span<double> y) const {
        for_sides(row, [&](int, int body, const Vec<B>* G) {
            double* at = y.data() + body * B;
            for (int k = 0; k < N; ++k) {
                for (int i = 0; i < B; ++i) at[i] += G[k][i] * r[k];
            }
        });
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
    void hold_hub(const RigidProblem<D>& problem);
    template <class Act>
    void place(const RigidProblem<D>& problem, BodyRow<D>& row, const Act& act) const;

    std::vector<BodyRow<D>> row_;
    std::vector<HubRow<D>> hub_;  // (contacts), where there is one
    int bodies_ = 0;
    Vec<B> unit_{};
};

}  // namespace drystone
