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
    if (t == 0.0 || (!(S > 0.0) && std::isinf(limit))) return {{r_n, 0.0}};
    return {{r_n, std::abs(t) <= S * limit ? t / S : std::copysign(limit, t)}};
}

/// Given r_n: in space.
DRYSTONE_ON_DEVICE inline Vec<3> at_normal(const LocalLaw<3>& law, const Mat<3>& W, const Vec<3>& q, double r_n) {
    const double limit = law.shear_limit(r_n), C = law.yields.slip;
    if (limit == 0.0) return {{r_n, 0.0, 0.0}};
    Tangential c{.S = {{Vec<2>{{W[1][1] + C, W[1][2]}}, Vec<2>{{W[2][1], W[2][2] + C}}}},
                 .t = {{-(q[1] + W[1][0] * r_n), -(q[2] + W[2][0] * r_n)}},
                 .slope = {},
                 .normal_at_rest = 0.0,
                 .cohesion = limit};
    regularise(c, W[0][0] + W[1][1] + W[2][2] + C);
    const Vec<2> r_t = stick_or_slip(c, 0.0);
    return {{r_n, r_t[0], r_t[1]}};
}

/// v_n + C r_n = 0, in the plane. N = W_nn + C, p = q with the piece's own shift.
DRYSTONE_ON_DEVICE inline Vec<2> on_piece(const LocalLaw<2>& law, const Mat<2>& W, const Vec<2>& p, double N) {
    const double moves = W[1][1] + law.yields.slip, S = moves - W[1][0] * W[0][1] / N;
    const double t = W[1][0] * p[0] / N - p[1], a = law.cohesion;
    const bool held = S <= rounding_of_blocks * moves && std::isinf(a);  // what cannot be torn asks nothing there
    const double r_t = t == 0.0 || held ? 0.0 : t / regularised(S, moves, N), r_n = -(p[0] + W[0][1] * r_t) / N;
    if (std::abs(r_t) <= a + law.mu * r_n) return {{r_n, r_t}};
    // Without shear at r_t = 0 there is none on the way to sticking: the piece is not the one.
    if (!(a - law.mu * p[0] / N > 0.0)) return {{-p[0] / N, 0.0}};
    const double side = std::copysign(1.0, t);
    const double slipping = -(p[0] + side * a * W[0][1]) / (N + side * law.mu * W[0][1]);
    return {{slipping, side * std::max(0.0, a + law.mu * slipping)}};
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
    regularise(c, N + W[1][1] + W[2][2] + law.yields.slip);
    const Vec<2> r_t = stick_or_slip(c, law.mu);
    return {{c.normal(r_t), r_t[0], r_t[1]}};
}

/// Whether v_n may fall where r_n rises: never where friction presses on itself by less than the contact gives way. (In space the direction of slip has a
/// say too, and only contacts that do not couple are beyond doubt.)
DRYSTONE_ON_DEVICE inline bool may_wedge(const LocalLaw<2>& law, const Mat<2>& W, double N) { return law.mu * std::abs(W[0][1]) >= N; }
DRYSTONE_ON_DEVICE inline bool may_wedge(const LocalLaw<3>&, const Mat<3>& W, double) { return W[0][1] != 0.0 || W[0][2] != 0.0; }

/// Whether (r_n, v_n) is on the staircase but for rounding. N: W_nn with what yields.
template <int D>
DRYSTONE_ON_DEVICE bool is_on_staircase(const LocalLaw<D>& law, const Mat<D>& W, const Vec<D>& q, double N, const Vec<D>& r) {
    constexpr double rounding = 1e-9;
    const double v_n = dot(W[0], r) + q[0];
    const double off = r[0] - on_staircase(law.yields, law.tension, r[0] - v_n / N, 1.0 / N);
    return std::abs(off) <= rounding * (std::abs(r[0]) + (std::abs(q[0]) + std::abs(v_n - q[0])) / N);
}

