#include "io/saved_state.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "core/input_error.h"
#include "io/flat.h"
#include "io/saved_census.h"
#include "io/saved_rows.h"
#include "step/deformable.h"

namespace drystone {

namespace {

using hdf5::Group;

template <class T>
void save(const Group& group, const std::string& name, const std::vector<T>& values, std::int64_t columns) {
    const std::int64_t rows = static_cast<std::int64_t>(values.size()) / columns;
    group.write<T>(name, values, {rows, columns}, {.chunk = {}, .checksum = true});
}

// Numbers back into vectors and rotations, as io/flat.h laid them out.

template <class Item>
void save_items(const Group& group, const std::string& name, const std::vector<Item>& items) {
    save<double>(group, name, flat(items), columns_of<Item>);
}

template <class Item>
std::vector<Item> load_items(const Group& group, const std::string& name, std::int64_t count) {
    const std::vector<double> values = group.read<double>(name, {count, columns_of<Item>});
    std::vector<Item> items(values.size() / columns_of<Item>);
    const double* from = values.data();
    for (Item& item : items) take(from, item);
    return items;
}

/// Parts by the id of their body and their number among its parts: what they are called in every run.
template <int D>
class PartNames {
  public:
    explicit PartNames(const World<D>& world) : world_(world), number_(world.parts.body.size()), of_body_(world.bodies.position.size()) {
        for (int p = 0; p < world.parts.size(); ++p) {
            std::vector<int>& own = of_body_[static_cast<std::size_t>(world.parts.body[p])];
            number_[static_cast<std::size_t>(p)] = static_cast<int>(own.size());
            own.push_back(p);
        }
    }

    std::array<std::int64_t, 2> name(int part) const { return {world_.bodies.id[world_.parts.body[part]], number_[static_cast<std::size_t>(part)]}; }

    /// Refuses what there is not.
    int part(const Group& group, const char* column, const std::int64_t* name) const {
        const std::int64_t id = name[0], number = name[1];
        const bool is_body = id >= 0 && id < static_cast<std::int64_t>(world_.slot.size()) && world_.slot[id] >= 0;
        if (is_body && number >= 0 && number < static_cast<std::int64_t>(of_body_[world_.slot[id]].size()))
            return of_body_[world_.slot[id]][static_cast<std::size_t>(number)];
        throw InputError(group.place(column), "names the part " + std::to_string(number) + " of the body whose id is " +
                                                  std::to_string(id) + ": there is none");
    }

