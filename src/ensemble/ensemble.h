#pragma once

#include <array>
#include <string>

#include "ensemble/histogram.h"
#include "ensemble/macroscopic.h"
#include "ensemble/spread.h"

// One state, all the forces that could be in it: the contact problem of one step, solved from many random starts. What differs
// between the solutions is what rigid bodies do not determine; what agrees is. docs/theory.md section 11.

namespace drystone {

/// A contact, or the joint that all contacts of two bodies make up, over the runs. Forces on body b.
template <int D>
struct ForceSpread {
    int a = 0, b = 0;          // bodies
    int contacts = 1;          // it consists of
    Vec<D> point{};            // world; of a joint the mean of its contacts' [m]
    Vec<D> normal{};           // world, unit, a -> b
    Spread normal_force;       // [N]
    Spread tangential;         // along t (2D, signed), or its length (3D) [N]
    Vec<D> mean{};             // of the force, world axes [N]
    double size = 0.0;         // mean of |f| over the runs [N]
    double fluctuation = 0.0;  // root of the mean of |f - <f>|^2 over the runs [N]; docs/theory.md (11.3)
};

template <int D>
struct SupportSpread {
    int body = 0;
    std::string name;                        // or empty
    std::array<Spread, D> force;             // of all its contacts on it [N]
    std::array<Spread, spin_dim<D>> torque;  // about its centre of mass [N m]
};

template <int D>
struct EnsembleRun {
    double factor = 0.0;  // of the random start [-]
    SolveReport report;
    Macroscopic<D> whole;
};

template <int D>
struct Ensemble {
    EnsembleSettings settings;
    double h = 0.0;                  // of the step [s]
    double time = 0.0;               // of the state [s]
    int movable = 0;                 // bodies
    std::vector<std::string> names;  // (bodies)  or empty
    SolveReport step;                // the step's own solve, from where the scene or the run stands
    double typical_force = 0.0;      // the unit of the random starts [N]
    std::vector<EnsembleRun<D>> runs;
    std::vector<int> counted;  // the runs that converged; all that follows is over them
    std::vector<ForceSpread<D>> contacts;
    std::vector<ForceSpread<D>> joints;      // pairs of bodies
    std::vector<std::vector<Vec<D>>> force;  // (counted, contacts)  in contact frames [N]
    std::vector<SupportSpread<D>> supports;
    std::array<Spread, D> total;                  // force on all that is outside: fixed bodies, walls [N]
    std::array<std::array<Spread, D>, D> stress;  // [Pa], 2D [N/m]
    double volume = 0.0;                          // behind the stress [m3], 2D [m2]
    ForceHistogram histogram;
    double mean_force = 0.0;           // mean |f| over contacts and runs [N]
    double indeterminacy = 0.0;        // of contacts: mean fluctuation / mean |f| [-]; (11.3)
    double joint_indeterminacy = 0.0;  // the same of joints [-]
    double fastest = 0.0;              // of all bodies and runs, in free falls over the step [-]
    double change = 0.0;               // of velocities from run to run, likewise [-]

    bool moves() const { return fastest > 1e-4; }  // as drystone stability has it: stands_below
};

/// Takes one step of the world, from where it stands and with the settings' integrator, and samples its forces. Overlaps are kept.
/// The same bits for any size of the pool.
template <int D>
Ensemble<D> sample_forces(World<D>& world, StepSettings settings, const EnsembleSettings& ensemble,
                          ThreadPool& pool);

/// Contacts (or joints), the least determined first: by fluctuation, then by index.
template <int D>
std::vector<int> least_determined(const std::vector<ForceSpread<D>>& spreads);

}  // namespace drystone
