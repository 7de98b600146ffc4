#include "laws/local_solve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

// Letters of docs/theory.md section 5: S the tangential block with r_n eliminated, t the sticking demand,
// alpha >= 0 the slip rate per impulse, v_t = -alpha r_t.

/// Tangential part of the contact's problem with v_n = 0: S r_t = t sticks, (S + alpha I) r_t = t slips.
struct Tangential {
    Mat<2> S;
    Vec<2> t;
    Vec<2> W_nt;
    double W_nn;
    double p_n;

    Vec<2> impulse(double alpha) const { return inverse(S + Mat<2>::scaled_identity(alpha)) * t; }
    double normal(const Vec<2>& r_t) const { return -(p_n + dot(W_nt, r_t)) / W_nn; }
};

/// Held degrees of freedom can leave a direction that no impulse moves: then S is singular, and sticking there is
/// either given or out of reach. A shift far below rounding of what matters tells the two apart.
void regularise(Tangential& c) {
    const double trace = c.S[0][0] + c.S[1][1], det = c.S[0][0] * c.S[1][1] - c.S[0][1] * c.S[1][0];
    if (det <= 1e-14 * trace * trace) c.S = c.S + Mat<2>::scaled_identity(1e-14 * (trace + c.W_nn));
}

Tangential eliminate_normal(const Mat<3>& W, const Vec<3>& p) {
    Tangential c;
    c.W_nn = W[0][0];
    c.W_nt = {{W[0][1], W[0][2]}};
    c.p_n = p[0];
    for (int i = 0; i < 2; ++i) {
        c.t[i] = W[i + 1][0] * p[0] / c.W_nn - p[i + 1];
        for (int j = 0; j < 2; ++j) c.S[i][j] = W[i + 1][j + 1] - W[i + 1][0] * W[0][j + 1] / c.W_nn;
    }
    regularise(c);
    return c;
}

/// Root of g(alpha) = mu r_n / |r_t| - 1, theory.md (5.4). g(0) < 0 because the contact does not stick and
/// g grows without bound, so a bracket always closes; g is linear when S is isotropic.
double slip_rate(const Tangential& c, double mu) {
    constexpr int enough = 200;  // bisection alone would need about 60
    constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
    double low = 0.0, high = std::numeric_limits<double>::infinity(), alpha = 0.0;
    const double scale = std::abs(c.S[0][0]) + std::abs(c.S[1][1]);

    for (int k = 0; k < enough; ++k) {
        const Mat<2> inverse_S = inverse(c.S + Mat<2>::scaled_identity(alpha));
        const Vec<2> r_t = inverse_S * c.t, y = inverse_S * r_t;
        const double size = norm(r_t), r_n = c.normal(r_t);
        const double g = mu * r_n / size - 1.0;
        if (std::abs(g) <= rounding) break;
        (g < 0.0 ? low : high) = alpha;

        const double slope = mu * (dot(c.W_nt, y) / c.W_nn + r_n * dot(r_t, y) / (size * size)) / size;
        double next = alpha - g / slope;
        if (!(slope > 0.0) || !(next > low) || !(next < high)) {
            next = std::isinf(high) ? 2.0 * std::max(alpha, scale) : 0.5 * (low + high);
        }
        if (std::abs(next - alpha) <= rounding * alpha) break;
        alpha = next;
    }
    return alpha;
}

Vec<3> signorini_coulomb(double mu, const Mat<3>& W, const Vec<3>& p) {
    if (p[0] >= 0.0 || !(W[0][0] > 0.0)) return {};  // W_nn = 0: held along n, no impulse can help
    if (mu == 0.0) return {{-p[0] / W[0][0], 0.0, 0.0}};

    const Tangential c = eliminate_normal(W, p);
    Vec<2> r_t = c.impulse(0.0);
    double r_n = c.normal(r_t);
    if (!(norm(r_t) <= mu * r_n)) {
        r_t = c.impulse(slip_rate(c, mu));
        r_n = c.normal(r_t);
        r_t = (mu * r_n / norm(r_t)) * r_t;  // onto the cone to the last digit
    }
    return {{r_n, r_t[0], r_t[1]}};
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
    // In terms of s = r + impulse_shift n the law has no shift, and v = W s + (q - W n impulse_shift).
    Vec<D> p = q;
    if (law.impulse_shift != 0.0) {
        for (int i = 0; i < D; ++i) p[i] -= law.impulse_shift * W[i][0];
    }
    Vec<D> s = signorini_coulomb(law.mu, W, p);
    s[0] -= law.impulse_shift;
    return s;
}

Vec<1> solve_turning(const TurningLaw& law, double s_n, const Mat<1>& W, const Vec<1>& q, const Vec<1>&) {
    if (!(W[0][0] > 0.0)) return {};
    return within_limits(law, s_n, Vec<1>{{-q[0] / W[0][0]}});
}

Vec<3> solve_turning(const TurningLaw& law, double s_n, const Mat<3>& W, const Vec<3>& q, const Vec<3>& m) {
    Vec<3> next{};
    const double spin = law.torsion_limit(s_n), roll = law.rolling_limit(s_n);
    if (spin > 0.0 && W[0][0] > 0.0) {
        next[0] = std::clamp(-(q[0] + W[0][1] * m[1] + W[0][2] * m[2]) / W[0][0], -spin, spin);
    }
    if (!(roll > 0.0)) return next;

    // The same scalar equation as for slip, with a limit that does not depend on the answer.
    Tangential c{.S = {{Vec<2>{{W[1][1], W[1][2]}}, Vec<2>{{W[2][1], W[2][2]}}}},
                 .t = {{-q[1] - W[1][0] * next[0], -q[2] - W[2][0] * next[0]}},
                 .W_nt = {},
                 .W_nn = 1.0,
                 .p_n = -roll};
    regularise(c);
    Vec<2> m_t = c.impulse(0.0);
    if (!(norm(m_t) <= roll)) {
        m_t = c.impulse(slip_rate(c, 1.0));
        m_t = (roll / norm(m_t)) * m_t;
    }
    next[1] = m_t[0];
    next[2] = m_t[1];
    return next;
}

template Vec<2> solve_local(const LocalLaw<2>&, const Mat<2>&, const Vec<2>&);
template Vec<3> solve_local(const LocalLaw<3>&, const Mat<3>&, const Vec<3>&);

}  // namespace drystone
