// Newton's method in the space of bodies: against Gauss-Seidel under every kind of law, against the same method on assembled blocks, and
// where sweeps fail.

#include "solvers/body_newton.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "solvers/block_newton.h"
#include "solvers/local_newton.h"
#include "solvers/random_problems.h"
#include "solvers/solve.h"

namespace drystone::body_newton_test {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

template <int D>
struct Named {
    const char* name;
    LocalLaw<D> law;
};

/// A law of every kind that laws boil down to.
template <int D>
std::vector<Named<D>> laws() {
    const Yielding springs{.pulled = 0.3, .pressed = 0.2, .slip = 0.4};
    Yielding crushing = springs;
    crushing.gives_at = 0.2;
    crushing.gives_by = 0.1;
    return {{"smooth", {.mu = 0.0}},
            {"dry", {.mu = 0.3}},
            {"rough", {.mu = 0.9}},
            {"shifted", {.mu = 0.3, .velocity_shift = 0.2 * Vec<D>::axis(0)}},
            {"sticky", {.mu = 0.3, .tension = 0.1, .cohesion = 0.03}},
            {"glued", {.mu = 0.3, .tension = 0.1, .cohesion = 0.2}},
            {"springs", {.mu = 0.3, .tension = 0.1, .cohesion = 0.2, .yields = springs}},
            {"crushing", {.mu = 0.3, .tension = 0.1, .cohesion = 0.2, .yields = crushing}},
            {"linked", {.tension = infinite, .cohesion = infinite}},
            {"rolling", {.mu = 0.2, .turning = {.rolling = 0.01}}},
            {"rolling and torsion", {.mu = 0.2, .turning = {.rolling = 0.01, .torsion = 0.005}}},
            {"rolling under load", {.mu = 0.2, .turning = {.rolling = 0.01, .power = 0.5}}},
            {"viscous", {.mu = 0.2, .turning = {.lag = 0.02}}},
            {"bond", {.mu = 0.3, .tension = 0.2, .cohesion = 0.3, .turning = {.bending = 0.01, .twisting = 0.01}}},
            {"weld", {.tension = infinite, .cohesion = infinite, .turning = {.bending = infinite, .twisting = infinite}}}};
}

/// Balls that move and turn, with contacts of one law; `held`: some cannot turn. They can all be stopped.
template <int D>
RigidProblem<D> problem_of(const LocalLaw<D>& law, std::uint64_t seed, bool held) {
    Random random(seed);
    RigidProblem<D> p = random_problem<D>(random, {.bodies = 12, .contacts = 20});
    std::vector<Spin<D>> w(p.W.body.size());
    for (Spin<D>& one : w) one = random.uniform(-5.0, 5.0) * Spin<D>::axis(static_cast<int>(random.below(spin_dim<D>)));
    for (std::size_t i = 0; held && i < 2; ++i) {
        p.W.body.change(i, [](MobileBody<D>& body) { body.isotropic = false, body.inverse_inertia = {}; });
        w[i] = {};
    }
    for (int i = 0; i < p.size(); ++i) {
        const ContactArms<D>& c = p.W.contact[i];
        Spin<D> spin = w[c.body_b];
        Vec<D> u = turn(spin, c.arm_b);
        if (c.body_a >= 0) {
            u -= turn(w[c.body_a], c.arm_a);
            spin -= w[c.body_a];
        }
        p.b[i] += c.frame * u;
        p.law.set(static_cast<std::size_t>(i), law);
        if (law.turning.turns()) p.turning.push_back({i, to_frame(c.frame, spin)});
    }
    return p;
}

template <int D>
struct Solution {
    SolveReport report;
    std::vector<Vec<D>> r;
    std::vector<Spin<D>> m;
};

template <int D>
Solution<D> solve(const RigidProblem<D>& problem, const SolverSettings& settings, int threads = 1) {
    Solution<D> s{{}, std::vector<Vec<D>>(problem.b.size()), std::vector<Spin<D>>(problem.turning.size())};
    SolverScratch<D> scratch;
    ThreadPool pool(threads);
    s.report = solve_contacts<D>(problem, {settings, 0, pool}, scratch, {s.r, s.m});
    return s;
}

template <int D>
double difference_of_velocities(const RigidProblem<D>& problem, const Solution<D>& a, const Solution<D>& b) {
    typename BodyMap<D>::State V;
    problem.W.reset(V);
    for (int i = 0; i < problem.size(); ++i) problem.W.add(V, i, a.r[i] - b.r[i]);
    for (std::size_t k = 0; k < a.m.size(); ++k) problem.W.add_moment(V, problem.turning[k].contact, a.m[k] - b.m[k]);
    double most = 0.0;
    for (int i = 0; i < problem.size(); ++i) most = std::max(most, norm(problem.W.velocity(V, i)));
    return most;
}

template <int D>
void every_law_agrees_with_gauss_seidel() {
    for (const Named<D>& one : laws<D>()) {
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            const RigidProblem<D> problem = problem_of<D>(one.law, seed, seed > 3);
            const Solution<D> newton = solve<D>(problem, {.method = SolverMethod::newton, .tolerance = 1e-10});
            EXPECT_TRUE(newton.report.converged) << one.name << " " << seed << " " << newton.report.residual;
            EXPECT_LE(relative_residual<D>(problem, std::span<const Vec<D>>(newton.r), std::span<const Spin<D>>(newton.m)),
                      1e-10)
                << one.name << " " << seed;
            if (one.law.mu > 0.5) continue;  // several solutions
            const Solution<D> nlgs =
                solve<D>(problem, {.method = SolverMethod::nlgs, .tolerance = 1e-10, .max_iterations = 200000});
            if (nlgs.report.converged) {
                EXPECT_LT(difference_of_velocities(problem, newton, nlgs), 1e-6) << one.name << " " << seed;
            }
        }
    }
}
TEST(BodyNewton, EveryLawAgreesWithGaussSeidelInThePlane) { every_law_agrees_with_gauss_seidel<2>(); }
TEST(BodyNewton, EveryLawAgreesWithGaussSeidelInSpace) { every_law_agrees_with_gauss_seidel<3>(); }

