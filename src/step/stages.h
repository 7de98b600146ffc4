#pragma once

#include "step/world.h"

namespace drystone {

// The stages a step is made of, one verb each; step.cpp puts them in order.

/// Scratch that was thrown away, or never there, has room again.
template <int D>
void make_room(World<D>& world);

/// Brings the pairs of parts that are near each other up to date. Returns whether they were listed anew.
template <int D>
bool list_pairs(World<D>& world, ThreadPool& pool);

/// Moves free bodies by dt along their velocities and driven ones to where their drives have them at time t.
template <int D>
void move_bodies(World<D>& world, double dt, double t, ThreadPool& pool);

/// How far ahead detection looks at each part: across joints, and, under euler or where a law asks for it, as far as the
/// part's surface may come within the step, docs/theory.md (6.8).
template <int D>
void look_ahead(World<D>& world, const StepSettings& settings, ThreadPool& pool);

/// Fills world.contacts at the present places of the parts; contacts that existed last step keep their impulse and what
/// their law remembers of them. first: these are the contacts the scene begins with, and their joints are made.
template <int D>
void find_contacts(World<D>& world, const StepSettings& settings, bool first, ThreadPool& pool);

/// world.before = u;  bodies.velocity = u + h M^-1 F with gravity and the loads at time t.
template <int D>
void free_velocities(World<D>& world, double h, double t, ThreadPool& pool);

/// world.problem and the first guess world.impulse.
template <int D>
void assemble_problem(World<D>& world, const StepSettings& settings, ThreadPool& pool);

/// world.impulse by the chosen method.
template <int D>
SolveReport solve(World<D>& world, const StepSettings& settings, ThreadPool& pool);

/// bodies.velocity += M^-1 H (r, m);  contacts.impulse and .moment in world axes, with the status that goes with it.
template <int D>
void apply_impulses(World<D>& world, ThreadPool& pool);

/// Lets the laws look at what became of their contacts: memories change, losses are booked. Once per step.
template <int D>
void settle_contacts(World<D>& world, const StepSettings& settings, const SolveReport& solved, ThreadPool& pool);

/// What moves stops. Returns its kinetic energy, for the caller to book [J].
template <int D>
double come_to_rest(World<D>& world);

/// Quasi-static, once velocities are those of the end: bodies move by them alone, so work and losses are by them and not by
/// half of them. What that is more than the kinetic energy is the scheme's.
template <int D>
void move_by_the_end(World<D>& world, ThreadPool& pool);

/// Time moves on; energies and the rest of the report.
template <int D>
void accept(World<D>& world, double h, StepReport& report, ThreadPool& pool);

}  // namespace drystone
