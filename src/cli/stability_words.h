#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "stability/limit.h"

namespace drystone {

/// A judged scene in terms that do not depend on its dimension: what is printed and written.
struct StabilityReport {
    struct Body {
        int number = 0;
        std::string name;              // or empty
        bool fixed = false;            // cannot move
        std::vector<double> position;  // of the shape's frame, as the scene has it [m]
        std::vector<double> velocity;  // of the centre of mass [m/s]
        std::vector<double> angular_velocity;
        double speed_ratio = 0.0;
    };

    std::string scene;
    double step = 0.0;  // [s]
    double tolerance = 0.0;
    Judgement judgement;
    std::vector<Body> bodies;  // all of them
    std::vector<int> fastest;  // movable bodies, the fastest first
};

/// report.bodies, of velocities by slot; those that are not among report.fastest cannot move.
template <int D>
void list_bodies(const WorldDescription<D>& description, const std::vector<Twist<D>>& velocity, const std::vector<double>& speed_ratio,
                 StabilityReport& report) {
    const auto values = [](const auto& v) { return std::vector<double>(v.c.begin(), v.c.end()); };
    std::vector<bool> fixed(description.bodies.size(), true);
    for (const int i : report.fastest) fixed[static_cast<std::size_t>(i)] = false;
    for (std::size_t i = 0; i < description.bodies.size(); ++i) {
        const BodyDescription<D>& body = description.bodies[i];
        report.bodies.push_back({.number = static_cast<int>(i),
                                 .name = body.name,
                                 .fixed = fixed[i],
                                 .position = values(body.position),
                                 .velocity = values(velocity[i].v),
                                 .angular_velocity = values(velocity[i].w),
                                 .speed_ratio = speed_ratio[i]});
    }
}

/// The verdict with what it rests on, in plain words.
std::string in_words(const StabilityReport& report);

/// A table of the values that a search tries: its head, `key` is the parameter's path, and a row.
std::string head_of_trials(const std::string& key);
std::string in_words(const Trial& trial);

/// The bracket, and what it rests on.
std::string in_words(const Limit& limit, const std::string& key, double precision);

/// For JSON: `low`, `high`, .. and the values tried.
nlohmann::ordered_json limit_json(const Limit& limit, const std::string& key);

/// The fastest bodies and their velocities, a line each.
std::string fastest_in_words(const StabilityReport& report);
nlohmann::ordered_json fastest_json(const StabilityReport& report);

/// One JSON object; `limit` may be null.
std::string in_json(const StabilityReport& report, const Limit* limit, const std::string& key);

/// mechanism.csv: a row per body.
std::string mechanism_csv(const StabilityReport& report);

}  // namespace drystone
