#include <algorithm>

#include "step/drives.h"
#include "step/first_problem.h"
#include "step/gravity.h"
#include "step/moving_loads.h"

namespace drystone {

namespace {

Signal frozen(double value) { return {.kind = Signal::Kind::constant, .value = value}; }

/// Loads that travel, as they stand at time 0: each axle a load on the body beneath it. Those on meshes stay what they are.
template <int D>
void let_stand(WorldDescription<D>& description) {
    for (MovingLoad<D>& load : description.moving_loads) {
        load.history = frozen(load.history.at(0.0));
        load.position.prepare();
    }
    if (description.moving_loads.empty()) return;
    const World<D> world = make_world(description);
    std::vector<MovingLoad<D>> moving;
    for (std::size_t k = 0; k < description.moving_loads.size(); ++k) {
        const std::vector<Load<D>> standing = standing_loads<D>(world, world, k, 0.0);
        const bool on_mesh = std::any_of(standing.begin(), standing.end(), [&](const Load<D>& one) {
            const auto& how = description.bodies[static_cast<std::size_t>(one.body)].deformable;
            return how && how->mesh;
        });
        if (on_mesh)
            moving.push_back(description.moving_loads[k]);
        else
            description.loads.insert(description.loads.end(), standing.begin(), standing.end());
    }
    description.moving_loads = std::move(moving);
}

}  // namespace

template <int D>
WorldDescription<D> at_rest(WorldDescription<D> description) {
    for (std::size_t i = 0; i < description.bodies.size(); ++i) {
        description.bodies.change(i, [](BodyDescription<D>& body) {
            body.velocity = {};
            body.angular_velocity = {};
        });
    }
    for (Motion<D>& motion : description.motions) {
        motion.signal.prepare();
        motion.signal = frozen(displacement(motion.signal, motion.quantity, 0.0));
        motion.quantity = Driven::displacement;
    }
    for (Load<D>& load : description.loads) load.history = frozen(load.control < 0 ? load.history.at(0.0) : 0.0);
    for (Load<D>& load : description.loads) load.control = -1;  // nothing pushes yet
    description.controls.clear();
    for (Pressing<D>& pressing : description.pressings) pressing.pressure = frozen(pressing.pressure.at(0.0));
    for (Membrane<D>& membrane : description.membranes) membrane.pressure = frozen(membrane.pressure.at(0.0));
    let_stand(description);
    description.gravity = gravity_at(description, 0.0);
    description.gravity_change.reset();
    if (description.water) description.water->level = frozen(description.water->level.held(0.0));
    return description;
}

template WorldDescription<2> at_rest(WorldDescription<2>);
template WorldDescription<3> at_rest(WorldDescription<3>);

}  // namespace drystone
