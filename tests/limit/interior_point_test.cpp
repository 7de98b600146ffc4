// The search itself, on programs small enough to know the answer, and its parts.

#include "limit/interior_point.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"
#include "limit/cones.h"
#include "limit/small_root.h"

namespace drystone::interior_point_test {
namespace {

using Found = ConicAnswer::Found;
constexpr double tolerance = 1e-11;

/// One body of three rows; blocks are added by the test.
ConicProgram one_body(std::array<double, 3> b) {
    ConicProgram p;
    p.b.assign(b.begin(), b.end());
    return p;
}

/// A block of variables >= 0, one for each column.
void add_positive(ConicProgram& p, std::initializer_list<std::array<double, 6>> columns) {
    p.begin_block(static_cast<int>(columns.size()), -1, 0);
    auto variable = static_cast<std::size_t>(p.block.back().first_variable);
    for (const auto& column : columns) p.on_b[variable++] = column;
    for (std::size_t k = 0; k < columns.size(); ++k) {
        ConicProgram::Row row;
        row.g[k] = -1.0;
        p.add_row(row);
    }
}

// A block on a floor: r_t <= r_n / 2 both ways, weight 1, pushed by m.
TEST(InteriorPoint, ALinearProgramHasItsCorner) {
    ConicProgram p = one_body({0.0, 1.0, 0.0});
    add_positive(p, {{0.5, 1.0}, {-0.5, 1.0}});
    p.add_multiplier({1.0, 0.0, 0.0});
    const ConicAnswer answer = solve(p, tolerance);
    ASSERT_EQ(answer.found, Found::optimum);
    EXPECT_NEAR(answer.primal, -0.5, 1e-10);
    EXPECT_NEAR(answer.dual, -0.5, 1e-10);
}

// The same on a cone: the push turns, and friction with it.
TEST(InteriorPoint, AConeIsRound) {
    for (const double angle : {0.0, 0.3, 1.1, 2.5, 4.0}) {
        ConicProgram p = one_body({0.0, 0.0, 1.0});
        p.begin_block(3, -1, 0);
        p.on_b[0] = {0, 0, 1};
        p.on_b[1] = {1, 0, 0};
        p.on_b[2] = {0, 1, 0};
        p.add_cone(std::array<ConicProgram::Row, 3>{{{{-0.7}, 0.0}, {{0, -1}, 0.0}, {{0, 0, -1}, 0.0}}});
        p.add_multiplier({std::cos(angle), std::sin(angle), 0.0});
        const ConicAnswer answer = solve(p, tolerance);
        ASSERT_EQ(answer.found, Found::optimum);
        EXPECT_NEAR(answer.primal, -0.7, 1e-9);
    }
}

TEST(InteriorPoint, WhatCannotBeIsProved) {
    ConicProgram p = one_body({0.0, -1.0, 0.0});  // it would have to be pulled down
    add_positive(p, {{0.5, 1.0}, {-0.5, 1.0}});
    const ConicAnswer answer = solve(p, tolerance);
    ASSERT_EQ(answer.found, Found::infeasible);
    std::vector<double> x(2), more(2);
    times_A_transposed(p, answer.y, x);
    times_G_transposed(p, answer.z, more);
    for (std::size_t k = 0; k < 2; ++k) EXPECT_NEAR(x[k] + more[k], 0.0, 1e-9);
    for (const double z : answer.z) EXPECT_GE(z, 0.0);
    EXPECT_NEAR(answer.dual, 1.0, 1e-12);  // -b . y: the proof
}

TEST(InteriorPoint, ABodyThatNothingTouchesFalls) {
    ConicProgram p = one_body({0.0, 1.0, 0.0});
    EXPECT_EQ(solve(p, tolerance).found, Found::infeasible);
}

TEST(InteriorPoint, NothingToCarryIsCarried) {
    ConicProgram p = one_body({0.0, 0.0, 0.0});
    EXPECT_EQ(solve(p, tolerance).found, Found::optimum);
    EXPECT_EQ(solve(ConicProgram{}, tolerance).found, Found::optimum);
}

TEST(InteriorPoint, WhatHasNoLimitIsProvedToo) {
    ConicProgram p = one_body({0.0, 1.0, 0.0});
    add_positive(p, {{0.5, 1.0}, {-0.5, 1.0}});
    p.add_multiplier({0.0, -1.0, 0.0});  // pressed on the floor
    EXPECT_EQ(solve(p, tolerance).found, Found::unbounded);
}

// Two free variables hold all there is; a third says the same as the first.
TEST(InteriorPoint, ForcesWithoutLimitsMayBeRedundant) {
    ConicProgram p = one_body({0.3, 1.0, 0.0});
    for (const std::array<double, 6> column : {std::array<double, 6>{1, 0}, {0, 1}, {1, 0}}) {
        p.begin_block(1, -1, 0);
        p.on_b.back() = column;
    }
    add_positive(p, {{0, 0, 1.0}});
    p.add_multiplier({0.0, 0.0, 1.0});
    p.row.back().h = 0.0;
    const ConicAnswer answer = solve(p, tolerance);
    ASSERT_EQ(answer.found, Found::optimum);  // the last contact pushes the same way as the load: nothing is carried
    EXPECT_NEAR(answer.primal, 0.0, 1e-9);
    EXPECT_NEAR(answer.x[1], 1.0, 1e-9);
    EXPECT_NEAR(answer.x[0] + answer.x[2], 0.3, 1e-9);
}

/// Within a cone of size 3 or 4, so far from its side.
ConeElement within(int size, Random& random, double distance) {
    ConeElement u{};
    for (int k = 1; k < size; ++k) u[static_cast<std::size_t>(k)] = random.uniform() - 0.5;
    u[0] = cone_side(u) + distance;
    return u;
}

class Cones : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(OfSize, Cones, ::testing::Values(3, 4));

TEST_P(Cones, TheScalingTakesBothToOnePoint) {
    const int size = GetParam();
    Random random(7, 1);
    for (int trial = 0; trial < 200; ++trial) {
        const double far = std::pow(10.0, -8.0 * random.uniform()), near = std::pow(10.0, -8.0 * random.uniform());
        const ConeElement s = within(size, random, far), z = within(size, random, near);
        ConeScaling W;
        ASSERT_TRUE(W.set(size, s, z));
        const ConeElement one = W.times(z), other = W.times_inverse(s);
        for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(one[k], other[k], 1e-6 * one[0]);
        const ConeElement again = W.times_inverse(W.times(s));
        for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(again[k], s[k], 1e-6 * s[0]);
        const ConeElement v = {0.3, -1.0, 0.7, size == 4 ? -0.4 : 0.0}, by = W.times_inverse(W.times_inverse(v));  // W^-2 v by its rows
        const auto rows = W.graded_rows();
        ConeElement sum{};
        for (int r = 0; r < size; ++r) {
            const ConeElement& row = rows[static_cast<std::size_t>(r)];
            const double along = row[0] * v[0] + side_product(row, v);
            for (std::size_t k = 0; k < 4; ++k) sum[k] += along * row[k];
        }
        for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(sum[k], by[k], 1e-6 * (std::abs(by[0]) + cone_side(by)));
    }
}

TEST_P(Cones, TheLongestStepEndsOnTheCone) {
    Random random(7, 2);
    for (int trial = 0; trial < 100; ++trial) {
        const ConeElement lambda = within(GetParam(), random, 0.1);
        ConeElement d{}, end{};
        for (int k = 0; k < GetParam(); ++k) d[static_cast<std::size_t>(k)] = random.uniform() - 0.5;
        const double alpha = longest_step(GetParam(), lambda, d);
        if (!std::isfinite(alpha)) continue;
        for (std::size_t k = 0; k < 4; ++k) end[k] = lambda[k] + alpha * d[k];
        EXPECT_NEAR(end[0], cone_side(end), 1e-10 * (1.0 + alpha));
        EXPECT_GT(end[0], -1e-12);
    }
}

TEST_P(Cones, AQuotientUndoesAProduct) {
    const double last = GetParam() == 4 ? 0.8 : 0.0;
    const ConeElement lambda = {2.0, 0.5, -1.0, last}, v = {0.3, -0.7, 0.2, -last};
    const ConeElement back = cone_quotient(GetParam(), lambda, cone_product(GetParam(), lambda, v));
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(back[k], v[k], 1e-14);
}

// Two directions, a factor of 1e20 apart in Q: summed, the smaller would be lost in the larger.
TEST(SmallRoot, KeepsSmallRowsBesideLargeOnes) {
    std::array<SmallRoot::Numbers, 2> rows{{{1e-10, 2e-10}, {3e10, 1e10}}};
    SmallRoot root;
    root.set(rows, 2);
    SmallRoot::Numbers v{1.0, -3.0};
    root.half_solve(v);
    root.other_half(v);
    // Q^-1 u = G^-1 G^-T u, G = [1e-10 2e-10; 3e10 1e10]
    const double g = -5.0, a = 1e10 / g, b = -2e-10 / g, c = -3e10 / g, d = 1e-10 / g;  // G^-1
    const double p = a * 1.0 + c * -3.0, q = b * 1.0 + d * -3.0;                         // G^-T u
    EXPECT_NEAR(v[0], a * p + b * q, 1e-10 * std::abs(v[0]));
    EXPECT_NEAR(v[1], c * p + d * q, 1e-10 * std::abs(v[1]));
}

}  // namespace
}  // namespace drystone::interior_point_test
