#include "cli/stability_words.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace drystone {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_shown = 5;  // bodies

std::string called(const StabilityReport::Body& body) {
    return body.name.empty() ? fmt::format("body {}", body.number) : body.name;
}

/// JSON knows no NaN and no infinity.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json numbers(const std::vector<double>& values) {
    Json list = Json::array();
    for (const double value : values) list.push_back(number(value));
    return list;
}

Json trial_json(const Trial& trial) {
    const Judgement& j = trial.judgement;
    return {{"value", trial.value},
            {"verdict", name_of(j.side())},
            {"rest", name_of(j.rest)},
            {"decided_by", name_of(j.side_by())},
            {"speed_ratio", number(j.speed_ratio)},
            {"residual", number(j.solve.residual)},
            {"iterations", j.solve.iterations}};
}

std::string joined(const std::vector<double>& values, const char* between) {
    std::string text;
    for (const double value : values) text += fmt::format("{}{}", text.empty() ? "" : between, value);
    return text;
}

/// To three digits, for the eye.
std::string rounded(const std::vector<double>& values) {
    std::string text;
    for (const double value : values) text += fmt::format("{}{:.3g}", text.empty() ? "" : ", ", value);
    return text;
}

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) out.append(c == '"' ? 2 : 1, c);
    return out + '"';
}

/// What the verdict rests on.
const char* grounds(const Judgement& j) {
    switch (j.decided_by) {
        case Criterion::rest_possible:
            return "  forces within the limits of the contacts hold it\n";
        case Criterion::rest_impossible:
            return "  no forces within the limits of the contacts can hold it\n";
        case Criterion::speed:
            return j.verdict == Verdict::stands
                       ? "  the speed of one step says so; whether forces can hold it was not found out\n"
                       : "  motion was found; whether forces could hold it all the same was not found out\n";
        case Criterion::none:
            break;
    }
    return "";
}

/// What the limit is one of.
std::string meaning(const Limit& limit) {
    if (limit.of_equilibrium())
        return "  the limit of equilibrium: rest is possible on one side of it and impossible on the other\n"
               "  the last digit rests on forces that hold it, found, and on a mechanism that nothing can hold\n";
    if (limit.low.judgement.goes_by_step)
        return "  rest is possible on both sides: friction can hold it, and need not\n"
               "  the last digit rests on the speed of one step from rest\n";
    std::string text = "  not shown to be the limit of equilibrium:";
    const char* between = " ";
    for (const Trial* end : {&limit.low, &limit.high}) {
        if (end->judgement.side_by() != Criterion::speed) continue;
        text += fmt::format("{}at {:.10g} the speed of one step decided", between, end->value);
        between = ", ";
    }
    return text + "; whether rest is possible there was not found out\n";
}

}  // namespace

std::string in_words(const StabilityReport& report) {
    const Judgement& j = report.judgement;
    std::string text = fmt::format("{}: {}\n", report.scene, name_of(j.verdict));
    if (!j.doubt.empty()) text += fmt::format("  {}\n", j.doubt);
    text += grounds(j);
    text += fmt::format(
        "  fastest after a step of {} s from rest: {:.2g} of free fall (below {:.0e} stands, above {:.0e} "
        "moves)\n",
        report.step, j.speed_ratio, stands_below, moves_above);
    text += fmt::format(
        "  {} bodies, {} of them movable, {} contacts; {} iterations, residual {:.2g} (tolerance {:.2g})\n",
        j.bodies, j.movable, j.contacts, j.solve.iterations, j.solve.residual, report.tolerance);
    if (j.verdict == Verdict::stands) return text;
    return text + "  how it begins to move, the fastest bodies:\n" + fastest_in_words(report);
}

std::string fastest_in_words(const StabilityReport& report) {
    std::string text;
    for (std::size_t k = 0; k < std::min(most_shown, report.fastest.size()); ++k) {
        const auto& body = report.bodies[static_cast<std::size_t>(report.fastest[k])];
        text += fmt::format("    {:<16} velocity [{}] m/s, angular velocity [{}] rad/s, {:.2g} of {}\n", called(body), rounded(body.velocity),
                            rounded(body.angular_velocity), body.speed_ratio, report.judgement.stepped ? "free fall" : "the fastest");
    }
    return text;
}

