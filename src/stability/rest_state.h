#pragma once

#include <optional>
#include <vector>

#include "step/world.h"

namespace drystone {

/// Impulses within the friction cones that come nearest to holding everything still, and how near.
///
/// They minimise the kinetic energy (V_free + M^-1 H r) . M (V_free + M^-1 H r) / 2 over r in K: a convex problem, unlike
/// Coulomb's, so its minimum does not depend on where the search begins. Where it is zero a state of rest exists that obeys
/// Coulomb's law (relative velocities zero, impulses within their cones); where it is not, no such state exists.
///
/// How far the energy T is above its minimum T* is bounded by the error e = r - P_K(r - rho u) of the search:
///
///     T - T* <= |e| |r - r*| / rho,     with |r - r*| <= 2 |r| where the impulses r* are of the size of r
///
/// so that T above that bound proves that there is no state of rest.
struct RestState {
    enum class Found { nothing, rest, no_rest };
    Found found = Found::nothing;
    int iterations = 0;
    double speed = 0.0;   // largest |v| + |w| R that is left [m/s]
    double energy = 0.0;  // kinetic, that is left: T [J]
    double excess = 0.0;  // bound on T - T* [J]
};

struct RestSearch {
    int max_iterations = 10000;  // sweeps
    double still = 0.0;          // speeds below this are rest [m/s]
};

/// From the world's problem and impulses after a step. `radius` (bodies). Nothing where a contact is more than a cone: joints
/// that yield, rolling friction.
template <int D>
std::optional<RestState> seek_rest(const World<D>& world, const std::vector<double>& radius,
                                   const RestSearch& search);

}  // namespace drystone
