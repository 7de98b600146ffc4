#pragma once

#include <algorithm>
#include <cstddef>

// The ladder of `auto`, and every threshold that decides on a step of it, in one place:
//
//     first guess             last step's impulses, or zero where they are worse                                  first_guess.h
//     anderson                up to `sweeps` of it; where the residual does not halve: plain sweeps, among them   anderson.h
//       strides                 thousands of sweeps at once, along what two windows have in common                strides.h
//       few contacts            those that still move, solved alone                                               few_contacts.h
//       held lift               dry balls: the same with the lift held, a convex problem, where these do not      held_sweeps.h
//                               halve it; from nothing to tight tolerances first of all, with no lift. To others
//                               in turns, and last of all where newton is not affordable
//       momentum                sweeps with momentum, where these do not either, as long as they halve it         momentum.h
//     turns                   packings of dry balls without an affordable factor: sweeps with the lift held and    held_sweeps.h
//                               anderson by turns, each from where the other has come, whether that is better or not
//     rest places             large packings of dry balls, from nothing to tight tolerances: the places that hold  rest_places.h
//                               the error by interior points, sweeps and newton, alone
//     anderson again          heaps of stones, which are no masonry: as long as the residual halves in what two systems cost
//     newton                  masonry that was solved a step ago: up to `newton_before_admm_costs`                body_newton.h
//     admm                    masonry: where a factor of the bodies' matrix is affordable, up to `admm_iterations` admm.h
//     local newton            packings: the places that hold the error, alone                                     local_newton.h
//     newton                  all of it, where a factor is affordable: from here, from nothing, from here ..      body_newton.h
//                             (where bodies deform: in the space of contacts, without moments                     block_auto.h)
//       path                    packings of dry friction: laws rounded off, less and less; once, where local or   path_newton.h
//                               the first place of all does not lead there
//     nlgs                    for what is left of max_iterations                                                  nlgs.h
//
// Each begins from where the one before stands. Which of them solved how many steps, and what each has cost, is `solved_by`
// of summary.json. None has a unit of length, mass or time: they count sweeps, contacts and bodies, or are ratios.

