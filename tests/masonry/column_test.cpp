#include "masonry/column.h"

#include <numbers>

#include "masonry/solids.h"
#include "masonry/stack.h"

namespace drystone::masonry::column_test {
namespace {

constexpr double pi = std::numbers::pi;

ColumnParameters doric() {
    ColumnParameters p;
    p.drums = 10;
    p.height = 5.0;
    p.radius = 0.5;
    p.top_radius = 0.4;
    p.sides = 12;
    p.capital = {{1.0, 0.3}};
    p.base = {{1.2, 0.2}};
    return p;
}

/// Frustum of a regular n-gon: area a r^2 with a = n sin(2 pi / n) / 2, so h a (r^2 + r s + s^2) / 3.
TEST(Column, ATaperedShaftHasTheVolumeOfOneFrustum) {
    const ColumnParameters p = doric();
    const auto blocks = column<3>(p);
    expect_sound(blocks);
    EXPECT_EQ(blocks.size(), 12u);
    const double a = 6 * std::sin(2 * pi / 12);
    EXPECT_NEAR(volume_of(with_prefix(blocks, "drum")), 5.0 * a * (0.25 + 0.2 + 0.16) / 3, 1e-13);
    EXPECT_NEAR(volume_of(part(blocks, "capital")), 0.3, 1e-13);
    EXPECT_NEAR(volume_of(part(blocks, "base")), 1.44 * 0.2, 1e-13);
    const auto flat = column<2>(p);
    expect_sound(flat);
    EXPECT_NEAR(volume_of(with_prefix(flat, "drum")), 5.0 * 0.9, 1e-13);
    EXPECT_TRUE(part(flat, "base").fixed);
}

TEST(Column, DrumsShareTheirBedsToTheLastBit) {
    ColumnParameters p = doric();
    p.entasis = 0.03;
    for (int k = 0; k < 9; ++k) {
        const std::string lower = "drum." + std::to_string(k), upper = "drum." + std::to_string(k + 1);
        EXPECT_EQ(shared_corners(part(column<3>(p), lower), part(column<3>(p), upper)), 12);
        EXPECT_EQ(shared_corners(part(column<2>(p), lower), part(column<2>(p), upper)), 2);
    }
}

TEST(Column, EntasisSwellsTheMiddle) {
    ColumnParameters p = doric();
    p.entasis = 0.03;
    const auto blocks = column<2>(p);
    expect_sound(blocks);
    expect_sound(column<3>(p));
    EXPECT_NEAR(solid_of(part(blocks, "drum.5")).high[0], 0.45 + 0.03, 1e-14);
    EXPECT_NEAR(part(blocks, "drum.9").vertices[3][0], 0.4, 1e-14);
}

TEST(Column, ListedDrumsKeepTheirHeights) {
    ColumnParameters p;
    p.drum_heights = {0.5, 0.25, 1.0};
    p.radius = 0.3;
    p.sides = 4;
    const auto blocks = column<3>(p);
    expect_sound(blocks);
    EXPECT_EQ(solid_of(part(blocks, "drum.1")).low[2], 0.5);
    EXPECT_EQ(solid_of(part(blocks, "drum.2")).high[2], 1.75);
    // Four sides stand square to the axes.
    EXPECT_NEAR(solid_of(blocks[0]).high[0], 0.3 / std::sqrt(2.0), 1e-14);
}

TEST(Column, WhatCannotBeBuiltIsNamed) {
    const auto field = [](auto change) {
        ColumnParameters p = doric();
        change(p);
        return objected_field([&] { column<3>(p); });
    };
    EXPECT_EQ(field([](ColumnParameters&) {}), "");
    EXPECT_EQ(field([](ColumnParameters& p) { p.drums = 0; }), "drums");
    EXPECT_EQ(field([](ColumnParameters& p) { p.height = 0.0; }), "height");
    EXPECT_EQ(field([](ColumnParameters& p) { p.radius = 0.0; }), "radius");
    EXPECT_EQ(field([](ColumnParameters& p) { p.sides = 2; }), "sides");
    EXPECT_EQ(field([](ColumnParameters& p) { p.entasis = -0.6; }), "entasis");
    EXPECT_EQ(field([](ColumnParameters& p) { p.capital = {{1.0, -1.0}}; }), "capital");
    EXPECT_EQ(field([](ColumnParameters& p) { p.base = {{0.0, 1.0}}; }), "base");
    EXPECT_EQ(field([](ColumnParameters& p) { p.drum_heights = {1.0}; }), "drum_heights");
}

/// Sum of L / (2 k), k = 1 .. 5: 1.141667 L beyond the edge of the base.
TEST(Stack, FiveBlocksOverhangByTheHarmonicSum) {
    StackParameters p;
    p.sizes = {{{0.4, 0.2, 0.1}}};
    p.count = 5;
    p.harmonic = 1.0;
    p.base = true;
    const auto blocks = stack<3>(p);
    expect_sound(blocks);
    EXPECT_EQ(blocks.size(), 6u);
    const double beyond = solid_of(blocks.back()).high[0] - solid_of(part(blocks, "base")).high[0];
    EXPECT_NEAR(beyond, 0.4 * 0.5 * (1 + 1.0 / 2 + 1.0 / 3 + 1.0 / 4 + 1.0 / 5), 1e-15);
    // The uppermost stands out by half its length.
    EXPECT_NEAR(solid_of(blocks[5]).low[0] - solid_of(blocks[4]).low[0], 0.2, 1e-15);
    EXPECT_NEAR(volume_of(blocks), 6 * 0.4 * 0.2 * 0.1, 1e-15);
    EXPECT_TRUE(blocks[0].fixed);
}

TEST(Stack, BlocksOfOwnSizesRestOnEachOther) {
    StackParameters p;
    p.sizes = {{{0.4, 0.3, 0.1}}, {{0.2, 0.2, 0.3}}, {{0.5, 0.1, 0.07}}};
    p.offsets = {{}, {{0.05, -0.02}}, {{-0.1, 0.0}}};
    const auto blocks = stack<3>(p);
    expect_sound(blocks);
    expect_sound(stack<2>(p));
    for (std::size_t k = 0; k + 1 < 3; ++k)
        EXPECT_EQ(solid_of(blocks[k]).high[2], solid_of(blocks[k + 1]).low[2]);
    EXPECT_NEAR(solid_of(blocks[2]).low[0], -0.05 - 0.25, 1e-15);
    EXPECT_NEAR(solid_of(blocks[1]).low[1], -0.12, 1e-15);
}

TEST(Stack, WhatCannotBeBuiltIsNamed) {
    const auto field = [](auto change) {
        StackParameters p;
        p.sizes = {{{0.4, 0.0, 0.1}}, {{0.2, 0.0, 0.1}}};
        change(p);
        return objected_field([&] { stack<2>(p); });
    };
    EXPECT_EQ(field([](StackParameters&) {}), "");
    EXPECT_EQ(field([](StackParameters& p) { p.sizes.clear(); }), "sizes");
    EXPECT_EQ(field([](StackParameters& p) { p.sizes[1][2] = 0.0; }), "sizes");
    EXPECT_EQ(field([](StackParameters& p) { p.count = 3; }), "count");
    EXPECT_EQ(field([](StackParameters& p) { p.offsets.resize(1); }), "offsets");
    EXPECT_EQ(field([](StackParameters& p) { p.harmonic = 1.0; }), "harmonic");
}

}  // namespace
}  // namespace drystone::masonry::column_test
