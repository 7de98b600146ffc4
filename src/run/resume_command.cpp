#include "run/resume_command.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <system_error>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "io/checkpoint.h"
#include "io/earlier_file.h"
#include "io/run_folder.h"
#include "run/choose_device.h"
#include "run/load.h"
#include "run/say.h"
#include "run/stages.h"
#include "run/terminal.h"
#include "run/with_ranks.h"

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
    facts.resumed_with = mark.resumed_with;
    facts.from = mark.from;
    return facts;
}

/// Keys that change how a run goes on, and not what it is of.
void expect_harmless(const std::string& set) {
    const std::string place = "--set " + set, key = set.substr(0, set.find('='));
    const auto begins = [&](std::string_view with) { return key.starts_with(with); };
    if (key == "time.duration" || begins("output.") || begins("report.")) return;
    if (begins("solver.") && key != "solver.seed") return;
    throw InputError(place, "would change what this run is of: one that goes on can change time.duration, output.*, solver.* (but the seed) "
                            "and report.*. For other things begin another run where this one ended: drystone run SCENE --from DIR");
}

/// The mark with what the command says besides; `duration` is the run's.
RunMark changed(RunMark mark, const ResumeCommand& command) {
    for (const std::string& set : command.overrides) {
        expect_harmless(set);
        mark.resumed_with.push_back(set);
    }
    return mark;
}

bool sets_duration(const ResumeCommand& command) {
    return std::any_of(command.overrides.begin(), command.overrides.end(),
                       [](const std::string& set) { return set.starts_with("time.duration="); });
}

/// Where the run is to end. Throws where that is behind it.
double end_of_run(const ResumeCommand& command, const RunMark& mark, const Scene& scene, double time) {
    if (!command.until && !sets_duration(command)) return mark.duration;
    const double h = settings_in(scene, mark.stages).step, end = command.until ? *command.until : scene.duration;
    if (end + 0.5 * h < time)
        throw InputError(command.until ? fmt::format("--until {}", end) : "--set time.duration",
                         fmt::format("the run is at {:.12g} s already", time));
    return end;
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
        FramesWriter<D>::expect_whole(frames, world, frames_head(facts, folder, world), mark.frames,
                                      mark.frames_index);
    } catch (const InputError& error) {
        throw InputError(frames, fmt::format("is damaged, or not as this run wrote it ({})", error.what()));
    }
}

long steps_of_first_stage(const RunMark& mark) {
    return mark.stages.empty() ? mark.totals.steps : mark.stages.stages[0].end_step;
}

template <int D>
std::optional<FrameRecorder<D>> go_on_with_frames(const Scene& scene, const std::string& folder,
                                                  const RunMark& mark, const World<D>& world, int bodies_at_first) {
    if (mark.frames == 0) return std::nullopt;
    const double every = frames_every(scene, scene.output, bodies_at_first);
    return FrameRecorder<D>::go_on(folder, world, {scene.settings.step, every, mark.frames, steps_of_first_stage(mark)});
}

/// Of a rank that has no files: the world alone.
template <int D>
void take_state(const GoingOn& going, World<D>& world) {
    const State<D> state = going.checkpoint.state(world);
    if (!going.checkpoint.mark.from.empty())
        take_over(read_earlier<D>(going.command.folder + "/from.h5"), world, going.scene.settings.step, going.pool);
    put_state(state, world, going.pool);
}

template <int D>
ExitStatus resume_in(const GoingOn& going, WorldDescription<D> description, RanksOfRun& ranks) {
    const int threads = going.pool.size();
    const std::string path = going.command.folder + "/scene.toml";
    if (ranks.team.rank() > 0) {
        const auto make = [&](WorldDescription<D> described) {
            World<D> world = build_world(std::move(described), path);
            take_state(going, world);
            return world;
        };
        ranks.follow<D>(going.scene, std::move(description), make, threads);
        return ExitStatus::done;
    }
    World<D> world = build_world(std::move(description), path);
    std::optional<Run<D>> run = go_on_run(going, world);
    if (!run) ranks.dismiss();
    if (!run) return ExitStatus::done;
    ranks.begins_elsewhere = !going.checkpoint.mark.from.empty();
    run->elsewhere = ranks.lead(going.scene, world, threads);
    if (!run->elsewhere) run->elsewhere = choose_device(going.scene, world, run->summary.facts.device);
    if (!ranks.device().empty()) run->summary.facts.device = ranks.device();
    ranks.tell(run->summary.facts);
    run->watch = ranks.watch;
    return carry_out(*run, going.pool, {.quiet = going.command.quiet, .no_report = going.command.no_report});
}

}  // namespace

