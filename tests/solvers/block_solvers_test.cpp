// Solvers of assembled blocks: against Gauss-Seidel, against enumeration, where there is no solution, and where there is
// nothing to solve. docs/theory.md sections 5.6 and 5.7.

#include <gtest/gtest.h>

#include <cmath>

#include "laws/local_solve.h"
#include "solvers/block_admm.h"
#include "solvers/block_auto.h"
#include "solvers/block_newton.h"
#include "solvers/random_problems.h"
#include "solvers/solve.h"

namespace drystone::block_solvers_test {
namespace {

using chains::g, chains::h;

template <int D>
SolveReport solve(const BlockProblem<D>& problem, SolverMethod method, double tolerance,
                  std::vector<Vec<D>>& r, int max_iterations = 20000) {
    r.resize(problem.b.size());
    return solve_contacts<D>(
        problem, {.method = method, .tolerance = tolerance, .max_iterations = max_iterations}, 0, r);
}

template <int D>
std::vector<Vec<D>> velocities(const BlockProblem<D>& problem, const std::vector<Vec<D>>& r) {
    std::vector<Vec<D>> u;
    for (int i = 0; i < problem.size(); ++i) u.push_back(problem.W.velocity(r, i) + problem.b[i]);
    return u;
}

template <int D>
double largest_difference(const std::vector<Vec<D>>& a, const std::vector<Vec<D>>& b) {
    double worst = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, norm(a[i] - b[i]));
    return worst;
}

/// Fewer contacts than freedoms, moderate friction: one solution, which Gauss-Seidel also finds.
template <int D>
void agrees_with_gauss_seidel(SolverMethod method) {
    for (const double mu : {0.0, 0.01, 0.3}) {
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            Random random(seed);
            const BlockProblem<D> problem =
                assemble_blocks(random_problem<D>(random, {.bodies = 12, .contacts = 16, .mu = mu}));
            std::vector<Vec<D>> slow, fast;
            ASSERT_TRUE(solve(problem, SolverMethod::nlgs, 1e-12, slow).converged) << mu << " " << seed;
            const SolveReport report = solve(problem, method, 1e-12, fast);
            ASSERT_TRUE(report.converged) << mu << " " << seed << " " << report.residual;
            EXPECT_NEAR(report.residual, relative_residual<D>(problem, std::span<const Vec<D>>(fast)), 1e-15);
            EXPECT_LT(largest_difference(velocities(problem, slow), velocities(problem, fast)), 1e-9)
                << mu << " " << seed;
        }
    }
}
TEST(BlockSolvers, NewtonAgreesWithGaussSeidelInThePlane) {
    agrees_with_gauss_seidel<2>(SolverMethod::newton);
}
TEST(BlockSolvers, NewtonAgreesWithGaussSeidelInSpace) { agrees_with_gauss_seidel<3>(SolverMethod::newton); }
TEST(BlockSolvers, AutoAgreesWithGaussSeidelInThePlane) {
    agrees_with_gauss_seidel<2>(SolverMethod::automatic);
}
TEST(BlockSolvers, AutoAgreesWithGaussSeidelInSpace) { agrees_with_gauss_seidel<3>(SolverMethod::automatic); }

// What alternating directions are for: a column of blocks, each on the corners of the next, four times as many impulses as
// freedoms.
template <int D>
RigidProblem<D> column_of_blocks(int n, double push) {
    RigidProblem<D> p;
    for (int i = 0; i < n; ++i) {
        p.W.body.push_back(ball<D>(1.0));
        for (int corner = 0; corner < (D == 2 ? 2 : 4); ++corner) {
            Vec<D> side{};
            side[0] = corner % 2 == 0 ? 0.1 : -0.1;
            if constexpr (D == 3) side[1] = corner < 2 ? 0.1 : -0.1;
            const Vec<D> up = 0.1 * Vec<D>::axis(D - 1);
            p.W.contact.push_back(
                {i - 1, i, false, contact_frame(Vec<D>::axis(D - 1)), side + up, side - up});
            Vec<D> b{};
            if (i == 0) b[0] = -g * h;
            if (i == n - 1) b[1] = push * g * h;
            p.b.push_back(b);
            p.law.push_back({.mu = 0.5});
        }
    }
    return p;
}

