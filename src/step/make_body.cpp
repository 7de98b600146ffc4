// Bodies as rows of arrays. The frame of a body is that of its principal axes at its centre of mass:
//
//     I = Q diag(I_1, I_2, I_3) Q^T,   x = x_s + R_s c,   R = R_s Q        x_s, R_s: the shape's frame, c: the centre of mass in it

#include "step/make_body.h"

#include <algorithm>
#include <cassert>

#include "bodies/move.h"
#include "core/index.h"
#include "step/deformable.h"
#include "step/drives.h"

namespace drystone {

namespace {

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

/// A part of nobody's.
template <int D>
void empty_part(Parts<D>& parts, std::size_t p) {
    parts.kind[p] = PartKind::none;
    parts.movable[p] = 0;
    parts.radius[p] = 0.0;
    parts.length.set(p, 0.0);
    parts.centre[p] = {};
    for (Few<Vec<D>>* list : {&parts.local_centre, &parts.local_axis, &parts.axis}) list->set(p, {});
}

/// The place of a convex part among the solids.
template <int D, class Shape>
void put_solid(const PlacedShape<D>& placed, const Shape& shape, const BodyMake<D>& made, std::size_t p,
               Parts<D>& parts) {
    const std::size_t k = at(parts.solid[p]);
    parts.radius[p] = shape.radius;
    parts.solids.local_origin[k] =
        rotate_back(made.principal.rotation, placed.position - made.properties.centre);
    parts.solids.local_turn[k] = matrix(inverse(made.principal.rotation) * placed.rotation);
}

template <int D>
void put_part(const PlacedShape<D>& placed, const BodyMake<D>& made, std::size_t p, Parts<D>& parts) {
    Vec<D> axis{}, centre = placed.position;
    if (const auto* ball = std::get_if<Ball<D>>(&placed.shape)) {
        parts.kind[p] = PartKind::ball;
        parts.radius[p] = ball->radius;
    } else if (const auto* plane = std::get_if<Plane<D>>(&placed.shape)) {
        parts.kind[p] = PartKind::plane;
        axis = plane->normal;
    } else if (const auto* drum = std::get_if<Drum<D>>(&placed.shape)) {
        parts.kind[p] = PartKind::drum;
        parts.radius[p] = drum->radius;
        parts.length.set(p, D == 3 ? drum->length : 0.0);
        if (D == 3) axis = Vec<D>::axis(D - 1);
    } else if (const auto* block = std::get_if<Solid<D>>(&placed.shape)) {
        parts.kind[p] = PartKind::solid;
        put_solid(placed, *block->convex, made, p, parts);
        parts.solids.shape[at(parts.solid[p])] = block->convex;
        centre += rotate(placed.rotation, block->convex->middle);
    } else if (const auto* round = std::get_if<CurvedSolid<D>>(&placed.shape)) {
        parts.kind[p] = PartKind::curved;
        put_solid(placed, *round->curved, made, p, parts);
        parts.solids.curved[at(parts.solid[p])] = round->curved;
        centre += rotate(placed.rotation, round->curved->middle);
    }
    parts.movable[p] = made.freedom != Freedom::immovable;
    parts.local_centre.set(p, rotate_back(made.principal.rotation, centre - made.properties.centre));
    parts.local_axis.set(p, rotate_back(made.principal.rotation, rotate(placed.rotation, axis)));
    if (parts.local_axis.has_place(p)) parts.axis.edit(p);  // threads write it
}

}  // namespace

template <int D>
std::string called(const BodyDescription<D>& body, int number) {
    return body.name.empty() ? "body number " + std::to_string(number) : "body '" + body.name + "'";
}

template <int D>
BodyMake<D> make_body(const WorldDescription<D>& description, const BodyDescription<D>& body, int slot,
                      const MassProperties<D>* elastic) {
    BodyMake<D> made;
    made.properties = elastic ? *elastic : weigh(body, description.materials[at(body.material)].density);
    made.principal = principal_frame(made.properties.inertia);
    const FreeSpace<D> space = slot >= 0    ? free_space(description, slot)
                               : body.fixed ? FreeSpace<D>{{}, {}}
                                            : FreeSpace<D>{};
    made.free_directions = space.directions;
    if (made.principal.moments != Spin<D>{}) made.free_rotations = space.rotations;
    made.freedom = body.deformable
                       ? Freedom::elastic
                       : freedom_of<D>({made.free_directions, made.free_rotations}, made.principal.moments);
    if (made.freedom != Freedom::immovable) check_mass(body, slot, made.properties, made.principal);
    return made;
}

template <int D>
std::string build_of(const Geometry<D>& geometry) {
    std::string build;
    for (const PlacedShape<D>& placed : geometry) {
        const bool is_convex = std::holds_alternative<Solid<D>>(placed.shape) ||
                               std::holds_alternative<CurvedSolid<D>>(placed.shape);
        build += std::holds_alternative<Ball<D>>(placed.shape) ? 'o' : is_convex ? 'c' : 'w';
    }
    return build;
}

template <int D>
void reserve_slots(Model<D>& model, State<D>& state) {
    model.description.bodies.shrink_to_fit();
    const std::size_t n = model.description.bodies.size();
    std::size_t shapes = 0;
    for (const BodyDescription<D>& body : model.description.bodies) shapes += body.geometry.size();
    const auto reserve = [](std::size_t count, auto&... list) { (list.reserve(count), ...); };
    Bodies<D>& bodies = state.bodies;
    Matter<D>& m = model.matter;
    Parts<D>& p = model.parts;
    reserve(n, bodies.id, bodies.position, bodies.rotation, bodies.velocity, bodies.inverse_inertia);
    reserve(n, m.mass, m.inertia, m.freedom, m.inverse_mass, m.material, m.surface, m.shape_origin,
            m.shape_rotation);
    reserve(n, model.start_position, model.start_rotation, model.first_part);
    reserve_rigid_slots(model, n);
    reserve(shapes, p.body, p.kind, p.movable, p.radius, p.solid, p.centre, p.surface);
}

template <int D>
void add_slots(Model<D>& model, State<D>& state, int count) {
    Bodies<D>& bodies = state.bodies;
    Matter<D>& matter = model.matter;
    const std::size_t n = bodies.position.size() + at(count);
    bodies.id.resize(n, nobody);
    bodies.position.resize(n);
    bodies.rotation.resize(n);
    bodies.velocity.resize(n);
    bodies.inverse_inertia.resize(n);
    matter.mass.resize(n);
    matter.inertia.resize(n);
    matter.freedom.resize(n, Freedom::immovable);
    matter.free_directions.resize(n);
    matter.free_rotations.resize(n);
    matter.inverse_mass.resize(n);
    matter.material.resize(n);
    matter.surface.resize(n);
    matter.shape_origin.resize(n);
    matter.shape_rotation.resize(n);
    add_rigid_slots(model, n);
    model.start_position.resize(n);
    model.start_rotation.resize(n);
    model.first_part.resize(n, model.parts.shapes());
}

template <int D>
void add_parts(Model<D>& model, int slot, const std::string& build) {
    Parts<D>& parts = model.parts;
    const std::size_t first = at(parts.shapes()), count = build.size();
    assert(model.first_part[at(slot)] == static_cast<int>(first) && at(slot) + 1 == model.first_part.size());
    const auto widen = [&](auto& list, const auto& value) {
        list.insert(list.begin() + static_cast<std::ptrdiff_t>(first), count, value);
    };
    const auto widen_few = [&](auto&... list) { (list.insert(first, count), ...); };
    widen(parts.body, slot);
    widen(parts.kind, PartKind::none);
    widen(parts.movable, char{0});
    widen(parts.radius, 0.0);
    widen(parts.solid, -1);
    widen(parts.surface, -1);
    widen(parts.centre, Vec<D>{});
    widen_few(parts.length, parts.local_centre, parts.local_axis, parts.axis);
    Solids<D>& solids = parts.solids;
    for (std::size_t k = 0; k < count; ++k) {
        if (build[k] != 'c') continue;
        parts.solid[first + k] = static_cast<int>(solids.shape.size());
        solids.shape.push_back(nullptr);
        solids.curved.push_back(nullptr);
        solids.local_origin.emplace_back();
        solids.local_turn.emplace_back();
        solids.origin.emplace_back();
        solids.turn.emplace_back();
    }
}

template <int D>
void put_body(Model<D>& model, State<D>& state, int slot, const BodyMake<D>& made) {
    const std::size_t i = at(slot);
    const BodyDescription<D>& body = model.description.bodies[i];
    Bodies<D>& bodies = state.bodies;
    Matter<D>& matter = model.matter;
    const bool moves = made.freedom != Freedom::immovable;
    bodies.position[i] = body.position + rotate(body.orientation, made.properties.centre);
    bodies.rotation[i] = normalised(body.orientation * made.principal.rotation);
    bodies.velocity[i] = moves ? Twist<D>{body.velocity, body.angular_velocity} : Twist<D>{};
    bodies.inverse_inertia.set(i, {});
    matter.mass[i] = made.properties.mass;
    matter.inertia.set(i, made.principal.moments);
    matter.freedom[i] = made.freedom;
    matter.free_directions.set(i, made.free_directions);
    matter.free_rotations.set(i, made.free_rotations);
    matter.inverse_mass.set(i, {});
    if (moves) {
        matter.inverse_mass.set(i, (1.0 / made.properties.mass) * made.free_directions);
        if (made.freedom == Freedom::isotropic)
            bodies.inverse_inertia.set(i, Mat<spin_dim<D>>::scaled_identity(1.0 / made.principal.moments[0]));
        else
            refresh_inverse_inertia(matter, bodies, slot);
    }
    matter.material[i] = body.material;
    matter.shape_origin.set(i, rotate_back(made.principal.rotation, -made.properties.centre));
    matter.shape_rotation.set(i, inverse(made.principal.rotation));
    model.start_position[i] = bodies.position[i];
    model.start_rotation.set(i, bodies.rotation[i]);
}

template <int D>
void put_parts(Model<D>& model, int slot, const BodyMake<D>& made) {
    const Geometry<D>& geometry = model.description.bodies[at(slot)].geometry;
    std::size_t p = at(model.first_part[at(slot)]);
    for (const PlacedShape<D>& placed : geometry) put_part(placed, made, p++, model.parts);
}

template <int D>
void clear_slot(Model<D>& model, State<D>& state, int slot) {
    const std::size_t i = at(slot);
    Matter<D>& matter = model.matter;
    state.bodies.id[i] = nobody;
    state.bodies.position[i] = {};
    state.bodies.rotation[i] = {};
    state.bodies.velocity[i] = {};
    state.bodies.inverse_inertia.set(i, {});
    matter.mass[i] = 0.0;
    matter.inertia.set(i, {});
    matter.freedom[i] = Freedom::immovable;
    matter.free_directions.set(i, {});
    matter.inverse_mass.set(i, {});
    matter.free_rotations.set(i, {});
    matter.material[i] = matter.surface[i] = 0;
    model.start_position[i] = {};
    matter.shape_origin.set(i, {});
    matter.shape_rotation.set(i, {});
    model.start_rotation.set(i, {});
    for (std::size_t p = at(model.first_part[i]), end = at(end_of_parts(model, slot)); p < end; ++p) {
        empty_part(model.parts, p);
        if (model.parts.solid[p] < 0) continue;
        model.parts.solids.shape[at(model.parts.solid[p])] = nullptr;
        model.parts.solids.curved[at(model.parts.solid[p])] = nullptr;
    }
}

template <int D>
int end_of_parts(const Model<D>& model, int slot) {
    const std::size_t next = at(slot) + 1;
    return next < model.first_part.size() ? model.first_part[next] : model.parts.shapes();
}

#define DRYSTONE_MAKE_BODY(D)                                                                  \
    template std::string called(const BodyDescription<D>&, int);                               \
    template BodyMake<D> make_body(const WorldDescription<D>&, const BodyDescription<D>&, int, \
                                   const MassProperties<D>*);                                  \
    template std::string build_of(const Geometry<D>&);                                         \
    template void reserve_slots(Model<D>&, State<D>&);                                         \
    template void add_slots(Model<D>&, State<D>&, int);                                                   \
    template void add_parts(Model<D>&, int, const std::string&);                               \
    template void put_body(Model<D>&, State<D>&, int, const BodyMake<D>&);                                \
    template void put_parts(Model<D>&, int, const BodyMake<D>&);                               \
    template void clear_slot(Model<D>&, State<D>&, int);                                                  \
    template int end_of_parts(const Model<D>&, int);
DRYSTONE_MAKE_BODY(2)
DRYSTONE_MAKE_BODY(3)
#undef DRYSTONE_MAKE_BODY

}  // namespace drystone
