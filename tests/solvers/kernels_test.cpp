#include <cstring>

#include <gtest/gtest.h>

#include "core/random.h"
#include "solvers/nlgs_kernels.h"
#include "solvers/nlgs_pack.h"

// Eight contacts at once, in every instruction set this processor has, against one contact at a time.

namespace drystone::kernels_test {
namespace {

template <int D>
Vec<D> some(Random& random, double size) {
    Vec<D> x;
    for (int k = 0; k < D; ++k) x[k] = random.uniform(-size, size);
    return x;
}

template <int D>
Mat<D> some_frame(Random& random) {
    const Vec<D> x = some<D>(random, 1.0);
    return contact_frame((1.0 / norm(x)) * x);
}

template <int N>
Mat<N> some_inertia(Random& random) {
    Mat<N> A{}, I = Mat<N>::scaled_identity(0.5);
    for (int i = 0; i < N; ++i) A[i] = some<N>(random, 1.0);
    const Mat<N> AtA = transpose(A) * A;
    for (int i = 0; i < N; ++i) I[i] += AtA[i];
    return I;
}

/// Sixteen bodies in pairs, the last contact with the ground.
template <int D>
RigidProblem<D> eight_contacts(bool round, std::uint64_t seed) {
    Random random(seed);
    RigidProblem<D> problem;
    for (int i = 0; i < 16; ++i) {
        const double light = std::exp(random.uniform(-3.0, 3.0));
        const Mat<spin_dim<D>> inertia = round ? Mat<spin_dim<D>>::scaled_identity(random.uniform(1.0, 5.0))
                                               : some_inertia<spin_dim<D>>(random);
        problem.W.body.push_back({round, Mat<D>::scaled_identity(light), inertia});
    }
    for (int i = 0; i < 8; ++i) {
        ContactArms<D> c;
        c.body_a = 2 * i;
        c.body_b = i < 7 ? 2 * i + 1 : -1;
        c.round = round;
        c.frame = some_frame<D>(random);
        c.arm_a = round ? random.uniform(0.1, 1.0) * c.frame[0] : some<D>(random, 1.0);
        c.arm_b = round ? random.uniform(-1.0, -0.1) * c.frame[0] : some<D>(random, 1.0);
        problem.W.contact.push_back(c);
        problem.b.push_back(some<D>(random, 1.0));
        LocalLaw<D> law;
        law.mu = i == 3 ? 0.0 : random.uniform(0.05, 1.0);
        problem.law.push_back(law);
    }
    return problem;
}

template <int D>
std::vector<SweepBody<D>> moving_bodies(const RigidProblem<D>& problem, Random& random) {
    std::vector<SweepBody<D>> bodies;
    for (const MobileBody<D>& body : problem.W.body)
        bodies.push_back({some<D>(random, 1.0), some<spin_dim<D>>(random, 1.0), body.inverse_mass[0][0],
                          body.inverse_inertia[0][0]});
    bodies.push_back({});
    return bodies;
}

constexpr int all[8] = {0, 1, 2, 3, 4, 5, 6, 7};

template <int D>
bool same_bits(const std::vector<SweepBody<D>>& x, const std::vector<SweepBody<D>>& y) {
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (!(x[i].v == y[i].v && x[i].w == y[i].w)) return false;
    }
    return true;
}

template <int D>
void check_round(const RoundKernels<D>& kernels) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const RigidProblem<D> problem = eight_contacts<D>(true, seed);
        Random random(seed, 1);
        std::vector<SweepBody<D>> together = moving_bodies(problem, random), alone = together;
        RoundGroup<D> group;
        nlgs::pack_round(problem, all, together, group);
        for (int i = 0; i < 8; ++i) nlgs::put(group.r, i, problem.law[i].mu * problem.W.contact[i].frame[0]);
        const RoundGroup<D> before = group;
        char asleep = 0;
        kernels.visit(&group, 1, together.data(), 16, {&asleep, false});
        for (int i = 0; i < 8; ++i) {
            RoundContact<D> c = nlgs::lane(before, i, alone);
            nlgs::visit(c, alone);
            ASSERT_EQ(c.r, nlgs::get<D>(group.r, i)) << seed << " " << i;
        }
        ASSERT_TRUE(same_bits(together, alone)) << seed;
    }
}

