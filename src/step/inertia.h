#pragma once

#include <span>

#include "step/world.h"

namespace drystone {

// How far a static step is from being one: what its bodies took up as momentum, against what acted on them.
//
//     share = sum_i sqrt(2 m_i T_i) / sum_i ( sum_c |J_c| + h m_i |G| + h |F_i| )          over movable bodies i
//
// T_i kinetic energy of what is free of the body (m |v| for one that does not turn), J_c contact impulses on it, F_i its loads
// and supports. 0 in equilibrium, 1 in free fall; docs/theory.md (10.26).

/// Above this the forces of a static step are not those of statics. [-]
constexpr double inertia_allowed = 1e-3;

/// The two sums.
struct InertiaTally {
    double momentum = 0.0;  // [N s]
    double impulse = 0.0;   // [N s]

    double share() const { return momentum == 0.0 ? 0.0 : momentum / impulse; }
};

/// Of the step that has just ended, which began at rest. `counts` (bodies, or none: all): 1 for those that are to be counted.
template <int D>
InertiaTally inertia_tally(const World<D>& world, double h, std::span<const char> counts = {});
template <int D>
double inertia_share(const World<D>& world, double h);

}  // namespace drystone
