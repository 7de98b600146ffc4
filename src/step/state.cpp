#include "step/state.h"

#include <cassert>

#include "bodies/move.h"
#include "core/input_error.h"
#include "step/deform.h"
#include "step/gravity.h"
#include "step/soft_step.h"

namespace drystone {

namespace {

/// All degrees of freedom of deformable bodies, one body after the other.
template <int D>
std::vector<Vec<D>> joined(const World<D>& world, std::vector<Vec<D>> ElasticBody<D>::*field) {
    std::vector<Vec<D>> all;
    for (const Deforming<D>& d : world.deforming) {
        const std::vector<Vec<D>>& own = d.state.*field;
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

template <int D>
void put_deforming(const WorldState<D>& state, World<D>& world) {
    std::size_t first = 0;
    for (Deforming<D>& d : world.deforming) {
        const std::size_t n = d.state.x.size();
        if (first + n > state.deformed.size() || first + n > state.deforming.size())
            throw InputError("", "the state is not of this scene: it has other deformable bodies");
        std::copy_n(state.deformed.begin() + static_cast<std::ptrdiff_t>(first), n, d.state.x.begin());
        std::copy_n(state.deforming.begin() + static_cast<std::ptrdiff_t>(first), n, d.state.v.begin());
        first += n;
        d.kinetic = kinetic_energy(d.state);
        d.strain = strain_energy<D>(d.state, d.state.x);
        d.centre = centre_of<D>(*d.state.model, d.state.x);
    }
}

}  // namespace

void expect_same_memory(const MemorySchema& saved, const MemorySchema& laws) {
    const auto listed = [](const MemorySchema& schema) {
        std::string text;
        for (const MemoryField& field : schema.fields) text += (text.empty() ? "" : "; ") + described(field);
        return text.empty() ? std::string("nothing") : text;
    };
    if (!(saved == laws))
        throw InputError("", "the contacts of this state remember other things than the laws of the scene do. State: " +
                                 listed(saved) + ". Laws: " + listed(laws));
}

template <int D>
WorldState<D> take_state(const World<D>& world) {
    return {.time = world.time,
            .steps = world.steps,
            .position = world.bodies.position,
            .rotation = world.bodies.rotation,
            .velocity = world.bodies.velocity,
            .inverse_inertia = world.bodies.inverse_inertia,
            .point = world.contacts.point,
            .impulse = world.contacts.impulse,
            .moment = world.contacts.moment,
            .memory = world.contacts.memory,
            .deformed = joined(world, &ElasticBody<D>::x),
            .deforming = joined(world, &ElasticBody<D>::v),
            .neighbours = world.neighbours.reference(),
            .soft = take_soft(world),
            .energy = world.energy};
}

template <int D>
void put_state(const WorldState<D>& state, World<D>& world, ThreadPool& pool) {
    assert(state.position.size() == world.bodies.position.size() && state.velocity.size() == world.bodies.velocity.size());
    assert(state.impulse.size() == state.point.size() && state.moment.size() == state.point.size());
    expect_same_memory(state.memory.schema, world.book.memory);
    world.time = state.time;
    world.gravity = gravity_at(world.description, state.time);
    world.steps = state.steps;
    world.bodies.position = state.position;
    world.bodies.rotation = state.rotation;
    world.bodies.velocity = state.velocity;
    world.bodies.inverse_inertia = state.inverse_inertia;
    world.contacts.point = state.point;
    world.contacts.impulse = state.impulse;
    world.contacts.moment = state.moment;
    world.contacts.memory = state.memory;
    world.energy = state.energy;
    put_deforming(state, world);
    place_parts(world.bodies, pool, world.parts);
    place_deforming(world, pool);
    if (state.neighbours.centre.empty()) {
        world.neighbours = {};  // before the first step there is no list yet
    } else {
        world.neighbours.restore(world.parts, state.neighbours, pool);
    }
    put_soft(state.soft, world);
}

template WorldState<2> take_state(const World<2>&);
template WorldState<3> take_state(const World<3>&);
template void put_state(const WorldState<2>&, World<2>&, ThreadPool&);
template void put_state(const WorldState<3>&, World<3>&, ThreadPool&);

}  // namespace drystone
