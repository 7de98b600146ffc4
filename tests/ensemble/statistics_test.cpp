// Spreads, histograms and their picture, against numbers by hand.

#include <gtest/gtest.h>

#include <cmath>

#include "ensemble/histogram.h"
#include "ensemble/picture.h"
#include "ensemble/sampled_scenes.h"

namespace drystone::statistics_test {
namespace {

Spread spread(const std::vector<double>& values) {
    return spread_of(values.size(), [&](std::size_t k) { return values[k]; });
}

TEST(Spread, OfAFewNumbersIsThatOfTheBooks) {
    const Spread s = spread({2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0});
    EXPECT_EQ(s.low, 2.0);
    EXPECT_EQ(s.high, 9.0);
    EXPECT_EQ(s.mean, 5.0);
    EXPECT_DOUBLE_EQ(s.deviation, std::sqrt(32.0 / 7.0));
    EXPECT_EQ(spread({3.0}), (Spread{3.0, 3.0, 3.0, 0.0}));
    EXPECT_EQ(spread({}), Spread{});
}

// A deviation of 1e-9 of the mean: a sum of squares would have lost it.
TEST(Spread, KeepsTheDigitsOfASmallDeviation) {
    const Spread s = spread({1e9 - 1.0, 1e9, 1e9 + 1.0});
    EXPECT_DOUBLE_EQ(s.deviation, 1.0);
}

TEST(Spread, MovesAndScalesWithItsNumbers) {
    const std::vector<double> x = {0.3, -1.2, 4.0, 0.7};
    std::vector<double> y;
    for (const double value : x) y.push_back(-3.0 * value + 5.0);
    const Spread a = spread(x), b = spread(y);
    EXPECT_NEAR(b.mean, -3.0 * a.mean + 5.0, 1e-14);
    EXPECT_NEAR(b.deviation, 3.0 * a.deviation, 1e-14);
    EXPECT_NEAR(b.low, -3.0 * a.high + 5.0, 1e-14);
    EXPECT_NEAR(b.high, -3.0 * a.low + 5.0, 1e-14);
}

// Forces 1, 1, 2, 4 have the mean 2: in units of it 0.5, 0.5, 1, 2. A zero bears nothing and is not among them.
TEST(ForceHistogram, OfFourForcesByHand) {
    const ForceHistogram P = force_histogram({{1.0, 0.0, 1.0, 2.0, 4.0}});
    ASSERT_EQ(P.width, 0.2);
    ASSERT_EQ(P.probability.size(), 11u);
    std::vector<double> expected(11, 0.0);
    expected[2] = 2.0 / (4.0 * 0.2);  // 0.4 .. 0.6
    expected[5] = expected[10] = 1.0 / (4.0 * 0.2);
    for (std::size_t k = 0; k < 11; ++k) EXPECT_DOUBLE_EQ(P.probability[k].mean, expected[k]) << k;
    EXPECT_DOUBLE_EQ(P.mean[2], 0.5);
    EXPECT_DOUBLE_EQ(P.mean[10], 2.0);
    EXPECT_DOUBLE_EQ(P.mean[3], 0.7);  // empty: its middle
}

// Units do not matter, run by run: each has its own mean.
TEST(ForceHistogram, IsOfForcesOverTheMeanOfTheirRun) {
    const std::vector<double> one = {1.0, 2.0, 3.0, 10.0};
    std::vector<double> other;
    for (const double f : one) other.push_back(1024.0 * f);
    const ForceHistogram P = force_histogram({one, other});
    for (const Spread& p : P.probability) EXPECT_EQ(p.deviation, 0.0);
}

TEST(ForceHistogram, OfAVeryLongTailHasWiderBins) {
    std::vector<double> forces(100000, 1e-3);
    forces.push_back(1e3);
    const ForceHistogram P = force_histogram({forces});
    EXPECT_LE(P.probability.size(), 100u);
    double integral = 0.0;
    for (const Spread& p : P.probability) integral += P.width * p.mean;
    EXPECT_NEAR(integral, 1.0, 1e-10);  // a hundred thousand equal terms
}

TEST(LeastDetermined, GoesByFluctuationAndThenByIndex) {
    std::vector<ForceSpread<2>> all(4);
    all[0].fluctuation = 1.0;
    all[1].fluctuation = 3.0;
    all[2].fluctuation = 1.0;
    all[3].fluctuation = 2.0;
    EXPECT_EQ(least_determined(all), (std::vector<int>{1, 3, 0, 2}));
}

// The axis of P(f) is by powers of ten; lines of force are as many as contacts bear.
TEST(EnsemblePicture, HasPowersOfTenAndALinePerForce) {
    const SampledWorld block(block_scene(floor_and_block_text(), 0.25), {.runs = 8});
    const std::string svg = in_svg(block.ensemble, block.blocks.world);
    EXPECT_NE(svg.find(">10<tspan"), std::string::npos);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    std::size_t lines = 0;
    const std::string forces = svg.substr(svg.find("<g id=\"forces\">"));
    const std::string group = forces.substr(0, forces.find("</g>"));
    for (std::size_t at = group.find("<polyline"); at != std::string::npos;
         at = group.find("<polyline", at + 1))
        ++lines;
    EXPECT_EQ(lines, block.ensemble.contacts.size());
}

}  // namespace
}  // namespace drystone::statistics_test
