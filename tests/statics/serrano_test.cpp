// One linear step: validation cases F01, F02, F03, D08.

#include <gtest/gtest.h>

#include <numbers>

#include "core/input_error.h"
#include "physics/deformable_stage.h"
#include "statics/rig.h"

namespace drystone::serrano_test {
namespace {

constexpr StaticsSettings serrano{.method = StaticsMethod::serrano, .tolerance = 1e-12};

TEST(Serrano, ADiskInAGroove) {
    for (const auto& [degrees, kappa, N, T] :
         {std::tuple{45.0, 0.5, 0.471405, 0.235702}, std::tuple{60.0, 0.8, 0.294118, 0.407541}}) {
        const double beta = degrees * std::numbers::pi / 180.0, c = std::cos(beta), s = std::sin(beta);
        const double k = 1e6, W = 9.81, stiff = 2.0 * (c * c + kappa * s * s);
        Stage<2> stage{Law(glued(k, kappa * k))};
        stage.falling().fixed(Plane<2>{{{s, c}}}, {{-0.1 * s, -0.1 * c}});
        stage.fixed(Plane<2>{{{-s, c}}}, {{0.1 * s, -0.1 * c}});
        const int disk = stage.ball(1.0, 0.1, {});
        World<2> world = stage.build();
        const auto report = balance(world, serrano);
        EXPECT_TRUE(report.converged);
        const Vec<2> F = force_between(world, 0, disk);
        const double normal = s * F[0] + c * F[1], shear = std::abs(c * F[0] - s * F[1]);
        EXPECT_NEAR(normal / W, c / stiff, 1e-12);
        EXPECT_NEAR(shear / W, kappa * s / stiff, 1e-12);
        EXPECT_NEAR(normal / W, N, 1e-6);
        EXPECT_NEAR(shear / W, T, 1e-6);
        EXPECT_NEAR(-world.bodies.position[disk][1] * k / W, 1.0 / stiff, 1e-12);
        EXPECT_LT(report.increments[0].error, 1e-12);
    }
}

TEST(Serrano, AStackShortensContactByContact) {
    const int n = 10;
    const double k = 1e6, W = 9.81;
    Stage<2> stage{Law(glued(k, k, 1e3))};  // a bending spring, else they can roll
    stage.falling().floor();
    for (int i = 0; i < n; ++i) stage.ball(1.0, 0.1, {{0.0, 0.1 + 0.2 * i}});
    World<2> world = stage.build();
    EXPECT_TRUE(balance(world, serrano).converged);
    for (int i = 1; i <= n; ++i) {
        EXPECT_NEAR(force_between(world, i - 1, i)[1], (n - i + 1) * W, 1e-12 * n * W);
        double settled = 0.0;
        for (int j = 1; j <= i; ++j) settled += (n - j + 1) * W / k;
        EXPECT_NEAR(0.1 + 0.2 * (i - 1) - world.bodies.position[i][1], settled, 1e-12 * settled + 4e-16);
    }
}

TEST(Serrano, AMechanismIsReported) {
    Stage<2> stage{Law(glued(1e6, 5e5))};
    stage.falling().floor();
    for (int i = 0; i < 40; ++i) stage.ball(1.0, 0.1, {{1.0 * i, 0.1}});
    World<2> world = stage.build();
    const auto report = balance(world, serrano);
    EXPECT_FALSE(report.converged);
    EXPECT_EQ(report.mechanisms.count, 40);
    EXPECT_EQ(static_cast<int>(report.mechanisms.some.size()), most_mechanisms);
}

TEST(Serrano, ATriangularPile) {
    for (const int n : {3, 8}) {
        Pile pile(springs(1e7, 0.0, 0.0), n);
        World<2> world = pile.stage.build();
        const auto report = balance(world, serrano);
        EXPECT_TRUE(report.converged);
        EXPECT_EQ(report.in_tension, 0);
        EXPECT_EQ(report.left_out, n * (n - 1) / 2);
        for (int j = 0; j < n; ++j) {
            const Vec<2> F = force_on(world, pile.disk[0][static_cast<std::size_t>(j)]);
            // The bottom row itself does not move: of w (n + 1) / 2 its own w is missing.
            EXPECT_NEAR(-F[1], 0.5 * pile.w * (n + 1) - pile.w, 1e-10 * pile.w * n);
            const double tangent = 0.5 * pile.s / pile.cosine();
            EXPECT_NEAR(F[0], 0.5 * pile.w * tangent * (n - 1 - 2 * j) * -1.0, 1e-10 * pile.w * n);
        }
    }
}

TEST(Serrano, SpringSupportsHoldABody) {
    Stage<3> stage{Law(glued(1e6, 0.0))};
    stage.falling().ball(2.0, 0.1, {});
    stage.description.supports = {
        {.body = 0, .stiffness = {{1e3, 1e3, 4e3}}, .rotational = {{1.0, 1.0, 5.0}}}};
    stage.description.loads = {{.body = 0, .torque = {{0.0, 0.0, 0.01}}}};
    World<3> world = stage.build();
    EXPECT_TRUE(balance(world, serrano).converged);
    EXPECT_NEAR(world.bodies.position[0][2], -2.0 * 9.81 / 4e3, 1e-15);
    EXPECT_NEAR(2.0 * world.bodies.rotation[0].q[2], 0.01 / 5.0, 1e-8);
}

TEST(Serrano, WhatItDoesNotKnowIsRefused) {
    Stage<2> rigid{Coulomb{}};
    rigid.ball(1.0, 0.1, {});
    World<2> world = rigid.build();
    EXPECT_THROW(balance(world, serrano), InputError);
}

template <int D>
void refuse_blocks(StaticsMethod method) {
    Vec<D> size;
    std::array<int, D> divisions;
    for (int k = 0; k < D; ++k) size[k] = 1.0;
    for (const int parts : {-1, 0, 2}) {  // rigid, of uniform strain, of finite elements
        ElasticStage<D> stage(Law(springs(1e6, 5e5, 0.3)), 1e8);
        stage.falling().floor();
        divisions.fill(parts);
        const Vec<D> place = 0.5 * Vec<D>::axis(D - 1);
        if (parts < 0)
            stage.rigid_box(size, place);
        else
            stage.box_of(size, divisions, place);
        World<D> world = stage.build();
        EXPECT_THROW(balance(world, {.method = method}), InputError) << parts;
    }
}

TEST(Statics, BlocksAreRefusedHoweverTheyDeform) {
    for (const StaticsMethod method : {StaticsMethod::serrano, StaticsMethod::kishino, StaticsMethod::bagi_bojtar}) {
        refuse_blocks<2>(method);
        refuse_blocks<3>(method);
    }
}

}  // namespace
}  // namespace drystone::serrano_test