template <int D>
void a_column_stands(SolverMethod method) {
    const BlockProblem<D> problem = assemble_blocks(column_of_blocks<D>(15, 0.1));
    std::vector<Vec<D>> r;
    const SolveReport report = solve(problem, method, 1e-9, r);
    ASSERT_TRUE(report.converged) << report.residual;
    double foot = 0.0;
    for (int corner = 0; corner < (D == 2 ? 2 : 4); ++corner) foot += r[corner][0];
    EXPECT_NEAR(foot, 15 * g * h, 1e-7 * foot);
    for (const Vec<D>& u : velocities(problem, r)) EXPECT_LT(norm(u), 1e-8 * g * h * 15);
}
TEST(BlockSolvers, AColumnOfBlocksStandsByAdmm) {
    a_column_stands<2>(SolverMethod::admm);
    a_column_stands<3>(SolverMethod::admm);
}
TEST(BlockSolvers, AColumnOfBlocksStandsByNewton) {
    a_column_stands<2>(SolverMethod::newton);
    a_column_stands<3>(SolverMethod::newton);
}
TEST(BlockSolvers, AColumnOfBlocksStandsByAuto) {
    a_column_stands<2>(SolverMethod::automatic);
    a_column_stands<3>(SolverMethod::automatic);
}

/// Without friction: u_n >= 0, r_n >= 0, complementary, found by trying which contacts press (all 2^n of them).
std::vector<double> frictionless_by_enumeration(const BlockProblem<2>& problem) {
    const int n = problem.size();
    for (unsigned pressed = 0; pressed < (1u << n); ++pressed) {
        std::vector<std::vector<double>> A;  // W_nn of the pressed ones, | -b_n
        std::vector<int> who;
        for (int i = 0; i < n; ++i)
            if (pressed >> i & 1u) who.push_back(i);
        const auto entry = [&](int i, int j) {
            for (int k = problem.W.row_start[i]; k < problem.W.row_start[i + 1]; ++k)
                if (problem.W.column[k] == j) return problem.W.block[k][0][0];
            return 0.0;
        };
        for (const int i : who) {
            A.emplace_back();
            for (const int j : who) A.back().push_back(entry(i, j));
            A.back().push_back(-problem.b[i][0]);
        }
        const std::size_t m = who.size();
        bool regular = true;
        for (std::size_t c = 0; c < m && regular; ++c) {
            std::size_t pivot = c;
            for (std::size_t i = c; i < m; ++i)
                if (std::abs(A[i][c]) > std::abs(A[pivot][c])) pivot = i;
            std::swap(A[c], A[pivot]);
            regular = std::abs(A[c][c]) > 1e-10;
            for (std::size_t i = 0; i < m && regular; ++i) {
                if (i == c) continue;
                const double f = A[i][c] / A[c][c];
                for (std::size_t j = c; j <= m; ++j) A[i][j] -= f * A[c][j];
            }
        }
        if (!regular) continue;
        std::vector<double> r(static_cast<std::size_t>(n), 0.0), u(static_cast<std::size_t>(n));
        bool lawful = true;
        for (std::size_t c = 0; c < m; ++c) {
            r[who[c]] = A[c][m] / A[c][c];
            lawful = lawful && r[who[c]] >= 0.0;
        }
        for (int i = 0; i < n && lawful; ++i) {
            u[i] = problem.b[i][0];
            for (int j = 0; j < n; ++j) u[i] += entry(i, j) * r[j];
            lawful = u[i] >= -1e-12;
        }
        if (lawful) return u;
    }
    return {};
}

