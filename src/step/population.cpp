// What comes in and goes out, docs/theory.md (15.2):
//
//     entered += T_i + U_i,     left += T_i + U_i + sum over its contacts of what they store
//
// so that it closes to rounding while bodies come and go.

#include "step/population.h"

#include <algorithm>
#include <cassert>
#include <set>

#include "bodies/move.h"
#include "core/index.h"
#include "core/input_error.h"
#include "laws/spring_force.h"
#include "step/deform.h"
#include "step/deformable.h"
#include "step/make_body.h"
#include "step/pressure.h"
#include "step/water.h"

namespace drystone {

namespace {

/// The description that bodies which are gone, and slots that have changed hands, can be found in again.
template <int D>
void keep_first(World<D>& world) {
    if (!world.first) world.first = std::make_shared<const WorldDescription<D>>(world.description);
}

template <int D>
bool has_wall(const std::string& build) {
    return build.find('w') != std::string::npos;
}

// Coming in

template <int D>
void check_newcomer(const World<D>& world, const BodyDescription<D>& body) {
    if (body.deformable)
        refuse(body.place, called(body, -1) + " is deformable: only rigid bodies come and go");
    if (body.geometry.empty()) refuse(body.place, called(body, -1) + " has no shape");
    const auto is_curved = [](const PlacedShape<D>& placed) {
        return std::holds_alternative<CurvedSolid<D>>(placed.shape);
    };
    if (!world.parts.surfaces.empty() && std::any_of(body.geometry.begin(), body.geometry.end(), is_curved))
        refuse(body.place, called(body, -1) + " is a curved shape, which bodies with a mesh do not touch");
}

template <int D>
void check_names(const World<D>& world, std::span<const BodyDescription<D>> bodies) {
    std::set<std::string> names;
    for (const BodyDescription<D>& body : world.description.bodies) {
        if (!body.name.empty()) names.insert(body.name);
    }
    for (const BodyDescription<D>& body : bodies) {
        if (!body.name.empty() && !names.insert(body.name).second)
            refuse(body.place, "there is a body '" + body.name + "' already");
        for (const Source<D>& source : world.description.sources) {
            if (body.group == source.name || body.name.starts_with(source.name + "."))
                refuse(body.place, "'" + (body.name.empty() ? body.group : body.name) + "' is for bodies that the source '" + source.name + "' brings");
        }
    }
}

/// Tells the list of neighbours, and the state, which has the same reference or one of its own. `tell` takes either.
template <int D, class Tell>
void tell_neighbours(World<D>& world, const Tell& tell) {
    const bool same = world.listed.is_shared_with(world.neighbours.shared_reference());
    if (same)
        world.listed.let_go();  // so that nothing is copied
    else if (!world.listed->centre.empty())
        tell(world.listed.edit());
    tell(world.neighbours);
    if (same) world.listed = world.neighbours.shared_reference();
}

/// What was listed of the parts of a slot is not any more.
template <int D>
void unlist_parts(World<D>& world, int slot) {
    tell_neighbours(world, [&](auto& list) {
        for (int p = world.first_part[at(slot)]; p < end_of_parts(world, slot); ++p) list.unlist(p);
    });
}

/// So many parts more for the last slot, whose number is returned; handles, and those who name them, move up.
template <int D>
int add_slot(World<D>& world, const std::string& build) {
    const int slot = world.bodies.size(), first = world.parts.shapes(),
              count = static_cast<int>(build.size());
    add_slots<D>(world, world, 1);
    world.description.bodies.push_back({});
    world.description.ids.push_back(nobody);
    add_parts(world, slot, build);
    tell_neighbours(world, [&](auto& list) { list.add_parts(first, count); });
    world.links.first_handle += count;
    const std::size_t contacts = world.contacts.point.size(),
                      links = std::min(at(world.links.rows), contacts);
    for (std::size_t c = contacts - links; c < contacts; ++c) {
        ContactPoint<D>& row = world.contacts.point.whole()[c];
        row.a += count;
        row.b += count;
    }
    if (!world.soft.push.empty()) world.soft.push.resize(world.bodies.position.size());
    if (!world.census.origin.empty()) world.census.origin.resize(world.bodies.position.size());
    world.applied.resize(world.bodies.position.size());
    return slot;
}

/// The lowest empty slot of that build, else a new one.
template <int D>
int take_slot(World<D>& world, const std::string& build) {
    const auto same = world.vacancies.find(build);
    if (same == world.vacancies.end() || same->second.empty()) return add_slot(world, build);
    const int slot = *same->second.begin();
    same->second.erase(same->second.begin());
    world.census.vacant.erase(slot);
    unlist_parts(world, slot);
    return slot;
}

/// All that knows bodies one by one comes to know this one.
template <int D>
void seat(World<D>& world, const BodyDescription<D>& body, const BodyMake<D>& made, const Origin<D>* origin) {
    const std::string build = build_of(body.geometry);
    const int slot = take_slot(world, build), id = world.census.next_id++;
    const std::size_t i = at(slot);
    world.description.bodies.set(i, body);
    world.description.ids[i] = world.bodies.id[i] = id;
    world.slot.resize(at(id) + 1, -1);
    world.slot[at(id)] = slot;
    put_body<D>(world, world, slot, made);
    put_parts(world, slot, made);
    world.matter.surface[i] = surface_of_newcomer(body.material, body.group, world.description.interactions,
                                                  world.surfaces, world.book);
    world.applied.set(i, {});
    if (!world.soft.push.empty()) world.soft.push[i] = {};
    damp_newcomer(world, slot);
    wet_newcomer(world, slot);
    for (int p = world.first_part[i]; p < end_of_parts(world, slot); ++p) {
        place_part(world.bodies, p, world.parts);
        world.smallest_radius = std::min(world.smallest_radius, world.parts.extent(p));
    }
    if (has_wall<D>(build)) {
        world.listed = {};
        world.neighbours.forget();
    }
    world.census.origin.resize(world.bodies.position.size());
    world.census.origin[i] = origin ? *origin : Origin<D>{};
    if (!origin || origin->source < 0)
        world.census.added.emplace_back(id, std::make_shared<const BodyDescription<D>>(body));
}

template <int D>
void count(const World<D>& world, int slot, double energy, Flow<D>& flow) {
    const double mass = world.matter.mass[at(slot)];
    ++flow.passed.bodies;
    flow.passed.mass += mass;
    flow.momentum += mass * world.bodies.velocity[at(slot)].v;
    flow.energy += energy;
}

// Going out

template <int D>
void check_leaving(const World<D>& world, std::span<const int> ids) {
    for (const int id : ids) {
        if (id < 0 || at(id) >= world.slot.size() || world.slot[at(id)] < 0)
            throw InputError("", "there is no body with the id " + std::to_string(id));
        const int slot = world.slot[at(id)];
        const BodyDescription<D>& body = world.description.bodies[at(slot)];
        const auto stays = [&](const std::string& why) {
            refuse(body.place, called(body, id) + " cannot leave: " + why);
        };
        if (world.matter.freedom[at(slot)] == Freedom::elastic || deforms<D>(world, slot))
            stays("it is deformable");
        for (const LinkDescription<D>& link : world.description.links) {
            if (link.body_a == slot || link.body_b == slot) stays("link '" + link.name + "' holds it");
        }
        if (is_under_pressure(world.description, slot)) stays("a pressure or a membrane is on it");
        for (const LoadControl<D>& control : world.description.controls) {
            if (control.body == slot) stays("a load is controlled by how it moves");
        }
    }
}

/// Elastic energy of soft contact c [J].
template <int D>
double soft_energy(const World<D>& world, std::size_t c) {
    const ContactPoint<D>& point = world.contacts.point[c];
    const Parts<D>& parts = world.parts;
    const int a = parts.body[at(point.a)], b = parts.body[at(point.b)];
    const Spring* law =
        std::get_if<Spring>(&world.book.of(world.matter.surface[at(a)], world.matter.surface[at(b)]));
    if (!law) return 0.0;
    const double r = parts.radius[at(point.a)], s = parts.radius[at(point.b)];
    const double radius = parts.is_wall(point.a) ? s : parts.is_wall(point.b) ? r : r * s / (r + s);
    return elastic_energy(*law, -point.gap, radius, point.normal, world.soft.contacts[c].memory);
}

/// Contacts of bodies that are gone are gone. Returns the elastic energy they held [J].
template <int D>
double drop_contacts(World<D>& world, std::span<const char> gone) {
    const auto goes = [&](const auto& c) {
        return gone[at(world.parts.body[at(c.a)])] || gone[at(world.parts.body[at(c.b)])];
    };
    const bool soft =
        !world.soft.contacts.empty() && world.soft.contacts.size() == world.contacts.point.size();
    double stored = 0.0;
    for (std::size_t c = 0; c < world.contacts.point.size(); ++c) {
        if (goes(world.contacts.point[c]))
            stored += soft ? soft_energy(world, c) : world.contacts.memory.stored(c);
    }
    take_out(world.contacts, [&](std::size_t c) { return goes(world.contacts.point[c]); });
    std::erase_if(world.soft.contacts, goes);
    return stored;
}

/// Nothing of the model names them any more.
template <int D>
void strike_out_of(World<D>& world, std::span<const char> gone) {
    const auto is_gone = [&](int slot) { return gone[at(slot)] != 0; };
    const auto is_of_gone = [&](const auto& entry) { return is_gone(entry.body); };
    strike_node_drives<D>(world, gone);
    strike_out(gone, world.description);
    for (Party& party : world.surfaces.named) std::erase_if(party.bodies, is_gone);
    std::erase_if(world.driven, is_gone);
    std::erase_if(world.loaded, is_gone);
    std::erase_if(world.wet, is_of_gone);
    std::erase_if(world.wet_faces, is_of_gone);
    std::erase_if(world.damped, is_of_gone);
    for (auto* walls : {&world.pressed, &world.measuring}) {
        for (PressedWall& wall : *walls)
            std::erase_if(wall.bounds, [&](const WallFace& face) { return is_gone(world.parts.body[at(face.part)]); });
    }
    for (std::vector<int>& parts : world.ridden)
        std::erase_if(parts, [&](int p) { return is_gone(world.parts.body[at(p)]); });
    std::erase_if(world.census.added, [&](const auto& one) { return is_gone(world.slot[at(one.first)]); });
}

template <int D>
void unseat(World<D>& world, int slot) {
    const std::size_t i = at(slot);
    const std::string build = build_of(world.description.bodies[i].geometry);
    unlist_parts(world, slot);
    if (has_wall<D>(build)) {
        world.listed = {};
        world.neighbours.forget();
    }
    world.slot[at(world.bodies.id[i])] = -1;
    clear_slot<D>(world, world, slot);
    world.applied.set(i, {});
    world.description.ids[i] = nobody;
    BodyDescription<D> empty;
    empty.fixed = true;
    world.description.bodies.set(i, empty);
    if (i < world.census.origin.size()) world.census.origin[i] = {};
    world.census.vacant[slot] = build;
    world.vacancies[build].insert(slot);
}

/// A cell whose bodies have changed lists its pairs anew, and is as heavy as they are: returns what that makes of its energy [J].
template <int D>
double regard_population(World<D>& world) {
    if (!world.cell_model.is_there) return 0.0;
    world.listed = {};
    world.images.forget();
    const double before = cell_energy(world);
    choose_inertia(world);
    return cell_energy(world) - before;
}

}  // namespace

template <int D>
std::vector<int> insert_bodies(World<D>& world, std::span<const BodyDescription<D>> bodies,
                               std::span<const Origin<D>> origin) {
    assert(origin.empty() || origin.size() == bodies.size());
    if (bodies.empty()) return {};
    if (origin.empty()) check_names(world, bodies);
    std::vector<BodyMake<D>> made;
    for (const BodyDescription<D>& body : bodies) {
        check_newcomer(world, body);
        made.push_back(make_body(world.description, body, -1));
    }
    keep_first(world);
    std::vector<int> ids;
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        seat(world, bodies[k], made[k], origin.empty() ? nullptr : &origin[k]);
        ids.push_back(world.census.next_id - 1);
        const int slot = world.slot[at(ids.back())];
        world.bodies.velocity[at(slot)].v += carried_velocity(world, slot);
        const double energy = kinetic_energy_of(world, slot) + potential_energy_of(world, slot);
        count(world, slot, energy, world.census.in);
        world.energy.entered += energy;
    }
    world.census.smallest_radius = world.smallest_radius;
    world.grains = {};
    world.energy.entered += regard_population(world);
    measure_energy(world);
    return ids;
}

