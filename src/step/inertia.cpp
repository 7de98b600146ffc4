#include "step/inertia.h"

#include <cassert>
#include <cmath>

#include "bodies/move.h"

namespace drystone {

namespace {

struct Tally {
    double momentum = 0.0;  // [N s]
    double impulse = 0.0;   // [N s]

    void take(double mass, double kinetic) { momentum += std::sqrt(2.0 * mass * kinetic); }
};

template <int D>
void count_rigid(const World<D>& world, double h, Tally& tally) {
    const Bodies<D>& bodies = world.bodies;
    for (int i = 0; i < bodies.size(); ++i) {
        if (bodies.freedom[i] == Freedom::immovable || bodies.freedom[i] == Freedom::elastic) continue;
        const Twist<D>& t = bodies.velocity[i];
        const Twist<D> driven = driven_part(bodies, i, t);
        const Vec<D> v = t.v - driven.v;
        tally.take(bodies.mass[i],
                   0.5 * bodies.mass[i] * dot(v, v) + rotational_energy(bodies, i, t.w - driven.w));
        tally.impulse += h * (bodies.mass[i] * norm(bodies.free_directions[i] * world.gravity) +
                              norm(bodies.free_directions[i] * world.applied[i].v));
    }
}

template <int D>
double sum_of_sizes(const std::vector<Vec<D>>& vectors) {
    double sum = 0.0;
    for (const Vec<D>& one : vectors) sum += norm(one);
    return sum;
}

template <int D>
void count_deforming(const World<D>& world, double h, Tally& tally) {
    for (const Deforming<D>& d : world.deforming) {
        tally.take(d.state.model->mass, d.kinetic);
        tally.impulse +=
            h * (d.state.model->mass * norm(world.gravity) + sum_of_sizes(d.load)) + sum_of_sizes(d.support);
    }
}

template <int D>
void count_contacts(const World<D>& world, Tally& tally) {
    const auto movable = [&](int part) {
        return world.bodies.freedom[world.parts.body[part]] != Freedom::immovable;
    };
    for (int c = 0; c < world.contacts.size(); ++c) {
        const ContactPoint<D>& point = world.contacts.point[c];
        tally.impulse += (movable(point.a) + movable(point.b)) * norm(world.contacts.impulse[c]);
    }
}

}  // namespace

template <int D>
double inertia_share(const World<D>& world, double h) {
    assert(h > 0.0);
    Tally tally;
    count_rigid(world, h, tally);
    count_deforming(world, h, tally);
    count_contacts(world, tally);
    return tally.momentum == 0.0 ? 0.0 : tally.momentum / tally.impulse;
}

template double inertia_share(const World<2>&, double);
template double inertia_share(const World<3>&, double);

}  // namespace drystone
