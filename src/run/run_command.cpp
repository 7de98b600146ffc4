#include "run/run_command.h"

#include <utility>

#include "io/run_folder.h"
#include "run/load.h"
#include "run/run_loop.h"

namespace drystone {

namespace {

template <int D>
ProbeWriter<D> open_probes(const std::string& folder, const Scene& scene) {
    try {
        return ProbeWriter<D>(folder + "/probes", scene.probes, scene.settings.step);
    } catch (const FileError& error) {
        throw InputError("", error.what());
    }
}

RunPlan plan_of(const RunCommand& command, const Scene& scene) {
    RunPlan plan = plan_of(command.scene, scene);
    if (command.dump_problems > 0) plan.names.emplace_back("problems");
    return plan;
}

template <int D>
std::optional<FrameRecorder<D>> begin_frames(const RunFacts& facts, const Scene& scene,
                                             const std::string& folder, const World<D>& world) {
    const double every = frames_every(scene, world.bodies.size());
    if (every == 0.0 || world.bodies.size() == 0) return std::nullopt;
    return FrameRecorder<D>::begin(folder, world, frames_head(facts, folder), every);
}

template <int D>
ExitStatus run_in(const RunCommand& command, Scene& scene, WorldDescription<D> description,
                  const Stopwatch& watch) {
    if (!scene.settings.able().contact_problem && command.dump_problems > 0)
        throw InputError("--dump-problems", std::string(scene.settings.able().name) + " has no contact problems");
    World<D> world = begin_world(std::move(description), scene, command.scene);
    const std::string folder = command.out.value_or(default_run_folder(command.scene));
    const RunFolder prepared = prepare_run_folder(folder, plan_of(command, scene), command.force);
    ProbeWriter<D> probes = open_probes<D>(folder, scene);
    ProblemDump<D> dump(folder + "/problems", command.dump_problems, world);
    ThreadPool pool(command.threads.value_or(scene.threads));
    Summary summary;
    summary.facts = facts_of(command, scene, world, pool.size());
    auto frames = begin_frames(summary.facts, scene, folder, world);
    Run<D> run{
        .scene = scene,
        .folder = folder,
        .duration = scene.duration,
        .world = std::move(world),
        .probes = std::move(probes),
        .step_log = StepLog(folder + "/steps.csv", number_of_steps(scene.duration, scene.settings.step)),
        .frames = std::move(frames),
        .dump = std::move(dump),
        .summary = std::move(summary),
        .inputs = prepared.inputs,
        .copies = prepared.copies,
        .watch = watch};
    return carry_out(run, pool, {.quiet = command.quiet, .no_report = command.no_report});
}

}  // namespace

ExitStatus run(const RunCommand& command) {
    const Stopwatch watch;
    Scene scene = load_scene(command.scene, command.overrides, command.laws);
    auto description = std::move(scene.world);
    return std::visit([&](auto& world) { return run_in(command, scene, std::move(world), watch); },
                      description);
}

}  // namespace drystone
