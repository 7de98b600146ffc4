// Mass-proportional damping of rigid bodies, docs/theory.md (8.10), (8.11): the force - M V+ (e^(alpha h) - 1) / h on what is free,
//
//     e^(alpha h) M V+ = M V- + h F + H r
//
// so that V+ = e^(-alpha h) V- of a body that nothing acts on, and none on a body at rest. It takes (e^(alpha h) - 1) V+ M (V- + V+) / 2.

#include "step/damping.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "bodies/move.h"
#include "step/party.h"
#include "step/water.h"
#include "step/world.h"

namespace drystone {

namespace {

/// The last entry that is about the body, or -1.
template <int D>
int entry_of(const WorldDescription<D>& description, int i) {
    const auto& entries = description.dampings;
    for (int k = static_cast<int>(entries.size()) - 1; k >= 0; --k) {
        if (is_of(entries[static_cast<std::size_t>(k)].of, description.bodies[static_cast<std::size_t>(i)], i)) return k;
    }
    return -1;
}

template <int D>
DampedBody damping_of(const Model<D>& model, int i) {
    const auto material = static_cast<std::size_t>(model.matter.material[i]);
    return {.body = i, .rate = model.description.materials[material].mass_damping, .entry = entry_of(model.description, i)};
}

template <int D>
double rate_at(const World<D>& world, const DampedBody& one, double t) {
    if (one.entry < 0) return one.rate;
    return std::max(0.0, world.description.dampings[static_cast<std::size_t>(one.entry)].rate.at(t));
}

template <int D>
Twist<D> free_velocity(const World<D>& world, int i, const Twist<D>& t) {
    const Twist<D> driven = driven_part(world.matter, i, t);
    return {t.v - driven.v, t.w - driven.w};
}

/// Slows what is free of a body down by two factors.
template <int D>
void slow_down(World<D>& world, int i, double keep, double turn) {
    Twist<D>& velocity = world.bodies.velocity[i];
    const Twist<D> free = free_velocity(world, i, velocity);
    velocity.v -= (1.0 - keep) * free.v;
    velocity.w -= (1.0 - turn) * free.w;
}

template <int D>
double kinetic_energy(const World<D>& world, int i, const Twist<D>& t) {
    return 0.5 * world.matter.mass[i] * dot(t.v, t.v) + rotational_energy(world.matter, world.bodies, i, t.w);
}

/// V+ M (V- + V+) / 2, from energies: of both, of their sum.
template <int D>
double mean_power(const World<D>& world, int i) {
    const Twist<D> was = free_velocity(world, i, world.before[i]), is = free_velocity(world, i, world.bodies.velocity[i]);
    const double E_sum = kinetic_energy(world, i, {was.v + is.v, was.w + is.w});
    return 0.5 * (kinetic_energy(world, i, is) + E_sum - kinetic_energy(world, i, was));
}

template <int D>
void restore_mass(World<D>& world, int i) {
    Matter<D>& matter = world.matter;
    matter.inverse_mass.set(i, (1.0 / matter.mass[i]) * matter.free_directions[i]);
    if (matter.freedom[i] == Freedom::isotropic)
        world.bodies.inverse_inertia.set(i, Mat<spin_dim<D>>::scaled_identity(1.0 / matter.inertia[i][0]));
    else
        refresh_inverse_inertia(matter, world.bodies, i);
}

}  // namespace

template <int D>
void list_damped_bodies(World<D>& world) {
    WorldDescription<D>& description = world.description;
    for (Damping& damping : description.dampings) damping.rate.prepare();
    for (int i = 0; i < world.bodies.size(); ++i) {
        const Freedom freedom = world.matter.freedom[i];
        if (freedom == Freedom::immovable) continue;
        const DampedBody one = damping_of(world, i);
        if (freedom == Freedom::elastic) {
            if (one.entry >= 0)
                refuse(description.dampings[static_cast<std::size_t>(one.entry)].place,
                       "bodies that deform are damped by their material: damping = { mass, stiffness } there");
            continue;
        }
        if (one.entry >= 0 || one.rate > 0.0) world.damped.push_back(one);
    }
}

template <int D>
void damp_newcomer(Model<D>& model, int body) {
    const DampedBody one = damping_of(model, body);
    if (model.matter.freedom[body] == Freedom::immovable || (one.entry < 0 && one.rate <= 0.0)) return;
    const auto before = [](const DampedBody& a, const DampedBody& b) { return a.body < b.body; };
    model.damped.insert(std::upper_bound(model.damped.begin(), model.damped.end(), one, before), one);
}

template <int D>
void begin_damping(World<D>& world, double h, double t) {
    assert(h > 0.0);
    for (DampedBody& one : world.damped) {
        const int i = one.body;
        one.growth = std::exp(h * rate_at(world, one, t));
        if (one.growth == 1.0) continue;
        const double m = world.matter.mass[i], drag = h * drag_on(world, i);
        const double keep = (m + drag) / (one.growth * m + drag), turn = 1.0 / one.growth;
        slow_down(world, i, keep, turn);
        world.matter.inverse_mass.set(i, keep * world.matter.inverse_mass[i]);
        world.bodies.inverse_inertia.set(i, turn * world.bodies.inverse_inertia[i]);
    }
}

template <int D>
void end_damping(World<D>& world) {
    for (const DampedBody& one : world.damped) {
        if (one.growth == 1.0) continue;
        restore_mass(world, one.body);
        if (one.books) world.energy.losses.damping += (one.growth - 1.0) * mean_power(world, one.body);
    }
}

template <int D>
void damp_between_steps(World<D>& world, double h, double t) {
    for (const DampedBody& one : world.damped) {
        const double keep = std::exp(-h * rate_at(world, one, t));
        const double was = kinetic_energy(world, one.body, free_velocity(world, one.body, world.bodies.velocity[one.body]));
        slow_down(world, one.body, keep, keep);
        world.energy.losses.damping += (1.0 - keep) * (1.0 + keep) * was;
    }
}

#define DRYSTONE_DAMPING(D)                                 \
    template void list_damped_bodies(World<D>&);            \
    template void damp_newcomer(Model<D>&, int);            \
    template void begin_damping(World<D>&, double, double); \
    template void end_damping(World<D>&);                   \
    template void damp_between_steps(World<D>&, double, double);
DRYSTONE_DAMPING(2)
DRYSTONE_DAMPING(3)
#undef DRYSTONE_DAMPING

}  // namespace drystone
