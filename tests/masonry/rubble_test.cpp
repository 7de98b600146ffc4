#include "masonry/rubble.h"

#include "masonry/solids.h"

namespace drystone::masonry::rubble_test {
namespace {

RubbleParameters fort() {
    RubbleParameters p;
    p.length = 2.4;
    p.height = 1.8;
    p.thickness = 1.6;
    p.stone = 0.35;
    p.facing = 0.3;
    p.facing_block = {{0.6, 0.3}};
    p.base = 0.2;
    return p;
}

template <int D>
std::vector<Block<D>> laid(const RubbleParameters& p, std::uint64_t seed) {
    Random random(seed);
    return rubble<D>(p, random);
}

TEST(Rubble, CoreAndFacesFillTheWall) {
    const RubbleParameters p = fort();
    const auto flat = laid<2>(p, 1);
    expect_sound(flat);
    EXPECT_NEAR(volume_of(with_prefix(flat, "core.")), 1.0 * 1.8, 1e-11);
    EXPECT_NEAR(volume_of(with_prefix(flat, "front.")), 0.3 * 1.8, 1e-13);
    EXPECT_NEAR(volume_of(with_prefix(flat, "back.")), 0.3 * 1.8, 1e-13);
    const auto solid = laid<3>(p, 1);
    expect_sound(solid);
    EXPECT_NEAR(volume_of(with_prefix(solid, "core.")), 2.4 * 1.0 * 1.8, 1e-10);
    EXPECT_NEAR(volume_of(with_prefix(solid, "front.")), 2.4 * 0.3 * 1.8, 1e-12);
    EXPECT_NEAR(volume_of(with_prefix(solid, "back.")), 2.4 * 0.3 * 1.8, 1e-12);
    EXPECT_TRUE(part(solid, "base").fixed);
}

TEST(Rubble, StonesHaveTheSizeAskedFor) {
    const RubbleParameters p = fort();
    EXPECT_EQ(with_prefix(laid<2>(p, 2), "core.").size(),
              static_cast<std::size_t>(std::lround(1.8 / 0.35 / 0.35)));
    EXPECT_EQ(with_prefix(laid<3>(p, 2), "core.").size(),
              static_cast<std::size_t>(std::lround(2.4 * 1.8 / 0.35 / 0.35 / 0.35)));
}

TEST(Rubble, RelaxationMakesStonesMoreEqual) {
    RubbleParameters p = fort();
    p.facing = 0.0;
    const auto spread = [&](int steps) {
        p.relaxation = steps;
        double sum = 0.0, squares = 0.0;
        const auto stones = with_prefix(laid<3>(p, 3), "core.");
        for (const auto& stone : stones)
            sum += volume_of(stone), squares += volume_of(stone) * volume_of(stone);
        const auto n = static_cast<double>(stones.size());
        return std::sqrt(squares / n - sum * sum / n / n) / (sum / n);
    };
    const double ragged = spread(0), even = spread(20);
    EXPECT_GT(ragged, 0.3);
    EXPECT_LT(even, 0.15);
}

TEST(Rubble, TheSeedDecidesTheStones) {
    const RubbleParameters p = fort();
    const auto a = laid<3>(p, 5), b = laid<3>(p, 5), c = laid<3>(p, 6);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) EXPECT_EQ(a[k].vertices, b[k].vertices);
    EXPECT_NE(a.back().vertices, c.back().vertices);
}

TEST(Rubble, StonesBesideAFaceTouchIt) {
    const auto blocks = laid<3>(fort(), 7);
    double low = 0.0, high = 0.0;
    for (const auto& stone : with_prefix(blocks, "core.")) {
        low = std::min(low, solid_of(stone).low[1]);
        high = std::max(high, solid_of(stone).high[1]);
    }
    EXPECT_EQ(low, solid_of(part(blocks, "front.0.0")).high[1]);
    EXPECT_EQ(high, solid_of(part(blocks, "back.0.0")).low[1]);
}

TEST(Rubble, WhatCannotBeBuiltIsNamed) {
    const auto field = [](auto change) {
        RubbleParameters p = fort();
        change(p);
        return objected_field([&] { laid<3>(p, 1); });
    };
    EXPECT_EQ(field([](RubbleParameters&) {}), "");
    EXPECT_EQ(field([](RubbleParameters& p) { p.length = 0.0; }), "length");
    EXPECT_EQ(field([](RubbleParameters& p) { p.length = 2.5; }), "length");
    EXPECT_EQ(field([](RubbleParameters& p) { p.height = 1.7; }), "height");
    EXPECT_EQ(field([](RubbleParameters& p) { p.stone = 0.0; }), "stone");
    EXPECT_EQ(field([](RubbleParameters& p) { p.stone = 1e-5; }), "stone");
    EXPECT_EQ(field([](RubbleParameters& p) { p.facing = 0.8; }), "facing");
    EXPECT_EQ(field([](RubbleParameters& p) { p.facing_block = {}; }), "facing_block");
    EXPECT_EQ(field([](RubbleParameters& p) { p.relaxation = -1; }), "relaxation");
}

}  // namespace
}  // namespace drystone::masonry::rubble_test
