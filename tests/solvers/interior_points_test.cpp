// Interior points on the law with its lift held, docs/theory.md (5.30)-(5.32), and the places of a packing at rest.

#include "solvers/interior_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "core/random.h"
#include "solvers/pyramid.h"
#include "solvers/rest_places.h"
#include "solvers/solve.h"

namespace drystone::interior_points_test {
namespace {

template <int D>
Vec<D> inside_a_cone(Random& random) {
    Vec<D> s;
    for (int k = 0; k < D; ++k) s[k] = random.uniform(-1.0, 1.0);
    s[0] = tangential_norm(s) + random.uniform(1e-6, 1.0);
    return s;
}

template <int D>
void the_scaling_maps_both_to_one_point() {
    Random random(3);
    for (int k = 0; k < 100; ++k) {
        InteriorCone<D> cone(0.4);
        cone.s = inside_a_cone<D>(random);
        cone.z = inside_a_cone<D>(random);
        cone.scale();
        const Vec<D> from_s = cone.over(cone.s), from_z = cone.times(cone.z), there_and_back = cone.over(cone.times(cone.s));
        for (int i = 0; i < D; ++i) {
            EXPECT_NEAR(from_s[i], from_z[i], 1e-9 * norm(from_z));
            EXPECT_NEAR(there_and_back[i], cone.s[i], 1e-9 * norm(cone.s));
        }
    }
}
TEST(InteriorCone, TheScalingMapsBothToOnePointInThePlane) { the_scaling_maps_both_to_one_point<2>(); }
TEST(InteriorCone, TheScalingMapsBothToOnePointInSpace) { the_scaling_maps_both_to_one_point<3>(); }

TEST(InteriorCone, AStepEndsAtTheEdgeOfTheCone) {
    Random random(4);
    for (int k = 0; k < 100; ++k) {
        InteriorCone<3> cone(0.4);
        cone.s = inside_a_cone<3>(random);
        cone.z = inside_a_cone<3>(random);
        for (int i = 0; i < 3; ++i) cone.ds[i] = random.uniform(-3.0, 3.0);
        const double way = cone.longest_step(1e-9);
        if (way > 0.99e9) continue;  // for ever inside
        const Vec<3> end = cone.s + way * cone.ds;
        EXPECT_NEAR(end[0], tangential_norm(end), 1e-9 * (1.0 + norm(end)));
    }
}

template <int D>
double size_of(std::span<const Vec<D>> r) {
    double sum = 0.0;
    for (const Vec<D>& one : r) sum += dot(one, one);
    return std::sqrt(sum);
}

/// By interior points alone, from nothing but ten sweeps.
template <int D>
InteriorResult solve(const RigidProblem<D>& problem, const InteriorGoal& goal, std::vector<Vec<D>>& r) {
    SolverScratch<D> scratch;
    ThreadPool pool(1);
    r.assign(problem.b.size(), {});
    solve_contacts<D>(problem, {{.method = SolverMethod::nlgs, .fixed_iterations = 10}, 0, pool}, scratch, {r});
    InteriorScratch<D> interior;
    return solve_interior<D>(problem, goal, interior, r);
}

// Nothing slides, so that without lift they have the answer of the law itself.
template <int D>
void a_pile_that_stands() {
    const RigidProblem<D> problem = pyramid<D>(12, 0.6);
    std::vector<Vec<D>> r;
    const InteriorResult result = solve<D>(problem, {.target = 1e-10, .at_rest = 1e9}, r);
    EXPECT_LT(relative_residual<D>(problem, std::span<const Vec<D>>(r)), 1e-8);
    EXPECT_LT(result.systems, 40);
    EXPECT_LT(fastest<D>(problem, r), 1e-6 * fall);
}
TEST(InteriorPoints, FindAPileThatStandsAtRestInThePlane) { a_pile_that_stands<2>(); }
TEST(InteriorPoints, FindAPileThatStandsAtRestInSpace) { a_pile_that_stands<3>(); }

/// |e| of the law with the lift of `first`, over |r|: what they are asked to make zero.
template <int D>
double held_residual(const RigidProblem<D>& problem, std::span<const Vec<D>> first, std::span<const Vec<D>> r) {
    typename BodyMap<D>::State before, after;
    problem.W.reset(before);
    problem.W.reset(after);
    for (int i = 0; i < problem.size(); ++i) {
        problem.W.add(before, i, first[i]);
        problem.W.add(after, i, r[i]);
    }
    double sum = 0.0;
    for (int i = 0; i < problem.size(); ++i) {
        const double rho = step_length(problem.W.diagonal(i)), mu = problem.law[i].mu;
        Vec<D> v = problem.W.velocity(after, i) + problem.b[i];
        v[0] += mu * tangential_norm(problem.W.velocity(before, i) + problem.b[i]);
        const Vec<D> e = r[i] - project_on_cone(mu, r[i] - rho * v);
        sum += dot(e, e);
    }
    return std::sqrt(sum) / size_of<D>(r);
}

// It moves, and the lift is that of how it moved before; every third contact is without friction, a ray instead of a cone.
template <int D>
void what_slides_obeys_the_held_law() {
    for (const double mu : {0.15, 0.4}) {
        RigidProblem<D> problem = pyramid<D>(7, mu);
        for (int i = 0; i < problem.size(); i += 3) problem.law.change(i, [](LocalLaw<D>& law) { law.mu = 0.0; });
        std::vector<Vec<D>> first, r;
        solve<D>(problem, {.target = 1e9, .at_rest = 0.0}, first);  // what they begin from, inside of the cones
        r = first;
        InteriorScratch<D> interior;
        const InteriorResult result = solve_interior<D>(problem, {.target = 0.0, .at_rest = 0.0}, interior, r);
        EXPECT_LT(result.systems, 40);
        EXPECT_GT(fastest<D>(problem, r), 1e-2 * fall);
        EXPECT_GT(held_residual<D>(problem, first, first), 1e-3);
        EXPECT_LT(held_residual<D>(problem, first, r), 1e-7) << mu;
        for (int i = 0; i < problem.size(); i += 3) EXPECT_EQ(tangential_norm(r[i]), 0.0);
    }
}
TEST(InteriorPoints, WhatSlidesObeysTheHeldLawInThePlane) { what_slides_obeys_the_held_law<2>(); }
TEST(InteriorPoints, WhatSlidesObeysTheHeldLawInSpace) { what_slides_obeys_the_held_law<3>(); }

TEST(InteriorPoints, AreForDryContactsOfRigidBodies) {
    RigidProblem<2> problem = pyramid<2>(3, 0.3);
    EXPECT_TRUE(has_interior(problem));
    problem.law.change(0, [](LocalLaw<2>& law) { law.tension = 1.0; });
    EXPECT_FALSE(has_interior(problem));
    problem = pyramid<2>(3, 0.3);
    problem.turning.push_back({.contact = 0});
    EXPECT_FALSE(has_interior(problem));
}

/// By places alone, from so many sweeps.
template <int D>
SolveReport by_places(const RigidProblem<D>& problem, const SolverSettings& settings, int sweeps, std::vector<Vec<D>>& r, double* before = nullptr) {
    SolverScratch<D> scratch;
    ThreadPool pool(1);
    r.assign(problem.b.size(), {});
    const auto sweep = [&](int count) {
        SolverSettings some = settings;
        some.max_iterations = count;
        return solve_anderson<D>(problem, {some, 0, pool}, scratch.nlgs, scratch.anderson, {r});
    };
    const SolveReport first = sweep(sweeps);
    if (before) *before = first.residual;
    const std::function<SolveReport(int)> all = sweep;
    return solve_rest_places<D>(problem, settings, {{0, pool, scratch.nlgs}, all}, scratch.local, {r});
}

// More balls than a place has.
template <int D>
void a_large_pile_is_solved_place_by_place() {
    const RigidProblem<D> problem = pyramid<D>(50, 0.6);
    std::vector<Vec<D>> r;
    double before = 0.0;
    const SolveReport report = by_places<D>(problem, {.tolerance = 1e-10, .max_iterations = 20000}, D == 2 ? 1500 : 2500, r, &before);
    ASSERT_GT(before, 1e-10);
    EXPECT_TRUE(report.converged) << before << " " << report.residual;
    EXPECT_NEAR(report.residual, relative_residual<D>(problem, std::span<const Vec<D>>(r)), 1e-14);
}
TEST(RestPlaces, ALargePileIsSolvedPlaceByPlaceInThePlane) { a_large_pile_is_solved_place_by_place<2>(); }
TEST(RestPlaces, ALargePileIsSolvedPlaceByPlaceInSpace) { a_large_pile_is_solved_place_by_place<3>(); }

// Whatever it comes to: what is left is no worse than what was there, and what is said of it is so.
TEST(RestPlaces, WhatIsLeftIsTheBestAndCertified) {
    const RigidProblem<3> problem = pyramid<3>(30, 0.26);
    for (const int most : {1, 30, 300}) {
        std::vector<Vec<3>> r;
        double before = 0.0;
        const SolveReport report = by_places<3>(problem, {.tolerance = 1e-13, .max_iterations = most}, 200, r, &before);
        EXPECT_LE(report.residual, before * (1.0 + 1e-9)) << most;
        EXPECT_NEAR(report.residual, relative_residual<3>(problem, std::span<const Vec<3>>(r)), 1e-14);
        EXPECT_EQ(report.converged, report.residual <= 1e-13);
    }
}

// Sweeps that spoil everything: each place begins from where all began, and that is what is left.
TEST(RestPlaces, WhatHasGainedNothingIsTakenBack) {
    const RigidProblem<3> problem = pyramid<3>(40, 0.6);  // 820 balls
    SolverScratch<3> scratch;
    ThreadPool pool(1);
    std::vector<Vec<3>> r(problem.b.size());
    SolverSettings settings{.tolerance = 1e-10, .max_iterations = 300};
    solve_anderson<3>(problem, {settings, 0, pool}, scratch.nlgs, scratch.anderson, {r});
    settings.max_iterations = 20000;
    const std::vector<Vec<3>> first = r;
    int calls = 0, least_kept = problem.size();
    const std::function<SolveReport(int)> spoil = [&](int) {
        ++calls;
        least_kept = std::min(least_kept, static_cast<int>(std::count_if(r.begin(), r.end(), [&](const Vec<3>& one) { return one == first[&one - r.data()]; })));
        for (Vec<3>& one : r) one[0] += 1e-3;
        return SolveReport{.iterations = 100};
    };
    const SolveReport report = solve_rest_places<3>(problem, settings, {{0, pool, scratch.nlgs}, spoil}, scratch.local, {r});
    EXPECT_GT(calls, 1);
    EXPECT_GT(least_kept, 0);  // those outside of a place
    EXPECT_TRUE(r == first);
    EXPECT_FALSE(report.converged);
    EXPECT_NEAR(report.residual, relative_residual<3>(problem, std::span<const Vec<3>>(r)), 1e-14);
}

}  // namespace
}  // namespace drystone::interior_points_test
