// Measures of stored moments against what they must be exactly.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "core/random.h"
#include "fields/assembly_of_frame.h"
#include "fields/contact_tables.h"
#include "fields/delaunay.h"
#include "fields/local_strain.h"
#include "fields/mixing.h"
#include "fields/pair_distribution.h"
#include "fields/profile.h"

namespace drystone::fields_test {
namespace {

Vec<3> random_place(Random& random, int d, const Vec<3>& edges) {
    Vec<3> out{};
    for (int c = 0; c < d; ++c) out[c] = edges[c] * random.uniform();
    return out;
}

GrainList random_grains(int count, int d, std::uint64_t seed, const Vec<3>& edges = {{1.0, 1.0, 1.0}}) {
    Random random(seed);
    GrainList out;
    out.dimension = d;
    for (int i = 0; i < count; ++i) {
        out.id.push_back(3 * i);
        out.position.push_back(random_place(random, d, edges));
        out.velocity.push_back(random_place(random, d, edges));
        out.mass.push_back(1.0 + random.uniform());
        out.radius.push_back(0.01);
        out.group.emplace_back(i % 2 == 0 ? "a" : "b");
        out.material.emplace_back("stone");
    }
    return out;
}

TEST(Mixing, IsZeroWhereEveryCellHasOneKindAlone) {
    std::vector<Vec<3>> places;
    std::vector<int> kind;
    for (int i = 0; i < 60; ++i) {
        places.push_back({{0.5 * i, 0.25, 0.0}});
        kind.push_back(i < 20 ? 0 : i < 50 ? 1 : 2);
    }
    EXPECT_NEAR(mixing_of(places, kind, 5.0).index, 0.0, 1e-12);  // cells of ten
    EXPECT_EQ(mixing_of(places, kind, 5.0).cells, 6);
    EXPECT_TRUE(std::isnan(mixing_of(places, std::vector<int>(60, 7), 5.0).index));
}

// The mean over all ways to deal out the kinds, none left out, is 1: for cells that hold unlike numbers.
TEST(Mixing, OfKindsDealtOutAtRandomIsOneInTheMean) {
    const std::vector<Vec<3>> places{{{0.1, 0, 0}}, {{0.2, 0, 0}}, {{0.3, 0, 0}}, {{0.4, 0, 0}},
                                     {{1.5, 0, 0}}, {{1.6, 0, 0}}, {{2.5, 0, 0}}, {{3.5, 0, 0}}};
    std::vector<int> kind{0, 0, 0, 1, 1, 1, 1, 2};
    double sum = 0.0;
    int ways = 0;
    do {
        sum += mixing_of(places, kind, 1.0).index;
        ++ways;
    } while (std::next_permutation(kind.begin(), kind.end()));
    EXPECT_EQ(ways, 280);
    EXPECT_NEAR(sum / ways, 1.0, 1e-12);
}

TEST(Kinds, AreToldApartByTheFirstThingThatDiffers) {
    GrainList grains = random_grains(4, 2, 1);
    EXPECT_EQ(kinds_of(grains, ""), (std::vector<int>{0, 1, 0, 1}));
    grains.group.assign(4, "same");
    grains.radius = {0.1, 0.2, 0.11, 0.19};
    EXPECT_EQ(kinds_of(grains, ""), (std::vector<int>{0, 1, 0, 1}));
    EXPECT_THROW(kinds_of(grains, "colour"), InputError);
}

TEST(Profile, AddsUpToTheWhole) {
    for (const int d : {2, 3}) {
        const GrainList grains = random_grains(500, d, 2);
        for (const int axis : {0, d - 1}) {
            const Measured table = profile_of({.grains = grains}, {Vec<3>::axis(axis), 7});
            ASSERT_EQ(table.rows.size(), 7U);
            double count = 0.0, mass = 0.0, momentum = 0.0;
            for (const std::vector<double>& row : table.rows) {
                count += row[1];
                mass += row[2];
                momentum += row[2] * row[3];
            }
            double whole = 0.0;
            for (std::size_t i = 0; i < grains.size(); ++i) whole += grains.mass[i] * grains.velocity[i][0];
            EXPECT_EQ(count, 500.0);
            EXPECT_NEAR(mass, std::accumulate(grains.mass.begin(), grains.mass.end(), 0.0), 1e-9);
            EXPECT_NEAR(momentum, whole, 1e-9);
        }
    }
}

// The density of distances in a box: against counting, and where it has a closed form.
TEST(SharesOfPairs, AreThoseOfEvenlyDealtPoints) {
    EXPECT_NEAR(share_of_pairs({2, 1.0, {{1, 1, 0}}}, 1.0), std::numbers::pi - 13.0 / 6.0,
                1e-12);  // of a square, up to its side
    for (const int d : {2, 3}) {
        const Vec<3> edges{{1.0, 0.7, 0.9}};
        Random random(5);
        int near = 0;
        constexpr int tries = 200000;
        for (int k = 0; k < tries; ++k)
            near += norm(random_place(random, d, edges) - random_place(random, d, edges)) < 0.5;
        const PairBox box{d, d == 2 ? 0.7 : 0.63, {{1.0, 1.0 / 0.7, d == 2 ? 0.0 : 1.0 / 0.9}}};
        EXPECT_NEAR(static_cast<double>(near) / tries, share_of_pairs(box, 0.5), 0.005);
    }
}

TEST(PairDistribution, OfALatticeHasAllItsPairsAndOfEvenPointsIsOne) {
    GrainList lattice;
    lattice.dimension = 2;
    for (int i = 0; i < 400; ++i) {
        lattice.id.push_back(i);
        lattice.position.push_back({{static_cast<double>(i % 20), static_cast<double>(i / 20), 0.0}});
    }
    const Measured table =
        pair_distribution(lattice, 1.2, 12);  // neighbours at distance 1: 2 x 19 x 20 of them
    double pairs = 0.0;
    const PairBox box{2, 361.0, {{1.0 / 19, 1.0 / 19, 0.0}}};
    for (const std::vector<double>& row : table.rows) {
        const double width = 0.1, low = row[0] - 0.5 * width;
        pairs += row[1] * 0.5 * 400 * 399 *
                 (share_of_pairs(box, low + width) - share_of_pairs(box, low));
        EXPECT_TRUE(std::abs(row[0] - 1.0) < 0.11 || row[1] == 0.0) << row[0];
    }
    EXPECT_NEAR(pairs, 760.0, 1e-6);
    for (const int d : {2, 3}) {
        for (const std::vector<double>& row : pair_distribution(random_grains(3000, d, 7), 0.5, 4).rows)
            EXPECT_NEAR(row[1], 1.0, 0.06);
    }
}

TEST(Delaunay, FillsTheHullAndKeepsCirclesEmpty) {
    const GrainList grains = random_grains(60, 2, 11);
    double area = 0.0;
    for (const Simplex& t : delaunay(grains.position, 2)) {
        const Vec<3> a = grains.position[static_cast<std::size_t>(t[0])],
                     b = grains.position[static_cast<std::size_t>(t[1])],
                     c = grains.position[static_cast<std::size_t>(t[2])];
        const Vec<3> u = b - a, v = c - a;
        const double twice = u[0] * v[1] - u[1] * v[0];
        area += 0.5 * std::abs(twice);
        // Centre of the circle through all three.
        const double uu = dot(u, u), vv = dot(v, v);
        const Vec<3> centre = a + (0.5 / twice) * Vec<3>{{v[1] * uu - u[1] * vv, u[0] * vv - v[0] * uu, 0.0}};
        for (const Vec<3>& p : grains.position) EXPECT_GE(norm(p - centre), norm(a - centre) * (1.0 - 1e-9));
    }
    EXPECT_GT(area, 0.8);
    EXPECT_LT(area, 1.0);
    EXPECT_TRUE(delaunay({{{0, 0, 0}}, {{1, 0, 0}}}, 2).empty());
}

// x = F X + b with F a rotation of a stretch: the strain is that of the stretch, at every grain.
TEST(LocalStrain, OfAHomogeneousMotionIsExact) {
    for (const int d : {2, 3}) {
        const GrainList before = random_grains(200, d, 13);
        GrainList now = before;
        const double stretch[3] = {1.25, 0.8, d == 3 ? 1.1 : 1.0}, angle = 2.0;
        for (Vec<3>& x : now.position) {
            const Vec<3> y{{stretch[0] * x[0], stretch[1] * x[1], stretch[2] * x[2]}};
            x = {{std::cos(angle) * y[0] - std::sin(angle) * y[1] + 4.0,
                  std::sin(angle) * y[0] + std::cos(angle) * y[1] - 7.0, y[2]}};
        }
        now.id.erase(now.id.begin() + 5);  // one has left
        now.position.erase(now.position.begin() + 5);
        const Measured table = local_strain(before, now, 10.0);
        EXPECT_EQ(table.rows.size(), 199U);
        const double volumetric = std::log(1.25 * 0.8 * stretch[2]), shear = std::log(1.25 / 0.8);
        for (const std::vector<double>& row : table.rows) {
            EXPECT_NEAR(row[static_cast<std::size_t>(d) + 1], volumetric, 1e-9);
            EXPECT_NEAR(row[static_cast<std::size_t>(d) + 2], shear, 1e-9);
        }
    }
}

TEST(ContactMeasures, HaveTraceOneAndAllContacts) {
    FramesGeometry geometry;
    geometry.dimension = 2;
    geometry.wall = {1, 0, 0, 0};
    geometry.mass = {1, 1, 1, 1};
    geometry.material = {0, 0, 0, 0};
    geometry.group = {"", "", "", ""};
    geometry.materials = {"stone"};
    geometry.density = {1000.0};
    Frame frame;
    frame.position = {0, 0, 0, 1, 1, 1, 1, 2};
    frame.velocity.assign(8, 0.0F);
    frame.orientation.assign(4, 0.0);
    frame.angular_velocity.assign(4, 0.0F);
    frame.contact_parts = {0, 1, 1, 2, 2, 3, 1, 3};
    frame.point = {0, 0.5, 0.5, 1, 1, 1.5, 0.5, 1.5};
    frame.moment.assign(4, 0.0F);
    frame.contacts = 4;
    frame.contact_bodies = {0, 1, 1, 2, 2, 3, 1, 3};
    frame.normal = {0, 1, 1, 0, 0, 1, 0.6F, 0.8F};
    frame.force = {0, 9, 2, 1, 0, 4, 0, 0};  // of a wall, two that bear, and one that does not
    const Assembly assembly = assembly_of(geometry, frame);
    const GrainSelection everyone = everybody(assembly);
    const std::vector<double> row = fabric_row(assembly, everyone);
    EXPECT_EQ(row[1], 2.0);
    EXPECT_NEAR(row[2] + row[3], 1.0, 1e-12);
    EXPECT_NEAR(row[2], 0.5, 1e-12);
    double normal = 0.0, tangential = 0.0;
    for (const std::vector<double>& bin : force_distribution(assembly, everyone, 6.0, 60).rows) {
        normal += 0.1 * bin[1];
        tangential += 0.1 * bin[2];
    }
    EXPECT_NEAR(normal, 1.0, 1e-9);
    EXPECT_NEAR(tangential, 1.0, 1e-9);
}

}  // namespace
}  // namespace drystone::fields_test
