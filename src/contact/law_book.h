#pragma once

#include <algorithm>
#include <vector>

#include "laws/law.h"

namespace drystone {

/// Which law holds between which bodies. Bodies fall into surfaces: those that no interaction tells apart.
struct LawBook {
    std::vector<Law> laws;     // [0] is the default between bodies nobody spoke of
    std::vector<int> between;  // (surfaces x surfaces)  index into laws
    int surfaces = 1;

    // Of any law in the book, so that scenes with plain ones pay nothing
    bool remembers = false;
    bool looks_ahead = false;
    bool layered = false;
    bool anchors = false;
    bool shares_force = false;
    double reach = 0.0;  // [m]

    const Law& of(int surface_a, int surface_b) const {
        return laws[between[surface_a * surfaces + surface_b]];
    }

    /// Sees contacts that are still open; those that turn out not to matter are told apart by their memory.
    static bool acts_apart(const Law& law) {
        return drystone::looks_ahead(law) || drystone::reach(law) > 0.0;
    }

    void sum_up() {
        for (const Law& law : laws) {
            remembers = remembers || acts_apart(law) || drystone::remembers(law);
            looks_ahead = looks_ahead || drystone::looks_ahead(law);
            layered = layered || layers(law) > 1;
            anchors = anchors || drystone::anchors(law);
            shares_force = shares_force || drystone::shares_force(law);
            reach = std::max(reach, drystone::reach(law));
        }
    }
};

}  // namespace drystone
