#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compare/cost_case.h"

// What one simulated second costs by contact dynamics and by soft grains, for a list of sizes N and stiffnesses K: Brendel sec.
// 1.6, measured. Counted work first, which is the same on every machine; seconds beside it.
//
//     T_CD ~ N^(1+2/d) v / r      (1.35)        d: dimension; v: speed; r: radius; m: mass
//     T_MD ~ N sqrt(K / m)        (1.36)
//     T_CD / T_MD ~ N^(2/d) sqrt(m v^2 / (K r^2))      (1.37), equal along K r^2 / (m v^2) ~ N^(4/d), fig. 1.6

namespace drystone {

enum class CostCase { stack, disks, spheres };

/// 1, 2 or 3.
int dimension_of(CostCase which);
std::string name_of(CostCase which);

struct CostSettings {
    CostCase which = CostCase::disks;
    std::vector<int> sizes;         // movable balls, about
    std::vector<double> stiffness;  // K [N/m]
    double accuracy = 1e-6;         // of forces, in the largest [-]
    long most_sweeps = 1'000'000;
    PileUnits units{};
    std::function<bool()> stops = [] { return false; };
};

/// One step of contact dynamics from nothing, until every force is as accurate as asked for.
struct StepCost {
    long iterations = 0;  // sweeps; of auto what it counts
    long updates = 0;     // of contacts
    double seconds = 0.0;
    double error = 0.0;  // reached, of forces [-]
    bool converged = false;
};

struct SizeCost {
    int balls = 0, contacts = 0;
    StepCost plain;            // Gauss-Seidel in the order of contacts, as Brendel has it
    StepCost automatic;        // what Drystone does: method = "auto"
    double pair_forces = 0.0;  // of soft grains, a sub-step
    double crossover = 0.0;    // K at which plain sweeps and soft grains cost the same, counted [N/m]
};

/// Soft grains of one size and stiffness.
struct SoftCost {
    int size = 0;                  // index in CostMap::sizes
    double stiffness = 0.0;        // K [N/m]
    double substeps = 0.0;         // a simulated second [1/s]
    double pair_forces = 0.0;      // a sub-step
    double seconds = 0.0;          // of a sub-step [s]
    double ratio = 0.0;            // T_CD / T_MD of plain sweeps, counted [-]
    double ratio_seconds = 0.0;    // the same of the clock [-]
    double ratio_automatic = 0.0;  // of auto against soft grains, of the clock [-]
};

/// Slopes in log-log; NaN where there are not two points.
struct CostExponents {
    double sweeps = 0.0;             // over N: 2/d
    double plain = 0.0;              // work of a step over N: 1 + 2/d
    double automatic = 0.0;          // likewise of auto
    double automatic_seconds = 0.0;  // of its seconds
    double soft_size = 0.0;          // pair forces over N: 1
    double soft_stiffness = 0.0;     // sub-steps over K: 1/2
    double ratio_size = 0.0;         // T_CD / T_MD over N at one K: 2/d
    double ratio_stiffness = 0.0;    // over K at one N: -1/2
    double crossover = 0.0;          // K over N where both cost the same: 4/d
};

struct CostMap {
    CostSettings settings;
    std::vector<SizeCost> sizes;
    std::vector<SoftCost> soft;  // size by size, stiffness by stiffness
    CostExponents exponents;
    bool interrupted = false;

    bool converged() const;
    double steps_per_second() const { return 1.0 / settings.units.step(); }  // of contact dynamics
};

/// On one thread. Stops between measurements if asked to.
CostMap map_costs(const CostSettings& settings);

/// Slope of log y over log x, NaN for fewer than two x that differ.
double exponent_of(const std::vector<double>& x, const std::vector<double>& y);

std::string in_words(const CostMap& map);
std::string in_json(const CostMap& map);
/// cost_map.csv: a row per size and stiffness.
std::string in_csv(const CostMap& map);
/// Left costs over N, right the plane of N and K with the line where both cost the same.
std::string in_svg(const CostMap& map);

}  // namespace drystone
