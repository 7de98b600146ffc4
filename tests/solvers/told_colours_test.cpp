// Colours that a sweep is told from outside, and the terms of its residual one by one.

#include "solvers/told_colours.h"

#include <gtest/gtest.h>

#include "solvers/chains.h"
#include "solvers/nlgs_sweep.h"

namespace drystone::told_colours_test {
namespace {

struct Listener final : ToldListener {
    std::vector<std::pair<int, int>> begun, ended;
    void begin(int kind, int colour) override { begun.emplace_back(kind, colour); }
    void end(int kind, int colour) override { ended.emplace_back(kind, colour); }
};

/// A stack whose contacts are told colours by turns, the odd ones of three; the others are the sweep's own.
template <int D>
void sweep_a_stack(int threads) {
    constexpr int balls = 30;
    RigidProblem<D> problem = stack_on_floor<D>(balls);
    for (int i = 0; i < balls; ++i) problem.b[static_cast<std::size_t>(i)][1] = 1e-3 * (i % 5);
    NlgsScratch<D> scratch;
    Listener listener;
    scratch.told = {std::vector<int>(balls, -1), 2, &listener};
    for (int i = 0; i < balls; ++i) scratch.told.half[static_cast<std::size_t>(i)] = i % 3 == 0 ? -1 : 2 * (i % 2) + (i % 3 == 1);
    ThreadPool pool(threads);
    BodySweep<D> sweep(problem, SweepOrder::coloured, pool, scratch);
    Random random(1);
    sweep.load_zero();
    for (int k = 0; k < 20000; ++k) sweep.sweep(random);
    const std::size_t before = listener.begun.size();
    const ResidualSums sums = sweep.residual();
    EXPECT_LT(sums.relative(), 1e-9);
    EXPECT_EQ(listener.begun, listener.ended);
    ASSERT_EQ(listener.begun.size(), before + 8);  // four kinds of two colours
    for (std::size_t k = 0; k < 8; ++k) EXPECT_EQ(listener.begun[before + k], std::pair(static_cast<int>(k / 2), static_cast<int>(k % 2)));

    std::vector<ResidualSums> terms;
    sweep.residual_of_each(terms);
    ResidualSums together;
    for (const ResidualSums& term : terms) together += term;
    EXPECT_NEAR(together.impulse, sums.impulse, 1e-14 * sums.impulse);
    EXPECT_NEAR(together.free, sums.free, 1e-14 * sums.free);
    EXPECT_NEAR(together.error, sums.error, 1e-6 * sums.error + 1e-300);
    std::vector<Vec<D>> r(balls);
    sweep.store(r, {});
    EXPECT_NEAR(sums.relative(), relative_residual<D>(problem, std::span<const Vec<D>>(r)), 1e-12);
}

TEST(ToldColours, AStackIsSolvedAndEveryColourIsToldOfInThePlane) { sweep_a_stack<2>(1); }
TEST(ToldColours, AStackIsSolvedAndEveryColourIsToldOfInSpace) { sweep_a_stack<3>(2); }

}  // namespace
}  // namespace drystone::told_colours_test
