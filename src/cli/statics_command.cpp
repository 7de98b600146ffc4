#include "cli/statics_command.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/statics_words.h"
#include "core/stopwatch.h"
#include "io/atomic_file.h"
#include "io/frame_recorder.h"
#include "io/probe_writer.h"
#include "io/run_folder.h"
#include "io/state_writer.h"
#include "io/step_log.h"
#include "run/interrupt.h"
#include "run/load.h"
#include "run/run_loop.h"
#include "run/say.h"
#include "run/terminal.h"
#include "scene/nearest.h"
#include "statics/statics.h"

namespace drystone {

namespace {

StaticsMethod method_named(const std::string& word) {
    std::vector<std::string> known;
    for (const auto& [name, method] : statics_methods()) {
        if (name == word) return method;
        known.push_back(name);
    }
    throw InputError("--method " + word,
                     fmt::format("there is no such method; there are {}", quoted_list(known)));
}

std::string name_of(StaticsMethod method) {
    for (const auto& [name, one] : statics_methods())
        if (one == method) return name;
    return "";
}

/// The files of the folder, written as increments come.
template <int D>
struct Recording {
    ProbeWriter<D> probes;
    StepLog log;
    std::optional<FrameRecorder<D>> frames;
    Summary summary;

    bool record(const World<D>& world, const Increment& increment, bool quiet) {
        summary.totals.add(world.last, world.energy, summary.facts.initial_potential);
        probes.record(world);
        log.record(world.last, world.energy, world.steps, world.time);
        if (frames) frames->record(world);
        if (!quiet)
            warn(fmt::format(
                "increment {}: {} iterations, error {:.2g}, {} contacts, {} sliding, {} born, {} opened{}\n",
                increment.number, increment.iterations, increment.error, increment.contacts,
                increment.sliding, increment.born, increment.opened,
                increment.converged ? "" : ": NOT IN BALANCE"));
        summary.interrupted = interrupted();
        return !summary.interrupted && world.last.finite;
    }
};

template <int D>
Recording<D> begin(RunFacts facts, const Scene& scene, const World<D>& world, const std::string& folder) {
    std::optional<FrameRecorder<D>> frames;
    if (scene.output.frames_every != 0.0 && world.bodies.size() > 0) {
        frames = FrameRecorder<D>::begin(folder, world, frames_head(facts, folder),
                                         std::max(0.0, scene.output.frames_every));
    }
    Summary summary;
    summary.facts = std::move(facts);
    return {ProbeWriter<D>(folder + "/probes", scene.probes, summary.facts.settings.step),
            StepLog(folder + "/steps.csv", scene.statics.load_steps), std::move(frames), std::move(summary)};
}

template <int D>
ExitStatus in_dimension(const StaticsCommand& command, const Scene& scene, WorldDescription<D> description) {
    const Stopwatch watch;
    World<D> world = build_world(std::move(description), command.scene);
    ThreadPool pool(command.threads.value_or(scene.threads));
    try {  // before anything is written
        World<D> looked_at = build_world(world.description, command.scene);
        StiffAssembly<D> assembly(looked_at, scene.statics, pool);
    } catch (const InputError& error) {
        // What only shows when bodies meet has no place of its own.
        const std::string said = error.what();
        throw InputError(said.starts_with(command.scene) || said.starts_with("--") ? "" : command.scene,
                         said);
    }
    const std::string folder = command.out.value_or(default_run_folder(command.scene));
    const RunFolder prepared = prepare_run_folder(folder, plan_of(command.scene, scene), command.force);
    const bool at_once = scene.statics.method == StaticsMethod::serrano;
    const double h = scene.statics.duration / (at_once ? 1 : scene.statics.load_steps);
    RunFacts facts = facts_of(command, scene, world, pool.size());
    facts.settings.step = h;
    facts.settings.solver.tolerance = scene.statics.tolerance;
    Recording<D> recording = begin(std::move(facts), scene, world, folder);
    catch_interrupts();
    const QuasistaticReport<D> report =
        solve_statics<D>(world, scene.statics, pool, [&](const World<D>& now, const Increment& increment) {
            return recording.record(now, increment, command.quiet);
        });

    recording.probes.close();
    recording.log.close();
    if (recording.frames) {
        recording.frames->finish();
        recording.frames->close(world);
    }
    write_state(world, h, folder);
    if (report.mechanisms.count > 0)
        write_atomically(folder + "/mechanisms.csv", mechanisms_csv(report, world));
    Summary& summary = recording.summary;
    summary.simulated_seconds = world.time;
    summary.wall_seconds = watch.seconds();
    write_atomically(folder + "/summary.json",
                     statics_json(summary, report, world, name_of(scene.statics.method)));
    std::string text = in_words(report, world) + fmt::format("results in {}/\n", folder);
    if (command.quiet) text.clear();
    for (const std::string& warning : scene.warnings) text += "warning: " + warning + '\n';
    command.quiet ? warn(text) : say(text);
    if (Terminal terminal; !command.no_report) leave_report(folder, command.quiet, terminal);
    if (summary.interrupted) return ExitStatus::interrupted;
    return report.converged ? ExitStatus::done : ExitStatus::not_converged;
}

}  // namespace

ExitStatus find_equilibrium(const StaticsCommand& command) {
    Scene scene = read_scene(command.scene, command.overrides, command.laws);
    if (command.method) scene.statics.method = method_named(*command.method);
    auto description = std::move(scene.world);
    return std::visit([&](auto& world) { return in_dimension(command, scene, std::move(world)); },
                      description);
}

}  // namespace drystone
