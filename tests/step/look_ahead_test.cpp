// How far bodies may come within a step, docs/theory.md (6.9): what strikes whom, and whom that strikes, on any number of threads.

#include "step/look_ahead.h"

#include <gtest/gtest.h>

#include "bodies/move.h"
#include "core/random.h"
#include "core/random_point.h"
#include "physics/stage.h"
#include "step/reach_rules.h"
#include "step/stages.h"

namespace drystone::look_ahead_test {
namespace {

constexpr double r = 0.1;

/// Many balls on a lattice above a floor, a few of them fast; where `turning`, every fifth is a body of two that turns.
template <int D>
World<D> crowd(int balls, double fast, bool turning) {
    const int row = static_cast<int>(std::ceil(std::pow(balls, 1.0 / D)));
    Stage<D> stage(Coulomb{.friction = 0.3});
    Random random(5);
    stage.floor();
    for (int i = 0; i < balls; ++i) {
        Vec<D> place{}, velocity = 1e-4 * in_unit_ball<D>(random);
        for (int k = 0, rest = i; k < D; ++k, rest /= row) place[k] = 2.02 * r * (k + 1 < D ? rest % row : rest);
        place[D - 1] += r;
        if (i % 50 == 7) velocity = fast * in_unit_ball<D>(random);
        Spin<D> spin;
        for (int k = 0; k < spin_dim<D>; ++k) spin[k] = random.uniform(-5.0, 5.0);
        if (turning && i % 5 == 0)
            stage.clump(1.0, {{Ball<D>{0.6 * r}, 0.3 * r * Vec<D>::axis(0), {}}, {Ball<D>{0.6 * r}, -0.3 * r * Vec<D>::axis(0), {}}}, place, velocity, spin);
        else
            stage.ball(1.0, r, place, velocity, spin);
    }
    return stage.build();
}

/// The largest of what pairs say, hop by hop, one after the other.
template <int D>
std::vector<double> told(const World<D>& world, double h) {
    const auto at_centre = [&](int p) { return world.parts.local_centre[p] == Vec<D>{} ? 0.0 : norm(world.parts.centre[p] - world.bodies.position[world.parts.body[p]]); };
    std::vector<double> turning(world.bodies.position.size(), 0.0), closing(turning.size(), 0.0);
    bool turns = false;
    for (int p = 0; p < world.parts.size(); ++p) {
        const int i = world.parts.body[p];
        turning[i] = std::max(turning[i], norm(world.bodies.velocity[i].w) * at_centre(p));
        turns = turns || turning[i] > 0.0;
    }
    const auto raise_both = [&](std::vector<double>& list, const auto& by) {
        for (const auto& [part_a, part_b] : world.neighbours.pairs()) {
            const int a = world.parts.body[part_a], b = world.parts.body[part_b];
            const auto [of_a, of_b] = by(a, b);
            if (world.parts.movable[part_a]) list[a] = std::max(list[a], of_a);
            if (world.parts.movable[part_b]) list[b] = std::max(list[b], of_b);
        }
    };
    raise_both(closing, [&](int a, int b) {
        const double moves = h * (norm(world.bodies.velocity[b].v - world.bodies.velocity[a].v) + turning[a] + turning[b]);
        return std::pair(moves, moves);
    });
    if (*std::max_element(closing.begin(), closing.end()) <= slow_closing * world.smallest_radius) return closing;
    for (int hop = 0; hop < foreseen_hops; ++hop) {
        const std::vector<double> before = closing;
        raise_both(closing, [&](int a, int b) { return std::pair(before[b], before[a]); });
    }
    return closing;
}

template <int D>
void as_told_on_any_threads(double fast, bool turning) {
    ThreadPool one(1);
    World<D> world = crowd<D>(6000, fast, turning);
    StepSettings settings{.step = 1e-3};
    make_room(world);
    place_parts(world.bodies, one, world.parts);
    look_ahead(world, settings, one);
    list_pairs(world, one);
    ASSERT_GT(world.neighbours.pairs().size(), 8192u);  // worth sharing
    const std::vector<double> reach = world.reach, expected = told(world, settings.step);
    for (const int threads : {1, 2, 4, 5, 8, 16}) {
        ThreadPool pool(threads);
        for (int repeat = 0; repeat < 3; ++repeat) {
            world.reach = reach;
            world.projection.closing.assign(3, 7.0);  // whatever it held before
            foresee_impacts(world, settings, pool);
            ASSERT_EQ(world.projection.closing, expected) << threads;
            for (std::size_t p = 0; p < reach.size(); ++p) ASSERT_EQ(world.reach[p], std::max(reach[p], expected[world.parts.body[p]])) << threads;
        }
    }
    EXPECT_GT(std::count_if(expected.begin(), expected.end(), [](double c) { return c > 0.0; }), 5000);
}

TEST(LookAhead, WhoStrikesWhomIsTheSameOnAnyNumberOfThreads) {
    for (const double fast : {1e-4, 1.0}) {
        for (const bool turning : {false, true}) {
            as_told_on_any_threads<2>(fast, turning);
            as_told_on_any_threads<3>(fast, turning);
        }
    }
}

}  // namespace
}  // namespace drystone::look_ahead_test