/// The same with the lift held.
template <int D>
void check_round_held(const RoundKernels<D>& kernels) {
    int sliding = 0, sticking = 0, open = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const RigidProblem<D> problem = eight_contacts<D>(true, seed);
        Random random(seed, 1);
        std::vector<SweepBody<D>> together = moving_bodies(problem, random), alone = together;
        RoundGroup<D> group;
        nlgs::pack_round(problem, all, together, group);
        for (int i = 0; i < 8; ++i) nlgs::put(group.r, i, problem.law[i].mu * problem.W.contact[i].frame[0]);
        const RoundGroup<D> before = group;
        LaneLift lift;
        kernels.find_lift(&group, 1, together.data(), &lift);
        char asleep = 0;
        kernels.visit_held(&group, 1, together.data(), 16, {{&asleep, false}, &lift});
        for (int i = 0; i < 8; ++i) {
            RoundContact<D> c = nlgs::lane(before, i, alone);
            const Vec<D> u = nlgs::velocity(c, alone[c.body_a], alone[c.body_b]), across = u - dot(c.n, u) * c.n;
            ASSERT_NEAR(lift.of[i], c.mu * norm(across), 1e-14 * (1.0 + norm(u)));
            const Vec<D> r = nlgs::solve_round_held(c, u, lift.of[i]), dr = r - c.r;
            nlgs::add(c, dr, alone);
            ASSERT_EQ(r, nlgs::get<D>(group.r, i)) << seed << " " << i;
            // r in K, y = v + lift n in K*, at right angles.
            const double mean = nlgs::step_length(c), size = norm(r) + mean * norm(u);
            const Vec<D> v = nlgs::velocity(c, alone[c.body_a], alone[c.body_b]) + lift.of[i] * c.n;
            const double r_n = dot(c.n, r), v_n = dot(c.n, v), shear = norm(r - r_n * c.n);
            ASSERT_LE(shear, c.mu * r_n + 1e-12 * size);
            ASSERT_GE(v_n, c.mu * norm(v - v_n * c.n) - 1e-12 * size / mean);
            ASSERT_NEAR(dot(r, v), 0.0, 1e-12 * size * size / mean);
            (r == Vec<D>{} ? open : shear < 0.999 * c.mu * r_n ? sticking : sliding) += 1;
        }
        ASSERT_TRUE(same_bits(together, alone)) << seed;
        double sums[2];
        kernels.residual_held(&group, 1, together.data(), &lift, sums);
        ASSERT_LT(sums[0], 1e-24 * (1.0 + sums[1])) << seed;
    }
    EXPECT_GT(sliding, 100);
    EXPECT_GT(sticking, 100);
    EXPECT_GT(open, 100);
}

template <int D>
void check_plain(const PlainKernels<D>& kernels) {
    int sliding = 0, sticking = 0, open = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const RigidProblem<D> problem = eight_contacts<D>(false, seed);
        Random random(seed, 1);
        std::vector<SweepBody<D>> bodies = moving_bodies(problem, random), alone = bodies;
        std::vector<InertiaRow> inertia;
        for (const MobileBody<D>& body : problem.W.body)
            inertia.push_back(nlgs::inertia_row(body.inverse_inertia));
        inertia.push_back({});
        PlainGroup<D> group = nlgs::pack_plain(problem, all, 16);
        for (int i = 0; i < 8; ++i) nlgs::put(group.r, i, 0.1 * problem.law[i].mu * Vec<D>::axis(0));
        char asleep = 0;
        kernels.visit(&group, 1, {bodies.data(), inertia.data(), 16}, {&asleep, false});
        for (int i = 0; i < 8; ++i) {
            FullContact<D> c = nlgs::pack_full(problem, i);
            c.r = 0.1 * c.law.mu * Vec<D>::axis(0);
            nlgs::visit(c, problem.W.body, alone);
            const Vec<D> r = nlgs::get<D>(group.r, i);
            ASSERT_NEAR(norm(r - c.r), 0.0, 1e-11 * (1.0 + norm(c.r))) << seed << " " << i;
            (r == Vec<D>{} ? open : tangential_norm(r) < 0.999 * c.law.mu * r[0] ? sticking : sliding) += 1;
        }
        for (int i = 0; i < 17; ++i) {
            ASSERT_NEAR(norm(bodies[i].v - alone[i].v), 0.0, 1e-10);
            ASSERT_NEAR(norm(bodies[i].w - alone[i].w), 0.0, 1e-10);
        }
    }
    EXPECT_GT(sliding, 100);
    EXPECT_GT(sticking, 100);
    EXPECT_GT(open, 100);
}

