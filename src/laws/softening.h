#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <span>

#include "core/on_device.h"

namespace drystone {

/// How a strength f falls: S, from 1 to 0, as a function of the inelastic displacement kappa in units of G / f.
///
///     x = kappa f / G:    linear  S = 1 - x / 2,    exponential  S = exp(-x)          docs/theory.md (3.16)
///
/// Both spend exactly the fracture energy G = int f S dkappa between S = 1 and S = 0.
enum class Softening { linear, exponential };

namespace softened {

inline constexpr double torn = 1e-7;  // of the strength: an exponential has to end somewhere

DRYSTONE_ON_DEVICE inline double least(Softening softening) { return softening == Softening::linear ? 0.0 : torn; }

/// x, where S > 0 is left.
DRYSTONE_ON_DEVICE inline double way_at(Softening softening, double S) {
    return softening == Softening::linear ? 2.0 * (1.0 - S) : -std::log(S);
}

/// Zero of a function that is positive at `low` and negative at `high`.
template <class F>
DRYSTONE_ON_DEVICE double bisect(double low, double high, const F& f) {
    for (int k = 0; k < 200; ++k) {
        const double middle = 0.5 * (low + high);
        if (!(middle > low) || !(middle < high)) break;
        (f(middle) > 0.0 ? low : high) = middle;
    }
    return low;
}

}  // namespace softened

/// The share of the fracture energy that is spent where S is left, int S dx.
DRYSTONE_ON_DEVICE inline double spent_at(Softening softening, double S) {
    return softening == Softening::linear ? (1.0 - S) * (1.0 + S) : 1.0 - S;
}

/// Where the joint has torn altogether under slow opening, for G / f [m]. An exponential is cut where S < 1e-7.
DRYSTONE_ON_DEVICE inline double longest_opening(Softening softening, double energy_over_strength) {
    return (softening == Softening::linear ? 2.0 : -std::log(softened::torn)) * energy_over_strength;
}

/// A spring k with a strength f S that weakens with what it gives way by: one mode of failure.
struct SofteningMode {
    double strength = 0.0;   // f, the part that softens [Pa]
    double energy = 0.0;     // G [J/m2]
    double stiffness = 0.0;  // k [Pa/m]
    double beyond = 0.0;     // how far the displacement is beyond the limit that held so far [m]; below zero: within it
    double most = std::numeric_limits<double>::infinity();  // it cannot give way by more [m]

    /// The inelastic displacement if `lost` of S goes: the elastic one is less by f lost / k.
    DRYSTONE_ON_DEVICE double gives(double lost) const { return std::clamp(beyond + strength * lost / stiffness, 0.0, most); }
    /// The same in units of G / f.
    DRYSTONE_ON_DEVICE double share(double lost) const { return gives(lost) * strength / energy; }
};

/// What is left of S where springs and strengths agree, all modes weakening one S:
///
///     x(S_new) = x(S) + sum of the modes' kappa f / G                                docs/theory.md (3.17)
///
/// Along straight ways to the displacements reached the same in one stride or many.
DRYSTONE_ON_DEVICE inline double soften(Softening softening, double S, std::span<const SofteningMode> modes) {
    assert(S >= 0.0 && S <= 1.0);
    const bool yields =
        std::any_of(modes.begin(), modes.end(), [](const SofteningMode& mode) { return mode.beyond > 0.0; });
    if (S == 0.0 || !yields) return S;
    const double begun = softened::way_at(softening, S);
    const auto allowed = [&](double left) {
        double spare = softened::way_at(softening, left) - begun;
        for (const SofteningMode& mode : modes) spare -= mode.share(S - left);
        return spare;
    };
    const double low = softened::least(softening);
    return S > low && allowed(low) > 0.0 ? softened::bisect(low, S, allowed) : 0.0;
}

}  // namespace drystone
