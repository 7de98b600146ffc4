// Stacks, piles and packings at rest: validation cases D01, D08, D30, H07, H10, H13, H15, H16.

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "core/random.h"
#include "physics/stage.h"

namespace drystone::granular_test {
namespace {

constexpr double g = 9.81;
constexpr SweepOrder orders[] = {SweepOrder::coloured, SweepOrder::random, SweepOrder::sequential};
constexpr Integrator integrators[] = {Integrator::moreau, Integrator::euler};

/// Force on the body named second, by the pair of bodies, lower index first [N].
template <int D>
std::map<std::pair<int, int>, Vec<D>> forces(const World<D>& world, double h) {
    std::map<std::pair<int, int>, Vec<D>> found;
    for (int c = 0; c < world.contacts.size(); ++c) {
        const ContactPoint<D>& point = world.contacts.point[c];
        const int a = world.parts.body[point.a], b = world.parts.body[point.b];
        found[{std::min(a, b), std::max(a, b)}] += (a < b ? 1.0 / h : -1.0 / h) * world.contacts.impulse[c];
    }
    return found;
}

// D01. The tolerance of the solver is 1e-12 on the residual; impulses of a chain of 10 are less well
// determined than that by the inverse of the smallest eigenvalue of rho W, about 300.
template <int D>
void stack_of_ten() {
    const int n = 10;
    const double m = 0.3, r = 0.1;
    for (const Integrator integrator : integrators) {
        for (const SweepOrder order : orders) {
            Stage<D> stage({.friction = 0.5});
            stage.falling(g).settings.integrator = integrator;
            stage.settings.solver.order = order;
            const int floor = stage.floor();
            for (int i = 1; i <= n; ++i) stage.ball(m, r, (2 * i - 1) * r * Vec<D>::axis(D - 1));
            World<D> world = stage.build();
            for (const int steps : {1, 20}) {  // from zero impulses, then from those of the last step
                ASSERT_TRUE(run(world, stage.settings, steps).solve.converged);
                auto force = forces(world, stage.settings.step);
                ASSERT_EQ(force.size(), 10u);
                for (int i = 1; i <= n; ++i) {
                    const Vec<D> expected = (n - i + 1) * m * g * Vec<D>::axis(D - 1);
                    const Vec<D> found = force[{i == 1 ? floor : i - 1, i}];
                    EXPECT_LT(norm(found - expected), 1e-9 * n * m * g)
                        << "contact " << i << " after " << steps;
                }
            }
        }
    }
}

TEST(Stack, EachContactOfTenDisksCarriesWhatLiesAboveIt) { stack_of_ten<2>(); }
TEST(Stack, EachContactOfTenBallsCarriesWhatLiesAboveIt) { stack_of_ten<3>(); }

/// D08: n rows of disks without friction, the bottom row fixed, neighbours of a row 2% apart. Bodies are
/// added in the given order of their places; body_at[row][place] says where each one went.
struct Pile {
    static constexpr int n = 8;
    static constexpr double w = 0.2 * g;  // weight of a disk
    static constexpr double sine = 1.02 / 2;
    Stage<2> stage;
    std::vector<std::vector<int>> body_at;

    explicit Pile(const std::vector<int>& numbering) {
        stage.falling(g);
        const double r = 0.05;
        std::vector<std::pair<int, int>> places;
        for (int row = 0; row < n; ++row) {
            body_at.emplace_back(n - row, -1);
            for (int j = 0; j < n - row; ++j) places.push_back({row, j});
        }
        for (const int k : numbering) {
            const auto [row, j] = places[k];
            const Vec<2> position{{(j + 0.5 * row) * 2 * r * 1.02, row * 2 * r * cosine()}};
            body_at[row][j] = row == 0 ? stage.fixed(Ball<2>{r}, position) : stage.ball(w / g, r, position);
        }
    }

    static double cosine() { return std::sqrt(1 - sine * sine); }

    static std::vector<int> natural_order() {
        std::vector<int> order(n * (n + 1) / 2);
        std::iota(order.begin(), order.end(), 0);
        return order;
    }

    static Pile shuffled(std::uint64_t seed) {
        std::vector<int> order = natural_order();
        Random(seed).shuffle(std::span<int>(order));
        return Pile(order);
    }

    /// Force that (row + 1, j) exerts on the disk below it to the left (side 0) or right (side 1).
    Vec<2> on_lower(std::map<std::pair<int, int>, Vec<2>>& force, int row, int j, int side) const {
        const int low = body_at[row][j + side], high = body_at[row + 1][j];
        return low < high ? -force[{low, high}] : force[{high, low}];
    }

