#include "run/run_loop.h"

#include <algorithm>

#include <fmt/format.h>

#include "io/atomic_file.h"
#include "io/checkpoint.h"
#include "io/run_folder.h"
#include "io/state_writer.h"
#include "report/report.h"
#include "run/closing_words.h"
#include "run/load.h"
#include "run/progress.h"
#include "run/report_figures.h"
#include "run/stages.h"

namespace drystone {

namespace {

/// When the next checkpoint is due: by simulated time or by the clock on the wall.
class CheckpointTimes {
  public:
    CheckpointTimes(const OutputSettings& output, double h, long steps_done)
        : by_time_(output.checkpoint_every > 0.0),
          schedule_(output.checkpoint_every, h),
          wall_(output.checkpoint_wall) {
        if (by_time_) schedule_.skip(steps_done);
    }

    void begin_stage(const OutputSettings& output, double h, long steps, double time) {
        by_time_ = output.checkpoint_every > 0.0;
        schedule_.change(output.checkpoint_every, h, steps, time);
        wall_ = output.checkpoint_wall;
    }

    bool is_due(long step) {
        const bool by_time = by_time_ && schedule_.is_due(step);
        const bool by_wall = wall_ > 0.0 && last_.seconds() >= wall_;
        if (by_time || by_wall) last_ = {};
        return by_time || by_wall;
    }

