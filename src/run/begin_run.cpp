#include "run/begin_run.h"

#include <algorithm>
#include <utility>

#include "io/region_outlines.h"
#include "io/run_folder.h"
#include "run/load.h"
#include "run/stages.h"

namespace drystone {

namespace {

template <int D>
ProbeWriter<D> open_probes(const std::string& folder, const Scene& scene, const World<D>& world) {
    try {
        ProbeWriter<D> probes(folder + "/probes", scene.probes, scene.settings.step);
        probes.skip(world.steps);
        probes.watch(world);
        return probes;
    } catch (const FileError& error) {
        if (is_of_machine(error.code())) throw;
        throw InputError("", error.what());
    }
}

RunPlan plan_of(const RunCommand& command, const Scene& scene) {
    RunPlan plan = plan_of(command.scene, scene);
    plan.text = command.text;
    if (command.dump_problems > 0) plan.names.emplace_back("problems");
    if (command.from) plan.names.emplace_back("from.h5");
    return plan;
}

std::string results_of(const RunCommand& command) { return command.out.value_or(default_run_folder(command.scene)); }

/// Of the scene, whoever has come and gone since: a run that goes on counts the same.
template <int D>
int bodies_of_scene(const World<D>& world) {
    return world.first ? static_cast<int>(world.first->bodies.size()) : world.bodies.size();
}

template <int D>
std::optional<FrameRecorder<D>> begin_frames(const RunFacts& facts, const Scene& scene,
                                             const World<D>& world, const std::string& folder, const RunHost& host) {
    const double every = frames_every(scene, scene.output, bodies_of_scene(world));
    const bool later = std::any_of(scene.stages.begin(), scene.stages.end(), [&](const StagePlan& stage) {
        return frames_every(scene, stage.output, bodies_of_scene(world)) > 0.0;
    });
    FramesHead head = frames_head(facts, folder, world);
    head.changes = head.changes || host.may_change_bodies();
    if ((every == 0.0 && !later) || (world.bodies.size() == 0 && !head.changes)) return std::nullopt;
    return FrameRecorder<D>::begin(folder, world, head, every);
}

/// The run whose folder is there; it does not have the folder yet.
template <int D>
Run<D> run_without_folder(const RunCommand& command, const Scene& scene, World<D>& world, RunHost& host, int threads) {
    const std::string folder = results_of(command);
    const double longest = command.until.value_or(scene.duration);
    const double duration = scene.stages.empty() ? longest : command.until.value_or(0.0);
    ProbeWriter<D> probes = open_probes(folder, scene, world);
    ProblemDump<D> dump(folder + "/problems", command.dump_problems, world);
    Summary summary;
    summary.facts = facts_of(command, scene, world, threads);
    auto frames = begin_frames(summary.facts, scene, world, folder, host);
    Run<D> run{.scene = scene,
               .host = host,
               .folder = folder,
               .duration = duration,
               .world = world,
               .probes = std::move(probes),
               .step_log = StepLog(folder + "/steps.csv", number_of_steps(longest, scene.settings.step),
                                   !scene.stages.empty()),
               .frames = std::move(frames),
               .dump = std::move(dump),
               .summary = std::move(summary),
               .inputs = {},
               .copies = {},
               .bodies_at_first = bodies_of_scene(world)};
    begin_first_stage(run);
    return run;
}

}  // namespace

template <int D>
Run<D> begin_run(const RunCommand& command, const Scene& scene, World<D>& world, RunHost& host, int threads) {
    rehearse_stages(world);
    RunFolder prepared = prepare_run_folder(results_of(command), plan_of(command, scene), command.force);
    try {
        Run<D> run = run_without_folder(command, scene, world, host, threads);
        run.held.emplace(std::move(prepared.folder));
        run.inputs = std::move(prepared.inputs);
        run.copies = std::move(prepared.copies);
        return run;
    } catch (...) {
        prepared.folder.give_up();
        throw;
    }
}

template Run<2> begin_run(const RunCommand&, const Scene&, World<2>&, RunHost&, int);
template Run<3> begin_run(const RunCommand&, const Scene&, World<3>&, RunHost&, int);

}  // namespace drystone
