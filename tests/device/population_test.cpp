// Bodies that come and go, and steps that are handed over, where a device takes the steps.

#include <gtest/gtest.h>

#include "device/step_rig.h"
#include "step/census.h"

namespace drystone::device::population_test {
namespace {

/// Balls and clumps in turn.
template <int D>
struct Mixed : GrainRecipe<D> {
    bool clumps = true, blocks = false;
    BodyDescription<D> grain(long number) const override {
        BodyDescription<D> body;
        Vec<D> size;
        for (int k = 0; k < D; ++k) size[k] = 0.05 + 0.01 * k;
        if (clumps && number % 3 == 1)
            body.geometry = tripod<D>(0.03);
        else if (blocks && number % 2 == 0)
            body.geometry = {{Solid<D>{std::make_shared<const Convex<D>>(box<D>(size))}, {}, {}}};
        else
            body.geometry = {{Ball<D>{0.04 + 0.002 * static_cast<double>(number % 5)}, {}, {}}};
        body.velocity = -0.5 * Vec<D>::axis(D - 1);
        return body;
    }
    double largest() const override { return 0.15; }
    std::vector<BodyDescription<D>> samples() const override { return {grain(0), grain(1)}; }
};

/// A box that is poured into from above, with a hole in the corner of its floor below which bodies leave.
template <int D>
Stage<D> pouring(bool clumps) {
    Stage<D> stage(Coulomb{.friction = 0.4, .rolling_friction = 0.002});
    stage.falling();
    stage.floor();
    for (int k = 0; k + 1 < D; ++k) {
        stage.fixed(Plane<D>{Vec<D>::axis(k)});
        stage.fixed(Plane<D>{-Vec<D>::axis(k)}, 0.6 * Vec<D>::axis(k));
    }
    for (int i = 0; i < 4; ++i) stage.ball(1.0, 0.05, (0.1 + 0.13 * i) * Vec<D>::axis(0) + 0.3 * Vec<D>::axis(D - 1));
    Source<D> source;
    source.name = "feed";
    auto mixed = std::make_shared<Mixed<D>>();
    mixed->clumps = clumps;
    source.grains = mixed;
    Vec<D> low = 0.05 * Vec<D>::axis(0), high = 0.55 * Vec<D>::axis(0);
    if constexpr (D == 3) low[1] = 0.05, high[1] = 0.55;
    low[D - 1] = 0.5, high[D - 1] = 1.0;
    source.region = BoxRegion<D>{low, high};
    source.rate = 60.0;
    source.seed = 4;
    stage.description.sources = {source};
    Sink<D> sink;
    sink.name = "hole";
    low = -1.0 * Vec<D>::axis(0), high = 0.25 * Vec<D>::axis(0);
    if constexpr (D == 3) low[1] = -1.0, high[1] = 1.0;
    low[D - 1] = -1.0, high[D - 1] = 0.08;
    sink.region = BoxRegion<D>{low, high};
    stage.description.sinks = {sink};
    stage.settings.step = 2e-3;
    stage.settings.solver = {.tolerance = 1e-8, .max_iterations = 5000};
    return stage;
}

class Populations : public testing::TestWithParam<Where> {
  protected:
    void SetUp() override {
        if (GetParam() == Where::host) return;
        if (const CudaDevice device = find_cuda_device(); !device.is_there) GTEST_SKIP() << device.name;
    }
};

/// The same bodies come at the same places in the same steps, and leave, as by the CPU, while answers differ by the tolerance alone.
template <int D>
void come_and_go(Where where) {
    for (const bool clumps : {false, true}) {
        Stage<D> stage = pouring<D>(clumps);
        World<D> cpu = stage.build(), other = stage.build();
        ASSERT_FALSE(what_is_missing(other, stage.settings));
        DeviceStep<D> device(other, pipeline<D>(where));
        ThreadPool pool(1);
        for (int k = 0; k < 150; ++k) {
            const StepReport expected = advance(cpu, stage.settings, pool), got = device.advance(other, stage.settings, pool);
            ASSERT_TRUE(got.solve.converged) << k;
            (void)expected;
        }
        device.bring_back(other);
        EXPECT_GT(cpu.census.in.passed.bodies, 10);
        EXPECT_GT(cpu.census.out.passed.bodies, 0);
        EXPECT_EQ(cpu.census.in.passed.bodies, other.census.in.passed.bodies);
        EXPECT_EQ(cpu.census.out.passed.bodies, other.census.out.passed.bodies);
        ASSERT_EQ(cpu.bodies.id, other.bodies.id);
        for (int i = 0; i < cpu.bodies.size(); ++i) EXPECT_LE(norm(cpu.bodies.position[i] - other.bodies.position[i]), 5e-3) << i;
        expect_balanced(other.energy);
    }
}
/// Blocks that a source brings into a world of balls, under a law that remembers.
template <int D>
void blocks_come(Where where) {
    Stage<D> stage = pouring<D>(true);
    auto mixed = std::make_shared<Mixed<D>>();
    mixed->blocks = true;
    stage.description.sources[0].grains = mixed;
    stage.description.interactions[0].law = Coulomb{.friction = 0.4, .static_friction = 0.6, .cohesion = {.force = 1.0}};
    World<D> cpu = stage.build(), other = stage.build();
    ASSERT_FALSE(what_is_missing(other, stage.settings));
    DeviceStep<D> device(other, pipeline<D>(where));
    ThreadPool pool(1);
    for (int k = 0; k < 90; ++k) advance(cpu, stage.settings, pool), device.advance(other, stage.settings, pool);
    device.bring_back(other);
    EXPECT_GT(other.census.in.passed.bodies, 4);
    EXPECT_EQ(cpu.census.in.passed.bodies, other.census.in.passed.bodies);
    EXPECT_FALSE(other.parts.solids.shape.empty());
    expect_balanced(other.energy);
}
TEST_P(Populations, BlocksComeInThePlane) { blocks_come<2>(GetParam()); }
TEST_P(Populations, BlocksComeInSpace) { blocks_come<3>(GetParam()); }

TEST_P(Populations, ComeAndGoInThePlane) { come_and_go<2>(GetParam()); }
TEST_P(Populations, ComeAndGoInSpace) { come_and_go<3>(GetParam()); }

TEST_P(Populations, ARestartHasTheSameBits) {
    const Stage<3> stage = pouring<3>(true);
    expect_same_bits_after_restart(stage, stage.settings, GetParam(), {90, 61});
}

/// Sweeps that are not given what they take fail; the step is then the processor's, to the bit, and the next begins from there.
template <int D>
void handed_over(Where where) {
    Stage<D> stage = pile<D>(30, Coulomb{.friction = 0.5, .rolling_friction = 0.005});
    stage.settings.solver = {.tolerance = 1e-10, .max_iterations = 40};
    World<D> cpu = stage.build(), other = stage.build();
    DeviceStep<D> device(other, pipeline<D>(where));
    ThreadPool pool(1);
    long handed = 0;
    for (int k = 0; k < 6; ++k) {
        device.bring_back(other);
        cpu.bodies = other.bodies;
        cpu.contacts = other.contacts;
        cpu.listed = other.listed;
        cpu.neighbours = {};
        cpu.carried = {};
        cpu.energy = other.energy;
        const StepReport expected = advance(cpu, stage.settings, pool), got = device.advance(other, stage.settings, pool);
        EXPECT_EQ(cpu.time, other.time);
        EXPECT_EQ(cpu.steps, other.steps);
        if (device.handed_over() == handed) continue;
        handed = device.handed_over();
        device.bring_back(other);
        EXPECT_EQ(cpu.bodies, other.bodies) << k;
        EXPECT_EQ(cpu.contacts.impulse, other.contacts.impulse) << k;
        EXPECT_EQ(cpu.contacts.moment, other.contacts.moment) << k;
        EXPECT_EQ(expected.solve.residual, got.solve.residual);
        EXPECT_GE(got.solve.iterations, expected.solve.iterations + stage.settings.solver.max_iterations);  // what was tried in vain is booked
    }
    EXPECT_GT(handed, 0);
    EXPECT_EQ(device.handed_over(), handed);
}
TEST_P(Populations, StepsThatSweepsDoNotSolveAreHandedOverInThePlane) { handed_over<2>(GetParam()); }
TEST_P(Populations, StepsThatSweepsDoNotSolveAreHandedOverInSpace) { handed_over<3>(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Device, Populations, testing::Values(Where::host, Where::cuda),
                         [](const auto& where) { return where.param == Where::host ? "OnHost" : "OnCuda"; });

}  // namespace
}  // namespace drystone::device::population_test