    /// k-th contact down its lattice line carries k w / (2 cos phi); its pressure points down and outwards.
    Vec<2> exact(int row, int j, int side) const {
        const int k = side == 0 ? n - 1 - row - j : j + 1;
        const double pressure = k * w / (2 * cosine());
        return {{(side == 0 ? -1 : 1) * pressure * sine, -pressure * cosine()}};
    }

    /// Largest error of any contact force, relative to the largest force.
    double error(const World<2>& world) const {
        auto force = forces(world, stage.settings.step);
        double worst = 0.0;
        for (int row = 0; row + 1 < n; ++row) {
            for (int j = 0; j < n - row - 1; ++j) {
                for (const int side : {0, 1}) {
                    worst = std::max(worst, norm(on_lower(force, row, j, side) - exact(row, j, side)));
                }
            }
        }
        return worst / ((n - 1) * w / (2 * cosine()));
    }
};

TEST(TriangularPile, ItsForcesAreKnownForAnySeedAndOrderOfBodies) {
    for (const Integrator integrator : integrators) {
        for (const SweepOrder order : orders) {
            for (const std::uint64_t seed : {0, 1, 2, 3}) {
                Pile pile = seed == 0 ? Pile(Pile::natural_order()) : Pile::shuffled(seed);
                pile.stage.settings.integrator = integrator;
                pile.stage.settings.solver.order = order;
                pile.stage.settings.solver.seed = 77 + seed;
                World<2> world = pile.stage.build();
                ASSERT_TRUE(run(world, pile.stage.settings).solve.converged);
                EXPECT_EQ(world.contacts.size(), Pile::n * (Pile::n - 1));
                EXPECT_LT(pile.error(world), 1e-9) << "seed " << seed;  // as for the stack
            }
        }
    }
}

TEST(TriangularPile, ItsWeightSpreadsEvenlyAndItsThrustLinearlyOverTheBase) {
    const Pile pile = Pile::shuffled(5);
    World<2> world = pile.stage.build();
    run(world, pile.stage.settings, 10);
    auto force = forces(world, pile.stage.settings.step);
    const double tangent = Pile::sine / Pile::cosine();
    double largest = 0.0;
    for (const auto& [pair, f] : force) largest = std::max(largest, norm(f) / Pile::w);
    EXPECT_NEAR(largest, 4.068942, 1e-6);
    for (int j = 0; j < Pile::n; ++j) {
        Vec<2> load{{0.0, -Pile::w}};  // the base disk's own weight included
        if (j < Pile::n - 1) load += pile.on_lower(force, 0, j, 0);
        if (j > 0) load += pile.on_lower(force, 0, j - 1, 1);
        EXPECT_NEAR(load[1], -4.5 * Pile::w, 1e-8 * Pile::w) << j;
        EXPECT_NEAR(load[0], 0.5 * Pile::w * tangent * (2 * j - Pile::n + 1), 1e-8 * Pile::w) << j;
    }
}

// H16. The residual counts velocities with weight rho; forces are less well known by a factor that the pile
// sets, some hundred, and that must be the same at every tolerance.
TEST(TriangularPile, ErrorsOfTheForcesShrinkInProportionToTheTolerance) {
    std::vector<double> factor;
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
        Pile pile = Pile::shuffled(9);
        pile.stage.settings.solver.tolerance = tolerance;
        World<2> world = pile.stage.build();
        const StepReport report = run(world, pile.stage.settings);
        ASSERT_TRUE(report.solve.converged);
        EXPECT_LE(report.solve.residual, tolerance);
        EXPECT_GE(report.solve.residual, 0.01 * tolerance);  // no more work than asked for
        EXPECT_LT(pile.error(world), 300 * tolerance);
        factor.push_back(pile.error(world) / report.solve.residual);
    }
    const auto [least, most] = std::minmax_element(factor.begin(), factor.end());
    EXPECT_LT(*most / *least, 3.0);
}

// D30.
template <int D>
void inelastic_chain() {
    const int N = 7;
    const double m = 0.4, v = 3.0, r = 0.5;
    for (const Integrator integrator : integrators) {
        for (const SweepOrder order : orders) {
            Stage<D> stage({.friction = 0.3});
            stage.settings.integrator = integrator;
            stage.settings.solver.order = order;
            for (int i = 0; i < N; ++i)
                stage.ball(m, r, 2 * i * r * Vec<D>::axis(0), (i == 0 ? v : 0) * Vec<D>::axis(0));
            World<D> world = stage.build();
            ASSERT_TRUE(run(world, stage.settings).solve.converged);
            auto force = forces(world, 1.0);
            for (int i = 0; i < N; ++i) EXPECT_NEAR(world.bodies.velocity[i].v[0], v / N, 1e-9 * v);
            for (int i = 1; i < N; ++i)
                EXPECT_NEAR((force[{i - 1, i}][0]), m * v * (N - i) / N, 1e-9 * m * v);
        }
    }
}

TEST(InelasticChain, AllDisksShareTheSpeedOfTheFirst) { inelastic_chain<2>(); }
TEST(InelasticChain, AllBallsShareTheSpeedOfTheFirst) { inelastic_chain<3>(); }

/// A box of unlike disks or balls that fall into it and come to rest.
template <int D>
Stage<D> box_of_grains(int across, int layers, Integrator integrator) {
    Stage<D> stage({.friction = 0.4});
    stage.falling(g).settings.integrator = integrator;
    stage.settings.solver.tolerance = 1e-4;
    stage.settings.step = 2e-3;
    const double r = 0.05, cell = 2.1 * r;
    stage.floor();
    for (int k = 0; k + 1 < D; ++k) {
        stage.fixed(Plane<D>{Vec<D>::axis(k)});
        stage.fixed(Plane<D>{-Vec<D>::axis(k)}, across * cell * Vec<D>::axis(k));
    }
    Random random(4);
    const int per_layer = D == 2 ? across : across * across;
    for (int i = 0; i < per_layer * layers; ++i) {
        const int x = i % across, y = D == 2 ? 0 : (i / across) % across, layer = i / per_layer;
        const double radius = random.uniform(0.7 * r, r);
        Vec<D> position = (layer + 0.5) * cell * Vec<D>::axis(D - 1);
        position[0] = (x + 0.5) * cell + random.uniform(-0.01, 0.01) * r;
        if (D == 3) position[1] = (y + 0.5) * cell + random.uniform(-0.01, 0.01) * r;
        stage.ball(1000 * std::pow(radius, D), radius, position);
    }
    return stage;
}

// H13, from the velocities of the bodies, not from what the solver kept. A natural-map error of one contact
// is at most tolerance |r|, the norm over all contacts; its three parts are taken in the same unit. Overlaps:
// of moreau at most the trace that is let be; of euler second order in h.
template <int D>
void complementarity(int across, int layers, int steps, Integrator integrator) {
    Stage<D> stage = box_of_grains<D>(across, layers, integrator);
    World<D> world = stage.build();
    run(world, stage.settings, steps);
    stage.settings.solver.tolerance = 1e-6;  // tighter, some steps only creep towards a jammed state
    for (int k = 0; k < 10; ++k) {
        const StepReport report = run(world, stage.settings);
        ASSERT_TRUE(report.solve.converged);
        ASSERT_GT(report.contacts, world.bodies.size());
        const double h = stage.settings.step;
        EXPECT_LT(report.max_penetration, 1e-3 * world.smallest_radius);
        double total = 0.0;
        for (const Vec<D>& r : world.impulse) total += dot(r, r);
        const double bound = 10 * stage.settings.solver.tolerance * std::sqrt(total);
        for (int c = 0; c < world.contacts.size(); ++c) {
            const ContactPoint<D>& point = world.contacts.point[c];
            const ContactArms<D>& arms = world.problem.W.contact[c];
            const Twist<D>&a = world.bodies.velocity[world.parts.body[point.a]],
                  &b = world.bodies.velocity[world.parts.body[point.b]];
            Vec<D> v = arms.frame * (b.v + turn(b.w, arms.arm_b) - a.v - turn(a.w, arms.arm_a));
            v[0] += std::max(point.gap / h, 0.0);
            const Vec<D> r = arms.frame * world.contacts.impulse[c];
            const double rho = step_length(world.problem.W.diagonal(c));
            EXPECT_GE(r[0], 0.0);
            EXPECT_GE(rho * v[0], -bound);
            EXPECT_LE(std::min(r[0], rho * v[0]), bound);  // R_n V_n = 0
            EXPECT_LE(tangential_norm(r) - 0.4 * r[0], bound);
            const bool sticks = tangential_norm(r) < 0.4 * r[0] - bound;
            EXPECT_LE(sticks ? rho * tangential_norm(v) : 0.0, bound);
        }
    }
}

TEST(Packing, AtRestInTwoDimensionsItsContactsObeyTheLaw) {
    complementarity<2>(8, 8, 300, Integrator::moreau);
}
TEST(Packing, AtRestInSpaceItsContactsObeyTheLaw) { complementarity<3>(4, 5, 300, Integrator::moreau); }
TEST(Packing, WithGapsClosedByEulerItsContactsObeyTheLaw) {
    complementarity<2>(8, 8, 300, Integrator::euler);
}

// H10. A pile of touching disks with friction on a fixed row has many states of force; sweeps in random order
// choose among them.
TEST(Packing, OtherSeedsFindOtherForcesUnderTheSameWeight) {
    const auto piled = [](std::uint64_t seed) {
        Stage<2> stage({.friction = 0.8});
        stage.falling(g);
        stage.settings.solver = {
            .order = SweepOrder::random, .tolerance = 1e-9, .max_iterations = 100000, .seed = seed};
        const int n = 10;
        const double r = 0.5;
        for (int j = 0; j <= n; ++j) stage.fixed(Ball<2>{r}, {{2 * j * r, 0.0}});
        for (int row = 1; row <= n; ++row) {
            for (int j = 0; j <= n - row; ++j)
                stage.ball(1.0, r, {{(2 * j + row) * r, row * std::sqrt(3.0) * r}});
        }
        World<2> world = stage.build();
        EXPECT_TRUE(run(world, stage.settings, 3).solve.converged);
        return world;
    };
    const World<2> one = piled(1), again = piled(1), other = piled(2);
    EXPECT_EQ(one.contacts.impulse, again.contacts.impulse);
    EXPECT_EQ(one.bodies.position, again.bodies.position);
    ASSERT_EQ(one.contacts.size(), other.contacts.size());

    double difference = 0.0;
    const auto floor_force = [](const World<2>& world) {
        double sum = 0.0;
        for (const auto& [pair, f] : forces(world, 1e-3)) sum += pair.first <= 10 ? f[1] : 0.0;
        return sum;
    };
    for (int c = 0; c < one.contacts.size(); ++c) {
        difference = std::max(difference, norm(one.contacts.impulse[c] - other.contacts.impulse[c]) / 1e-3);
    }
    const double weight = 55 * g;
    EXPECT_GT(difference, 1e-3 * weight);
    EXPECT_NEAR(floor_force(one), weight, 1e-6 * weight);
    EXPECT_NEAR(floor_force(other), weight, 1e-6 * weight);
    EXPECT_LT(other.energy.kinetic, 1e-12 * weight);  // at rest, or the weight would not have to be carried
}

// H15.
template <int D>
void overlaps_at_rest() {
    const double r = 0.1;
    for (const Integrator integrator : integrators) {
        Stage<D> stage({.friction = 0.4, .restitution_normal = 0.3});
        stage.settings.integrator = integrator;
        stage.settings.overlap = Overlap::keep;
        Random random(3);
        const int n = D == 2 ? 12 : 5;
        for (int i = 0; i < (D == 2 ? n * n : n * n * n); ++i) {
            Vec<D> position{};
            for (int k = 0, rest = i; k < D; ++k, rest /= n) {
                position[k] = (rest % n) * 2 * r * (1 - 1e-4) + random.uniform(-1e-4, 1e-4) * r;
            }
            stage.ball(1.0, r, position);
        }
        World<D> kept = stage.build();
        const std::vector<Vec<D>> start = kept.bodies.position;
        const StepReport report = run(kept, stage.settings, 1000);
        EXPECT_GT(report.contacts, (D - 1) * kept.bodies.size());
        EXPECT_GT(report.max_penetration, 1e-5 * r);
        EXPECT_EQ(kept.energy.kinetic, 0.0);
        EXPECT_EQ(kept.bodies.position, start);

        stage.settings.overlap = Overlap::push;
        stage.settings.solver.tolerance = 1e-4;
        World<D> pushed = stage.build();
        run(pushed, stage.settings);
        EXPECT_GT(pushed.energy.kinetic, 0.0);
        EXPECT_LT(pushed.energy.dissipated(), 0.0);
    }
}

TEST(Overlap, KeptOverlapsOfDisksGiveNoEnergyAndPushedOnesDo) { overlaps_at_rest<2>(); }
TEST(Overlap, KeptOverlapsOfBallsGiveNoEnergyAndPushedOnesDo) { overlaps_at_rest<3>(); }

}  // namespace
}  // namespace drystone::granular_test
