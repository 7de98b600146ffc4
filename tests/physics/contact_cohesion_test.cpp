// Cohesion without range: up to F_C at contact, nothing once open (Brendel Fig. 1.9a, docs/theory.md section 3.4).

#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "core/random.h"
#include "geometry/convex.h"
#include "physics/deformable_stage.h"
#include "physics/stage.h"
#include "step/state.h"

namespace drystone::contact_cohesion_test {
namespace {

constexpr double F_C = 10.0, g = 9.81, R = 0.1;
constexpr Integrator both[] = {Integrator::moreau, Integrator::euler};
constexpr SolverMethod methods[] = {SolverMethod::automatic, SolverMethod::nlgs, SolverMethod::anderson,
                                    SolverMethod::admm};

Coulomb sticky(double friction = 0.3) { return {.friction = friction, .cohesion = {.force = F_C}}; }

/// A ball on the floor, pulled up by a force that grows by `rate` [N/s].
template <int D>
Stage<D> pulled(double rate, Integrator integrator, SolverMethod method) {
    Stage<D> stage(sticky());
    stage.falling(g).settings.integrator = integrator;
    stage.settings.solver.method = method;
    stage.floor();
    Load<D> pull;
    pull.body = stage.ball(1.0, R, R * Vec<D>::axis(D - 1));
    pull.force = rate * Vec<D>::axis(D - 1);
    pull.history = {.kind = Signal::Kind::ramp, .to = 1.0, .over = 1.0};
    stage.description.loads = {pull};
    return stage;
}

template <int D>
void comes_off_at_its_strength() {
    for (const Integrator integrator : both) {
        for (const SolverMethod method : methods) {
            const double rate = 100.0, off = (g + F_C) / rate, h = 1e-3;
            const Stage<D> stage = pulled<D>(rate, integrator, method);
            World<D> world = stage.build();
            while (world.time < off - h) {
                ASSERT_TRUE(run(world, stage.settings).solve.converged);
                ASSERT_NEAR(world.bodies.velocity[1].v[D - 1], 0.0, 1e-9) << world.time;
            }
            run(world, stage.settings, 3);
            EXPECT_GT(world.bodies.velocity[1].v[D - 1], 1e-6);
            // Once it is off nothing holds it back: v' = (F - m g) / m.
            run(world, stage.settings, 20);
            const double v = world.bodies.velocity[1].v[D - 1], t = world.time;
            run(world, stage.settings, 50);
            const double middle = 0.5 * (t + world.time),
                         late = integrator == Integrator::euler ? 0.5 * h : 0.0;
            EXPECT_NEAR(world.bodies.velocity[1].v[D - 1] - v, 50 * h * (rate * (middle + late) - g), 1e-9);
            EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-12);
            EXPECT_GT(world.energy.losses.cohesion, 0.0);
        }
    }
}
TEST(ContactCohesion, ADiskComesOffAtItsStrength) { comes_off_at_its_strength<2>(); }
TEST(ContactCohesion, ASphereComesOffAtItsStrength) { comes_off_at_its_strength<3>(); }

// Under a ceiling: just light enough hangs for ever, with the weight for its force; just too heavy falls freely at once.
template <int D>
void hangs_or_falls() {
    for (const Integrator integrator : both) {
        for (const double share : {0.999, 1.001}) {
            const double mass = share * F_C / g;
            Stage<D> stage(sticky());
            stage.falling(g).settings.integrator = integrator;
            stage.fixed(Plane<D>{-Vec<D>::axis(D - 1)});
            stage.ball(mass, R, -R * Vec<D>::axis(D - 1));
            World<D> world = stage.build();
            run(world, stage.settings, 500);
            const double fallen = -R - world.bodies.position[1][D - 1];
            if (share < 1.0) {
                EXPECT_NEAR(fallen, 0.0, 1e-14);
                EXPECT_NEAR(std::abs(world.contacts.impulse[0][D - 1]) / 1e-3, mass * g, 1e-9);
            } else {
                const double free_fall = 0.5 * g * 0.25;
                EXPECT_NEAR(fallen, free_fall, 0.05 * free_fall);      // it hung a few steps, by 1e-3 of g
                EXPECT_NEAR(world.energy.losses.cohesion, 0.0, 1e-4);  // F_C over 1e-6 R, or a step
            }
        }
    }
}
TEST(ContactCohesion, ADiskHangsUnderACeilingOrFalls) { hangs_or_falls<2>(); }
TEST(ContactCohesion, ASphereHangsUnderACeilingOrFalls) { hangs_or_falls<3>(); }

// What a solver leaves undone, or rounding, must not let go of what hangs.
template <int D>
void small_gaps_close_again() {
    for (const Integrator integrator : both) {
        for (const double speed : {-1e-6, 1e-18, 2e-6}) {
            Stage<D> stage(sticky());
            stage.falling(g).settings.integrator = integrator;
            stage.fixed(Plane<D>{-Vec<D>::axis(D - 1)});
            stage.ball(0.5 * F_C / g, R, -R * Vec<D>::axis(D - 1));
            World<D> world = stage.build();
            run(world, stage.settings, 3);
            for (int k = 0; k < 200; ++k) {
                if (k % 10 == 0) world.bodies.velocity[1].v[D - 1] -= speed;
                run(world, stage.settings);
            }
            EXPECT_NEAR(world.bodies.position[1][D - 1], -R, 1e-8) << speed;
            EXPECT_NEAR(std::abs(world.contacts.impulse[0][D - 1]) / 1e-3, 0.5 * F_C, 1e-9);
        }
    }
}
TEST(ContactCohesion, SmallGapsOfAHangingDiskCloseAgain) { small_gaps_close_again<2>(); }
TEST(ContactCohesion, SmallGapsOfAHangingSphereCloseAgain) { small_gaps_close_again<3>(); }

// Open is open: a ball that comes near the floor is not drawn to it.
template <int D>
void nothing_across_a_gap() {
    for (const Integrator integrator : both) {
        Stage<D> stage(sticky());
        stage.settings.integrator = integrator;
        stage.floor();
        stage.ball(1.0, R, (R + 1e-4) * Vec<D>::axis(D - 1), 1e-3 * Vec<D>::axis(0));
        World<D> world = stage.build();
        run(world, stage.settings, 100);
        EXPECT_EQ(world.bodies.velocity[1].v, 1e-3 * Vec<D>::axis(0));
    }
}
TEST(ContactCohesion, DoesNotActAcrossAGapInThePlane) { nothing_across_a_gap<2>(); }
TEST(ContactCohesion, DoesNotActAcrossAGapInSpace) { nothing_across_a_gap<3>(); }

// Friction counts from R_n + F_C: a ball that cannot turn hangs on a wall iff m g <= mu F_C.
template <int D>
void hangs_on_a_wall() {
    for (const double factor : {0.99, 1.01}) {
        for (const SolverMethod method : methods) {
            const double mu = 0.5, mass = factor * mu * F_C / g;
            Stage<D> stage(sticky(mu));
            stage.falling(g).settings.solver.method = method;
            stage.fixed(Plane<D>{Vec<D>::axis(0)});
            const int ball = stage.ball(mass, R, R * Vec<D>::axis(0));
            Spin<D> held;
            for (int i = 0; i < spin_dim<D>; ++i) held[i] = 1.0;
            stage.description.holds = {{.body = ball, .rotations = held}};
            World<D> world = stage.build();
            run(world, stage.settings, 100);
            const double a = std::max(0.0, g - mu * F_C / mass);
            EXPECT_NEAR(world.bodies.velocity[ball].v[D - 1], -a * world.time, 1e-9);
        }
    }
}
TEST(ContactCohesion, ADiskHangsOnAWallByFriction) { hangs_on_a_wall<2>(); }
TEST(ContactCohesion, ASphereHangsOnAWallByFriction) { hangs_on_a_wall<3>(); }

// A shock of impulse p parts it or not as p exceeds h F_C: the time step decides, as Brendel warns.
TEST(ContactCohesion, AShockPartsItTheMoreTheShorterTheStep) {
    for (const double h : {1e-2, 1e-3, 1e-4}) {
        const double p = 5e-3;
        Stage<3> stage(sticky());
        stage.settings.step = h;
        stage.floor();
        Load<3> shock;
        shock.body = stage.ball(1.0, R, {{0, 0, R}});
        shock.force = {{0, 0, p / h}};
        shock.history.stop = 0.99 * h;
        stage.description.loads = {shock};
        World<3> world = stage.build();
        run(world, stage.settings, 5);
        EXPECT_EQ(world.bodies.velocity[1].v[2] > 1e-9, p > h * F_C) << h;
    }
}

/// A deformable block under a ceiling hangs by its points as long as they carry it together.
template <int D>
void a_deformable_block_hangs(const std::array<int, D>& divisions) {
    for (const Integrator integrator : both) {
        for (const double share : {0.5, 40.0}) {  // of F_C; there are fewer than forty points
            const Vec<D> up = Vec<D>::axis(D - 1);
            Vec<D> size;
            for (int i = 0; i < D; ++i) size[i] = 0.1;
            ElasticStage<D> stage(sticky(), 1e6, 0.2, share * F_C / (g * std::pow(0.1, D)));
            stage.falling(g).settings.integrator = integrator;
            stage.settings.solver.tolerance = 1e-9;
            stage.fixed(Plane<D>{-up});
            const int block = stage.box_of(size, divisions, -0.05 * up);
            World<D> world = stage.build();
            run(world, stage.settings, 60);
            const bool fell = world.bodies.position[block][D - 1] < -0.051;
            EXPECT_EQ(fell, share > 1.0) << share;
        }
    }
}
TEST(ContactCohesion, ADeformableBlockHangsInThePlane) { a_deformable_block_hangs<2>({2, 2}); }
TEST(ContactCohesion, ADeformableBlockHangsInSpace) { a_deformable_block_hangs<3>({2, 2, 2}); }

TEST(ContactCohesion, ThreadsAndRestartsDoNotChangeOneBit) {
    Stage<3> stage(sticky());
    stage.falling(g).settings.solver.tolerance = 1e-8;
    stage.floor();
    Random random(5);
    for (int i = 0; i < 30; ++i)
        stage.ball(0.3, R, {{0.19 * (i % 5), 0.19 * (i / 5 % 2), 0.11 + 0.21 * (i / 10)}},
                   {{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), 0.0}});
    World<3> one = stage.build(), many = stage.build(), again = stage.build();
    run(one, stage.settings, 80, 1), run(many, stage.settings, 80, 3);
    EXPECT_EQ(one.bodies.velocity, many.bodies.velocity);
    ThreadPool pool(1);
    put_state(one, again, pool);
    run(one, stage.settings, 40), run(again, stage.settings, 40);
    EXPECT_EQ(one.bodies.velocity, again.bodies.velocity);
    EXPECT_NEAR(one.energy.balance_error(), 0.0, 1e-10);
}

}  // namespace
}  // namespace drystone::contact_cohesion_test