template <int D>
std::optional<Run<D>> go_on_run(const GoingOn& going, World<D>& world) {
    const RunMark& mark = going.checkpoint.mark;
    const Scene& scene = going.scene;
    const std::string& folder = going.command.folder;
    const int bodies_at_first = world.bodies.size();
    if (mark.frames == 0 && mark.resumed_with.size() > 0 && scene.output.frames_every > 0.0)
        throw InputError("--set output.frames_every", "the run has no frames, and they cannot begin in its middle");
    const State<D> state = going.checkpoint.state(world);
    const double h = scene.settings.step, duration = end_of_run(going.command, mark, scene, state.time);
    if (!mark.from.empty()) {
        ThreadPool alone(1);
        take_over(read_earlier<D>(folder + "/from.h5"), world, h, alone);
    }
    Summary summary;
    summary.facts = facts_of(mark, scene, world, going.pool.size());
    expect_whole(folder, mark, scene, world, summary.facts);
    const bool ended = has_ended(scene, {duration, state.time, state.steps}, mark.totals, mark.stages);
    if (!ended) expect_writable(folder, scene.probes);
    put_state(state, world, going.pool);
    if (ended && !going.command.quiet)
        going.host.say(
            fmt::format("{}: the run has ended, at {:.12g} s; --until goes on beyond\n", folder, state.time));
    if (ended) return std::nullopt;
    auto frames = go_on_with_frames<D>(scene, folder, mark, world, bodies_at_first);
    auto probes = ProbeWriter<D>::go_on(folder + "/probes", scene.probes, h, steps_of_first_stage(mark), mark.probe_sizes);
    probes.go_on_with(mark.probe_means);
    probes.watch(world);
    reopen_run_folder(folder);
    summary.totals = mark.totals;
    summary.stages = mark.stages;
    if (going.command.until && have_ended(scene, mark.stages) && !mark.stages.empty()) summary.stages.now().ended.clear();
    summary.record_seconds = mark.record_seconds;
    std::optional<Run<D>> run(
        std::in_place, Run<D>{.scene = scene,
                              .host = going.host,
                              .folder = folder,
                              .duration = duration,
                              .world = world,
                              .probes = std::move(probes),
                              .step_log = StepLog::go_on(folder + "/steps.csv",
                                                         number_of_steps(scene.duration, h), state.steps,
                                                         !scene.stages.empty()),
                              .frames = std::move(frames),
                              .dump = std::nullopt,
                              .summary = std::move(summary),
                              .inputs = mark.inputs,
                              .copies = mark.copies,
                              .bodies_at_first = bodies_at_first,
                              .wall_seconds_before = mark.wall_seconds,
                              .neighbour_rebuilds_before = mark.neighbour_rebuilds});
    go_on_in_stages(*run);
    return run;
}

namespace {

ExitStatus resume_with(const ResumeCommand& command, RanksOfRun& ranks) {
    CheckpointFile checkpoint = open_checkpoint(command.folder, DRYSTONE_VERSION);
    std::optional<FolderLock> lock;
    if (ranks.team.rank() == 0) lock.emplace(command.folder);
    if (!checkpoint.note.empty() && ranks.team.rank() == 0)
        warn("warning: " + checkpoint.note + "; going on from the checkpoint before it\n");
    if (!checkpoint.mark.host.empty())
        throw InputError(
            command.folder,
            "is the run of a program, which changed it as it went, in Python by functions or callbacks: only "
            "that program can go on with it (drystone.resume, docs/python.md)");
    Scene scene = scene_of_run(command.folder, checkpoint.mark, command.laws);
    if (!command.overrides.empty()) {
        const Solves stepper = scene.settings.stepper();
        checkpoint.mark = changed(checkpoint.mark, command);
        scene = scene_of_run(command.folder, checkpoint.mark, command.laws);
        if (scene.settings.stepper() != stepper)
            throw InputError("--set solver.method", "grains are soft in all of a run, or in none of it");
    }
    ThreadPool pool(threads_of(command.threads.value_or(scene.threads), ranks.team));
    Terminal terminal;
    const GoingOn going{command, checkpoint, scene, pool, terminal};
    return std::visit([&](auto& world) { return resume_in(going, std::move(world), ranks); }, scene.world);
}

}  // namespace

ExitStatus resume(const ResumeCommand& command) {
    return with_ranks([&](RanksOfRun& ranks) { return resume_with(command, ranks); });
}

template std::optional<Run<2>> go_on_run(const GoingOn&, World<2>&);
template std::optional<Run<3>> go_on_run(const GoingOn&, World<3>&);

}  // namespace drystone
