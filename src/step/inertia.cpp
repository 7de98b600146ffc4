#include "step/inertia.h"

#include <cassert>
#include <cmath>

#include "bodies/move.h"
#include "step/deformable.h"

namespace drystone {

namespace {

void take(double mass, double kinetic, InertiaTally& tally) { tally.momentum += std::sqrt(2.0 * mass * kinetic); }

template <int D>
void count_rigid(const World<D>& world, double h, std::span<const char> counts, InertiaTally& tally) {
    const Bodies<D>& bodies = world.bodies;
    const Matter<D>& matter = world.matter;
    for (int i = 0; i < bodies.size(); ++i) {
        if (matter.freedom[i] == Freedom::immovable || matter.freedom[i] == Freedom::elastic) continue;
        if (!counts.empty() && !counts[static_cast<std::size_t>(i)]) continue;
        const Twist<D>& t = bodies.velocity[i];
        const Twist<D> driven = driven_part(matter, i, t);
        const Vec<D> v = t.v - driven.v;
        take(matter.mass[i], 0.5 * matter.mass[i] * dot(v, v) + rotational_energy(matter, bodies, i, t.w - driven.w), tally);
        tally.impulse += h * (matter.mass[i] * norm(matter.free_directions[i] * world.gravity) +
                              norm(matter.free_directions[i] * world.applied[i].v));
    }
}

template <int D>
void count_contacts(const World<D>& world, InertiaTally& tally) {
    const auto movable = [&](int part) {
        return world.matter.freedom[world.parts.body[part]] != Freedom::immovable;
    };
    for (int c = 0; c < world.contacts.size(); ++c) {
        const ContactPoint<D>& point = world.contacts.point[c];
        tally.impulse += (movable(point.a) + movable(point.b)) * norm(world.contacts.impulse[c]);
    }
}

template <int D>
void count_deformable(const World<D>& world, double h, InertiaTally& tally) {
    for_deformable_impulses(world, h, [&](double mass, double kinetic, double impulses) {
        take(mass, kinetic, tally);
        tally.impulse += impulses;
    });
}

}  // namespace

template <int D>
InertiaTally inertia_tally(const World<D>& world, double h, std::span<const char> counts) {
    assert(h > 0.0);
    InertiaTally tally;
    count_rigid(world, h, counts, tally);
    count_deformable(world, h, tally);
    count_contacts(world, tally);
    return tally;
}

template <int D>
double inertia_share(const World<D>& world, double h) {
    return inertia_tally(world, h).share();
}

template InertiaTally inertia_tally(const World<2>&, double, std::span<const char>);
template InertiaTally inertia_tally(const World<3>&, double, std::span<const char>);
template double inertia_share(const World<2>&, double);
template double inertia_share(const World<3>&, double);

}  // namespace drystone
