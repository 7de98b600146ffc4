// Brendel sec. 1.6, counted: validation cases D06, G06, G07, G08.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "compare/cost_map.h"

namespace drystone::cost_map_test {
namespace {

CostSettings settings_of(CostCase which, std::vector<int> sizes, std::vector<double> stiffness = {1e4, 1e5}) {
    CostSettings settings;
    settings.which = which;
    settings.sizes = std::move(sizes);
    settings.stiffness = std::move(stiffness);
    return settings;
}

// D06: 136, 550, 2204, 8821 sweeps. Forces are looked at every sweep up to 256, and once in half a percent of them beyond.
TEST(CostMap, SweepsOfAStackGrowAsItsSquareAndTheWorkAsItsCube) {
    const CostMap map = map_costs(settings_of(CostCase::stack, {5, 10, 20, 40}));
    ASSERT_EQ(map.sizes.size(), 4u);
    EXPECT_TRUE(map.converged());
    EXPECT_EQ(map.sizes[0].plain.iterations, 136);
    const double exact[] = {136, 550, 2204, 8821};
    for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_GE(map.sizes[k].plain.iterations, exact[k]);
        EXPECT_LE(map.sizes[k].plain.iterations, 1.005 * exact[k]);
        EXPECT_EQ(map.sizes[k].contacts, map.sizes[k].balls);
        EXPECT_EQ(map.sizes[k].plain.updates, map.sizes[k].plain.iterations * map.sizes[k].contacts);
    }
    EXPECT_NEAR(map.exponents.sweeps, 2.0, 0.03);    // (1.34)
    EXPECT_NEAR(map.exponents.plain, 3.0, 0.1);      // (1.35)
    EXPECT_NEAR(map.exponents.crossover, 4.0, 0.2);  // fig. 1.6
}

// G06 in two and three dimensions, on piles small enough for every day; larger ones are for the night.
TEST(CostMap, WorkOfPilesGrowsAsTheDimensionHasIt) {
    const CostMap disks = map_costs(settings_of(CostCase::disks, {28, 105, 406}));
    EXPECT_TRUE(disks.converged());
    EXPECT_NEAR(disks.exponents.plain, 2.0, 0.25);
    EXPECT_NEAR(disks.exponents.crossover, 2.0, 0.5);
    const CostMap spheres = map_costs(settings_of(CostCase::spheres, {35, 120, 560}));
    EXPECT_TRUE(spheres.converged());
    EXPECT_NEAR(spheres.exponents.plain, 5.0 / 3.0, 0.25);
    EXPECT_EQ(spheres.sizes[1].contacts, 3 * spheres.sizes[1].balls);
}

// G07: sub-steps a second are exactly a fiftieth of the collision time pi sqrt(m / 2K); pair forces are as many as contacts.
TEST(CostMap, SoftGrainsCostTheRootOfTheirStiffnessAndTheirNumber) {
    const CostMap map = map_costs(settings_of(CostCase::disks, {28, 105, 406}, {1e4, 1e5, 1e6}));
    ASSERT_EQ(map.soft.size(), 9u);
    for (const SoftCost& one : map.soft) {
        const double collision = std::acos(-1.0) * std::sqrt(0.5 * map.settings.units.mass / one.stiffness);
        EXPECT_NEAR(one.substeps * collision, 50.0, 1e-9);
        EXPECT_EQ(one.pair_forces, map.sizes[static_cast<std::size_t>(one.size)].contacts);
        EXPECT_GT(one.seconds, 0.0);
    }
    EXPECT_NEAR(map.exponents.soft_stiffness, 0.5, 1e-9);
    EXPECT_NEAR(map.exponents.soft_size, 1.0, 0.1);
    EXPECT_NEAR(map.exponents.ratio_stiffness, -0.5, 1e-9);
    // G08: ten times the stiffness, a root of ten in the ratio.
    EXPECT_NEAR(map.soft[0].ratio / map.soft[1].ratio, std::sqrt(10.0), 0.2 * std::sqrt(10.0));
    EXPECT_NEAR(map.soft[7].ratio / map.soft[8].ratio, std::sqrt(10.0), 1e-6);
}

// At the crossover soft grains cost what contact dynamics does.
TEST(CostMap, BothCostTheSameOnTheLineBetween) {
    const CostMap map = map_costs(settings_of(CostCase::spheres, {35}, {1e4}));
    const CostMap there = map_costs(settings_of(CostCase::spheres, {35}, {map.sizes[0].crossover}));
    EXPECT_NEAR(there.soft[0].ratio, 1.0, 1e-9);
    EXPECT_TRUE(std::isnan(map.exponents.plain));  // one size has no slope
    EXPECT_NE(in_words(map).find("no slope"), std::string::npos);
}

// The closed form against mechanics: in every ball the known forces carry its weight.
TEST(CostMap, KnownForcesOfPilesAreInEquilibrium) {
    const PileUnits units;
    const auto check = [&](const auto& pile, auto zero) {
        const auto& bodies = pile.description.bodies;
        std::vector<decltype(zero)> sum(bodies.size());
        for (const KnownForce& one : pile.forces) {
            const auto a = static_cast<std::size_t>(one.a), b = static_cast<std::size_t>(one.b);
            const auto line = bodies[b].position - bodies[a].position;
            EXPECT_NEAR(norm(line), 2.0 * units.radius, 1e-12);
            sum[b] += (one.force / norm(line)) * line;
            sum[a] += (-one.force / norm(line)) * line;
        }
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            if (bodies[i].fixed) continue;
            EXPECT_NEAR(norm(sum[i] + bodies[i].mass * pile.description.gravity), 0.0,
                        1e-12 * units.mass * units.gravity * static_cast<double>(bodies.size()));
        }
    };
    const Pile<2> disks = pile_of<2>(28, 1e4, 0.0, units);
    EXPECT_EQ(disks.movable, 28);
    check(disks, Vec<2>{});
    const Pile<3> spheres = pile_of<3>(56, 1e4, 0.0, units);
    EXPECT_EQ(spheres.movable, 56);
    check(spheres, Vec<3>{});
}

TEST(CostMap, AnAccuracyThatIsNotReachedIsTold) {
    CostSettings settings = settings_of(CostCase::stack, {10}, {1e4});
    settings.most_sweeps = 20;
    const CostMap map = map_costs(settings);
    EXPECT_FALSE(map.converged());
    EXPECT_NE(in_words(map).find("NOT REACHED"), std::string::npos);
    EXPECT_NE(in_csv(map).find("false"), std::string::npos);
}

TEST(CostMap, AnExponentIsTheSlopeOfLogarithms) {
    EXPECT_NEAR(exponent_of({1.0, 2.0, 4.0}, {3.0, 12.0, 48.0}), 2.0, 1e-12);
    EXPECT_TRUE(std::isnan(exponent_of({2.0, 2.0}, {3.0, 4.0})));
}

}  // namespace
}  // namespace drystone::cost_map_test
