// Random starts are within every law, and as large as they are to be.

#include "ensemble/random_start.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "solvers/chains.h"

namespace drystone::random_start_test {
namespace {

template <int D>
void starts_are_allowed() {
    RigidProblem<D> problem = stack_on_floor<D>(60);
    for (int i = 0; i < problem.size(); ++i) {
        LocalLaw<D> law = problem.law[i];
        law.mu = 0.1 * (i % 8);
        if (i % 3 == 1) law.tension = 0.5;
        if (i % 3 == 2) law.cohesion = 0.25;
        if (i % 4 == 0) {
            law.turning.rolling = 0.02;
            problem.turning.push_back({i, {}});
        }
        problem.law.set(static_cast<std::size_t>(i), law);
    }
    double largest = 0.0, mean = 0.0;
    int count = 0;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        Random random(seed);
        const Start<D> start = random_start(problem, 2.0, random);
        ASSERT_EQ(start.r.size(), problem.b.size());
        ASSERT_EQ(start.m.size(), problem.turning.size());
        for (std::size_t i = 0; i < start.r.size(); ++i) {
            const LocalLaw<D>& law = problem.law[i];
            const double limit = law.cohesion + law.mu * start.r[i][0];
            EXPECT_GE(start.r[i][0], -law.tension);
            EXPECT_LE(tangential_norm(start.r[i]), std::max(0.0, limit) * (1.0 + 1e-12));
            if (limit > 0.0) largest = std::max(largest, tangential_norm(start.r[i]) / limit);
            mean += start.r[i][0] + law.tension;
            ++count;
        }
        for (std::size_t k = 0; k < start.m.size(); ++k) {
            const auto i = static_cast<std::size_t>(problem.turning[k].contact);
            const double s_n = start.r[i][0] + problem.law[i].tension;
            EXPECT_LE(norm(start.m[k]), 0.02 * s_n * (1.0 + 1e-12));
        }
    }
    EXPECT_NEAR(mean / count, 2.0, 0.1);  // exponential with the mean `unit`; 3000 of them
    EXPECT_NEAR(largest, 1.0, 1e-9);      // every other start has friction at its limit
}

TEST(RandomStart, IsWithinEveryLawAndAsLargeAsAskedFor) {
    starts_are_allowed<2>();
    starts_are_allowed<3>();
}

TEST(RandomStart, TypicalImpulsesAreThoseOfTheContactsThatBear) {
    const RigidProblem<2> problem = stack_on_floor<2>(4);
    const std::vector<Vec<2>> r = {{{4.0, 1.0}}, {{0.0, 0.0}}, {{2.0, -1.0}}, {{0.0, 0.0}}};
    EXPECT_DOUBLE_EQ(typical_impulse(problem, r), 3.0);
    EXPECT_GT(typical_impulse(problem, std::vector<Vec<2>>(4)), 0.0);  // none bears: what would stop the fall
    EXPECT_EQ(typical_impulse(RigidProblem<2>{}, {}), 0.0);
}

}  // namespace
}  // namespace drystone::random_start_test
