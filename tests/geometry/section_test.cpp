// What half planes and a disc have in common, against closed forms and against counting points.

#include "geometry/section.h"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::section_test {
namespace {

constexpr double pi = std::numbers::pi;

std::vector<HalfPlane> box(const Vec<2>& low, const Vec<2>& high) {
    return {{{{1.0, 0.0}}, low[0]},
            {{{-1.0, 0.0}}, -high[0]},
            {{{0.0, 3.0}}, 3.0 * low[1]},
            {{{0.0, -0.5}}, -0.5 * high[1]}};
}

TEST(Section, HalfPlanesMakeAPolygon) {
    const std::vector<HalfPlane> halves = box({{1.0, -2.0}}, {{4.0, 0.0}});
    const Section section = common_part(halves);
    EXPECT_TRUE(section.bounded);
    EXPECT_DOUBLE_EQ(section.area, 6.0);
    EXPECT_DOUBLE_EQ(section.middle[0], 2.5);
    EXPECT_DOUBLE_EQ(section.middle[1], -1.0);
}

TEST(Section, WhatDoesNotCutDoesNotMatter) {
    std::vector<HalfPlane> halves = box({{0.0, 0.0}}, {{1.0, 1.0}});
    halves.push_back(halves[0]);             // the same once more
    halves.push_back({{{1.0, 1.0}}, -5.0});  // far outside
    halves.push_back({{{2.0, 0.0}}, 0.0});   // the same at another scale
    EXPECT_DOUBLE_EQ(common_part(halves).area, 1.0);
    halves.push_back({{{-1.0, -1.0}}, -1.0});  // and one that halves it
    EXPECT_DOUBLE_EQ(common_part(halves).area, 0.5);
}

TEST(Section, NothingIsLeftOrThereIsNoEnd) {
    std::vector<HalfPlane> halves = box({{1.0, 0.0}}, {{0.0, 1.0}});
    EXPECT_TRUE(common_part(halves).bounded);
    EXPECT_EQ(common_part(halves).area, 0.0);
    halves = box({{0.0, 0.0}}, {{1.0, 1.0}});
    halves.pop_back();
    EXPECT_FALSE(common_part(halves).bounded);
    EXPECT_FALSE(common_part(std::vector<HalfPlane>{}).bounded);
}

TEST(Section, DiscsAndTheirHalves) {
    const Disc disc{{{2.0, -1.0}}, 3.0};
    EXPECT_NEAR(common_part(std::vector<HalfPlane>{}, disc).area, 9.0 * pi, 1e-13);
    const std::vector<HalfPlane> half = {{{{0.0, 1.0}}, -1.0}};
    const Section section = common_part(half, disc);
    EXPECT_NEAR(section.area, 4.5 * pi, 1e-13);
    EXPECT_NEAR(section.middle[0], 2.0, 1e-14);
    EXPECT_NEAR(section.middle[1], -1.0 + 4.0 * 3.0 / (3.0 * pi), 1e-14);
    const double d = 1.2;  // a segment: R^2 acos(d/R) - d sqrt(R^2 - d^2)
    const std::vector<HalfPlane> cap = {{{{1.0, 0.0}}, 2.0 + d}};
    EXPECT_NEAR(common_part(cap, disc).area, 9.0 * std::acos(d / 3.0) - d * std::sqrt(9.0 - d * d), 1e-13);
    const std::vector<HalfPlane> outside = {{{{1.0, 0.0}}, 6.0}};
    EXPECT_EQ(common_part(outside, disc).area, 0.0);
}

/// Random half planes and discs against a count of points of a grid.
TEST(Section, AgreesWithCountedPoints) {
    Random random(5, 1);
    for (int trial = 0; trial < 20; ++trial) {
        std::vector<HalfPlane> halves;
        for (int k = 0; k < 4; ++k) {
            const double angle = 2.0 * pi * random.uniform();
            halves.push_back({{{std::cos(angle), std::sin(angle)}}, random.uniform() - 1.2});
        }
        const Disc disc{{{0.4 * random.uniform(), 0.3}}, 1.0};
        const Section section = common_part(halves, disc);
        constexpr int n = 400;
        double count = 0.0;
        Vec<2> sum{};
        for (int i = 0; i < n * n; ++i) {
            const Vec<2> s{{-2.0 + 4.0 * (i % n + 0.5) / n, -2.0 + 4.0 * (i / n + 0.5) / n}};
            bool in = norm(s - disc.centre) <= disc.radius;
            for (const HalfPlane& half : halves) in = in && dot(half.normal, s) >= half.offset;
            if (in) count += 1.0, sum += s;
        }
        EXPECT_NEAR(section.area, count * 16.0 / (n * n), 0.01) << trial;
        if (count > 100) {
            EXPECT_NEAR(norm(section.middle - (1.0 / count) * sum), 0.0, 0.01) << trial;
        }
    }
}

}  // namespace
}  // namespace drystone::section_test