nlohmann::ordered_json limit_json(const Limit& limit, const std::string& key) {
    Json tried = Json::array();
    for (const Trial& trial : limit.tried) tried.push_back(trial_json(trial));
    return {{"key", key},
            {"low", limit.low.value},
            {"high", limit.high.value},
            {"verdict_low", name_of(limit.low.judgement.side())},
            {"verdict_high", name_of(limit.high.judgement.side())},
            {"decided_by_low", name_of(limit.low.judgement.side_by())},
            {"decided_by_high", name_of(limit.high.judgement.side_by())},
            {"reached", limit.reached},
            {"of", limit.of_equilibrium() ? "equilibrium" : "speed"},
            {"tried", std::move(tried)}};
}

nlohmann::ordered_json fastest_json(const StabilityReport& report) {
    Json list = Json::array();
    for (std::size_t k = 0; k < std::min(most_shown, report.fastest.size()); ++k) {
        const auto& body = report.bodies[static_cast<std::size_t>(report.fastest[k])];
        list.push_back({{"body", body.number},
                        {"name", body.name},
                        {"velocity", numbers(body.velocity)},
                        {"angular_velocity", numbers(body.angular_velocity)},
                        {"speed_ratio", number(body.speed_ratio)}});
    }
    return list;
}

std::string head_of_trials(const std::string& key) {
    return fmt::format("{:>22}  verdict    rest        of free fall  iterations  residual\n", key);
}

std::string in_words(const Trial& trial) {
    const Judgement& j = trial.judgement;
    return fmt::format("{:>22.10g}  {:<9}  {:<10}  {:>12}  {:>10}  {:>8.2g}\n", trial.value, name_of(j.side()), name_of(j.rest),
                       j.stepped ? fmt::format("{:.2g}", j.speed_ratio) : "-", j.solve.iterations, j.solve.residual);
}

std::string in_words(const Limit& limit, const std::string& key, double precision) {
    std::string text = fmt::format("{} at {} = {:.10g}, {} at {:.10g}\n", name_of(limit.low.judgement.side()), key,
                                   limit.low.value, name_of(limit.high.judgement.side()), limit.high.value);
    text += meaning(limit);
    if (!limit.reached) {
        text += fmt::format(
            "  wider than the precision of {} asked for: between the two are values that could not be "
            "judged\n",
            precision);
    }
    return text;
}

std::string in_json(const StabilityReport& report, const Limit* limit, const std::string& key) {
    const Judgement& j = report.judgement;
    Json out;
    out["scene"] = report.scene;
    out["verdict"] = name_of(j.verdict);
    out["decided_by"] = name_of(j.decided_by);
    out["speed_ratio"] = number(j.speed_ratio);
    out["residual"] = number(j.solve.residual);
    out["converged"] = j.solve.converged;
    out["solver_error"] = number(j.solver_error);
    out["rest"] = name_of(j.rest);
    out["iterations"] = j.solve.iterations;
    out["contacts"] = j.contacts;
    out["bodies"] = j.bodies;
    out["movable"] = j.movable;
    out["step"] = report.step;
    out["tolerance"] = report.tolerance;
    out["reference_speed"] = number(j.reference_speed);
    if (!j.doubt.empty()) out["doubt"] = j.doubt;
    out["fastest"] = fastest_json(report);
    if (limit) out["limit"] = limit_json(*limit, key);
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string mechanism_csv(const StabilityReport& report) {
    const bool flat = !report.bodies.empty() && report.bodies[0].position.size() == 2;
    std::string text =
        flat ? "body,name,fixed,position.x,position.y,velocity.x,velocity.y,angular_velocity,speed_ratio\n"
             : "body,name,fixed,position.x,position.y,position.z,velocity.x,velocity.y,velocity.z,"
               "angular_velocity.x,angular_velocity.y,angular_velocity.z,speed_ratio\n";
    for (const auto& body : report.bodies) {
        text += fmt::format("{},{},{},{},{},{},{}\n", body.number, quoted(body.name), body.fixed ? 1 : 0,
                            joined(body.position, ","), joined(body.velocity, ","),
                            joined(body.angular_velocity, ","), body.speed_ratio);
    }
    return text;
}

}  // namespace drystone
