#include "device/setup.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "step/look_ahead.h"

namespace drystone::device {

namespace {

/// Shapes that several parts share go once.
template <int D>
void add_solid(const Parts<D>& parts, int p, std::map<const Convex<D>*, int>& numbers, Setup<D>& s) {
    const int k = parts.solid[p];
    const auto [place, is_new] = numbers.try_emplace(parts.solids.shape[k].get(), static_cast<int>(s.shapes.size()));
    if (is_new) s.shapes.push_back(parts.solids.shape[k]);
    s.solid.resize(parts.body.size());
    s.solid[static_cast<std::size_t>(p)] = {place->second, parts.solids.local_origin[k], parts.solids.local_turn[k]};
}

/// Impulses move it, but not all of it.
template <int D>
bool is_held(const Matter<D>& matter, int i) {
    return matter.freedom[i] == Freedom::general && !(matter.free_directions[i] == Mat<D>::scaled_identity(1.0) &&
                                                      matter.free_rotations[i] == Mat<spin_dim<D>>::scaled_identity(1.0));
}

void become(ContactsAre& kind, ContactsAre at_least) { kind = std::max(kind, at_least); }

template <int D>
void add_bodies(const World<D>& world, Setup<D>& s) {
    const Matter<D>& matter = world.matter;
    bool any_held = false;
    s.position = world.bodies.position;
    s.rotation = world.bodies.rotation;
    s.velocity = world.bodies.velocity;
    s.surface = matter.surface;
    for (int i = 0; i < world.bodies.size(); ++i) {
        const bool moves = matter.freedom[i] != Freedom::immovable, held = is_held(matter, i);
        if (moves) s.moving.push_back(i);
        s.mass.push_back(moves ? matter.mass[i] : 0.0);
        s.inertia.push_back(moves ? matter.inertia[i][0] : 0.0);
        s.inverse_mass.push_back(!moves ? 0.0 : held ? 1.0 / matter.mass[i] : matter.inverse_mass[i][0][0]);
        s.inverse_inertia.push_back(!moves ? 0.0 : held ? 1.0 / matter.inertia[i][0] : world.bodies.inverse_inertia[i][0][0]);
        if (matter.freedom[i] == Freedom::general) become(s.contacts_are, held ? ContactsAre::general : ContactsAre::plain);
        any_held = any_held || held;
    }
    if (s.contacts_are != ContactsAre::round) s.moments = matter.inertia.all();
    if (!any_held) return;
    s.free_directions = matter.free_directions.all();
    s.free_rotations = matter.free_rotations.all();
}

template <int D>
void add_parts(const World<D>& world, Setup<D>& s) {
    const Parts<D>& parts = world.parts;
    int walls = 0;
    std::map<const Convex<D>*, int> numbers;
    for (int p = 0; p < parts.size(); ++p) {
        const bool grain = parts.is_grain(p), solid = parts.kind[p] == PartKind::solid;
        if (grain) s.grains.push_back(p);
        s.part_body.push_back(parts.body[p]);
        s.radius.push_back(grain ? parts.radius[p] : 0.0);
        s.extent.push_back(grain ? parts.extent(p) : 0.0);
        s.wall.push_back(grain ? -1 : parts.is_wall(p) ? walls++ : -2);
        if (parts.is_wall(p) && parts.movable[p]) become(s.contacts_are, ContactsAre::general);
        if (!grain || (!solid && parts.local_centre[p] == Vec<D>{})) continue;
        s.offset.resize(parts.body.size());
        s.offset[static_cast<std::size_t>(p)] = parts.local_centre[p];
        if (solid || parts.movable[p]) become(s.contacts_are, ContactsAre::plain);
        if (solid) add_solid(parts, p, numbers, s);
    }
    s.rule = world.description.points;
    s.shape_parts = parts.shapes();
    s.smallest_radius = world.smallest_radius;
}

template <int D>
Closing closing_of(const Law& law) {
    if (remembers(law) && !std::holds_alternative<Coulomb>(law)) return Closing::waits;
    return bounces<D>(law) ? Closing::bounces : Closing::stops;
}

/// Dry friction with moments, and nothing else.
bool is_dry(const Law& law) {
    const Coulomb* coulomb = std::get_if<Coulomb>(&law);
    return coulomb && !coulomb->remembers() && !(coulomb->reach() > 0.0);
}

template <int D>
void add_laws(const World<D>& world, Setup<D>& s) {
    const LawBook& book = world.book;
    for (std::size_t k = 0; k < book.laws.size(); ++k) {
        s.law.push_back(any_law(book.laws[k]));
        s.closing.push_back(closing_of<D>(book.laws[k]));
        if (!is_dry(book.laws[k])) become(s.contacts_are, ContactsAre::general);
        if (book.places.empty() || book.places[k].empty()) continue;
        s.law.back().places = static_cast<int>(s.places.size());
        s.places.insert(s.places.end(), book.places[k].begin(), book.places[k].end());
    }
    s.between = book.between;
    s.surfaces = book.surfaces;
    s.anchor_places = book.anchor_places;
    s.width = book.memory.width;
    s.reach = book.reach;
    s.remembers = book.remembers;
    s.looks_ahead = book.looks_ahead;
    s.shares_force = book.shares_force;
    const bool linked = world.links.size() > 0;
    s.laws_turn = book.turns || std::any_of(world.links.link.begin(), world.links.link.end(), [](const auto& link) { return link.carries_moments(); });
    s.joins = book.remembers || linked;
    if (s.joins) become(s.contacts_are, ContactsAre::general);
    s.known = world.known_before;
}

/// By body, those of one in the order of the scene.
template <int D>
void add_loads(const World<D>& world, Loads<D>& loads) {
    const Matter<D>& matter = world.matter;
    const std::vector<Load<D>>& all = world.description.loads;
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t j, std::size_t k) { return all[j].body < all[k].body; });
    for (const std::size_t k : order) {
        const Load<D>& load = all[k];
        const int i = load.body;
        if (loads.body.empty() || loads.body.back() != i) {
            loads.body.push_back(i);
            loads.first.push_back(static_cast<int>(loads.load.size()));
        }
        loads.load.push_back({.force = load.force,
                              .torque = load.torque,
                              .weight = matter.mass[i] * load.acceleration,
                              .arm = matter.shape_origin[i] + rotate(matter.shape_rotation[i], load.point),
                              .shape_rotation = matter.shape_rotation[i],
                              .follows = load.follows,
                              .has_point = load.has_point,
                              .scale = static_cast<int>(k)});
    }
    loads.first.push_back(static_cast<int>(loads.load.size()));
    std::map<std::pair<int, double>, int> rates;
    for (const DampedBody& one : world.damped) {
        const auto [place, is_new] = rates.try_emplace({one.entry, one.entry < 0 ? one.rate : 0.0}, static_cast<int>(loads.rates.size()));
        if (is_new) loads.rates.push_back(one);
        loads.damped.push_back(one.body);
        loads.rate.push_back(place->second);
    }
}