namespace drystone::fallbacks {

/// Contact rows per degree of freedom: packings of balls have about 1.5, walls of blocks 4. Above, it is masonry.
inline constexpr double masonry_rows = 2.5;

/// What a rung may take before the next is tried.
struct Patience {
    int sweeps;           // of anderson
    int admm_iterations;  // as dear as two sweeps each in a column, as ten in a wall of a thousand blocks
};
inline constexpr Patience with_masonry{30, 1500};
/// From nothing alternating directions are the quicker: a wall or a vault at rest takes some thirty iterations, and is then nearer to
/// rest than it was asked to be, so that the steps that follow find it solved. How many it takes hardly depends on the sweeps before (a
/// wall of 10,050 bricks 70 after 60 sweeps, 49 to 60 after 10 to 30), and those take long where walls are large.
inline constexpr Patience with_masonry_at_first{20, 1500};
/// From last step's impulses Newton's method takes about ten systems, each as dear as two to six iterations of alternating directions,
/// of which there are 30 to 400: what it may cost before these are tried, in sweeps, and systems it is granted whatever they cost. (Solve
/// of a shaken column 2.7 -> 1.4 s, of a panel with elastic joints 9.2 -> 1.4 s, of a shaken wall of 1013 blocks 1.2 -> 0.26 s a step.)
inline constexpr double newton_before_admm_costs = 20000.0;
inline constexpr int few_systems = 10;
/// Stones that are poured have contacts enough for masonry, but fewer of them between the same two bodies: heaps of polyhedra about two, walls four. They come to
/// rest in a hundred sweeps or some, at the cost of two systems, where they take some fifty systems: so sweeps go on as long as the residual halves in what so many
/// systems cost. (Walls would pay for it: a fifth to a quarter of the time of one of 411 blocks, shaken.)
inline constexpr double contacts_a_joint = 3.0, systems_while_sweeps_halve = 2.0;
/// Where Newton's method has failed they rarely do better: what they may take to bring it to another place.
inline constexpr int admm_after_newton = 300;
/// Packings: as long as the residual halves in so many sweeps, nothing is cheaper.
inline constexpr Patience with_packings{1000, 0};
/// Newton's method follows, which takes about a hundred systems. In the plane a system costs as much as ten sweeps, in space as a hundred
/// and more: so many sweeps are made before, within limits.
inline constexpr double systems_to_expect = 100.0;
inline constexpr int most_sweeps_before_newton = 5000;
/// What Newton's method may cost, in sweeps for each of max_iterations, and systems it is granted whatever they cost.
inline constexpr double newton_costs = 10.0;
inline constexpr int least_systems = 400;
/// Grains in motion at high friction: how many systems it takes has a long tail, from one place ten, from another thousands, and which is which cannot
/// be foreseen. Systems it is granted in one place, and sweeps that look for another from nothing; the first doubles, the second grows by as much each time.
inline constexpr int systems_a_place = 100, sweeps_from_nothing = 300;
/// The path of rounded laws: systems it is granted (it takes some twenty to 1e-6, forty to 1e-8), and the residual below which packings are near enough to rest
/// for it. Grains in motion at high friction it rarely solves.
inline constexpr int systems_on_path = 60;
inline constexpr double residual_on_path = 1e-4;
/// What local newton may take before it.
inline constexpr int local_before_path = 300;
/// Bodies up to which the systems on the path of rounded laws have a full factor; beyond, an incomplete one and iterations.
template <int D>
inline constexpr int bodies_on_path_with_factor = D == 2 ? 8000 : 500;
/// Bodies up to which it is tried at all: the order of elimination takes a table of bits.
inline constexpr std::size_t bodies_with_newton = 8000;
/// Time of a product of two blocks of three in a factorisation, in visits to a contact.
inline constexpr double visits_a_product = 0.3;

/// Where bodies deform a factor is dear: of 3700 contacts as much as 100 sweeps, and Newton's method takes several.
constexpr Patience with_deformable(int contacts) { return {std::clamp(contacts / 3, 60, 2000), 1500}; }

/// Bodies up to which the factor of their matrix is affordable: of any kind; in the plane, where it fills slowly; of masonry.
inline constexpr double bodies_with_factor = 2500.0, bodies_with_factor_2d = 2e4,
                        bodies_with_factor_masonry = 5e4;

/// Contacts and moments of deformable bodies up to which a factor in their space is affordable: the order of elimination takes a
/// table of bits.
inline constexpr int rows_with_factor = 5000;
/// The same where the matrix is full, in a cell under stress: for `admm` alone, Newton's method goes by bodies there.
inline constexpr int rows_in_one = 300;

/// Impulses that meet the tolerance and are no answer (ran_away() of contact_problem.h): what of the tolerance is asked for then, and for how long. Where there is
/// no answer (walls that close on a body) all of that is in vain: so no more than some times what came before, within limits.
inline constexpr double closer = 0.01;
constexpr int iterations_closer(int before) { return std::clamp(12 * before, 100, 2000); }

/// A residual above is no start: the next begins from zero.
inline constexpr double ran_away = 1.0;

/// Islands with fewer contacts are solved together; one that has this share of all contacts is not cut out: the rest would cost
/// less than the tighter tolerance for the largest.
inline constexpr int large_island = 128;  // contacts
inline constexpr double nearly_all_contacts = 0.95;

/// Progress, wherever it is watched: the residual halves.
inline constexpr double progress = 0.5;

/// Sweeps without progress: of anderson before it is said to stall (or half of all that were made, if more), of nlgs before its
/// sweeps are watched in windows.
inline constexpr int anderson_stalls = 100, nlgs_is_slow = 50;

/// The same of sweeps with momentum.
inline constexpr int momentum_stalls = 1000;

/// Sweeps with the lift held: those without progress before it is given up; the share of the residual to which it is solved before the lift is taken anew,
/// and the same where it begins with none; the most sweeps of that.
inline constexpr int held_stalls = 150, sweeps_from_rest = 3000;
inline constexpr double held_enough = 0.6, held_from_rest = 0.03;
/// Packings in motion whose factor is not affordable: sweeps of a turn with the lift held, and of one under the law itself; the share of the residual to which the
/// first are solved before the lift is taken anew; and the share of max_iterations after which newton's method on places gets its chance.
inline constexpr int sweeps_a_turn_held = 450, sweeps_a_turn = 300;
inline constexpr double held_in_turns = 0.7, turns_at_first = 0.7;
/// Large packings that began so, below this residual: the places that still hold it, by interior points (rest_places.h).
inline constexpr double residual_at_rest = 1e-5;
/// From nothing it begins with none where that is quicker than jumps: to tight tolerances, of large packings from the usual one on.
constexpr bool closely(double tolerance, std::size_t contacts) { return tolerance <= 1e-6 || (tolerance <= 1e-5 && contacts > 5000); }
/// Dry balls in motion: momentum under the law itself only leads astray what the held lift has gained. Below this residual it does not.
inline constexpr double momentum_below = 1e-5;
inline constexpr double worth_keeping = 0.7;  // of the residual of the best so far, for impulses on the way to be kept

/// A window of sweeps; two whose changes differ by less than `alike` (relative) drift the same way; so many are waited for at first.
inline constexpr int window = 20;  // sweeps
inline constexpr double alike = 0.02;
inline constexpr int shortest_wait = 2;  // windows: it takes two to see a drift

/// Few contacts: one in so many at most, that hold all but this share of what moved, as an energy (with 1e-4 too many are chosen,
/// with 0.3 too few); solved until this share of |e|^2 is left.
inline constexpr std::size_t few = 8;
inline constexpr double unmoved = 0.03, few_settled = 1e-4;

}  // namespace drystone::fallbacks
