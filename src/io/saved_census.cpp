#include "io/saved_census.h"

#include <limits>

#include "core/index.h"
#include "core/input_error.h"
#include "io/flat.h"

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

}  // namespace

template <int D>
void save_census(const Group& group, const Census<D>& census) {
    if (!census.added.empty())
        throw InputError("",
                         "bodies that a program added are not written to files: a checkpoint knows those of "
                         "the scene and of its sources");
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
    return census;
}

#define DRYSTONE_SAVED_CENSUS(D)                               \
    template void save_census(const Group&, const Census<D>&); \
    template Census<D> load_census(const Group&, std::size_t, const WorldDescription<D>&);
DRYSTONE_SAVED_CENSUS(2)
DRYSTONE_SAVED_CENSUS(3)
#undef DRYSTONE_SAVED_CENSUS

}  // namespace drystone
