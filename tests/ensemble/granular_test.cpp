// Piles and packings: validation cases D08, D17 (without friction), H10; stress, P(f), determinism.

#include <gtest/gtest.h>

#include "ensemble/sampled_scenes.h"
#include "step/state.h"

namespace drystone::granular_test {
namespace {

// D08: without friction the forces are unique, k w / (2 cos phi) down a line of the lattice.
TEST(SampledPile, WithoutFrictionEveryRunFindsTheSameForces) {
    const int n = 8;
    const SampledWorld pile(block_scene(pile_text(n), 0.0), {.runs = 40, .tolerance = 1e-10});
    const Ensemble<2>& e = pile.ensemble;
    ASSERT_EQ(e.counted.size(), 40u);
    const double w = pile.W / (n * (n - 1) / 2), cos_phi = std::sqrt(1.0 - 0.25 * 1.02 * 1.02);
    double largest = 0.0;
    for (const ForceSpread<2>& one : e.contacts) {
        EXPECT_LT(one.normal_force.high - one.normal_force.low, 1e-7 * w);
        largest = std::max(largest, one.normal_force.mean);
    }
    EXPECT_NEAR(largest, (n - 1) * w / (2.0 * cos_phi), 1e-7 * w);
    EXPECT_LT(e.indeterminacy, 1e-8);
    for (int j = 1; j < n - 1; ++j)
        EXPECT_NEAR(pile.support(fmt::format("d0_{}", j)).force[1].mean, -(n - 1) * w / 2.0, 1e-7 * w);
}

constexpr int settling = 2000;  // steps
std::string box(double friction) { return block_scene(box_of_disks_text(100, 0.7), friction); }

// D17: at mu = 0 a random packing is isostatic; the same network with friction is not.
TEST(SampledPacking, FrictionAloneLeavesForcesOpen) {
    SampledWorld smooth(box(0.0), {.runs = 20, .tolerance = 1e-10}, settling);
    ASSERT_EQ(smooth.ensemble.counted.size(), 20u);
    EXPECT_FALSE(smooth.ensemble.moves()) << smooth.ensemble.fastest;
    EXPECT_EQ(smooth.ensemble.contacts.size(), 200u);  // isostatic: two a disk
    EXPECT_LT(smooth.ensemble.indeterminacy, 1e-7);

    const auto with_friction = [&](double mu) {
        Blocks rough(box(mu));
        ThreadPool pool(2);
        put_state(smooth.blocks.world, rough.world, pool);
        const Ensemble<2> e = sample_forces(rough.world, rough.scene.settings, {.runs = 20, .tolerance = 1e-9}, pool);
        EXPECT_EQ(e.counted.size(), 20u) << mu;
        EXPECT_FALSE(e.moves()) << mu << " " << e.fastest;
        return e.indeterminacy;
    };
    // Narrow cones open in proportion to mu.
    const double narrow = with_friction(0.002), wider = with_friction(0.004);
    EXPECT_GT(narrow, 1e-3);
    EXPECT_NEAR(wider / narrow, 2.0, 0.4);
    EXPECT_GT(with_friction(0.3), 10.0 * wider);
}

// The stress is that of the walls: of forces f at points x on them, sum of x f = - V sigma + sum of x m G.
TEST(SampledPacking, TheMeanStressIsThatOfTheWalls) {
    const SampledWorld packing(box(0.3), {.runs = 10}, settling);
    const Ensemble<2>& e = packing.ensemble;
    const World<2>& world = packing.blocks.world;
    ASSERT_EQ(e.counted.size(), 10u);
    for (std::size_t k = 0; k < e.counted.size(); ++k) {
        Mat<2> sum{};
        for (std::size_t c = 0; c < e.contacts.size(); ++c) {
            const ContactPoint<2>& p = world.contacts.point[c];
            const int a = world.parts.body[p.a];
            if (world.mobile[a] >= 0 && world.mobile[world.parts.body[p.b]] >= 0) continue;
            const Vec<2> f = transpose_times(world.problem.W.contact[c].frame, e.force[k][c]);
            const double sign = world.mobile[a] >= 0 ? -1.0 : 1.0;
            for (int i = 0; i < 2; ++i) sum[i] += sign * p.point[i] * f;
        }
        for (int body = 0; body < world.bodies.size(); ++body) {
            // Centres as they were when the arms were taken: half a step ago.
            if (world.mobile[body] < 0) continue;
            const Vec<2> x = world.bodies.position[body];
            for (int i = 0; i < 2; ++i) sum[i] += x[i] * world.matter.mass[body] * world.gravity;
        }
        const Mat<2>& stress = e.runs[static_cast<std::size_t>(e.counted[k])].whole.stress;
        for (int i = 0; i < 2; ++i) {
            for (int j = 0; j < 2; ++j)
                EXPECT_NEAR(-e.volume * stress[i][j], sum[i][j], 1e-5 * packing.W * 0.7) << i << j;
        }
    }
    // Symmetric, because no moment acts on a disk at rest; the vertical part carries about half of the weight.
    EXPECT_NEAR(e.stress[0][1].mean, e.stress[1][0].mean, 1e-6 * e.stress[1][1].mean);
    EXPECT_GT(e.stress[1][1].mean, 0.25 * packing.W / 0.7);
    EXPECT_LT(e.stress[1][1].mean, 0.6 * packing.W / 0.7);
}

// D15, the exact part.
TEST(SampledPacking, TheDistributionOfForcesHasIntegralAndMeanOne) {
    const SampledWorld packing(box(0.3), {.runs = 10}, settling);
    const ForceHistogram& P = packing.ensemble.histogram;
    double integral = 0.0, mean = 0.0;
    for (std::size_t k = 0; k < P.probability.size(); ++k) {
        integral += P.probability[k].mean * P.width;
        mean += P.probability[k].mean * P.width * P.mean[k];
        EXPECT_GE(P.mean[k], P.width * static_cast<double>(k));
        EXPECT_LE(P.mean[k], P.width * static_cast<double>(k + 1));
    }
    EXPECT_NEAR(integral, 1.0, 1e-12);
    EXPECT_NEAR(mean, 1.0, 0.02);  // runs do not all have the same number of bearing contacts
    EXPECT_GT(packing.ensemble.histogram.probability[4].deviation, 0.0);
}

bool same_forces(const Ensemble<2>& a, const Ensemble<2>& b) {
    return a.force == b.force && a.counted == b.counted && a.indeterminacy == b.indeterminacy;
}

// H10: bits by seed, for any number of threads.
TEST(SampledPackingDeterminism, TheSeedAloneDecides) {
    const EnsembleSettings settings{.runs = 12};
    const SampledWorld one(box(0.3), settings, 200, 1), two(box(0.3), settings, 200, 2),
        three(box(0.3), settings, 200, 3), again(box(0.3), settings, 200, 1);
    EXPECT_TRUE(same_forces(one.ensemble, two.ensemble));
    EXPECT_TRUE(same_forces(one.ensemble, three.ensemble));
    EXPECT_TRUE(same_forces(one.ensemble, again.ensemble));
    // More runs begin with the same ones.
    const SampledWorld more(box(0.3), {.runs = 15}, 200);
    EXPECT_EQ(std::vector(more.ensemble.force.begin(), more.ensemble.force.begin() + 12), one.ensemble.force);
}

// H10: other seeds, other samples, the same means within the scatter.
TEST(SampledArchDeterminism, OtherSeedsHaveTheSameMeans) {
    const SampledWorld one(block_scene(arch_text(0.2, 27), 1.2), {.runs = 200, .seed = 1}),
        other(block_scene(arch_text(0.2, 27), 1.2), {.runs = 200, .seed = 2});
    EXPECT_NE(one.ensemble.force, other.ensemble.force);
    const Spread &a = one.ensemble.supports[0].force[0], &b = other.ensemble.supports[0].force[0];
    EXPECT_LT(std::abs(a.mean - b.mean), 4.0 * std::hypot(a.deviation, b.deviation) / std::sqrt(200.0));
    EXPECT_NEAR(one.ensemble.indeterminacy, other.ensemble.indeterminacy, 0.1 * one.ensemble.indeterminacy);
}

// No number with a unit decides: other units of length, mass and time by powers of two give the same digits.
TEST(SampledPackingDeterminism, UnitsDoNotMatter) {
    const std::string text = block_scene(arch_text(0.25, 9), 0.8);
    Blocks small(text), large(text);
    ThreadPool pool(1);
    const Ensemble<2> a = sample_forces(small.world, small.scene.settings, {.runs = 5}, pool);
    // Time in halves: gravity four times, the step half as long; forces four times.
    large.world.gravity = 4.0 * large.world.gravity;
    large.world.description.gravity = 4.0 * large.world.description.gravity;
    StepSettings settings = large.scene.settings;
    settings.step *= 0.5;
    const Ensemble<2> b = sample_forces(large.world, settings, {.runs = 5}, pool);
    for (std::size_t k = 0; k < a.force.size(); ++k) {
        for (std::size_t c = 0; c < a.force[k].size(); ++c) EXPECT_EQ(4.0 * a.force[k][c], b.force[k][c]);
    }
    EXPECT_EQ(a.indeterminacy, b.indeterminacy);
}

// A run that does not converge is counted out, not hidden.
TEST(SampledArch, RunsThatDoNotConvergeAreLeftOut) {
    const SampledWorld arch(block_scene(arch_text(0.2, 27), 1.2), {.runs = 20, .max_iterations = 60});
    const Ensemble<2>& e = arch.ensemble;
    EXPECT_EQ(e.runs.size(), 20u);
    EXPECT_LT(e.counted.size(), 20u);
    EXPECT_EQ(e.force.size(), e.counted.size());
    for (const int k : e.counted) EXPECT_LE(e.runs[static_cast<std::size_t>(k)].report.residual, 1e-8);
}

}  // namespace
}  // namespace drystone::granular_test
