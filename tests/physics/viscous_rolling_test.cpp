// Viscous rolling: the moment is the normal force times `rolling_viscosity` times the spin (Brendel sec. 1.7, docs/theory.md
// (3.19)).

#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include "core/random.h"
#include "laws/local_solve.h"
#include "physics/stage.h"
#include "step/state.h"

namespace drystone::viscous_rolling_test {
namespace {

constexpr double g = 9.81, R = 0.1, m = 2.0, lag = 2e-3;
constexpr Integrator both[] = {Integrator::moreau, Integrator::euler};
constexpr SolverMethod methods[] = {SolverMethod::automatic, SolverMethod::nlgs, SolverMethod::anderson,
                                    SolverMethod::admm};

/// 1 + I / m R^2.
template <int D>
constexpr double inertia = D == 2 ? 1.5 : 1.4;

/// A ball that rolls at v on a plane sloping down along the first axis.
template <int D>
Stage<D> rolling_ball(const Coulomb& law, double v, double slope = 0.0) {
    Stage<D> stage(law);
    stage.description.gravity =
        g * (std::sin(slope) * Vec<D>::axis(0) - std::cos(slope) * Vec<D>::axis(D - 1));
    stage.floor();
    Spin<D> spin{};
    spin[D == 2 ? 0 : 1] = (D == 2 ? -1.0 : 1.0) * v / R;
    stage.ball(m, R, R * Vec<D>::axis(D - 1), v * Vec<D>::axis(0), spin);
    return stage;
}

/// What is left of v after n steps of v+ = v - h k v+, and in the end of exp(-k t).
template <int D>
void dies_out_exponentially() {
    const double k = lag * g / (inertia<D> * R * R);
    for (const Integrator integrator : both) {
        for (const SolverMethod method : methods) {
            double error = 0.0;
            for (const double h : {1e-3, 5e-4}) {
                Stage<D> stage = rolling_ball<D>({.friction = 0.5, .rolling_viscosity = lag}, 0.2);
                stage.settings.step = h;
                stage.settings.integrator = integrator;
                stage.settings.solver.method = method;
                World<D> world = stage.build();
                const int steps = static_cast<int>(std::round(0.5 / h));
                for (int n = 0; n < steps; ++n) ASSERT_TRUE(run(world, stage.settings).solve.converged);
                const double v = world.bodies.velocity[1].v[0];
                EXPECT_NEAR(v, 0.2 * std::pow(1.0 + h * k, -steps), 1e-9);
                const double off = std::abs(v - 0.2 * std::exp(-k * 0.5));
                EXPECT_LT(off, 0.2 * h * k);
                if (error > 0.0) {
                    EXPECT_NEAR(off / error, 0.5, 0.01);
                }
                error = off;
                EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-13);
                EXPECT_NEAR(world.energy.losses.friction,
                            world.energy.initial - world.energy.kinetic - world.energy.potential, 1e-9);
            }
        }
    }
}
TEST(ViscousRolling, ADiskSlowsDownExponentially) { dies_out_exponentially<2>(); }
TEST(ViscousRolling, ASphereSlowsDownExponentially) { dies_out_exponentially<3>(); }

// Down a slope it reaches v = R^2 tan(slope) / lag, and keeps it.
template <int D>
void reaches_its_speed() {
    const double slope = 0.05, v = R * R * std::tan(slope) / lag;
    for (const Integrator integrator : both) {
        Stage<D> stage = rolling_ball<D>({.friction = 0.5, .rolling_viscosity = lag}, 0.0, slope);
        stage.settings.integrator = integrator;
        World<D> world = stage.build();
        run(world, stage.settings, 10000);
        EXPECT_NEAR(world.bodies.velocity[1].v[0], v, 1e-4 * v);
    }
}
TEST(ViscousRolling, ADiskRollsDownASlopeAtASpeedOfItsOwn) { reaches_its_speed<2>(); }
TEST(ViscousRolling, ASphereRollsDownASlopeAtASpeedOfItsOwn) { reaches_its_speed<3>(); }

// With rolling friction for its limit: faster than l_t / lag it is dry, slower it is viscous and never quite stops.
template <int D>
void is_dry_when_fast() {
    const double length = 1e-3, slow = R * length / lag, factor = 1.0 / inertia<D>;
    for (const SolverMethod method : methods) {
        Stage<D> stage = rolling_ball<D>(
            {.friction = 0.5, .rolling_friction = length, .rolling_viscosity = lag}, 4.0 * slow);
        stage.settings.solver.method = method;
        World<D> world = stage.build();
        run(world, stage.settings, 100);
        EXPECT_NEAR(world.bodies.velocity[1].v[0], 4.0 * slow - factor * length / R * g * world.time, 1e-9);
        run(world, stage.settings, 3000);
        const double v = world.bodies.velocity[1].v[0];
        EXPECT_GT(v, 0.0);
        EXPECT_LT(v, slow);
        run(world, stage.settings);
        EXPECT_NEAR(world.bodies.velocity[1].v[0], v / (1.0 + 1e-3 * lag * g * factor / (R * R)), 1e-10);
    }
}
TEST(ViscousRolling, ADiskIsDryWhereRollingFrictionIsLess) { is_dry_when_fast<2>(); }
TEST(ViscousRolling, ASphereIsDryWhereRollingFrictionIsLess) { is_dry_when_fast<3>(); }

// An open contact turns nobody: a ball that spins above the floor, or leaves it, keeps its spin.
template <int D>
void needs_a_load() {
    for (const Integrator integrator : both) {
        Stage<D> stage({.friction = 0.0, .rolling_viscosity = 10.0});
        stage.settings.integrator = integrator;
        stage.floor();
        Spin<D> spin{};
        spin[0] = 3.0;
        stage.ball(m, R, (R + 1e-3) * Vec<D>::axis(D - 1), {}, spin);
        stage.ball(m, R, R * Vec<D>::axis(D - 1) + Vec<D>::axis(0), Vec<D>::axis(D - 1), spin);
        stage.ball(m, R, R * Vec<D>::axis(D - 1) - Vec<D>::axis(0), {}, spin);  // touching, without weight
        World<D> world = stage.build();
        run(world, stage.settings, 20);
        for (int i : {1, 2, 3}) EXPECT_EQ(world.bodies.velocity[i].w[0], 3.0);
    }
}
TEST(ViscousRolling, NeedsALoadInThePlane) { needs_a_load<2>(); }
TEST(ViscousRolling, NeedsALoadInSpace) { needs_a_load<3>(); }

// Torsion is not rolling: a sphere that spins about the vertical is left alone.
TEST(ViscousRolling, IsNotTorsion) {
    Stage<3> stage({.friction = 0.5, .rolling_viscosity = lag});
    stage.falling(g).floor();
    stage.ball(m, R, {{0, 0, R}}, {}, {{0, 0, 5.0}});
    World<3> world = stage.build();
    run(world, stage.settings, 100);
    EXPECT_NEAR(world.bodies.velocity[1].w[2], 5.0, 1e-12);
}

/// Balls dropped on each other: contacts of all kinds, with and without a limit.
template <int D>
Stage<D> heap(double ratio) {
    Stage<D> stage({.friction = 0.5,
                    .rolling_friction_ratio = ratio,
                    .rolling_viscosity = 5e-3,
                    .torsion_friction = D == 3 ? 0.01 : 0.0});
    stage.falling(g).settings.solver = {.tolerance = 1e-8, .max_iterations = 20000};
    stage.floor();
    Random random(2);
    for (int i = 0; i < 24; ++i) {
        Vec<D> p = (0.11 + 0.21 * (i / 4)) * Vec<D>::axis(D - 1);
        p[0] = 0.22 * (i % 4) + random.uniform(-0.01, 0.01);
        stage.ball(1.0, R * random.uniform(0.8, 1.0), p);
    }
    return stage;
}

template <int D>
void converges_and_closes() {
    for (const double ratio : {0.0, 0.2}) {
        for (const SolverMethod method : methods) {
            SCOPED_TRACE(testing::Message() << ratio << " " << static_cast<int>(method));
            Stage<D> stage = heap<D>(ratio);
            stage.settings.solver.method = method;
            World<D> world = stage.build();
            for (int k = 0; k < 120; ++k) {
                const StepReport report = run(world, stage.settings);
                ASSERT_TRUE(report.solve.converged) << k << " " << report.solve.residual;
                const double again =
                    relative_residual<D, BodyMap<D>>(world.problem, world.impulse, world.moment);
                ASSERT_NEAR(again, report.solve.residual, 1e-12);
            }
            ASSERT_FALSE(world.problem.turning.empty());
            EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-10 * world.energy.initial);
            std::vector<Spin<D>> other = world.moment;
            for (Spin<D>& one : other) one = 1.01 * one;
            EXPECT_GT((relative_residual<D, BodyMap<D>>(world.problem, world.impulse, other)), 1e-6);
        }
    }
}
TEST(ViscousRolling, AHeapOfDisksConvergesWithItsMomentsInTheCertificate) { converges_and_closes<2>(); }
TEST(ViscousRolling, AHeapOfSpheresConvergesWithItsMomentsInTheCertificate) { converges_and_closes<3>(); }

