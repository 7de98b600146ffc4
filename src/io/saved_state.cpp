#include "io/saved_state.h"

#include <algorithm>

#include "core/input_error.h"
#include "io/flat.h"

namespace drystone {

namespace {

using hdf5::Group;

template <class T>
void save(const Group& group, const std::string& name, const std::vector<T>& values, std::int64_t columns) {
    const std::int64_t rows = static_cast<std::int64_t>(values.size()) / columns;
    const hdf5::Storage storage{.chunk = {std::clamp<std::int64_t>(rows, 1, 16384), columns},
                                .checksum = true};
    group.write<T>(name, values, {rows, columns}, rows > 0 ? storage : hdf5::Storage{});
}

// Numbers back into vectors and rotations, as io/flat.h laid them out.

template <int N>
void take(const double*& from, Vec<N>& v) {
    for (double& value : v.c) value = *from++;
}
template <int N>
void take(const double*& from, Mat<N>& m) {
    for (int i = 0; i < N; ++i) take(from, m[i]);
}
void take(const double*& from, Rotation<2>& r) { r.angle = *from++; }
void take(const double*& from, Rotation<3>& r) {
    r.w = *from++;
    take(from, r.q);
}

template <class Item>
constexpr std::int64_t columns_of = sizeof(Item) / sizeof(double);

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

template <int D>
void save_contacts(const Group& group, const WorldState<D>& state) {
    std::vector<std::int64_t> identity;
    std::vector<double> place;
    for (const ContactPoint<D>& point : state.point) {
        identity.insert(identity.end(), {point.a, point.b, point.feature, point.layer});
        put(point.point, place);
        put(point.normal, place);
        place.insert(place.end(), {point.gap, point.area});
    }
    save(group, "identity", identity, 4);
    save(group, "place", place, 2 * D + 2);
    save_items(group, "impulse", state.impulse);
    save_items(group, "moment", state.moment);
}

/// Refuses what would lead out of the table of parts.
void expect_part(const Group& group, const char* name, std::int64_t part, int parts) {
    if (part < 0 || part >= parts)
        throw InputError(group.place(name),
                         "names the part " + std::to_string(part) + " of " + std::to_string(parts));
}

template <int D>
void load_contacts(const Group& group, int parts, WorldState<D>& state) {
    const auto identity = group.read<std::int64_t>("identity", {hdf5::any, 4});
    const auto count = static_cast<std::int64_t>(identity.size()) / 4;
    const auto place = group.read<double>("place", {count, 2 * D + 2});
    const double* from = place.data();
    state.point.resize(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < state.point.size(); ++i) {
        ContactPoint<D>& point = state.point[i];
        expect_part(group, "identity", identity[4 * i], parts);
        expect_part(group, "identity", identity[4 * i + 1], parts);
        point.a = static_cast<int>(identity[4 * i]);
        point.b = static_cast<int>(identity[4 * i + 1]);
        point.feature = static_cast<std::uint32_t>(identity[4 * i + 2]);
        point.layer = static_cast<int>(identity[4 * i + 3]);
        take(from, point.point);
        take(from, point.normal);
        point.gap = *from++;
        point.area = *from++;
    }
    state.impulse = load_items<Vec<D>>(group, "impulse", count);
    state.moment = load_items<Spin<D>>(group, "moment", count);
}

/// The rows, and what their numbers are: name, unit, kind of each field.
void save_memory(const Group& group, const Memories& memory) {
    std::vector<std::string> fields;
    for (const MemoryField& field : memory.schema.fields) fields.push_back(described(field));
    group.write_texts("memory_fields", fields);
    save(group, "memory", memory.values, std::max(memory.schema.width, 1));
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
void save_twists(const Group& group, const std::string& name, const std::vector<Twist<D>>& twists) {
    std::vector<double> numbers;
    for (const Twist<D>& t : twists) {
        put(t.v, numbers);
        put(t.w, numbers);
    }
    save(group, name, numbers, D + spin_dim<D>);
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
void save_soft(const Group& group, const SoftState<D>& soft) {
    if (soft.push.empty()) return;
    std::vector<std::int64_t> identity;
    std::vector<double> memory;
    for (const SoftContact<D>& one : soft.contacts) {
        identity.insert(identity.end(), {one.a, one.b, one.feature});
        put(one.memory.slip, memory);
        put(one.memory.turn, memory);
    }
    save_twists(group, "soft_force", soft.push);
    save(group, "soft_identity", identity, 3);
    save(group, "soft_memory", memory, D + spin_dim<D>);
}

template <int D>
SoftState<D> load_soft(const Group& group, int bodies, int parts) {
    SoftState<D> soft;
    if (!group.has("soft_force")) return soft;
    soft.push = load_twists<D>(group, "soft_force", bodies);
    const auto identity = group.read<std::int64_t>("soft_identity", {hdf5::any, 3});
    const auto count = static_cast<std::int64_t>(identity.size()) / 3;
    const auto memory = group.read<double>("soft_memory", {count, D + spin_dim<D>});
    const double* from = memory.data();
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        expect_part(group, "soft_identity", identity[3 * i], parts);
        expect_part(group, "soft_identity", identity[3 * i + 1], parts);
        SoftContact<D> one{.a = static_cast<int>(identity[3 * i]),
                           .b = static_cast<int>(identity[3 * i + 1]),
                           .feature = static_cast<std::uint32_t>(identity[3 * i + 2])};
        if (one.feature > 2)
            throw InputError(group.place("soft_identity"), "names a feature that no contact has");
        take(from, one.memory.slip);
        take(from, one.memory.turn);
        soft.contacts.push_back(one);
    }
    return soft;
}

/// The same list of fields for writing and reading.
template <class Values>
auto energy_fields(Values& energy) {
    return std::vector{&energy.kinetic,       &energy.potential,     &energy.stored,
                       &energy.initial,       &energy.work,          &energy.losses.friction,
                       &energy.losses.impact, &energy.losses.damage, &energy.losses.cohesion,
                       &energy.scheme,        &energy.strain,        &energy.losses.damping,
                       &energy.projected};
}

}  // namespace

template <int D>
void save_state(const Group& group, const WorldState<D>& state) {
    group.set_number("time", state.time);
    group.set_whole_number("steps", state.steps);
    save_items(group, "position", state.position);
    save_items(group, "rotation", state.rotation);
    std::vector<double> energy;
    save_twists(group, "velocity", state.velocity);
    save_items(group, "inverse_inertia", state.inverse_inertia);
    save_contacts(group, state);
    save_memory(group, state.memory);
    save_items(group, "deformed", state.deformed);
    save_items(group, "deforming", state.deforming);
    save_items(group, "neighbour_centre", state.neighbours.centre);
    save_items(group, "neighbour_axis", state.neighbours.axis);
    save(group, "neighbour_margin", state.neighbours.margin, 1);
    save_soft(group, state.soft);
    for (const double* value : energy_fields(state.energy)) energy.push_back(*value);
    save(group, "energy", energy, static_cast<std::int64_t>(energy.size()));
}

template <int D>
WorldState<D> load_state(const Group& group, const World<D>& world) {
    const int bodies = world.bodies.size(), parts = world.parts.size();
    WorldState<D> state;
    state.time = group.number("time");
    state.steps = group.whole_number("steps");
    state.position = load_items<Vec<D>>(group, "position", bodies);
    state.rotation = load_items<Rotation<D>>(group, "rotation", bodies);
    state.velocity = load_twists<D>(group, "velocity", bodies);
    state.inverse_inertia = load_items<Mat<spin_dim<D>>>(group, "inverse_inertia", bodies);
    load_contacts(group, parts, state);
    state.memory = load_memory(group, static_cast<std::int64_t>(state.point.size()), world.book.memory);
    state.deformed = load_items<Vec<D>>(group, "deformed", hdf5::any);
    state.deforming = load_items<Vec<D>>(group, "deforming", hdf5::any);
    const int listed = state.steps == 0 ? 0 : parts;  // before the first step there is no list yet
    state.neighbours.centre = load_items<Vec<D>>(group, "neighbour_centre", listed);
    state.neighbours.axis = load_items<Vec<D>>(group, "neighbour_axis", hdf5::any);
    state.neighbours.margin = group.read<double>("neighbour_margin", {listed, 1});
    state.soft = load_soft<D>(group, bodies, parts);
    const auto fields = energy_fields(state.energy);
    const auto energy = group.read<double>("energy", {1, static_cast<std::int64_t>(fields.size())});
    for (std::size_t k = 0; k < fields.size(); ++k) *fields[k] = energy[k];
    return state;
}

#define DRYSTONE_SAVED_STATE(D)                                   \
    template void save_state(const Group&, const WorldState<D>&); \
    template WorldState<D> load_state(const Group&, const World<D>&);
DRYSTONE_SAVED_STATE(2)
DRYSTONE_SAVED_STATE(3)
#undef DRYSTONE_SAVED_STATE

}  // namespace drystone
