#include "cli/run_command.h"

#include <chrono>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "cli/closing_words.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/problem_dump.h"
#include "cli/progress.h"
#include "io/atomic_file.h"
#include "io/probe_writer.h"
#include "io/run_folder.h"
#include "io/state_writer.h"
#include "io/summary.h"

namespace drystone {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

template <int D>
RunFacts facts_of(const RunCommand& command, const Scene& scene, const World<D>& world, int threads) {
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
            .warnings = scene.warnings};
}

template <int D>
ProbeWriter<D> open_probes(const std::string& folder, const Scene& scene) {
    try {
        return ProbeWriter<D>(folder + "/probes", scene.probes, scene.settings.step);
    } catch (const FileError& error) {
        throw InputError("", error.what());
    }
}

/// The loop over the steps. Ends early at an interrupt or where a step is not finite.
template <int D>
void take_steps(const Scene& scene, ThreadPool& pool, Progress progress, World<D>& world,
                ProbeWriter<D>& probes, ProblemDump<D>& dump, Summary& summary) {
    const long steps = number_of_steps(scene);
    bool finite = true;
    while (world.steps < steps && finite && !interrupted()) {
        const StepReport report = advance(world, scene.settings, pool);
        const Clock::time_point record_start = Clock::now();
        summary.totals.add(report, world.energy, summary.facts.initial_potential);
        probes.record(world);
        dump.record(world);
        progress.show(world.steps, report);
        summary.record_seconds += seconds_since(record_start);
        finite = report.finite;
    }
    summary.interrupted = world.steps < steps && finite;
    progress.clear();
}

template <int D>
void write_results(const World<D>& world, const std::string& folder, Clock::time_point start,
                   ProbeWriter<D>& probes, Summary& summary) {
    const Clock::time_point record_start = Clock::now();
    probes.close();
    write_state(world, summary.facts.settings.step, folder);
    summary.energy = world.energy;
    summary.simulated_seconds = world.time;
    summary.neighbour_rebuilds = world.neighbours.rebuilds();
    for (std::string& warning : quality_warnings(summary))
        summary.facts.warnings.push_back(std::move(warning));
    summary.record_seconds += seconds_since(record_start);
    summary.wall_seconds = seconds_since(start);
    write_atomically(folder + "/summary.json", summary_json(summary, peak_memory_bytes()));
}

void report(const Summary& summary, const std::string& folder, bool quiet) {
    std::string text = quiet ? "" : closing_words(summary, folder);
    for (const std::string& warning : summary.facts.warnings) text += "warning: " + warning + '\n';
    // Not fmt::print: it throws where a terminal or pipe is gone, and the results are safe by now.
    std::fputs(text.c_str(), quiet ? stderr : stdout);
    if (!summary.interrupted) return;
    std::fputs(fmt::format(
                   "interrupted after step {}: everything up to there is written, but no checkpoint to go on "
                   "from (they come with a later release)\n",
                   summary.totals.steps)
                   .c_str(),
               stderr);
}

ExitStatus status_of(const Summary& summary) {
    if (summary.interrupted) return ExitStatus::interrupted;
    if (summary.totals.not_converged > 0 || summary.totals.not_finite > 0) return ExitStatus::not_converged;
    return ExitStatus::done;
}

template <int D>
ExitStatus run_in(const RunCommand& command, const Scene& scene, WorldDescription<D> description,
                  Clock::time_point start) {
    World<D> world = build_world(std::move(description), command.scene);
    const std::string folder = command.out.value_or(default_run_folder(command.scene));
    prepare_run_folder(folder, command.scene, command.force);
    ProbeWriter<D> probes = open_probes<D>(folder, scene);
    ProblemDump<D> dump(folder + "/problems", command.dump_problems, world);

    ThreadPool pool(command.threads.value_or(scene.threads));
    Summary summary;
    summary.facts = facts_of(command, scene, world, pool.size());
    const Progress progress(command.quiet ? Progress::Style::silent : style_of_stderr(),
                            number_of_steps(scene), scene.settings.step);
    catch_interrupts();
    take_steps(scene, pool, progress, world, probes, dump, summary);
    if (const std::string warning = dump.warning(); !warning.empty())
        summary.facts.warnings.push_back(warning);
    write_results(world, folder, start, probes, summary);
    report(summary, folder, command.quiet);
    return status_of(summary);
}

}  // namespace

ExitStatus run(const RunCommand& command) {
    const Clock::time_point start = Clock::now();
    Scene scene = load_scene(command.scene, command.overrides, command.laws);
    auto description = std::move(scene.world);
    return std::visit([&](auto& world) { return run_in(command, scene, std::move(world), start); },
                      description);
}

}  // namespace drystone
