#include "laws/local_solve.h"

#include <algorithm>
#include <cmath>

#include "laws/joint_solve.h"
#include "laws/tangential.h"

namespace drystone {

namespace {

Tangential eliminate_normal(const Mat<3>& W, const Vec<3>& p) {
    Tangential c{.S = {},
                 .t = {},
                 .slope = {{W[0][1] / W[0][0], W[0][2] / W[0][0]}},
                 .normal_at_rest = -p[0] / W[0][0],
                 .cohesion = 0.0};
    for (int i = 0; i < 2; ++i) {
        c.t[i] = W[i + 1][0] * p[0] / W[0][0] - p[i + 1];
        for (int j = 0; j < 2; ++j) c.S[i][j] = W[i + 1][j + 1] - W[i + 1][0] * W[0][j + 1] / W[0][0];
    }
    regularise(c, W[0][0]);
    return c;
}

Vec<3> signorini_coulomb(double mu, const Mat<3>& W, const Vec<3>& p) {
    if (p[0] >= 0.0 || !(W[0][0] > 0.0)) return {};  // W_nn = 0: held along n, no impulse can help
    if (mu == 0.0) return {{-p[0] / W[0][0], 0.0, 0.0}};

    const Tangential c = eliminate_normal(W, p);
    const Vec<2> r_t = stick_or_slip(c, mu);
    return {{c.normal(r_t), r_t[0], r_t[1]}};
}

/// In the plane the slip direction is that of t, and (5.4) is linear.
Vec<2> signorini_coulomb(double mu, const Mat<2>& W, const Vec<2>& p) {
    if (p[0] >= 0.0 || !(W[0][0] > 0.0)) return {};
    if (mu == 0.0) return {{-p[0] / W[0][0], 0.0}};

    const double S = W[1][1] - W[1][0] * W[0][1] / W[0][0];
    const double t = W[1][0] * p[0] / W[0][0] - p[1];
    const double r_t = t == 0.0 ? 0.0 : t / S, r_n = -(p[0] + W[0][1] * r_t) / W[0][0];
    if (std::abs(r_t) <= mu * r_n) return {{r_n, r_t}};

    const double side = std::copysign(mu, t);
    const double slipping = -p[0] / (W[0][0] + side * W[0][1]);
    return {{slipping, side * slipping}};
}

}  // namespace

template <int D>
Vec<D> solve_local(const LocalLaw<D>& law, const Mat<D>& W, const Vec<D>& q) {
    if (!law.is_cone()) return solve_joint(law, W, q);

    // In terms of s = r + c n the law has no tension, and v = W s + (q - c W n).
    Vec<D> p = q;
    if (law.tension != 0.0) {
        for (int i = 0; i < D; ++i) p[i] -= law.tension * W[i][0];
    }
    Vec<D> s = signorini_coulomb(law.mu, W, p);
    s[0] -= law.tension;
    return s;
}

Vec<1> solve_turning(const TurningLaw& law, double s_n, const Mat<1>& W, const Vec<1>& q, const Vec<1>&) {
    if (!(W[0][0] > 0.0)) return {};
    const double viscosity = law.viscosity(s_n);
    const double m = law.viscous() ? -viscosity * q[0] / (1.0 + viscosity * W[0][0])
                                   : across_play(law.play, -q[0] / W[0][0], 1.0 / W[0][0]);
    return within_limits(law, s_n, Vec<1>{{m}});
}

Vec<3> solve_turning(const TurningLaw& law, double s_n, const Mat<3>& W, const Vec<3>& q, const Vec<3>& m) {
    Vec<3> next{};
    const double spin = law.torsion_limit(s_n), roll = law.rolling_limit(s_n);
    if (spin > 0.0 && W[0][0] > 0.0) {
        const double held = -(q[0] + W[0][1] * m[1] + W[0][2] * m[2]) / W[0][0];
        next[0] = std::clamp(across_play(law.play, held, 1.0 / W[0][0]), -spin, spin);
    }
    if (!(roll > 0.0) || !(W[1][1] + W[2][2] > 0.0)) return next;

    // The same scalar equation as for slip, with a limit that does not depend on the answer.
    Tangential c{.S = {{Vec<2>{{W[1][1], W[1][2]}}, Vec<2>{{W[2][1], W[2][2]}}}},
                 .t = {{-q[1] - W[1][0] * next[0], -q[2] - W[2][0] * next[0]}},
                 .slope = {},
                 .normal_at_rest = 0.0,
                 .cohesion = roll};
    if (law.viscous()) {  // m + viscosity (W m + q) = 0
        const double viscosity = law.viscosity(s_n);
        c.S = viscosity * c.S + Mat<2>::scaled_identity(1.0);
        c.t = viscosity * c.t;
    }
    regularise(c, c.S[0][0] + c.S[1][1]);
    const Vec<2> m_t = stick_or_slip(c, 0.0);
    next[1] = m_t[0];
    next[2] = m_t[1];
    return next;
}

template Vec<2> solve_local(const LocalLaw<2>&, const Mat<2>&, const Vec<2>&);
template Vec<3> solve_local(const LocalLaw<3>&, const Mat<3>&, const Vec<3>&);

}  // namespace drystone