TEST(BlockSolvers, WithoutFrictionTheyFindWhatEnumerationFinds) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        Random random(seed);
        const BlockProblem<2> problem =
            assemble_blocks(random_problem<2>(random, {.bodies = 4, .contacts = 9, .mu = 0.0}));
        const std::vector<double> exact = frictionless_by_enumeration(problem);
        ASSERT_EQ(exact.size(), 9u) << seed;
        for (const SolverMethod method :
             {SolverMethod::newton, SolverMethod::automatic, SolverMethod::admm}) {
            std::vector<Vec<2>> r;
            ASSERT_TRUE(solve(problem, method, 1e-10, r).converged)
                << seed << " " << static_cast<int>(method);
            const auto u = velocities(problem, r);
            for (int i = 0; i < 9; ++i) {
                EXPECT_NEAR(u[i][0], exact[i], 1e-7) << seed;
                EXPECT_EQ(r[i][1], 0.0);
            }
        }
    }
}

// Hyperstatic, high friction, mass ratios of a million: where sweeps get nowhere.
TEST(BlockSolvers, NewtonSolvesWhatSweepsDoNot) {
    int by_sweeps = 0;
    for (const double mu : {0.01, 0.8, 2.0}) {
        for (std::uint64_t seed = 1; seed <= 8; ++seed) {
            Random random(seed);
            const BlockProblem<3> problem = assemble_blocks(
                random_problem<3>(random, {.bodies = 10, .contacts = 30, .mu = mu, .mass_ratio = 1e6}));
            std::vector<Vec<3>> r, slow;
            const SolveReport report = solve(problem, SolverMethod::automatic, 1e-8, r);
            EXPECT_TRUE(report.converged) << mu << " " << seed << " " << report.residual;
            EXPECT_LE(relative_residual<3>(problem, std::span<const Vec<3>>(r)), 1e-8);
            by_sweeps += solve(problem, SolverMethod::nlgs, 1e-8, slow, 2000).converged;
        }
    }
    EXPECT_LT(by_sweeps, 16);
}

template <int D>
void one_contact_is_solved_exactly() {
    for (const double mu : {0.0, 0.01, 0.5, 2.0}) {
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            Random random(seed);
            const BlockProblem<D> problem =
                assemble_blocks(random_problem<D>(random, {.bodies = 1, .contacts = 1, .mu = mu}));
            for (const SolverMethod method : {SolverMethod::newton, SolverMethod::automatic}) {
                std::vector<Vec<D>> r;
                const SolveReport report = solve(problem, method, 1e-12, r);
                EXPECT_TRUE(report.converged);
                EXPECT_LE(report.iterations, 1);
                EXPECT_EQ(r[0], solve_local(problem.law[0], problem.W.diagonal(0), problem.b[0]));
            }
        }
    }
}
TEST(BlockSolvers, OneContactIsSolvedExactlyInThePlane) { one_contact_is_solved_exactly<2>(); }
TEST(BlockSolvers, OneContactIsSolvedExactlyInSpace) { one_contact_is_solved_exactly<3>(); }

TEST(BlockSolvers, NoContactsAreAlreadySolved) {
    BlockProblem<3> nothing;
    nothing.W.row_start = {0};
    for (const SolverMethod method : {SolverMethod::newton, SolverMethod::admm, SolverMethod::automatic}) {
        std::vector<Vec<3>> r;
        EXPECT_TRUE(solve(nothing, method, 1e-12, r).converged);
    }
}

