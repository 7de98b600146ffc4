#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

#include "bodies/move.h"
#include "contact/assemble.h"
#include "core/index.h"
#include "geometry/mass.h"
#include "geometry/principal.h"
#include "step/deform.h"
#include "step/drives.h"
#include "step/gravity.h"
#include "step/links.h"
#include "step/slots.h"
#include "step/stages.h"
#include "step/tabulate_laws.h"
#include "step/world.h"

namespace drystone {

namespace {

template <int D>
std::string called(const BodyDescription<D>& body, int i) {
    return body.name.empty() ? "body number " + std::to_string(i) : "body '" + body.name + "'";
}

/// Mass properties with an explicit mass in place of density times volume; planes and drums then have no
/// inertia, so they do not turn under impulses.
template <int D>
MassProperties<D> weigh(const BodyDescription<D>& body, double density) {
    MassProperties<D> properties = mass_properties(body.geometry, density);
    if (body.mass > 0.0) {
        if (properties.mass > 0.0) properties.inertia = (body.mass / properties.mass) * properties.inertia;
        properties.mass = body.mass;
    }
    return properties;
}

template <int D>
Freedom freedom_of(const FreeSpace<D>& space, const Spin<D>& inertia) {
    constexpr int S = spin_dim<D>;
    if (space.directions == Mat<D>{} && space.rotations == Mat<S>{}) return Freedom::immovable;
    const bool all_free =
        space.directions == Mat<D>::scaled_identity(1.0) && space.rotations == Mat<S>::scaled_identity(1.0);
    const bool one_number =
        std::all_of(inertia.c.begin(), inertia.c.end(), [&](double i) { return i == inertia[0]; });
    return all_free && one_number ? Freedom::isotropic : Freedom::general;
}

/// Whose parts they are.
template <int D>
struct Owner {
    int body = 0;
    bool movable = false;
    Vec<D> centre{};          // of mass, in the shape's frame [m]
    Rotation<D> principal{};  // its axes -> the shape's frame
};

template <int D>
void add_parts(const Geometry<D>& geometry, const Owner<D>& owner, Parts<D>& parts) {
    for (const PlacedShape<D>& placed : geometry) {
        Vec<D> axis{};
        double radius = 0.0, length = 0.0;
        PartKind kind = PartKind::ball;
        if (const auto* ball = std::get_if<Ball<D>>(&placed.shape)) {
            radius = ball->radius;
        } else if (const auto* plane = std::get_if<Plane<D>>(&placed.shape)) {
            kind = PartKind::plane;
            axis = plane->normal;
        } else if (const auto* drum = std::get_if<Drum<D>>(&placed.shape)) {
            kind = PartKind::drum;
            radius = drum->radius;
            length = D == 3 ? drum->length : 0.0;
            if (D == 3) axis = Vec<D>::axis(D - 1);
        }
        Vec<D> centre = placed.position;
        int solid = -1;
        const auto add_solid = [&](PartKind of, const auto& shape) {
            kind = of;
            radius = shape.radius;
            centre += rotate(placed.rotation, shape.middle);
            solid = static_cast<int>(parts.solids.shape.size());
            parts.solids.shape.push_back(nullptr);
            parts.solids.curved.push_back(nullptr);
            parts.solids.local_origin.push_back(rotate_back(owner.principal, placed.position - owner.centre));
            parts.solids.local_turn.push_back(matrix(inverse(owner.principal) * placed.rotation));
        };
        if (const auto* block = std::get_if<Solid<D>>(&placed.shape)) {
            add_solid(PartKind::solid, *block->convex);
            parts.solids.shape.back() = block->convex;
        }
        if (const auto* round = std::get_if<CurvedSolid<D>>(&placed.shape)) {
            add_solid(PartKind::curved, *round->curved);
            parts.solids.curved.back() = round->curved;
        }
        parts.body.push_back(owner.body);
        parts.kind.push_back(kind);
        parts.movable.push_back(owner.movable);
        parts.radius.push_back(radius);
        parts.length.push_back(length);
        parts.local_centre.push_back(rotate_back(owner.principal, centre - owner.centre));
        parts.solid.push_back(solid);
        parts.local_axis.push_back(rotate_back(owner.principal, rotate(placed.rotation, axis)));
        parts.surface.push_back(-1);
    }
    parts.centre.resize(parts.body.size());
    parts.axis.resize(parts.body.size());
    parts.solids.origin.resize(parts.solids.shape.size());
    parts.solids.turn.resize(parts.solids.shape.size());
}

/// A number that can be squared and divided by, and that a double holds with all its digits.
bool is_usable(double x) { return x > 1e-150 && x < 1e150; }

template <int D>
void check_mass(const BodyDescription<D>& body, int i, const MassProperties<D>& properties,
                const PrincipalFrame<D>& principal) {
    if (properties.mass == 0.0)
        refuse(body.place, called(body, i) + " has no mass of its own: give it `mass`, or `fixed = true`");
    const bool turns = principal.moments != Spin<D>{};
    const auto& moments = principal.moments.c;
    if (is_usable(properties.mass) && (!turns || std::all_of(moments.begin(), moments.end(), is_usable)))
        return;
    refuse(body.place,
           called(body, i) +
               " is too small or too large, too light or too heavy: its mass and inertia must lie "
               "between 1e-150 and 1e150 in SI units");
}

template <int D>
void add_body(World<D>& world, int i) {
    constexpr int S = spin_dim<D>;
    const BodyDescription<D>& body = world.description.bodies[i];
    MassProperties<D> properties = weigh(body, world.description.materials[body.material].density);
    std::shared_ptr<const ElasticModel<D>> model;
    if (body.deformable) {
        model = model_of(world, body);
        if (!model->affine) properties = {model->mass, model->centre, model->inertia};
    }
    const PrincipalFrame<D> principal = principal_frame(properties.inertia);

    FreeSpace<D> space = free_space(world.description, i);
    if (principal.moments == Spin<D>{}) space.rotations = {};
    const Freedom freedom = body.deformable ? Freedom::elastic : freedom_of(space, principal.moments);
    if (freedom != Freedom::immovable) check_mass(body, i, properties, principal);

    Bodies<D>& bodies = world.bodies;
    Matter<D>& matter = world.matter;
    bodies.position.push_back(body.position + rotate(body.orientation, properties.centre));
    bodies.rotation.push_back(normalised(body.orientation * principal.rotation));
    bodies.velocity.push_back(freedom == Freedom::immovable ? Twist<D>{}
                                                            : Twist<D>{body.velocity, body.angular_velocity});
    matter.mass.push_back(properties.mass);
    matter.inertia.push_back(principal.moments);
    matter.freedom.push_back(freedom);
    matter.free_directions.push_back(space.directions);
    matter.free_rotations.push_back(space.rotations);
    matter.inverse_mass.push_back({});
    bodies.inverse_inertia.push_back(Mat<S>{});
    if (freedom != Freedom::immovable) {
        matter.inverse_mass[i] = (1.0 / properties.mass) * space.directions;
        refresh_inverse_inertia(matter, bodies, i);
    }
    if (freedom == Freedom::isotropic) {
        bodies.inverse_inertia[i] = Mat<S>::scaled_identity(1.0 / principal.moments[0]);
    }
    matter.material.push_back(body.material);
    matter.shape_origin.push_back(rotate_back(principal.rotation, -properties.centre));
    matter.shape_rotation.push_back(inverse(principal.rotation));
    world.deforming_of.push_back(-1);
    if (!model || model->affine)
        add_parts<D>(body.geometry, {i, freedom != Freedom::immovable, properties.centre, principal.rotation},
                     world.parts);
    if (model) add_deforming(world, i, std::move(model));
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

template <int D>
void list_moving_loads(World<D>& world) {
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

template <int D>
void list_driven_bodies(World<D>& world) {
    WorldDescription<D>& description = world.description;
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
    world.factor.assign(description.controls.size(), {});
    for (const WetBody<D>& wet : world.wet) world.loaded.push_back(wet.body);
    for (auto* list : {&world.driven, &world.loaded}) {
        std::sort(list->begin(), list->end());
        list->erase(std::unique(list->begin(), list->end()), list->end());
    }
}

}  // namespace

template <int D>
World<D> make_world(WorldDescription<D> description) {
    World<D> world;
    world.description = std::move(description);
    add_world_body(world.description);
    for (int i = 0; i < static_cast<int>(world.description.bodies.size()); ++i) add_body(world, i);
    give_ids(world);
    world.start_position = world.bodies.position;
    world.start_rotation = world.bodies.rotation;
    add_links(world);
    world.book = tabulate_laws(world.description, world.matter.surface);
    world.contacts.memory.schema = world.book.memory;
    list_wet_bodies(world);
    list_damped_bodies(world);
    list_driven_bodies(world);
    hold_nodes(world);
    refuse_curved_beside_meshes(world);

    world.smallest_radius = std::numeric_limits<double>::infinity();
    for (int p = 0; p < world.parts.size(); ++p) {
        world.smallest_radius = std::min(world.smallest_radius, world.parts.extent(p));
    }
    world.before = world.bodies.velocity;
    make_room(world);
    world.gravity = gravity_at(world.description, 0.0);
    start_driven_bodies<D>(world, world);
    ThreadPool alone(1);
    place_parts(world.bodies, alone, world.parts);
    place_deforming(world, alone);
    measure_energy(world);
    world.energy.stored = energy_of_links(world);
    world.energy.initial = world.energy.kinetic + world.energy.potential + world.energy.strain + world.energy.stored;
    return world;
}

template World<2> make_world(WorldDescription<2>);
template World<3> make_world(WorldDescription<3>);

}  // namespace drystone
