#include "masonry/wall.h"

#include "masonry/solids.h"

namespace drystone::masonry::wall_test {
namespace {

WallParameters plain(Bond bond, double blocks, int courses) {
    WallParameters p;
    p.block = {{0.3, 0.1}};
    p.length = blocks * 0.3;
    p.height = courses * 0.1;
    p.thickness = 0.3;
    p.bond = bond;
    return p;
}

struct Extent {
    double left, right, bottom, top;
};

template <int D>
Extent extent(const Block<D>& block) {
    const Solid<D> s = solid_of(block);
    return {s.low[0], s.high[0], s.low[D - 1], s.high[D - 1]};
}

/// Head joints inside the wall that go on straight into the course above.
template <int D>
int straight_joints(const std::vector<Block<D>>& blocks) {
    int count = 0;
    std::vector<Extent> all;
    for (const auto& block : blocks) all.push_back(extent(block));
    const auto is_joint = [&](double x, double bottom) {  // stones on both sides of x in that course
        bool left = false, right = false;
        for (const Extent& e : all) {
            if (std::abs(e.bottom - bottom) > 1e-9) continue;
            left = left || std::abs(e.right - x) < 1e-9;
            right = right || std::abs(e.left - x) < 1e-9;
        }
        return left && right;
    };
    for (const Extent& e : all) count += is_joint(e.right, e.bottom) && is_joint(e.right, e.top);
    return count;
}

const std::vector<WallParameters> all_bonds = {plain(Bond::running, 4, 4), plain(Bond::running, 4.5, 5),
                                               plain(Bond::stack, 3, 3), plain(Bond::english, 4, 5),
                                               plain(Bond::flemish, 5.5, 6)};

TEST(Wall, BondsFillTheWallWithoutOverlap) {
    for (const WallParameters& p : all_bonds) {
        const double area = p.length * p.height;
        expect_sound(wall<2>(p));
        expect_sound(wall<3>(p));
        EXPECT_NEAR(volume_of(wall<2>(p)), area, 1e-13);
        EXPECT_NEAR(volume_of(wall<3>(p)), area * p.thickness, 1e-13);
    }
}

TEST(Wall, NoHeadJointStandsOnAnotherExceptInStackBond) {
    for (const WallParameters& p : all_bonds) {
        const int straight = p.bond == Bond::stack ? 2 * 2 : 0;
        EXPECT_EQ(straight_joints(wall<2>(p)), straight);
    }
}

TEST(Wall, CoursesHaveTheStonesOfTheirBond) {
    EXPECT_EQ(wall<2>(plain(Bond::running, 4, 4)).size(), 2u * 4 + 2 * 5);
    EXPECT_EQ(wall<2>(plain(Bond::stack, 3, 3)).size(), 9u);
    // Stretchers: 4. Headers: 2 at the ends, 2 closers, and 5 over the 2.5 blocks between them.
    EXPECT_EQ(wall<2>(plain(Bond::english, 4, 2)).size(), 4u + 9);
    EXPECT_EQ(wall<3>(plain(Bond::english, 4, 2)).size(), 8u + 9);
    // 1 1/2 1 1/2 1 1/2 1 and 1/2 1/4 1 1/2 1 1/2 1 1/4 1/2; two leaves of stretchers in space.
    EXPECT_EQ(wall<2>(plain(Bond::flemish, 5.5, 2)).size(), 7u + 9);
    EXPECT_EQ(wall<3>(plain(Bond::flemish, 5.5, 2)).size(), 7u + 4 + 9 + 3);
}

TEST(Wall, StonesOfACourseShareWholeFaces) {
    const auto blocks = wall<3>(plain(Bond::running, 4, 4));
    EXPECT_EQ(shared_corners(part(blocks, "0.0"), part(blocks, "0.1")), 4);
    EXPECT_EQ(shared_corners(part(blocks, "0.0"), part(blocks, "1.0")), 2);
    EXPECT_EQ(extent(part(blocks, "1.4")).right, 1.2);
}

TEST(Wall, OpeningsAreEmptyAndCarriedByALintel) {
    for (WallParameters p :
         {plain(Bond::running, 8, 8), plain(Bond::english, 8, 8), plain(Bond::flemish, 8.5, 8)}) {
        p.openings.push_back({{{0.6, 0.0}}, {{0.45, 0.5}}});
        p.openings.push_back({{{1.65, 0.2}}, {{0.3, 0.4}}});
        const auto blocks = wall<2>(p);
        expect_sound(blocks);
        expect_sound(wall<3>(p));
        EXPECT_EQ(straight_joints(blocks), 0);
        const double area = p.length * p.height - 0.45 * 0.5 - 0.3 * 0.4;
        EXPECT_NEAR(volume_of(blocks), area, 1e-13);
        EXPECT_NEAR(volume_of(wall<3>(p)), area * p.thickness, 1e-13);
        for (std::size_t k = 0; k < 2; ++k) {
            const Extent e = extent(part(blocks, "lintel." + std::to_string(k)));
            const Opening& o = p.openings[k];
            EXPECT_NEAR(e.bottom, o.position[1] + o.size[1], 1e-12);
            EXPECT_LE(e.left, o.position[0] - 0.15 + 1e-12);
            EXPECT_GE(e.right, o.position[0] + o.size[0] + 0.15 - 1e-12);
        }
        Block<2> hole{"hole", {}, false};
        for (const double x : {0.6, 1.05})
            for (const double y : {0.0, 0.5}) hole.vertices.push_back({{x, y}});
        for (const auto& block : blocks)
            EXPECT_GE(gap_between(solid_of(hole), solid_of(block)), -1e-12) << block.part;
    }
}

TEST(Wall, AnOpeningUpToTheTopOrWithoutLintelLeavesTheCourseAbove) {
    WallParameters p = plain(Bond::running, 6, 4);
    p.openings.push_back({{{0.6, 0.2}}, {{0.3, 0.2}}});
    EXPECT_TRUE(with_prefix(wall<2>(p), "lintel").empty());
    p.openings[0].size[1] = 0.1;
    EXPECT_EQ(with_prefix(wall<2>(p), "lintel").size(), 1u);
    p.openings[0].lintel = false;
    EXPECT_TRUE(with_prefix(wall<2>(p), "lintel").empty());
}

TEST(Wall, GapsPartTheStones) {
    WallParameters p = plain(Bond::flemish, 4, 3);
    p.head_gap = 0.01;
    p.bed_gap = 0.02;
    p.length = 4 * 0.31 - 0.01;
    p.height = 3 * 0.12 - 0.02;
    const auto blocks = wall<2>(p);
    expect_sound(blocks);
    const double joints = 4 + 6 + 4;  // 5, 7 and 5 stones
    EXPECT_NEAR(volume_of(blocks), 0.1 * (3 * p.length - 0.01 * joints), 1e-13);
    EXPECT_NEAR(extent(part(blocks, "0.1")).left - extent(part(blocks, "0.0")).right, 0.01, 1e-13);
    EXPECT_NEAR(extent(part(blocks, "1.0")).bottom - extent(part(blocks, "0.0")).top, 0.02, 1e-13);
    EXPECT_NEAR(extent(part(blocks, "0.0")).right, 0.3, 1e-13);
    EXPECT_NEAR(extent(blocks.back()).right, p.length, 1e-13);
    EXPECT_NEAR(extent(blocks.back()).top, p.height, 1e-13);
    expect_sound(wall<3>(p));
}

TEST(Wall, StandsOnAFixedSlabOrCourse) {
    WallParameters p = plain(Bond::running, 4, 4);
    p.base = 0.2;
    p.base_margin = 0.05;
    p.fixed_course = true;
    const auto blocks = wall<3>(p);
    expect_sound(blocks);
    EXPECT_NEAR(volume_of(part(blocks, "base")), 0.2 * 1.3 * 0.4, 1e-13);
    for (const auto& block : blocks)
        EXPECT_EQ(block.fixed, block.part == "base" || block.part.starts_with("0."));
}

TEST(Wall, WhatCannotBeBuiltIsNamed) {
    const auto field = [](Bond bond, auto change) {
        WallParameters p = plain(bond, 7, 6);
        change(p);
        return objected_field([&] { wall<3>(p); });
    };
    EXPECT_EQ(field(Bond::running, [](WallParameters&) {}), "");
    EXPECT_EQ(field(Bond::running, [](WallParameters& p) { p.length += 0.1; }), "length");
    EXPECT_EQ(field(Bond::english, [](WallParameters& p) { p.length += 0.15; }), "length");
    EXPECT_EQ(field(Bond::flemish, [](WallParameters& p) { p.length += 0.15; }), "length");
    EXPECT_EQ(field(Bond::running, [](WallParameters& p) { p.height += 0.05; }), "height");
    EXPECT_EQ(field(Bond::running, [](WallParameters& p) { p.thickness = 0.0; }), "thickness");
    EXPECT_EQ(field(Bond::running, [](WallParameters& p) { p.block[0] = -0.3; }), "block");
    EXPECT_EQ(field(Bond::running, [](WallParameters& p) { p.head_gap = 0.2; }), "head_gap");
    const auto opening = [&](Vec<2> position, Vec<2> size, double bearing) {
        return field(Bond::running, [&](WallParameters& p) {
            p.openings.push_back({{{0.9, 0.2}}, {{0.3, 0.2}}});
            p.openings.push_back({position, size, true, bearing});
        });
    };
    EXPECT_EQ(opening({{1.65, 0.2}}, {{0.3, 0.2}}, 0.0), "");
    EXPECT_EQ(opening({{1.65, 0.2}}, {{0.3, 0.2}}, 5.0), "bearing");
    EXPECT_EQ(opening({{1.62, 0.2}}, {{0.3, 0.2}}, 0.0), "openings");
    EXPECT_EQ(opening({{1.65, 0.25}}, {{0.3, 0.2}}, 0.0), "openings");
    EXPECT_EQ(opening({{0.9, 0.3}}, {{0.3, 0.1}}, 0.0), "openings");
    EXPECT_EQ(opening({{1.35, 0.2}}, {{0.3, 0.2}}, 0.3), "openings");  // lintels meet
    EXPECT_EQ(opening({{1.95, 0.2}}, {{0.3, 0.2}}, 0.0), "openings");  // beyond the end
}

}  // namespace
}  // namespace drystone::masonry::wall_test
