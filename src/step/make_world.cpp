#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

#include "bodies/move.h"
#include "contact/assemble.h"
#include "core/index.h"
#include "step/deform.h"
#include "step/drives.h"
#include "step/freedom.h"
#include "step/gravity.h"
#include "step/links.h"
#include "step/make_body.h"
#include "step/membranes.h"
#include "step/pressure.h"
#include "step/slots.h"
#include "step/stages.h"
#include "step/tabulate_laws.h"
#include "step/world.h"

namespace drystone {

namespace {

template <int D>
void add_body(World<D>& world, int i) {
    const BodyDescription<D>& body = world.description.bodies[at(i)];
    add_slots<D>(world, world, 1);
    if (const auto vacant = world.description.vacant.find(i); vacant != world.description.vacant.end()) {
        add_parts(world, i, vacant->second);
        world.vacancies[vacant->second].insert(i);
        return;
    }
    const auto model = body.deformable ? model_of<D>(world, world, body) : nullptr;
    MassProperties<D> weighed;
    if (model && !model->affine) weighed = {model->mass, model->centre, model->inertia};
    const BodyMake<D> made = make_body(world.description, body, i, model && !model->affine ? &weighed : nullptr);
    put_body<D>(world, world, i, made);
    if (!model || model->affine) {
        add_parts(world, i, build_of(body.geometry));
        put_parts(world, i, made);
    }
    if (model) add_deforming(world, i, model);
}

/// Who is where: ids as the description has them, or in its order.
template <int D>
void give_ids(World<D>& world) {
    std::vector<int>& ids = world.description.ids;
    if (ids.empty()) {
        ids.resize(world.description.bodies.size());
        std::iota(ids.begin(), ids.end(), 0);
    }
    assert(ids.size() == world.description.bodies.size());
    world.bodies.id = ids;
    world.slot = slots_of(ids);
    world.census.next_id = static_cast<int>(world.slot.size());
}

/// Who is to come is weighed as the bodies of the scene are: what cannot be is refused now, and not in the midst of a run.
template <int D>
void weigh_coming(const WorldDescription<D>& description) {
    for (const Source<D>& source : description.sources) make_body(description, source.grains->grain(0), -1);
}

/// The nodes of a mesh look for flat faces, balls, planes and drums.
template <int D>
void refuse_curved_beside_meshes(const World<D>& world) {
    if (world.parts.surfaces.empty()) return;
    for (int p = 0; p < world.parts.size(); ++p) {
        if (world.parts.kind[p] != PartKind::curved) continue;
        const int i = world.parts.body[p];
        refuse(world.description.bodies[i].place,
               called(world.description.bodies[i], i) +
                   " is a curved shape, which bodies with a mesh do not touch: give a cylinder `sides`, "
                   "leave out `rounding`, "
                   "use spheres or polyhedra, or make the others rigid or `deformable = \"uniform\"`");
    }
}

}  // namespace

template <int D>
World<D> make_world(WorldDescription<D> description) {
    World<D> world;
    world.description = std::move(description);
    add_world_body(world.description);
    aim_pressings(world.description);
    reserve_slots<D>(world, world);
    for (int i = 0; i < static_cast<int>(world.description.bodies.size()); ++i) add_body(world, i);
    weigh_coming(world.description);
    give_ids(world);
    add_links(world);
    world.book = tabulate_laws(world.description, world.matter.surface, world.surfaces);
    world.contacts.memory.schema = world.book.memory;
    list_wet_bodies(world);
    list_damped_bodies(world);
    list_driven_bodies(world);
    world.factor.assign(world.description.controls.size(), {});
    hold_nodes(world);
    refuse_curved_beside_meshes(world);
    make_cell(world);

    world.smallest_radius = std::numeric_limits<double>::infinity();
    for (int p = 0; p < world.parts.size(); ++p) {
        world.smallest_radius = std::min(world.smallest_radius, world.parts.extent(p));
    }
    world.census.smallest_radius = world.smallest_radius;
    world.census.vacant = world.description.vacant;
    world.census.by_source.resize(world.description.sources.size());
    world.census.by_sink.resize(world.description.sinks.size());
    world.before = world.bodies.velocity;
    make_room(world);
    world.gravity = gravity_at(world.description, 0.0);
    start_driven_bodies<D>(world, world);
    ThreadPool alone(1);
    place_parts(world.bodies, alone, world.parts);
    place_deforming(world, alone);
    list_membranes(world);
    begin_membranes(world);
    list_pressed_walls(world);
    begin_pressures(world);
    check_cell(world);
    measure_energy(world);
    world.energy.stored = energy_of_links(world);
    world.energy.initial = world.energy.kinetic + world.energy.potential + world.energy.strain + world.energy.stored;
    return world;
}

template World<2> make_world(WorldDescription<2>);
template World<3> make_world(WorldDescription<3>);

}  // namespace drystone
