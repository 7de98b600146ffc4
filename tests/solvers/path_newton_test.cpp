// Newton's method on the path of rounded laws, docs/theory.md (5.24)-(5.28): the rounded law and its derivative, the iterations against the factor,
// and piles on the verge of moving, which sweeps approach for ever.

#include "solvers/path_newton.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "solvers/fallbacks.h"
#include "solvers/pyramid.h"
#include "solvers/random_problems.h"
#include "solvers/solve.h"

namespace drystone::path_newton_test {
namespace {

/// r on the rounded law at a velocity, by the change that the cone itself asks for.
template <int D>
Vec<D> settle(SmoothCone<D>& cone, Vec<D> r, const Vec<D>& v) {
    for (int k = 0; k < 60; ++k) {
        cone.place(r, v);
        const Vec<D> change = cone.answer(0.0).at_rest;
        double share = 1.0;
        const double before = norm(cone.place(r, v));
        while (share > 1e-3 && norm(cone.place(r + share * change, v)) > before) share *= 0.5;
        r += share * change;
    }
    return r;
}

template <int D>
void rounded_law_lies_inside_and_becomes_the_law() {
    constexpr double rho = 0.7;
    Random random(3);
    for (const double mu : {0.0, 0.3, 0.9}) {
        for (int k = 0; k < 20; ++k) {
            const Vec<D> v = random.uniform(0.1, 1.0) * random_direction<D>(random);
            if (v[0] < 0.3) continue;  // where its velocity is given and too small, no impulse is rounded enough
            for (const double eps : {1e-2, 1e-6}) {
                SmoothCone<D> cone(mu, rho, eps);
                const Vec<D> r = settle<D>(cone, Vec<D>::axis(0), v);
                EXPECT_LT(norm(cone.place(r, v)), 1e-10) << mu << " " << eps;
                EXPECT_GT(r[0], 0.0);
                if (mu > 0.0) {
                    EXPECT_LT(tangential_norm(r), mu * r[0]);
                }
                EXPECT_LT(norm(natural_map(LocalLaw<D>{.mu = mu}, r, v, rho)), 20.0 * std::sqrt(eps));
            }
        }
    }
}
TEST(SmoothCone, LiesInsideTheConeAndBecomesTheLawInThePlane) { rounded_law_lies_inside_and_becomes_the_law<2>(); }
TEST(SmoothCone, LiesInsideTheConeAndBecomesTheLawInSpace) { rounded_law_lies_inside_and_becomes_the_law<3>(); }

/// With dr = -A dv what is missing stays the same, and with a share of at_rest that share of it goes, up to the second order: a tenth of the way
/// leaves a hundredth.
template <int D>
void answer_is_the_derivative() {
    Random random(5);
    for (const double mu : {0.0, 0.3, 0.9}) {
        for (int k = 0; k < 20; ++k) {
            const Vec<D> v = random.uniform(0.2, 1.0) * random_direction<D>(random), way = random_direction<D>(random);
            Vec<D> r = random.uniform(0.2, 1.0) * random_direction<D>(random);
            if (mu == 0.0) r = r[0] * Vec<D>::axis(0);
            SmoothCone<D> cone(mu, 0.7, 0.05);
            const Vec<D> missing = cone.place(r, v);
            const auto answer = cone.answer(0.0);
            double moved[2], made_up[2];
            for (int step = 0; step < 2; ++step) {
                const double share = step == 0 ? 1e-3 : 1e-4;
                moved[step] = norm(cone.place(r - answer.A * (share * way), v + share * way) - missing);
                made_up[step] = norm(cone.place(r + share * answer.at_rest, v) - (1.0 - share) * missing);
            }
            EXPECT_LT(moved[1], 0.02 * moved[0] + 1e-12) << mu;
            EXPECT_LT(made_up[1], 0.02 * made_up[0] + 1e-12) << mu;
        }
    }
}
TEST(SmoothCone, ItsAnswerIsTheDerivativeInThePlane) { answer_is_the_derivative<2>(); }
TEST(SmoothCone, ItsAnswerIsTheDerivativeInSpace) { answer_is_the_derivative<3>(); }

template <int D>
void iterations_agree_with_the_factor() {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Random random(seed);
        const RigidProblem<D> problem = random_problem<D>(random, {.bodies = 40, .contacts = 90});
        BodyRows<D> rows;
        rows.set(problem);
        BodyMatrix<D> matrix;
        BodyKrylov<D> krylov;
        matrix.set_pattern(rows);
        krylov.set_pattern(rows);
        matrix.clear();
        std::vector<Mat<D>> A(problem.b.size());
        for (std::size_t i = 0; i < A.size(); ++i) {
            for (int k = 0; k < 3; ++k) A[i] = A[i] + random.uniform(0.0, 100.0) * outer(random_direction<D>(random), Vec<D>::axis(k % D));
            for (int k = 0; k < D; ++k) A[i][k][k] += 300.0;
            double a[D][D];
            for (int k = 0; k < D; ++k) {
                for (int l = 0; l < D; ++l) a[k][l] = A[i][k][l];
            }
            matrix.add(i, i, a);
        }
        std::vector<double> x(rows.freedoms());
        for (double& one : x) one = random.uniform(-1.0, 1.0);
        std::vector<double> y = x;
        krylov.set(rows, A);
        EXPECT_LT(krylov.solve(x, 1e-12, 2000), 2000) << seed;
        rows.scale(y);
        ASSERT_TRUE(matrix.factorise());
        matrix.solve(y);
        double size = 0.0, off = 0.0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            size = std::max(size, std::abs(y[i]));
            off = std::max(off, std::abs(x[i] - y[i]));
        }
        EXPECT_LT(off, 1e-8 * size) << seed;
    }
}
TEST(BodyKrylov, IterationsAgreeWithTheFactorInThePlane) { iterations_agree_with_the_factor<2>(); }
TEST(BodyKrylov, IterationsAgreeWithTheFactorInSpace) { iterations_agree_with_the_factor<3>(); }

