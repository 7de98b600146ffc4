// Which linear piece of its law a moment is on, by z = m - rho Omega, and what holds there, docs/theory.md (5.21):
//
//     within its limit:   Omega + m / viscosity = 0            at its limit:   m_d = L(r_n),  Omega_e + alpha m_e = 0,  e across d
//     between two stops:  m = 0                                at the second:  Omega + play = 0
//
// with (m - anchor) / sigma added to Omega.

#include "solvers/moment_piece.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// The components that roll: the one there is in the plane, those along the tangents in space.
template <int D>
constexpr int first_rolling = D == 2 ? 0 : 1;

template <int D>
double rolling_norm(const Spin<D>& m) {
    double sum = 0.0;
    for (int k = first_rolling<D>; k < spin_dim<D>; ++k) sum += m[k] * m[k];
    return std::sqrt(sum);
}

/// Which stop of the law z is beyond.
MomentPiece::Stop stop_at(double play, double z, double rho) {
    if (play == 0.0 || z <= 0.0) return MomentPiece::Stop::first;
    return z <= rho * play ? MomentPiece::Stop::none : MomentPiece::Stop::second;
}

}  // namespace

/// What is left of a moment m - rho Omega where the law is viscous.
template <int D>
double NewtonTurning<D>::keeps(double r_n, double rho) const {
    if (!law_.viscous()) return 1.0;
    const double viscosity = law_.viscosity(load(r_n));
    return viscosity > 0.0 ? viscosity / (viscosity + rho) : 0.0;
}

/// dL / dr_n.
template <int D>
double NewtonTurning<D>::rolling_slope(double r_n) const {
    const double s_n = load(r_n);
    if (held_ || law_.rolling == 0.0 || !(s_n > 0.0)) return 0.0;
    return law_.power == 0.0 ? law_.rolling : (1.0 + law_.power) * law_.rolling * std::pow(s_n, law_.power);
}

template <int D>
MomentPiece NewtonTurning<D>::piece_at(const Place& at) const {
    MomentPiece piece;
    piece.stop = stop_at(law_.play, at.z[0], at.rho);
    piece.rolls = keeps(at.r_n, at.rho) * rolling_norm<D>(at.z) > law_.rolling_limit(load(at.r_n));
    if constexpr (D == 3) piece.twists = std::abs(at.z[0]) > law_.torsion_limit(load(at.r_n));
    return piece;
}

template <int D>
void NewtonTurning<D>::set_equations(const MomentPiece& piece, const Place& at, MomentEquations<D>& out) const {
    out = {};
    const double per_sigma = 1.0 / at.sigma, s_n = load(at.r_n);
    const auto hold_or_give = [&](int k, double gives) {  // Omega_k + (m_k - anchor_k) / sigma + gives m_k = 0
        if (k == 0 && piece.stop == MomentPiece::Stop::none) return;
        const double response = 1.0 / (per_sigma + gives);
        out.given[k] = response * per_sigma * at.anchor[k];
        if (k == 0 && piece.stop == MomentPiece::Stop::second) out.given[k] -= response * law_.play;
        out.C[k][k] = response;
    };
    if constexpr (D == 3) {
        if (piece.twists) {
            const double way = std::copysign(1.0, at.z[0]), slope = held_ || !(s_n > 0.0) ? 0.0 : law_.torsion;
            out.with_normal[0] = slope * way;
            out.given[0] = (law_.torsion_limit(s_n) - slope * at.r_n) * way;
        } else {
            hold_or_give(0, 0.0);
        }
    }
    if (!piece.rolls) {
        const double viscosity = law_.viscosity(s_n);
        if (law_.viscous() && !(viscosity > 0.0)) return;  // no load, no moment
        for (int k = first_rolling<D>; k < spin_dim<D>; ++k) {
            hold_or_give(k, law_.viscous() ? 1.0 / viscosity : 0.0);
            if (!law_.viscous() || held_) continue;
            out.with_normal[k] = out.C[k][k] / (viscosity * s_n) * at.m[k];  // viscosity grows with the load
            out.given[k] -= out.with_normal[k] * at.r_n;
        }
        return;
    }
    const double size = rolling_norm<D>(at.z), limit = law_.rolling_limit(s_n), slope = rolling_slope(at.r_n);
    if (!(size > 0.0)) return;
    Spin<D> along = (1.0 / size) * at.z;
    if constexpr (D == 3) along[0] = 0.0;
    for (int k = first_rolling<D>; k < spin_dim<D>; ++k) {
        out.with_normal[k] = slope * along[k];
        out.given[k] = (limit - slope * at.r_n) * along[k];
    }
    if constexpr (D == 3) {
        if (!(limit > 0.0)) return;
        const Spin<D> across = {{0.0, -along[2], along[1]}};
        const double response = 1.0 / (per_sigma + (size - limit) / (at.rho * limit));
        out.given += (response * per_sigma * dot(across, at.anchor)) * across;
        out.C = out.C + response * outer(across, across);
    }
}

template class NewtonTurning<2>;
template class NewtonTurning<3>;

}  // namespace drystone
