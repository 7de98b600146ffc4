// Which method gave the answer, and what each one took.

#include <gtest/gtest.h>

#include "solvers/chains.h"
#include "solvers/method_names.h"
#include "solvers/random_problems.h"
#include "solvers/solve.h"

namespace drystone::solved_by_test {
namespace {

template <int D>
SolveReport solve(const RigidProblem<D>& problem, const SolverSettings& settings, std::vector<Vec<D>>& r) {
    SolverScratch<D> scratch;
    ThreadPool pool(1);
    r.resize(problem.b.size());
    std::vector<Spin<D>> m(problem.turning.size());
    return solve_contacts<D>(problem, {settings, 0, pool}, scratch, {r, m});
}

SolvedBy way_of(SolverMethod method) {
    return method == SolverMethod::nlgs       ? SolvedBy::nlgs
           : method == SolverMethod::anderson ? SolvedBy::anderson
           : method == SolverMethod::admm     ? SolvedBy::admm
                                              : SolvedBy::newton;
}

template <int D>
RigidProblem<D> small_problem() {
    Random random(3);
    return random_problem<D>(random, {.bodies = 12, .contacts = 16, .mu = 0.3});
}

template <int D>
void one_method_has_all_the_work() {
    for (const MethodName& name : method_names) {
        if (!name.on_bodies || name.method == SolverMethod::automatic) continue;
        std::vector<Vec<D>> r;
        const SolveReport report =
            solve<D>(small_problem<D>(), {.method = name.method, .tolerance = 1e-8}, r);
        EXPECT_TRUE(report.converged) << name.name;
        EXPECT_EQ(report.solved_by, way_of(name.method)) << name.name;
        EXPECT_GT(report.work[way_of(name.method)].iterations, 0) << name.name;
        EXPECT_GT(report.work[way_of(name.method)].seconds, 0.0) << name.name;
        EXPECT_GE(report.work.sum().iterations, report.iterations) << name.name;  // of islands the longest counts there
        if (name.method != SolverMethod::newton) {
            EXPECT_EQ(report.work.sum().iterations, report.iterations) << name.name;
        }
        EXPECT_EQ(report.work[SolvedBy::first_guess].iterations, 0) << name.name;
    }
}

TEST(SolvedBy, AMethodThatIsAskedForHasAllTheWork) {
    one_method_has_all_the_work<2>();
    one_method_has_all_the_work<3>();
}

template <int D>
void on_blocks() {
    for (const MethodName& name : method_names) {
        if (!name.on_blocks) continue;
        const BlockProblem<D> problem = assemble_blocks(small_problem<D>());
        std::vector<Vec<D>> r(problem.b.size());
        const SolveReport report = solve_contacts<D>(
            problem, {.method = name.method, .tolerance = 1e-8, .max_iterations = 20000}, 0, r);
        EXPECT_TRUE(report.converged) << name.name;
        EXPECT_NE(report.solved_by, SolvedBy::nothing) << name.name;
        EXPECT_NE(report.solved_by, SolvedBy::first_guess) << name.name;
        EXPECT_GT(report.work[report.solved_by].iterations, 0) << name.name;
        EXPECT_GE(report.work.sum().iterations, report.iterations) << name.name;
        if (name.method == SolverMethod::newton) {
            EXPECT_EQ(report.work[SolvedBy::admm].iterations, 0);
        }
        // Again from the answer: nothing is left to do.
        const SolveReport again =
            solve_contacts<D>(problem, {.method = name.method, .tolerance = 1e-7}, 0, r);
        EXPECT_EQ(again.iterations == 0, again.solved_by == SolvedBy::first_guess) << name.name;
        EXPECT_EQ(again.work.sum().iterations, again.iterations) << name.name;
    }
}

TEST(SolvedBy, BlocksAreBookedAsWell) {
    on_blocks<2>();
    on_blocks<3>();
}

TEST(SolvedBy, AGuessThatIsGoodEnoughIsTheSolution) {
    const RigidProblem<3> problem = stack_on_floor<3>(5);
    for (const SolverMethod method : {SolverMethod::nlgs, SolverMethod::anderson, SolverMethod::automatic}) {
        std::vector<Vec<3>> r;
        ASSERT_TRUE(solve<3>(problem, {.method = method, .tolerance = 1e-10}, r).converged);
        const SolveReport report = solve<3>(problem, {.method = method, .tolerance = 1e-6}, r);
        EXPECT_EQ(report.solved_by, SolvedBy::first_guess);
        EXPECT_EQ(report.work.sum().iterations, 0);
    }
}

TEST(SolvedBy, NothingIsSolvedByNothing) {
    std::vector<Vec<2>> r;
    for (const SolverMethod method :
         {SolverMethod::nlgs, SolverMethod::anderson, SolverMethod::admm, SolverMethod::automatic}) {
        const SolveReport report = solve<2>({}, {.method = method}, r);
        EXPECT_EQ(report.solved_by, SolvedBy::nothing);
        EXPECT_TRUE(report.converged);
    }
    EXPECT_EQ(solve_contacts<2>(BlockProblem<2>{}, {}, 0, {}).solved_by, SolvedBy::nothing);
}

// 2000 balls to 1e-9: accelerated sweeps do not halve the error any more; Newton's method arrives.
TEST(SolvedBy, WhereTheLadderGoesOnBothRungsAreBooked) {
    std::vector<Vec<3>> r;
    const SolveReport report =
        solve<3>(stack_on_floor<3>(2000), {.method = SolverMethod::automatic, .tolerance = 1e-9}, r);
    EXPECT_EQ(report.solved_by, SolvedBy::newton);
    EXPECT_GE(report.work[SolvedBy::anderson].iterations + report.work[SolvedBy::few_contacts].iterations,
              1000);
    EXPECT_EQ(report.work.sum().iterations, report.iterations);
    EXPECT_GT(report.work[SolvedBy::newton].iterations, 0);
    EXPECT_EQ(report.work[SolvedBy::nlgs].iterations, 0);
}

// However few iterations are allowed, half of them are left for Newton's method where it is affordable.
TEST(SolvedBy, SweepsDoNotTakeAllIterations) {
    std::vector<Vec<3>> r;
    const SolveReport report =
        solve<3>(stack_on_floor<3>(500), {.method = SolverMethod::automatic, .tolerance = 1e-9, .max_iterations = 2000}, r);
    EXPECT_TRUE(report.converged) << report.residual;
    EXPECT_LE(report.iterations, 2000);
    EXPECT_EQ(report.solved_by, SolvedBy::newton);
}

/// b of bodies that go a little faster or slower, each its own way.
template <int D>
void push_bodies(double by, Random& random, RigidProblem<D>& problem) {
    std::vector<Vec<D>> pushed(problem.W.body.size());
    for (Vec<D>& v : pushed) v = by * random_direction<D>(random);
    for (std::size_t i = 0; i < problem.b.size(); ++i) {
        const ContactArms<D>& c = problem.W.contact[i];
        Vec<D> relative;
        if (c.body_a >= 0) relative -= pushed[c.body_a];
        if (c.body_b >= 0) relative += pushed[c.body_b];
        for (int k = 0; k < D; ++k) problem.b[i][k] += dot(c.frame[k], relative);
    }
}

/// Four contacts in the place of each, the corners of a face: a joint.
template <int D>
RigidProblem<D> with_faces(const RigidProblem<D>& single) {
    constexpr double half = 0.02;
    RigidProblem<D> out = single;
    out.W.contact.clear(), out.b.clear(), out.law.clear();
    for (int i = 0; i < single.size(); ++i) {
        for (int corner = 0; corner < 4; ++corner) {
            ContactArms<D> c = single.W.contact[i];
            for (int t = 1; t < D; ++t) {
                const Vec<D> shift = ((corner >> (t - 1)) % 2 == 0 ? -half : half) * c.frame[t];
                c.arm_a += shift, c.arm_b += shift;
            }
            out.W.contact.push_back(c);
            out.b.push_back(single.b[i]);
            out.law.push_back(single.law[i]);
        }
    }
    return out;
}

/// More contacts than the bodies have freedoms: masonry to the ladder. From nothing by alternating directions; when bodies are pushed, from those
/// impulses, by Newton's method, and at less cost.
template <int D>
void masonry_goes_on_by_newton() {
    for (const double mu : {0.3, 0.8}) {
        Random random(11);
        RigidProblem<D> problem = with_faces<D>(random_problem<D>(random, {.bodies = 40, .contacts = 62, .mu = mu, .on_floor = 0.02}));
        const SolverSettings settings{.method = SolverMethod::automatic, .tolerance = 1e-10};
        std::vector<Vec<D>> r;
        const SolveReport first = solve<D>(problem, settings, r);
        EXPECT_TRUE(first.converged);
        EXPECT_GT(first.work[SolvedBy::admm].iterations, 0) << D << "D, friction " << mu;
        push_bodies<D>(0.01, random, problem);
        const SolveReport next = solve<D>(problem, settings, r);
        EXPECT_TRUE(next.converged);
        EXPECT_EQ(next.solved_by, SolvedBy::newton) << D << "D, friction " << mu;
        EXPECT_EQ(next.work[SolvedBy::admm].iterations, 0);
        EXPECT_LT(next.iterations, first.iterations);
    }
}

TEST(SolvedBy, MasonryThatWasSolvedAStepAgoGoesOnByNewton) {
    masonry_goes_on_by_newton<2>();
    masonry_goes_on_by_newton<3>();
}

/// Two stacks that do not touch.
RigidProblem<2> two_stacks(int high, int low) {
    RigidProblem<2> whole = stack_on_floor<2>(high);
    const RigidProblem<2> other = stack_on_floor<2>(low);
    for (ContactArms<2> c : other.W.contact) {
        if (c.body_a >= 0) c.body_a += high;
        if (c.body_b >= 0) c.body_b += high;
        whole.W.contact.push_back(c);
    }
    whole.W.body.append(other.W.body);
    whole.b.insert(whole.b.end(), other.b.begin(), other.b.end());
    for (const LocalLaw<2>& law : other.law) whole.law.push_back(law);
    return whole;
}

TEST(SolvedBy, IslandsAreAddedUpAndTheSlowestSpeaksForAll) {
    std::vector<Vec<2>> r;
    const SolveReport report =
        solve<2>(two_stacks(600, 500), {.method = SolverMethod::automatic, .tolerance = 1e-9}, r);
    EXPECT_TRUE(report.converged);
    EXPECT_EQ(report.solved_by, SolvedBy::newton);
    EXPECT_GT(report.work.sum().iterations, report.iterations);
}

}  // namespace
}  // namespace drystone::solved_by_test
