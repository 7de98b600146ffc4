#include "step/initial_overlaps.h"

#include <gtest/gtest.h>

#include "geometry/convex.h"
#include "physics/deformable_stage.h"

namespace drystone::initial_overlaps_test {
namespace {

constexpr double r = 0.1;

template <int D>
Geometry<D> cube(double side) {
    Vec<D> size;
    for (int k = 0; k < D; ++k) size[k] = side;
    return {{Solid<D>{std::make_shared<const Convex<D>>(box(size))}, {}, {}}};
}

template <int D>
int put(Stage<D>& stage, const Geometry<D>& geometry, double height, bool fixed = false) {
    BodyDescription<D> body;
    body.geometry = geometry;
    body.position = height * Vec<D>::axis(D - 1);
    body.fixed = fixed;
    return stage.add(body);
}

/// The one overlap of a lower and an upper body `depth` into each other.
template <int D>
void expect_overlap(const Geometry<D>& lower, const Geometry<D>& upper, double touching, double size) {
    for (const double depth : {0.001 * r, 0.01 * r, 0.5 * r}) {
        Stage<D> stage;
        put(stage, lower, 0.0, true);
        put(stage, upper, touching - depth);
        const std::vector<BodyOverlap> found = find_overlaps(stage.build());
        ASSERT_EQ(found.size(), 1u) << depth;
        EXPECT_EQ(found[0].a, 0);
        EXPECT_EQ(found[0].b, 1);
        EXPECT_NEAR(found[0].depth, depth, 1e-12);
        EXPECT_NEAR(found[0].share, depth / size, 1e-12);
    }
    Stage<D> apart;
    put(apart, lower, 0.0, true);
    put(apart, upper, touching + 1e-9 * r);
    EXPECT_TRUE(find_overlaps(apart.build()).empty());
}

template <int D>
void every_pair_of_shapes() {
    const Geometry<D> ball = {{Ball<D>{r}, {}, {}}}, plane = {{Plane<D>{Vec<D>::axis(D - 1)}, {}, {}}};
    const Geometry<D> drum = {{Drum<D>{10 * r, 20 * r}, {}, {}}};
    const Geometry<D> clump = {{Ball<D>{r}, -r * Vec<D>::axis(0), {}}, {Ball<D>{0.5 * r}, r * Vec<D>::axis(0), {}}};
    expect_overlap<D>(ball, ball, 2 * r, 2 * r);
    expect_overlap<D>(plane, ball, r, 2 * r);
    expect_overlap<D>(drum, ball, -9 * r, 2 * r);
    expect_overlap<D>(plane, cube<D>(4 * r), 2 * r, 4 * r);
    if (D == 3) expect_overlap<D>(drum, cube<D>(2 * r), -9.0 * r, 2 * r);
    expect_overlap<D>(cube<D>(4 * r), cube<D>(2 * r), 3 * r, 2 * r);
    expect_overlap<D>(cube<D>(4 * r), ball, 3 * r, 2 * r);
    expect_overlap<D>(plane, clump, r, 2 * r);
    expect_overlap<D>(cube<D>(8 * r), clump, 5 * r, 2 * r);
}

TEST(Overlaps, OfEveryPairOfShapesAreAsDeepAsTheyAreInThePlane) { every_pair_of_shapes<2>(); }
TEST(Overlaps, OfEveryPairOfShapesAreAsDeepAsTheyAreInSpace) { every_pair_of_shapes<3>(); }

template <int D>
void deformable_bodies() {
    for (const int elements : {0, 2}) {
        ElasticStage<D> stage(Coulomb{}, 1e7, 0.2);
        stage.floor();
        Vec<D> size;
        for (int k = 0; k < D; ++k) size[k] = 2 * r;
        std::array<int, D> divisions{};
        divisions.fill(elements);
        stage.box_of(size, divisions, 0.95 * r * Vec<D>::axis(D - 1));
        put(stage, cube<D>(2 * r), 2.9 * r);
        const std::vector<BodyOverlap> found = find_overlaps(stage.build());
        ASSERT_EQ(found.size(), 2u) << elements;
        EXPECT_NEAR(found[0].depth, 0.05 * r, 1e-9);
        EXPECT_NEAR(found[1].depth, 0.05 * r, 1e-9);
    }
}

TEST(Overlaps, OfDeformableBodiesAreSeen) {
    deformable_bodies<2>();
    deformable_bodies<3>();
}

TEST(Overlaps, ComeByTheirShareOfTheSmallerBody) {
    Stage<2> stage;
    stage.ball(1.0, r, {{0.0, 0.0}});
    stage.ball(1.0, 10 * r, {{10.5 * r, 0.0}});   // 0.5 r deep: 25 % of the smaller
    stage.ball(1.0, 10 * r, {{30.0 * r, 0.0}});   // 0.5 r deep: 2.5 %
    stage.ball(1.0, 0.1 * r, {{0.0, 1.05 * r}});  // 0.05 r deep: 25 %
    const std::vector<BodyOverlap> found = find_overlaps(stage.build());
    ASSERT_EQ(found.size(), 3u);
    EXPECT_NEAR(found[0].share, 0.25, 1e-12);
    EXPECT_NEAR(found[1].share, 0.25, 1e-12);
    EXPECT_EQ(found[2].a, 1);
    EXPECT_EQ(found[2].b, 2);
    EXPECT_NEAR(found[2].share, 0.025, 1e-12);
}

TEST(Overlaps, OfBodiesThatCannotMoveDoNotCount) {
    Stage<3> stage;
    put<3>(stage, {{Ball<3>{r}, {}, {}}}, 0.0, true);
    put<3>(stage, {{Ball<3>{r}, {}, {}}}, r, true);
    const int held = put<3>(stage, {{Ball<3>{r}, {}, {}}}, 0.5 * r);
    stage.description.holds = {{.body = held, .directions = {{1, 1, 1}}, .rotations = {{1, 1, 1}}}};
    EXPECT_TRUE(find_overlaps(stage.build()).empty());
    stage.description.holds.clear();
    EXPECT_EQ(find_overlaps(stage.build()).size(), 2u);
}

}  // namespace
}  // namespace drystone::initial_overlaps_test
