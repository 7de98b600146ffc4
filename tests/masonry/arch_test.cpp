#include "masonry/arch.h"

#include <numbers>

#include "masonry/barrel_vault.h"
#include "masonry/solids.h"

namespace drystone::masonry::arch_test {
namespace {

constexpr double pi = std::numbers::pi;

ArchParameters semicircle(int voussoirs, double eta) {
    ArchParameters p;
    p.radius = 2.0;
    p.thickness = 2.0 * eta;
    p.voussoirs = voussoirs;
    p.depth = 0.7;
    return p;
}

ArchParameters segment(int voussoirs, double embrace_deg) {
    ArchParameters p = semicircle(voussoirs, 0.15);
    p.form = ArchForm::segmental;
    p.embrace_deg = embrace_deg;
    return p;
}

ArchParameters pointed(int voussoirs, double pointedness) {
    ArchParameters p = semicircle(voussoirs, 0.08);
    p.form = ArchForm::pointed;
    p.pointedness = pointedness;
    return p;
}

const std::vector<ArchParameters> all_arches = {
    semicircle(16, 0.107), semicircle(27, 0.2), segment(14, 120.0), segment(1, 20.0),
    pointed(20, 0.0),      pointed(20, 0.1),    pointed(40, 0.2),   pointed(2, 0.5)};

TEST(Arch, StonesAreConvexAndDoNotOverlap) {
    for (const ArchParameters& p : all_arches) {
        expect_sound(arch<2>(p));
        expect_sound(arch<3>(p));
        EXPECT_EQ(arch<2>(p).size(), static_cast<std::size_t>(p.voussoirs) + 2);
    }
}

/// A voussoir over the angle a between radii r and s is (s^2 - r^2) sin(a) / 2.
TEST(Arch, VolumeIsThatOfStraightEdgedVoussoirs) {
    for (ArchParameters p : {semicircle(16, 0.1), semicircle(27, 0.2), segment(14, 120.0)}) {
        p.abutment = 0.0;
        const double angle = (p.form == ArchForm::segmental ? p.embrace_deg / 180.0 : 1.0) * pi / p.voussoirs;
        const double area = p.voussoirs * p.radius * p.thickness * std::sin(angle);
        EXPECT_NEAR(volume_of(arch<2>(p)), area, 1e-13 * area);
        EXPECT_NEAR(volume_of(arch<3>(p)), area * p.depth, 1e-13 * area);
    }
}

TEST(Arch, NeighboursShareTheirJointToTheLastBit) {
    for (const ArchParameters& p : all_arches) {
        const auto flat = arch<2>(p);
        const auto solid = arch<3>(p);
        for (int k = 0; k + 1 < p.voussoirs; ++k) {
            const auto i = static_cast<std::size_t>(k);
            EXPECT_EQ(shared_corners(flat[i], flat[i + 1]), 2);
            EXPECT_EQ(shared_corners(solid[i], solid[i + 1]), 4);
        }
        const auto last = static_cast<std::size_t>(p.voussoirs) - 1;
        EXPECT_EQ(shared_corners(flat[0], part(flat, "abutment.left")), 2);
        EXPECT_EQ(shared_corners(solid[last], part(solid, "abutment.right")), 4);
        EXPECT_TRUE(part(flat, "abutment.left").fixed);
        EXPECT_FALSE(flat[0].fixed);
    }
}

TEST(Arch, LeftIsTheMirrorImageOfRightToTheLastBit) {
    for (const ArchParameters& p : all_arches) {
        const std::vector<Joint> joints = arch_joints(p);
        for (std::size_t i = 0; i < joints.size(); ++i) {
            const Joint &a = joints[i], &b = joints[joints.size() - 1 - i];
            EXPECT_EQ(a.inner[0], -b.inner[0]);
            EXPECT_EQ(a.inner[1], b.inner[1]);
            EXPECT_EQ(a.outer[0], -b.outer[0]);
            EXPECT_EQ(a.outer[1], b.outer[1]);
        }
    }
}

/// Corners on the circles R (1 +- eta/2) about the centre, as the thickness of arches is judged by.
TEST(Arch, CornersLieOnTheTwoCirclesAndJointsAreRadial) {
    for (const ArchParameters& p : {semicircle(16, 0.107076), segment(14, 120.0)}) {
        const double inner = p.radius - p.thickness / 2, outer = p.radius + p.thickness / 2;
        const double embrace = p.form == ArchForm::segmental ? p.embrace_deg / 180.0 * pi : pi;
        const Vec<2> centre = {{0.0, -inner * std::cos(embrace / 2)}};
        const std::vector<Joint> joints = arch_joints(p);
        for (std::size_t i = 0; i < joints.size(); ++i) {
            const double angle = (pi + embrace) / 2 - embrace * static_cast<double>(i) / p.voussoirs;
            const Vec<2> ray = {{std::cos(angle), std::sin(angle)}};
            EXPECT_LE(norm(joints[i].inner - centre - inner * ray), 1e-14);
            EXPECT_LE(norm(joints[i].outer - centre - outer * ray), 1e-14);
        }
    }
}

TEST(Arch, SpanRadiusAndRiseSayTheSame) {
    const ArchParameters p = segment(9, 100.0);
    const double inner = p.radius - p.thickness / 2, half = p.embrace_deg / 360.0 * pi;
    std::vector<ArchParameters> ways(4, p);
    ways[1].radius = 0.0;
    ways[1].inner_radius = inner;
    ways[2].radius = 0.0;
    ways[2].span = 2 * inner * std::sin(half);
    ways[3] = ways[2];
    ways[3].embrace_deg = 0.0;
    ways[3].rise = inner * (1 - std::cos(half));
    const std::vector<Joint> expected = arch_joints(p);
    EXPECT_NEAR(expected.back().inner[0] - expected.front().inner[0], ways[2].span, 1e-14);
    for (const ArchParameters& way : ways) {
        const std::vector<Joint> joints = arch_joints(way);
        for (std::size_t i = 0; i < joints.size(); ++i) {
            EXPECT_LE(norm(joints[i].inner - expected[i].inner), 1e-14);
            EXPECT_LE(norm(joints[i].outer - expected[i].outer), 1e-14);
        }
    }
}

TEST(Arch, ASegmentAsHighAsHalfItsSpanIsTheSemicircle) {
    ArchParameters p = semicircle(10, 0.1);
    const std::vector<Joint> round = arch_joints(p);
    p.form = ArchForm::segmental;
    p.radius = 0.0;
    p.span = 3.8;
    p.rise = 1.9;
    const std::vector<Joint> joints = arch_joints(p);
    EXPECT_EQ(joints[0].outer[1], 0.0);
    for (std::size_t i = 0; i < joints.size(); ++i) EXPECT_LE(norm(joints[i].outer - round[i].outer), 1e-14);
}

/// Two arcs about centres e = 0.2 R beyond the axis, equal angles on the mean line, a vertical joint at the
/// crown.
TEST(Arch, APointedArchTurnsAboutTwoCentres) {
    ArchParameters p = pointed(20, 0.2);
    const double e = 0.2 * p.radius, swept = std::acos(0.2);
    const std::vector<Joint> joints = arch_joints(p);
    for (std::size_t i = 0; i < 10; ++i) {
        const double angle = pi - swept * static_cast<double>(i) / 10;
        const Vec<2> middle = 0.5 * (joints[i].inner + joints[i].outer);
        EXPECT_NEAR(middle[0], e + p.radius * std::cos(angle), 1e-14);
        EXPECT_NEAR(middle[1], p.radius * std::sin(angle), 1e-14);
        EXPECT_NEAR(norm(joints[i].outer - joints[i].inner), p.thickness, 1e-14);
    }
    EXPECT_EQ(joints[10].inner[0], 0.0);
    EXPECT_EQ(joints[10].outer[0], 0.0);
    EXPECT_NEAR(norm(joints[10].inner - Vec<2>{{e, 0.0}}), p.radius - p.thickness / 2, 1e-14);
    EXPECT_NEAR(norm(joints[10].outer - Vec<2>{{e, 0.0}}), p.radius + p.thickness / 2, 1e-14);
    p.span = 2 * (p.radius - p.thickness / 2 - e);
    p.radius = 0.0;
    EXPECT_NEAR(arch_joints(p)[10].inner[1], joints[10].inner[1], 1e-14);
}

TEST(Arch, AWiderAbutmentKeepsThePlaneOfItsJoint) {
    ArchParameters p = segment(7, 90.0);
    p.abutment_margin = 0.1;
    p.abutment = 0.5;
    const auto blocks = arch<2>(p);
    expect_sound(blocks);
    const double area = 0.5 * (p.thickness + 0.2);
    EXPECT_NEAR(volume_of(part(blocks, "abutment.left")), area, 1e-13);
    const auto solids = std::pair{solid_of(blocks[0]), solid_of(part(blocks, "abutment.left"))};
    EXPECT_NEAR(gap_between(solids.first, solids.second), 0.0, 1e-14);
}

TEST(Arch, WhatCannotBeBuiltIsNamed) {
    const auto field = [](auto change) {
        ArchParameters p = semicircle(9, 0.1);
        change(p);
        return objected_field([&] { arch<3>(p); });
    };
    EXPECT_EQ(field([](ArchParameters&) {}), "");
    EXPECT_EQ(field([](ArchParameters& p) { p.span = 1.0; }), "radius");
    EXPECT_EQ(field([](ArchParameters& p) { p.radius = -1.0; }), "radius");
    EXPECT_EQ(field([](ArchParameters& p) { p.thickness = 4.0; }), "thickness");
    EXPECT_EQ(field([](ArchParameters& p) { p.voussoirs = 0; }), "voussoirs");
    EXPECT_EQ(field([](ArchParameters& p) { p.voussoirs = 1; }), "voussoirs");
    EXPECT_EQ(field([](ArchParameters& p) { p.abutment_margin = 2.0; }), "abutment_margin");
    EXPECT_EQ(field([](ArchParameters& p) { p.depth = 0.0; }), "depth");
    EXPECT_EQ(field([](ArchParameters& p) { p.rise = 0.5; }), "rise");
    EXPECT_EQ(field([](ArchParameters& p) { p.keystone = true; }), "");
    EXPECT_EQ(field([](ArchParameters& p) { p.keystone = true, p.voussoirs = 8; }), "keystone");
    EXPECT_EQ(field([](ArchParameters& p) { p.form = ArchForm::pointed; }), "voussoirs");
    EXPECT_EQ(field([](ArchParameters& p) { p.form = ArchForm::segmental; }), "embrace_deg");
    EXPECT_EQ(field([](ArchParameters& p) { p.form = ArchForm::segmental, p.rise = 2.0; }), "rise");
    EXPECT_EQ(field([](ArchParameters& p) {
                  p.form = ArchForm::pointed, p.voussoirs = 40, p.pointedness = 0.9, p.thickness = 1.0;
              }),
              "thickness");
}

TEST(BarrelVault, RowsAreStaggeredAndFillTheVault) {
    BarrelVaultParameters p;
    p.arch = semicircle(9, 0.15);
    p.length = 2.5;
    p.block_length = 1.0;
    const auto blocks = barrel_vault(p);
    expect_sound(blocks);
    EXPECT_EQ(blocks.size(), 9u * 3u + 2u);  // 1 1 1/2 and 1/2 1 1
    const double area = 9 * p.arch.radius * p.arch.thickness * std::sin(pi / 9);
    double fixed = 0.0;
    for (const auto& block : blocks) fixed += block.fixed ? volume_of(block) : 0.0;
    EXPECT_NEAR(volume_of(blocks) - fixed, area * 2.5, 1e-12);
    EXPECT_NEAR(fixed, 2 * p.arch.thickness * p.arch.thickness * 2.5, 1e-12);
    EXPECT_EQ(shared_corners(part(blocks, "0.0"), part(blocks, "0.1")), 4);
    EXPECT_EQ(shared_corners(part(blocks, "0.0"), part(blocks, "1.0")), 2);
    EXPECT_EQ(shared_corners(part(blocks, "0.0"), part(blocks, "2.0")), 0);
}

TEST(BarrelVault, ALengthWithoutWholeHalvesIsRefused) {
    BarrelVaultParameters p;
    p.arch = semicircle(9, 0.15);
    p.length = 2.3;
    p.block_length = 1.0;
    EXPECT_EQ(objected_field([&] { barrel_vault(p); }), "length");
}

}  // namespace
}  // namespace drystone::masonry::arch_test
