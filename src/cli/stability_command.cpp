#include "cli/stability_command.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include <fmt/format.h>

#include "cli/load.h"
#include "cli/say.h"
#include "cli/stability_words.h"
#include "io/atomic_file.h"
#include "io/result_folder.h"

namespace drystone {

namespace {

// A verdict needs a better solution than a run: an error of the size of `stands_below` must not come from the solver.
constexpr double tolerance = 1e-8;
constexpr int max_iterations = 200000;

const std::vector<std::string> mechanism_files{"mechanism.csv"};  // of --out

struct Parameter {
    std::string key;
    double low = 0.0, high = 0.0;

    std::string set_to(double value) const { return fmt::format("{}={}", key, value); }
};

Parameter parse_vary(const std::string& text, const std::string& place) {
    const auto equals = text.find('='), colon = text.find(':', equals == std::string::npos ? 0 : equals);
    const auto number = [&](std::size_t from, std::size_t to, double& value) {
        const auto [end, error] = std::from_chars(text.data() + from, text.data() + to, value);
        return error == std::errc() && end == text.data() + to && std::isfinite(value);
    };
    Parameter parameter;
    if (equals == std::string::npos || equals == 0 || colon == std::string::npos ||
        !number(equals + 1, colon, parameter.low) || !number(colon + 1, text.size(), parameter.high)) {
        throw InputError(
            place, "write --vary key.path=low:high, with two numbers, e.g. interactions.0.friction=0.1:1.0");
    }
    if (parameter.low == parameter.high) throw InputError(place, "the two ends are the same");
    parameter.key = text.substr(0, equals);
    return parameter;
}

bool is_set(const std::vector<std::string>& overrides, const std::string& key) {
    return std::any_of(overrides.begin(), overrides.end(), [&](const std::string& text) {
        const std::string path = text.substr(0, text.find('='));
        return path == key || path == "solver";
    });
}

Scene read_for_judgement(const StabilityCommand& command, std::vector<std::string> overrides) {
    if (command.step) overrides.push_back(fmt::format("time.step={}", *command.step));
    Scene scene = read_scene(command.scene, overrides, command.laws);
    require_able(Solves::stability, scene, command.scene);
    SolverSettings& solver = scene.settings.solver;
    if (!is_set(overrides, "solver.tolerance")) solver.tolerance = tolerance;
    if (!is_set(overrides, "solver.method")) solver.method = SolverMethod::automatic;
    if (!scene.settings.able().contact_problem)
        throw InputError("--set", fmt::format("stability judges rigid bodies: {} has no contact problem to judge by",
                                              scene.settings.able().name));
    if (!is_set(overrides, "solver.max_iterations")) solver.max_iterations = max_iterations;
    if (!is_set(overrides, "solver.fixed_iterations")) solver.fixed_iterations = 0;
    return scene;
}

template <int N>
std::vector<double> values(const Vec<N>& v) {
    return {v.c.begin(), v.c.end()};
}

template <int D>
StabilityReport judge_world(const StabilityCommand& command, Scene& scene,
                            WorldDescription<D> description) {
    description = at_rest(std::move(description));
    ThreadPool pool(command.threads.value_or(scene.threads));
    const Stability<D> result =
        judge_stability(begin_world(description, scene, command.scene), scene.settings, pool);

    StabilityReport report{.scene = command.scene,
                           .step = scene.settings.step,
                           .tolerance = scene.settings.solver.tolerance,
                           .judgement = result.judgement,
                           .bodies = {},
                           .fastest = result.fastest};
    std::vector<bool> fixed(description.bodies.size(), true);
    for (const int i : result.fastest) fixed[static_cast<std::size_t>(i)] = false;
    for (std::size_t i = 0; i < description.bodies.size(); ++i) {
        const BodyDescription<D>& body = description.bodies[i];
        report.bodies.push_back({.number = static_cast<int>(i),
                                 .name = body.name,
                                 .fixed = fixed[i],
                                 .position = values(body.position),
                                 .velocity = values(result.velocity[i].v),
                                 .angular_velocity = values(result.velocity[i].w),
                                 .speed_ratio = result.speed_ratio[i]});
    }
    return report;
}

StabilityReport judge_scene(const StabilityCommand& command, const std::vector<std::string>& overrides,
                            std::vector<std::string>* warnings = nullptr) {
    Scene scene = read_for_judgement(command, overrides);
    auto description = std::move(scene.world);
    StabilityReport report = std::visit(
        [&](auto& world) { return judge_world(command, scene, std::move(world)); }, description);
    if (warnings) *warnings = scene.warnings;
    return report;
}

void finish(const StabilityCommand& command, const StabilityReport& report) {
    if (!command.out) return;
    const ResultFolder folder = prepare_result_folder(*command.out, mechanism_files, command.force);
    write_atomically(*command.out + "/mechanism.csv", mechanism_csv(report));
    if (!command.json) say(fmt::format("  velocities of all bodies in {}/mechanism.csv\n", *command.out));
}

ExitStatus look_for_limit(const StabilityCommand& command) {
    const std::string place = "--vary " + *command.vary;
    const Parameter parameter = parse_vary(*command.vary, place);
    const auto report_at = [&](double value) {
        std::vector<std::string> overrides = command.overrides;
        overrides.push_back(parameter.set_to(value));
        return judge_scene(command, overrides);
    };
    Limit limit;
    try {
        limit = find_limit(parameter.low, parameter.high, command.precision,
                           [&](double value) { return report_at(value).judgement; });
    } catch (const NoLimit& error) {
        throw InputError(place, error.what());
    }
    const StabilityReport report = report_at(limit.moving().value);
    say(command.json ? in_json(report, &limit, parameter.key)
                     : in_words(limit, parameter.key, command.precision));
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
    if (command.out) {  // both before anything is computed
        Scene scene = read_scene(command.scene, command.overrides, command.laws);
        require_able(Solves::stability, scene, command.scene);
        auto description = std::move(scene.world);
        std::visit([&](auto& world) { begin_world(std::move(world), scene, command.scene); }, description);
        expect_result_folder(*command.out, mechanism_files, command.force);
    }
    if (command.vary) return look_for_limit(command);
    std::vector<std::string> warnings;
    const StabilityReport report = judge_scene(command, command.overrides, &warnings);
    for (const std::string& warning : warnings) warn("warning: " + warning + '\n');
    say(command.json ? in_json(report, nullptr, "") : in_words(report));
    finish(command, report);
    return status_of(report.judgement.verdict);
}

}  // namespace drystone
