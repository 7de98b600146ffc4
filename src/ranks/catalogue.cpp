#include "ranks/catalogue.h"

#include <algorithm>
#include <limits>

#include "core/index.h"
#include "step/slots.h"

namespace drystone::ranks {

namespace {

/// Of the ball about its centre of mass that holds it [m]; planes and drums have no end.
template <int D>
std::vector<double> radii_of(const World<D>& whole) {
    std::vector<double> radius(whole.bodies.position.size(), 0.0);
    for (int p = 0; p < whole.parts.shapes(); ++p) {
        double& r = radius[at(whole.parts.body[at(p)])];
        const bool endless = whole.parts.is_wall(p);
        r = std::max(r, endless ? std::numeric_limits<double>::infinity() : norm(whole.parts.local_centre[at(p)]) + whole.parts.radius[at(p)]);
    }
    return radius;
}

}  // namespace

template <int D>
Catalogue<D> catalogue_of(const World<D>& whole) {
    Catalogue<D> c;
    c.bodies = whole.description.bodies;
    c.frame = whole.description;
    c.frame.bodies.clear();
    c.frame.ids.clear();
    c.surface = whole.matter.surface;
    c.first_part = whole.first_part;
    c.drive_base = whole.drive_base;
    c.known_before = whole.known_before;
    c.book = whole.book;
    c.surfaces = whole.surfaces;
    c.smallest_radius = whole.smallest_radius;
    const std::vector<double> radius = radii_of(whole);
    double sum = 0.0;
    int count = 0;
    for (std::size_t i = 0; i < radius.size(); ++i) {
        c.moves.push_back(whole.matter.freedom[i] != Freedom::immovable);
        if (!c.moves.back() || !(radius[i] < std::numeric_limits<double>::infinity())) continue;
        sum += radius[i];
        ++count;
    }
    const double limit = count > 0 ? large * sum / count : 0.0;
    for (std::size_t i = 0; i < radius.size(); ++i) {
        c.everywhere.push_back(!c.moves[i] || radius[i] > limit);
        if (c.everywhere[i]) c.known_to_all.push_back(static_cast<int>(i));
    }
    return c;
}

template <int D>
World<D> world_of(const Catalogue<D>& c, const std::vector<int>& ids) {
    World<D> world = make_world(some_of<D>(c.frame, c.bodies, ids));
    world.book = c.book;
    world.surfaces = c.surfaces;
    world.contacts.memory.schema = c.book.memory;
    world.smallest_radius = world.census.smallest_radius = c.smallest_radius;
    for (std::size_t k = 0; k < ids.size(); ++k) {
        world.matter.surface[k] = c.surface[at(ids[k])];
        if (!c.drive_base.empty()) world.drive_base.push_back(c.drive_base[at(ids[k])]);
        if (!c.known_before.empty()) world.known_before.push_back(c.known_before[at(ids[k])]);
    }
    return world;
}

template struct Catalogue<2>;
template struct Catalogue<3>;
template Catalogue<2> catalogue_of(const World<2>&);
template Catalogue<3> catalogue_of(const World<3>&);
template World<2> world_of(const Catalogue<2>&, const std::vector<int>&);
template World<3> world_of(const Catalogue<3>&, const std::vector<int>&);

}  // namespace drystone::ranks
