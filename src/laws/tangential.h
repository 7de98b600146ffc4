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
    double held = 0.0;      // > 0: S is symmetric and moves one direction only, this much is added to it

    DRYSTONE_ON_DEVICE double normal(const Vec<2>& r_t) const { return normal_at_rest - dot(slope, r_t); }
};

/// Held degrees of freedom can leave a direction that no impulse moves: then S is singular, and sticking there is
/// either given or out of reach. A shift far below rounding of what matters (scale: the trace of W) tells the two apart.
constexpr double rounding_of_blocks = 1e-14;
DRYSTONE_ON_DEVICE inline void regularise(Tangential& c, double scale) {
    if (c.S[0][0] + c.S[1][1] <= rounding_of_blocks * scale) c.S = {};  // nothing but rounding
    const double trace = c.S[0][0] + c.S[1][1], det = c.S[0][0] * c.S[1][1] - c.S[0][1] * c.S[1][0];
    if (det <= rounding_of_blocks * trace * scale) c.held = rounding_of_blocks * (trace + scale);
}

/// The same in the plane: S is what r_n leaves of W_tt.
DRYSTONE_ON_DEVICE inline double regularised(double S, double W_tt, double W_nn) {
    return S <= rounding_of_blocks * W_tt ? rounding_of_blocks * (W_tt + W_nn) : S;
}

/// x -> (S + alpha I)^-1 x. With S = s e e^T the shift is seen by the direction across e alone: an inverse matrix would mix
/// the rounding errors of x there, as large as 1 / held, into the direction that moves.
class Resolvent {
  public:
    DRYSTONE_ON_DEVICE Resolvent(const Tangential& c, double alpha) : held_(c.held > 0.0) {
        if (!held_) {
            inverse_ = inverse(c.S + Mat<2>::scaled_identity(alpha));
            return;
        }
        const Vec<2>& e = c.S[0][0] >= c.S[1][1] ? c.S[0] : c.S[1];
        const double s = std::max(0.0, c.S[0][0] + c.S[1][1]), size = norm(e);
        e_ = size > 0.0 ? (1.0 / size) * e : Vec<2>{{1.0, 0.0}};
        // What cannot be torn asks nothing of a direction that no impulse moves.
        across_ = std::isinf(c.cohesion) ? 0.0 : 1.0 / (c.held + alpha);
        along_ = s > 0.0 ? 1.0 / (s + c.held + alpha) : across_;
    }
    DRYSTONE_ON_DEVICE Vec<2> operator()(const Vec<2>& x) const {
        if (!held_) return inverse_ * x;
        const Vec<2> f{{-e_[1], e_[0]}};
        return (along_ * dot(e_, x)) * e_ + (across_ * dot(f, x)) * f;
    }

  private:
    bool held_;
    Mat<2> inverse_{};
    Vec<2> e_{};
    double along_ = 0.0, across_ = 0.0;
};

/// Root of g(alpha) = (a + mu r_n) / |r_t| - 1, theory.md (5.4), looked for from `start` >= 0. g(0) < 0 because the contact does not
/// stick and g grows without bound, so a bracket always closes; g is linear when S is isotropic.
DRYSTONE_ON_DEVICE inline double slip_rate(const Tangential& c, double mu, double start = 0.0) {
    constexpr int enough = 200;  // bisection alone would need about 60
    constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
    double low = 0.0, high = std::numeric_limits<double>::infinity(), alpha = start;
    const double scale = std::abs(c.S[0][0]) + std::abs(c.S[1][1]) + c.held;

    for (int k = 0; k < enough; ++k) {
        const Resolvent divide(c, alpha);
        const Vec<2> r_t = divide(c.t), y = divide(r_t);
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
    const Vec<2> r_t = Resolvent(c, rate)(c.t);
    const double size = norm(r_t), limit = c.cohesion + mu * c.normal(r_t);
    return size > 0.0 ? (std::max(0.0, limit) / size) * r_t : Vec<2>{};
}

/// The tangential impulse that sticks or slips, on the limit to the last digit where it slips.
DRYSTONE_ON_DEVICE inline Vec<2> stick_or_slip(const Tangential& c, double mu) {
    const Vec<2> stick = Resolvent(c, 0.0)(c.t);
    if (norm(stick) <= c.cohesion + mu * c.normal(stick)) return stick;
    return slipping(c, mu, slip_rate(c, mu));
}

}  // namespace drystone
