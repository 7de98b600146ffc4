// Work and energy of a step, docs/theory.md section 8, with V- before and V+ after it, free parts f:
//
//     d(kinetic) = h F . (V-_f + V+_f) / 2 + H r . (V-_f + V+_f) / 2                                               (8.2)
//     work = h F_a . (V-_f + V+_f) / 2 - H r . V_d        loads, and what moves the driven                         (8.5)
//     scheme = h/2 sum m G . P (v+ - v-) under euler, and what drifts lose                                         (8.6)

#include "step/energy.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "bodies/move.h"
#include "step/deformable.h"

namespace drystone {

namespace {

constexpr std::size_t chunk = 8192;  // bodies per partial sum

/// Sum of of(i) over all bodies.
template <int D, class Of>
double sum_over_bodies(World<D>& world, ThreadPool& pool, const Of& of) {
    return pool.sum_in_order(world.bodies.position.size(), chunk, world.lost, [&](std::size_t i, std::size_t end) {
        double sum = 0.0;
        for (; i < end; ++i) sum += of(static_cast<int>(i));
        return sum;
    });
}

/// Both sums, each as by sum_over_bodies(), in one pass.
template <int D, class Of, class OfOther>
std::array<double, 2> sums_over_bodies(World<D>& world, ThreadPool& pool, const Of& of, const OfOther& of_other) {
    const std::size_t bodies = world.bodies.position.size(), chunks = (bodies + chunk - 1) / chunk;
    world.lost.resize(2 * chunks);
    pool.for_each(chunks, [&](std::size_t k) {
        double first = 0.0, second = 0.0;
        for (std::size_t i = k * chunk; i < std::min(bodies, (k + 1) * chunk); ++i) {
            first += of(static_cast<int>(i));
            second += of_other(static_cast<int>(i));
        }
        world.lost[2 * k] = first;
        world.lost[2 * k + 1] = second;
    });
    std::array<double, 2> sums{};
    for (std::size_t k = 0; k < 2 * chunks; ++k) sums[k % 2] += world.lost[k];
    return sums;
}

/// Velocity of what stays free of body i.
template <int D>
Twist<D> free_part(const Matter<D>& matter, int i, const Twist<D>& t) {
    if (matter.freedom[i] == Freedom::isotropic) return t;
    if (matter.freedom[i] == Freedom::immovable || matter.freedom[i] == Freedom::elastic) return {};
    return {matter.free_directions[i] * t.v, matter.free_rotations[i] * t.w};
}

}  // namespace

template <int D>
Twist<D> driven_part(const Matter<D>& matter, int i, const Twist<D>& t) {
    const Twist<D> free = free_part(matter, i, t);
    return {t.v - free.v, t.w - free.w};
}

template <int D>
double kinetic_energy_of(const World<D>& world, int i) {
    const Bodies<D>& bodies = world.bodies;
    const Matter<D>& matter = world.matter;
    if (matter.freedom[i] == Freedom::immovable || matter.freedom[i] == Freedom::elastic) return 0.0;
    Twist<D> t = free_part(matter, i, bodies.velocity[i]);
    if (world.cell_model.deforms) t.v -= carried_velocity(world, i);
    return 0.5 * matter.mass[i] * dot(t.v, t.v) + rotational_energy(matter, bodies, i, t.w);
}

template <int D>
double potential_energy_of(const World<D>& world, int i) {
    const Matter<D>& matter = world.matter;
    if (matter.freedom[i] == Freedom::immovable || matter.freedom[i] == Freedom::elastic) return 0.0;
    return -(matter.mass[i] * dot(free_part(matter, i, {world.gravity, {}}).v, world.bodies.position[i]));
}

template <int D>
double rigid_kinetic_energy(World<D>& world, ThreadPool& pool) {
    return sum_over_bodies(world, pool, [&](int i) { return kinetic_energy_of(world, i); });
}

template <int D>
void measure_energy(World<D>& world, ThreadPool& pool) {
    auto [kinetic, potential] = sums_over_bodies(
        world, pool, [&](int i) { return kinetic_energy_of(world, i); }, [&](int i) { return potential_energy_of(world, i); });
    kinetic += cell_energy(world);
    world.energy.kinetic = kinetic;
    world.energy.potential = potential;
    world.energy.strain = 0.0;
    add_deformable_energy(world, world.energy);
}

template <int D>
void measure_energy(World<D>& world) {
    ThreadPool alone(1);
    measure_energy(world, alone);
}

template <int D>
void account_energy(World<D>& world, double h, bool end_of_step, ThreadPool& pool) {
    assert(h > 0.0 && world.before.size() == world.bodies.velocity.size());
    const Bodies<D>& bodies = world.bodies;
    const Matter<D>& matter = world.matter;
    end_drag<D>(world, world, world, h);
    end_damping(world);
    double loads = 0.0;
    for (const int i : world.loaded) {
        const Twist<D> was = free_part(matter, i, world.before[i]),
                       is = free_part(matter, i, bodies.velocity[i]);
        loads += 0.5 * h * (dot(world.applied[i].v, was.v + is.v) + dot(world.applied[i].w, was.w + is.w));
    }
    world.energy.work += loads;

    if (!end_of_step) return;
    world.energy.scheme += sum_over_bodies(world, pool, [&](int i) {
        const Vec<D> change =
            free_part(matter, i, bodies.velocity[i]).v - free_part(matter, i, world.before[i]).v;
        return 0.5 * h * matter.mass[i] * dot(world.gravity, change);
    });
}

template Twist<2> driven_part(const Matter<2>&, int, const Twist<2>&);
template Twist<3> driven_part(const Matter<3>&, int, const Twist<3>&);
template double kinetic_energy_of(const World<2>&, int);
template double kinetic_energy_of(const World<3>&, int);
template double potential_energy_of(const World<2>&, int);
template double potential_energy_of(const World<3>&, int);
template double rigid_kinetic_energy(World<2>&, ThreadPool&);
template double rigid_kinetic_energy(World<3>&, ThreadPool&);
template void measure_energy(World<2>&, ThreadPool&);
template void measure_energy(World<3>&, ThreadPool&);
template void measure_energy(World<2>&);
template void measure_energy(World<3>&);
template void account_energy(World<2>&, double, bool, ThreadPool&);
template void account_energy(World<3>&, double, bool, ThreadPool&);

}  // namespace drystone
