// Rooms of grains, structure factor, events, displacements: against closed forms.

#include <cmath>
#include <complex>
#include <numbers>

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "fields/events.h"
#include "fields/local_strain.h"
#include "fields/pair_distribution.h"
#include "fields/structure_factor.h"
#include "fields/voronoi.h"
#include "granular/random_assembly.h"

namespace drystone::rooms_test {
namespace {

double sum_of(const std::vector<double>& values) {
    double sum = 0.0;
    for (const double x : values) sum += x;
    return sum;
}

TEST(Rooms, FillTheBoxOrTheCell) {
    for (const int d : {2, 3}) {
        for (const bool repeats : {false, true}) {
            const GrainList grains = AnyAssembly{.dimension = d, .grains = 200, .repeats = repeats}.made().grains;
            EXPECT_NEAR(sum_of(rooms_of(grains, {{}, {{1.0, 1.0, 1.0}}}).volume), 1.0, 1e-9) << d << repeats;
        }
        // Repeating along x alone, not sheared.
        GrainList grains = AnyAssembly{.dimension = d, .grains = 200}.made().grains;
        grains.space = reduced(Space<3>({}, Mat<3>::scaled_identity(1.0), {true, false, false}));
        EXPECT_NEAR(sum_of(rooms_of(grains, {{}, {{9.0, 1.0, 1.0}}}).volume), 1.0, 1e-9);
        grains.space = Space<3>({}, {{Vec<3>{{1, 0.3, 0}}, Vec<3>{{0, 1, 0}}, Vec<3>{{0, 0, 1}}}}, {true, d == 3, false});
        EXPECT_THROW(rooms_of(grains, {{}, {{1.0, 1.0, 1.0}}}), InputError);
    }
}

TEST(Rooms, AreAlikeWhateverImagesGrainsAreCalledBy) {
    for (const int d : {2, 3}) {
        GrainList grains = AnyAssembly{.dimension = d, .grains = 60, .repeats = true}.made().grains;
        const Rooms first = rooms_of(grains, {});
        for (std::size_t i = 0; i < grains.size(); ++i)
            grains.position[i] += grains.space.shift({static_cast<int>(i % 3) - 1, static_cast<int>(i % 5), 0});
        grains.space = reduced(Space<3>({{0.3, 0.2, 0.0}}, grains.edges, {true, true, d == 3}));  // and wherever the cell begins
        const Rooms second = rooms_of(grains, {});
        for (std::size_t i = 0; i < grains.size(); ++i) EXPECT_NEAR(first.volume[i], second.volume[i], 1e-9);
        EXPECT_EQ(first.neighbours, second.neighbours);
    }
}

// Two touching balls: the border passes through their contact, whatever their sizes (0.3 of the way from the one, 0.7 from the other).
TEST(Rooms, OfTouchingBallsEndAtTheContact) {
    for (const int d : {2, 3}) {
        GrainList grains;
        grains.dimension = d;
        grains.id = {0, 1};
        grains.position = {{{0.5, 0.5, d == 3 ? 0.5 : 0.0}}, {{1.5, 0.5, d == 3 ? 0.5 : 0.0}}};
        grains.radius = {0.3, 0.7};
        const Rooms rooms = rooms_of(grains, {{}, {{2.0, 1.0, 1.0}}});
        EXPECT_NEAR(rooms.volume[0], 0.8, 1e-12);
        EXPECT_NEAR(rooms.volume[1], 1.2, 1e-12);
        EXPECT_EQ(rooms.neighbours, (std::vector<int>{1, 1}));
        const Measured table = voronoi_table(grains, {{}, {{2.0, 1.0, 1.0}}});
        EXPECT_NEAR(table.rows[0].back(), volume_of_round(0.3, d) / 0.8, 1e-12);
    }
}

TEST(StructureFactor, IsThatOfTheSumItself) {
    for (const int d : {2, 3}) {
        for (const bool repeats : {false, true}) {
            const GrainList grains = AnyAssembly{.dimension = d, .grains = 30, .repeats = repeats}.made().grains;
            const Measured table = structure_factor(grains, 15.0, 500);  // narrow shells: a vector or few in each
            ASSERT_GT(table.rows.size(), 3U);
            if (!repeats) continue;
            // Of the first shell: all vectors of that length.
            const Mat<3> dual = inverse(grains.space.edges());
            double value = 0.0, count = 0.0;
            for (int i = -3; i <= 3; ++i) {
                for (int j = -3; j <= 3; ++j) {
                    for (int k = d == 3 ? -3 : 0; k <= (d == 3 ? 3 : 0); ++k) {
                        const Vec<3> q = 2.0 * std::numbers::pi * transpose_times(dual, Vec<3>{{1.0 * i, 1.0 * j, 1.0 * k}});
                        if (i == 0 && j == 0 && k == 0) continue;
                        if (std::floor(norm(q) / 15.0 * 500) != std::floor(table.rows[0][0] / 15.0 * 500)) continue;
                        std::complex<double> sum;
                        for (const Vec<3>& x : grains.position) sum += std::polar(1.0, -dot(q, x));
                        value += std::norm(sum) / static_cast<double>(grains.size());
                        count += 1.0;
                    }
                }
            }
            EXPECT_NEAR(table.rows[0][1], value / count, 1e-10);
            EXPECT_EQ(table.rows[0][2], 0.5 * count);
        }
    }
}

TEST(StructureFactor, OfALatticeHasItsPeaksAloneAndOfEvenPointsIsOne) {
    GrainList lattice;
    lattice.dimension = 2;
    for (int i = 0; i < 81; ++i) {  // 81 is the sum of two squares in one way alone: no other vector is as long as those of the peak
        lattice.id.push_back(i);
        lattice.position.push_back({{(i % 9) / 9.0, (i / 9) / 9.0, 0.0}});
        lattice.radius.push_back(0.05);
    }
    lattice.space = reduced(Space<3>({}, Mat<3>::scaled_identity(1.0), {true, true, false}));
    for (const std::vector<double>& row : structure_factor(lattice, 60.0, 1000).rows)
        EXPECT_NEAR(row[1], std::abs(row[0] - 18.0 * std::numbers::pi) < 1e-6 ? 81.0 : 0.0, 1e-9) << row[0];
    GrainList even = AnyAssembly{.dimension = 3, .grains = 4000}.made().grains;
    even.space = reduced(Space<3>({}, Mat<3>::scaled_identity(1.0), {true, true, true}));
    double mean = 0.0;
    const Measured table = structure_factor(even, 60.0, 40);
    for (const std::vector<double>& row : table.rows) mean += row[1] / static_cast<double>(table.rows.size());
    EXPECT_NEAR(mean, 1.0, 0.2);
}

TEST(PairDistribution, OfALatticeThatRepeatsHasEveryNeighbour) {
    for (const double shear : {0.0, 0.2}) {
        GrainList lattice;
        lattice.dimension = 2;
        Mat<3> edges = Mat<3>::scaled_identity(1.0);
        edges[0][0] = edges[1][1] = 10.0;
        edges[0][1] = 10.0 * shear;
        for (int i = 0; i < 100; ++i) {
            lattice.id.push_back(i);
            lattice.position.push_back({{1.0 * (i % 10) + shear * (i / 10), 1.0 * (i / 10), 0.0}});
            lattice.radius.push_back(0.5);
        }
        lattice.space = reduced(Space<3>({}, edges, {true, true, false}));
        const Measured table = pair_distribution(lattice, 1.1, 11);
        double pairs = 0.0;
        const PairBox box{2, 100.0, {}};
        for (const std::vector<double>& row : table.rows)
            pairs += row[1] * 0.5 * 100 * 99 * (share_of_pairs(box, row[0] + 0.05) - share_of_pairs(box, row[0] - 0.05));
        EXPECT_NEAR(pairs, 200.0, 1e-6);  // two a grain: along x, and along the sheared edge of length sqrt(1 + shear^2)
    }
}

// A cell sheared by much more than an edge: strain and rotation are those of the shear, at every grain and across the border.
TEST(LocalStrain, OfACellThatShearsIsExactAcrossItsBorder) {
    for (const int d : {2, 3}) {
        GrainList before = AnyAssembly{.dimension = d, .grains = d == 2 ? 100 : 150}.made().grains;
        std::array<bool, 3> periodic{true, true, d == 3};
        before.edges = Mat<3>::scaled_identity(1.0);
        before.space = reduced(Space<3>({}, before.edges, periodic));
        GrainList now = before;
        Mat<3> F = Mat<3>::scaled_identity(1.0);
        F[0][1] = 1.7;
        F[1][1] = 0.9;
        now.edges = F * before.edges;
        now.space = reduced(Space<3>({}, now.edges, periodic));
        for (Vec<3>& x : now.position) x = F * x;
        const double turn = std::atan2(-1.7, 1.9);  // of R in F = R U: tan = (F21 - F12) / (F11 + F22)
        const Measured table = local_strain(before, now, 0.6);
        for (const std::vector<double>& row : table.rows) {
            EXPECT_NEAR(row[static_cast<std::size_t>(d) + 1], std::log(0.9), 1e-8);
            EXPECT_NEAR(row.back(), d == 2 ? turn : -turn, 1e-8);
        }
    }
}

// Bagi's equivalent continuum: the mean gradient over all simplices is what the displacements of the hull say, so that moving one grain within changes nothing of it.
TEST(LocalStrain, IsZeroWithoutMotionAndBlindToATurn) {
    const GrainList before = AnyAssembly{.dimension = 3, .grains = 80}.made().grains;
    const Measured none = local_strain(before, before, 10.0);
    for (const std::vector<double>& row : none.rows) {
        for (std::size_t k = 4; k < 7; ++k) EXPECT_NEAR(row[k], 0.0, 1e-7);
    }
    GrainList now = before;
    const Mat<3> turn = matrix(rotation_by(Vec<3>{{0.2, 0.1, -0.3}}));
    for (Vec<3>& x : now.position) x = turn * x;
    for (const std::vector<double>& row : local_strain(before, now, 10.0).rows) {
        EXPECT_NEAR(row[5], 0.0, 1e-7);
        EXPECT_NEAR(row[6], norm(Vec<3>{{0.2, 0.1, -0.3}}), 1e-7);
    }
}

TEST(Displacements, AreOfThoseWhoAreThereBothTimes) {
    GrainList before = AnyAssembly{.dimension = 2, .grains = 3}.made().grains, now = before;
    before.angle = {0.0, 1.0, 2.0};
    now.angle = {0.5, 1.0, 9.0};
    for (Vec<3>& x : now.position) x += Vec<3>{{3.0, 4.0, 0.0}};
    now.id[2] = 99;
    const Measured table = displacements(before, now);
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_NEAR(table.rows[0].back(), 5.0, 1e-12);
    EXPECT_NEAR(table.rows[0][5], 0.5, 1e-12);
    const SquareDisplacement msd = mean_square_displacement(before, now);
    EXPECT_NEAR(msd.all, 25.0, 1e-12);
    EXPECT_NEAR(msd.each[1], 16.0, 1e-12);
    EXPECT_EQ(msd.count, 2.0);
}

// A triangle from 1 s to 3 s that is 2 high, above 1: from 1.5 s to 2.5 s, 0.5 in all. Then one of 4 s to 5 s, cut off by the end.
TEST(Events, AreStretchesAboveTheThreshold) {
    const Measured table = events_above({0, 1, 2, 3, 4, 4.5, 5, 6}, {0, 0, 2, 0, 0, 2, 0, 5}, 1.0);
    ASSERT_EQ(table.rows.size(), 2U);
    const std::vector<double>& first = table.rows[0];
    EXPECT_DOUBLE_EQ(first[0], 1.5);
    EXPECT_DOUBLE_EQ(first[1], 2.5);
    EXPECT_DOUBLE_EQ(first[2], 1.0);
    EXPECT_DOUBLE_EQ(first[3], 0.5);
    EXPECT_DOUBLE_EQ(first[4], 2.0);
    EXPECT_TRUE(std::isnan(first[5]));
    EXPECT_DOUBLE_EQ(table.rows[1][5], 4.25 - 2.5);
    EXPECT_TRUE(events_above({}, {}, 0.0).rows.empty());
    EXPECT_TRUE(events_above({0, 1}, {2, 2}, 0.0).rows.empty());
}

}  // namespace
}  // namespace drystone::rooms_test
