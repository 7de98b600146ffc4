// What holds of every ensemble: intervals hold what is solved, nothing depends on threads, more runs only widen, and equilibrium is
// the same in all of them.

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"
#include "ensemble/sampled_scenes.h"

namespace drystone::properties_test {
namespace {

struct NamedScene {
    const char* name;
    std::string text;
};

std::vector<NamedScene> scenes() {
    return {{"block", block_scene(floor_and_block_text(), 0.4)},
            {"wedge", block_scene(wedge_text(0.2), 0.5)},
            {"pile", block_scene(pile_text(4), 0.3)},
            {"arch", block_scene(arch_text(0.16, 7), 0.7)}};
}

bool within(const Spread& inner, const Spread& outer, double slack) {
    return inner.low >= outer.low - slack && inner.high <= outer.high + slack;
}

TEST(Ensembles, AreTheSameBitsOnAnyNumberOfThreads) {
    for (const auto& [name, text] : scenes()) {
        SCOPED_TRACE(name);
        const SampledWorld one(text, {.runs = 10}, 0, 1), three(text, {.runs = 10}, 0, 3);
        EXPECT_EQ(one.ensemble.force, three.ensemble.force);
        EXPECT_EQ(one.ensemble.indeterminacy, three.ensemble.indeterminacy);
        for (int i = 0; i < 2; ++i) EXPECT_EQ(one.ensemble.total[i], three.ensemble.total[i]);
    }
}

// Run k depends on the seed and on k alone: ten runs are the first of twenty, whose intervals hold theirs.
TEST(Ensembles, OfMoreRunsAreWider) {
    for (const auto& [name, text] : scenes()) {
        SCOPED_TRACE(name);
        const SampledWorld few(text, {.runs = 10}), many(text, {.runs = 20});
        ASSERT_EQ(few.ensemble.counted.size(), 10u);
        ASSERT_EQ(many.ensemble.counted.size(), 20u);
        for (std::size_t k = 0; k < 10; ++k) EXPECT_EQ(few.ensemble.force[k], many.ensemble.force[k]) << k;
        for (std::size_t c = 0; c < few.ensemble.contacts.size(); ++c) {
            EXPECT_TRUE(
                within(few.ensemble.contacts[c].normal_force, many.ensemble.contacts[c].normal_force, 0.0))
                << c;
            EXPECT_TRUE(
                within(few.ensemble.contacts[c].tangential, many.ensemble.contacts[c].tangential, 0.0))
                << c;
        }
        for (std::size_t j = 0; j < few.ensemble.joints.size(); ++j)
            EXPECT_TRUE(
                within(few.ensemble.joints[j].normal_force, many.ensemble.joints[j].normal_force, 1e-12))
                << j;
    }
}

// Whatever the forces are: the floor carries the weight, each contact is in its cone, and the means are means.
TEST(Ensembles, AreOfAdmissibleForcesInBalance) {
    for (const auto& [name, text] : scenes()) {
        SCOPED_TRACE(name);
        const SampledWorld sampled(text, {.runs = 15});
        const Ensemble<2>& e = sampled.ensemble;
        const double mu = std::get<Coulomb>(sampled.blocks.world.description.interactions[0].law).friction;
        EXPECT_NEAR(e.total[1].low, -sampled.W, 1e-5 * sampled.W);
        EXPECT_NEAR(e.total[1].high, -sampled.W, 1e-5 * sampled.W);
        EXPECT_NEAR(e.total[0].mean, 0.0, 1e-5 * sampled.W);
        for (const std::vector<Vec<2>>& run : e.force) {
            for (const Vec<2>& f : run) {
                EXPECT_GE(f[0], -1e-9 * sampled.W);
                EXPECT_LE(std::abs(f[1]), mu * f[0] + 1e-6 * sampled.W);
            }
        }
        for (std::size_t c = 0; c < e.contacts.size(); ++c) {
            double sum = 0.0;
            for (const std::vector<Vec<2>>& run : e.force) sum += run[c][0];
            EXPECT_NEAR(e.contacts[c].normal_force.mean, sum / static_cast<double>(e.force.size()),
                        1e-9 * sampled.W);
            EXPECT_LE(e.contacts[c].normal_force.low, e.contacts[c].normal_force.mean + 1e-12 * sampled.W);
            EXPECT_GE(e.contacts[c].normal_force.high, e.contacts[c].normal_force.mean - 1e-12 * sampled.W);
        }
    }
}

// Supports are what their contacts sum up to, and the total is the supports'.
TEST(Ensembles, HaveSupportsThatMakeUpTheTotal) {
    for (const auto& [name, text] : scenes()) {
        SCOPED_TRACE(name);
        const SampledWorld sampled(text, {.runs = 8});
        for (int i = 0; i < 2; ++i) {
            double sum = 0.0;
            for (const SupportSpread<2>& support : sampled.ensemble.supports) sum += support.force[i].mean;
            EXPECT_NEAR(sum, sampled.ensemble.total[i].mean, 1e-9 * sampled.W) << i;
        }
    }
}

TEST(Ensembles, OfAnotherSeedFindTheSameWhereForcesAreDetermined) {
    const std::string pile = block_scene(pile_text(5), 0.0);  // without friction: isostatic
    const SampledWorld one(pile, {.runs = 6, .seed = 1}), other(pile, {.runs = 6, .seed = 99});
    ASSERT_EQ(one.ensemble.contacts.size(), other.ensemble.contacts.size());
    EXPECT_LT(one.ensemble.indeterminacy, 1e-5);
    for (std::size_t c = 0; c < one.ensemble.contacts.size(); ++c)
        EXPECT_NEAR(one.ensemble.contacts[c].normal_force.mean, other.ensemble.contacts[c].normal_force.mean,
                    1e-5 * one.W);
    const SampledWorld block(block_scene(floor_and_block_text(), 0.4), {.runs = 6, .seed = 1}),
        another(block_scene(floor_and_block_text(), 0.4), {.runs = 6, .seed = 2});
    EXPECT_NE(block.ensemble.force, another.ensemble.force);  // and others where they are not
}

// The integral and the mean of P(f / <f>) are 1, run by run, whatever the forces.
TEST(ForceHistogram, IntegratesToOne) {
    Random random(3);
    for (const int runs : {1, 2, 7}) {
        std::vector<std::vector<double>> forces(static_cast<std::size_t>(runs));
        for (std::vector<double>& run : forces) {
            for (int k = 0; k < 500; ++k)
                run.push_back(k % 5 == 0 ? 0.0 : std::exp(2.0 * random.uniform(-1.0, 1.0)));
        }
        const ForceHistogram P = force_histogram(forces);
        double integral = 0.0, mean = 0.0;
        for (std::size_t k = 0; k < P.probability.size(); ++k) {
            integral += P.width * P.probability[k].mean;
            mean += P.width * P.probability[k].mean * P.mean[k];
        }
        EXPECT_NEAR(integral, 1.0, 1e-12) << runs;
        EXPECT_NEAR(mean, 1.0, 1e-9) << runs;
    }
}

}  // namespace
}  // namespace drystone::properties_test
