#pragma once

#include <string>
#include <vector>

#include "hdf5/file.h"
#include "io/fingerprint.h"
#include "io/host_memory.h"
#include "io/saved_state.h"
#include "io/summary.h"

namespace drystone {

/// Of a run at the end of a step, all but the state of its world: what its files and its summary go on from.
struct RunMark {
    std::string version;
    int dimension = 3;
    std::string scene;  // the path as given to drystone run
    std::string title;
    std::vector<std::string> overrides;  // as given to --set
    std::vector<std::string> resumed_with = {};  // as given to resume --set, since
    std::string from = {};               // as given to --from, or empty
    std::vector<std::string>
        inputs;           // more of them: files that the scene names, as copied into the run's folder
    Fingerprints copies;  // of scene.toml and these files
    std::vector<std::string> warnings;
    double initial_potential = 0.0;  // [J]
    double duration = 0.0;           // the run is to end there [s]
    RunTotals totals;
    StageLog stages;
    double record_seconds = 0.0;
    double wall_seconds = 0.0;
    long neighbour_rebuilds = 0;
    std::int64_t frames = 0;                // in frames.h5
    std::string frames_index;               // hash of their times and places; "" where there are none
    std::vector<std::int64_t> probe_sizes;  // (probes)  of the files [bytes]
    std::vector<double> probe_means = {};   // means_under_way() of the probes
    HostMemory host = {};
};

/// Writes <folder>/checkpoint.h5 aside, syncs it and puts it in place; the one before becomes checkpoint.previous.h5.
template <int D>
void write_checkpoint(const std::string& folder, const RunMark& mark, const World<D>& world);

/// The same in two halves, between which others put the rows of bodies and contacts into the file. What was begun and is not to be finished is dropped.
template <int D>
RoomForRows begin_checkpoint(const std::string& folder, const RunMark& mark, const World<D>& world, std::span<const RowsTotal> totals);
void finish_checkpoint(const std::string& folder);
void drop_checkpoint(const std::string& folder);

/// A checkpoint that was read as far as does not need the world.
struct CheckpointFile {
    hdf5::File file;
    RunMark mark;
    std::string note;  // why it is not the newest one; else empty

    /// The world takes the slots that the bodies had.
    template <int D>
    State<D> state(World<D>& world) const {
        return load_state<D>(file.group("state"), world);
    }
};

/// The last checkpoint in the folder that can be read, with every number's checksum looked at. InputError where there is
/// none, or it is of another version of the program.
CheckpointFile open_checkpoint(const std::string& folder, const std::string& version);

}  // namespace drystone
