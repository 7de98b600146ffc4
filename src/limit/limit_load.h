#pragma once

#include <span>
#include <vector>

#include "limit/equilibrium.h"

namespace drystone {

/// Whether any forces that the contacts can carry hold everything still.
enum class RestFound { unknown, impossible, possible };

/// The answer, with its proof: forces, or a mechanism whose dead loads do more work than the contacts can take.
template <int D>
struct Rest {
    RestFound found = RestFound::unknown;
    std::vector<Twist<D>> force;     // (contacts)  on the second body, world axes [N], [N m]; where rest is possible
    std::vector<Twist<D>> velocity;  // (bodies, by slot)  where it is not; the fastest point has 1 m/s
    double residual = 0.0;  // of the forces: what is out of balance or out of its limits, of a typical load; of a mechanism: its misfit
    int iterations = 0;
};

/// Of a world with its first problem (find_first_problem(), or a step that was taken). `step`: of that problem [s].
template <int D>
Rest<D> find_rest(const World<D>& world, double step);

/// The largest multiple of the live load that the contacts can carry together with the dead load. docs/theory.md section 14.
///
///     lower: forces in equilibrium, less what their residual may be worth
///     upper: work of a mechanism (velocities y of the bodies with a live power of 1), more what its misfit may be worth
template <int D>
struct LimitLoad {
    bool found = false;     // the search came to an answer
    bool feasible = false;  // the dead load alone is carried
    bool unbounded = false;
    double multiplier = 0.0, lower = 0.0, upper = 0.0;  // [-]
    double residual = 0.0;                              // of the forces, as Rest's
    std::vector<Twist<D>> force;                        // (contacts)  at the limit
    std::vector<Twist<D>> velocity;                     // (bodies, by slot)  the mechanism; the fastest point has 1 m/s
    int iterations = 0;
};

/// `live`: force and torque by slot; as find_rest().
template <int D>
LimitLoad<D> limit_load(const World<D>& world, double step, std::span<const Twist<D>> live);

/// Force and torque by slot of an acceleration, and of loads at their full value whatever their history.
template <int D>
std::vector<Twist<D>> live_loads(const World<D>& world, const Vec<D>& acceleration, std::span<const Load<D>> loads);

/// What contact i can carry of the shear (and of the compression, where it is crushed) that the force asks of it: 1 at the limit. For
/// pictures and tables.
template <int D>
double utilisation(const World<D>& world, double step, std::size_t i, const Vec<D>& force);

}  // namespace drystone
