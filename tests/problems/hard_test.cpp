// Thirty contact problems that ten thousand sweeps leave unsolved: grains in motion at friction 0.9 (docs/theory.md section 5.6). What comes
// back as solved must be so, and nearly all must come back.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "problems/attempt.h"
#include "problems/blocks.h"
#include "problems/read_problem.h"

namespace drystone::hard_test {
namespace {

std::vector<std::string> hard_problems() {
    std::vector<std::string> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(DRYSTONE_SOURCE_DIR) / "tests/problems/hard"))
        files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    return files;
}

/// Solves from nothing; the residual is computed apart from the solver.
template <int D>
bool is_solved(const LocalForm& form, const SolverSettings& settings) {
    const BlockProblem<D> problem = to_blocks<D>(form);
    const Attempt<D> found = attempt<D>(problem, settings);
    EXPECT_EQ(found.report.converged,
              relative_residual<D>(problem, std::span<const Vec<D>>(found.r)) <= settings.tolerance);
    return found.report.converged;
}

int solved(const SolverSettings& settings) {
    int count = 0;
    for (const std::string& file : hard_problems()) {
        const LocalForm form = condensed(read_problem(file), file);
        count += form.dimension == 2 ? is_solved<2>(form, settings) : is_solved<3>(form, settings);
    }
    return count;
}

TEST(HardProblems, NewtonSolvesNearlyAllOfThem) {
    ASSERT_EQ(hard_problems().size(), 30u);
    EXPECT_GE(solved({.method = SolverMethod::newton, .tolerance = 1e-8, .max_iterations = 100000}), 29);
}

TEST(HardProblems, SweepsDoNot) {
    EXPECT_LE(solved({.method = SolverMethod::nlgs, .tolerance = 1e-5, .max_iterations = 2000}), 3);
}

}  // namespace
}  // namespace drystone::hard_test
