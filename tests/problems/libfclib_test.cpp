// Files and numbers of FCLIB's own library against ours. Built where the library is installed.
#include <gtest/gtest.h>

#include <cmath>

#include "io/folders.h"
#include "problems/attempt.h"
#include "problems/blocks.h"
#include "problems/condense.h"
#include "problems/read_problem.h"
#include "problems/samples.h"
#include "problems/write_problem.h"

extern "C" {
#include <fclib.h>
}

namespace drystone::libfclib_test {
namespace {

class LibFclib : public InAFolder {};

/// Their struct over our numbers.
fclib_matrix theirs(SparseMatrix& matrix) {
    return {.nzmax = static_cast<int>(matrix.value.size()),
            .m = matrix.rows,
            .n = matrix.columns,
            .p = matrix.column_start.data(),
            .i = matrix.row.data(),
            .x = matrix.value.data(),
            .nz = -1,
            .info = nullptr};
}

struct Local {
    LocalForm form;
    fclib_matrix W{};
    fclib_local problem{};

    explicit Local(LocalForm local) : form(std::move(local)) {
        W = theirs(form.W);
        problem.W = &W;
        problem.mu = form.mu.data();
        problem.q = form.q.data();
        problem.spacedim = form.dimension;
    }
};

TEST_F(LibFclib, ReadsWhatWeWrite) {
    const LocalForm local = sample_local();
    const std::vector<double> u(9, 0.25), r(9, 0.5);
    write_problem(path("ours.hdf5"), local, {"a title", "", "m"}, ContactState{u, r}, ContactState{r, u});

    fclib_local* read = fclib_read_local(path("ours.hdf5").c_str());
    ASSERT_NE(read, nullptr);
    EXPECT_EQ(read->spacedim, 3);
    ASSERT_EQ(read->W->nz, -1);
    ASSERT_EQ(read->W->nzmax, static_cast<int>(local.W.value.size()));
    EXPECT_EQ(std::vector<int>(read->W->p, read->W->p + 10), local.W.column_start);
    EXPECT_EQ(std::vector<int>(read->W->i, read->W->i + read->W->nzmax), local.W.row);
    EXPECT_EQ(std::vector<double>(read->W->x, read->W->x + read->W->nzmax), local.W.value);
    EXPECT_EQ(std::vector<double>(read->q, read->q + 9), local.q);
    EXPECT_EQ(std::vector<double>(read->mu, read->mu + 3), local.mu);
    EXPECT_STREQ(read->info->title, "a title");
    EXPECT_STREQ(read->info->description, "");

    int guesses = 0;
    fclib_solution* guess = fclib_read_guesses(path("ours.hdf5").c_str(), &guesses);
    ASSERT_EQ(guesses, 1);
    EXPECT_EQ(std::vector<double>(guess->r, guess->r + 9), r);
    fclib_solution* solution = fclib_read_solution(path("ours.hdf5").c_str());
    EXPECT_EQ(std::vector<double>(solution->r, solution->r + 9), u);
    fclib_delete_solutions(guess, 1);
    fclib_delete_solutions(solution, 1);
    fclib_delete_local(read);
    std::free(read);
}

TEST_F(LibFclib, WritesWhatWeRead) {
    Local local(sample_local());
    std::vector<double> u(9, 0.25), r(9, 0.5);
    fclib_solution guesses[] = {{nullptr, u.data(), r.data(), nullptr},
                                {nullptr, r.data(), u.data(), nullptr}};
    ASSERT_EQ(fclib_write_local(&local.problem, path("theirs.hdf5").c_str()), 1);
    ASSERT_EQ(fclib_write_guesses(2, guesses, path("theirs.hdf5").c_str()), 1);
    ASSERT_EQ(fclib_write_solution(&guesses[1], path("theirs.hdf5").c_str()), 1);
    const ProblemFile file = read_problem(path("theirs.hdf5"));
    EXPECT_EQ(std::get<LocalForm>(file.form), local.form);
    EXPECT_EQ(file.guess, (ContactState{u, r}));
    EXPECT_EQ(file.solution, (ContactState{r, u}));
}

TEST_F(LibFclib, WritesGlobalProblemsThatWeRead) {
    GlobalForm global = sample_global(3, 12, 2, 2);
    const GlobalForm expected = global;
    fclib_matrix M = theirs(global.M), H = theirs(global.H), G = theirs(*global.G);
    fclib_global problem{&M, &H,     &G, global.mu.data(), global.f.data(), global.b.data(), global.w.data(),
                         3,  nullptr};
    ASSERT_EQ(fclib_write_global(&problem, path("global.hdf5").c_str()), 1);
    EXPECT_EQ(std::get<GlobalForm>(read_problem(path("global.hdf5")).form), expected);
}

/// Far from a solution, near one and at it.
TEST_F(LibFclib, TheMeritFunctionIsTheirs) {
    Local local(sample_local());
    const BlockProblem<3> problem = to_blocks<3>(local.form);
    Random random(3, 0);
    std::vector<Vec<3>> r = as_vectors<3>(random_vector(random, 9));
    for (int k = 0; k < 3; ++k) {
        ContactState state = state_of<3>(problem, std::span<const Vec<3>>(r));
        fclib_solution solution{nullptr, state.u.data(), state.r.data(), nullptr};
        const double ours = fclib_merit<3>(problem, r);
        EXPECT_NEAR(ours, fclib_merit_local(&local.problem, MERIT_1, &solution), 1e-14 * (1.0 + ours)) << k;
        EXPECT_EQ(ours > 0.1, k == 0);
        r = attempt<3>(problem, {.method = SolverMethod::nlgs, .tolerance = k == 0 ? 1e-3 : 1e-12}).r;
    }
    EXPECT_LT(fclib_merit<3>(problem, r), 1e-12);
}

}  // namespace
}  // namespace drystone::libfclib_test
