// Water on bodies, docs/theory.md (7.8), (7.10)-(7.12): buoyancy f = - rho V G at the centre of the volume below the surface, pressure
// from one side f = phi rho |G| int depth dS d, on faces f = - phi rho |G| int depth n dS, drag f = kappa (v_w - v+) with kappa = rho C A |v_w - v-| / 2, implicit.

#include "step/water.h"

#include <algorithm>
#include <cassert>

#include "bodies/move.h"
#include "geometry/mass.h"
#include "step/make_body.h"
#include "step/water_shape.h"
#include "step/world.h"

namespace drystone {

namespace {

template <int D>
WaterSurface<D> surface_at(const World<D>& world, double t) {
    const Vec<D>& down = world.description.gravity;
    return {(-1.0 / norm(down)) * down, world.description.water->level.held(t)};
}

/// Of the parts in first_part .. end_part.
template <int D>
void weigh_parts(const Model<D>& model, WetBody<D>& wet) {
    double volume = 0.0;
    Vec<D> moment{};
    for (int p = wet.first_part; p < wet.end_part; ++p) {
        const double part = part_volume(model.parts, p);
        volume += part;
        moment += part * part_centroid(model.parts, p);
    }
    if (volume == 0.0) return;
    wet.overlap = mass_properties(model.description.bodies[wet.body].geometry, 1.0).mass / volume;
    wet.lopsided = (1.0 / volume) * moment;
}

template <int D>
WetBody<D> wet_body(const Model<D>& model, int i) {
    WetBody<D> wet{.body = i, .first_part = model.first_part[i], .end_part = end_of_parts(model, i)};
    weigh_parts(model, wet);
    return wet;
}

/// nullptr: an immovable body.
template <int D>
const WetBody<D>* find_wet(const std::vector<WetBody<D>>& wet, int body) {
    const auto at = std::lower_bound(wet.begin(), wet.end(), body,
                                     [](const WetBody<D>& one, int i) { return one.body < i; });
    return at != wet.end() && at->body == body ? &*at : nullptr;
}

template <int D>
bool is_in(const Bounds<D>& box, const Vec<D>& x) {
    for (int i = 0; i < D; ++i) {
        if (x[i] < box.low[i] || x[i] > box.high[i]) return false;
    }
    return true;
}

template <int D>
void list_wet_faces(World<D>& world) {
    for (const auto& chosen : world.description.water->faces) {
        const WetBody<D>* wet = find_wet(world.wet, chosen.body);
        const std::size_t before = world.wet_faces.size();
        for (int p = wet ? wet->first_part : 0; wet && p < wet->end_part; ++p) {
            for (int f = 0; f < faces(world.parts, p); ++f) {
                if (is_in(chosen.where, face_of(world.parts, p, f).middle()))
                    world.wet_faces.push_back({chosen.body, p, f, chosen.factor});
            }
        }
        if (world.wet_faces.size() == before)
            refuse(chosen.place, "no face of body '" + world.description.bodies[chosen.body].name +
                                     "' has its middle in this box at time 0" + (wet ? "" : ": it cannot move"));
    }
}

}  // namespace

template <int D>
void list_wet_bodies(World<D>& world) {
    if (!world.description.water) return;
    if (world.description.gravity == Vec<D>{})
        refuse(world.description.water->place, "there is water, but no gravity to say which way is up");
    for (int i = 0; i < world.bodies.size(); ++i) {
        if (world.matter.freedom[i] != Freedom::immovable) world.wet.push_back(wet_body(world, i));
    }
    if (world.description.water->faces.empty()) return;
    ThreadPool here(1);
    place_parts(world.bodies, here, world.parts);
    list_wet_faces(world);
}

template <int D>
void wet_newcomer(Model<D>& model, int body) {
    if (!model.description.water || model.matter.freedom[body] == Freedom::immovable) return;
    const auto place = std::lower_bound(model.wet.begin(), model.wet.end(), body,
                                        [](const WetBody<D>& one, int i) { return one.body < i; });
    model.wet.insert(place, wet_body(model, body));
    const auto loaded = std::lower_bound(model.loaded.begin(), model.loaded.end(), body);
    if (loaded == model.loaded.end() || *loaded != body) model.loaded.insert(loaded, body);
}

template <int D>
void apply_water(World<D>& world, double t) {
    if (!world.description.water) return;
    const Water<D>& water = *world.description.water;
    const WaterSurface<D> surface = surface_at(world, t);
    for (const WetBody<D>& wet : world.wet) {
        if (!water.buoyancy) break;
        const Submerged<D> part = submerged_part(world, wet, surface);
        if (part.volume == 0.0) continue;
        const Vec<D> lift = -water.density * world.gravity;  // per volume
        world.applied.edit(wet.body).v += part.volume * lift;
        world.applied.edit(wet.body).w += moment(part.moment, lift);
    }
    const double weight = -water.density * dot(world.gravity, surface.up);
    for (const auto& pressure : water.pressures) {
        const WetBody<D>* wet = find_wet(world.wet, pressure.body);
        if (!wet) continue;
        const WetSide<D> side = wet_side(world, *wet, pressure.direction, surface);
        const Vec<D> push = (pressure.factor * weight) * pressure.direction;  // per depth and area
        world.applied.edit(wet->body).v += side.load * push;
        world.applied.edit(wet->body).w += moment(side.moment, push);
    }
    for (const WetFace& wet : world.wet_faces) {
        const Face<D> face = face_of(world.parts, wet.part, wet.face);
        const WetSide<D> side = wet_side(face, world.bodies.position[wet.body], surface);
        const Vec<D> push = (-wet.factor * weight) * face.normal;
        world.applied.edit(wet.body).v += side.load * push;
        world.applied.edit(wet.body).w += moment(side.moment, push);
    }
}

template <int D>
double drag_on(const World<D>& world, int body) {
    if (!world.description.water || world.description.water->drag == 0.0) return 0.0;
    const WetBody<D>* wet = find_wet(world.wet, body);
    return wet ? wet->drag : 0.0;
}

template <int D>
void begin_drag(World<D>& world, double h, double t) {
    assert(h > 0.0);
    if (!world.description.water || world.description.water->drag == 0.0) return;
    const Water<D>& water = *world.description.water;
    const WaterSurface<D> surface = surface_at(world, t);
    Matter<D>& matter = world.matter;
    for (WetBody<D>& wet : world.wet) {
        const int i = wet.body;
        const Vec<D> u = water.velocity - world.before[i].v;
        const double speed = norm(u);
        wet.drag = 0.0;
        if (speed == 0.0) continue;
        const double area = wet_side(world, wet, (1.0 / speed) * u, surface).area;
        wet.drag = 0.5 * water.density * water.drag * area * speed;
        if (wet.drag == 0.0) continue;
        if (matter.freedom[i] == Freedom::elastic) {  // as it slows a rigid body of its mass that touches nothing
            const Vec<D> without = world.gravity + (1.0 / matter.mass[i]) * world.applied[i].v;
            world.applied.edit(i).v += (wet.drag / (1.0 + h * wet.drag / matter.mass[i])) * (u - h * without);
            continue;
        }
        matter.inverse_mass.set(i, (1.0 / (matter.mass[i] + h * wet.drag)) * matter.free_directions[i]);
        world.applied.edit(i).v += wet.drag * (u - h * world.gravity);
    }
}

template <int D>
void end_drag(Model<D>& model, State<D>& state, Scratch<D>& scratch, double h) {
    if (!model.description.water || model.description.water->drag == 0.0) return;
    Matter<D>& matter = model.matter;
    for (const WetBody<D>& wet : model.wet) {
        const int i = wet.body;
        if (wet.drag == 0.0 || matter.freedom[i] == Freedom::elastic) continue;
        matter.inverse_mass.set(i, (1.0 / matter.mass[i]) * matter.free_directions[i]);
        scratch.applied.edit(i).v += wet.drag * (scratch.before[i].v + h * scratch.gravity - state.bodies.velocity[i].v);
    }
}

#define DRYSTONE_WATER(D)                                \
    template void list_wet_bodies(World<D>&);            \
    template void wet_newcomer(Model<D>&, int);          \
    template void apply_water(World<D>&, double);        \
    template double drag_on(const World<D>&, int);       \
    template void begin_drag(World<D>&, double, double); \
    template void end_drag(Model<D>&, State<D>&, Scratch<D>&, double);
DRYSTONE_WATER(2)
DRYSTONE_WATER(3)
#undef DRYSTONE_WATER

}  // namespace drystone
