// Seams: where faces touched at time 0, and how far they have parted since; shares of strengths. Against closed forms.

#include "measure/seams.h"

#include <cmath>

#include <gtest/gtest.h>

#include "laws/utilisation.h"
#include "measure/joints.h"
#include "physics/block_stage.h"
#include "physics/deformable_stage.h"

namespace drystone::seams_test {
namespace {

constexpr double width = 0.4, height = 0.3;

/// A fixed block with another on it.
template <int D>
BlockStage<D> two_blocks(const Law& law = Coulomb{.friction = 0.5}) {
    BlockStage<D> stage(law);
    stage.falling();
    const Vec<D> size = BlockStage<D>::size(width, height), up = BlockStage<D>::up();
    stage.fixed_block(size, 0.5 * height * up);
    stage.block(10.0, size, 1.5 * height * up);
    return stage;
}

/// The upper block turned by `angle` about the edge at x = -width / 2 of the joint.
template <int D>
void tip(World<D>& world, double angle) {
    Spin<D> spin{};
    spin[D == 2 ? 0 : 1] = D == 2 ? angle : -angle;
    const Rotation<D> turn = rotation_by(spin);
    const Vec<D> pivot = height * BlockStage<D>::up() - 0.5 * width * BlockStage<D>::along();
    world.bodies.position[1] = pivot + rotate(turn, world.bodies.position[1] - pivot);
    world.bodies.rotation[1] = turn * world.bodies.rotation[1];
}

/// A hinge that has turned by an angle is open by the chord of it, whether or not detection still sees a contact there.
template <int D>
void hinge() {
    for (const double angle : {1e-3, 0.1, 0.7}) {
        World<D> world = two_blocks<D>().build();
        tip(world, angle);
        const Joint<D> joint = joint_between(world, 0, 1, 0.1);
        EXPECT_EQ(joint.contacts, 0);
        EXPECT_NEAR(joint.opening, 2.0 * width * std::sin(0.5 * angle), 1e-14);
        EXPECT_NEAR(joint.slip, 0.0, 1e-14);
        double least = 1.0;
        for (const Seam<D>& seam : seams_of(world)) least = std::min(least, parting(world, seam).opening);
        EXPECT_NEAR(least, 0.0, 1e-14);
        const Joint<D> turned_round = joint_between(world, 1, 0, 0.1);
        EXPECT_NEAR(turned_round.opening, joint.opening, 1e-14);
    }
}

TEST(Seams, AHingeOpensByItsAngleTimesItsHeight) {
    hinge<2>();
    hinge<3>();
}

/// Both bodies moved together part by nothing; one moved by `by` slips and opens by its parts along and across.
template <int D>
void shifted() {
    World<D> world = two_blocks<D>().build();
    Spin<D> spin{};
    spin[0] = 0.8;
    const Rotation<D> turn = rotation_by(spin);
    for (int i = 0; i < 2; ++i) {
        world.bodies.position[i] = rotate(turn, world.bodies.position[i]) + 5.0 * Vec<D>::axis(0);
        world.bodies.rotation[i] = turn * world.bodies.rotation[i];
    }
    EXPECT_NEAR(joint_between(world, 0, 1, 0.1).opening, 0.0, 1e-14);
    EXPECT_NEAR(joint_between(world, 0, 1, 0.1).slip, 0.0, 1e-14);
    world.bodies.position[1] += rotate(turn, 0.03 * Vec<D>::axis(D - 1) - 0.04 * Vec<D>::axis(0));
    const std::vector<Joint<D>> joints = joints_of(world, 0.1);  // no contact: still a joint
    ASSERT_EQ(joints.size(), 1u);
    EXPECT_EQ(joints[0].status, ContactStatus::open);
    EXPECT_NEAR(joints[0].opening, 0.03, 1e-14);
    EXPECT_NEAR(joints[0].slip, 0.04, 1e-14);
}

TEST(Seams, PartAlongAndAcrossTheJoint) {
    shifted<2>();
    shifted<3>();
}

/// Beside a block of finite elements, or of uniform strain: the corners move as its surface does.
template <int D>
void beside_deformable(std::array<int, D> divisions) {
    ElasticStage<D> stage(Coulomb{.friction = 0.5}, 1e7);
    const Vec<D> size = BlockStage<D>::size(width, height), up = BlockStage<D>::up();
    stage.rigid_box(size, 0.5 * height * up, true);
    stage.box_of(size, divisions, 1.5 * height * up);
    World<D> world = stage.build();
    ASSERT_GE(seams_of(world).size(), D == 2 ? 2u : 4u);
    for (Vec<D>& x : world.elastic[0].x) {
        if (world.elastic[0].model->affine) continue;
        x += 0.1 * (x[0] + 0.5 * width) * up;  // shears upwards: nothing on the left, 0.1 width on the right
    }
    if (world.elastic[0].model->affine) {
        world.elastic[0].x[1] += 0.1 * up;  // the first column of F
        world.elastic[0].x[0] += 0.05 * width * up;
    }
    EXPECT_NEAR(joint_between(world, 0, 1, 0.1).opening, 0.1 * width, 1e-12);
}

TEST(Seams, FollowTheSurfaceOfADeformableBlock) {
    beside_deformable<2>({4, 3});
    beside_deformable<2>({0, 0});
    beside_deformable<3>({2, 2, 2});
    beside_deformable<3>({0, 0, 0});
}

TEST(Seams, OfDrivenWallsFollowTheirMotion) {
    BlockStage<2> stage(Coulomb{.friction = 0.5});
    stage.falling();
    stage.floor();
    stage.block(10.0, {{width, height}}, {{0.0, 0.5 * height}});
    World<2> world = stage.build();
    world.bodies.position[0] += Vec<2>{{0.3, -0.02}};  // the floor leaves
    const Joint<2> joint = joint_between(world, 0, 1, 0.1);
    EXPECT_NEAR(joint.opening, 0.02, 1e-15);
    EXPECT_NEAR(joint.slip, 0.3, 1e-15);
}

TEST(Seams, BallsHaveNone) {
    Stage<3> stage;
    stage.floor();
    stage.ball(1.0, 0.1, {{0.0, 0.0, 0.1}});
    EXPECT_TRUE(seams_of(stage.build()).empty());
}

/// A block on a plane that is pushed sideways with a force T and pressed with N = m g uses T / (mu N).
template <int D>
void pushed(double share) {
    BlockStage<D> stage = two_blocks<D>();
    stage.loaded(1, share * 0.5 * 10.0 * 9.81 * BlockStage<D>::along());
    World<D> world = stage.build();
    run(world, stage.settings, 2);
    EXPECT_NEAR(joint_between(world, 0, 1, stage.settings.step).utilisation, std::min(share, 1.0), 1e-9);
}

TEST(Utilisation, OfADryJointIsShearOverFrictionTimesPressure) {
    for (const double share : {0.0, 0.4, 0.9, 1.3}) {
        pushed<2>(share);
        pushed<3>(share);
    }
}

/// A mortar joint hanging from above uses weight / (strength x area) of its tension; pressed, of its compressive strength.
template <int D>
void hangs(double sign) {
    const double area = D == 2 ? width : width * width, weight = 10.0 * 9.81;
    BlockStage<D> stage(MohrCoulomb{.tensile_strength = 4.0 * weight / area,
                                    .cohesion = 10.0 * weight / area,
                                    .friction = 0.5,
                                    .compressive_strength = 5.0 * weight / area});
    stage.falling(sign * 9.81);
    const Vec<D> size = BlockStage<D>::size(width, height), up = BlockStage<D>::up();
    stage.fixed_block(size, 0.5 * height * up);
    stage.block(10.0, size, 1.5 * height * up);
    World<D> world = stage.build();
    run(world, stage.settings, 2);
    EXPECT_NEAR(joint_between(world, 0, 1, stage.settings.step).utilisation, sign < 0.0 ? 0.25 : 0.2, 1e-8);
}

TEST(Utilisation, OfAMortarJointIsTheShareOfItsStrength) {
    hangs<2>(-1.0);
    hangs<2>(1.0);
    hangs<3>(-1.0);
    hangs<3>(1.0);
}

TEST(Utilisation, OfNoStrengthIsNothingOrAll) {
    EXPECT_EQ(Used::share(0.0, 0.0), 0.0);
    EXPECT_EQ(Used::share(1.0, 0.0), 1.0);
    EXPECT_EQ(Used::share(1.0, Yielding::never), 0.0);
    // What a staircase gives way by before it closes is no crushing.
    LocalLaw<2> law{.mu = 0.5};
    law.yields = {.gives_at = 1.0, .gives_by = 0.1};
    EXPECT_DOUBLE_EQ(used_of(law, Vec<2>{{3.0, 0.3}}).most(), 0.2);
}

}  // namespace
}  // namespace drystone::seams_test
