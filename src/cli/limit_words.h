#pragma once

#include <optional>
#include <string>

#include "cli/stability_words.h"
#include "stability/coulomb_range.h"

namespace drystone {

/// A limit in terms that do not depend on the scene's dimension: what is printed.
struct LimitReport {
    bool found = false, feasible = false, unbounded = false;
    double multiplier = 0.0, lower = 0.0, upper = 0.0, residual = 0.0;
    int bodies = 0, contacts = 0, iterations = 0;
    double seconds = 0.0;
    std::optional<CoulombRange> coulomb;  // of --flow coulomb
    StabilityReport mechanism;            // scene, bodies, who is fastest
};

std::string in_words(const LimitReport& report);
std::string in_json(const LimitReport& report);

/// Of a search by --vary: where the dead load ceases to be carried, and with --flow coulomb where steps from rest begin to move.
struct KeyLimit {
    std::string scene, key;
    double precision = 1e-3;
    std::optional<Limit> equilibrium;  // none: with --flow coulomb, where it is carried at all values that were tried
    std::optional<Limit> steps;
    double far = 0.0;  // the end of the range on the side where steps move
    double seconds = 0.0;
};

std::string in_words(const KeyLimit& found);
std::string in_json(const KeyLimit& found);

}  // namespace drystone