  private:
    const World<D>& world_;
    std::vector<int> number_;                // (parts)
    std::vector<std::vector<int>> of_body_;  // (bodies)
};

/// Those of the world.
template <int D>
void write_rows(const Group& group, const World<D>& world) {
    const PartNames<D> names(world);
    const auto parts = [&](std::size_t c) {
        const auto a = names.name(world.contacts.point[c].a), b = names.name(world.contacts.point[c].b);
        return std::array{a[0], a[1], b[0], b[1]};
    };
    const SavedRows<D> rows{world.bodies, world.contacts, world.cell_model.is_there, parts};
    visit_rows(rows, [&](const char* name, SavedOf, std::int64_t columns, const auto& values) { save(group, name, values(), columns); });
}

/// Those that others will put there.
template <int D>
std::vector<std::int64_t> make_room_for_rows(const Group& group, const World<D>& world, std::span<const RowsTotal> totals) {
    std::vector<std::int64_t> offsets;
    const SavedRows<D> form{world.bodies, world.contacts, world.cell_model.is_there, {}};
    visit_rows(form, [&](const char* name, SavedOf, std::int64_t columns, const auto& values) {
        using T = typename decltype(values())::value_type;
        const RowsTotal& total = totals[offsets.size()];
        offsets.push_back(group.make_room<T>(name, {total.rows, columns}, total.checksum));
    });
    return offsets;
}

template <int D>
void load_contacts(const Group& group, const World<D>& world, Contacts<D>& contacts) {
    const PartNames<D> names(world);
    const auto identity = group.read<std::int64_t>("identity", {hdf5::any, identity_width});
    const auto count = static_cast<std::int64_t>(identity.size()) / identity_width;
    const auto place = group.read<double>("place", {count, 2 * D + 2});
    const double* from = place.data();
    std::vector<ContactPoint<D>> points(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < points.size(); ++i) {
        ContactPoint<D>& point = points[i];
        const std::int64_t* name = identity.data() + i * identity_width;
        point.a = names.part(group, "identity", name);
        point.b = names.part(group, "identity", name + 2);
        point.feature = static_cast<std::uint32_t>(name[4]);
        point.layer = static_cast<int>(name[5]);
        take(from, point.point);
        take(from, point.normal);
        point.gap = *from++;
        point.area = *from++;
    }
    contacts.point = std::move(points);
    contacts.impulse = load_items<Vec<D>>(group, "impulse", count);
    contacts.moment = load_items<Spin<D>>(group, "moment", count);
    contacts.status.clear();
    for (const std::uint8_t one : group.read<std::uint8_t>("status", {count, 1})) {
        if (one > static_cast<std::uint8_t>(ContactStatus::sliding))
            throw InputError(group.place("status"), "names a status that no contact has");
        contacts.status.push_back(static_cast<ContactStatus>(one));
    }
}

/// Nothing where there is none.
template <int D>
void save_cell(const Group& group, const World<D>& world) {
    if (world.cell_model.is_there) save_items(group, "cell", std::vector<Mat<D>>{world.cell.edges, world.cell.velocity, world.cell.listed});
}

template <int D>
void load_cell(const Group& group, const World<D>& world, State<D>& state) {
    if (!world.cell_model.is_there) return;
    const auto image = group.read<std::int64_t>("image", {state.contacts.size(), D});
    for (std::size_t i = 0; i < image.size(); ++i)
        state.contacts.point.whole()[i / D].image[i % D] = static_cast<int>(image[i]);
    const auto cell = load_items<Mat<D>>(group, "cell", 3);
    state.cell = {cell[0], cell[1], cell[2]};
}

/// What the numbers of a row are: name, unit, kind of each field.
void save_memory_fields(const Group& group, const MemorySchema& schema) {
    std::vector<std::string> fields;
    for (const MemoryField& field : schema.fields) fields.push_back(described(field));
    group.write_texts("memory_fields", fields);
}

/// `laws`: what the contacts of the scene remember in this program.
Memories load_memory(const Group& group, std::int64_t contacts, const MemorySchema& laws) {
    Memories memory;
    memory.schema = laws;
    const std::vector<std::string> saved = group.read_texts("memory_fields");
    for (std::size_t k = 0; k < std::max(saved.size(), laws.fields.size()); ++k) {
        const std::string is = k < laws.fields.size() ? described(laws.fields[k]) : "nothing";
        const std::string was = k < saved.size() ? saved[k] : "nothing";
        if (was != is)
            throw InputError(group.place("memory_fields"), "the laws of the scene remember other things in this program than in the "
                                                           "one that wrote it: " + is + " instead of " + was);
    }
    memory.values = group.read<double>("memory", {laws.width > 0 ? hdf5::any : 0, std::max(laws.width, 1)});
    const auto count = static_cast<std::int64_t>(memory.size());
    if (count != 0 && count != contacts)
        throw InputError(group.place("memory"), "is of " + std::to_string(count) + " contacts, expected " +
                                                    std::to_string(contacts));
    return memory;
}

template <int D>
std::vector<Twist<D>> load_twists(const Group& group, const std::string& name, std::int64_t count) {
    const auto numbers = group.read<double>(name, {count, D + spin_dim<D>});
    const double* from = numbers.data();
    std::vector<Twist<D>> twists(numbers.size() / (D + spin_dim<D>));
    for (Twist<D>& t : twists) {
        take(from, t.v);
        take(from, t.w);
    }
    return twists;
}

/// Forces and springs of soft grains; nothing for rigid ones.
template <int D>
void save_soft(const Group& group, const World<D>& world) {
    if (world.soft.push.empty() && world.soft.contacts.empty()) return;
    const PartNames<D> names(world);
    std::vector<std::int64_t> identity;
    std::vector<double> memory;
    for (const SoftContact<D>& one : world.soft.contacts) {
        for (const int part : {one.a, one.b}) {
            const auto name = names.name(part);
            identity.insert(identity.end(), name.begin(), name.end());
        }
        identity.push_back(one.feature);
        put(one.memory.slip, memory);
        put(one.memory.turn, memory);
    }
    if (world.cell_model.is_there) {
        std::vector<std::int64_t> image;
        for (const SoftContact<D>& one : world.soft.contacts) image.insert(image.end(), one.image.begin(), one.image.end());
        save(group, "soft_image", image, D);
        save_items(group, "soft_pull", std::vector<Mat<D>>{world.soft.pull});
    }
    save(group, "soft_force", flat_twists<D>(world.soft.push), D + spin_dim<D>);
    save(group, "soft_identity", identity, identity_width - 1);
    save(group, "soft_memory", memory, D + spin_dim<D>);
}

template <int D>
SoftState<D> load_soft(const Group& group, const World<D>& world) {
    SoftState<D> soft;
    if (!group.has("soft_force")) return soft;
    const PartNames<D> names(world);
    constexpr int width = identity_width - 1;  // they have no layers
    soft.push = load_twists<D>(group, "soft_force", hdf5::any);
    if (!soft.push.empty() && soft.push.size() != world.bodies.position.size())
        throw InputError(group.place("soft_force"), "is not of this scene: it has other bodies");
    const auto identity = group.read<std::int64_t>("soft_identity", {hdf5::any, width});
    const auto count = static_cast<std::int64_t>(identity.size()) / width;
    const auto memory = group.read<double>("soft_memory", {count, D + spin_dim<D>});
    std::vector<std::int64_t> image(static_cast<std::size_t>(count) * D, 0);
    if (world.cell_model.is_there) {
        image = group.read<std::int64_t>("soft_image", {count, D});
        soft.pull = load_items<Mat<D>>(group, "soft_pull", 1)[0];
    }
    const double* from = memory.data();
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t* name = identity.data() + i * width;
        SoftContact<D> one{.a = names.part(group, "soft_identity", name),
                           .b = names.part(group, "soft_identity", name + 2),
                           .feature = static_cast<std::uint32_t>(name[4])};
        if (one.feature > 2)
            throw InputError(group.place("soft_identity"), "names a feature that no contact has");
        take(from, one.memory.slip);
        take(from, one.memory.turn);
        for (std::size_t j = 0; j < D; ++j) one.image[j] = static_cast<int>(image[static_cast<std::size_t>(i) * D + j]);
        soft.contacts.push_back(one);
    }
    return soft;
}

/// All degrees of freedom of deformable bodies, one body after the other.
template <int D>
void save_dofs(const Group& group, const State<D>& state) {
    Dofs<D> dofs;
    gather_dofs(state, dofs);
    save_items(group, "deformed", dofs.place);
    save_items(group, "deforming", dofs.velocity);
}

template <int D>
void load_dofs(const Group& group, State<D>& state) {
    const auto count = static_cast<std::int64_t>(count_dofs(state));
    const Dofs<D> dofs{load_items<Vec<D>>(group, "deformed", count), load_items<Vec<D>>(group, "deforming", count)};
    [[maybe_unused]] const bool fits = put_dofs(dofs, state);
    assert(fits);
}

/// What pressures have measured, and how membranes lie; nothing where there are none.
template <int D>
void save_pressed(const Group& group, const State<D>& state) {
    if (!state.sensed.empty()) save(group, "sensed", state.sensed, 1);
    for (std::size_t k = 0; k < state.skins.size(); ++k) {
        const MembraneSkin<D>& skin = state.skins[k];
        const std::string name = "membrane_" + std::to_string(k);
        std::vector<std::int64_t> corners{skin.outside, 0};
        for (const auto& facet : skin.facet) {
            for (const MembraneCorner& corner : facet) corners.insert(corners.end(), {corner.id, corner.platen});
        }
        save(group, name + "_corners", corners, 2);
        save_items(group, name + "_listed", skin.listed);
    }
}

template <int D>
void load_pressed(const Group& group, const World<D>& world, State<D>& state) {
    state.sensed.clear();
    state.skins.clear();
    if (group.has("sensed")) state.sensed = group.read<double>("sensed", {hdf5::any, 1});
    for (std::size_t k = 0; group.has("membrane_" + std::to_string(k) + "_corners"); ++k) {
        MembraneSkin<D>& skin = state.skins.emplace_back();
        const std::string name = "membrane_" + std::to_string(k), whose = name + "_corners";
        const auto corners = group.read<std::int64_t>(whose, {hdf5::any, 2});
        const auto ids = static_cast<std::int64_t>(world.slot.size()), platens = static_cast<std::int64_t>(world.slot.size());
        if (corners.size() % (2 * D) != 2) throw InputError(group.place(whose), "has corners that make no facets");
        skin.outside = static_cast<int>(corners[0]);
        for (std::size_t i = 2; i < corners.size();) {
            auto& facet = skin.facet.emplace_back();
            for (MembraneCorner& corner : facet) {
                if (corners[i] < 0 || corners[i] >= ids || corners[i + 1] < -1 || corners[i + 1] >= platens)
                    throw InputError(group.place(whose), "names a body or a platen that is not there");
                corner = {static_cast<int>(corners[i]), static_cast<int>(corners[i + 1])};
                i += 2;
            }
        }
        skin.listed = load_items<Vec<D>>(group, name + "_listed", hdf5::any);
    }
}

/// The same list of fields for writing and reading.
template <class Values>
auto energy_fields(Values& energy) {
    return std::vector{&energy.kinetic,       &energy.potential,     &energy.stored,
                       &energy.initial,       &energy.work,          &energy.losses.friction,
                       &energy.losses.impact, &energy.losses.damage, &energy.losses.cohesion,
                       &energy.scheme,        &energy.strain,        &energy.losses.damping,
                       &energy.projected,     &energy.entered,       &energy.left,
                       &energy.changed};
}

/// The stage, when it and those before it began, and what its drives place bodies from.
template <int D>
void save_staging(const Group& group, const Staging<D>& staging) {
    group.set_whole_number("stage", staging.number);
    group.set_number("clock_time", staging.clock_time);
    group.set_whole_number("clock_steps", staging.clock_steps);
    std::vector<std::int64_t> ids;
    std::vector<Vec<D>> positions;
    std::vector<Rotation<D>> rotations;
    for (const auto& base : staging.bases) {
        ids.push_back(base.id);
        positions.push_back(base.pose.position);
        rotations.push_back(base.pose.rotation);
    }
    save(group, "stages_began", staging.began, 1);
    save(group, "held_id", std::vector<std::int64_t>(staging.held.begin(), staging.held.end()), 1);
    save(group, "base_id", ids, 1);
    save_items(group, "base_position", positions);
    save_items(group, "base_rotation", rotations);
}

template <int D>
Staging<D> load_staging(const Group& group, const World<D>& world) {
    Staging<D> staging;
    staging.number = static_cast<int>(group.whole_number("stage"));
    staging.clock_time = group.number("clock_time");
    staging.clock_steps = group.whole_number("clock_steps");
    staging.began = group.read<double>("stages_began", {hdf5::any, 1});
    const auto stages = std::max<std::size_t>(world.description.stages.size(), 1);
    if (staging.number < 0 || static_cast<std::size_t>(staging.number) >= stages || staging.began.size() > stages)
        throw InputError(group.place("stages_began"), "names a stage that the scene does not have");
    for (const std::int64_t id : group.read<std::int64_t>("held_id", {hdf5::any, 1})) {
        if (id < 0 || id >= static_cast<std::int64_t>(world.slot.size()) || (!staging.held.empty() && id <= staging.held.back()))
            throw InputError(group.place("held_id"), "names bodies that the run does not have");
        staging.held.push_back(static_cast<int>(id));
    }
    const auto ids = group.read<std::int64_t>("base_id", {hdf5::any, 1});
    const auto count = static_cast<std::int64_t>(ids.size());
    const auto positions = load_items<Vec<D>>(group, "base_position", count);
    const auto rotations = load_items<Rotation<D>>(group, "base_rotation", count);
    for (std::size_t k = 0; k < ids.size(); ++k) {
        if (ids[k] < 0 || ids[k] >= static_cast<std::int64_t>(world.slot.size()))
            throw InputError(group.place("base_id"), "names a body that the scene does not have");
        staging.bases.push_back({static_cast<int>(ids[k]), {positions[k], rotations[k]}});
    }
    return staging;
}

}  // namespace