template <int D>
double difference_of_velocities(const RigidProblem<D>& problem, std::span<const Vec<D>> a, std::span<const Vec<D>> b) {
    typename BodyMap<D>::State V;
    problem.W.reset(V);
    for (int i = 0; i < problem.size(); ++i) problem.W.add(V, i, a[i] - b[i]);
    double most = 0.0;
    for (int i = 0; i < problem.size(); ++i) most = std::max(most, norm(problem.W.velocity(V, i)));
    return most;
}

template <int D>
void agrees_with_gauss_seidel() {
    int solved = 0;
    for (const double mu : {0.0, 0.2}) {
        for (std::uint64_t seed = 1; seed <= 8; ++seed) {
            Random random(seed);
            RigidProblem<D> problem = random_problem<D>(random, {.bodies = 30, .contacts = 50, .mu = mu});
            for (std::size_t i = 0; i < problem.law.size(); i += 3) problem.law.change(i, [](LocalLaw<D>& law) { law.velocity_shift = 0.1 * Vec<D>::axis(0); });
            std::vector<Vec<D>> r(problem.b.size()), q = r;
            ThreadPool pool(1);
            NlgsScratch<D> nlgs;
            PathScratch<D> scratch;
            solve_nlgs<D>(problem, {{.method = SolverMethod::nlgs, .fixed_iterations = 30}, 0, pool}, nlgs, {r});
            const SolveReport report = solve_on_path<D>(problem, {.tolerance = 1e-9, .max_iterations = 100}, scratch, r);
            EXPECT_NEAR(report.residual, relative_residual<D>(problem, std::span<const Vec<D>>(r)), 1e-12);
            const SolveReport swept = solve_nlgs<D>(problem, {{.method = SolverMethod::nlgs, .tolerance = 1e-10, .max_iterations = 200000}, 0, pool}, nlgs, {q});
            if (!report.converged || !swept.converged) continue;
            ++solved;
            EXPECT_LT(difference_of_velocities<D>(problem, r, q), 1e-6) << mu << " " << seed;
        }
    }
    EXPECT_GE(solved, 14);
}
TEST(PathNewton, AgreesWithGaussSeidelInThePlane) { agrees_with_gauss_seidel<2>(); }
TEST(PathNewton, AgreesWithGaussSeidelInSpace) { agrees_with_gauss_seidel<3>(); }

struct Way {
    double tolerance;
    int sweeps = 100, systems = 100;
};

template <int D>
SolveReport by_path(const RigidProblem<D>& problem, const Way& way, std::vector<Vec<D>>& r) {
    ThreadPool pool(1);
    NlgsScratch<D> nlgs;
    PathScratch<D> scratch;
    solve_nlgs<D>(problem, {{.method = SolverMethod::nlgs, .fixed_iterations = way.sweeps}, 0, pool}, nlgs, {r});
    return solve_on_path<D>(problem, {.tolerance = way.tolerance, .max_iterations = way.systems}, scratch, r);
}

/// Two balls beside each other on a floor, one on top: it stands where mu >= tan 15 degrees.
template <int D>
void three_balls_stand_from_tan_15_degrees_on() {
    for (const double share : {0.5, 0.99, 1.01, 2.0}) {
        const RigidProblem<D> problem = pyramid<D>(2, share * std::tan(std::numbers::pi / 12.0));
        std::vector<Vec<D>> r(problem.b.size());
        const SolveReport report = by_path<D>(problem, {1e-8}, r);
        EXPECT_TRUE(report.converged) << share << " " << report.residual;
        if (share > 1.0)
            EXPECT_LT(fastest<D>(problem, r), 1e-6 * fall) << share;
        else
            EXPECT_GT(fastest<D>(problem, r), 1e-3 * fall) << share;
    }
}
TEST(PathNewton, ThreeBallsStandFromTan15DegreesOnInThePlane) { three_balls_stand_from_tan_15_degrees_on<2>(); }
TEST(PathNewton, ThreeBallsStandFromTan15DegreesOnInSpace) { three_balls_stand_from_tan_15_degrees_on<3>(); }

