// A stage ends after the step at which its duration is over, or its quantity has been beyond its limit at the ends of round(for / h) + 1
// steps in a row. The next one begins before the step after: checkpoints are of the ends of steps, and know which stage has ended.

#include "run/stages.h"

#include <cmath>

#include "run/load.h"
#include "step/begin_stage.h"

namespace drystone {

namespace {

const StagePlan& plan_of(const Scene& scene, int number) {
    return scene.stages[static_cast<std::size_t>(number)];
}

template <int D>
StageRecord opened(const World<D>& world, const StagePlan& plan) {
    return {.name = plan.name,
            .begin = world.time,
            .end = world.time,
            .begin_step = world.steps,
            .end_step = world.steps,
            .quantity = plan.until ? plan.until->watched.name : ""};
}

/// Of a quantity of the whole world that is told after every step, whoever takes it, its bodies need not come back.
template <int D>
double value_of(Run<D>& run, const StageEnd& end, double h) {
    const Probe& probe = end.watched.probe;
    const bool of_world = subject_of(probe) == Subject::world;
    if (run.elsewhere && of_world && probe.quantities[0] == "unbalanced") {
        if (const auto told = run.elsewhere->unbalanced(h)) return *told;
    }
    const std::string& name = probe.quantities[0];
    const bool is_told = of_world && (name.starts_with("sources.") || name.starts_with("sinks.") || name == "kinetic_energy");
    if (run.elsewhere && !is_told) run.elsewhere->bring_back(run.world);
    std::vector<double> values;
    measure<D>(run.world, probe, h, values);
    return values[end.watched.column];
}

/// What ends the stage after the step just taken; empty: nothing.
template <int D>
std::string ending(Run<D>& run, const StagePlan& plan) {
    StageLog& log = run.summary.stages;
    StageRecord& now = log.now();
    const double h = plan.settings.step;
    const bool last = log.number() + 1 == static_cast<int>(run.scene.stages.size());
    if (run.duration > 0.0 && last) return run.world.time + 0.5 * h > run.duration ? "until" : "";
    const bool over = now.end_step - now.begin_step >= number_of_steps(plan.duration, h);
    if (!plan.until) return over ? "duration" : "";
    now.value = value_of(run, *plan.until, h);
    const bool beyond = plan.until->above ? now.value > plan.until->limit : now.value < plan.until->limit;
    log.held = beyond ? log.held + 1 : 0;
    if (beyond && log.held > number_of_steps(plan.until->held_for, h)) return "condition";
    return over ? "at_most" : "";
}

}  // namespace

const StepSettings& settings_in(const Scene& scene, const StageLog& log) {
    return log.empty() ? scene.settings : plan_of(scene, log.number()).settings;
}

const OutputSettings& output_in(const Scene& scene, const StageLog& log) {
    return log.empty() ? scene.output : plan_of(scene, log.number()).output;
}

bool have_ended(const Scene& scene, const StageLog& log) {
    return log.stages.size() == scene.stages.size() && (log.empty() || !log.now().ended.empty());
}

template <int D>
void rehearse_stages(World<D>& world) {
    if (world.description.stages.empty() || world.steps > 0) return;
    for (std::size_t k = 1; k < world.description.stages.size(); ++k) {
        Staging<D> staging;
        staging.number = static_cast<int>(k);
        staging.began.assign(k + 1, 0.0);
        take_stage(world, staging);
    }
    take_stage(world, {});
}

template <int D>
void begin_first_stage(Run<D>& run) {
    if (run.scene.stages.empty()) return;
    ThreadPool alone(1);
    begin_stage(run.world, 0, run.scene.settings.step, alone);
    run.summary.stages.stages = {opened(run.world, plan_of(run.scene, 0))};
}

/// Who takes the steps hears what a stage changed. What a device does not know is this processor's from then on.
template <int D>
void tell_elsewhere(Run<D>& run, const StagePlan& plan) {
    if (!run.elsewhere) return;
    if (const auto missing = run.elsewhere->what_it_lacks(run.world, plan.settings)) {
        run.summary.facts.warnings.push_back("from stage '" + plan.name + "' on steps are the processor's: a device does not know " + missing->what);
        run.elsewhere.reset();
        return;
    }
    run.elsewhere->take_over(run.world);
}

template <int D>
bool begin_next_stage(Run<D>& run, ThreadPool& pool) {
    StageLog& log = run.summary.stages;
    if (log.empty() || log.now().ended.empty() || log.stages.size() == run.scene.stages.size()) return false;
    const int number = log.number() + 1;
    const StagePlan& plan = plan_of(run.scene, number);
    const double h = plan.settings.step;
    if (run.elsewhere) run.elsewhere->bring_back(run.world);
    begin_stage(run.world, number, h, pool);
    tell_elsewhere(run, plan);
    log.stages.push_back(opened(run.world, plan));
    log.held = 0;
    run.step_log.begin_stage(number);
    run.probes.begin_stage(number, h, run.world.steps, run.world.time);
    if (run.frames)
        run.frames->begin_stage(frames_every(run.scene, plan.output, run.bodies_at_first), h, run.world.steps,
                                run.world.time);
    return true;
}

template <int D>
void watch_stage(Run<D>& run) {
    StageLog& log = run.summary.stages;
    if (log.empty() || !log.now().ended.empty()) return;
    log.now().end = run.world.time;
    log.now().end_step = run.world.steps;
    log.now().ended = ending(run, plan_of(run.scene, log.number()));
}

template <int D>
void go_on_in_stages(Run<D>& run) {
    const StageLog& log = run.summary.stages;
    for (int k = 1; k <= log.number(); ++k) {
        const StagePlan& plan = plan_of(run.scene, k);
        const StageRecord& was = log.stages[static_cast<std::size_t>(k)];
        const double h = plan.settings.step;
        run.step_log.begin_stage(k);
        run.probes.begin_stage(k, h, was.begin_step, was.begin);
        run.probes.skip(was.end_step);
        if (!run.frames) continue;
        run.frames->begin_stage(frames_every(run.scene, plan.output, run.bodies_at_first), h, was.begin_step,
                                was.begin);
        run.frames->skip(was.end_step);
    }
    if (log.empty()) return;
    run.probes.skip(run.world.steps);
    if (run.frames) run.frames->skip(run.world.steps);
}

#define DRYSTONE_RUN_STAGES(D)                            \
    template void rehearse_stages(World<D>&);             \
    template void begin_first_stage(Run<D>&);             \
    template bool begin_next_stage(Run<D>&, ThreadPool&); \
    template void watch_stage(Run<D>&);                   \
    template void go_on_in_stages(Run<D>&);
DRYSTONE_RUN_STAGES(2)
DRYSTONE_RUN_STAGES(3)
#undef DRYSTONE_RUN_STAGES

}  // namespace drystone
