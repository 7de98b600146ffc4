#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/mat.h"
#include "core/on_device.h"

namespace drystone {

// Letters of docs/theory.md section 5: S the tangential block with r_n eliminated, t the sticking demand,
// alpha >= 0 the slip rate per impulse, v_t = -alpha r_t.

/// Tangential part of a contact's problem in space, with r_n = (r_n at r_t = 0) - (slope . r_t) eliminated:
/// S r_t = t sticks, (S + alpha I) r_t = t slips, with |r_t| = a + mu r_n.
struct Tangential {
    Mat<2> S;
    Vec<2> t;
    Vec<2> slope;           // W_nt / W_nn; zero where r_n is given
    double normal_at_rest;  // r_n at r_t = 0
    double cohesion;        // a

    DRYSTONE_ON_DEVICE Vec<2> impulse(double alpha) const { return inverse(S + Mat<2>::scaled_identity(alpha)) * t; }
    DRYSTONE_ON_DEVICE double normal(const Vec<2>& r_t) const { return normal_at_rest - dot(slope, r_t); }
};

/// Held degrees of freedom can leave a direction that no impulse moves: then S is singular, and sticking there is
/// either given or out of reach. A shift far below rounding of what matters (scale: W_nn) tells the two apart.
DRYSTONE_ON_DEVICE inline void regularise(Tangential& c, double scale) {
    const double trace = c.S[0][0] + c.S[1][1], det = c.S[0][0] * c.S[1][1] - c.S[0][1] * c.S[1][0];
    if (det <= 1e-14 * trace * trace) c.S = c.S + Mat<2>::scaled_identity(1e-14 * (trace + scale));
}

/// Root of g(alpha) = (a + mu r_n) / |r_t| - 1, theory.md (5.4), looked for from `start` >= 0. g(0) < 0 because the contact does not
/// stick and g grows without bound, so a bracket always closes; g is linear when S is isotropic.
DRYSTONE_ON_DEVICE inline double slip_rate(const Tangential& c, double mu, double start = 0.0) {
    constexpr int enough = 200;  // bisection alone would need about 60
    constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
    double low = 0.0, high = std::numeric_limits<double>::infinity(), alpha = start;
    const double scale = std::abs(c.S[0][0]) + std::abs(c.S[1][1]);

    for (int k = 0; k < enough; ++k) {
        const Mat<2> inverse_S = inverse(c.S + Mat<2>::scaled_identity(alpha));
        const Vec<2> r_t = inverse_S * c.t, y = inverse_S * r_t;
        const double size = norm(r_t), limit = c.cohesion + mu * c.normal(r_t);
        const double g = limit / size - 1.0;
        if (std::abs(g) <= rounding) break;
        (g < 0.0 ? low : high) = alpha;

        const double slope = (mu * dot(c.slope, y) + limit * dot(r_t, y) / (size * size)) / size;
        double next = alpha - g / slope;
        if (!(slope > 0.0) || !(next > low) || !(next < high)) {
            next = std::isinf(high) ? 2.0 * std::max(alpha, scale) : 0.5 * (low + high);
        }
        if (std::abs(next - alpha) <= rounding * alpha) break;
        alpha = next;
    }
    return alpha;
}

/// The tangential impulse that slips at that rate, on the limit to the last digit.
DRYSTONE_ON_DEVICE inline Vec<2> slipping(const Tangential& c, double mu, double rate) {
    const Vec<2> r_t = c.impulse(rate);
    const double size = norm(r_t), limit = c.cohesion + mu * c.normal(r_t);
    return size > 0.0 ? (std::max(0.0, limit) / size) * r_t : Vec<2>{};
}

/// The tangential impulse that sticks or slips, on the limit to the last digit where it slips.
DRYSTONE_ON_DEVICE inline Vec<2> stick_or_slip(const Tangential& c, double mu) {
    const Vec<2> stick = c.impulse(0.0);
    if (norm(stick) <= c.cohesion + mu * c.normal(stick)) return stick;
    return slipping(c, mu, slip_rate(c, mu));
}

}  // namespace drystone
