#pragma once

#include <string>
#include <utility>
#include <vector>

namespace drystone {

enum class StaticsMethod { serrano, kishino, bagi_bojtar };

/// The words for them, in scenes and on the command line.
inline std::vector<std::pair<std::string, StaticsMethod>> statics_methods() {
    return {{"bagi-bojtar", StaticsMethod::bagi_bojtar},
            {"kishino", StaticsMethod::kishino},
            {"serrano", StaticsMethod::serrano}};
}

/// How much of the geometry follows the displacements.
enum class Displacements {
    small,  // normals and lever arms stay as they were at the start; gaps change linearly
    large,  // everything follows
};

/// The scene's [statics] table.
struct StaticsSettings {
    StaticsMethod method = StaticsMethod::bagi_bojtar;
    Displacements displacements = Displacements::large;
    int load_steps = 10;    // increments over `duration`
    double duration = 1.0;  // of the pseudo-time that histories and motions are read at: [time] duration [s]
    double ramp = 1.0;      // share of the duration over which constant loads grow to their full value [-]
    double tolerance = 1e-6;  // on the equilibrium error of every element, of the mean contact force [-]
    int max_iterations = 0;  // kishino: element updates per element; bagi-bojtar: systems solved. 0: as below
    double rho = 1e-6;       // bagi-bojtar's diagonal, of the mean contact stiffness [-]
    double fictitious = 0.1;    // kishino's stiffness where k^pp has none, of the mean contact stiffness [-]
    double touching_gap = 0.0;  // gaps up to this count as closed at the start [m]; 0: rounding only
    double max_move = 0.05;     // of an element in one iteration, of its size [-]

    static constexpr int kishino_updates = 20000;
    static constexpr int newton_solves = 1000;
    int iterations() const {
        if (max_iterations > 0) return max_iterations;
        return method == StaticsMethod::kishino ? kishino_updates : newton_solves;
    }
};

}  // namespace drystone
