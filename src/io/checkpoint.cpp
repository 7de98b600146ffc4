#include "io/checkpoint.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "core/input_error.h"
#include "io/output_file.h"

namespace drystone {

namespace {

using hdf5::File;
using hdf5::Group;

constexpr const char* checkpoint_format = "drystone checkpoint";
constexpr std::int64_t checkpoint_format_version = 10;

std::string newest(const std::string& folder) { return folder + "/checkpoint.h5"; }
std::string aside(const std::string& folder) { return newest(folder) + ".part"; }
std::string previous(const std::string& folder) { return folder + "/checkpoint.previous.h5"; }

// The fields of the totals with their names: one list for writing and for reading.

template <class Totals, class Visit>
void for_counts(Totals& t, const Visit& visit) {
    visit("steps", t.steps);
    visit("contacts_last", t.contacts_last);
    visit("contacts_max", t.contacts_max);
    visit("contacts_sum", t.contacts_sum);
    visit("iterations_sum", t.iterations_sum);
    visit("iterations_max", t.iterations_max);
    visit("contact_updates", t.contact_updates);
    visit("not_converged", t.not_converged);
    visit("halved", t.halved);
    visit("halvings", t.halvings);
    visit("not_finite", t.not_finite);
    visit("pair_visits", t.pair_visits);
    visit("deep_overlaps", t.deep_overlaps);
    visit("inertial", t.inertial);
    visit("settling", t.settling);
    visit("settled", t.settled);
    for (std::size_t k = 0; k < solved_by_names.size(); ++k) {
        const std::string name = solved_by_names[k];
        visit((name + "_steps").c_str(), t.steps_solved_by[k]);
        visit((name + "_iterations").c_str(), t.work[static_cast<SolvedBy>(k)].iterations);
    }
}

template <class Totals, class Visit>
void for_numbers(Totals& t, const Visit& visit) {
    visit("residual_sum", t.residual_sum);
    visit("residual_max", t.residual_max);
    visit("max_penetration", t.max_penetration);
    visit("energy_scale", t.energy_scale);
    visit("inertia_max", t.inertia_max);
    visit("inertia_last", t.inertia_last);
    visit("settle_removed", t.settle_removed);
    visit("unbalanced", t.unbalanced);
    visit("detect_seconds", t.seconds.detect);
    visit("assemble_seconds", t.seconds.assemble);
    visit("solve_seconds", t.seconds.solve);
    visit("advance_seconds", t.seconds.advance);
    visit("population_seconds", t.seconds.population);
    for (std::size_t k = 0; k < solved_by_names.size(); ++k)
        visit((std::string(solved_by_names[k]) + "_seconds").c_str(),
              t.work[static_cast<SolvedBy>(k)].seconds);
}

void write_copies(const File& file, const Fingerprints& copies) {
    std::vector<std::string> names, fingerprints;
    for (const auto& [name, fingerprint] : copies) {
        names.push_back(name);
        fingerprints.push_back(fingerprint);
    }
    file.write_texts("copies", names);
    file.write_texts("fingerprints", fingerprints);
}

Fingerprints read_copies(const File& file) {
    const std::vector<std::string> names = file.read_texts("copies"),
                                   fingerprints = file.read_texts("fingerprints");
    if (names.size() != fingerprints.size())
        throw InputError(file.path(), "is damaged: copies and fingerprints are not equally many");
    Fingerprints copies;
    for (std::size_t k = 0; k < names.size(); ++k) copies[names[k]] = fingerprints[k];
    return copies;
}

void write_mark(const File& file, const RunMark& mark) {
    file.set_text("format", checkpoint_format);
    file.set_whole_number("format_version", checkpoint_format_version);
    file.set_text("drystone_version", mark.version);
    file.set_whole_number("dimension", mark.dimension);
    file.set_text("scene", mark.scene);
    file.set_text("title", mark.title);
    file.write_texts("overrides", mark.overrides);
    file.write_texts("resumed_with", mark.resumed_with);
    file.set_text("from", mark.from);
    file.write_texts("inputs", mark.inputs);
    write_copies(file, mark.copies);
    file.write_texts("warnings", mark.warnings);
    file.set_number("initial_potential", mark.initial_potential);
    file.set_number("duration", mark.duration);
    file.set_number("record_seconds", mark.record_seconds);
    file.set_number("wall_seconds", mark.wall_seconds);
    file.set_whole_number("neighbour_rebuilds", mark.neighbour_rebuilds);
    file.set_whole_number("frames", mark.frames);
    file.set_text("frames_index", mark.frames_index);
    file.write<std::int64_t>("probe_sizes", mark.probe_sizes,
                             {static_cast<std::int64_t>(mark.probe_sizes.size())});
    file.write<double>("probe_means", mark.probe_means, {static_cast<std::int64_t>(mark.probe_means.size())});
    if (!mark.host.empty()) {
        file.write<double>("host_numbers", mark.host.numbers, {static_cast<std::int64_t>(mark.host.numbers.size())});
        file.write_texts("host_texts", mark.host.texts);
    }
    save_stages(file.make_group("stages"), mark.stages);
    const Group totals = file.make_group("totals");
    for_counts(mark.totals, [&](const char* name, long value) { totals.set_whole_number(name, value); });
    for_numbers(mark.totals, [&](const char* name, double value) { totals.set_number(name, value); });
}

RunMark read_run_mark(const File& file, const std::string& version) {
    if (!file.has_attribute("format") || file.text("format") != checkpoint_format)
        throw InputError(file.path(), "is an HDF5 file, but not a checkpoint of Drystone's");
    RunMark mark;
    mark.version = file.text("drystone_version");
    const std::int64_t format = file.whole_number("format_version");
    if (format != checkpoint_format_version) {
        throw InputError(file.path(), "is a checkpoint of format " + std::to_string(format) + ", and this program reads format " +
                                          std::to_string(checkpoint_format_version) +
                                          ": only the program that began a run can go on with it");
    }
    if (mark.version != version) {
        throw InputError(file.path(),
                         "was written by Drystone " + mark.version + ", and this is " + version +
                             ": only the version that began a run can go on with it to the same bits");
    }
    mark.dimension = static_cast<int>(file.whole_number("dimension"));
    mark.scene = file.text("scene");
    mark.title = file.text("title");
    mark.overrides = file.read_texts("overrides");
    mark.resumed_with = file.read_texts("resumed_with");
    mark.from = file.text("from");
    mark.inputs = file.read_texts("inputs");
    mark.copies = read_copies(file);
    mark.warnings = file.read_texts("warnings");
    mark.initial_potential = file.number("initial_potential");
    mark.duration = file.number("duration");
    mark.record_seconds = file.number("record_seconds");
    mark.wall_seconds = file.number("wall_seconds");
    mark.neighbour_rebuilds = file.whole_number("neighbour_rebuilds");
    mark.frames = file.whole_number("frames");
    mark.frames_index = file.text("frames_index");
    mark.probe_sizes = file.read<std::int64_t>("probe_sizes", {hdf5::any});
    mark.probe_means = file.read<double>("probe_means", {hdf5::any});
    if (file.has("host_numbers"))
        mark.host = {file.read<double>("host_numbers", {hdf5::any}), file.read_texts("host_texts")};
    mark.stages = load_stages(file.group("stages"));
    const Group totals = file.group("totals");
    for_counts(mark.totals, [&](const char* name, long& value) { value = totals.whole_number(name); });
    for_numbers(mark.totals, [&](const char* name, double& value) { value = totals.number(name); });
    return mark;
}

/// Reads every array of the state once, so that a damaged file is known before anything is changed.
void look_at_every_number(const Group& state) {
    constexpr std::array whole = {"id", "identity", "soft_identity", "soft_image", "origin", "passed", "vacant_slot", "base_id", "image", "added_id", "held_id"};
    for (const std::string& name : state.names()) {
        if (std::find(whole.begin(), whole.end(), name) != whole.end() || name.ends_with("_corners"))  // of membranes
            state.read<std::int64_t>(name);
        else if (name == "status")
            state.read<std::uint8_t>(name);
        else if (name == "memory_fields" || name == "vacant_build" || name == "added_name")
            state.read_texts(name);
        else if (name == "census")
            look_at_every_number(state.group(name));
        else
            state.read<double>(name);
    }
}

CheckpointFile open_one(const std::string& path, const std::string& version) {
    File file = File::open(path);
    RunMark mark = read_run_mark(file, version);
    look_at_every_number(file.group("state"));
    return {std::move(file), std::move(mark), ""};
}

void put_in_place(const std::string& from, const std::string& to) {
    if (std::rename(from.c_str(), to.c_str()) != 0) throw FileError(to, "replace the file", errno);
}

}  // namespace

template <int D>
void write_checkpoint(const std::string& folder, const RunMark& mark, const World<D>& world) {
    try {
        File file = File::create(aside(folder));
        write_mark(file, mark);
        save_state(file.make_group("state"), world);
        file.close();
    } catch (...) {
        drop_checkpoint(folder);
        throw;
    }
    finish_checkpoint(folder);
}

template <int D>
RoomForRows begin_checkpoint(const std::string& folder, const RunMark& mark, const World<D>& world, std::span<const RowsTotal> totals) {
    RoomForRows room{std::filesystem::absolute(aside(folder)).string(), 0, {}};
    File file = File::create(aside(folder));
    write_mark(file, mark);
    room.offset = save_without_rows(file.make_group("state"), world, totals);
    file.close();
    room.size = static_cast<std::int64_t>(std::filesystem::file_size(aside(folder)));
    return room;
}

void finish_checkpoint(const std::string& folder) {
    if (std::filesystem::exists(newest(folder))) put_in_place(newest(folder), previous(folder));
    put_in_place(aside(folder), newest(folder));
    sync_folder(folder);
}

void drop_checkpoint(const std::string& folder) { std::remove(aside(folder).c_str()); }

CheckpointFile open_checkpoint(const std::string& folder, const std::string& version) {
    if (!std::filesystem::is_directory(folder)) throw InputError(folder, "there is no such folder");
    const bool has_previous = std::filesystem::exists(previous(folder));
    if (!std::filesystem::exists(newest(folder)) && !has_previous) {
        throw InputError(
            folder, std::filesystem::exists(folder + "/scene.toml")
                        ? "there is no checkpoint in it yet: the run has to be started again"
                        : "is not the folder of a run: there is neither checkpoint.h5 nor scene.toml in it");
    }
    std::string reason = newest(folder) + ": there is no such file";
    if (std::filesystem::exists(newest(folder))) {
        try {
            return open_one(newest(folder), version);
        } catch (const InputError& error) {
            if (!has_previous) throw;
            reason = error.what();
        }
    }
    CheckpointFile checkpoint = open_one(previous(folder), version);
    checkpoint.note = reason;
    return checkpoint;
}

#define DRYSTONE_CHECKPOINT(D)                                                                \
    template void write_checkpoint(const std::string&, const RunMark&, const World<D>&);      \
    template RoomForRows begin_checkpoint(const std::string&, const RunMark&, const World<D>&, std::span<const RowsTotal>);
DRYSTONE_CHECKPOINT(2)
DRYSTONE_CHECKPOINT(3)
#undef DRYSTONE_CHECKPOINT

}  // namespace drystone
