#include "broadphase/ball_grids.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "broadphase/neighbours.h"
#include "broadphase/part_builder.h"

namespace drystone::ball_grids_test {
namespace {

BallGrids<3> grids_of(const Parts<3>& parts, const Workbench::Use& use) {
    ThreadPool pool(2);
    BallGrids<3> grids;
    const std::vector<double> margin(parts.body.size(), 0.0);
    sort_into_grids<3>({parts, parts.centre, margin}, pool, use, grids);
    return grids;
}

/// The most balls of one level that share a cell.
std::size_t fullest_cell(const Parts<3>& parts) {
    Workbench bench;
    const Workbench::Use use(bench);
    const BallGrids<3> grids = grids_of(parts, use);
    std::size_t most = 0;
    for (const GridLevel<3>& level : grids.level) {
        for (std::size_t p = level.begin, first = p; p < level.end; ++p) {
            if (grids.key[p] != grids.key[first]) first = p;
            most = std::max(most, p - first + 1);
        }
    }
    return most;
}

TEST(BallGrids, EverybodyIsInOneGridAmongBallsOfItsOwnSize) {
    const Parts<3> parts = random_cloud<3>(40000, 50.0, 0.1, 100.0, 6);
    Workbench bench;
    const Workbench::Use use(bench);
    const BallGrids<3> grids = grids_of(parts, use);
    EXPECT_EQ(grids.ball.size(), 40000u);
    EXPECT_GE(grids.level.size(), 7u);
    std::vector<int> seen(parts.body.size(), 0);
    for (const GridLevel<3>& level : grids.level) {
        EXPECT_TRUE(std::is_sorted(grids.key.begin() + std::ptrdiff_t(level.begin),
                                   grids.key.begin() + std::ptrdiff_t(level.end)));
        for (std::size_t p = level.begin; p < level.end; ++p) {
            ++seen[std::size_t(grids.ball[p].part)];
            EXPECT_LE(grids.ball[p].radius, level.max_radius);
            EXPECT_GE(grids.ball[p].radius, 0.5 * level.max_radius);
        }
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), 40000);
}

// Else one lost ball would make everybody try everybody: right, but never done.
TEST(BallGrids, ABallLostInSpaceDoesNotCrowdTheOthersIntoOneCell) {
    Random random(1);
    Parts<3> parts;
    for (int i = 0; i < 20000; ++i) add_ball(parts, random_point<3>(random, 0.0, 27.0), 0.5);
    EXPECT_LE(fullest_cell(parts), 10u);
    for (const double far : {1e4, 1e9, 1e100}) {
        Parts<3> more = parts;
        add_ball(more, {{far, far, far}}, 0.5);
        add_ball(more, {{-far, far, -far}}, 0.5);
        EXPECT_LE(fullest_cell(more), 10u) << far;
    }
}

// A grid one or two cells wide is where rows could be taken for one another.
TEST(BallGrids, InAChainOfBallsEachTouchesOnlyTheNext) {
    ThreadPool pool(1);
    std::vector<PartPair> expected;
    for (int i = 0; i + 1 < 50; ++i) expected.push_back({i, i + 1});
    for (const double zigzag : {0.0, 0.6}) {
        for (int axis = 0; axis < 3; ++axis) {
            Parts<3> parts;
            for (int i = 0; i < 50; ++i) {
                add_ball(parts,
                         double(i) * Vec<3>::axis(axis) + zigzag * (i % 2) * Vec<3>::axis((axis + 1) % 3),
                         0.52);
            }
            Neighbours<3> neighbours;
            neighbours.update(parts, std::vector<double>(50, 0.0), pool);
            EXPECT_TRUE(std::ranges::equal(neighbours.pairs(), expected)) << axis << " " << zigzag;
        }
    }
}

}  // namespace
}  // namespace drystone::ball_grids_test
