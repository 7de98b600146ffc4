// G(t) = s(t) R_a(alpha(t)) G_0, docs/theory.md (7.6); changing it does the work - sum m P (G_new - G_old) . x, (8.9).

#include "step/gravity.h"

#include <cassert>

namespace drystone {

template <int D>
Vec<D> gravity_at(const WorldDescription<D>& description, double t) {
    if (!description.gravity_change) return description.gravity;
    const GravityChange<D>& change = *description.gravity_change;
    return change.scale.held(t) * rotate(rotation_by(change.tilt.held(t) * change.axis), description.gravity);
}

template <int D>
void set_gravity(const Model<D>& model, State<D>& state, Scratch<D>& scratch, double t) {
    assert(std::isfinite(t));
    if (!model.description.gravity_change) return;
    const Vec<D> changed = gravity_at(model.description, t);
    const Vec<D> change = changed - scratch.gravity;
    const Bodies<D>& bodies = state.bodies;
    const Matter<D>& matter = model.matter;
    double work = 0.0;
    for (int i = 0; i < bodies.size(); ++i) {
        if (matter.freedom[i] == Freedom::immovable) continue;
        work -= matter.mass[i] * dot(matter.free_directions[i] * change, bodies.position[i]);
    }
    state.energy.work += work;
    scratch.gravity = changed;
}

template Vec<2> gravity_at(const WorldDescription<2>&, double);
template Vec<3> gravity_at(const WorldDescription<3>&, double);
template void set_gravity(const Model<2>&, State<2>&, Scratch<2>&, double);
template void set_gravity(const Model<3>&, State<3>&, Scratch<3>&, double);

}  // namespace drystone
