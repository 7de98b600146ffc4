#include "compare/answer.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "compare/forces.h"
#include "core/input_error.h"
#include "core/stopwatch.h"
#include "statics/statics.h"

namespace drystone {

namespace {

/// Contact dynamics and soft grains: time steps to the end of the scene.
template <int D>
void step_through(const Scene& scene, WorldDescription<D> description, const ComparedScene& asked,
                  ThreadPool& pool, Answer& answer) {
    const bool soft = scene.settings.stepper() == Solves::soft_grains;
    World<D> world = make_world(std::move(description));
    const long steps = std::max(1L, std::lround(scene.duration / scene.settings.step));
    long loose = 0, deep = 0;
    double penetration = 0.0, largest = 0.0;
    bool finite = true;
    while (answer.steps < steps && finite && !answer.interrupted) {
        const StepReport report = advance(world, scene.settings, pool);
        ++answer.steps;
        answer.iterations += report.solve.iterations;
        answer.updates += report.solve.contact_updates;
        loose += !report.solve.converged;
        deep += report.deep_overlaps;
        largest = std::max(largest, report.solve.residual);
        penetration = std::max(penetration, report.max_penetration);
        finite = report.finite;
        answer.interrupted = asked.stops();
    }
    answer.time = world.time;
    answer.converged = finite && loose == 0;
    if (!soft) answer.residual = largest;
    if (!finite)
        answer.notes.push_back(fmt::format("step {} gave numbers that are not finite", answer.steps));
    if (loose > 0)
        answer.notes.push_back(
            fmt::format("{} of {} steps did not reach the tolerance", loose, answer.steps));
    if (soft && world.smallest_radius > 0.0)
        answer.notes.push_back(fmt::format("deepest overlap on the way: {:.2g} of the smallest radius",
                                           penetration / world.smallest_radius));
    if (deep > 0)
        answer.notes.push_back("some overlaps went beyond a tenth of a radius: too soft, or too fast");
    read_forces(world, scene.settings.step, answer);
    constexpr double at_rest = 0.01;  // mean normal forces
    if (answer.imbalance > at_rest)
        answer.notes.push_back(
            fmt::format("not at rest at the end (imbalance {:.2g}): these are the forces of a moving state",
                        answer.imbalance));
}

template <int D>
void notes_of(const QuasistaticReport<D>& report, Answer& answer) {
    const auto failed = std::count_if(report.increments.begin(), report.increments.end(),
                                      [](const Increment& one) { return !one.converged; });
    if (failed > 0)
        answer.notes.push_back(
            fmt::format("{} of {} increments are not in equilibrium", failed, report.increments.size()));
    if (report.mechanisms.count > 0)
        answer.notes.push_back(
            fmt::format("the stiffness matrix is singular: {} mechanisms", report.mechanisms.count));
    if (report.in_tension + report.beyond_friction > 0)
        answer.notes.push_back(
            fmt::format("as if bonded, {} contacts pull and {} shear beyond friction: their law would let go",
                        report.in_tension, report.beyond_friction));
}

template <int D>
void load_in_increments(const StaticsSettings& settings, WorldDescription<D> description,
                        const ComparedScene& asked, ThreadPool& pool, Answer& answer) {
    World<D> world = make_world(std::move(description));
    const QuasistaticReport<D> report =
        solve_statics<D>(world, settings, pool, [&](const World<D>&, const Increment&) {
            answer.interrupted = asked.stops();
            return !answer.interrupted;
        });
    double largest = 0.0;
    for (const Increment& one : report.increments) {
        ++answer.steps;
        answer.iterations += one.iterations;
        if (!(one.error <= largest)) largest = one.error;
    }
    answer.residual = largest;
    answer.time = world.time;
    answer.converged = report.converged;
    notes_of(report, answer);
    const bool at_once = settings.method == StaticsMethod::serrano;
    read_forces(world, settings.duration / (at_once ? 1 : settings.load_steps), answer);
}

/// The scene as the method reads it: md has refusals of its own, and under the others springs are rigid or loads static.
Scene scene_for(const std::string& method, const ComparedScene& asked) {
    Scene scene = read_scene(asked.path, asked.overrides, asked.laws);
    const bool soft = scene.settings.stepper() == Solves::soft_grains;
    if (soft == (method == "md")) return scene;
    std::vector<std::string> overrides = asked.overrides;
    overrides.push_back(soft ? "solver.method=auto" : "solver.method=md");
    try {
        return read_scene(asked.path, overrides, asked.laws);
    } catch (const InputError& error) {
        // The place of the method is our own override; the words after it are what the user needs.
        const std::string said = error.what(), ours = "--set " + overrides.back() + ": ";
        throw InputError("", said.starts_with(ours) ? said.substr(ours.size()) : said);
    }
}

std::optional<StaticsMethod> static_method(const std::string& name) {
    for (const auto& [word, method] : statics_methods())
        if (word == name) return method;
    return std::nullopt;
}

}  // namespace

const std::vector<ComparedMethod>& compared_methods() {
    static const std::vector<ComparedMethod> all = {
        {"cd", "contact dynamics, rigid", "time steps", "solver iterations", "contact updates"},
        {"md", "soft grains, springs and dashpots", "time steps", "sub-steps", "pair forces"},
        {"kishino", "element by element", "increments", "element updates", ""},
        {"bagi-bojtar", "whole stiffness matrix", "increments", "systems solved", ""},
        {"serrano", "one linear step, all contacts bonded", "increments", "systems solved", ""},
    };
    return all;
}

const ComparedMethod& compared_method(const std::string& name) {
    for (const ComparedMethod& one : compared_methods())
        if (one.name == name) return one;
    std::string names;
    for (const ComparedMethod& one : compared_methods()) names += (names.empty() ? "" : ", ") + one.name;
    throw InputError("--methods " + name, "there is no such method; there are " + names);
}

Answer answer_by(const std::string& method, const ComparedScene& asked) {
    Answer answer;
    answer.method = compared_method(method).name;
    read_scene(asked.path, asked.overrides, asked.laws);  // wrong in itself: for the caller
    try {
        Scene scene = scene_for(method, asked);
        ThreadPool pool(asked.threads.value_or(scene.threads));
        const Stopwatch watch;
        std::visit(
            [&](auto& description) {
                if (const auto at_rest = static_method(method)) {
                    scene.statics.method = *at_rest;
                    load_in_increments(scene.statics, std::move(description), asked, pool, answer);
                } else {
                    step_through(scene, std::move(description), asked, pool, answer);
                }
            },
            scene.world);
        answer.seconds = watch.seconds();
    } catch (const InputError& error) {
        answer = {};
        answer.method = method;
        answer.refusal = error.what();
    }
    return answer;
}

}  // namespace drystone