namespace {

/// All but the rows of bodies and contacts.
template <int D>
void save_rest(const Group& group, const World<D>& world) {
    const State<D>& state = world;
    group.set_number("time", state.time);
    group.set_whole_number("steps", state.steps);
    save_census(group.make_group("census"), state.census);
    save_cell(group, world);
    save_memory_fields(group, state.contacts.memory.schema);
    save_dofs<D>(group, world);
    save_items(group, "neighbour_centre", state.listed->centre);
    save_items(group, "neighbour_axis", state.listed->axis);
    save(group, "neighbour_margin", state.listed->margin, 1);
    save(group, "neighbour_span", state.listed->span, 1);
    save_soft(group, world);
    save_staging(group, state.staging);
    std::vector<double> factors;
    for (const LoadFactor& one : state.factor) factors.insert(factors.end(), {one.value, one.slope});
    save(group, "load_factor", factors, 2);
    save_pressed(group, state);
    std::vector<double> energy;
    for (const double* value : energy_fields(state.energy)) energy.push_back(*value);
    save(group, "energy", energy, static_cast<std::int64_t>(energy.size()));
}

}  // namespace

template <int D>
void save_state(const Group& group, const World<D>& world) {
    write_rows(group, world);
    save_rest(group, world);
}

template <int D>
std::vector<std::int64_t> save_without_rows(const Group& group, const World<D>& world, std::span<const RowsTotal> totals) {
    std::vector<std::int64_t> offsets = make_room_for_rows(group, world, totals);
    save_rest(group, world);
    return offsets;
}