/// Balls held still by impulses r that lie near the surfaces of their cones, all of them: with a little less friction they move.
template <int D>
RigidProblem<D> on_the_verge(std::uint64_t seed) {
    constexpr double mu = 0.3;
    Random random(seed);
    RigidProblem<D> p = random_problem<D>(random, {.bodies = 60, .contacts = D == 2 ? 110 : 140, .mu = mu});
    typename BodyMap<D>::State V;
    p.W.reset(V);
    for (int i = 0; i < p.size(); ++i) {
        Vec<D> r = random_direction<D>(random);
        r[0] = 0.0;
        r = (0.9 * mu / norm(r)) * r;
        r[0] = 1.0;
        p.W.add(V, i, random.uniform(0.2, 1.0) * r);
    }
    for (int i = 0; i < p.size(); ++i) p.b[i] = -p.W.velocity(V, i);
    return p;
}

template <int D>
void what_is_on_the_verge_of_moving() {
    int swept = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const RigidProblem<D> problem = on_the_verge<D>(seed);
        std::vector<Vec<D>> r(problem.b.size()), q = r;
        const SolveReport report = by_path<D>(problem, {1e-6}, r);
        EXPECT_TRUE(report.converged) << seed << " " << report.residual;
        EXPECT_LE(relative_residual<D>(problem, std::span<const Vec<D>>(r)), 1e-6) << seed;
        ThreadPool pool(1);
        NlgsScratch<D> nlgs;
        const SolverSettings sweeps{.method = SolverMethod::nlgs, .tolerance = 1e-6, .max_iterations = 2000};
        swept += solve_nlgs<D>(problem, {sweeps, 0, pool}, nlgs, {q}).converged;
    }
    EXPECT_LE(swept, 3);
}
TEST(PathNewton, WhatIsOnTheVergeOfMovingIsSolvedWhereSweepsAreNotInThePlane) { what_is_on_the_verge_of_moving<2>(); }
TEST(PathNewton, WhatIsOnTheVergeOfMovingIsSolvedWhereSweepsAreNotInSpace) { what_is_on_the_verge_of_moving<3>(); }

/// With a factor, and with iterations.
void other_units_leave_the_same_digits(int bodies) {
    Random random(2);
    const RigidProblem<3> problem = random_problem<3>(random, {.bodies = bodies, .contacts = 2 * bodies});
    RigidProblem<3> other = problem;
    constexpr double mass = 1.0 / 8.0, length = 4.0, time = 2.0;  // what one is in the other units
    for (std::size_t i = 0; i < other.W.body.size(); ++i) {
        other.W.body.change(i, [&](MobileBody<3>& body) {
            body.inverse_mass = (1.0 / mass) * body.inverse_mass;
            body.inverse_inertia = (1.0 / (mass * length * length)) * body.inverse_inertia;
        });
    }
    for (ContactArms<3>& c : other.W.contact.whole()) {
        c.arm_a = length * c.arm_a;
        c.arm_b = length * c.arm_b;
    }
    for (Vec<3>& b : other.b) b = (length / time) * b;
    std::vector<Vec<3>> r(problem.b.size()), q = r;
    const Way way{.tolerance = 1e-6, .sweeps = 3, .systems = 12};
    const SolveReport one = by_path<3>(problem, way, r), two = by_path<3>(other, way, q);
    EXPECT_LT(one.residual, 0.01);  // sweeps leave more
    EXPECT_EQ(one.iterations, two.iterations);
    for (std::size_t i = 0; i < r.size(); ++i) EXPECT_EQ((mass * length / time) * r[i], q[i]) << i;
}
TEST(PathNewton, OtherUnitsByPowersOfTwoLeaveTheSameDigits) { other_units_leave_the_same_digits(30); }
TEST(PathNewton, OtherUnitsByPowersOfTwoLeaveTheSameDigitsOfIterations) {
    other_units_leave_the_same_digits(fallbacks::bodies_on_path_with_factor<3> + 20);
}

TEST(PathNewton, AutoTakesItWhereItsSweepsAndPiecesDoNotArrive) {
    for (const std::uint64_t seed : {9, 10}) {
        const RigidProblem<3> problem = on_the_verge<3>(seed);
        std::vector<Vec<3>> r(problem.b.size());
        ThreadPool pool(1);
        SolverScratch<3> scratch;
        const SolveReport report = solve_contacts<3>(problem, {{.tolerance = 1e-8, .max_iterations = 3000}, 0, pool}, scratch, {r});
        EXPECT_TRUE(report.converged) << seed << " " << report.residual;
    }
}

TEST(PathNewton, KnowsDryFrictionOnly) {
    Random random(1);
    RigidProblem<2> problem = random_problem<2>(random, {});
    EXPECT_TRUE(has_path(problem));
    problem.law.change(3, [](auto& law) { law.tension = 0.1; });
    EXPECT_FALSE(has_path(problem));
    problem.law.change(3, [](auto& law) { law.tension = 0.0; });
    problem.turning.push_back({});
    EXPECT_FALSE(has_path(problem));
}

}  // namespace
}  // namespace drystone::path_newton_test
