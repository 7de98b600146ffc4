#include "masonry/block.h"

#include <numbers>

#include "masonry/arch.h"
#include "masonry/solids.h"

namespace drystone::masonry::block_test {
namespace {

TEST(Block, MovedStonesStillShareTheirCorners) {
    ArchParameters p;
    p.radius = 2.0;
    p.thickness = 0.3;
    p.voussoirs = 9;
    p.depth = 0.5;
    auto blocks = arch<3>(p);
    const double volume = volume_of(blocks);
    place<3>({{10.0, -3.0, 0.1}}, rotation_by(Vec<3>{{0.1, 0.2, 0.3}}), blocks);
    expect_sound(blocks);
    EXPECT_NEAR(volume_of(blocks), volume, 1e-12);
    EXPECT_EQ(shared_corners(blocks[3], blocks[4]), 4);
}

TEST(Block, IsTurnedAboutTheOriginAndThenMoved) {
    std::vector<Block<2>> blocks = {box<2>("a", {{1.0, 0.0}}, {{2.0, 1.0}}, {})};
    place<2>({{5.0, 0.0}}, Rotation<2>{std::numbers::pi / 2}, blocks);
    const Solid<2> s = solid_of(blocks[0]);
    EXPECT_NEAR(s.low[0], 4.0, 1e-15);
    EXPECT_NEAR(s.high[0], 5.0, 1e-15);
    EXPECT_NEAR(s.low[1], 1.0, 1e-15);
    EXPECT_NEAR(s.high[1], 2.0, 1e-15);
}

TEST(Block, APrismIsThePolygonAtTwoDepths) {
    const Polygon triangle = {{{0.0, 0.0}}, {{1.0, 0.0}}, {{0.0, 2.0}}};
    EXPECT_NEAR(volume_of(prism<2>("a", triangle, {1.0, 4.0})), 1.0, 1e-15);
    EXPECT_NEAR(volume_of(prism<3>("a", triangle, {1.0, 4.0})), 3.0, 1e-14);
    const Solid<3> s = solid_of(prism<3>("a", triangle, {1.0, 4.0}));
    EXPECT_EQ(s.low, (Vec<3>{{0.0, 1.0, 0.0}}));
    EXPECT_EQ(s.high, (Vec<3>{{1.0, 4.0, 2.0}}));
}

/// The next lengths that would do are said, for the reader will want one of them.
TEST(Block, CountsNameTheNearestThatWouldDo) {
    EXPECT_EQ(whole_count(2.4, 0.3, "length", "blocks"), 8);
    EXPECT_EQ(whole_count(0.1 + 0.2, 0.1, "length", "blocks"), 3);
    try {
        whole_count(2.6, 0.5, "length", "blocks");
        FAIL();
    } catch (const BadParameters& error) {
        EXPECT_STREQ(error.what(), "length must be a whole number of blocks of 0.5 m; 2.5 would do, or 3");
    }
}

}  // namespace
}  // namespace drystone::masonry::block_test
