// Which linear piece of its law a contact is on, by z = r - rho v, and what holds there, for the unknowns x of the piece:
//
//     r = given + ways^T x,        rows (v + give r + shift) + turns x = 0
//
// separation, stick and slide of a cone, docs/theory.md (5.11); joints, (5.15).

#include "solvers/law_piece.h"

#include <algorithm>

namespace drystone {

namespace {

using Normal = LawPiece::Normal;

/// e across d, in the tangent plane of space; there is none in the plane.
Vec<3> across(const Vec<3>& d) { return {{0.0, -d[2], d[1]}}; }
Vec<2> across(const Vec<2>&) { return {}; }

/// The stair that on_staircase() lands on. Pulled and pressed are one where they are equally stiff.
Normal stair(const Yielding& y, double tension, double z, double rho) {
    if (z <= -tension * (1.0 + rho * y.pulled)) return Normal::torn;
    if (z < 0.0) return y.pulled == y.pressed ? Normal::pressed : Normal::pulled;
    const double pressed = 1.0 + rho * y.pressed;
    if (z <= y.gives_at * pressed) return Normal::pressed;
    if (y.gives_by == Yielding::never || z <= y.gives_at * pressed + rho * y.gives_by) return Normal::gives;
    return Normal::closed;
}

}  // namespace

template <int D>
void NewtonLaw<D>::hold(const Vec<D>& r, const Vec<D>& v) {
    lifted_ = dry_;
    if (dry_) {
        lift_ = law_.mu * tangential_norm(v);
    } else {
        law_.cohesion = law_.shear_limit(r[0]);
        law_.mu = 0.0;
    }
}

template <int D>
void NewtonLaw<D>::let_go(const LocalLaw<D>& law) {
    law_ = law;
    lifted_ = false;
    lift_ = 0.0;
}

template <int D>
Vec<D> NewtonLaw<D>::error(const Vec<D>& r, const Vec<D>& v, double rho) const {
    return lifted_ ? r - project_on_cone(law_.mu, r - rho * v) : natural_map(law_, r, v, rho);
}

template <int D>
LawPiece NewtonLaw<D>::piece_at(const Vec<D>& z, double rho, Slip<D>& slip) const {
    const double mu = law_.mu, shear = tangential_norm(z), stiffest = 1e12 / rho;  // beyond, r_e is rounding
    LawPiece piece;
    double within = 0.0;  // sticks up to there
    if (lifted_) {
        piece.normal = mu * shear <= -z[0] ? Normal::torn : Normal::pressed;
        slip.limit = std::max(0.0, mu * (z[0] + mu * shear) / (1.0 + mu * mu));
        within = mu * z[0];
    } else {
        piece.normal = stair(law_.yields, law_.tension, z[0], rho);
        slip.limit = law_.shear_limit(on_staircase(law_.yields, law_.tension, z[0], rho));
        within = slip.limit * (1.0 + rho * law_.yields.slip);
    }
    piece.sticks = slip.limit > 0.0 && shear <= within;
    slip.along = shear > 0.0 ? (1.0 / shear) * z : Vec<D>::axis(1);
    slip.along[0] = 0.0;
    slip.turn =
        slip.limit > 0.0 ? std::clamp((shear - slip.limit) / (rho * slip.limit), 0.0, stiffest) : stiffest;
    return piece;
}

template <int D>
void NewtonLaw<D>::set_equations(const LawPiece& piece, const Slip<D>& slip, PieceEquations<D>& out) const {
    const Yielding& y = law_.yields;
    out.dimension = 0;
    out.given = out.give = out.shift = out.turns = {};
    if (dry_ && !piece.moves()) return;
    const auto add = [&](const Vec<D>& row, const Vec<D>& way) {
        out.rows[out.dimension] = row;
        out.ways[out.dimension++] = way;
    };
    const bool rough = slip.limit > 0.0 || dry_;
    const Vec<D> n = Vec<D>::axis(0), friction = rough ? law_.mu * slip.along : Vec<D>{};
    if (piece.moves()) {
        out.give[0] = piece.normal == Normal::pulled ? y.pulled : y.pressed;
        if (piece.normal == Normal::closed) out.shift[0] = y.gives_by;
        if (lifted_) out.shift[0] += lift_;
        if (piece.sticks)
            add(n, n);
        else
            add(lifted_ ? n + friction : n, n + friction);
    } else {
        out.given[0] = piece.normal == Normal::torn ? -law_.tension : y.gives_at;
    }
    if (piece.sticks) {
        for (int k = 1; k < D; ++k) {
            out.give[k] = y.slip;
            add(Vec<D>::axis(k), Vec<D>::axis(k));
        }
        return;
    }
    if (!rough) return;
    // Where r_n is an unknown its share mu r_n of the limit is in `ways`.
    out.given += (piece.moves() ? law_.cohesion : law_.shear_limit(out.given[0])) * slip.along;
    if (D == 3 && (slip.limit > 0.0 || law_.mu > 0.0)) {
        out.turns[out.dimension] = slip.turn;
        add(across(slip.along), across(slip.along));
    }
}

template class NewtonLaw<2>;
template class NewtonLaw<3>;

}  // namespace drystone
