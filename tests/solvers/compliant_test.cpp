// Problems with compliant bodies: every method against assembled blocks, moments, islands, threads.

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "solvers/compliant_problems.h"
#include "solvers/joint_plan.h"
#include "solvers/method_names.h"
#include "solvers/solve.h"

namespace drystone::compliant_test {
namespace {

template <int D>
struct Solution {
    std::vector<Vec<D>> r;
    std::vector<Spin<D>> m;
    SolveReport report;
};

template <int D>
Solution<D> solved(const RigidProblem<D>& p, const SolverSettings& settings, int threads = 1) {
    Solution<D> s{std::vector<Vec<D>>(p.b.size()), std::vector<Spin<D>>(p.turning.size()), {}};
    ThreadPool pool(threads);
    SolverScratch<D> scratch;
    s.report = solve_contacts<D>(p, {settings, 7, pool}, scratch, {s.r, s.m});
    return s;
}

SolverSettings tight(SolverMethod method, SweepOrder order = SweepOrder::coloured) {
    return {.method = method, .order = order, .tolerance = 1e-13, .max_iterations = 200000};
}

/// Velocities of everything that moves.
template <int D>
std::vector<double> motion(const RigidProblem<D>& p, const Solution<D>& s) {
    MapState<D> V;
    p.W.reset(V);
    for (int i = 0; i < p.size(); ++i) p.W.add(V, i, s.r[static_cast<std::size_t>(i)]);
    for (std::size_t k = 0; k < s.m.size(); ++k) p.W.add_moment(V, p.turning[k].contact, s.m[k]);
    std::vector<double> all;
    for (const Twist<D>& t : V.body) {
        for (const double x : t.v.c) all.push_back(x);
        for (const double x : t.w.c) all.push_back(x);
    }
    for (const Vec<D>& v : V.dof) all.insert(all.end(), v.c.begin(), v.c.end());
    return all;
}

const std::pair<SolverMethod, SweepOrder> every_way[] = {
    {SolverMethod::nlgs, SweepOrder::coloured},    {SolverMethod::nlgs, SweepOrder::random},
    {SolverMethod::nlgs, SweepOrder::sequential},  {SolverMethod::anderson, SweepOrder::coloured},
    {SolverMethod::admm, SweepOrder::coloured},    {SolverMethod::automatic, SweepOrder::coloured},
    {SolverMethod::newton, SweepOrder::coloured},
};

template <int D>
void every_method_agrees_with_blocks() {
    for (const std::uint64_t seed : {1, 2, 5}) {
        const RigidProblem<D> p = compliant_problem<D>(seed, {.rigid = {.bodies = 6, .contacts = 12, .mu = 0.3}});
        const BlockProblem<D> blocks = assemble_blocks(p);
        Solution<D> oracle{std::vector<Vec<D>>(p.b.size()), {}, {}};
        oracle.report = solve_contacts<D>(blocks, {.method = SolverMethod::newton, .tolerance = 1e-14}, 0, oracle.r);
        ASSERT_TRUE(oracle.report.converged);
        const std::vector<double> wanted = motion(p, oracle);
        for (const auto& [method, order] : every_way) {
            const Solution<D> s = solved(p, tight(method, order));
            ASSERT_TRUE(s.report.converged) << name_of(method) << " " << s.report.residual;
            EXPECT_LE(relative_residual<D>(p, s.r), 2e-13) << name_of(method);
            const std::vector<double> found = motion(p, s);
            for (std::size_t k = 0; k < found.size(); ++k) ASSERT_NEAR(found[k], wanted[k], 1e-10) << name_of(method);
        }
    }
}

TEST(Compliant, EveryMethodAgreesWithAssembledBlocks) {
    every_method_agrees_with_blocks<2>();
    every_method_agrees_with_blocks<3>();
}

template <int D>
void moments_are_solved_by_all_but_newton() {
    const RigidProblem<D> p = compliant_problem<D>(4, {.rigid = {.bodies = 6, .contacts = 12, .mu = 0.3}, .turns = true});
    ASSERT_GE(p.turning.size(), 5u);
    std::vector<double> wanted;
    for (const auto& [method, order] : every_way) {
        if (method == SolverMethod::newton) {
            EXPECT_THROW(solved(p, tight(method, order)), InputError);
            continue;
        }
        const Solution<D> s = solved(p, tight(method, order));
        ASSERT_TRUE(s.report.converged) << name_of(method) << " " << s.report.residual;
        EXPECT_LE((relative_residual<D>(p, s.r, s.m)), 2e-13) << name_of(method);
        double largest = 0.0;
        for (const Spin<D>& m : s.m) largest = std::max(largest, norm(m));
        EXPECT_GT(largest, 1e-4);
        const std::vector<double> found = motion(p, s);
        if (wanted.empty()) wanted = found;
        for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], wanted[k], 1e-9) << name_of(method);
    }
}

TEST(Compliant, MomentsAreSolvedByAllButNewton) {
    moments_are_solved_by_all_but_newton<2>();
    moments_are_solved_by_all_but_newton<3>();
}

