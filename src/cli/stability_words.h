#pragma once

#include <string>
#include <vector>

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

/// The verdict with what it rests on, in plain words.
std::string in_words(const StabilityReport& report);

/// The values tried and the bracket; `key` is the parameter's path.
std::string in_words(const Limit& limit, const std::string& key, double precision);

/// One JSON object; `limit` may be null.
std::string in_json(const StabilityReport& report, const Limit* limit, const std::string& key);

/// mechanism.csv: a row per body.
std::string mechanism_csv(const StabilityReport& report);

}  // namespace drystone
