#pragma once

#include "step/world.h"

namespace drystone {

// The stages of a step for deformable bodies, docs/theory.md section 10. Each does nothing where there are none.

/// Makes the elastic state of body i, which is in world.bodies already. Throws InputError for what cannot
/// deform.
template <int D>
void add_deforming(World<D>& world, int i, std::shared_ptr<const ElasticModel<D>> model);

/// The model of a deformable body; equal ones are shared.
template <int D>
std::shared_ptr<const ElasticModel<D>> model_of(const Model<D>& model, const State<D>& state, const BodyDescription<D>& body);

/// A rotation by its matrix; of those that are the same the one counted, or signed, as `near`.
Rotation<2> rotation_of(const Mat<2>& R, const Rotation<2>& near);
Rotation<3> rotation_of(const Mat<3>& R, const Rotation<3>& near);

/// Nodes that drives hold.
template <int D>
void hold_nodes(World<D>& world);

/// Drives are known to the nodes they act on by their numbers among the motions or loads. At a new stage: it has the same of these, chosen at
/// time 0, in the same order.
template <int D>
void renumber_node_drives(Model<D>& model);

/// Likewise before the drives of bodies that are gone (by slots) are struck out.
template <int D>
void strike_node_drives(Model<D>& model, std::span<const char> gone);

/// Room for steps of the deformable bodies, with what the last one would have left: energies and centres.
template <int D>
void begin_deforming(const Model<D>& model, const State<D>& state, Scratch<D>& scratch);

/// The same where it is not there yet.
template <int D>
void make_room_for_deforming(const Model<D>& model, const State<D>& state, Scratch<D>& scratch);

/// They stand still.
template <int D>
void stop_deforming(State<D>& state, Scratch<D>& scratch);

/// Degrees of freedom move along their velocities for dt; what a cell that deforms gives them carries them for cell_dt, as long as it moves itself.
template <int D>
void move_deforming(World<D>& world, double dt, double cell_dt, ThreadPool& pool);

/// The bodies take part in a change of the velocity gradient of the cell, each as a whole with the velocity of its centre. docs/theory.md (16.10)
template <int D>
void carry_deforming(const Model<D>& model, State<D>& state, const Mat<D>& change);

/// Mean motion and parts of all deformable bodies from their degrees of freedom.
template <int D>
void place_deforming(World<D>& world, ThreadPool& pool);

/// Velocities at the end of the step without contacts; loads of time t. Returns whether every matrix had a factor.
template <int D>
bool free_deforming(World<D>& world, double h, double theta, double t, ThreadPool& pool);

/// Nothing is gripped yet.
template <int D>
void begin_grips(const State<D>& state, Scratch<D>& scratch);

/// Where a contact acts on deformable bodies, and what those add to its relative velocity.
template <int D>
void grip_deforming(World<D>& world, std::size_t contact);

/// The compliance of deformable bodies where contacts grip them, in world.problem; there is room for that of a cell after them.
template <int D>
void assemble_deforming(World<D>& world, ThreadPool& pool);

/// Velocities with the contact impulses, in world axes. `at_rest`: the step began at rest (quasi-static) and moves by these
/// alone; work and losses are then by them, not by the mean with what was before.
template <int D>
void apply_to_deforming(World<D>& world, bool at_rest, ThreadPool& pool);

/// Work and losses of the step, once the bodies are where they end.
template <int D>
void account_deforming(const Model<D>& model, State<D>& state, Scratch<D>& scratch);

}  // namespace drystone