// The walls on both sides of a body close on it: whatever the impulses, u_n of the two adds up to -2 m/s.
TEST(BlockSolvers, AJammedWedgeIsReportedAndNotHung) {
    BlockProblem<2> jammed;
    jammed.W.row_start = {0, 2, 4};
    jammed.W.column = {0, 1, 0, 1};
    const Mat<2> plus = Mat<2>::scaled_identity(1.0), minus = Mat<2>::scaled_identity(-1.0);
    jammed.W.block = {plus, minus, minus, plus};
    jammed.b = {{{-1.0, 0.1}}, {{-1.0, 0.2}}};
    jammed.law = {{.mu = 0.4}, {.mu = 0.4}};
    for (const SolverMethod method : {SolverMethod::newton, SolverMethod::admm, SolverMethod::automatic}) {
        std::vector<Vec<2>> r;
        const SolveReport report = solve(jammed, method, 1e-8, r, 3000);
        EXPECT_FALSE(report.converged);
        EXPECT_LE(report.iterations, 3000);
        for (const Vec<2>& one : r) EXPECT_TRUE(std::isfinite(norm(one)));
    }
}

// A contact between two held bodies: no impulse moves it, none is asked for, and nobody else is disturbed.
TEST(BlockSolvers, AContactThatNothingMovesIsLeftAlone) {
    Random random(3);
    RigidProblem<3> bodies = random_problem<3>(random, {.bodies = 4, .contacts = 8, .mu = 0.3});
    const BlockProblem<3> without = assemble_blocks(bodies);
    ContactArms<3> held = bodies.W.contact[0];
    held.body_a = held.body_b = -1;
    bodies.W.contact.push_back(held);
    bodies.b.push_back({{-1.0, 0.5, 0.0}});
    bodies.law.push_back({.mu = 0.3});
    BlockProblem<3> with = assemble_blocks(bodies);
    with.W.column.push_back(8);  // an explicit block of zeros
    with.W.block.push_back({});
    with.W.row_start.back() += 1;
    for (const SolverMethod method : {SolverMethod::newton, SolverMethod::automatic, SolverMethod::admm}) {
        std::vector<Vec<3>> r, reference;
        const SolveReport report = solve(with, method, 1e-9, r);
        EXPECT_EQ(report.converged, solve(without, method, 1e-9, reference).converged);
        EXPECT_EQ(r[8], Vec<3>{});
        for (int i = 0; i < 8; ++i) EXPECT_TRUE(std::isfinite(norm(r[i])));
    }
}

/// Cohesive cones (tip at -c n) and velocity shifts.
TEST(BlockSolvers, TensionAndShiftsAreKept) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        Random random(seed);
        BlockProblem<3> problem =
            assemble_blocks(random_problem<3>(random, {.bodies = 12, .contacts = 16, .mu = 0.3}));
        for (std::size_t i = 0; i < problem.law.size(); ++i) {
            problem.law.change(i, [&](LocalLaw<3>& law) {
                law.tension = random.uniform(0.0, 0.3);
                law.cohesion = law.mu * law.tension;
                law.velocity_shift = random.uniform(0.0, 0.1) * random_direction<3>(random);
            });
        }
        std::vector<Vec<3>> slow, fast;
        ASSERT_TRUE(solve(problem, SolverMethod::nlgs, 1e-12, slow).converged);
        ASSERT_TRUE(solve(problem, SolverMethod::newton, 1e-12, fast).converged);
        EXPECT_LT(largest_difference(velocities(problem, slow), velocities(problem, fast)), 1e-9) << seed;
    }
}

/// Joints of every kind: springs, tension, shear strength, crushing, and closing after a while; beside dry contacts.
template <int D>
BlockProblem<D> with_joints(std::uint64_t seed) {
    Random random(seed);
    BlockProblem<D> problem =
        assemble_blocks(random_problem<D>(random, {.bodies = 12, .contacts = 16, .mu = 0.3}));
    const auto make_joint = [&](LocalLaw<D>& law) {
        if (random.uniform() < 0.2) return;
        law.tension = random.uniform(0.0, 0.3);
        law.cohesion = random.uniform(0.0, 0.2);
        law.yields.pulled = random.uniform(0.0, 1.0);
        law.yields.pressed = random.uniform(0.0, 1.0);
        law.yields.slip = random.uniform(0.0, 1.0);
        law.yields.gives_at = random.uniform(0.2, 2.0);
        if (random.uniform() < 0.5) law.yields.gives_by = random.uniform(0.0, 0.5);
        law.velocity_shift = random.uniform(0.0, 0.1) * random_direction<D>(random);
    };
    for (std::size_t i = 0; i < problem.law.size(); ++i) problem.law.change(i, make_joint);
    return problem;
}

