#include "masonry/dome.h"

#include <numbers>

#include "masonry/solids.h"

namespace drystone::masonry::dome_test {
namespace {

constexpr double pi = std::numbers::pi;

DomeParameters hemisphere(int courses, int stones, bool staggered) {
    DomeParameters p;
    p.radius = 3.0;
    p.thickness = 0.3;
    p.courses = courses;
    p.stones = stones;
    p.oculus_deg = 15.0;
    p.staggered = staggered;
    p.keystone = true;
    return p;
}

TEST(Dome, StonesAreConvexAndDoNotOverlap) {
    std::vector<DomeParameters> domes = {hemisphere(6, 16, false), hemisphere(6, 16, true),
                                         hemisphere(9, 24, true), hemisphere(3, 5, true)};
    domes.push_back(hemisphere(5, 12, true));
    domes.back().base_deg = 60.0;
    domes.push_back(hemisphere(5, 12, false));
    domes.back().base_deg = 60.0;
    for (const DomeParameters& p : domes) {
        const auto blocks = dome(p);
        expect_sound(blocks);
        EXPECT_EQ(blocks.size(), static_cast<std::size_t>((p.courses + 1) * p.stones) + 1);
    }
}

TEST(Dome, StonesAreHexahedraWithFlatFaces) {
    const auto blocks = dome(hemisphere(6, 16, false));
    for (const auto& block : blocks) {
        const auto faces = faces_of(block.vertices);
        if (block.part == "keystone") continue;
        EXPECT_EQ(faces.size(), 6u) << block.part;
        for (const auto& face : faces) EXPECT_EQ(face.corners.size(), 4u);
    }
}

/// Inner and outer face are similar about the centre, so a stone is (s^3 - r^3) times the pyramid from the
/// centre over the quadrilateral of unit vectors; the keystone is a frustum.
TEST(Dome, VolumeIsTheSumOfPyramids) {
    const DomeParameters p = hemisphere(6, 16, false);
    const double r = 2.85, s = 3.15, cube = s * s * s - r * r * r;
    double volume = 0.0;
    const double sector = 16 * 0.5 * std::sin(2 * pi / 16);
    for (int c = 0; c < 6; ++c) {
        const double t0 = (90.0 - 12.5 * c) * pi / 180, t1 = (90.0 - 12.5 * (c + 1)) * pi / 180;
        const auto unit = [](double theta, double phi) {
            return Vec<3>{
                {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)}};
        };
        const Vec<3> a = unit(t0, 0), b = unit(t0, pi / 8), d = unit(t1, pi / 8), e = unit(t1, 0);
        volume += 16 * cube / 6 * (dot(a, cross(b, d)) + dot(a, cross(d, e)));
    }
    const double t = 15.0 * pi / 180;
    const double key = sector * std::sin(t) * std::sin(t) * std::cos(t) * cube / 3;
    const auto blocks = dome(p);
    EXPECT_NEAR(volume_of(part(blocks, "keystone")), key, 1e-12);
    double stones = 0.0;
    for (const auto& block : blocks) stones += block.fixed ? 0.0 : volume_of(block);
    EXPECT_NEAR(stones, volume + key, 1e-11);
}

/// With many stones the dome becomes the solid of revolution of its polygonal section: cone frusta seen from
/// the centre, at distance cos(d/2) and pi (sin t + sin t') 2 sin(d/2) large on the unit sphere. Aligned
/// stones fall short of it by chords, 1 - sin(Delta) / Delta; turned ones exceed it by their slivers,
/// measured as 0.54 (Delta/2)^2.
TEST(Dome, BothKindsOfCoursesTendToTheSolidOfRevolution) {
    const double d = 75.0 / 4 * pi / 180, t = 15.0 * pi / 180;
    double round = pi * std::sin(t) * std::sin(t) * std::cos(t);
    for (int c = 0; c < 4; ++c)
        round += pi * (std::cos(c * d) + std::cos((c + 1) * d)) * 2 * std::sin(d / 2) * std::cos(d / 2);
    round *= (std::pow(3.15, 3) - std::pow(2.85, 3)) / 3;
    for (const int stones : {16, 32, 64}) {
        DomeParameters p = hemisphere(4, stones, true);
        p.base_ring = 0.0;
        const double turned = volume_of(dome(p));
        p.staggered = false;
        const double aligned = volume_of(dome(p)), half = pi / stones;
        EXPECT_NEAR((turned / round - 1) / (half * half), 0.54, 0.02);
        EXPECT_NEAR((1 - aligned / round) / (half * half), 2.0 / 3, 0.02);
    }
}

/// Each stone of a turned course lies with two whole faces on the two halves of tops below.
TEST(Dome, TurnedStonesLieFlatOnTheTwoBelow) {
    const DomeParameters p = hemisphere(6, 16, true);
    const auto blocks = dome(p);
    for (int c = 1; c < 6; ++c) {
        const auto name = [](int course, int k) { return std::to_string(course) + "." + std::to_string(k); };
        const Solid<3> stone = solid_of(part(blocks, name(c, 3)));
        const int first = c % 2 == 1 ? 3 : 2;  // turned forward, then back
        for (const int k : {first, first + 1}) {
            const Solid<3> below = solid_of(part(blocks, name(c - 1, k)));
            EXPECT_NEAR(gap_between(stone, below), 0.0, 1e-13);
            double touching = 0.0, top = 0.0;
            for (const auto& f : below.faces)
                for (const auto& g : stone.faces)
                    if (norm(f.normal + g.normal) < 1e-9 && std::abs(f.offset + g.offset) < 1e-9)
                        touching = g.area, top = f.area;
            EXPECT_NEAR(touching, 0.5 * top, 1e-12);
            EXPECT_GT(touching, 0.0);
        }
    }
}

TEST(Dome, NeighboursInACourseShareAFaceToTheLastBit) {
    for (const bool staggered : {false, true}) {
        const auto blocks = dome(hemisphere(6, 16, staggered));
        for (int c = 0; c < 6; ++c)
            for (int k = 0; k < 16; ++k) {
                const std::string course = std::to_string(c) + ".";
                const auto &a = part(blocks, course + std::to_string(k)),
                           &b = part(blocks, course + std::to_string((k + 1) % 16));
                EXPECT_EQ(shared_corners(a, b), 4);
            }
        EXPECT_EQ(shared_corners(part(blocks, "0.3"), part(blocks, "base.3")), 4);
        EXPECT_EQ(shared_corners(part(blocks, "5.3"), part(blocks, "keystone")), 4);
    }
}

TEST(Dome, WhatCannotBeBuiltIsNamed) {
    const auto field = [](auto change) {
        DomeParameters p = hemisphere(6, 16, true);
        change(p);
        return objected_field([&] { dome(p); });
    };
    EXPECT_EQ(field([](DomeParameters&) {}), "");
    EXPECT_EQ(field([](DomeParameters& p) { p.thickness = 0.0; }), "thickness");
    EXPECT_EQ(field([](DomeParameters& p) { p.thickness = 7.0; }), "thickness");
    EXPECT_EQ(field([](DomeParameters& p) { p.inner_radius = 1.0; }), "radius");
    EXPECT_EQ(field([](DomeParameters& p) { p.courses = 0; }), "courses");
    EXPECT_EQ(field([](DomeParameters& p) { p.stones = 2; }), "stones");
    EXPECT_EQ(field([](DomeParameters& p) { p.base_deg = 100.0; }), "base_deg");
    EXPECT_EQ(field([](DomeParameters& p) { p.oculus_deg = 0.0; }), "oculus_deg");
    EXPECT_EQ(field([](DomeParameters& p) { p.stones = 4, p.courses = 60; }), "stones");
}

}  // namespace
}  // namespace drystone::masonry::dome_test
