// Tangential restitution on every closed contact: docs/theory.md (4.2). What it is worth in impacts: collisions_test.cpp.

#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "geometry/convex.h"
#include "physics/stage.h"

namespace drystone::tangential_restitution_test {
namespace {

constexpr double g = 9.81, mu = 0.3, e_t = 0.9;
constexpr Integrator both[] = {Integrator::moreau, Integrator::euler};
constexpr SolverMethod methods[] = {SolverMethod::automatic, SolverMethod::nlgs, SolverMethod::anderson,
                                    SolverMethod::admm};

/// What stands on the floor: a ball that cannot turn, or a block.
enum class Kind { ball, block };

template <int D>
Vec<D> sides() {
    Vec<D> sides;
    for (int i = 0; i < D; ++i) sides[i] = i < D - 1 ? 0.2 : 0.1;
    return sides;
}

template <int D>
Stage<D> on_the_floor(Kind kind, double speed, Coulomb law) {
    Stage<D> stage(law);
    stage.falling(g).settings.solver.tolerance = 1e-11;
    stage.floor();
    const double half = kind == Kind::ball ? 0.1 : 0.05;
    const Shape<D> shape = kind == Kind::ball
                               ? Shape<D>(Ball<D>{0.1})
                               : Shape<D>(Solid<D>{std::make_shared<const Convex<D>>(box<D>(sides<D>()))});
    const int body = stage.clump(2.0, {{shape, {}, {}}}, half * Vec<D>::axis(D - 1), speed * Vec<D>::axis(0));
    if (kind == Kind::block) return stage;
    Spin<D> held;
    for (int i = 0; i < spin_dim<D>; ++i) held[i] = 1.0;
    stage.description.holds = {{.body = body, .rotations = held}};
    return stage;
}

constexpr Coulomb lively{.friction = mu, .restitution_normal = 0.5, .restitution_tangential = e_t};

/// What one step makes of a body that slides on the floor at u: it slows down by mu g h, or is sent back with e_t.
double after_a_step(double u, double h) {
    const double to_turn = (1.0 + e_t) * std::abs(u), friction = mu * g * h;
    return friction >= to_turn ? -e_t * u : u - std::copysign(friction, u);
}

template <int D>
void slides_as_it_should(Kind kind) {
    for (const Integrator integrator : both) {
        for (const SolverMethod method : methods) {
            SCOPED_TRACE(testing::Message() << static_cast<int>(integrator) << static_cast<int>(method));
            Stage<D> stage = on_the_floor<D>(kind, 0.05, lively);
            stage.settings.integrator = integrator;
            stage.settings.solver.method = method;
            World<D> world = stage.build();
            double u = 0.05;
            for (int k = 0; k < 60; ++k) {
                ASSERT_TRUE(run(world, stage.settings).solve.converged) << k;
                u = after_a_step(u, stage.settings.step);
                ASSERT_NEAR(world.bodies.velocity[1].v[0], u, 1e-8) << k;
                ASSERT_NEAR(world.bodies.velocity[1].v[D - 1], 0.0, 1e-8) << k;
            }
            EXPECT_LT(std::abs(u), 3e-5);  // e_t^n of what was left, to and fro
            EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-12);
        }
    }
}
TEST(TangentialRestitution, ADiskThatSlidesOnTheFloorIsSentBackAtTheEnd) {
    slides_as_it_should<2>(Kind::ball);
}
TEST(TangentialRestitution, ASphereThatSlidesOnTheFloorIsSentBackAtTheEnd) {
    slides_as_it_should<3>(Kind::ball);
}
TEST(TangentialRestitution, ABlockThatSlidesInThePlaneIsSentBackAtTheEnd) {
    slides_as_it_should<2>(Kind::block);
}
TEST(TangentialRestitution, ABlockThatSlidesInSpaceIsSentBackAtTheEnd) {
    slides_as_it_should<3>(Kind::block);
}

// Resting contacts approach and part at the speed of rounding errors, and are open or closed by as much: none of it decides.
template <int D>
void no_cliff_at_rounding(Kind kind) {
    for (const Integrator integrator : both) {
        for (const double speed : {-1e-9, -3e-18, 0.0, 2e-14, 1e-9}) {
            for (const double gap : {-1e-12, 0.0, 1e-17, 1e-12, 5e-10}) {
                SCOPED_TRACE(testing::Message() << speed << " " << gap);
                Stage<D> stage = on_the_floor<D>(kind, 1e-3, lively);
                stage.settings.integrator = integrator;
                BodyDescription<D>& body = stage.description.bodies.edit(1);
                body.velocity[D - 1] = speed;
                body.position[D - 1] += gap;
                World<D> world = stage.build();
                run(world, stage.settings);
                EXPECT_NEAR(world.bodies.velocity[1].v[0], -e_t * 1e-3, 1e-9);
            }
        }
    }
}
TEST(TangentialRestitution, HasNoCliffAtRoundingOfADisk) { no_cliff_at_rounding<2>(Kind::ball); }
TEST(TangentialRestitution, HasNoCliffAtRoundingOfASphere) { no_cliff_at_rounding<3>(Kind::ball); }
TEST(TangentialRestitution, HasNoCliffAtRoundingOfABlockInThePlane) { no_cliff_at_rounding<2>(Kind::block); }
TEST(TangentialRestitution, HasNoCliffAtRoundingOfABlockInSpace) { no_cliff_at_rounding<3>(Kind::block); }

// With a threshold what slides on the floor stops as if e_t were 0; what strikes faster is sent back.
template <int D>
void a_threshold_keeps_it_to_impacts(Kind kind) {
    Coulomb law = lively;
    law.restitution_threshold = 0.05;
    for (const Integrator integrator : both) {
        Stage<D> stage = on_the_floor<D>(kind, 0.05, law);
        stage.settings.integrator = integrator;
        World<D> world = stage.build();
        run(world, stage.settings, 30);
        EXPECT_NEAR(world.bodies.velocity[1].v[0], 0.0, 1e-10);

        stage.description.bodies.edit(1).velocity[D - 1] = -1.0;
        World<D> struck = stage.build();
        run(struck, stage.settings);
        EXPECT_NEAR(struck.bodies.velocity[1].v[0], -e_t * 0.05, kind == Kind::ball ? 1e-10 : 1e-3);
    }
}
TEST(TangentialRestitution, AThresholdKeepsItToImpactsOfBalls) {
    a_threshold_keeps_it_to_impacts<2>(Kind::ball);
    a_threshold_keeps_it_to_impacts<3>(Kind::ball);
}

// On a slope that holds it a body at rest stays at rest: e_t has nothing to give back.
TEST(TangentialRestitution, AtRestOnASlopeNothingMoves) {
    for (const Integrator integrator : both) {
        Stage<3> stage = on_the_floor<3>(Kind::block, 0.0, lively);
        stage.description.gravity = {{g * std::sin(0.2), 0.0, -g * std::cos(0.2)}};
        stage.settings.integrator = integrator;
        World<3> world = stage.build();
        run(world, stage.settings, 200);
        EXPECT_LT(norm(world.bodies.velocity[1].v), 1e-9);
    }
}

}  // namespace
}  // namespace drystone::tangential_restitution_test
