// Runs whose steps are taken elsewhere: what their folders hold, and that they go on. The arrays are in the memory of this processor
// (pipeline_on_host), so that what comes back when is tested without a device, too.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "device/device_step.h"
#include "io/checkpoint.h"
#include "run/begin_run.h"
#include "run/choose_device.h"
#include "run/load.h"
#include "run/resume_command.h"
#include "run/run_loop.h"

namespace drystone::run_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* scene_text = R"([scene]
title = "balls in a tray"
dimension = 3
gravity = [0.0, 0.0, -9.81]
[time]
step = 1e-3
duration = 0.06
[solver]
tolerance = 1e-10
[materials.glass]
density = 2500.0
[[interactions]]
between = ["glass", "glass"]
friction = 0.4
restitution = [0.3, 0.0]
[[bodies]]
name = "tray"
material = "glass"
fixed = true
shape = { type = "plane", normal = [0, 0, 1] }
[[bodies]]
name = "low"
material = "glass"
shape = { type = "sphere", radius = 0.05 }
position = [0.0, 0.0, 0.052]
velocity = [0.3, 0.0, 0.0]
[[bodies]]
name = "high"
material = "glass"
shape = { type = "sphere", radius = 0.04 }
position = [0.02, 0.0, 0.145]
[[drives]]
body = "tray"
motion = { quantity = "velocity", direction = [1, 0, 0], kind = "constant", value = 0.1 }
[[probes]]
name = "high"
body = "high"
quantities = ["position", "velocity", "contact_force"]
every = 0.007
[[probes]]
name = "mean"
quantities = ["kinetic_energy"]
every = 0.02
average = true
[output]
frames_every = 0.01
)";

/// Poured by a source until a number is in, come to rest, then on steeper ground: stages that end by a quantity and by time. A sink takes what rolls away.
constexpr const char* staged_text = R"([scene]
title = "poured in stages"
dimension = 2
gravity = [0.0, -9.81]
[time]
step = 1e-3
[solver]
tolerance = 1e-8
[materials.glass]
density = 2500.0
[[interactions]]
between = ["glass", "glass"]
friction = 0.4
rolling_friction = 1e-4
[[bodies]]
name = "ground"
material = "glass"
fixed = true
shape = { type = "plane", normal = [0, 1] }
[[sources]]
name = "feed"
material = "glass"
shape = "disk"
radius = [0.008, 0.012]
region = { type = "box", min = [-0.03, 0.1], max = [0.03, 0.16] }
rate = 200.0
stage = "pour"
[[sinks]]
name = "off"
region = { type = "box", min = [0.05, -1.0], max = [9.0, 1.0] }
[[stages]]
name = "pour"
until = { quantity = "sources.feed.count", above = 19, at_most = 1.0 }
[[stages]]
name = "rest"
duration = 0.05
[[stages]]
name = "tilt"
duration = 0.15
set = { scene.gravity = [4.0, -9.0] }
[[probes]]
name = "all"
every = 0.01
quantities = ["kinetic_energy", "sources.feed.count", "sinks.off.count"]
)";

class Quiet : public RunHost {
  public:
    bool goes_on() override { return true; }
    void say(const std::string&) override {}
    void warn(const std::string&) override {}
    Progress::Style progress_style() const override { return Progress::Style::silent; }
    void show(const std::string&) override {}
};

struct Folder {
    fs::path path;
    explicit Folder(const std::string& name, const char* text = scene_text)
        : path(fs::temp_directory_path() / ("drystone_device_" + std::to_string(::getpid()) + "_" + name)) {
        fs::remove_all(path);
        fs::create_directories(path);
        std::ofstream(path / "scene.toml") << text;
    }
    ~Folder() { fs::remove_all(path); }
    std::string scene() const { return (path / "scene.toml").string(); }
    std::string out() const { return (path / "out").string(); }
};

std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

void run_to(const Folder& folder, std::optional<double> until, bool elsewhere) {
    RunCommand command;
    command.scene = folder.scene();
    command.out = folder.out();
    command.until = until;
    Scene scene = load_scene(command.scene, {}, {});
    std::visit(
        [&]<int D>(WorldDescription<D>& description) {
            World<D> world = build_world(std::move(description), command.scene);
            ThreadPool pool(1);
            Quiet host;
            Run<D> run = begin_run(command, scene, world, host, 1);
            if (elsewhere) run.elsewhere = std::make_unique<device::DeviceStep<D>>(world, device::pipeline_on_host<D>());
            EXPECT_EQ(carry_out(run, pool, {.quiet = true, .no_report = true}), ExitStatus::done);
        },
        scene.world);
}

void go_on(const Folder& folder, double until) {
    ResumeCommand command{.folder = folder.out(), .until = until, .quiet = true, .no_report = true};
    const CheckpointFile checkpoint = open_checkpoint(command.folder, DRYSTONE_VERSION);
    Scene scene = scene_of_run(command.folder, checkpoint.mark, {});
    ThreadPool pool(1);
    Quiet host;
    auto descriptions = std::move(scene.world);
    const GoingOn going{command, checkpoint, scene, pool, host};
    std::visit(
        [&]<int D>(WorldDescription<D>& description) {
            World<D> world = build_world(std::move(description), folder.scene());
            std::optional<Run<D>> run = go_on_run(going, world);
            ASSERT_TRUE(run);
            run->elsewhere = std::make_unique<device::DeviceStep<D>>(world, device::pipeline_on_host<D>());
            EXPECT_EQ(carry_out(*run, pool, {.quiet = true, .no_report = true}), ExitStatus::done);
        },
        descriptions);
}