/// All contacts hold on to a cell under stress: its velocity gradient, upper triangular, one component of which is told.
template <int D>
void put_in_cell(RigidProblem<D>& p, Random& random) {
    CompliantBody<D> cell{.first = 0, .count = D, .compliance = std::vector<double>(D * D * D * D), .hub = true};
    for (int j = 0; j < D; ++j) {
        for (int i = 0; i <= j; ++i) {
            const auto row = static_cast<std::size_t>(j * D + i);
            cell.compliance[row * D * D + row] = j == 0 ? 0.0 : random.uniform(0.02, 0.1);
        }
    }
    p.W.compliant = {cell};
    for (ContactArms<D>& c : p.W.contact.whole()) {
        c.first_grip = static_cast<int>(p.W.grip.size());
        c.grips = 1;
        Grip<D> grip{.body = 0, .count = D};
        for (int j = 0; j < D; ++j) {
            grip.dof[static_cast<std::size_t>(j)] = j;
            grip.weight[static_cast<std::size_t>(j)] = random.uniform(-1.0, 1.0);
        }
        p.W.grip.push_back(grip);
    }
}

/// The same algorithm with the systems in the space of contacts: step by step the same impulses, up to rounding.
template <int D>
void agrees_with_blocks(bool in_cell) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        Random random(seed);
        RigidProblem<D> problem = random_problem<D>(random, {.bodies = 30, .contacts = 60, .mu = 0.4});
        if (in_cell) put_in_cell(problem, random);
        const BlockProblem<D> blocks = assemble_blocks(problem);
        BlockSweep<D> sweep(blocks, SweepOrder::sequential);
        BlockNewton<D> by_blocks(blocks, sweep);
        ThreadPool pool(1);
        NlgsScratch<D> scratch;
        BodyNewton<D> by_bodies;
        const typename BodyNewton<D>::Sweeps sweeps{0, pool, scratch};
        by_bodies.set(problem, sweeps);
        for (const int steps : {1, 2, 4}) {
            std::vector<Vec<D>> r(problem.b.size(), 0.1 * Vec<D>::axis(0)), q = r;
            const auto a = by_blocks.solve(0.0, steps, r);
            const auto b = by_bodies.solve(0.0, steps, q);
            EXPECT_EQ(a.steps, b.steps);
            if (a.sweeps > 0 || b.sweeps > 0) break;  // in another order
            for (std::size_t i = 0; i < r.size(); ++i) EXPECT_LT(norm(r[i] - q[i]), 1e-8) << seed << " " << steps;
        }
    }
}
TEST(BodyNewton, AgreesWithBlocksInThePlane) { agrees_with_blocks<2>(false); }
TEST(BodyNewton, AgreesWithBlocksInSpace) { agrees_with_blocks<3>(false); }
TEST(BodyNewton, AgreesWithBlocksInACellOfThePlane) { agrees_with_blocks<2>(true); }
TEST(BodyNewton, AgreesWithBlocksInACellOfSpace) { agrees_with_blocks<3>(true); }