TEST(ViscousRolling, ThreadsAndRestartsDoNotChangeOneBit) {
    const Stage<3> stage = heap<3>(0.1);
    World<3> one = stage.build(), many = stage.build(), again = stage.build();
    run(one, stage.settings, 60, 1), run(many, stage.settings, 60, 3);
    EXPECT_EQ(one.bodies.velocity, many.bodies.velocity);
    ThreadPool pool(1);
    put_state(one, again, pool);
    run(one, stage.settings, 20), run(again, stage.settings, 20);
    EXPECT_EQ(one.bodies.velocity, again.bodies.velocity);
}

// One contact with a full block: the moment solved for obeys the law, its map vanishes there and nowhere near.
TEST(ViscousRolling, OneContactIsSolvedExactly) {
    Random random(4);
    for (int k = 0; k < 300; ++k) {
        Mat<3> A{}, W{};
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) A[i][j] = random.uniform(-1.0, 1.0);
        }
        for (int i = 0; i < 2; ++i) {
            for (int j = 0; j < 2; ++j)
                W[i + 1][j + 1] = A[i][0] * A[j][0] + A[i][1] * A[j][1] + (i == j ? 0.2 : 0.0);
        }
        W[0][0] = 1.0;
        const TurningLaw law{.rolling = k % 3 == 0 ? 0.0 : random.uniform(0.01, 1.0),
                             .lag = random.uniform(0.01, 3.0)};
        const double s_n = random.uniform(0.1, 2.0), rho = random.uniform(0.1, 3.0);
        const Vec<3> q{{0.3, random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)}};
        const Vec<3> moment = solve_turning(law, s_n, W, q, {});
        const Vec<3> Omega = W * moment + q;
        EXPECT_LT(norm(turning_map(law, s_n, moment, Omega, rho)), 1e-12);
        const double limit = law.rolling_limit(s_n), size = std::hypot(moment[1], moment[2]);
        EXPECT_LE(size, limit * (1.0 + 1e-12));
        if (size < 0.999 * limit) {
            for (int i : {1, 2}) EXPECT_NEAR(moment[i], -law.lag * s_n * Omega[i], 1e-12);
        } else {
            EXPECT_GE(law.lag * s_n * std::hypot(Omega[1], Omega[2]), 0.999 * limit);
        }
        EXPECT_GT(norm(turning_map(law, s_n, 0.9 * moment, W * (0.9 * moment) + q, rho)), 1e-4 * size);
    }
}

