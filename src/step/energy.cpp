#include "step/energy.h"

#include "bodies/move.h"
#include "step/world.h"

namespace drystone {

namespace {

constexpr std::size_t chunk = 1024;  // contacts per partial sum

/// Velocity of what stays free of body i, and of what is driven.
template <int D>
Twist<D> free_part(const Bodies<D>& bodies, int i, const Twist<D>& t) {
    if (bodies.freedom[i] == Freedom::isotropic) return t;
    if (bodies.freedom[i] == Freedom::immovable) return {};
    return {bodies.free_directions[i] * t.v, bodies.free_rotations[i] * t.w};
}

template <int D>
Twist<D> driven_part(const Bodies<D>& bodies, int i, const Twist<D>& t) {
    const Twist<D> free = free_part(bodies, i, t);
    return {t.v - free.v, t.w - free.w};
}

template <int D>
ContactWork contact_work(const World<D>& world, std::size_t c) {
    const Bodies<D>& bodies = world.bodies;
    const Vec<D>& J = world.contacts.impulse[c];
    const Spin<D>& M = world.contacts.moment[c];
    if (J == Vec<D>{}) return {};

    ContactWork work;
    const ContactArms<D>& arms = world.problem.W.contact[c];
    const auto side = [&](int body, const Vec<D>& arm, const Vec<D>& f, const Spin<D>& m) {
        const Twist<D>&was = world.before[body], &is = bodies.velocity[body];
        const Spin<D> spin = 0.5 * (was.w + is.w);
        const Vec<D> mean = 0.5 * (was.v + is.v) + turn(spin, arm);
        work.dissipated -= dot(f, mean) + dot(m, spin);
        if (bodies.freedom[body] == Freedom::isotropic) return;
        const Twist<D> driven = driven_part(bodies, body, is);
        work.driven -= dot(f, driven.v) + dot(moment(arm, f) + m, driven.w);
    };
    side(world.parts.body[world.contacts.point[c].a], arms.arm_a, -J, -M);
    side(world.parts.body[world.contacts.point[c].b], arms.arm_b, J, M);
    return work;
}

}  // namespace

template <int D>
void measure_energy(World<D>& world) {
    const Bodies<D>& bodies = world.bodies;
    double kinetic = 0.0, potential = 0.0;
    for (int i = 0; i < bodies.size(); ++i) {
        if (bodies.freedom[i] == Freedom::immovable) continue;
        const Twist<D> t = free_part(bodies, i, bodies.velocity[i]);
        kinetic += 0.5 * bodies.mass[i] * dot(t.v, t.v) + rotational_energy(bodies, i, t.w);
        const Vec<D> g = free_part(bodies, i, {world.description.gravity, {}}).v;
        potential -= bodies.mass[i] * dot(g, bodies.position[i]);
    }
    world.energy.kinetic = kinetic;
    world.energy.potential = potential;
}

template <int D>
void account_energy(World<D>& world, double h, bool end_of_step, ThreadPool& pool) {
    const Bodies<D>& bodies = world.bodies;
    const ContactWork contacts = pool.sum_in_order(world.contacts.point.size(), chunk, world.contact_work,
                                                   [&](std::size_t i, std::size_t end) {
                                                       ContactWork part;
                                                       for (; i < end; ++i) part += contact_work(world, i);
                                                       return part;
                                                   });
    world.energy.dissipated += contacts.dissipated;
    world.energy.work += contacts.driven;

    double loads = 0.0;
    for (const int i : world.loaded) {
        const Twist<D> was = free_part(bodies, i, world.before[i]),
                       is = free_part(bodies, i, bodies.velocity[i]);
        loads += 0.5 * h * (dot(world.applied[i].v, was.v + is.v) + dot(world.applied[i].w, was.w + is.w));
    }
    world.energy.work += loads;

    if (!end_of_step) return;
    double scheme = 0.0;
    for (int i = 0; i < bodies.size(); ++i) {
        const Vec<D> change =
            free_part(bodies, i, bodies.velocity[i]).v - free_part(bodies, i, world.before[i]).v;
        scheme += 0.5 * h * bodies.mass[i] * dot(world.description.gravity, change);
    }
    world.energy.scheme += scheme;
}

template void measure_energy(World<2>&);
template void measure_energy(World<3>&);
template void account_energy(World<2>&, double, bool, ThreadPool&);
template void account_energy(World<3>&, double, bool, ThreadPool&);

}  // namespace drystone
