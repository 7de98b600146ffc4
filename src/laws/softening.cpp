#include "laws/softening.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

constexpr double torn = 1e-4;  // of the strength: an exponential has to end somewhere

double spent_at(Softening softening, double S) {
    if (softening == Softening::linear) return 1.0 - S;
    return S > 0.0 ? 1.0 - S + 0.5 * S * std::log(S) : 1.0;
}

/// Zero of a function that is negative at 0 and positive at `high`.
template <class F>
double bisect(double high, const F& f) {
    double low = 0.0;
    for (int k = 0; k < 200; ++k) {
        const double middle = 0.5 * (low + high);
        if (!(middle > low) || !(middle < high)) break;
        (f(middle) < 0.0 ? low : high) = middle;
    }
    return high;
}

// From the limit to the displacement reached, along a straight line: at the share s of the way Q and Y are s Q and s^2 Y.
// With (1 - d) s Q = S(e) and de = s^2 Y dd, and y = Y / Q,
//
//     linear       dd / (1 - d) = ds / (s (1 - y s))           so (1 - d) s / (1 - y s) stays what it is
//     exponential  dz / ds = y / (z / 2 - y s),  z = 1 - ln S

double linear_way(double s, double y, double undamaged) {
    return y < 1.0 ? undamaged * s * (1.0 - y) / (1.0 - y * s) : 0.0;
}

double exponential_way(double s, double y, double S_old) {
    constexpr int stages = 64;
    double z = 1.0 - std::log(S_old);
    const double ds = (1.0 - s) / stages;
    for (int k = 0; k < stages; ++k) {
        const auto slope = [&](double at, double value) { return y / (0.5 * value - y * at); };
        const double at = s + k * ds;
        const double k1 = slope(at, z), k2 = slope(at + 0.5 * ds, z + 0.5 * ds * k1),
                     k3 = slope(at + 0.5 * ds, z + 0.5 * ds * k2), k4 = slope(at + ds, z + ds * k3);
        if (!(k1 > 0.0) || !(k2 > 0.0) || !(k3 > 0.0) || !(k4 > 0.0)) return 0.0;  // more energy than is left
        z += ds / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    }
    return std::exp(1.0 - z);
}

}  // namespace

double strength_left(Softening softening, double spent) {
    if (spent <= 0.0) return 1.0;
    if (spent >= 1.0) return 0.0;
    if (softening == Softening::linear) return 1.0 - spent;
    return bisect(1.0, [&](double S) { return spent - spent_at(softening, S); });
}

double longest_opening(Softening softening, double energy_over_strength) {
    return (softening == Softening::linear ? 2.0 : -std::log(torn)) * energy_over_strength;
}

void grow(Softening softening, double Q, double Y, double& damage, double& spent) {
    const double S_old = strength_left(softening, spent);
    if (damage >= 1.0 || (1.0 - damage) * Q <= S_old) return;

    const double reached = S_old / ((1.0 - damage) * Q);  // share of the way at which the limit was met
    const double S = softening == Softening::linear ? linear_way(reached, Y / Q, (1.0 - damage) * Q)
                                                    : exponential_way(reached, Y / Q, S_old);
    if (S < torn) {
        damage = spent = 1.0;
    } else {
        damage = std::max(damage, 1.0 - S / Q);
        spent = std::max(spent, spent_at(softening, S));
    }
}

}  // namespace drystone
