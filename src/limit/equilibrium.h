#pragma once

#include <optional>
#include <span>
#include <vector>

#include "limit/interior_point.h"
#include "step/world.h"

namespace drystone {

/// Equilibrium of rigid bodies as a convex program, on the contact problem that a step has assembled (world.problem):
///
///     sum over contacts of H_i r_i + f_dead + multiplier f_live = 0,     r_i within its law                 docs/theory.md (14.1)
///
/// for every body and every degree of freedom that is not held or driven. Numbers in the program are in units: a typical load for forces,
/// for moments that times the longest lever of the body.
template <int D>
struct EquilibriumProgram {
    ConicProgram program;
    std::vector<int> contact;      // (blocks)  whose forces they are
    std::vector<double> lever;     // (mobile bodies)  [m]
    std::vector<double> contact_length;  // (blocks)  unit of moments is force_unit times this [m]
    double force_unit = 1.0;       // [N]
    double multiplier_unit = 1.0;  // [-]
};

/// Refuses what has no convex limits, at the place of its law: rolling friction that grows with the load.
template <int D>
void require_convex(const WorldDescription<D>& description);

/// Force and torque on every body (by slot) besides its contacts: gravity, loads, water; as the step had them.
template <int D>
std::vector<Twist<D>> dead_loads(const World<D>& world);

/// The program; `live` (by slot) is scaled, or empty: is there equilibrium at all? `step` is that of the problem. Nothing where the laws of
/// the contacts are not convex, or where bodies deform.
template <int D>
std::optional<EquilibriumProgram<D>> equilibrium_program(const World<D>& world, double step, std::span<const Twist<D>> live);

/// Force and moment of every contact of the world, on its second body, world axes [N], [N m]; zero where it has no share.
template <int D>
std::vector<Twist<D>> contact_forces(const World<D>& world, const EquilibriumProgram<D>& program, std::span<const double> x);

/// Velocities of all bodies (by slot) of a dual vector; what is not mobile has none.
template <int D>
std::vector<Twist<D>> velocities(const World<D>& world, const EquilibriumProgram<D>& program, std::span<const double> y);

}  // namespace drystone