template <int D>
void remove_bodies(World<D>& world, std::span<const int> ids) {
    if (ids.empty()) return;
    check_leaving(world, ids);
    keep_first(world);
    std::vector<char> gone(world.bodies.position.size(), 0);
    std::vector<int> slots;
    for (const int id : ids) {
        char& known = gone[at(world.slot[at(id)])];
        if (!known) slots.push_back(world.slot[at(id)]);
        known = 1;
    }
    std::sort(slots.begin(), slots.end());
    const double stored = drop_contacts<D>(world, gone);
    double left = stored;
    for (const int slot : slots) {
        const double energy = kinetic_energy_of(world, slot) + potential_energy_of(world, slot);
        count(world, slot, energy, world.census.out);
        left += energy;
    }
    world.census.out.energy += stored;
    world.energy.stored -= stored;
    world.energy.left += left;
    strike_out_of<D>(world, gone);
    for (const int slot : slots) unseat(world, slot);
    world.grains = {};
    world.energy.left -= regard_population(world);
    world.soft.push.clear();  // forces are found anew, without them
    measure_energy(world);
}

#define DRYSTONE_POPULATION(D)                                                              \
    template std::vector<int> insert_bodies(World<D>&, std::span<const BodyDescription<D>>, \
                                            std::span<const Origin<D>>);                    \
    template void remove_bodies(World<D>&, std::span<const int>);
DRYSTONE_POPULATION(2)
DRYSTONE_POPULATION(3)
#undef DRYSTONE_POPULATION

}  // namespace drystone
