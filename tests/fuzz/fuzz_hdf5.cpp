// HDF5 files: contact problems, and the frames and checkpoints of a run.

#include <fstream>
#include <iterator>

#include "core/input_error.h"
#include "fuzz/fuzz.h"
#include "io/checkpoint.h"
#include "io/frame_recorder.h"
#include "io/frames_file.h"
#include "problems/blocks.h"
#include "problems/read_problem.h"
#include "problems/write_problem.h"
#include "scene/parse_toml.h"
#include "scene/scene.h"

namespace drystone {
namespace {

using fuzz::Case;
namespace fs = std::filesystem;

constexpr const char* version = "fuzz";

const std::string scene_text = R"(
[scene]
dimension = 3
gravity = [0, 0, -9.81]
[time]
step = 1e-3
duration = 0.01
[materials.stone]
density = 2300.0
young = 1e7
poisson = 0.2
[[interactions]]
between = ["stone", "stone"]
law = "mohr_coulomb"
tensile_strength = 1e3
cohesion = 1e4
friction = 0.6
area = 0.01
[[bodies]]
name = "floor"
material = "stone"
fixed = true
shape = { type = "box", size = [4, 4, 1] }
position = [0, 0, -0.5]
[[bodies]]
name = "block"
material = "stone"
shape = { type = "box", size = [1, 1, 1] }
position = [0, 0, 0.4999]
deformable = { divisions = [1, 1, 2] }
[[bodies]]
name = "ball"
material = "stone"
shape = { type = "sphere", radius = 0.3 }
position = [1.5, 0, 0.2999]
)";

Case file_of(const fs::path& path, const std::string& name) {
    std::ifstream in(path, std::ios::binary);
    return {name, {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()}};
}

struct SmallRun {
    Scene scene = read_scene(parse_toml_text(scene_text, "scene.toml"), "", {});
    World<3> world = make_world(std::get<WorldDescription<3>>(scene.world));
};

FramesHead changing_head() {
    FramesHead head;
    head.changes = true;
    head.coming = {"source"};
    head.regions = {{"source", false, {{0.0, 0.0, 0.0, 1.0, 1.0, 1.0}}}};
    return head;
}

/// Two contacts of two bodies in a row.
LocalForm small_problem() {
    LocalForm local;
    local.dimension = 3;
    std::vector<MatrixEntry> entries = {{0, 3, -1.0}, {3, 0, -1.0}};
    for (int k = 0; k < 6; ++k) entries.push_back({k, k, 2.0});
    local.W = from_entries(6, 6, entries);
    local.q = {-1.0, 0.1, 0.0, 0.0, 0.0, 0.2};
    local.mu = {0.3, 0.5};
    return local;
}

std::vector<Case> seeds(const fs::path& scratch) {
    SmallRun run;
    const std::string folder = scratch.string();
    {
        auto frames = FrameRecorder<3>::begin(folder, run.world, {}, 0.0);
        ThreadPool alone(1);
        for (int n = 0; n < 2; ++n) {
            advance(run.world, run.scene.settings, alone);
            frames.record(run.world);
        }
    }
    fs::create_directories(scratch / "changing");
    {
        auto frames = FrameRecorder<3>::begin((scratch / "changing").string(), run.world, changing_head(), 0.0);
        ThreadPool alone(1);
        for (int n = 0; n < 2; ++n) {
            advance(run.world, run.scene.settings, alone);
            frames.record(run.world);
        }
    }
    RunMark mark;
    mark.version = version;
    mark.warnings = {"one"};
    mark.probe_sizes = {3};
    write_checkpoint(folder, mark, run.world);
    write_problem((scratch / "problem.hdf5").string(), small_problem(), {"a title", "words", "more"});
    return {file_of(scratch / "frames.h5", "run.frames.h5"),
            file_of(scratch / "changing" / "frames.h5", "changing.frames.h5"),
            file_of(scratch / "checkpoint.h5", "run.checkpoint.h5"),
            file_of(scratch / "problem.hdf5", "problem.hdf5")};
}

/// As those who look at a run do, and a run that goes on, which looks at all of it first.
void read_frames(const std::string& path, bool changes) {
    static const SmallRun run;
    {
        const FramesFile file(path);
        for (int k = 0; k < file.frames(); ++k) file.read(k);
    }
    if (changes) FramesWriter<3>::expect_whole(path, run.world, changing_head(), 2, "");
}

void read_checkpoint(const Case& one, const fs::path& scratch) {
    static SmallRun run;
    fs::remove(scratch / "checkpoint.previous.h5");
    fuzz::write(scratch, {"checkpoint.h5", one.bytes});
    const CheckpointFile file = open_checkpoint(scratch.string(), version);
    World<3> world = make_world(std::get<WorldDescription<3>>(run.scene.world));
    ThreadPool alone(1);
    put_state(file.state(world), world, alone);
    advance(world, run.scene.settings, alone);
}

void read_any_problem(const std::string& path) {
    const ProblemFile file = read_problem(path);
    const LocalForm local = condensed(file, path);
    if (local.dimension == 2)
        to_blocks<2>(local);
    else
        to_blocks<3>(local);
}

void feed(const Case& one, const fs::path& scratch, Random&) {
    if (one.name.ends_with(".checkpoint.h5"))
        read_checkpoint(one, scratch);
    else if (one.name.ends_with(".frames.h5"))
        read_frames(fuzz::write(scratch, {"frames.h5", one.bytes}), one.name.starts_with("changing"));
    else
        read_any_problem(fuzz::write(scratch, {"problem.hdf5", one.bytes}));
}

}  // namespace
}  // namespace drystone

int main(int argc, char** argv) {
    using namespace drystone;
    return fuzz::run({seeds, fuzz::damage_bytes, feed}, argc, argv);
}
