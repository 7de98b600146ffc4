#include "step/gravity.h"

namespace drystone {

template <int D>
Vec<D> gravity_at(const WorldDescription<D>& description, double t) {
    if (!description.gravity_change) return description.gravity;
    const GravityChange<D>& change = *description.gravity_change;
    return change.scale.held(t) * rotate(rotation_by(change.tilt.held(t) * change.axis), description.gravity);
}

template <int D>
void set_gravity(World<D>& world, double t) {
    if (!world.description.gravity_change) return;
    const Vec<D> changed = gravity_at(world.description, t);
    const Vec<D> change = changed - world.gravity;
    const Bodies<D>& bodies = world.bodies;
    double work = 0.0;
    for (int i = 0; i < bodies.size(); ++i) {
        if (bodies.freedom[i] == Freedom::immovable) continue;
        work -= bodies.mass[i] * dot(bodies.free_directions[i] * change, bodies.position[i]);
    }
    world.energy.work += work;
    world.gravity = changed;
}

template Vec<2> gravity_at(const WorldDescription<2>&, double);
template Vec<3> gravity_at(const WorldDescription<3>&, double);
template void set_gravity(World<2>&, double);
template void set_gravity(World<3>&, double);

}  // namespace drystone