/// Numbers of a CSV file, without its head.
std::vector<double> numbers_of(const fs::path& path) {
    std::ifstream in(path);
    std::string line, cell;
    std::getline(in, line);
    std::vector<double> numbers;
    while (std::getline(in, line)) {
        std::istringstream row(line);
        while (std::getline(row, cell, ',')) numbers.push_back(std::strtod(cell.c_str(), nullptr));
    }
    return numbers;
}

TEST(RunOnADevice, ProbesAreThoseOfTheProcessor) {
    const Folder here("here"), there("there");
    run_to(here, {}, false);
    run_to(there, {}, true);
    for (const char* name : {"probes/high.csv", "probes/mean.csv"}) {
        const std::vector<double> expected = numbers_of(fs::path(here.out()) / name), got = numbers_of(fs::path(there.out()) / name);
        ASSERT_EQ(expected.size(), got.size()) << name;
        ASSERT_GT(expected.size(), 4U);
        for (std::size_t k = 0; k < expected.size(); ++k)
            EXPECT_NEAR(expected[k], got[k], 1e-6 * (1.0 + std::abs(expected[k]))) << name << " " << k;
    }
    EXPECT_TRUE(fs::exists(fs::path(there.out()) / "frames.h5"));
    EXPECT_NE(read(fs::path(there.out()) / "summary.json").find("\"device\""), std::string::npos);
}

TEST(RunOnADevice, ARunThatGoesOnLeavesTheSameBytes) {
    const Folder whole("whole"), halves("halves");
    run_to(whole, {}, true);
    run_to(halves, 0.031, true);
    go_on(halves, 0.06);
    for (const char* name : {"bodies.csv", "contacts.csv", "probes/high.csv", "probes/mean.csv"})
        EXPECT_EQ(read(fs::path(whole.out()) / name), read(fs::path(halves.out()) / name)) << name;
}

TEST(RunOnADevice, StagesSourcesAndSinksAreThoseOfTheProcessor) {
    const Folder here("stages_here", staged_text), there("stages_there", staged_text);
    run_to(here, {}, false);
    run_to(there, {}, true);
    const std::vector<double> expected = numbers_of(fs::path(here.out()) / "probes/all.csv"), got = numbers_of(fs::path(there.out()) / "probes/all.csv");
    ASSERT_EQ(expected.size(), got.size());
    ASSERT_GT(expected.size(), 100U);
    EXPECT_EQ(expected[expected.size() - 2], got[got.size() - 2]);  // who came, who left
    EXPECT_NEAR(expected.back(), got.back(), 1.0);
    EXPECT_GE(got[got.size() - 2], 20.0);
    EXPECT_GT(got.back(), 0.0);
    for (std::size_t k = 0; k < expected.size() / 2; ++k) EXPECT_NEAR(expected[k], got[k], 1e-3 * (1.0 + std::abs(expected[k]))) << k;
}

TEST(RunOnADevice, ARunInStagesThatGoesOnLeavesTheSameBytes) {
    const Folder whole("stages_whole", staged_text), halves("stages_halves", staged_text);
    run_to(whole, 0.25, true);
    run_to(halves, 0.13, true);
    go_on(halves, 0.25);
    for (const char* name : {"bodies.csv", "contacts.csv", "probes/all.csv"})
        EXPECT_EQ(read(fs::path(whole.out()) / name), read(fs::path(halves.out()) / name)) << name;
}

TEST(RunOnADevice, WhatIsNotThereIsRefusedWithItsPlace) {
    const Folder folder("refused");
    const auto says = [&](const std::vector<std::string>& overrides) -> std::string {
        Scene scene = load_scene(folder.scene(), overrides, {});
        World<3> world = build_world(std::get<WorldDescription<3>>(std::move(scene.world)), folder.scene());
        std::string name = "cpu";
        try {
            const bool chosen = choose_device(scene, world, name) != nullptr;
            EXPECT_EQ(chosen, name != "cpu");
        } catch (const InputError& error) {
            return error.place() + ": " + error.what();
        }
        return "";
    };
    EXPECT_EQ(says({}), "");
    EXPECT_EQ(says({"solver.device=\"auto\""}), "");
    const std::string newton = says({"solver.device=\"cuda\"", "solver.method=\"newton\""});
    EXPECT_NE(newton.find("newton"), std::string::npos) << newton;
    EXPECT_EQ(says({"solver.device=\"auto\"", "solver.method=\"newton\""}), "");
    const std::string curved = says({"solver.device=\"cuda\"", "bodies.1.shape={type=\"capsule\",radius=0.05,height=0.1}"});
    EXPECT_NE(curved.find("'low' is curved"), std::string::npos) << curved;
    EXPECT_TRUE(curved.starts_with("--set bodies.1.shape=")) << curved;
    const device::CudaDevice found = device::find_cuda_device();
    EXPECT_EQ(says({"solver.device=\"cuda\""}).empty(), found.is_there);
    if (!found.is_there) {
        EXPECT_NE(says({"solver.device=\"cuda\""}).find(found.name), std::string::npos);
    }
}

}  // namespace
}  // namespace drystone::run_test
