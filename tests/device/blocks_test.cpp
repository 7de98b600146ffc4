// Polygons and polyhedra by a device and by the CPU: pairs of shapes x laws x integrators x treatments of overlaps, in the plane and in
// space; the narrow phase of both is one text, so contacts, their names and areas are the same to rounding.

#include <gtest/gtest.h>

#include <set>

#include "device/step_rig.h"
#include "physics/block_stage.h"

namespace drystone::device::blocks_test {
namespace {

class Blocks : public testing::TestWithParam<Where> {
  protected:
    void SetUp() override {
        if (GetParam() == Where::host) return;
        if (const CudaDevice device = find_cuda_device(); !device.is_there) GTEST_SKIP() << device.name;
    }
};

Convex<2> some_shape(int i, double size, std::integral_constant<int, 2>) {
    return i % 3 == 0 ? box<2>({{1.4 * size, size}}) : regular_polygon(i % 3 == 1 ? 5 : 8, 0.6 * size);
}
Convex<3> some_shape(int i, double size, std::integral_constant<int, 3>) {
    return i % 3 == 0 ? box<3>({{1.4 * size, size, 0.8 * size}}) : prism(i % 3 == 1 ? 3 : 6, 0.6 * size, size);
}

template <int D>
Rotation<D> some_turn(Random& random, double most) {
    Spin<D> turned;
    for (int k = 0; k < spin_dim<D>; ++k) turned[k] = random.uniform(-most, most);
    return rotation_by(turned);
}

/// Boxes, prisms and balls above a floor and between walls, in layers, turned a little or much.
template <int D>
BlockStage<D> heap(int count, const Coulomb& law, double turned, std::uint64_t seed = 7) {
    BlockStage<D> stage(law);
    stage.falling();
    stage.floor();
    const int across = D == 2 ? 5 : 3;
    const double spacing = 0.17;
    for (int k = 0; k + 1 < D; ++k) {
        stage.fixed(Plane<D>{Vec<D>::axis(k)}, -0.06 * Vec<D>::axis(k));
        stage.fixed(Plane<D>{-Vec<D>::axis(k)}, (across * spacing + 0.06) * Vec<D>::axis(k));
    }
    Random random(seed);
    for (int i = 0; i < count; ++i) {
        Vec<D> x;
        int rest = i;
        for (int k = 0; k < D; ++k) {
            const int cell = k + 1 < D ? rest % across : rest;
            rest /= across;
            x[k] = (cell + (k + 1 < D ? 0.5 : 0.4)) * (k + 1 < D ? spacing : 0.12) + random.uniform(-0.003, 0.003);
        }
        if (i % 5 == 4) {
            stage.ball(1.0, 0.055, x);
            continue;
        }
        const int body = stage.shape(1.0 + 0.1 * (i % 3), some_shape(i, 0.11, std::integral_constant<int, D>{}), x, some_turn<D>(random, turned));
        for (int k = 0; k < D; ++k) stage.description.bodies.edit(body).velocity[k] = random.uniform(-0.3, 0.3);
        for (int k = 0; k < spin_dim<D>; ++k) stage.description.bodies.edit(body).angular_velocity[k] = random.uniform(-2.0, 2.0);
    }
    stage.settings.step = 2e-3;
    stage.settings.solver = {.tolerance = 1e-9, .max_iterations = 20000};
    return stage;
}

template <int D>
void falls(Where where, double turned) {
    for (const Coulomb& law : {Coulomb{}, Coulomb{.friction = 0.5}, Coulomb{.friction = 0.3, .restitution_normal = 0.5},
                               Coulomb{.friction = 0.5, .rolling_friction = 0.005}}) {
        for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
            for (const Overlap overlap : {Overlap::project, Overlap::push, Overlap::keep}) {
                if (testing::Test::HasFailure()) return;
                SCOPED_TRACE(testing::Message() << "friction " << law.friction << " bounce " << law.restitution_normal << " rolling "
                                                << law.rolling_friction << " euler " << (integrator == Integrator::euler) << " overlap "
                                                << static_cast<int>(overlap));
                BlockStage<D> stage = heap<D>(D == 2 ? 20 : 18, law, turned);
                stage.settings.integrator = integrator;
                stage.settings.overlap = overlap;
                // Blocks wedge, and with friction several motions may obey the law: what is held against the CPU is then its problem.
                const bool may_stall = overlap == Overlap::push;  // pushed against each other, and held
                EXPECT_GT(steps_as_the_cpu_does(stage, where, 8, law.friction == 0.0 ? 1e-5 : several_answers), may_stall ? -1 : 20);
            }
        }
    }
}
TEST_P(Blocks, HeapsInThePlane) { falls<2>(GetParam(), 3.0); }
TEST_P(Blocks, HeapsInSpace) { falls<3>(GetParam(), 3.0); }
TEST_P(Blocks, HeapsThatLieFlatInThePlane) { falls<2>(GetParam(), 0.01); }
TEST_P(Blocks, HeapsThatLieFlatInSpace) { falls<3>(GetParam(), 0.01); }

/// One block at a time: all of its motion is determined, so the CPU's and the device's are the same from the first step to the last.
template <int D>
void one_block(Where where) {
    for (const double angle : {0.0, 0.3, 0.7}) {
        BlockStage<D> stage(Coulomb{});
        stage.falling().floor();
        const int body = stage.block(2.0, BlockStage<D>::size(0.2, 0.1), 0.12 * BlockStage<D>::up(), rotation_by(angle * Spin<D>::axis(0)));
        stage.description.bodies.edit(body).velocity = 0.5 * BlockStage<D>::along();
        stage.settings.step = 1e-3;
        stage.settings.solver.tolerance = 1e-12;
        EXPECT_GT(steps_as_the_cpu_does(stage, where, 150, 1e-9), 50);
    }
}
TEST_P(Blocks, ABlockFallsAndSlidesInThePlane) { one_block<2>(GetParam()); }
TEST_P(Blocks, ABlockFallsAndSlidesInSpace) { one_block<3>(GetParam()); }

/// Courses of bricks in bond on a table that a drive shakes; one point rule and the other.
template <int D>
void courses(Where where) {
    for (const PointRule rule : {PointRule::vertices, PointRule::gauss}) {
        BlockStage<D> stage(Coulomb{.friction = 0.6});
        stage.falling();
        const int table = stage.fixed_block(BlockStage<D>::size(3.0, 0.2), -0.1 * BlockStage<D>::up());
        stage.moves(table, Driven::velocity, BlockStage<D>::along(), {.kind = Signal::Kind::constant, .value = 0.2});
        for (int row = 0; row < 5; ++row)
            for (int i = 0; i < 4; ++i)
                stage.block(1.0, BlockStage<D>::size(0.2, 0.1), (0.2 * i + 0.1 * (row % 2)) * BlockStage<D>::along() + (0.05 + 0.1 * row) * BlockStage<D>::up());
        stage.description.points = rule;
        stage.settings.step = 1e-3;
        stage.settings.solver = {.tolerance = 1e-8, .max_iterations = 20000};
        EXPECT_GT(steps_as_the_cpu_does(stage, where, 6, several_answers), 100);
    }
}
TEST_P(Blocks, CoursesOnATableInThePlane) { courses<2>(GetParam()); }
TEST_P(Blocks, CoursesOnATableInSpace) { courses<3>(GetParam()); }

/// Points are found again by their names, all four kinds of them: what lay at rest needs few sweeps.
TEST_P(Blocks, WhatLiesAtRestBeginsFromItsLastImpulses) {
    BlockStage<3> stage(Coulomb{.friction = 0.6});
    stage.falling();
    stage.fixed_block({{3.0, 3.0, 0.2}}, {{0.0, 0.0, -0.1}});
    for (int k = 0; k < 8; ++k)  // a corner of each on the other's face, and two crossings of edges
        stage.block(1.0, {{0.3, 0.2, 0.1}}, {{0.03 * (k % 2), 0.02 * (k % 2), 0.05 + 0.1 * k}});
    stage.settings.solver = {.method = SolverMethod::nlgs, .tolerance = 1e-6, .max_iterations = 20000};
    World<3> world = stage.build();
    DeviceStep<3> device(world, pipeline<3>(GetParam()));
    const int first = device.advance(world, stage.settings).solve.iterations;
    int later = 0;
    for (int k = 0; k < 5; ++k) later = device.advance(world, stage.settings).solve.iterations;
    device.bring_back(world);
    std::set<std::uint32_t> kinds;
    double area = 0.0;
    for (const ContactPoint<3>& c : world.contacts.point) kinds.insert(c.feature >> 30), area += c.area;
    EXPECT_EQ(kinds, (std::set<std::uint32_t>{1, 2, 3}));
    EXPECT_NEAR(area, 0.06 + 7 * 0.27 * 0.18, 1e-6);
    EXPECT_GT(first, 30);
    EXPECT_LT(10 * later, first);
}

/// In a drum that turns: the shell and, in space, its ends.
template <int D>
void in_a_drum(Where where) {
    BlockStage<D> stage(Coulomb{.friction = 0.4});
    stage.falling();
    const int drum = stage.fixed(Drum<D>{0.5, 0.42});
    stage.turns(drum, Driven::velocity, Spin<D>::axis(spin_dim<D> - 1), {.kind = Signal::Kind::constant, .value = 1.0});
    Random random(3);
    for (int i = 0; i < 8; ++i) {
        Vec<D> x;
        x[0] = -0.26 + 0.17 * (i % 4);
        x[1] = -0.3 + 0.18 * (i / 4);
        if constexpr (D == 3) x[2] = 0.13;
        stage.shape(1.0, some_shape(i, 0.15, std::integral_constant<int, D>{}), x, some_turn<D>(random, 0.2));
    }
    stage.settings.step = 2e-3;
    stage.settings.solver = {.tolerance = 1e-9, .max_iterations = 20000};
    EXPECT_GT(steps_as_the_cpu_does(stage, where, 40, several_answers), 40);
}
TEST_P(Blocks, InADrumInThePlane) { in_a_drum<2>(GetParam()); }
TEST_P(Blocks, InADrumInSpace) { in_a_drum<3>(GetParam()); }

/// Angles, of two boxes flush with each other, in heaps, and one that slides along two flush parts: what lies behind a seam is no surface.
template <int D>
void of_several_parts(Where where) {
    for (const double turned : {0.0, 0.6}) {
        for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
            SCOPED_TRACE(testing::Message() << "turned " << turned << " euler " << (integrator == Integrator::euler));
            BlockStage<D> stage = heap<D>(D == 2 ? 20 : 18, Coulomb{.friction = 0.3}, turned);
            for (BodyDescription<D>& body : stage.description.bodies.edit_all()) {
                if (body.fixed || !std::holds_alternative<Solid<D>>(body.geometry[0].shape)) continue;
                const auto part = [](double width, double height) {
                    return Solid<D>{std::make_shared<const Convex<D>>(box<D>(BlockStage<D>::size(width, height)))};
                };
                body.geometry = {{part(0.12, 0.05), {}, {}}, {part(0.05, 0.1), 0.085 * Vec<D>::axis(0) + 0.025 * Vec<D>::axis(D - 1), {}}};
            }
            const int table = stage.fixed_block(BlockStage<D>::size(0.5, 0.1), 3.0 * Vec<D>::axis(0) - 0.05 * Vec<D>::axis(D - 1));
            Geometry<D>& two = stage.description.bodies.edit(table).geometry;
            two.push_back(two[0]);
            two[1].position = 0.5 * Vec<D>::axis(0);
            for (int k = 0; k < 2; ++k) {
                const int slider = stage.block(1.0, BlockStage<D>::size(0.1, 0.1), (3.2 + 0.3 * k) * Vec<D>::axis(0) + 0.0499 * Vec<D>::axis(D - 1));
                stage.description.bodies.edit(slider).velocity = (k == 0 ? 2.0 : -2.0) * Vec<D>::axis(0);
            }
            stage.ball(1.0, 0.05, 3.24 * Vec<D>::axis(0) + 0.2 * Vec<D>::axis(D - 1), Vec<D>::axis(0));
            stage.settings.integrator = integrator;
            EXPECT_GT(steps_as_the_cpu_does<D>(stage, where, 12, several_answers), 40);
        }
    }
}
TEST_P(Blocks, OfSeveralPartsInThePlane) { of_several_parts<2>(GetParam()); }
TEST_P(Blocks, OfSeveralPartsInSpace) { of_several_parts<3>(GetParam()); }

/// Bodies of several chunks.
TEST_P(Blocks, ManyBlocks) {
    BlockStage<3> stage = heap<3>(1200, Coulomb{.friction = 0.4}, 0.3);
    stage.settings.solver = {.tolerance = 1e-4, .max_iterations = 3000};
    EXPECT_GT(steps_as_the_cpu_does(stage, GetParam(), 2, several_answers), 800);
}

/// The same bits in every run, and in one that is interrupted.
TEST_P(Blocks, ARestartHasTheSameBits) {
    const BlockStage<3> stage = heap<3>(60, Coulomb{.friction = 0.4}, 0.5);
    StepSettings settings = stage.settings;
    settings.solver.tolerance = 1e-5;
    expect_same_bits_after_restart<3>(stage, settings, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Device, Blocks, testing::Values(Where::host, Where::cuda),
                         [](const auto& where) { return where.param == Where::host ? "OnHost" : "OnCuda"; });

}  // namespace
}  // namespace drystone::device::blocks_test