/// A cell that repeats; one under stress is gripped by contacts that round ones cannot be.
template <int D>
void add_cell(const World<D>& world, Setup<D>& s) {
    s.box = cell_view(world);
    if (!world.cell_model.deforms) return;
    for (int i = 0; i < world.bodies.size(); ++i) s.rides.push_back(rides(world, i) ? 1 : 0);
    if (world.cell_model.is_pressed) become(s.contacts_are, ContactsAre::plain);
}

/// Those of links are the host's affair.
template <int D>
void add_contacts(const World<D>& world, Setup<D>& s) {
    const Contacts<D>& contacts = world.contacts;
    std::size_t n = contacts.point.size();
    while (n > 0 && is_link(world.parts, contacts.point[n - 1])) --n;
    for (std::size_t i = 0; i < n; ++i) {
        const ContactPoint<D>& c = contacts.point[i];
        s.contact_a.push_back(c.a);
        s.contact_b.push_back(c.b);
        s.feature.push_back(static_cast<int>(c.feature));
        s.point.push_back(c.point);
        s.normal.push_back(c.normal);
        s.gap.push_back(c.gap);
        s.area.push_back(c.area);
        if (s.box.repeats) s.image.push_back(c.image);
    }
    const auto count = static_cast<std::ptrdiff_t>(n);
    s.impulse.assign(contacts.impulse.begin(), contacts.impulse.begin() + count);
    s.moment = contacts.moment.all();
    s.moment.resize(n);
    s.memory.assign(n * static_cast<std::size_t>(s.width), 0.0);
    std::copy_n(contacts.memory.values.begin(), std::min(s.memory.size(), contacts.memory.values.size()), s.memory.begin());
}

}  // namespace

template <int D>
CellView<D> cell_view(const World<D>& world) {
    CellView<D> box;
    if (!world.cell_model.is_there) return box;
    const Space<D>& space = world.parts.space;
    box.repeats = space.repeats();
    box.origin = space.origin();
    box.edges = space.edges();
    box.inverse_edges = inverse(space.edges());
    for (int k = 0; k < D; ++k) box.periodic[k] = space.repeats_along(k);
    return box;
}

template <int D>
Setup<D> setup_of(const World<D>& world) {
    Setup<D> s;
    add_bodies(world, s);
    add_parts(world, s);
    add_laws(world, s);
    add_cell(world, s);
    if (s.contacts_are != ContactsAre::round && s.moments.empty()) s.moments = world.matter.inertia.all();
    add_loads(world, s.loads);
    add_contacts(world, s);
    return s;
}

template CellView<2> cell_view(const World<2>&);
template CellView<3> cell_view(const World<3>&);
template Setup<2> setup_of(const World<2>&);
template Setup<3> setup_of(const World<3>&);

}  // namespace drystone::device
