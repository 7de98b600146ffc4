#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scene/scene.h"

// One scene by one method. What comes out has no dimension in its type, so that answers can be laid side by side.

namespace drystone {

/// A method as `drystone compare` knows it, and the words for what it counts.
struct ComparedMethod {
    std::string name;
    std::string purpose;
    std::string steps;       // what it takes: time steps or load increments
    std::string iterations;  // what it repeats
    std::string updates;     // what that costs, piece by piece; empty: not counted
};

/// All there are: cd, md, kishino, bagi-bojtar, serrano.
const std::vector<ComparedMethod>& compared_methods();
const ComparedMethod& compared_method(const std::string& name);

/// The force between two parts, all their contact points together, on the body of part b.
struct PairForce {
    int a = 0, b = 0;            // parts, a < b
    int body_a = 0, body_b = 0;  // their bodies
    double normal = 0.0;         // compression > 0 [N]
    double tangential = 0.0;     // along t (2D, signed), or its length (3D) [N]
};

/// The resultant of all contacts on a body that is fixed, driven or held.
struct WallForce {
    int body = 0;
    std::array<double, 3> force{};  // [N]
};

struct Answer {
    std::string method;
    std::string refusal;  // why there is none; empty: there is one
    bool interrupted = false;
    bool converged = true;
    std::vector<std::string> notes;               // in plain words
    double seconds = 0.0;                         // of the clock on the wall, reading the scene apart [s]
    double time = 0.0;                            // reached [s]; of static methods a pseudo-time
    long steps = 0, iterations = 0, updates = 0;  // counted work, see ComparedMethod
    std::optional<double> residual;  // by the method's own measure, the largest of its steps [-]; md: none
    double imbalance = 0.0;          // largest of a body at the end, in mean normal forces [-]
    double mean_normal = 0.0;        // of the contacts that bear [N]
    std::vector<PairForce> pairs;    // that bear, ascending by (a, b)
    std::vector<WallForce> walls;    // ascending

    bool ran() const { return refusal.empty(); }
};

/// Which scene, and how.
struct ComparedScene {
    std::string path;
    std::vector<std::string> overrides;  // key.path=value
    LawReaders laws;
    std::optional<int> threads;  // default: the scene's; 0: all cores
    std::function<bool()> stops = [] { return false; };
};

/// The scene from its start to its end by one method, on a world of its own. A scene that is wrong in itself throws
/// InputError; one that only this method cannot take is an Answer with a refusal.
Answer answer_by(const std::string& method, const ComparedScene& scene);

}  // namespace drystone
