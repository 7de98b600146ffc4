#include "ranks/catalogue.h"

#include <algorithm>
#include <limits>
#include <utility>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "core/index.h"
#include "step/make_body.h"
#include "step/slots.h"

namespace drystone::ranks {

namespace {

/// Of the ball about its centre of mass that holds it [m]; planes and drums have no end.
template <int D>
double radius_of(const World<D>& whole, int slot) {
    double r = 0.0;
    for (int p = whole.first_part[at(slot)]; p < end_of_parts(whole, slot); ++p) {
        if (whole.parts.is_wall(p)) return std::numeric_limits<double>::infinity();
        r = std::max(r, norm(whole.parts.local_centre[at(p)]) + whole.parts.radius[at(p)]);
    }
    return r;
}

/// So many times the mean of the bodies that can move; of the sources' where there are none yet.
template <int D>
double limit_of(const World<D>& whole) {
    double sum = 0.0, largest = 0.0;
    int count = 0;
    for (int i = 0; i < whole.bodies.size(); ++i) {
        const double r = radius_of(whole, i);
        if (whole.matter.freedom[at(i)] == Freedom::immovable || !(r < std::numeric_limits<double>::infinity())) continue;
        sum += r;
        ++count;
    }
    for (const Source<D>& source : whole.description.sources) largest = std::max(largest, source.grains->largest());
    return large * (count > 0 ? sum / count : largest);
}

/// Bodies that everybody has to see, wherever they are: walls that pressures know, what loads travel over, the point that a load is controlled
/// by, grains in a membrane and what it ends on.
template <int D>
void mark_needed(const WorldDescription<D>& d, std::vector<char>& needed) {
    const auto need = [&](const std::vector<int>& slots) {
        for (const int slot : slots) needed[at(slot)] = 1;
    };
    for (const Pressing<D>& one : d.pressings) {
        needed[at(one.body)] = 1;
        if (one.measured_at >= 0) needed[at(one.measured_at)] = 1;
        need(one.between);
    }
    if (!d.pressings.empty()) {  // the neighbours of a pressed wall are what is held or moved
        for (const Motion<D>& one : d.motions) needed[at(one.body)] = 1;
        for (const Hold<D>& one : d.holds) needed[at(one.body)] = 1;
    }
    for (const MovingLoad<D>& one : d.moving_loads) need(one.bodies);
    for (const LoadControl<D>& one : d.controls) needed[at(one.body)] = 1;
    for (const Membrane<D>& one : d.membranes) {
        need(one.bodies);
        need(one.platens);
    }
}

/// The description without its bodies and stages, which are not copied.
template <int D>
WorldDescription<D> frame_of(World<D>& whole) {
    WorldDescription<D>& d = whole.description;
    auto bodies = std::exchange(d.bodies, {});
    auto stages = std::exchange(d.stages, {});
    WorldDescription<D> frame = d;
    d.bodies = std::move(bodies);
    d.stages = std::move(stages);
    return frame;
}

/// A face of the whole among the parts of a world of some of its bodies.
template <int D>
void place_face(const World<D>& whole, const World<D>& world, WallFace& face) {
    const auto next = std::upper_bound(whole.first_part.begin(), whole.first_part.end(), face.part);
    const auto i = static_cast<std::size_t>(next - whole.first_part.begin()) - 1;
    face.part += world.first_part[at(world.slot[at(whole.description.ids[i])])] - whole.first_part[i];
}

/// Walls that pressures know, as they were found among all bodies.
template <int D>
void place_walls(const World<D>& whole, World<D>& world) {
    world.pressed = whole.pressed;
    world.measuring = whole.measuring;
    world.platens = whole.platens;
    for (auto* walls : {&world.pressed, &world.measuring}) {
        for (PressedWall& wall : *walls) {
            for (WallFace& face : wall.own) place_face(whole, world, face);
            for (WallFace& face : wall.bounds) place_face(whole, world, face);
        }
    }
    for (std::vector<WallFace>& faces : world.platens) {
        for (WallFace& face : faces) place_face(whole, world, face);
    }
}

template <int D>
void list_body(Catalogue<D>& c, std::size_t i) {
    c.moves[i] = c.whole->matter.freedom[i] != Freedom::immovable;
    c.everywhere[i] = !c.moves[i] || radius_of(*c.whole, static_cast<int>(i)) > c.limit;
}

}  // namespace

template <int D>
void list_known_to_all(Catalogue<D>& c) {
    c.known_to_all.clear();
    for (std::size_t i = 0; i < c.everywhere.size(); ++i) {
        if (c.everywhere[i] && c.frame.ids[i] >= 0) c.known_to_all.push_back(static_cast<int>(i));
    }
}

void give_back_memory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

template <int D>
void list_bodies(Catalogue<D>& c) {
    World<D>& whole = *c.whole;
    c.frame = frame_of(whole);
    c.limit = limit_of(whole);
    c.shapes = whole.parts.shapes();
    const std::size_t n = whole.bodies.position.size();
    c.moves.assign(n, 0);
    c.everywhere.assign(n, 0);
    for (std::size_t i = 0; i < n; ++i) list_body(c, i);
    mark_needed(whole.description, c.everywhere);
    list_known_to_all(c);
    c.links_of.assign(whole.description.links.empty() ? 0 : n, {});
    for (std::size_t k = 0; k < whole.description.links.size(); ++k) {
        c.links_of[at(whole.description.links[k].body_a)].push_back(static_cast<int>(k));
        c.links_of[at(whole.description.links[k].body_b)].push_back(static_cast<int>(k));
    }
}

template <int D>
void list_changes(Catalogue<D>& c, std::span<const int> slots) {
    const std::size_t n = c.whole->bodies.position.size();
    c.frame = frame_of(*c.whole);
    c.shapes = c.whole->parts.shapes();
    c.moves.resize(n, 0);
    c.everywhere.resize(n, 0);
    if (!c.links_of.empty()) c.links_of.resize(n);
    for (const int slot : slots) list_body(c, at(slot));
    list_known_to_all(c);
}

template <int D>
void strip(Catalogue<D>& c) {
    World<D>& whole = *c.whole;
    std::vector<char> isotropic;
    isotropic.reserve(whole.matter.freedom.size());
    for (const Freedom freedom : whole.matter.freedom) isotropic.push_back(freedom == Freedom::isotropic);
    c.descriptions.take(whole.description.bodies, isotropic);
    c.descriptions.take_beginnings(whole);
    World<D> kept;
    kept.description = std::move(whole.description);
    kept.matter.surface = std::move(whole.matter.surface);
    kept.slot = std::move(whole.slot);
    kept.links = std::move(whole.links);
    kept.book = std::move(whole.book);
    kept.surfaces = std::move(whole.surfaces);
    kept.first_part = std::move(whole.first_part);
    kept.first = std::move(whole.first);
    kept.smallest_radius = whole.smallest_radius;
    kept.known_before = std::move(whole.known_before);
    kept.drive_base = std::move(whole.drive_base);
    kept.pressed = std::move(whole.pressed);
    kept.measuring = std::move(whole.measuring);
    kept.platens = std::move(whole.platens);
    kept.cell_model = whole.cell_model;
    whole = std::move(kept);
    give_back_memory();
}

template <int D>
World<D> world_of(const Catalogue<D>& c, std::span<const int> slots, std::span<const int> links) {
    const World<D>& whole = *c.whole;
    BodyList<D> bodies;
    bodies.reserve(slots.size());
    for (const int slot : slots) bodies.push_back(c.descriptions.empty() ? whole.description.bodies[at(slot)] : c.descriptions.of(slot));
    World<D> world = make_world(some_of<D>(c.frame, std::move(bodies), {slots, links}));
    world.book = whole.book;
    world.surfaces = whole.surfaces;
    world.contacts.memory.schema = whole.book.memory;
    world.smallest_radius = world.census.smallest_radius = whole.smallest_radius;
    world.first = whole.first;
    world.cell_model = whole.cell_model;  // as heavy as all bodies are, and with all stages known
    world.slot.resize(whole.slot.size(), -1);
    for (std::size_t k = 0; k < slots.size(); ++k) {
        const std::size_t i = at(slots[k]);
        world.matter.surface[k] = whole.matter.surface[i];
        if (c.descriptions.empty()) {
            world.start_position[k] = whole.start_position[i];
            world.start_rotation.set(k, whole.start_rotation[i]);
        } else {
            c.descriptions.begin(slots[k], k, world);
        }
        if (!whole.drive_base.empty()) world.drive_base.push_back(whole.drive_base[i]);
        if (!whole.known_before.empty()) world.known_before.push_back(whole.known_before[i]);
    }
    for (std::size_t k = 0; k < links.size(); ++k) {
        const int row = world.links.link[k].first_row;
        world.links.link[k] = whole.links.link[at(links[k])];
        world.links.link[k].first_row = row;
    }
    place_walls(whole, world);
    return world;
}

#define DRYSTONE_CATALOGUE(D)                                                                        \
    template struct Catalogue<D>;                                                                    \
    template void list_bodies(Catalogue<D>&);                                                        \
    template void list_known_to_all(Catalogue<D>&);                                                  \
    template void list_changes(Catalogue<D>&, std::span<const int>);                                 \
    template void strip(Catalogue<D>&);                                                              \
    template World<D> world_of(const Catalogue<D>&, std::span<const int>, std::span<const int>);
DRYSTONE_CATALOGUE(2)
DRYSTONE_CATALOGUE(3)
#undef DRYSTONE_CATALOGUE

}  // namespace drystone::ranks
