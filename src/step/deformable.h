#pragma once

#include <vector>

#include "step/dofs.h"
#include "step/world.h"

namespace drystone {

// What others ask of deformable bodies, by their slots. How these are kept in a world is the affair of this file and of step/deform*.

/// Whether there are any, and how many.
template <int D>
bool has_deformable(const State<D>& state) {
    return !state.elastic.empty();
}

template <int D>
std::size_t count_deformable(const State<D>& state) {
    return state.elastic.size();
}

/// Whether the body is one.
template <int D>
bool deforms(const Model<D>& model, int body) {
    const auto i = static_cast<std::size_t>(body);
    return i < model.deforming_of.size() && model.deforming_of[i] >= 0;
}

/// Its degrees of freedom and what they are of, for the room elastic; none: it is rigid.
template <int D>
const ElasticBody<D>* deformable_of(const World<D>& world, int body) {
    return deforms<D>(world, body) ? &world.elastic[static_cast<std::size_t>(world.deforming_of[static_cast<std::size_t>(body)])] : nullptr;
}

/// Calls visit(body) for every one.
template <int D, class Visit>
void for_deformable(const Model<D>& model, const Visit& visit) {
    for (const ElasticParts<D>& one : model.elastic_parts) visit(one.body);
}

/// None of a rigid body.
template <int D>
Dofs<D> dofs_of(const World<D>& world, int body);
/// Of all; `dofs` keeps its room.
template <int D>
void gather_dofs(const State<D>& state, Dofs<D>& dofs);
template <int D>
std::size_t count_dofs(const State<D>& state);

/// False, and nothing done, where the body has another number of them; a rigid one has none.
template <int D>
[[nodiscard]] bool put_dofs(const Dofs<D>& dofs, int body, World<D>& world);
/// Of all. Likewise.
template <int D>
[[nodiscard]] bool put_dofs(const Dofs<D>& dofs, State<D>& state);

/// The world's state becomes this one; what its deformable bodies are of stays. Throws InputError where they are others.
template <int D>
void take_state(const State<D>& state, World<D>& world);

/// Room for bodies in slots up to n, rigid as long as nobody says otherwise.
template <int D>
void add_rigid_slots(Model<D>& model, std::size_t n) {
    model.deforming_of.resize(n, -1);
}

template <int D>
void reserve_rigid_slots(Model<D>& model, std::size_t n) {
    model.deforming_of.reserve(n);
}

/// No point of the body moves faster, in a cell that deforms against what the cell gives the body. [m/s]
template <int D>
double fastest_point(const World<D>& world, int body);

/// All of a body that can move, rigid or deformable, moves faster by `change`. [m/s]
template <int D>
void add_velocity(const Model<D>& model, State<D>& state, int body, const Vec<D>& change);

/// Loads on its nodes in the step, to be added to. [N]
template <int D>
std::vector<Vec<D>>& node_loads(const Model<D>& model, Scratch<D>& scratch, int body);

/// Loads and supports at its nodes over the last step, gravity apart. [N]
template <int D>
Vec<D> force_on_nodes(const World<D>& world, int body, double h);

/// Of supports that hold its nodes: their sum, mean over the last step. [N]
template <int D>
Vec<D> support_reaction(const World<D>& world, int body);

/// visit(mass, kinetic energy, sum of the sizes of all impulses of gravity, loads and supports over the step) for every one.
template <int D, class Visit>
void for_deformable_impulses(const World<D>& world, double h, const Visit& visit) {
    const auto sizes = [](const std::vector<Vec<D>>& vectors) {
        double sum = 0.0;
        for (const Vec<D>& one : vectors) sum += norm(one);
        return sum;
    };
    for (std::size_t k = 0; k < world.deforming.size(); ++k) {
        const Deforming<D>& d = world.deforming[k];
        const double mass = world.elastic[k].model->mass;
        visit(mass, d.kinetic, h * (mass * norm(world.gravity) + sizes(d.load)) + sizes(d.support));
    }
}

/// Their kinetic, potential and strain energy is added.
template <int D>
void add_deformable_energy(const World<D>& world, Energy& energy);

/// Velocities of what contacts grip, in the order of the contact problem's degrees of freedom: without impulses, and with them.
template <int D>
void add_gripped_velocities(const World<D>& world, std::vector<Vec<D>>& free, std::vector<Vec<D>>& solved);

/// Part p of the world's is the last of `out`, a rigid body's: it becomes what it was at time 0, undeformed.
template <int D>
void place_undeformed(const World<D>& world, int p, Parts<D>& out);

}  // namespace drystone