  private:
    bool by_time_;
    Schedule schedule_;
    double wall_;  // [s]
    Stopwatch last_;
};

template <int D>
long rebuilds_of(const Run<D>& run) {
    return run.neighbour_rebuilds_before + (run.elsewhere ? run.elsewhere->rebuilds() : run.world.neighbours.rebuilds());
}

/// By the processes that take the steps, each its rows. False: they cannot.
template <int D>
bool put_rows_together(Run<D>& run, const RunMark& mark) {
    try {
        const auto make = [&](std::span<const RowsTotal> totals) { return begin_checkpoint(run.folder, mark, run.world, totals); };
        if (!run.elsewhere->put_rows(run.world, make)) return false;
    } catch (...) {
        drop_checkpoint(run.folder);
        throw;
    }
    finish_checkpoint(run.folder);
    return true;
}

/// Probes and frames first: a checkpoint speaks of what is on the disk. `is_here`: the world was brought back since the last step.
template <int D>
void make_checkpoint(Run<D>& run, bool is_here) {
    run.probes.sync();
    run.step_log.sync();
    if (run.frames) run.frames->sync();
    const RunFacts& facts = run.summary.facts;
    const RunMark mark{.version = facts.version,
                       .dimension = D,
                       .scene = facts.scene,
                       .title = facts.title,
                       .overrides = facts.overrides,
                       .resumed_with = facts.resumed_with,
                       .from = facts.from,
                       .inputs = run.inputs,
                       .copies = run.copies,
                       .warnings = run.scene.warnings,
                       .initial_potential = facts.initial_potential,
                       .duration = run.duration,
                       .totals = run.summary.totals,
                       .stages = run.summary.stages,
                       .record_seconds = run.summary.record_seconds,
                       .wall_seconds = run.wall_seconds_before + run.watch.seconds(),
                       .neighbour_rebuilds = rebuilds_of(run),
                       .frames = run.frames ? run.frames->frames() : 0,
                       .frames_index = run.frames ? run.frames->index() : "",
                       .probe_sizes = run.probes.sizes(),
                       .probe_means = run.probes.means_under_way(),
                       .host = run.host.memory()};
    if (run.elsewhere && put_rows_together(run, mark)) return;
    if (run.elsewhere && !is_here) run.elsewhere->bring_back(run.world);
    write_checkpoint(run.folder, mark, run.world);
}

/// Whether what comes before rest is behind.
bool is_over(const Scene& scene, const RunEnd& end, const StageLog& stages) {
    const double h = settings_in(scene, stages).step;
    if (stages.empty()) return end.steps >= number_of_steps(end.duration, h);
    return end.duration > 0.0 ? end.time + 0.5 * h > end.duration : have_ended(scene, stages);
}

template <int D>
RunEnd end_of(const Run<D>& run) {
    return {run.duration, run.world.time, run.world.steps};
}

/// One step, of the run or, behind its duration, towards rest.
template <int D>
StepReport take_step(Run<D>& run, ThreadPool& pool) {
    const StepSettings& settings = settings_in(run.scene, run.summary.stages);
    RunTotals& totals = run.summary.totals;
    if (!is_over(run.scene, end_of(run), run.summary.stages)) {
        totals.settled = 0;
        return run.elsewhere ? run.elsewhere->advance(run.world, settings, pool) : advance(run.world, settings, pool);
    }
    const SettleStep step = settle_step(run.world, settings, run.scene.settle, pool, run.elsewhere.get());
    ++totals.settling;
    totals.settled = step.settled;
    totals.settle_removed += step.removed;
    totals.unbalanced = step.unbalanced;
    return step.report;
}

/// As if its duration were over: a run that goes on later says until when.
template <int D>
void end_here(Run<D>& run) {
    run.ended = true;
    run.duration = run.world.time;
}

/// What is on a device, or with other processes, comes back where somebody looks at it.
template <int D>
void look_elsewhere(Run<D>& run, bool in_any_case = false) {
    if (!run.elsewhere) return;
    const long step = run.world.steps;
    if (in_any_case || run.probes.reads(step) || (run.frames && run.frames->reads(step))) run.elsewhere->bring_back(run.world);
}

/// What is written of a step.
template <int D>
void record(Run<D>& run, const StepReport& report) {
    look_elsewhere(run);
    run.summary.totals.add(report, run.world.energy, run.summary.facts.initial_potential);
    run.probes.record(run.world);
    run.step_log.record(report, run.world.energy, run.world.steps, run.world.time);
    if (run.frames) run.frames->record(run.world);
    if (run.dump) run.dump->record(run.world);
}

/// The loop over the steps. Ends early where the host says so or a step is not finite.
template <int D>
void take_steps(Run<D>& run, ThreadPool& pool, Progress progress) {
    const StageLog& stages = run.summary.stages;
    const auto output = [&]() -> const OutputSettings& { return output_in(run.scene, stages); };
    const auto h = [&] { return settings_in(run.scene, stages).step; };
    CheckpointTimes checkpoints(output(), h(), run.world.steps);
    const auto goes_on = [&] {
        return !run.ended && !has_ended(run.scene, end_of(run), run.summary.totals, stages);
    };
    bool finite = true;
    while (goes_on() && finite && run.host.goes_on()) {
        if (begin_next_stage(run, pool)) checkpoints.begin_stage(output(), h(), run.world.steps, run.world.time);
        const StepReport report = take_step(run, pool);
        const Stopwatch recording;
        record(run, report);
        watch_stage(run);
        progress.show({run.world.time, run.world.steps}, report);
        finite = report.finite;
        if (run.host.after_step(report) == RunHost::Wish::end) end_here(run);
        // After the last step the results come first: a checkpoint of the end says that they are there.
        if (finite && goes_on() && checkpoints.is_due(run.world.steps)) make_checkpoint(run, false);
        run.summary.record_seconds += recording.seconds();
    }
    look_elsewhere(run, true);
    run.summary.interrupted = goes_on() && finite;
    progress.clear();
}

/// A run without frames leaves one of its end, for those who draw it.
template <int D>
void store_last_state(const Run<D>& run) {
    if (run.world.bodies.size() == 0) return;
    const RunFacts& facts = run.summary.facts;
    auto frames =
        FramesWriter<D>::create(run.folder + "/frames.h5", run.world, frames_head(facts, run.folder, run.world));
    frames.write(run.world, settings_in(run.scene, run.summary.stages).step);
    frames.close(run.world);
}

/// Who came and went.
template <int D>
void sum_up_passages(const World<D>& world, Summary& summary) {
    const auto list = [](const auto& named, const std::vector<Passed>& passed) {
        std::vector<PassedInRun> out;
        for (std::size_t k = 0; k < passed.size(); ++k)
            out.push_back({.name = named[k].name, .bodies = passed[k].bodies, .mass = passed[k].mass, .momentum = {}});
        return out;
    };
    const auto in_all = [](const Flow<D>& flow) {
        return PassedInRun{.name = "",
                           .bodies = flow.passed.bodies,
                           .mass = flow.passed.mass,
                           .momentum = {flow.momentum.c.begin(), flow.momentum.c.end()},
                           .energy = flow.energy};
    };
    summary.sources = list(world.description.sources, world.census.by_source);
    summary.sinks = list(world.description.sinks, world.census.by_sink);
    summary.entered = in_all(world.census.in);
    summary.left = in_all(world.census.out);
    summary.facts.smallest_radius = world.smallest_radius;
}

/// The summary last: where it stands, the run has ended. The checkpoint after it: a kill before it repeats some steps.
template <int D>
void write_results(Run<D>& run) {
    const Stopwatch recording;
    Summary& summary = run.summary;
    run.probes.flush();
    if (run.frames)
        run.frames->finish();
    else
        store_last_state(run);
    write_state(run.world, settings_in(run.scene, summary.stages).step, run.folder);
    summary.energy = run.world.energy;
    sum_up_passages(run.world, summary);
    summary.simulated_seconds = run.world.time;
    summary.neighbour_rebuilds = rebuilds_of(run);
    if (run.elsewhere) summary.elsewhere_seconds = run.elsewhere->seconds();
    for (std::string& warning : quality_warnings(summary))
        summary.facts.warnings.push_back(std::move(warning));
    summary.record_seconds += recording.seconds();
    summary.wall_seconds = run.wall_seconds_before + run.watch.seconds();
    write_atomically(run.folder + "/summary.json", summary_json(summary, peak_memory_bytes()));
    if (summary.totals.not_finite == 0) make_checkpoint(run, true);
    run.probes.close();
    run.step_log.close();
    if (run.frames) run.frames->close(run.world);
}

void report(const Summary& summary, const std::string& folder, bool quiet, RunHost& host) {
    std::string text = quiet ? "" : closing_words(summary, folder);
    for (const std::string& warning : summary.facts.warnings) text += "warning: " + warning + '\n';
    quiet ? host.warn(text) : host.say(text);
    if (!summary.interrupted) return;
    host.warn(fmt::format(
        "interrupted after step {}: everything up to there is written, with a checkpoint; go on with "
        "drystone resume {}\n",
        summary.totals.steps, folder));
}

ExitStatus status_of(const Summary& summary) {
    if (summary.interrupted) return ExitStatus::interrupted;
    if (summary.totals.not_converged > 0 || summary.totals.not_finite > 0) return ExitStatus::not_converged;
    return ExitStatus::done;
}

ReportKeys keys_of(const SceneReport& report) {
    ReportKeys keys{.words = report.words, .plots = {}};
    for (const SceneReport::Plot& plot : report.plots)
        keys.plots.push_back({plot.title, plot.x, plot.y, plot.x_from_start, plot.y_from_start});
    return keys;
}

}  // namespace

template <int D>
RunFacts facts_of(const SceneCommand& command, const Scene& scene, const World<D>& world, int threads) {
    return {.version = DRYSTONE_VERSION,
            .scene = command.scene,
            .title = scene.title,
            .dimension = D,
            .threads = threads,
            .settings = scene.settings,
            .bodies = world.bodies.size(),
            .smallest_radius = world.smallest_radius,
            .initial_potential = world.energy.potential,
            .overrides = command.overrides,
            .warnings = scene.warnings,
            .report = keys_of(scene.report)};
}

bool has_ended(const Scene& scene, const RunEnd& end, const RunTotals& totals, const StageLog& stages) {
    if (!is_over(scene, end, stages)) return false;
    if (!scene.settle.wanted || totals.settled > 0) return true;
    const double h = settings_in(scene, stages).step;
    if (!stages.empty()) return totals.settling >= number_of_steps(scene.settle.at_most, h);
    return end.steps >= number_of_steps(end.duration + scene.settle.at_most, h);
}

void leave_report(const std::string& folder, bool quiet, RunHost& host) {
    try {
        write_report(folder, {.figures = figures_of(folder)});
        if (!quiet) host.say(fmt::format("open {}/report.html\n", folder));
    } catch (const std::exception& error) {
        host.warn(fmt::format("warning: no report: {}\n", error.what()));
    }
}

FramesHead frames_head(const RunFacts& facts, const std::string& folder) {
    return {.version = facts.version,
            .title = facts.title,
            .scene = scene_of_run(folder),
            .overrides = facts.overrides,
            .step = facts.settings.step};
}

template <int D>
ExitStatus carry_out(Run<D>& run, ThreadPool& pool, const CarryOutOptions& options) {
    if (run.scene.device == DeviceWish::cuda && !run.elsewhere)
        refuse(run.scene.device_place, "device = \"cuda\" is for drystone run and drystone resume: take \"cpu\" or \"auto\" here");
    const double planned = std::max(run.duration, run.scene.stages.empty() ? 0.0 : run.scene.duration);
    const double longest = planned + (run.scene.settle.wanted ? run.scene.settle.at_most : 0.0);
    const Progress progress(options.quiet ? Progress::Style::silent : run.host.progress_style(),
                            longest, {run.world.time, run.world.steps},
                            [&](const std::string& text) { run.host.show(text); });
    take_steps(run, pool, progress);
    if (const std::string left_out = run.dump ? run.dump->warning() : ""; !left_out.empty())
        run.summary.facts.warnings.push_back(left_out);
    if (run.elsewhere && run.elsewhere->handed_over() > 0)
        run.summary.facts.warnings.push_back(fmt::format("{} steps did not converge by sweeps on the device and were taken by the processor",
                                                         run.elsewhere->handed_over()));
    write_results(run);
    report(run.summary, run.folder, options.quiet, run.host);
    if (!options.no_report) leave_report(run.folder, options.quiet, run.host);
    return status_of(run.summary);
}

template RunFacts facts_of(const SceneCommand&, const Scene&, const World<2>&, int);
template RunFacts facts_of(const SceneCommand&, const Scene&, const World<3>&, int);
template ExitStatus carry_out(Run<2>&, ThreadPool&, const CarryOutOptions&);
template ExitStatus carry_out(Run<3>&, ThreadPool&, const CarryOutOptions&);

}  // namespace drystone
