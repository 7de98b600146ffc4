// A load on a body, docs/theory.md (7.7): f = F or R F (`follows`), torque T or R T, plus l(c) x f for the point c it acts at; plus m A.

#include "step/loads.h"

#include <cassert>

#include "core/index.h"
#include "step/membranes.h"
#include "step/moving_loads.h"
#include "step/pressure.h"

namespace drystone {

template <int D>
Twist<D> force_and_torque(const Matter<D>& matter, const Bodies<D>& bodies, const Load<D>& load) {
    assert(load.body >= 0 && load.body < bodies.size());
    const int i = load.body;
    Twist<D> f{load.force, load.torque};
    if (load.follows) {
        const Rotation<D> shape = bodies.rotation[i] * matter.shape_rotation[i];
        f.v = rotate(shape, load.force);
        if constexpr (D == 3) f.w = rotate(shape, load.torque);
    }
    if (load.has_point) {
        const Vec<D> arm = matter.shape_origin[i] + rotate(matter.shape_rotation[i], load.point);
        f.w += moment(rotate(bodies.rotation[i], arm), f.v);
    }
    f.v += matter.mass[i] * load.acceleration;
    return f;
}

template <int D>
void apply_loads(World<D>& world, double t) {
    assert(std::isfinite(t));
    for (const int i : world.loaded) world.applied.edit(i) = {};
    for (const Load<D>& load : world.description.loads) {
        if (load.where) continue;  // on nodes of a deformable body
        const double scale = load.history.at(t) * (load.control < 0 ? 1.0 : world.factor[at(load.control)].value);
        const Twist<D> f = force_and_torque(world.matter, world.bodies, load);
        world.applied.edit(load.body).v += scale * f.v;
        world.applied.edit(load.body).w += scale * f.w;
    }
    press_membranes(world, t);
    press_walls(world, t);  // some where membranes end
    press_on_bodies(world, t);
    apply_water(world, t);
}

template Twist<2> force_and_torque(const Matter<2>&, const Bodies<2>&, const Load<2>&);
template Twist<3> force_and_torque(const Matter<3>&, const Bodies<3>&, const Load<3>&);
template void apply_loads(World<2>&, double);
template void apply_loads(World<3>&, double);

}  // namespace drystone
