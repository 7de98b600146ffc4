#include "cli/stability_command.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/rest_scene.h"
#include "cli/stability_ranks.h"
#include "cli/stability_words.h"
#include "cli/vary.h"
#include "io/atomic_file.h"
#include "io/result_folder.h"
#include "run/load.h"
#include "run/say.h"

namespace drystone {

namespace {

const std::vector<std::string> mechanism_files{"mechanism.csv"};  // of --out

/// judge_stability(); judge_rest() where that knows; judge_stability(), and go by its step whether or not rest is possible.
enum class Ask { all, rest, step };

/// What is asked of a scene.
struct Question {
    const StabilityCommand& command;
    std::vector<std::string> overrides;  // of the command, and of a search
    Ask what = Ask::all;
};

/// Its one step is looked at, not taken, in no stage, and by processors.
Scene read_trial(const StabilityCommand& command, std::vector<std::string> overrides) {
    if (command.step) overrides.push_back(fmt::format("time.step={}", *command.step));
    Scene scene = read_at_rest(command, Solves::stability, overrides);
    scene.settings = of_first_step(scene.settings);
    scene.stages.clear();
    scene.device = DeviceWish::cpu;
    return scene;
}

template <int D>
Stability<D> ask(const Question& question, const WorldDescription<D>& description, Scene& scene, JudgingRanks& ranks) {
    const auto begin = [&] { return begin_world(description, scene, question.command.scene); };
    ThreadPool pool(ranks.threads_of(question.command.threads.value_or(scene.threads)));
    if (question.what == Ask::rest) {
        Stability<D> rest = judge_rest(begin(), scene.settings, pool);
        if (rest.judgement.rest != RestFound::unknown) return rest;
    }
    Stability<D> stability = judge_stability(begin(), scene.settings, pool, ranks.stepper<D>(scene, question.overrides));
    stability.judgement.goes_by_step = question.what == Ask::step;
    return stability;
}

template <int D>
StabilityReport judge_world(const Question& question, Scene& scene, WorldDescription<D> description, JudgingRanks& ranks) {
    description = at_rest(std::move(description));
    const Stability<D> result = ask(question, description, scene, ranks);
    StabilityReport report{.scene = question.command.scene,
                           .step = scene.settings.step,
                           .tolerance = scene.settings.solver.tolerance,
                           .judgement = result.judgement,
                           .bodies = {},
                           .fastest = result.fastest};
    list_bodies(description, result.velocity, result.speed_ratio, report);
    return report;
}

StabilityReport judge_scene(const Question& question, JudgingRanks& ranks, std::vector<std::string>* warnings = nullptr) {
    Scene scene = read_trial(question.command, question.overrides);
    auto description = std::move(scene.world);
    StabilityReport report = std::visit([&](auto& world) { return judge_world(question, scene, std::move(world), ranks); }, description);
    if (warnings) *warnings = scene.warnings;
    return report;
}

/// Of a rank other than 0: its part of the steps that rank 0 wants.
void take_part(const StabilityCommand& command, JudgingRanks& ranks) {
    ranks.follow([&](const std::vector<std::string>& overrides) {
        Scene scene = read_trial(command, overrides);
        const int threads = ranks.threads_of(command.threads.value_or(scene.threads));
        auto description = std::move(scene.world);
        const auto part = [&]<int D>(WorldDescription<D>& world) {
            const auto make = [&](WorldDescription<D> described) { return begin_world(std::move(described), scene, command.scene); };
            ranks.take_part<D>(scene, at_rest(std::move(world)), make, threads);
        };
        std::visit(part, description);
    });
}

void finish(const StabilityCommand& command, const StabilityReport& report) {
    if (!command.out) return;
    const ResultFolder folder = prepare_result_folder(*command.out, mechanism_files, command.force);
    write_atomically(*command.out + "/mechanism.csv", mechanism_csv(report));
    if (!command.json) say(fmt::format("  velocities of all bodies in {}/mechanism.csv\n", *command.out));
}

/// By whether rest is possible; where it is at both ends, by where steps from rest begin to move, if they do at one of them.
ExitStatus look_for_limit(const StabilityCommand& command, JudgingRanks& ranks) {
    const SearchOptions options{parse_range(*command.vary), *command.vary, command.precision, command.json};
    const auto report_at = [&](Ask what, double value) {
        std::vector<std::string> overrides = command.overrides;
        overrides.push_back(options.parameter.set_to(value));
        return judge_scene({command, overrides, what}, ranks);
    };
    Search by_rest(options, [&](double value) { return report_at(Ask::rest, value).judgement; });
    Search by_step(options.titled("rest is possible at both ends; by steps from rest:\n"), [&](double value) { return report_at(Ask::step, value).judgement; });
    const bool holds = by_rest.low().rest == RestFound::possible && by_rest.high().rest == RestFound::possible;
    const bool steps = holds && by_step.low().side() != by_step.high().side();
    const Limit limit = steps ? by_step.run() : by_rest.run();
    const StabilityReport report = report_at(steps ? Ask::step : Ask::rest, limit.moving().value);
    say(command.json ? in_json(report, &limit, options.parameter.key) : in_words(limit, options.parameter.key, command.precision));
    finish(command, report);
    return limit.reached ? ExitStatus::done : ExitStatus::undecided;
}

ExitStatus status_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::stands:
            return ExitStatus::done;
        case Verdict::moves:
            return ExitStatus::moves;
        case Verdict::undecided:
            break;
    }
    return ExitStatus::undecided;
}

}  // namespace

ExitStatus judge(const StabilityCommand& command) {
    JudgingRanks ranks;
    if (!ranks.is_first()) {
        take_part(command, ranks);
        return ExitStatus::done;
    }
    if (command.out) {  // both before anything is computed
        Scene scene = read_scene(command.scene, command.overrides, command.laws);
        require_able(Solves::stability, scene, command.scene);
        auto description = std::move(scene.world);
        std::visit([&](auto& world) { begin_world(std::move(world), scene, command.scene); }, description);
        expect_result_folder(*command.out, mechanism_files, command.force);
    }
    if (command.vary) return look_for_limit(command, ranks);
    std::vector<std::string> warnings;
    const StabilityReport report = judge_scene({command, command.overrides}, ranks, &warnings);
    if (const std::string why = ranks.why_gathered(); !why.empty()) warnings.push_back(why);
    for (const std::string& warning : warnings) warn("warning: " + warning + '\n');
    say(command.json ? in_json(report, nullptr, "") : in_words(report));
    finish(command, report);
    return status_of(report.judgement.verdict);
}

}  // namespace drystone
