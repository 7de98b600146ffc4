#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "bodies/bodies.h"
#include "contact/law_book.h"
#include "geometry/parts.h"
#include "laws/spring.h"
#include "md/settings.h"

namespace drystone {

/// The time a time step is measured against [s], (13.9): the collision time
///
///     t_c = pi / sqrt(k/M - (gamma / 2M)^2)
///
/// of the normal spring, at most twice that of the undamped one, at most 4 pi M / gamma; and pi sqrt(M / k_T) where the
/// tangential spring is the stiffer.
inline double shortest_time(const Spring& law, double M) {
    constexpr double pi = std::numbers::pi;
    const double gamma = law.damping_for(M), k = std::max(law.normal_stiffness, law.tangential_stiffness);
    const double undamped = k / M, half_rate = gamma / (2.0 * M);
    const double frequency2 = std::max(undamped - half_rate * half_rate, 0.25 * undamped);
    const double t = pi / std::sqrt(frequency2), damping = std::max(gamma, law.tangential_damping);
    return damping > 0.0 ? std::min(t, 4.0 * pi * M / damping) : t;
}

/// The shortest time of all pairs that can meet [s]; infinite if none can. docs/theory.md (13.9). InputError where a pair
/// that can meet has no springs.
template <int D>
double shortest_time_of(const Matter<D>& matter, const Parts<D>& parts, const LawBook& book,
                        std::span<const Spring> laws);

/// The number of sub-steps in a step of h: the fewest that are not longer than settings allow.
int substeps_in(double h, double shortest_time, const SoftSettings& settings);

}  // namespace drystone
