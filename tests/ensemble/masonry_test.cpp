// Intervals that are known in closed form or from limit analysis: validation cases C05, C17, D11.

#include <numbers>

#include <gtest/gtest.h>

#include "ensemble/sampled_scenes.h"

namespace drystone::masonry_test {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

// C05: samples of the thrust lie in the admissible interval and reach nearly from end to end.
TEST(SampledArch, TheThrustFillsItsInterval) {
    struct Case {
        int voussoirs;
        double eta, low, high;
    };
    for (const auto& [voussoirs, eta, low, high] :
         {Case{27, 0.15, 0.175568, 0.227373}, Case{27, 0.20, 0.153410, 0.254969},
          Case{16, 0.15, 0.176566, 0.228117}}) {
        const SampledWorld arch(block_scene(arch_text(eta, voussoirs), 1.2));
        ASSERT_EQ(arch.ensemble.counted.size(), 100u);
        EXPECT_FALSE(arch.ensemble.moves());
        for (const SupportSpread<2>& support : arch.ensemble.supports) {
            Spread thrust = support.force[0];
            if (thrust.mean < 0.0) thrust = {-thrust.high, -thrust.low, -thrust.mean, thrust.deviation};
            // The interval is known to six digits.
            EXPECT_GT(coverage(thrust, low * arch.W, high * arch.W, 2e-6 * arch.W), 0.9) << voussoirs;
            EXPECT_GT(thrust.deviation, 0.1 * (high - low) * arch.W);
        }
        // What does not depend on the thrust is the same in all: the supports carry the weight together.
        EXPECT_NEAR(arch.ensemble.total[1].mean, -arch.W, 1e-6 * arch.W);
        // (A residual of 1e-8 adds up along the ring.)
        EXPECT_LT(arch.ensemble.total[0].high - arch.ensemble.total[0].low, 5e-5 * arch.W);
        EXPECT_LT(arch.ensemble.total[1].high - arch.ensemble.total[1].low, 5e-5 * arch.W);
    }
}

// C17: N of a keystone in [W / 2 (sin + mu cos), W / 2 (sin - mu cos)].
TEST(SampledWedge, TheNormalForceFillsItsInterval) {
    const double beta = 10.0 * degree, s = std::sin(beta), c = std::cos(beta);
    // At mu = 0.15 it nearly locks itself, and the interval goes up to 19 times the weight: its end is seldom reached.
    for (const auto& [mu, most] : {std::pair(0.05, 0.95), std::pair(0.15, 0.8)}) {
        const SampledWorld wedge(block_scene(wedge_text(beta), mu));
        ASSERT_EQ(wedge.ensemble.counted.size(), 100u);
        for (const char* side : {"left", "right"}) {
            const Spread& N = wedge.joint(side, "key").normal_force;
            const double low = 0.5 * wedge.W / (s + mu * c), high = 0.5 * wedge.W / (s - mu * c);
            EXPECT_GT(coverage(N, low, high, 1e-6 * wedge.W), most) << mu;
            EXPECT_GT(N.deviation, 0.1 * (high - low));
        }
        EXPECT_FALSE(wedge.ensemble.moves());
    }
    const SampledWorld smooth(block_scene(wedge_text(beta), 0.0));
    EXPECT_NEAR(smooth.joint("left", "key").normal_force.low / smooth.W, 2.879385, 1e-6);
    EXPECT_NEAR(smooth.joint("left", "key").normal_force.high / smooth.W, 2.879385, 1e-6);
}

// D11: a block on two points. N is known, T_1 = -T_2 is not, and nothing moves.
TEST(SampledBlock, OnTwoPointsOnlyTheTangentialForcesAreFree) {
    const double mu = 0.4;
    const SampledWorld block(block_scene(floor_and_block_text(), mu));
    const Ensemble<2>& e = block.ensemble;
    ASSERT_EQ(e.contacts.size(), 2u);
    ASSERT_EQ(e.counted.size(), 100u);
    for (const ForceSpread<2>& one : e.contacts) {
        EXPECT_NEAR(one.normal_force.low, 0.5 * block.W, 1e-7 * block.W);
        EXPECT_NEAR(one.normal_force.high, 0.5 * block.W, 1e-7 * block.W);
        EXPECT_GT(coverage(one.tangential, -0.5 * mu * block.W, 0.5 * mu * block.W, 1e-7 * block.W), 0.9);
        EXPECT_GT(one.tangential.deviation, 0.1 * mu * block.W);
    }
    for (const std::vector<Vec<2>>& run : e.force) EXPECT_NEAR(run[0][1], -run[1][1], 1e-7 * block.W);
    EXPECT_LT(e.fastest, 1e-6);
    EXPECT_LT(e.change, 1e-6);
    // Together the two points are a joint whose resultant is known.
    EXPECT_GT(e.indeterminacy, 0.1);
    EXPECT_LT(e.joint_indeterminacy, 1e-6);
}

// A state that is not at rest is said to move, and its velocity is the same in every run.
TEST(SampledBlock, ThatSlidesIsSaidToMove) {
    const SampledWorld block(block_scene(floor_and_block_text(), 0.2, 0.4));
    ASSERT_EQ(block.ensemble.counted.size(), 100u);
    EXPECT_TRUE(block.ensemble.moves());
    EXPECT_NEAR(block.ensemble.fastest, std::sin(0.4) - 0.2 * std::cos(0.4), 1e-6);
    EXPECT_LT(block.ensemble.change, 1e-6);
}

// A load whose multiplier is found stays as the state has it: nothing at time 0, m g mu once the block slides.
TEST(SampledPush, AControlledLoadIsThatOfTheState) {
    const std::string text = R"([scene]
dimension = 2
gravity = [0, -9.81]
[time]
step = 10.0
duration = 100.0
quasistatic = true
[solver]
tolerance = 1e-9
[materials.stone]
density = 2000.0
[[interactions]]
between = ["*", "*"]
friction = 0.3
[[bodies]]
name = "floor"
material = "stone"
fixed = true
shape = { type = "box", size = [4, 1] }
position = [0, -0.5]
[[bodies]]
name = "block"
material = "stone"
shape = { type = "box", size = [1, 1] }
position = [0, 0.5]
[[drives]]
body = "block"
acceleration = [1, 0]
control = { body = "block", direction = [1, 0], kind = "ramp", from = 0, to = 0.01, over = 100.0 }
)";
    const SampledWorld at_first(text, {.runs = 5}), sliding(text, {.runs = 5}, 4);
    EXPECT_NEAR(at_first.ensemble.total[0].mean, 0.0, 1e-5 * at_first.W);
    EXPECT_NEAR(sliding.ensemble.total[0].mean, 0.3 * sliding.W, 1e-4 * sliding.W);
}

}  // namespace
}  // namespace drystone::masonry_test
