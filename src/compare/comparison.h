#pragma once

#include "compare/answer.h"

namespace drystone {

/// A pair of parts that bears force by at least one method.
struct ForceRow {
    int a = 0, b = 0;  // parts
    int body_a = 0, body_b = 0;
    std::vector<std::optional<PairForce>> force;  // (answers)  none: it bears nothing by that method
};

/// How far two answers are apart. Forces over pairs that bear in either of them, an absent one counting as 0, in units of the
/// mean normal force of both, whether it presses or pulls.
struct Difference {
    int first = 0, second = 0;                      // answers
    int both = 0, only_first = 0, only_second = 0;  // pairs of parts that bear
    double rms = 0.0, largest = 0.0;                // of normal forces [-]
    double tangential_rms = 0.0;                    // [-]
    double walls = 0.0;  // largest difference of a resultant on a wall, in the largest resultant [-]
};

/// The same scene by several methods, laid side by side.
struct Comparison {
    std::string scene, title;
    int dimension = 0;
    std::vector<std::string> names;       // (bodies)  or empty
    std::vector<Answer> answers;          // as asked for; refusals as well
    std::vector<ForceRow> rows;           // ascending by (a, b)
    std::vector<Difference> differences;  // of every two that ran

    bool converged() const;
    bool interrupted() const;
    std::vector<int> ran() const;  // answers
};

/// Matches the answers by parts. Throws InputError where not one method took the scene.
Comparison lay_side_by_side(const ComparedScene& scene, std::vector<Answer> answers);

}  // namespace drystone
