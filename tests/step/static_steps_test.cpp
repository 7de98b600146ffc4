// Quasi-static steps: how much of their forces is inertia, and where they are refused.

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "physics/deformable_stage.h"
#include "step/abilities.h"
#include "step/inertia.h"

namespace drystone::static_steps_test {
namespace {

template <int D>
void fall_freely() {
    ElasticStage<D> stage(Coulomb{.friction = 0.5}, 0.0);
    stage.quasistatic(0.01);
    stage.falling().ball(2.0, 0.5, 3.0 * Vec<D>::axis(D - 1));
    World<D> world = stage.build();
    EXPECT_NEAR(run(world, stage.settings).inertia, 1.0, 1e-14);
}

template <int D>
void lie_still() {
    ElasticStage<D> stage(Coulomb{.friction = 0.5}, 0.0);
    stage.quasistatic(0.01);
    stage.falling().floor();
    stage.ball(2.0, 0.5, 0.5 * Vec<D>::axis(D - 1));
    World<D> world = stage.build();
    EXPECT_LT(run(world, stage.settings).inertia, 1e-10);
}

TEST(Inertia, IsAllInFreeFallAndNothingAtRest) {
    fall_freely<2>();
    fall_freely<3>();
    lie_still<2>();
    lie_still<3>();
}

TEST(Inertia, IsMeasuredOfStaticStepsOnly) {
    ElasticStage<2> stage(Coulomb{}, 0.0);
    stage.falling().ball(2.0, 0.5, {{0.0, 3.0}});
    World<2> world = stage.build();
    EXPECT_EQ(run(world, stage.settings).inertia, 0.0);
}

/// Two bricks, one on the other on a base, and a press that comes down by `depth` in ten steps of h.
template <int D>
struct Press {
    static constexpr double stiffness = 1e9, depth = 1e-4;
    ElasticStage<D> stage;
    int top;

    Press(Law law, double h, bool deformable = false) : stage(std::move(law), 1e9) {
        stage.quasistatic(h, 1e-12);
        const Vec<D> up = Vec<D>::axis(D - 1);
        Vec<D> size;
        for (int k = 0; k < D; ++k) size[k] = 1.0;
        stage.rigid_box(size, -0.5 * up, true);
        for (int k = 0; k < 2; ++k) {
            if (deformable)
                stage.box_of(size, {}, (0.5 + k) * up);
            else
                stage.rigid_box(size, (0.5 + k) * up);
        }
        top = stage.rigid_box(size, 2.5 * up, true);
        stage.moves(top, Driven::displacement, -up,
                    {.kind = Signal::Kind::ramp, .from = 0.0, .to = depth, .over = 10.0 * h});
    }
};

/// Force of the press after ten steps [N].
template <int D>
double pressed(const Press<D>& press, double& inertia) {
    World<D> world = press.stage.build();
    inertia = run(world, press.stage.settings, 10).inertia;
    return impulse_on(world, press.top)[D - 1] / press.stage.settings.step;
}

// Three joints in series, whatever the step: rigid bricks with elastic joints are what static steps serve.
template <int D>
void press_bricks() {
    Elastic law{.normal_stiffness = Press<D>::stiffness, .friction = 0.5};
    for (const double shear :
         {0.1, 1.0}) {  // at the first, Gauss-Seidel runs away and "auto" must not follow it
        law.shear_stiffness = shear * Press<D>::stiffness;
        for (const double h : {0.1, 0.3, 1.0}) {
            double inertia = 1.0;
            const double force = pressed(Press<D>(law, h), inertia);
            EXPECT_NEAR(force, Press<D>::stiffness * Press<D>::depth / 3.0, 1e-3 * force)
                << h << ", " << shear;
            EXPECT_LT(inertia, inertia_allowed) << h;
        }
    }
    double inertia = 0.0;
    const double force =
        pressed(Press<D>(law, 1e-4), inertia);  // (h omega)^2 = 0.01: inertia, and it is said
    EXPECT_GT(force, 1.1 * Press<D>::stiffness * Press<D>::depth / 3.0);
    EXPECT_GT(inertia, 100.0 * inertia_allowed);
}

TEST(StaticSteps, BricksWithElasticJointsGiveOneForceAtEveryStep) {
    press_bricks<2>();
    press_bricks<3>();
}

template <int D>
std::string refusal(const Press<D>& press) {
    const double h = press.stage.settings.step;
    try {
        require_slow_drives(press.stage.description, h, 10.0 * h);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

// Pressed by 1e-4 m in ten steps, 2000 kg (2D, 3D): inertia is 2000 1e-5 / h^2, against the weight of 2e4 N or so.
template <int D>
void refuse_fast_presses() {
    for (const Law& law :
         {Law(Coulomb{.friction = 0.5}), Law(MohrCoulomb{.cohesion = 1e5, .friction = 0.5})}) {
        Press<D> fast(law, 0.01), slow(law, 0.1), weightless(law, 0.1);
        fast.stage.falling();
        slow.stage.falling();
        EXPECT_NE(refusal(fast).find("is moved by up to 0.001 m/s, and nothing is elastic"),
                  std::string::npos)
            << refusal(fast);
        EXPECT_EQ(refusal(slow), "");
        EXPECT_NE(refusal(weightless), "");
        fast.stage.description.motions[0].signal = {.kind = Signal::Kind::constant, .value = 0.0};
        EXPECT_EQ(refusal(fast), "");
    }
    EXPECT_EQ(refusal(Press<D>(Coulomb{.friction = 0.5}, 1e-3, true)), "");  // deformable bricks
    EXPECT_EQ(refusal(Press<D>(Elastic{.normal_stiffness = 1e9, .shear_stiffness = 1e9}, 1e-3)), "");
}

TEST(StaticSteps, RigidBodiesThatAreMovedFastAreRefused) {
    refuse_fast_presses<2>();
    refuse_fast_presses<3>();
}

}  // namespace
}  // namespace drystone::static_steps_test