TEST(Kernels, RoundContactsTogetherAreRoundContactsOneByOneToTheLastBit) {
    check_round<2>(round_kernels<2>());
    check_round<3>(round_kernels<3>());
    check_round<2>(baseline::round_kernels<2>());
    check_round<3>(baseline::round_kernels<3>());
}

TEST(Kernels, RoundContactsWithTheirLiftHeldObeyTheConvexLaw) {
    check_round_held<2>(round_kernels<2>());
    check_round_held<3>(round_kernels<3>());
    check_round_held<2>(baseline::round_kernels<2>());
    check_round_held<3>(baseline::round_kernels<3>());
}

TEST(Kernels, PlainContactsTogetherObeyTheExactLawOfEach) {
    check_plain<2>(plain_kernels<2>());
    check_plain<3>(plain_kernels<3>());
    check_plain<2>(baseline::plain_kernels<2>());
    check_plain<3>(baseline::plain_kernels<3>());
}

/// Everything a kernel writes, for the same input.
template <int D>
void expect_same_answers(const PlainKernels<D>& one, const PlainKernels<D>& other) {
    const RigidProblem<D> problem = eight_contacts<D>(false, 7);
    Random random(7, 1);
    std::vector<SweepBody<D>> x = moving_bodies(problem, random), y = x;
    std::vector<InertiaRow> inertia;
    for (const MobileBody<D>& body : problem.W.body)
        inertia.push_back(nlgs::inertia_row(body.inverse_inertia));
    inertia.push_back({});
    PlainGroup<D> g = nlgs::pack_plain(problem, all, 16), h = g;
    double sums_g[2], sums_h[2];
    char asleep = 0;
    for (int k = 0; k < 5; ++k) {
        one.visit(&g, 1, {x.data(), inertia.data(), 16}, {&asleep, false});
        other.visit(&h, 1, {y.data(), inertia.data(), 16}, {&asleep, false});
        one.residual(&g, 1, {x.data(), inertia.data(), 16}, sums_g);
        other.residual(&h, 1, {y.data(), inertia.data(), 16}, sums_h);
        EXPECT_EQ(std::memcmp(&g.r, &h.r, sizeof g.r), 0);
        EXPECT_TRUE(same_bits(x, y));
        EXPECT_EQ(sums_g[0], sums_h[0]);
        EXPECT_EQ(sums_g[1], sums_h[1]);
    }
}

// All bodies fly apart: the first visit puts the group to sleep, the second passes it over, and a waking one sees that one
// pair has begun to close.
TEST(Kernels, OpenContactsSleepUntilTheyAreWoken) {
    RigidProblem<3> problem = eight_contacts<3>(true, 3);
    for (Vec<3>& b : problem.b) b = Vec<3>::axis(0);
    std::vector<SweepBody<3>> bodies;
    for (const MobileBody<3>& body : problem.W.body)
        bodies.push_back({{}, {}, body.inverse_mass[0][0], body.inverse_inertia[0][0]});
    bodies.push_back({});
    RoundGroup<3> group;
    nlgs::pack_round(problem, all, bodies, group);
    const RoundKernels<3> kernels = round_kernels<3>();
    char asleep = 0;
    kernels.visit(&group, 1, bodies.data(), 16, {&asleep, false});
    EXPECT_EQ(asleep, 1);
    bodies[0].v = 5.0 * problem.W.contact[0].frame[0];
    kernels.visit(&group, 1, bodies.data(), 16, {&asleep, false});
    EXPECT_EQ(nlgs::get<3>(group.r, 0), Vec<3>{});
    kernels.visit(&group, 1, bodies.data(), 16, {&asleep, true});
    EXPECT_GT(norm(nlgs::get<3>(group.r, 0)), 0.0);
    EXPECT_EQ(asleep, 0);
}

TEST(Kernels, EveryInstructionSetGivesTheSameBits) {
    expect_same_answers<2>(plain_kernels<2>(), baseline::plain_kernels<2>());
    expect_same_answers<3>(plain_kernels<3>(), baseline::plain_kernels<3>());
}

}  // namespace
}  // namespace drystone::kernels_test
