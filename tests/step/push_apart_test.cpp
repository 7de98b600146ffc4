// Sweeps that take overlaps out arrive at (6.10), whether contacts are visited eight at a time or one by one:
//
//     p >= 0,   s + W_nn p >= 0,   p (s + W_nn p) = 0,      displacements = M^-1 H_n p

#include "step/push_apart.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"
#include "physics/stage.h"
#include "step/project.h"

namespace drystone::push_apart_test {
namespace {

constexpr double r = 0.1;

/// A lattice on a floor whose neighbours are some percent into each other; every `clumps`-th is two balls in one.
template <int D>
World<D> crowd(int clumps) {
    Stage<D> stage(Coulomb{.friction = 0.3});
    stage.floor();
    Random random(3);
    for (int i = 0; i < 120; ++i) {
        Vec<D> place{};
        for (int k = 0, rest = i; k < D; ++k, rest /= 5) place[k] = 1.96 * r * (k + 1 < D ? rest % 5 : rest);
        place[D - 1] += 0.98 * r;
        const double radius = r * random.uniform(0.97, 1.0), mass = random.uniform(0.5, 2.0);
        const Vec<D> aside = 0.1 * r * Vec<D>::axis(0);
        if (i % clumps == clumps - 1)
            stage.clump(mass, {{Ball<D>{radius}, -aside, {}}, {Ball<D>{0.9 * radius}, aside, {}}}, place);
        else
            stage.ball(mass, radius, place);
    }
    World<D> world = stage.build();
    ThreadPool pool(1);
    advance(world, stage.settings, pool);  // its contacts and its problem stay as they were
    mark_held(world, pool, world.projection.stays);
    begin_projection(world, stage.settings, pool, world.projection);
    for (int k = 0; k < 20000; ++k) sweep_projection(world, pool, world.projection);
    return world;
}

/// p by contact; of those that were not chosen 0.
template <int D>
std::vector<double> pushes_of(const Projection<D>& s, std::size_t contacts) {
    std::vector<double> p(contacts, 0.0);
    for (std::size_t k = 0; k < s.round.plan.contact.size(); ++k) {
        if (s.round.plan.contact[k] < 0) continue;
        for (int d = 0; d < D; ++d) p[s.round.plan.contact[k]] += s.round.group[k / 8].n[d][k % 8] * s.round.group[k / 8].r[d][k % 8];
    }
    for (std::size_t k = 0; k < s.others.group.size(); ++k)
        if (s.state[k] == Pushing::packed) p[s.others.plan.contact[k]] = s.others.group[k].p;
    return p;
}

/// Contacts that may be pushed, which are those of the two plans.
template <int D>
std::vector<int> chosen_of(const Projection<D>& s) {
    std::vector<int> chosen(s.others.plan.contact);
    std::copy_if(s.round.plan.contact.begin(), s.round.plan.contact.end(), std::back_inserter(chosen), [](int c) { return c >= 0; });
    return chosen;
}

template <int D>
void arrives(int clumps) {
    const World<D> world = crowd<D>(clumps);
    const double h = Stage<D>(Coulomb{}).settings.step;
    const Projection<D>& s = world.projection;
    const std::size_t contacts = world.contacts.point.size();
    const std::vector<int> chosen = chosen_of(s);
    ASSERT_GT(chosen.size(), 20u);
    ASSERT_EQ(s.others.group.empty(), clumps > 120);
    ASSERT_EQ(s.round.group.empty(), clumps < 120);
    const std::vector<double> p = pushes_of(s, contacts);

    MapState<D> moved;  // by an independent map
    world.problem.W.reset(moved);
    for (std::size_t c = 0; c < contacts; ++c) world.problem.W.add(moved, static_cast<int>(c), p[c] * Vec<D>::axis(0));
    double farthest = 0.0, pressed = 0.0;
    for (const Twist<D>& t : moved.body) farthest = std::max(farthest, norm(t.v));
    for (const double push : p) pressed = std::max(pressed, push);
    ASSERT_GT(farthest, 1e-3 * r);
    for (std::size_t i = 0; i < moved.body.size(); ++i) {
        EXPECT_LT(norm(moved.body[i].v - s.moved[i].v), 1e-9 * farthest);
        EXPECT_LT(norm(moved.body[i].w - s.moved[i].w), 1e-9 * farthest / r);
    }
    for (const int c : chosen) {
        const double left = slack_of(world, h, static_cast<std::size_t>(c), world.contacts.point[c]) + world.problem.W.velocity(moved, c)[0];
        EXPECT_GE(p[c], 0.0);
        EXPECT_GT(left, -1e-6 * farthest);
        EXPECT_LT(p[c] * left, 1e-6 * pressed * farthest);
    }
}

TEST(PushApart, BallsAreMovedOutOfOverlapsAndNobodyIsPulled) {
    arrives<2>(1000);
    arrives<3>(1000);
}
TEST(PushApart, BallsAmongClumpsAreMovedOutOfOverlapsAndNobodyIsPulled) {
    arrives<2>(4);
    arrives<3>(4);
}

}  // namespace
}  // namespace drystone::push_apart_test
