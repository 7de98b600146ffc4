#pragma once

#include <string>
#include <vector>

#include "limit/limit_load.h"
#include "step/first_problem.h"
#include "step/halve.h"

namespace drystone {

// Does it stand? One step from rest, solved well: what can stay at rest stays, what cannot begins to move.
//
//     s = max over movable bodies of ( |v| + |w| R ) / ( |G| h )
//
// v, w velocities after the step, R the body's radius about its centre of mass, G gravity, h the step: the share of
// free fall that the fastest point of the assembly takes up. Beside it, by a convex program on the same contacts, whether any forces
// within their limits hold everything still (limit/limit_load.h). docs/stability.md.

constexpr double stands_below = 1e-4;   // s: solver's and rounding's share is far less
constexpr double moves_above = 2e-3;    // s: no solver's error makes that much
constexpr double error_allowed = 1e-3;  // of the solver's share in s: half of what tells moving from standing

enum class Verdict { stands, moves, undecided };

const char* name_of(Verdict verdict);

/// What a verdict rests on. Whether rest is possible is a property of the structure; a speed after one step is one solution of many.
enum class Criterion {
    none,
    rest_possible,    // forces within the limits of the contacts were found that hold everything still
    rest_impossible,  // there are none
    speed,            // of the step: whether rest is possible was not found out
};

const char* name_of(Criterion criterion);

struct Judgement {
    Verdict verdict = Verdict::undecided;
    double speed_ratio = 0.0;      // s [-]
    double reference_speed = 0.0;  // |G| h; without gravity the fastest free velocity [m/s]
    double solver_error =
        0.0;  // relative velocity at a contact that its law does not allow, at most, / reference [-]
    SolveReport solve;
    int contacts = 0;
    int bodies = 0;
    int movable = 0;
    using Rest = RestFound;
    Rest rest = Rest::unknown;  // whether any forces within the limits of the contacts hold everything still
    bool stepped = false;       // a step was taken: speed_ratio is its; else the numbers of `solve` are those of the program
    bool goes_by_step = false;  // a search for where steps from rest begin to move, though forces could hold it
    bool trusted = false;       // the solve reached its tolerance, and its error is small enough to judge by
    std::string doubt;          // why undecided, in plain words; else empty
    Criterion decided_by = Criterion::none;  // what the verdict rests on

    /// What a search for a limit goes by: whether a state of rest is possible; where that is not known, the speed; undecided
    /// only where that is not to be trusted either.
    Verdict side() const;
    Criterion side_by() const;  // and what that rests on
};

const char* name_of(Judgement::Rest rest);

/// The judgement and the velocity field behind it.
template <int D>
struct Stability {
    Judgement judgement;
    std::vector<Twist<D>> velocity;   // (bodies)  at the centre of mass
    std::vector<double> speed_ratio;  // (bodies)  0 for what cannot move
    std::vector<int> fastest;         // movable bodies, the fastest first
};

/// Speeds of result.velocity over a reference, and who is fastest.
template <int D>
void rank_bodies(const World<D>& world, double reference_speed, Stability<D>& result);

/// Takes one step of a world made from an at_rest() description, with contacts as they are at time 0 (of_first_step(), whatever the
/// settings say), and finds out whether rest is possible.
/// `take` takes the step of rigid bodies, and leaves its problem, impulses and velocities in the world as advance() does.
template <int D>
Stability<D> judge_stability(World<D> world, StepSettings settings, ThreadPool& pool, const TakeStep<D>& take = advance<D>);

/// The step alone: rest stays unknown, and a speed decides.
template <int D>
Stability<D> step_from_rest(World<D> world, StepSettings settings, ThreadPool& pool);

/// Whether rest is possible, without a step: what a search goes by. Velocities are those of the program's mechanism, ratios to the fastest.
/// Unknown where contacts are not convex and where bodies deform.
template <int D>
Stability<D> judge_rest(World<D> world, const StepSettings& settings, ThreadPool& pool);

}  // namespace drystone
