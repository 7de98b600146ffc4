#include "step/drives.h"
#include "step/first_problem.h"
#include "step/gravity.h"

namespace drystone {

namespace {

Signal frozen(double value) { return {.kind = Signal::Kind::constant, .value = value}; }

}  // namespace

template <int D>
WorldDescription<D> at_rest(WorldDescription<D> description) {
    for (BodyDescription<D>& body : description.bodies) {
        body.velocity = {};
        body.angular_velocity = {};
    }
    for (Motion<D>& motion : description.motions) {
        motion.signal.prepare();
        motion.signal = frozen(displacement(motion.signal, motion.quantity, 0.0));
        motion.quantity = Driven::displacement;
    }
    for (Load<D>& load : description.loads) load.history = frozen(load.history.at(0.0));
    description.gravity = gravity_at(description, 0.0);
    description.gravity_change.reset();
    if (description.water) description.water->level = frozen(description.water->level.held(0.0));
    return description;
}

template WorldDescription<2> at_rest(WorldDescription<2>);
template WorldDescription<3> at_rest(WorldDescription<3>);

}  // namespace drystone