/// Friction that presses on itself (mu |W_nt| > W_nn) wedges: v_n does not rise with r_n throughout, and a piece has two solutions or
/// none. v_n of at_normal() is continuous in r_n, and the staircase falls: they meet between two of its corners. Bisection finds where.
template <int D>
DRYSTONE_ON_DEVICE Vec<D> wedged(const LocalLaw<D>& law, const Mat<D>& W, const Vec<D>& q) {
    const Yielding& y = law.yields;
    const auto above = [&](double r_n, double by) {  // what v_n exceeds the staircase by
        return dot(W[0], at_normal(law, W, q, r_n)) + q[0] + (r_n < 0.0 ? y.pulled : y.pressed) * r_n + by;
    };
    double low = -law.tension, high = 0.0, by = 0.0;
    if (law.tension < Yielding::never && above(low, 0.0) >= 0.0) return at_normal(law, W, q, low);
    if (above(0.0, 0.0) < 0.0) {
        low = 0.0;
        high = y.gives_at;
        if (high < Yielding::never && above(high, 0.0) < 0.0) {
            if (!(above(high, y.gives_by) < 0.0)) return at_normal(law, W, q, high);
            low = high;
            high = Yielding::never;
            by = y.gives_by;
        }
    }
    const double stride = std::abs(q[0] + by) / (W[0][0] + y.pressed);
    constexpr double too_far = 1e15;  // of directions that no impulse moves: jammed, whatever the impulse
    double far = stride;
    for (; std::isinf(high) && far <= too_far * stride; far *= 2.0)
        if (above(low + far, by) >= 0.0) high = low + far;
    for (; std::isinf(low) && far <= too_far * stride; far *= 2.0)
        if (above(high - far, by) <= 0.0) low = high - far;
    if (std::isinf(high - low)) return at_normal(law, W, q, 0.0);
    for (int k = 0; k < 200; ++k) {
        const double middle = 0.5 * (low + high);
        if (!(middle > low) || !(middle < high)) break;
        (above(middle, by) < 0.0 ? low : high) = middle;
    }
    return at_normal(law, W, q, high);
}

/// The piece that holds where v_n rises with r_n.
template <int D>
DRYSTONE_ON_DEVICE Vec<D> by_pieces(const LocalLaw<D>& law, const Mat<D>& W, const Vec<D>& q) {
    const Yielding& y = law.yields;
    const double pressed = W[0][0] + y.pressed, pulled = W[0][0] + y.pulled;
    Vec<D> r = on_piece(law, W, q, pressed);
    if (r[0] >= 0.0 && r[0] <= y.gives_at) return r;
    if (r[0] < 0.0) {
        if (y.pulled != y.pressed) r = on_piece(law, W, q, pulled);
        if (r[0] > 0.0) return at_normal(law, W, q, 0.0);
        return r[0] >= -law.tension ? r : at_normal(law, W, q, -law.tension);
    }
    if (y.gives_by == Yielding::never) return at_normal(law, W, q, y.gives_at);
    Vec<D> p = q;
    p[0] += y.gives_by;
    r = on_piece(law, W, p, pressed);
    return r[0] >= y.gives_at ? r : at_normal(law, W, q, y.gives_at);
}

}  // namespace joint

/// solve_local() for a law that is no cone: tension and shear with limits of their own, compliance, yielding.
///
/// The staircase of Yielding is made of pieces on which r_n is given or v_n + C r_n is; each piece is a stick-or-slip
/// problem in the tangent plane, and r_n tells which piece holds. Exact on the piece. docs/theory.md section 5.2.
template <int D>
DRYSTONE_ON_DEVICE Vec<D> solve_joint(const LocalLaw<D>& law, const Mat<D>& W, const Vec<D>& q) {
    const double pressed = W[0][0] + law.yields.pressed, pulled = W[0][0] + law.yields.pulled;
    if (!(pressed > 0.0) || !(pulled > 0.0)) return joint::at_normal(law, W, q, 0.0);  // held along n
    const Vec<D> r = joint::by_pieces(law, W, q);
    if (!joint::may_wedge(law, W, std::min(pressed, pulled))) return r;
    return joint::is_on_staircase(law, W, q, pressed, r) ? r : joint::wedged(law, W, q);
}

}  // namespace drystone