/// Moments, which blocks do not have, in a cell: the certificate is that of the problem itself, and Gauss-Seidel finds the same velocities.
template <int D>
void moments_in_a_cell() {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        RigidProblem<D> problem = problem_of<D>({.mu = 0.2, .turning = {.rolling = 0.01}}, seed, false);
        Random random(seed);
        put_in_cell(problem, random);
        Solution<D> newton{{}, std::vector<Vec<D>>(problem.b.size()), std::vector<Spin<D>>(problem.turning.size())};
        ThreadPool pool(1);
        NlgsScratch<D> scratch;
        BodyNewton<D> method;
        newton.report = solve_body_newton<D>(problem, {.tolerance = 1e-10}, {0, pool, scratch}, method, {newton.r, newton.m});
        EXPECT_TRUE(newton.report.converged) << seed << " " << newton.report.residual;
        EXPECT_LE(relative_residual<D>(problem, std::span<const Vec<D>>(newton.r), std::span<const Spin<D>>(newton.m)), 1e-10) << seed;
        const Solution<D> nlgs = solve<D>(problem, {.method = SolverMethod::nlgs, .tolerance = 1e-10, .max_iterations = 200000});
        ASSERT_TRUE(nlgs.report.converged) << seed;
        EXPECT_LT(difference_of_velocities(problem, newton, nlgs), 1e-6) << seed;
    }
}
TEST(BodyNewton, MomentsInACellOfThePlane) { moments_in_a_cell<2>(); }
TEST(BodyNewton, MomentsInACellOfSpace) { moments_in_a_cell<3>(); }

/// Sweeps pass the weight on from ball to ball; once they have told which contacts are closed, a few systems do the rest.
TEST(BodyNewton, SolvesInAFewSystemsWhatTakesThousandsOfSweeps) {
    const RigidProblem<3> problem = stack_on_floor<3>(200);
    std::vector<Vec<3>> r(200);
    ThreadPool pool(1);
    NlgsScratch<3> scratch;
    const auto sweep = [&](int count, std::vector<Vec<3>> from) {
        solve_nlgs<3>(problem, {{.fixed_iterations = count}, 0, pool}, scratch, {from});
        return from;
    };
    r = sweep(500, r);
    EXPECT_GT(relative_residual<3>(problem, std::span<const Vec<3>>(sweep(2000, r))), 1e-6);
    BodyNewton<3> newton;
    const SolveReport report = solve_body_newton<3>(problem, {.tolerance = 1e-9}, {0, pool, scratch}, newton, {r});
    EXPECT_TRUE(report.converged);
    EXPECT_LT(report.iterations, 40);
}

