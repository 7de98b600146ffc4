#include "cli/limit_command.h"

#include <algorithm>
#include <chrono>
#include <limits>

#include <fmt/format.h>

#include "cli/limit_files.h"
#include "cli/limit_words.h"
#include "cli/rest_scene.h"
#include "cli/vary.h"
#include "io/atomic_file.h"
#include "io/result_folder.h"
#include "limit/limit_load.h"
#include "run/say.h"

namespace drystone {

namespace {

using Clock = std::chrono::steady_clock;

const std::vector<std::string> limit_files{"forces.csv", "mechanism.csv", "forces.svg", "mechanism.svg"};

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

bool asks_coulomb(const LimitCommand& command) { return command.flow == "coulomb"; }

/// What there is to scale, in a world that has it.
template <int D>
std::vector<Twist<D>> live_of(const LimitCase<D>& scene, const LimitSettings& settings, const World<D>& world) {
    std::vector<Twist<D>> live = live_loads<D>(world, scene.acceleration, scene.loads);
    for (std::size_t i = 0; i < live.size(); ++i)
        if (world.matter.freedom[i] != Freedom::immovable && !(live[i] == Twist<D>{})) return live;
    refuse(settings.place, "what is scaled acts on nothing that can move");
}

template <int D>
CoulombRange range_of(const LimitCommand& command, const LimitCase<D>& limits, const Scene& scene, const LimitLoad<D>& limit,
                      ThreadPool& pool) {
    CoulombSearch how{.limit = limit.unbounded ? std::numeric_limits<double>::infinity() : limit.lower,
                      .precision = command.precision,
                      .tell = [&](const Trial& trial) { tell_progress(in_words(trial), command.json); }};
    tell_progress(head_of_trials("multiplier"), command.json);
    return coulomb_range(limits, scene.settings, how, pool);
}

template <int D>
LimitReport report_of(const LimitCommand& command, const World<D>& world, const LimitLoad<D>& limit) {
    LimitReport report{.found = limit.found,
                       .feasible = limit.feasible,
                       .unbounded = limit.unbounded,
                       .multiplier = limit.multiplier,
                       .lower = limit.lower,
                       .upper = limit.upper,
                       .residual = limit.residual,
                       .bodies = static_cast<int>(world.problem.W.body.size()),
                       .contacts = static_cast<int>(world.problem.law.size()),
                       .iterations = limit.iterations,
                       .seconds = 0.0,
                       .coulomb = std::nullopt,
                       .mechanism = {}};
    report.mechanism.scene = command.scene;
    std::vector<Twist<D>> velocity = limit.velocity;
    velocity.resize(world.bodies.position.size());
    Stability<D> ranked;
    ranked.velocity = velocity;
    rank_bodies(world, 1.0, ranked);
    report.mechanism.fastest = ranked.fastest;
    list_bodies(world.description, velocity, ranked.speed_ratio, report.mechanism);
    return report;
}

template <int D>
void write_files(const LimitCommand& command, const Scene& scene, const World<D>& world, const LimitLoad<D>& limit,
                 const LimitReport& report) {
    const std::string& folder = *command.out;
    const ResultFolder results = prepare_result_folder(folder, limit_files, command.force);
    const auto write = [&](const char* name, const std::string& text) { write_atomically(folder + '/' + name, text); };
    if (!limit.force.empty()) {
        write("forces.csv", forces_csv(world, scene.settings.step, limit.force));
        write("forces.svg", forces_svg(world, limit.force, limit.unbounded ? "forces under the dead load" : "forces at the limit"));
    }
    if (!limit.velocity.empty()) {
        write("mechanism.csv", mechanism_csv(report.mechanism));
        write("mechanism.svg", mechanism_svg(world, limit.velocity, limit.feasible ? "mechanism at the limit" : "mechanism of the dead load"));
    }
    if (!command.json) say(fmt::format("  tables and pictures in {}\n", folder));
}

ExitStatus status_of(const LimitReport& report) {
    if (!report.found) return ExitStatus::not_converged;
    return report.feasible ? ExitStatus::done : ExitStatus::moves;
}

template <int D>
ExitStatus limit_world(const LimitCommand& command, Scene& scene, WorldDescription<D> description) {
    require_convex(description);
    if (!scene.limit.given)
        refuse(description.place, "the scene has no [limit]: it says what is scaled, as acceleration = [..] or drives = [\"name\", ..]");
    if (asks_coulomb(command) && description.water && !scene.limit.acceleration.empty())
        refuse(description.water->place, "steps from rest under an acceleration would tilt the water: scale drives, or leave out --flow coulomb");
    const auto begin = Clock::now();
    ThreadPool pool(command.threads.value_or(scene.threads));
    const LimitCase<D> limits = limit_case(std::move(description), scene.limit);
    World<D> world = begin_world(limits.dead, scene, command.scene);
    for (const std::string& warning : scene.warnings) warn("warning: " + warning + '\n');
    find_first_problem(world, scene.settings, pool);
    const LimitLoad<D> limit = limit_load<D>(world, scene.settings.step, live_of(limits, scene.limit, world));
    LimitReport report = report_of(command, world, limit);
    if (asks_coulomb(command) && limit.found && limit.feasible) report.coulomb = range_of(command, limits, scene, limit, pool);
    report.seconds = since(begin);
    say(command.json ? in_json(report) : in_words(report));
    if (command.out) write_files(command, scene, world, limit, report);
    return status_of(report);
}

/// Judges the dead load of the scene with a key at a value, by the program, or by a step from rest.
Judgement judge_at(const LimitCommand& command, const Parameter& parameter, double value, bool by_step) {
    std::vector<std::string> overrides = command.overrides;
    overrides.push_back(parameter.set_to(value));
    Scene scene = read_at_rest(command, Solves::limit, overrides);
    ThreadPool pool(command.threads.value_or(scene.threads));
    auto description = std::move(scene.world);
    return std::visit(
        [&]<int D>(WorldDescription<D>& world) {
            require_convex(world);
            World<D> begun = begin_world(limit_case(std::move(world), scene.limit).dead, scene, command.scene);
            if (!by_step) return judge_rest(std::move(begun), scene.settings, pool).judgement;
            Judgement judgement = judge_stability(std::move(begun), scene.settings, pool).judgement;
            judgement.goes_by_step = true;
            return judgement;
        },
        description);
}

ExitStatus vary_key(const LimitCommand& command) {
    if (command.out) throw InputError("--out", "tables and pictures are those of one scene: leave out --vary");
    const auto begin = Clock::now();
    const SearchOptions options{parse_range(*command.vary), *command.vary, command.precision, command.json};
    const Parameter& parameter = options.parameter;
    Search by_rest(options, [&](double value) { return judge_at(command, parameter, value, false); });
    Search by_step(options.titled("by steps from rest:\n"), [&](double value) { return judge_at(command, parameter, value, true); });
    const bool holds = by_rest.low().rest == RestFound::possible && by_rest.high().rest == RestFound::possible;
    KeyLimit found{command.scene, parameter.key, command.precision, {}, {}, 0.0, 0.0};
    if (!asks_coulomb(command) || !holds) found.equilibrium = by_rest.run();
    if (asks_coulomb(command)) {
        found.steps = by_step.run();
        found.far = found.steps->moving().value < found.steps->standing().value ? std::min(parameter.low, parameter.high)
                                                                                 : std::max(parameter.low, parameter.high);
    }
    found.seconds = since(begin);
    say(command.json ? in_json(found) : in_words(found));
    const Limit& asked = found.steps ? *found.steps : *found.equilibrium;
    return asked.reached ? ExitStatus::done : ExitStatus::undecided;
}

}  // namespace

ExitStatus find_limit_load(const LimitCommand& command) {
    if (command.vary) return vary_key(command);
    Scene scene = read_at_rest(command, Solves::limit, command.overrides);
    if (command.out) expect_result_folder(*command.out, limit_files, command.force);
    auto description = std::move(scene.world);
    return std::visit([&](auto& world) { return limit_world(command, scene, std::move(world)); }, description);
}

}  // namespace drystone
