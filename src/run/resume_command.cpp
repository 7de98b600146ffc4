#include "run/resume_command.h"

#include <cerrno>
#include <cmath>
#include <system_error>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "io/checkpoint.h"
#include "io/run_folder.h"
#include "run/load.h"
#include "run/say.h"
#include "run/terminal.h"

namespace drystone {

namespace {

/// As the run began, which may be long ago.
template <int D>
RunFacts facts_of(const RunMark& mark, const Scene& scene, const World<D>& world, int threads) {
    RunFacts facts =
        facts_of(SceneCommand{.scene = mark.scene, .overrides = mark.overrides}, scene, world, threads);
    facts.version = mark.version;
    facts.title = mark.title;
    facts.initial_potential = mark.initial_potential;
    facts.warnings = mark.warnings;
    return facts;
}

/// Where the run is to end. Throws where that is behind it.
template <int D>
double end_of_run(const ResumeCommand& command, const RunMark& mark, const State<D>& state, double h) {
    if (!command.until) return mark.duration;
    if (number_of_steps(*command.until, h) < state.steps)
        throw InputError(fmt::format("--until {}", *command.until),
                         fmt::format("the run is at {:.12g} s already", state.time));
    return *command.until;
}

void expect_writable(const std::string& folder, const std::vector<Probe>& probes) {
    std::vector<std::string> names = files_of(probes);
    names.emplace_back("frames.h5");
    names.emplace_back("");
    for (const std::string& name : names) {
        const std::string path = name.empty() ? folder : folder + "/" + name;
        if (access(path.c_str(), W_OK) != 0 && errno != ENOENT)
            throw InputError(path, "cannot be written to: " + std::generic_category().message(errno));
    }
}

/// Refuses files that are damaged or shorter than they were. The world is as it was when the run began.
template <int D>
void expect_whole(const std::string& folder, const RunMark& mark, const Scene& scene, const World<D>& world,
                  const RunFacts& facts) {
    ProbeWriter<D>::expect_to_go_on(folder + "/probes", scene.probes, mark.probe_sizes);
    const std::string frames = folder + "/frames.h5";
    if (mark.frames == 0) return;
    try {
        FramesWriter<D>::expect_whole(frames, world, frames_head(facts, folder), mark.frames,
                                      mark.frames_index);
    } catch (const InputError& error) {
        throw InputError(frames, fmt::format("is damaged, or not as this run wrote it ({})", error.what()));
    }
}

template <int D>
std::optional<FrameRecorder<D>> go_on_with_frames(const Scene& scene, const std::string& folder,
                                                  const RunMark& mark, const World<D>& world, int bodies_at_first) {
    if (mark.frames == 0) return std::nullopt;
    const double every = frames_every(scene, bodies_at_first);
    return FrameRecorder<D>::go_on(folder, world, scene.settings.step, every, mark.frames);
}

template <int D>
ExitStatus resume_in(const GoingOn& going, WorldDescription<D> description, const Stopwatch& watch) {
    World<D> world = build_world(std::move(description), going.command.folder + "/scene.toml");
    std::optional<Run<D>> run = go_on_run(going, world);
    if (!run) return ExitStatus::done;
    run->watch = watch;
    return carry_out(*run, going.pool, {.quiet = going.command.quiet, .no_report = going.command.no_report});
}

}  // namespace

template <int D>
std::optional<Run<D>> go_on_run(const GoingOn& going, World<D>& world) {
    const RunMark& mark = going.checkpoint.mark;
    const Scene& scene = going.scene;
    const std::string& folder = going.command.folder;
    const int bodies_at_first = world.bodies.size();
    const State<D> state = going.checkpoint.state(world);
    const double h = scene.settings.step, duration = end_of_run(going.command, mark, state, h);
    Summary summary;
    summary.facts = facts_of(mark, scene, world, going.pool.size());
    expect_whole(folder, mark, scene, world, summary.facts);
    const bool ended = has_ended(scene, duration, state.steps, mark.totals);
    if (!ended) expect_writable(folder, scene.probes);
    put_state(state, world, going.pool);
    if (ended && !going.command.quiet)
        going.host.say(
            fmt::format("{}: the run has ended, at {:.12g} s; --until goes on beyond\n", folder, state.time));
    if (ended) return std::nullopt;
    auto frames = go_on_with_frames<D>(scene, folder, mark, world, bodies_at_first);
    auto probes = ProbeWriter<D>::go_on(folder + "/probes", scene.probes, h, state.steps, mark.probe_sizes);
    probes.go_on_with(mark.probe_means);
    reopen_run_folder(folder);
    summary.totals = mark.totals;
    summary.record_seconds = mark.record_seconds;
    return std::optional<Run<D>>(
        std::in_place, Run<D>{.scene = scene,
                              .host = going.host,
                              .folder = folder,
                              .duration = duration,
                              .world = world,
                              .probes = std::move(probes),
                              .step_log = StepLog::go_on(folder + "/steps.csv",
                                                         number_of_steps(scene.duration, h), state.steps),
                              .frames = std::move(frames),
                              .dump = std::nullopt,
                              .summary = std::move(summary),
                              .inputs = mark.inputs,
                              .copies = mark.copies,
                              .wall_seconds_before = mark.wall_seconds,
                              .neighbour_rebuilds_before = mark.neighbour_rebuilds});
}

ExitStatus resume(const ResumeCommand& command) {
    const Stopwatch watch;
    CheckpointFile checkpoint = open_checkpoint(command.folder, DRYSTONE_VERSION);
    const FolderLock lock(command.folder);
    if (!checkpoint.note.empty())
        warn("warning: " + checkpoint.note + "; going on from the checkpoint before it\n");
    if (!checkpoint.mark.host.empty())
        throw InputError(
            command.folder,
            "is the run of a program, which changed it as it went, in Python by functions or callbacks: only "
            "that program can go on with it (drystone.resume, docs/python.md)");
    Scene scene = scene_of_run(command.folder, checkpoint.mark, command.laws);
    ThreadPool pool(command.threads.value_or(scene.threads));
    Terminal terminal;
    const GoingOn going{command, checkpoint, scene, pool, terminal};
    return std::visit([&](auto& world) { return resume_in(going, std::move(world), watch); }, scene.world);
}

template std::optional<Run<2>> go_on_run(const GoingOn&, World<2>&);
template std::optional<Run<3>> go_on_run(const GoingOn&, World<3>&);

}  // namespace drystone
