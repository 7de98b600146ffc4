// Forces of a state in a cell: as many independent ones as equilibrium leaves open.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/input_error.h"
#include "ensemble/ensemble.h"
#include "physics/cell_stage.h"

namespace drystone::cell_test {
namespace {

using Control = CellDescription<2>::Control;

/// Rows that are independent, by elimination with the largest left over.
int rank_of(std::vector<std::vector<double>> rows, double tolerance) {
    int rank = 0;
    double first = 0.0;
    for (;;) {
        std::size_t r = 0, c = 0;
        double largest = 0.0;
        for (std::size_t i = static_cast<std::size_t>(rank); i < rows.size(); ++i) {
            for (std::size_t j = 0; j < rows[i].size(); ++j) {
                if (std::abs(rows[i][j]) > largest) largest = std::abs(rows[i][j]), r = i, c = j;
            }
        }
        if (rank == 0) first = largest;
        if (!(largest > tolerance * first)) return rank;
        std::swap(rows[static_cast<std::size_t>(rank)], rows[r]);
        const std::vector<double>& pivot = rows[static_cast<std::size_t>(rank)];
        for (std::size_t i = static_cast<std::size_t>(rank) + 1; i < rows.size(); ++i) {
            const double by = rows[i][c] / pivot[c];
            for (std::size_t j = 0; j < pivot.size(); ++j) rows[i][j] -= by * pivot[j];
        }
        if (static_cast<std::size_t>(++rank) == rows.size()) return rank;
    }
}

/// How many directions the forces of the runs differ in.
int span_of(const Ensemble<2>& e) {
    std::vector<std::vector<double>> rows;
    for (std::size_t k = 1; k < e.force.size(); ++k) {
        rows.emplace_back();
        for (std::size_t c = 0; c < e.force[k].size(); ++c) {
            for (int i = 0; i < 2; ++i) rows.back().push_back(e.force[k][c][i] - e.force[0][c][i]);
        }
    }
    return rank_of(std::move(rows), 1e-5);
}

/// A triangular lattice of n x n disks of diameter d, n even, sheared into a rectangle.
CellStage<2> crystal(int n, double friction, double p) {
    constexpr double d = 0.2;
    const double height = 0.5 * std::numbers::sqrt3 * d;
    CellStage<2> stage(Coulomb{.friction = friction}, {{n * d, n * height}});
    for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i) stage.ball(1.0, 0.5 * d, {{(i + 0.5 * (j % 2)) * d, j * height}});
    }
    stage.pressed(p);
    return stage;
}

Ensemble<2> sampled(const CellStage<2>& stage, int runs) {
    World<2> world = stage.build();
    ThreadPool pool(2);
    return sample_forces(world, stage.settings, {.runs = runs, .tolerance = 1e-11, .max_iterations = 200000}, pool);
}

/// D N_c unknowns; (D + 1) N equations less two, since all disks may shift together; one more for each component under stress.
TEST(SampledCells, ForcesDifferInAsManyWaysAsEquilibriumLeavesOpen) {
    constexpr int n = 4, disks = n * n, contacts = 3 * disks;
    const Ensemble<2> e = sampled(crystal(n, 0.5, 1000.0), 2 * contacts + 20);
    ASSERT_EQ(e.contacts.size(), static_cast<std::size_t>(contacts));
    ASSERT_GT(e.counted.size(), static_cast<std::size_t>(2 * contacts));
    EXPECT_EQ(e.movable, disks);
    EXPECT_EQ(e.joints.size(), e.contacts.size());  // images of one neighbour are other joints
    EXPECT_EQ(span_of(e), 2 * contacts - (3 * disks - 2) - 2);
    for (int i = 0; i < 2; ++i) {
        EXPECT_NEAR(e.stress[static_cast<std::size_t>(i)][static_cast<std::size_t>(i)].low, 1000.0, 1e-4);
        EXPECT_NEAR(e.stress[static_cast<std::size_t>(i)][static_cast<std::size_t>(i)].high, 1000.0, 1e-4);
    }
    EXPECT_LT(e.fastest, 1e-6);
}

/// Without friction, a shear under stress as well: what is asked for fixes the sum of all forces, d sum f = V tr s, and three of their ways to differ.
TEST(SampledCells, TheStressFixesTheSumOfTheForces) {
    constexpr double d = 0.2, p = 1000.0;
    CellStage<2> stage = crystal(2, 0.0, p);
    stage.control("xy", Control::stress, 0.0);
    const Ensemble<2> e = sampled(stage, 20);
    ASSERT_EQ(e.counted.size(), 20u);
    ASSERT_EQ(e.contacts.size(), 12u);
    for (const std::vector<Vec<2>>& run : e.force) {
        double sum = 0.0;
        for (const Vec<2>& f : run) sum += f[0];
        EXPECT_NEAR(sum, 12.0 * p * d / std::numbers::sqrt3, 1e-5 * p * d);
    }
    EXPECT_EQ(span_of(e), 12 - (2 * 4 - 2) - 3);
}

TEST(SampledCells, ACellThatIsToldToMoveIsRefused) {
    CellStage<2> stage = crystal(2, 0.3, 100.0);
    stage.control("xy", Control::rate, 0.1);
    EXPECT_THROW(sampled(stage, 2), InputError);
}

}  // namespace
}  // namespace drystone::cell_test
