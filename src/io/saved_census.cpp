#include "io/saved_census.h"

#include <limits>

#include "core/index.h"
#include "core/input_error.h"
#include "geometry/shape_numbers.h"
#include "io/flat.h"
#include "step/description.h"

namespace drystone {

namespace {

using hdf5::Group;

// Rows of `flow`: what came, what left. Rows of `passed`: these, then sources, then sinks.

template <int D>
std::vector<double> numbers_of(const Flow<D>& flow) {
    std::vector<double> out;
    put(flow.momentum, out);
    out.push_back(flow.energy);
    return out;
}

/// For writing and for reading.
template <class Any>
auto all_passed(Any& census) {
    std::vector all = {&census.in.passed, &census.out.passed};
    for (auto& one : census.by_source) all.push_back(&one);
    for (auto& one : census.by_sink) all.push_back(&one);
    return all;
}

[[noreturn]] void damaged(const Group& group, const char* name) {
    throw InputError(group.place(name), "is damaged, or not of this scene");
}

template <int D>
void save_origins(const Group& group, const Census<D>& census) {
    std::vector<std::int64_t> from;
    std::vector<double> place;
    for (const Origin<D>& one : census.origin) {
        from.insert(from.end(), {one.source, one.number});
        put(one.position, place);
    }
    const auto rows = std::ssize(census.origin);
    group.write<std::int64_t>("origin", from, {rows, 2});
    group.write<double>("origin_position", place, {rows, D});
}

template <int D>
void load_origins(const Group& group, std::size_t slots, std::size_t sources, Census<D>& census) {
    const auto from = group.read<std::int64_t>("origin", {hdf5::any, 2});
    const std::size_t rows = from.size() / 2;
    if (rows != 0 && rows != slots) damaged(group, "origin");
    const auto place = group.read<double>("origin_position", {static_cast<std::int64_t>(rows), D});
    for (std::size_t k = 0; k < rows; ++k) {
        Origin<D> one{.source = static_cast<int>(from[2 * k]), .number = static_cast<long>(from[2 * k + 1])};
        if (from[2 * k] < -1 || from[2 * k] >= static_cast<std::int64_t>(sources) || one.number < 0)
            damaged(group, "origin");
        for (int c = 0; c < D; ++c) one.position[c] = place[k * D + at(c)];
        census.origin.push_back(one);
    }
}

void save_vacancies(const Group& group, const std::map<int, std::string>& vacant) {
    std::vector<std::int64_t> slots;
    std::vector<std::string> builds;
    for (const auto& [slot, build] : vacant) {
        slots.push_back(slot);
        builds.push_back(build);
    }
    group.write<std::int64_t>("vacant_slot", slots, {std::ssize(slots)});
    group.write_texts("vacant_build", builds);
}

std::map<int, std::string> load_vacancies(const Group& group, std::size_t slots) {
    const auto empty = group.read<std::int64_t>("vacant_slot", {hdf5::any});
    const auto builds = group.read_texts("vacant_build");
    if (builds.size() != empty.size()) damaged(group, "vacant_build");
    std::map<int, std::string> vacant;
    for (std::size_t k = 0; k < empty.size(); ++k) {
        if (empty[k] < 0 || empty[k] >= static_cast<std::int64_t>(slots) ||
            builds[k].find_first_not_of("ocw") != std::string::npos)
            damaged(group, "vacant_slot");
        vacant[static_cast<int>(empty[k])] = builds[k];
    }
    return vacant;
}

// Bodies that a program added. A row of `added_id`: id, material, fixed, how many numbers of `added_shape` are its. Of `added_body`: mass, position,
// orientation, velocity, spin. `added_name`: name and group of each.

template <int D>
constexpr int pose_numbers = D == 2 ? 1 + 2 + 1 + 2 + 1 : 1 + 3 + 4 + 3 + 3;

template <int D>
void save_added(const Group& group, const Census<D>& census) {
    std::vector<std::int64_t> ids;
    std::vector<double> numbers, shapes;
    std::vector<std::string> names;
    for (const auto& [id, body] : census.added) {
        const std::vector<double> shape = numbers_of<D>(body->geometry);
        ids.insert(ids.end(), {id, body->material, body->fixed ? 1 : 0, std::ssize(shape)});
        shapes.insert(shapes.end(), shape.begin(), shape.end());
        numbers.push_back(body->mass);
        put(body->position, numbers);
        put(body->orientation, numbers);
        put(body->velocity, numbers);
        put(body->angular_velocity, numbers);
        names.push_back(body->name);
        names.push_back(body->group);
    }
    const auto rows = std::ssize(census.added);
    group.write<std::int64_t>("added_id", ids, {rows, 4});
    group.write<double>("added_body", numbers, {rows, pose_numbers<D>});
    group.write<double>("added_shape", shapes, {std::ssize(shapes)});
    group.write_texts("added_name", names);
}

template <int D>
void load_added(const Group& group, std::size_t materials, Census<D>& census) {
    const auto ids = group.read<std::int64_t>("added_id", {hdf5::any, 4});
    const std::int64_t rows = std::ssize(ids) / 4;
    const auto numbers = group.read<double>("added_body", {rows, pose_numbers<D>});
    const auto shapes = group.read<double>("added_shape", {hdf5::any});
    const auto names = group.read_texts("added_name");
    if (std::ssize(names) != 2 * rows) damaged(group, "added_name");
    const double* number = numbers.data();
    std::span<const double> rest = shapes;
    for (std::size_t k = 0; k < static_cast<std::size_t>(rows); ++k) {
        const std::int64_t id = ids[4 * k], material = ids[4 * k + 1], count = ids[4 * k + 3];
        const bool follows = census.added.empty() ? id >= 0 : id > census.added.back().first;
        if (!follows || id >= census.next_id || material < 0 || static_cast<std::size_t>(material) >= materials || count < 0 || count > std::ssize(rest))
            damaged(group, "added_id");
        BodyDescription<D> body;
        body.name = names[2 * k];
        body.group = names[2 * k + 1];
        body.material = static_cast<int>(material);
        body.fixed = ids[4 * k + 2] != 0;
        body.geometry = geometry_of<D>(rest.first(static_cast<std::size_t>(count)));
        rest = rest.subspan(static_cast<std::size_t>(count));
        body.mass = *number++;
        take(number, body.position);
        take(number, body.orientation);
        take(number, body.velocity);
        take(number, body.angular_velocity);
        census.added.emplace_back(static_cast<int>(id), std::make_shared<const BodyDescription<D>>(std::move(body)));
    }
}

}  // namespace

template <int D>
void save_census(const Group& group, const Census<D>& census) {
    group.set_whole_number("next_id", census.next_id);
    group.set_number("smallest_radius", census.smallest_radius);
    std::vector<double> flow = numbers_of(census.in), mass;
    for (const double value : numbers_of(census.out)) flow.push_back(value);
    std::vector<std::int64_t> passed;
    for (const Passed* one : all_passed(census)) {
        passed.push_back(one->bodies);
        mass.push_back(one->mass);
    }
    group.write<double>("flow", flow, {2, D + 1});
    group.write<std::int64_t>("passed", passed, {std::ssize(passed)});
    group.write<double>("passed_mass", mass, {std::ssize(mass)});
    save_origins(group, census);
    save_vacancies(group, census.vacant);
    save_added(group, census);
}

template <int D>
Census<D> load_census(const Group& group, std::size_t slots, const WorldDescription<D>& scene) {
    Census<D> census;
    const std::int64_t next = group.whole_number("next_id");
    if (next < 0 || next > std::numeric_limits<int>::max()) damaged(group, "next_id");
    census.next_id = static_cast<int>(next);
    census.smallest_radius = group.number("smallest_radius");
    census.by_source.resize(scene.sources.size());
    census.by_sink.resize(scene.sinks.size());
    const auto flow = group.read<double>("flow", {2, D + 1});
    const double* from = flow.data();
    for (Flow<D>* one : {&census.in, &census.out}) {
        for (double& value : one->momentum.c) value = *from++;
        one->energy = *from++;
    }
    const auto count = std::ssize(all_passed(census));
    const auto passed = group.read<std::int64_t>("passed", {count});
    const auto mass = group.read<double>("passed_mass", {count});
    std::size_t k = 0;
    for (Passed* one : all_passed(census)) {
        *one = {static_cast<long>(passed[k]), mass[k]};
        ++k;
    }
    load_origins(group, slots, scene.sources.size(), census);
    census.vacant = load_vacancies(group, slots);
    load_added(group, scene.materials.size(), census);
    return census;
}

#define DRYSTONE_SAVED_CENSUS(D)                               \
    template void save_census(const Group&, const Census<D>&); \
    template Census<D> load_census(const Group&, std::size_t, const WorldDescription<D>&);
DRYSTONE_SAVED_CENSUS(2)
DRYSTONE_SAVED_CENSUS(3)
#undef DRYSTONE_SAVED_CENSUS

}  // namespace drystone