/// Two such problems that do not touch, the second a part of the same lists.
template <int D>
RigidProblem<D> side_by_side(RigidProblem<D> p, const RigidProblem<D>& q) {
    const int bodies = static_cast<int>(p.W.body.size()), grips = static_cast<int>(p.W.grip.size());
    const int compliant = static_cast<int>(p.W.compliant.size()), dofs = p.W.dofs(), contacts = p.size();
    p.W.body.append(q.W.body);
    for (CompliantBody<D> body : q.W.compliant) {
        body.first += dofs;
        p.W.compliant.push_back(body);
    }
    for (Grip<D> grip : q.W.grip) {
        grip.body += compliant;
        p.W.grip.push_back(grip);
    }
    for (ContactArms<D> c : q.W.contact) {
        if (c.body_a >= 0) c.body_a += bodies;
        if (c.body_b >= 0) c.body_b += bodies;
        c.first_grip += grips;
        p.W.contact.push_back(c);
    }
    p.b.insert(p.b.end(), q.b.begin(), q.b.end());
    for (const LocalLaw<D>& law : q.law) p.law.push_back(law);
    for (const Turning<D>& t : q.turning) p.turning.push_back({t.contact + contacts, t.b});
    return p;
}

// Two islands of 200 contacts are solved apart; threads share joints of one colour. Neither changes a bit.
TEST(Compliant, IslandsAndThreadsGiveTheSameBits) {
    const CompliantProblem wanted{.rigid = {.bodies = 30, .contacts = 200, .mu = 0.3}, .compliant = 12, .dofs = 30, .turns = true};
    const RigidProblem<3> p = compliant_problem<3>(8, wanted), q = compliant_problem<3>(9, wanted), both = side_by_side(p, q);
    for (const SolverMethod method : {SolverMethod::nlgs, SolverMethod::anderson, SolverMethod::automatic}) {
        const SolverSettings settings{.method = method, .tolerance = 1e-6, .max_iterations = 20000};
        const Solution<3> one = solved(both, settings, 1);
        EXPECT_TRUE(one.report.converged) << name_of(method);
        EXPECT_LE((relative_residual<3>(both, one.r, one.m)), 1.001e-6) << name_of(method);
        for (const int threads : {2, 3}) {
            const Solution<3> more = solved(both, settings, threads);
            EXPECT_EQ(one.r, more.r) << name_of(method) << " " << threads;
            EXPECT_EQ(one.m, more.m) << name_of(method) << " " << threads;
        }
    }
}

// The contacts of one joint settle between themselves: a sweep does more than one that visits them singly.
TEST(Compliant, AJointSettlesInFewSweeps) {
    RigidProblem<3> p = compliant_problem<3>(6, {.rigid = {.bodies = 1, .contacts = 12, .mu = 0.3}, .compliant = 1, .dofs = 20});
    for (int i = 0; i < p.size(); ++i) {
        ContactArms<3>& c = p.W.contact.whole()[i];
        c.body_a = c.body_b = -1;
        Random random(11, static_cast<std::uint64_t>(i));
        c.first_grip = i;
        c.grips = 1;
        if (i == 0) p.W.grip.clear();
        p.W.grip.push_back(random_grip<3>(random, 0, 20, 1.0));
    }
    const Solution<3> singly = solved(p, tight(SolverMethod::nlgs, SweepOrder::sequential)), jointly = solved(p, tight(SolverMethod::nlgs));
    ASSERT_TRUE(singly.report.converged && jointly.report.converged);
    EXPECT_LE(3 * jointly.report.iterations, 2 * singly.report.iterations);
}

// No two joints of a colour share a body, every contact is there once, contacts between the same bodies stay together.
TEST(JointPlan, JointsOfAColourAreStrangers) {
    Random random(3, 0);
    std::vector<int> chosen;
    std::vector<Owners> owner;
    for (int i = 0; i < 500; ++i) {
        const int a = static_cast<int>(random.below(20)), b = static_cast<int>(random.below(20));
        chosen.push_back(1000 + i);
        owner.push_back({std::min(a, b), a == b ? -1 : std::max(a, b), -1, -1});
    }
    for (int i = 0; i < 100; ++i) {  // a plate with more neighbours than there are colours
        chosen.push_back(2000 + i);
        owner.push_back({20 + i, 120, -1, -1});
    }
    JointPlan plan;
    make_joint_plan(chosen, owner, 121, plan);
    std::vector<int> seen = plan.contact;
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(seen, chosen);
    const auto owners_of_joint = [&](int joint) {
        const int contact = plan.contact[static_cast<std::size_t>(plan.joint_start[static_cast<std::size_t>(joint)])];
        return owner[static_cast<std::size_t>(contact < 2000 ? contact - 1000 : 500 + contact - 2000)];
    };
    std::set<Owners> joints;
    for (int joint = 0; joint < plan.joints(); ++joint) EXPECT_TRUE(joints.insert(owners_of_joint(joint)).second) << joint;
    for (int colour = 0; colour < plan.colours(); ++colour) {
        std::set<int> bodies;
        for (int joint = plan.colour_start[static_cast<std::size_t>(colour)];
             joint < plan.colour_start[static_cast<std::size_t>(colour) + 1]; ++joint) {
            for (const int body : owners_of_joint(joint))
                EXPECT_TRUE(body < 0 || bodies.insert(body).second) << colour;
        }
    }
    EXPECT_EQ(plan.joints() - plan.serial_start, 100 - JointPlan::most_colours);
}

}  // namespace
}  // namespace drystone::compliant_test