// Bodies that no moment can turn have none, be their rolling dry or viscous: by every method, at rest or driven to spin.
template <int D>
void leaves_alone_what_cannot_turn() {
    for (const auto& [length, viscosity] : {std::pair{0.0, lag}, {1e-3, lag}, {1e-3, 0.0}}) {
        for (const SolverMethod method : methods) {
            Stage<D> stage({.friction = 0.2, .rolling_friction = length, .rolling_viscosity = viscosity});
            stage.falling(g).floor();
            stage.settings.solver.method = method;
            const int ball = stage.ball(m, R, R * Vec<D>::axis(D - 1), Vec<D>::axis(0));
            Spin<D> held{}, driven{};
            for (int i = 0; i < spin_dim<D>; ++i) held[i] = i == 1 || D == 2 ? 0.0 : 1.0;
            driven[D == 2 ? 0 : 1] = 1.0;
            stage.description.holds = {{.body = ball, .rotations = held}};
            stage.turns(ball, Driven::velocity, driven, {.kind = Signal::Kind::constant, .value = 5.0});
            World<D> world = stage.build();
            ASSERT_TRUE(run(world, stage.settings, 20).solve.converged) << length << " " << viscosity;
            EXPECT_EQ(world.contacts.moment[0], Spin<D>{}) << length << " " << viscosity;
            EXPECT_NEAR(world.bodies.velocity[ball].v[0], 1.0 - 0.2 * g * world.time, 1e-10);
        }
    }
}
TEST(ViscousRolling, LeavesAloneWhatCannotTurnInThePlane) { leaves_alone_what_cannot_turn<2>(); }
TEST(ViscousRolling, LeavesAloneWhatCannotTurnInSpace) { leaves_alone_what_cannot_turn<3>(); }

}  // namespace
}  // namespace drystone::viscous_rolling_test
