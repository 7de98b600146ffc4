#include "masonry/bridge.h"

#include "masonry/solids.h"

namespace drystone::masonry::bridge_test {
namespace {

BridgeParameters viaduct(int spans, double rise, int voussoirs) {
    BridgeParameters p;
    p.spans = spans;
    p.span = 6.0;
    p.rise = rise;
    p.thickness = 0.5;
    p.voussoirs = voussoirs;
    p.springing = 2.0;
    p.pier_width = 1.4;
    p.pier_courses = 4;
    p.abutment = 2.0;
    p.foundation = 0.5;
    p.cover = 0.4;
    p.block = {{0.8, 0.4}};
    p.width = 3.0;
    p.spandrel_thickness = 0.4;
    return p;
}

const std::vector<BridgeParameters> all_bridges = {
    viaduct(1, 0.0, 21), viaduct(3, 0.0, 20), viaduct(2, 1.2, 15), viaduct(3, 2.5, 16), viaduct(2, 3.0, 12)};

/// Polygon below the extrados and above a level, by the trapezium rule, which is exact.
double area_under_extrados(const Bridge<2>& b, int arch, int voussoirs, double level) {
    double area = 0.0;
    for (int k = 0; k < voussoirs; ++k) {
        const auto& v = part(b.blocks, "arch." + std::to_string(arch) + "." + std::to_string(k)).vertices;
        area += (v[2][0] - v[3][0]) * (0.5 * (v[2][1] + v[3][1]) - level);
    }
    return area;
}

TEST(Bridge, StonesAreConvexAndDoNotOverlap) {
    for (BridgeParameters p : all_bridges) {
        p.parapet = 0.8;
        p.end_wall = 0.3;
        expect_sound(bridge<2>(p).blocks);
        expect_sound(bridge<3>(p).blocks);
    }
}

/// From the springings' outer corners to the deck, over the whole length, less the arches.
TEST(Bridge, FillIsAllThatLiesOnTheArches) {
    for (const BridgeParameters& p : all_bridges) {
        const Bridge<2> b = bridge<2>(p);
        const double level = part(b.blocks, "arch.0.0").vertices[3][1];
        const double length = p.spans * p.span + (p.spans - 1) * p.pier_width + 2 * p.abutment;
        double expected = length * (b.deck - level);
        for (int a = 0; a < p.spans; ++a) expected -= area_under_extrados(b, a, p.voussoirs, level);
        EXPECT_NEAR(volume_of(with_prefix(b.blocks, "fill.")), expected, 1e-12);

        const Bridge<3> solid = bridge<3>(p);
        EXPECT_NEAR(volume_of(with_prefix(solid.blocks, "fill.")), 2.2 * expected, 1e-11);
        EXPECT_NEAR(volume_of(with_prefix(solid.blocks, "spandrel.front.")), 0.4 * expected, 1e-11);
        EXPECT_NEAR(volume_of(with_prefix(solid.blocks, "spandrel.back.")), 0.4 * expected, 1e-11);
    }
}

TEST(Bridge, RoomForGrainsIsWhatBlocksWouldFill) {
    for (BridgeParameters p : all_bridges) {
        const double blocks = volume_of(with_prefix(bridge<2>(p).blocks, "fill."));
        EXPECT_TRUE(bridge<2>(p).fill_region.empty());
        p.fill = BridgeFill::none;
        const Bridge<2> flat = bridge<2>(p);
        EXPECT_TRUE(with_prefix(flat.blocks, "fill.").empty());
        EXPECT_NEAR(volume_of(flat.fill_region), blocks, 1e-12);
        const Bridge<3> solid = bridge<3>(p);
        EXPECT_NEAR(volume_of(solid.fill_region), 2.2 * blocks, 1e-11);
        auto everything = solid.blocks;
        for (auto& piece : solid.fill_region) everything.push_back(piece);
        expect_sound(everything);
    }
}

/// Each facet of the extrados is the whole side of one stone.
TEST(Bridge, StonesOnTheArchesAreCutToTheirFacets) {
    for (const BridgeParameters& p : all_bridges) {
        const Bridge<2> b = bridge<2>(p);
        const auto fill = with_prefix(b.blocks, "fill.");
        for (const auto& v : with_prefix(b.blocks, "arch.")) {
            const Block<2> facet{"facet", {v.vertices[2], v.vertices[3]}, false};
            int flush = 0;
            for (const auto& stone : fill) flush += shared_corners(facet, stone) == 2;
            EXPECT_EQ(flush, 1) << v.part;
        }
    }
}

/// The middle of facet k of 21 is at (k + 1/2) 180 / 21 degrees from the springing: five are at most at 45.
TEST(Bridge, CoursesLieBesideSteepFacetsOnly) {
    const auto blocks = bridge<2>(viaduct(1, 0.0, 21)).blocks;
    EXPECT_EQ(with_prefix(blocks, "fill.crown.0.").size(), 21u - 2 * 5);
    EXPECT_EQ(with_prefix(blocks, "fill.crown.0.4").size(), 0u);
    EXPECT_EQ(with_prefix(blocks, "fill.crown.0.5").size(), 1u);
}

TEST(Bridge, ArchesSpringFromSupportsWithWholeJoints) {
    const BridgeParameters p = viaduct(3, 1.2, 15);
    const auto blocks = bridge<2>(p).blocks;
    EXPECT_EQ(shared_corners(part(blocks, "arch.0.0"), part(blocks, "abutment.left")), 2);
    EXPECT_EQ(shared_corners(part(blocks, "arch.0.14"), part(blocks, "springer.0")), 2);
    EXPECT_EQ(shared_corners(part(blocks, "arch.1.0"), part(blocks, "springer.0")), 2);
    EXPECT_EQ(shared_corners(part(blocks, "pier.0.3"), part(blocks, "springer.0")), 2);
    EXPECT_EQ(shared_corners(part(blocks, "pier.0.0"), part(blocks, "foundation.0")), 2);
    EXPECT_TRUE(part(blocks, "foundation.0").fixed);
    EXPECT_TRUE(part(blocks, "abutment.right").fixed);
}

TEST(Bridge, PiersAreTwoSpringingsWideAtLeast) {
    BridgeParameters p = viaduct(2, 0.0, 21);
    p.pier_width = 1.0;  // twice the thickness: the first course is a triangle
    expect_sound(bridge<2>(p).blocks);
    EXPECT_EQ(part(bridge<2>(p).blocks, "fill.bay.1.0.0").vertices.size(), 3u);
    p.pier_width = 0.9;
    EXPECT_EQ(objected_field([&] { bridge<2>(p); }), "pier_width");
}

TEST(Bridge, WhatCannotBeBuiltIsNamed) {
    const auto field = [](auto change) {
        BridgeParameters p = viaduct(2, 1.2, 15);
        change(p);
        return objected_field([&] { bridge<3>(p); });
    };
    EXPECT_EQ(field([](BridgeParameters&) {}), "");
    EXPECT_EQ(field([](BridgeParameters& p) { p.span = 0.0; }), "span");
    EXPECT_EQ(field([](BridgeParameters& p) { p.rise = 4.0; }), "rise");
    EXPECT_EQ(field([](BridgeParameters& p) { p.cover = 0.0; }), "cover");
    EXPECT_EQ(field([](BridgeParameters& p) { p.springing = 0.0; }), "springing");
    EXPECT_EQ(field([](BridgeParameters& p) { p.abutment = 0.4; }), "abutment");
    EXPECT_EQ(field([](BridgeParameters& p) { p.spandrel_thickness = 1.5; }), "spandrel_thickness");
    BridgeParameters flat = viaduct(1, 0.0, 9);
    flat.parapet = 1.0;
    flat.fill = BridgeFill::none;
    EXPECT_EQ(objected_field([&] { bridge<2>(flat); }), "parapet");
}

}  // namespace
}  // namespace drystone::masonry::bridge_test
