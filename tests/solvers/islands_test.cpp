#include "solvers/islands.h"

#include <gtest/gtest.h>

#include "solvers/chains.h"

namespace drystone::islands_test {
namespace {

/// Two stacks on one floor, their contacts interleaved.
BlockProblem<2> two_stacks() {
    RigidProblem<2> p = stack_on_floor<2>(3), q = stack_on_floor<2>(4, 2.0);
    RigidProblem<2> both;
    both.W.body = p.W.body;
    both.W.body.append(q.W.body);
    for (int i = 0; i < 4; ++i) {
        ContactArms<2> c = q.W.contact[i];
        c.body_a = c.body_a < 0 ? -1 : c.body_a + 3;
        c.body_b += 3;
        both.W.contact.push_back(c);
        both.b.push_back(q.b[i]);
        both.law.push_back(q.law[i]);
        if (i == 3) break;
        both.W.contact.push_back(p.W.contact[i]);
        both.b.push_back(p.b[i]);
        both.law.push_back(p.law[i]);
    }
    return assemble_blocks(both);
}

TEST(Islands, TwoStacksOnOneFloorAreTwo) {
    const BlockProblem<2> both = two_stacks();
    const Islands islands = find_islands(both.W);
    ASSERT_EQ(islands.size(), 2);
    EXPECT_EQ(std::vector<int>(islands.of(0).begin(), islands.of(0).end()), (std::vector<int>{0, 2, 4, 6}));
    EXPECT_EQ(std::vector<int>(islands.of(1).begin(), islands.of(1).end()), (std::vector<int>{1, 3, 5}));
    std::vector<int> place(both.b.size());
    EXPECT_EQ(part_of(both, islands.of(0), place), assemble_blocks(stack_on_floor<2>(4, 2.0)));
    EXPECT_EQ(part_of(both, islands.of(1), place), assemble_blocks(stack_on_floor<2>(3)));
}

TEST(Islands, NoContactsAreNoIslands) {
    EXPECT_EQ(find_islands(BlockMap<3>{.row_start = {0}, .column = {}, .block = {}}).size(), 0);
}

// Tension and shifts go into b: the error of s = r + c n is that of r.
TEST(Islands, TheDryFormHasTheSameError) {
    BlockProblem<2> problem = assemble_blocks(stack_on_floor<2>(4));
    for (int i = 0; i < 4; ++i) {
        problem.law.change(static_cast<std::size_t>(i), [i](LocalLaw<2>& law) {
            law.tension = 0.01 * (i + 1);
            law.cohesion = law.mu * law.tension;
            law.velocity_shift = {{0.002 * i, -0.003}};
        });
    }
    const std::vector<Vec<2>> r = {{{0.02, 0.001}}, {{-0.005, 0.0}}, {{0.03, -0.004}}, {{0.0, 0.0}}};
    std::vector<Vec<2>> s = r;
    for (int i = 0; i < 4; ++i) s[i][0] += problem.law[i].tension;
    const double error = residual_sums<2>(problem, std::span<const Vec<2>>(r)).error;
    make_dry(problem);
    EXPECT_GT(error, 0.0);
    EXPECT_NEAR(residual_sums<2>(problem, std::span<const Vec<2>>(s)).error, error, 1e-14 * error);
}

}  // namespace
}  // namespace drystone::islands_test
