// Vaults, apses, buttresses, stairs, arcades: stones are sound, volumes are those of closed forms, and what cannot be built is refused.

#include <numbers>

#include <fmt/format.h>

#include "masonry/apse.h"
#include "masonry/arcade.h"
#include "masonry/barrel_vault.h"
#include "masonry/bridge.h"
#include "masonry/buttress.h"
#include "masonry/dome.h"
#include "masonry/groin_vault.h"
#include "masonry/solids.h"
#include "masonry/staircase.h"
#include "masonry/wall.h"

namespace drystone::masonry::structures_test {
namespace {

using std::numbers::pi;

double area(const Polygon& loop) {
    double sum = 0.0;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Vec<2>&a = loop[i], &b = loop[(i + 1) % loop.size()];
        sum += 0.5 * (a[0] * b[1] - a[1] * b[0]);
    }
    return sum;
}

GroinVaultParameters vault(ArchForm form, int voussoirs) {
    GroinVaultParameters p;
    p.arch.form = form;
    p.arch.span = 4.0;
    p.arch.thickness = 0.35;
    p.arch.voussoirs = voussoirs;
    p.arch.rise = form == ArchForm::segmental ? 1.2 : 0.0;
    p.arch.pointedness = form == ArchForm::pointed ? 0.3 : 0.0;
    p.block_length = 0.6;
    return p;
}

const std::vector<GroinVaultParameters> all_vaults = {
    vault(ArchForm::semicircular, 11), vault(ArchForm::semicircular, 8), vault(ArchForm::segmental, 9),
    vault(ArchForm::pointed, 10)};

/// int (a - |x|) over a polygon that does not cross x = 0, or is its own mirror image there.
double beyond(const Polygon& polygon, double a) {
    Polygon left = polygon;
    const bool crosses = polygon[0][0] * polygon[1][0] < 0.0;
    if (crosses) left = {polygon[0], {{0.0, polygon[0][1]}}, {{0.0, polygon[3][1]}}, polygon[3]};
    double moment = 0.0;  // int x
    for (std::size_t i = 0; i < left.size(); ++i) {
        const Vec<2>&p = left[i], &q = left[(i + 1) % left.size()];
        moment += (p[0] + q[0]) * (p[0] * q[1] - p[1] * q[0]) / 6.0;
    }
    return (crosses ? 2.0 : 1.0) * (a * area(left) - std::abs(moment));
}

TEST(GroinVault, FourSeveriesOfTwoBarrels) {
    for (const GroinVaultParameters& p : all_vaults) {
        const std::vector<Block<3>> blocks = groin_vault(p);
        expect_sound(blocks);
        const std::vector<Joint> joints = arch_joints(p.arch);
        double expected = 0.0;
        for (std::size_t k = 0; k + 1 < joints.size(); ++k)
            expected += 4.0 * beyond(voussoir(joints[k], joints[k + 1]), -joints[0].outer[0]);
        double volume = 0.0;
        int fixed = 0;
        for (const Block<3>& block : blocks) block.fixed ? ++fixed, 0.0 : volume += volume_of(block);
        EXPECT_NEAR(volume / expected, 1.0, 1e-12);
        EXPECT_EQ(fixed, 8);
    }
}

/// Across a diagonal a stone meets the image of itself: four corners in common.
TEST(GroinVault, StonesMeetInTheDiagonals) {
    const auto blocks = groin_vault(vault(ArchForm::semicircular, 8));
    const auto last = [&](const std::string& row) { return with_prefix(blocks, row).back(); };
    for (const int row : {4, 5, 6})
        EXPECT_EQ(shared_corners(last(fmt::format("back.{}.", row)), last(fmt::format("right.{}.", 7 - row))),
                  4)
            << row;
}

ApseParameters choir(bool staggered, int courses) {
    ApseParameters p;
    p.radius = 3.0;
    p.thickness = 0.4;
    p.courses = courses;
    p.stones = 9;
    p.oculus_deg = 15.0;
    p.staggered = staggered;
    p.keystone = true;
    p.wall_height = 2.0;
    p.wall_courses = 3;
    p.base = 0.25;
    return p;
}

TEST(Apse, IsHalfADomeOnHalfARoundWall) {
    for (const bool staggered : {false, true}) {
        for (const int courses : {5, 6}) {
            const ApseParameters p = choir(staggered, courses);
            const std::vector<Block<3>> blocks = apse(p);
            expect_sound(blocks);
            DomeParameters whole;
            whole.radius = p.radius;
            whole.thickness = p.thickness;
            whole.courses = p.courses;
            whole.stones = 2 * p.stones;
            whole.oculus_deg = p.oculus_deg;
            whole.staggered = staggered;
            whole.keystone = true;
            whole.base_ring = 0.0;
            const double dome_volume = volume_of(dome(whole));
            EXPECT_NEAR((volume_of(with_prefix(blocks, "dome.")) + volume_of(part(blocks, "keystone"))) /
                            (0.5 * dome_volume),
                        1.0, 1e-12);
            const double ring = p.stones * 0.5 * std::sin(pi / p.stones) * (3.2 * 3.2 - 2.8 * 2.8);
            EXPECT_NEAR(volume_of(with_prefix(blocks, "wall.")) / (2.0 * ring), 1.0, 1e-12);
            EXPECT_NEAR(volume_of(with_prefix(blocks, "base.")) / (0.25 * ring), 1.0, 1e-12);
            EXPECT_EQ(with_prefix(blocks, "front.left.").size(), static_cast<std::size_t>(3 + courses));
            EXPECT_TRUE(part(blocks, "front.keystone").fixed);
        }
    }
}

TEST(Apse, WhatCannotBeBuiltIsRefused) {
    ApseParameters p = choir(true, 5);
    p.thickness = 7.0;
    EXPECT_EQ(objected_field([&] { apse(p); }), "thickness");
    p = choir(true, 300);
    EXPECT_EQ(objected_field([&] { apse(p); }), "stones");
    p = choir(true, 5);
    p.oculus_deg = 90.0;
    EXPECT_EQ(objected_field([&] { apse(p); }), "oculus_deg");
}

TEST(Buttress, ATrapeziumOrASumOfSteps) {
    ButtressParameters p{.height = 4.0,
                         .foot = 2.0,
                         .top = 0.8,
                         .courses = 9,
                         .steps = 0,
                         .block = 0.55,
                         .depth = 1.1,
                         .base = 0.2};
    expect_sound(buttress<2>(p));
    expect_sound(buttress<3>(p));
    EXPECT_NEAR(volume_of(buttress<3>(p)), 0.5 * 2.8 * 4.0 * 1.1 + 2.0 * 0.2 * 1.1, 1e-12);
    p.steps = 3;
    expect_sound(buttress<2>(p));
    EXPECT_NEAR(volume_of(buttress<2>(p)), 4.0 / 3.0 * (2.0 + 1.4 + 0.8) + 0.4, 1e-12);
    p.steps = 1;
    EXPECT_EQ(objected_field([&] { buttress<2>(p); }), "steps");
    p.steps = 0;
    p.top = 2.5;
    EXPECT_EQ(objected_field([&] { buttress<2>(p); }), "top");
}

/// Stones that are not convex as their parts.
std::vector<Block<3>> in_parts(const std::vector<Block<3>>& blocks) {
    std::vector<Block<3>> out;
    for (const Block<3>& block : blocks) {
        if (block.parts.empty()) out.push_back(block);
        for (std::size_t k = 0; k < block.parts.size(); ++k)
            out.push_back({fmt::format("{}.part{}", block.part, k), block.parts[k], block.fixed});
    }
    return out;
}

TEST(Staircase, EveryTreadLiesOnTheOneBelowAndInTheWall) {
    StaircaseParameters p{
        .treads = 7, .rise = 0.17, .width = 1.2, .overlap = 0.03, .bearing = 0.2, .going = 0.28};
    const std::vector<Block<3>> blocks = staircase(p);
    expect_sound(blocks);
    EXPECT_NEAR(volume_of(with_prefix(blocks, "tread.")), 7 * 0.31 * 1.4 * 0.17, 1e-12);
    p.overlap = 0.3;
    EXPECT_EQ(objected_field([&] { staircase(p); }), "overlap");
}

TEST(Staircase, ASpiralHasItsNewelInItsTreads) {
    StaircaseParameters p{.form = StairForm::spiral,
                          .treads = 17,
                          .rise = 0.18,
                          .width = 1.0,
                          .overlap = 0.05,
                          .bearing = 0.2,
                          .newel = 0.15,
                          .per_turn = 14};
    const std::vector<Block<3>> blocks = staircase(p);
    expect_sound(in_parts(blocks));
    // Between newel and wall a trapezium of the two chords and the distance of their middles, and the triangle of the overlap.
    const double angle = 2.0 * pi / 14.0, far = 1.35, inner = 2.0 * 0.15 * std::sin(0.5 * angle),
                 outer = 2.0 * far * std::sin(0.5 * angle);
    const double across = (far - 0.15) * std::cos(0.5 * angle),
                 tread = 0.5 * (inner + outer) * across + 0.5 * p.overlap * across;
    const double drum = 7.0 * 0.15 * 0.15 * std::sin(angle);
    EXPECT_NEAR(volume_of(with_prefix(in_parts(blocks), "tread.")), 17 * 0.18 * (drum + tread), 1e-12);
    p.per_turn = 4;
    EXPECT_EQ(objected_field([&] { staircase(p); }), "per_turn");
}

ArcadeParameters arena(int bays) {
    ArcadeParameters p;
    p.bays = bays;
    p.span = 3.8;
    p.pier_width = 2.2;
    p.storeys = {{.springing = 4.5,
                  .thickness = 0.7,
                  .voussoirs = 13,
                  .pier_courses = 7,
                  .cover = 0.9,
                  .cornice = 0.5},
                 {.springing = 3.5, .thickness = 0.5, .voussoirs = 12, .pier_courses = 5, .cover = 0.6}};
    p.block = {{1.1, 0.6}};
    p.foundation = 0.5;
    p.depth = 1.8;
    return p;
}

/// The whole front less the openings: a rectangle and half a regular polygon in each bay.
TEST(Arcade, IsAllButItsOpenings) {
    for (const int bays : {1, 3}) {
        const ArcadeParameters p = arena(bays);
        expect_sound(arcade<2>(p));
        expect_sound(arcade<3>(p));
        double expected = (bays + 1) * 2.2 * 0.5;
        for (const Storey& s : p.storeys) {
            // The highest corners of the extrados: half a facet off the crown where the crown is a stone.
            const double crown =
                (1.9 + s.thickness) * std::cos(s.voussoirs % 2 == 1 ? 0.5 * pi / s.voussoirs : 0.0);
            const double opening =
                3.8 * s.springing + 0.5 * s.voussoirs * std::sin(pi / s.voussoirs) * 1.9 * 1.9;
            expected += (bays * 6.0 + 2.2) * (s.springing + crown + s.cover + s.cornice) - bays * opening;
        }
        EXPECT_NEAR(volume_of(arcade<2>(p)) / expected, 1.0, 1e-12);
        EXPECT_NEAR(volume_of(arcade<3>(p)) / (1.8 * expected), 1.0, 1e-12);
    }
    ArcadeParameters p = arena(2);
    p.storeys[0].thickness = 1.3;
    EXPECT_EQ(objected_field([&] { arcade<2>(p); }), "pier_width");
    p.storeys[0].thickness = 2.3;
    EXPECT_EQ(objected_field([&] { arcade<2>(p); }), "thickness");
    p.storeys.clear();
    EXPECT_EQ(objected_field([&] { arcade<2>(p); }), "storeys");
}

BridgeParameters unequal(double rise, std::vector<double> spans, int rings) {
    BridgeParameters p;
    p.unequal = std::move(spans);
    p.spans = static_cast<int>(p.unequal.size());
    p.rise = rise;
    p.thickness = 0.6;
    p.rings = rings;
    p.voussoirs = 15;
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

/// From the springings' outer corners to the deck over the whole length, less what is below the extrados.
TEST(Bridge, OfUnequalSpansIsFilledToTheDeck) {
    for (const BridgeParameters& p :
         {unequal(0.0, {3.0, 5.0, 4.0}, 1), unequal(1.5, {4.0, 7.0}, 2), unequal(2.0, {4.0, 6.0, 4.0}, 3)}) {
        const Bridge<2> b = bridge<2>(p);
        expect_sound(b.blocks);
        const std::string ring = p.rings == 1 ? "" : fmt::format("ring{}.", p.rings - 1);
        const double level = part(b.blocks, "arch.0." + ring + "0").vertices[3][1];
        double length = (p.spans - 1) * p.pier_width + 2.0 * p.abutment, below = 0.0;
        for (int a = 0; a < p.spans; ++a) {
            length += p.unequal[std::size_t(a)];
            for (int k = 0; k < p.voussoirs; ++k) {
                const auto& v = part(b.blocks, fmt::format("arch.{}.{}{}", a, ring, k)).vertices;
                below += (v[2][0] - v[3][0]) * (0.5 * (v[2][1] + v[3][1]) - level);
            }
        }
        EXPECT_NEAR(volume_of(with_prefix(b.blocks, "fill.")), length * (b.deck - level) - below, 1e-11);
        expect_sound(bridge<3>(p).blocks);
    }
    BridgeParameters p = unequal(0.0, {3.0, 5.0}, 1);
    p.spans = 3;
    EXPECT_EQ(objected_field([&] { bridge<2>(p); }), "spans");
    p = unequal(0.0, {3.0, 5.0}, 0);
    EXPECT_EQ(objected_field([&] { bridge<2>(p); }), "rings");
}

TEST(Bridge, OfEqualSpansIsTheSameEitherWay) {
    BridgeParameters p = unequal(1.2, {6.0, 6.0, 6.0}, 1), q = p;
    q.unequal.clear();
    q.span = 6.0;
    const auto a = bridge<2>(p).blocks, b = bridge<2>(q).blocks;
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k)
        for (std::size_t i = 0; i < a[k].vertices.size(); ++i)
            EXPECT_LT(norm(a[k].vertices[i] - b[k].vertices[i]), 1e-13) << a[k].part;
}

/// Rings divide an arch, whatever its form, and share their beds to the bit.
TEST(Arch, RingsAreTheArchInLayers) {
    for (const ArchForm form : {ArchForm::semicircular, ArchForm::segmental, ArchForm::pointed}) {
        ArchParameters p = vault(form, 12).arch;
        p.depth = 0.8;
        const double whole = volume_of(arch<3>(p));
        p.rings = 3;
        const auto blocks = arch<3>(p);
        expect_sound(blocks);
        EXPECT_NEAR(volume_of(blocks) / whole, 1.0, 1e-13);
        EXPECT_EQ(shared_corners(part(blocks, "voussoir.ring0.4"), part(blocks, "voussoir.ring1.4")), 4);
        BarrelVaultParameters v{p, 4.0, 1.0};
        expect_sound(barrel_vault(v));
    }
}

TEST(Wall, CarriesBeamsToALedge) {
    WallParameters p;
    p.length = 3.0;
    p.height = 2.0;
    p.thickness = 0.4;
    p.block = {{0.5, 0.25}};
    p.beams = {.count = 4, .section = {{0.15, 0.2}}, .span = 2.5, .bearing = 0.2};
    const auto blocks = wall<3>(p);
    expect_sound(blocks);
    EXPECT_NEAR(volume_of(with_prefix(blocks, "beam.")), 4 * 0.15 * 0.2 * 3.1, 1e-12);
    EXPECT_TRUE(part(blocks, "ledge").fixed);
    p.beams.section[0] = 0.8;
    EXPECT_EQ(objected_field([&] { wall<3>(p); }), "section");
}

}  // namespace
}  // namespace drystone::masonry::structures_test