template <int D>
void joints_agree_with_gauss_seidel() {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const BlockProblem<D> problem = with_joints<D>(seed);
        std::vector<Vec<D>> slow;
        ASSERT_TRUE(solve(problem, SolverMethod::nlgs, 1e-11, slow).converged);
        for (const SolverMethod method : {SolverMethod::automatic, SolverMethod::newton}) {
            std::vector<Vec<D>> fast;
            ASSERT_TRUE(solve(problem, method, 1e-11, fast).converged) << seed;
            EXPECT_LT(largest_difference(velocities(problem, slow), velocities(problem, fast)), 1e-8) << seed;
        }
    }
}
TEST(BlockSolvers, JointsAgreeWithGaussSeidelInThePlane) { joints_agree_with_gauss_seidel<2>(); }
TEST(BlockSolvers, JointsAgreeWithGaussSeidelInSpace) { joints_agree_with_gauss_seidel<3>(); }

/// From nothing: seven steps on average, one hard problem in forty.
template <int D>
void newton_solves_joints_in_a_few_steps() {
    int steps = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        BlockProblem<D> problem = with_joints<D>(seed);
        for (int i = 0; i < problem.size(); ++i) {
            problem.b[i] += problem.law[i].velocity_shift;
            problem.law.change(static_cast<std::size_t>(i), [](LocalLaw<D>& law) { law.velocity_shift = {}; });
        }
        BlockSweep<D> sweep(problem, SweepOrder::sequential);
        std::vector<Vec<D>> r(problem.b.size());
        const auto result = BlockNewton<D>(problem, sweep).solve(1e-22, 100, r);
        EXPECT_LE(result.error, 1e-22) << seed;
        steps += result.steps;
    }
    EXPECT_LE(steps, 220);
}
TEST(BlockSolvers, NewtonSolvesJointsInAFewStepsInThePlane) { newton_solves_joints_in_a_few_steps<2>(); }
TEST(BlockSolvers, NewtonSolvesJointsInAFewStepsInSpace) { newton_solves_joints_in_a_few_steps<3>(); }

TEST(BlockSolvers, ASolutionIsLeftAsItIsAndABadGuessIsDropped) {
    Random random(11);
    const BlockProblem<3> problem =
        assemble_blocks(random_problem<3>(random, {.bodies = 10, .contacts = 30}));
    std::vector<Vec<3>> r;
    ASSERT_TRUE(solve(problem, SolverMethod::automatic, 1e-8, r).converged);
    std::vector<Vec<3>> again = r;
    const SolveReport report = solve(problem, SolverMethod::automatic, 1e-8, again);
    EXPECT_EQ(report.iterations, 0);
    EXPECT_EQ(again, r);

    std::vector<Vec<3>> bad(30, Vec<3>{{1e9, 0.0, -1e9}});
    EXPECT_TRUE(solve(problem, SolverMethod::automatic, 1e-8, bad).converged);
    EXPECT_LT(largest_difference(bad, r), 1e3);
}

TEST(BlockSolvers, TheSameProblemGivesTheSameBits) {
    Random random(5);
    const BlockProblem<3> problem =
        assemble_blocks(random_problem<3>(random, {.bodies = 20, .contacts = 60, .mu = 0.8}));
    for (const SolverMethod method : {SolverMethod::newton, SolverMethod::admm, SolverMethod::automatic}) {
        std::vector<Vec<3>> r, again;
        const SolveReport first = solve(problem, method, 1e-9, r),
                          second = solve(problem, method, 1e-9, again);
        EXPECT_EQ(first.iterations, second.iterations);
        EXPECT_EQ(r, again);
    }
}

}  // namespace
}  // namespace drystone::block_solvers_test