template <int D>
State<D> load_state(const Group& group, World<D>& world) {
    const auto ids = group.read<std::int64_t>("id", {hdf5::any, 1});
    if (std::any_of(ids.begin(), ids.end(), [](std::int64_t id) { return id < nobody || id > std::numeric_limits<int>::max(); }))
        throw InputError(group.place("id"), "has numbers that are no ids");
    const WorldDescription<D>& scene = world.first ? *world.first : world.description;
    const Census<D> census = load_census<D>(group.group("census"), ids.size(), scene);
    take_population({ids.begin(), ids.end()}, census, world);

    State<D> state = world;
    state.census = census;
    Bodies<D>& bodies = state.bodies;
    const int count = bodies.size(), parts = world.parts.size();
    state.time = group.number("time");
    state.steps = group.whole_number("steps");
    bodies.position = load_items<Vec<D>>(group, "position", count);
    bodies.rotation = load_items<Rotation<D>>(group, "rotation", count);
    bodies.velocity = load_twists<D>(group, "velocity", count);
    bodies.inverse_inertia = BodyTensors<spin_dim<D>>(load_items<Mat<spin_dim<D>>>(group, "inverse_inertia", count));
    load_contacts(group, world, state.contacts);
    load_cell(group, world, state);
    state.contacts.memory = load_memory(group, state.contacts.size(), world.book.memory);
    load_dofs(group, state);
    NeighbourReference<D>& reference = state.listed.edit();
    reference.centre = load_items<Vec<D>>(group, "neighbour_centre", hdf5::any);
    const auto listed = std::ssize(reference.centre);  // none before the first step, and where walls came or went
    if (listed != 0 && listed != parts)
        throw InputError(group.place("neighbour_centre"), "is of " + std::to_string(listed) + " parts, expected " + std::to_string(parts));
    reference.axis = load_items<Vec<D>>(group, "neighbour_axis", hdf5::any);
    reference.margin = group.read<double>("neighbour_margin", {listed, 1});
    const bool in_cell = world.cell_model.is_there;  // whose lists know no spans
    reference.span = group.read<double>("neighbour_span", {in_cell ? 0 : std::ssize(reference.axis), 1});
    state.soft = load_soft<D>(group, world);
    state.staging = load_staging(group, world);
    const auto factors = group.read<double>("load_factor", {static_cast<std::int64_t>(state.factor.size()), 2});
    for (std::size_t k = 0; k < state.factor.size(); ++k) state.factor[k] = {factors[2 * k], factors[2 * k + 1]};
    load_pressed(group, world, state);
    const auto fields = energy_fields(state.energy);
    const auto energy = group.read<double>("energy", {1, static_cast<std::int64_t>(fields.size())});
    for (std::size_t k = 0; k < fields.size(); ++k) *fields[k] = energy[k];
    return state;
}

#define DRYSTONE_SAVED_STATE(D)                              \
    template void save_state(const Group&, const World<D>&); \
    template std::vector<std::int64_t> save_without_rows(const Group&, const World<D>&, std::span<const RowsTotal>); \
    template State<D> load_state(const Group&, World<D>&);
DRYSTONE_SAVED_STATE(2)
DRYSTONE_SAVED_STATE(3)
#undef DRYSTONE_SAVED_STATE

}  // namespace drystone
