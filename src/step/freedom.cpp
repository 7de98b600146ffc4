// P_v, P_w: projectors on what holds and drives leave free, docs/theory.md (7.3); M^-1 = P_v / m, inverse inertia by (7.4).

#include "step/freedom.h"

#include <algorithm>

#include "bodies/move.h"
#include "core/index.h"
#include "step/make_body.h"

namespace drystone {

namespace {

template <int D>
void list_moving_loads(World<D>& world) {
    world.ridden.clear();
    for (MovingLoad<D>& load : world.description.moving_loads) {
        load.history.prepare();
        load.position.prepare();
        std::vector<char> chosen(world.description.bodies.size());
        for (const int body : load.bodies) chosen[at(body)] = 1;
        std::vector<int>& parts = world.ridden.emplace_back();
        for (int p = 0; p < world.parts.shapes(); ++p) {
            if (chosen[at(world.parts.body[p])]) parts.push_back(p);
        }
        world.loaded.insert(world.loaded.end(), load.bodies.begin(), load.bodies.end());
    }
}

}  // namespace

template <int D>
bool set_freedom(Model<D>& model, State<D>& state, int i) {
    constexpr int S = spin_dim<D>;
    Matter<D>& matter = model.matter;
    Bodies<D>& bodies = state.bodies;
    const Freedom was = matter.freedom[i];
    if (was == Freedom::elastic) return false;
    const BodyMake<D> made = make_body(model.description, model.description.bodies[i], i);
    matter.freedom[i] = made.freedom;
    matter.free_directions.set(i, made.free_directions);
    matter.free_rotations.set(i, made.free_rotations);
    matter.inverse_mass.set(i, {});
    bodies.inverse_inertia.set(i, {});
    if (made.freedom != Freedom::immovable) {
        matter.inverse_mass.set(i, (1.0 / matter.mass[i]) * made.free_directions);
        if (made.freedom == Freedom::isotropic)
            bodies.inverse_inertia.set(i, Mat<S>::scaled_identity(1.0 / matter.inertia[i][0]));
        else
            refresh_inverse_inertia(matter, bodies, i);
    }
    return (was == Freedom::immovable) != (made.freedom == Freedom::immovable);
}

template <int D>
void list_driven_bodies(World<D>& world) {
    WorldDescription<D>& description = world.description;
    world.driven.clear();
    world.loaded.clear();
    for (Motion<D>& m : description.motions) {
        m.signal.prepare();
        world.driven.push_back(m.body);
        if (m.rotates && m.has_point && world.matter.freedom[m.body] != Freedom::immovable) {
            refuse(m.place, called(description.bodies[m.body], m.body) +
                                " turns about a `point` of its drive: that needs `fixed = true`");
        }
    }
    for (const Hold<D>& hold : description.holds) world.driven.push_back(hold.body);
    for (Load<D>& load : description.loads) {
        load.history.prepare();
        world.loaded.push_back(load.body);
    }
    list_moving_loads(world);
    for (LoadControl<D>& control : description.controls) control.displacement.prepare();
    for (const WetBody<D>& wet : world.wet) world.loaded.push_back(wet.body);
    for (const Pressing<D>& pressing : description.pressings) {
        world.driven.push_back(pressing.body);
        world.loaded.push_back(pressing.body);
    }
    for (const Membrane<D>& membrane : description.membranes) {
        world.loaded.insert(world.loaded.end(), membrane.bodies.begin(), membrane.bodies.end());
        world.loaded.insert(world.loaded.end(), membrane.platens.begin(), membrane.platens.end());
    }
    for (auto* list : {&world.driven, &world.loaded}) {
        std::sort(list->begin(), list->end());
        list->erase(std::unique(list->begin(), list->end()), list->end());
    }
}

#define DRYSTONE_FREEDOM(D)                    \
    template bool set_freedom(Model<D>&, State<D>&, int); \
    template void list_driven_bodies(World<D>&);
DRYSTONE_FREEDOM(2)
DRYSTONE_FREEDOM(3)
#undef DRYSTONE_FREEDOM

}  // namespace drystone
