#pragma once

#include <cmath>

#include "core/mat.h"
#include "core/on_device.h"
#include "laws/local_law.h"
#include "laws/tangential.h"

namespace drystone {

namespace joint {

/// Given r_n: in the plane.
DRYSTONE_ON_DEVICE inline Vec<2> at_normal(const LocalLaw<2>& law, const Mat<2>& W, const Vec<2>& q, double r_n) {
    const double limit = law.shear_limit(r_n), S = W[1][1] + law.yields.slip, t = -(q[1] + W[1][0] * r_n);
    const double r_t = t == 0.0 || !(S > 0.0) ? 0.0 : t / S;
    return {{r_n, std::abs(r_t) <= limit ? r_t : std::copysign(limit, r_t)}};
}

/// Given r_n: in space.
DRYSTONE_ON_DEVICE inline Vec<3> at_normal(const LocalLaw<3>& law, const Mat<3>& W, const Vec<3>& q, double r_n) {
    const double limit = law.shear_limit(r_n), C = law.yields.slip;
    if (limit == 0.0 || !(W[1][1] + W[2][2] + C > 0.0)) return {{r_n, 0.0, 0.0}};
    Tangential c{.S = {{Vec<2>{{W[1][1] + C, W[1][2]}}, Vec<2>{{W[2][1], W[2][2] + C}}}},
                 .t = {{-(q[1] + W[1][0] * r_n), -(q[2] + W[2][0] * r_n)}},
                 .slope = {},
                 .normal_at_rest = 0.0,
                 .cohesion = limit};
    regularise(c, W[0][0]);
    const Vec<2> r_t = stick_or_slip(c, 0.0);
    return {{r_n, r_t[0], r_t[1]}};
}

/// v_n + C r_n = 0, in the plane. N = W_nn + C, p = q with the piece's own shift.
DRYSTONE_ON_DEVICE inline Vec<2> on_piece(const LocalLaw<2>& law, const Mat<2>& W, const Vec<2>& p, double N) {
    const double S = W[1][1] + law.yields.slip - W[1][0] * W[0][1] / N;
    const double t = W[1][0] * p[0] / N - p[1];
    const double r_t = t == 0.0 || !(S > 0.0) ? 0.0 : t / S, r_n = -(p[0] + W[0][1] * r_t) / N;
    if (std::abs(r_t) <= law.cohesion + law.mu * r_n) return {{r_n, r_t}};

    const double side = std::copysign(1.0, t), a = law.cohesion;
    const double slipping = -(p[0] + side * a * W[0][1]) / (N + side * law.mu * W[0][1]);
    if (a + law.mu * slipping > 0.0) return {{slipping, side * (a + law.mu * slipping)}};
    return {{-p[0] / N, 0.0}};
}

/// v_n + C r_n = 0, in space.
DRYSTONE_ON_DEVICE inline Vec<3> on_piece(const LocalLaw<3>& law, const Mat<3>& W, const Vec<3>& p, double N) {
    Tangential c{.S = {},
                 .t = {},
                 .slope = {{W[0][1] / N, W[0][2] / N}},
                 .normal_at_rest = -p[0] / N,
                 .cohesion = law.cohesion};
    // Without shear at r_t = 0 there may be none at all; the piece that gives such an r_n is then not the one.
    if (!(law.cohesion + law.mu * c.normal_at_rest > 0.0)) return {{c.normal_at_rest, 0.0, 0.0}};
    for (int i = 0; i < 2; ++i) {
        c.t[i] = W[i + 1][0] * p[0] / N - p[i + 1];
        for (int j = 0; j < 2; ++j) c.S[i][j] = W[i + 1][j + 1] - W[i + 1][0] * W[0][j + 1] / N;
        c.S[i][i] += law.yields.slip;
    }
    regularise(c, W[0][0]);
    const Vec<2> r_t = stick_or_slip(c, law.mu);
    return {{c.normal(r_t), r_t[0], r_t[1]}};
}

}  // namespace joint

/// solve_local() for a law that is no cone: tension and shear with limits of their own, compliance, yielding.
///
/// The staircase of Yielding is made of pieces on which r_n is given or v_n + C r_n is; each piece is a stick-or-slip
/// problem in the tangent plane, and r_n tells which piece holds. Exact on the piece. docs/theory.md section 5.2.
template <int D>
DRYSTONE_ON_DEVICE Vec<D> solve_joint(const LocalLaw<D>& law, const Mat<D>& W, const Vec<D>& q) {
    const Yielding& y = law.yields;
    const double pressed = W[0][0] + y.pressed, pulled = W[0][0] + y.pulled;
    if (!(pressed > 0.0) || !(pulled > 0.0)) return joint::at_normal(law, W, q, 0.0);  // held along n

    Vec<D> r = joint::on_piece(law, W, q, pressed);
    if (r[0] >= 0.0 && r[0] <= y.gives_at) return r;
    if (r[0] < 0.0) {
        if (y.pulled != y.pressed) r = joint::on_piece(law, W, q, pulled);
        if (r[0] > 0.0) return joint::at_normal(law, W, q, 0.0);
        return r[0] >= -law.tension ? r : joint::at_normal(law, W, q, -law.tension);
    }
    if (y.gives_by == Yielding::never) return joint::at_normal(law, W, q, y.gives_at);
    Vec<D> p = q;
    p[0] += y.gives_by;
    r = joint::on_piece(law, W, p, pressed);
    return r[0] >= y.gives_at ? r : joint::at_normal(law, W, q, y.gives_at);
}

}  // namespace drystone
