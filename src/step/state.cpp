#include "step/state.h"

#include "bodies/move.h"
#include "step/gravity.h"

namespace drystone {

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
            .neighbours = world.neighbours.reference(),
            .energy = world.energy};
}

template <int D>
void put_state(const WorldState<D>& state, World<D>& world, ThreadPool& pool) {
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
    place_parts(world.bodies, pool, world.parts);
    if (state.neighbours.centre.empty()) {
        world.neighbours = {};  // before the first step there is no list yet
    } else {
        world.neighbours.restore(world.parts, state.neighbours, pool);
    }
}

template WorldState<2> take_state(const World<2>&);
template WorldState<3> take_state(const World<3>&);
template void put_state(const WorldState<2>&, World<2>&, ThreadPool&);
template void put_state(const WorldState<3>&, World<3>&, ThreadPool&);

}  // namespace drystone