TEST(BodyNewton, AContactThatNothingMovesIsLeftAlone) {
    RigidProblem<2> problem = stack_on_floor<2>(3);
    problem.W.contact.push_back({-1, -1, true, contact_frame(Vec<2>::axis(0)), {}, {}});
    problem.b.push_back(-1.0 * Vec<2>::axis(0));
    problem.law.push_back({.mu = 0.3});
    const Solution<2> newton = solve<2>(problem, {.method = SolverMethod::newton, .tolerance = 1e-9});
    EXPECT_LT(norm(newton.r.back()), 1e-300);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(std::isfinite(newton.r[static_cast<std::size_t>(i)][0]));
}

/// Other units by powers of two: the same digits.
TEST(BodyNewton, OtherUnitsGiveTheSameDigits) {
    Random random(5);
    const RigidProblem<3> problem = random_problem<3>(random, {.bodies = 20, .contacts = 40, .mu = 0.6});
    RigidProblem<3> heavy = problem;
    for (std::size_t i = 0; i < heavy.W.body.size(); ++i) {
        heavy.W.body.change(i, [](MobileBody<3>& body) {
            body.inverse_mass = 0.125 * body.inverse_mass;
            body.inverse_inertia = 0.125 * body.inverse_inertia;
        });
    }
    const Solution<3> a = solve<3>(problem, {.method = SolverMethod::newton, .tolerance = 1e-9});
    const Solution<3> b = solve<3>(heavy, {.method = SolverMethod::newton, .tolerance = 1e-9});
    EXPECT_EQ(a.report.iterations, b.report.iterations);
    for (std::size_t i = 0; i < a.r.size(); ++i) EXPECT_EQ(8.0 * a.r[i], b.r[i]);
}

TEST(BodyNewton, AnyNumberOfThreadsGivesTheSameBits) {
    Random random(6);
    const RigidProblem<3> problem = random_problem<3>(random, {.bodies = 60, .contacts = 150, .mu = 0.9});
    const Solution<3> one = solve<3>(problem, {.method = SolverMethod::automatic, .tolerance = 1e-10});
    const Solution<3> four = solve<3>(problem, {.method = SolverMethod::automatic, .tolerance = 1e-10}, 4);
    EXPECT_EQ(one.r, four.r);
    EXPECT_EQ(one.report.iterations, four.report.iterations);
}

/// Far apart from a converged rest one place is wrong: it is found and mended, and nothing else is touched but by the sweeps.
template <int D>
void local_newton_mends_a_place() {
    Random random(7);
    const RigidProblem<D> problem = random_problem<D>(random, {.bodies = 3000, .contacts = 4000, .mu = 0.3});
    Solution<D> s = solve<D>(problem, {.method = SolverMethod::anderson, .tolerance = 1e-9});
    ASSERT_TRUE(s.report.converged);
    s.r[100] = {};
    s.r[2000] = Vec<D>::axis(0);
    ThreadPool pool(1);
    NlgsScratch<D> nlgs;
    LocalNewtonScratch<D> scratch;
    int swept = 0;
    const std::function<SolveReport(int)> no_sweeps = [&](int) {
        ++swept;
        return SolveReport{};
    };
    const SolveReport report = solve_local_newton<D>(problem, {.tolerance = 1e-6}, {{0, pool, nlgs}, no_sweeps}, scratch, {s.r, s.m});
    EXPECT_TRUE(report.converged) << report.residual;
    EXPECT_LE(relative_residual<D>(problem, std::span<const Vec<D>>(s.r)), 1e-6);
    EXPECT_LE(swept, 10);
    EXPECT_LE(static_cast<int>(scratch.lot.r.size()), 2 * local_newton_contacts<D>);
}
TEST(LocalNewton, MendsAPlaceInThePlane) { local_newton_mends_a_place<2>(); }
TEST(LocalNewton, MendsAPlaceInSpace) { local_newton_mends_a_place<3>(); }

}  // namespace
}  // namespace drystone::body_newton_test
