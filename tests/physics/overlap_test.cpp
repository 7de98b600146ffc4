// overlap = "project": bodies leave overlaps without velocities, and impacts are stopped at the surface.
// docs/theory.md (6.9)-(6.12).

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "bodies/move.h"
#include "core/random.h"
#include "geometry/convex.h"
#include "physics/stage.h"
#include "step/initial_overlaps.h"
#include "step/state.h"

namespace drystone::overlap_test {
namespace {

constexpr double r = 0.1;          // size of everything, half of it
constexpr double sunk = 0.05 * r;  // deep, and still small against curvatures
constexpr double trace = 5e-4 * r;  // overlaps that are let be

template <int D>
Shape<D> cube(double half) {
    Vec<D> size;
    for (int k = 0; k < D; ++k) size[k] = 2.0 * half;
    return Solid<D>{std::make_shared<const Convex<D>>(box(size))};
}

template <int D>
Geometry<D> alone(const Shape<D>& shape) {
    return {{shape, {}, {}}};
}

/// Two shapes one above the other, `sunk` into each other.
template <int D>
struct Pair {
    std::string name;
    Geometry<D> lower, upper;
    double distance;  // of their frames when they touch [m]
    bool lower_is_wall = false;
};

template <int D>
std::vector<Pair<D>> pairs() {
    const Shape<D> ball = Ball<D>{r};
    const Vec<D> up = Vec<D>::axis(D - 1);
    Geometry<D> clump = {{Ball<D>{r}, -r * Vec<D>::axis(0), {}}, {Ball<D>{r}, r * Vec<D>::axis(0), {}}};
    return {{"ball on plane", alone<D>(Plane<D>{up}), alone<D>(ball), r, true},
            {"ball on ball", alone<D>(ball), alone<D>(ball), 2 * r},
            {"ball in drum", alone<D>(Drum<D>{10 * r, 20 * r}), alone<D>(ball), -9 * r, true},
            {"ball on box", alone<D>(cube<D>(r)), alone<D>(ball), 2 * r},
            {"box on plane", alone<D>(Plane<D>{up}), alone<D>(cube<D>(r)), r, true},
            {"box on box", alone<D>(cube<D>(r)), alone<D>(cube<D>(r)), 2 * r},
            {"clump on plane", alone<D>(Plane<D>{up}), clump, r, true},
            {"clump on box", alone<D>(cube<D>(2 * r)), clump, 3 * r}};
}

enum class Lower { fixed, held, driven, free };

template <int D>
Stage<D> stacked(const Pair<D>& pair, Lower lower, const Law& law, double mass_ratio = 3.0) {
    Stage<D> stage(law);
    BodyDescription<D> below;
    below.geometry = pair.lower;
    below.fixed = lower != Lower::free && lower != Lower::held;
    below.mass = mass_ratio;
    const int base = stage.add(below);
    if (lower == Lower::held) {
        Hold<D> hold{.body = base};
        for (int k = 0; k < D; ++k) hold.directions[k] = 1.0;
        for (int k = 0; k < spin_dim<D>; ++k) hold.rotations[k] = 1.0;
        stage.description.holds.push_back(hold);
    }
    if (lower == Lower::driven)
        stage.moves(base, Driven::velocity, Vec<D>::axis(0), {.kind = Signal::Kind::constant, .value = 0.01});
    stage.clump(1.0, pair.upper, (pair.distance - sunk) * Vec<D>::axis(D - 1));
    return stage;
}

template <int D>
double deepest(World<D>& world) {
    double depth = 0.0;
    ThreadPool one(1);
    place_parts(world.bodies, one, world.parts);
    for (const BodyOverlap& o : find_overlaps(world)) depth = std::max(depth, o.depth);
    return depth;
}

template <int D>
void leave_overlaps_at_rest() {
    const std::vector<std::pair<std::string, Law>> laws = {
        {"dry", Coulomb{.friction = 0.5}},
        {"frictionless", Coulomb{}},
        {"bouncing", Coulomb{.friction = 0.3, .restitution_normal = 0.8}},
        {"two coefficients", Coulomb{.friction = 0.3, .static_friction = 0.5}},
        {"rolling", Coulomb{.friction = 0.3, .rolling_friction_ratio = 0.1}},
        {"broken mortar", MohrCoulomb{.cohesion = 1.0, .friction = 0.5, .joint = {.area = 1e-3}, .joining = {.initially = false}}}};
    for (const Pair<D>& pair : pairs<D>())
        for (const Lower lower : {Lower::fixed, Lower::held, Lower::driven, Lower::free})
            for (const auto& [name, law] : laws) {
                if (pair.lower_is_wall && lower == Lower::free) continue;
                SCOPED_TRACE(pair.name + ", " + name + ", lower " + std::to_string(static_cast<int>(lower)));
                const Stage<D> stage = stacked(pair, lower, law);
                World<D> world = stage.build();
                ASSERT_GT(deepest(world), 0.9 * sunk);
                const Vec<D> base = world.bodies.position[0];
                run(world, stage.settings, 12);
                EXPECT_LE(deepest(world), trace);
                if (lower != Lower::driven) {
                    EXPECT_EQ(world.energy.kinetic, 0.0);
                }
                if (lower == Lower::fixed || lower == Lower::held) {
                    EXPECT_EQ(world.bodies.position[0], base);
                }
                if (lower == Lower::free) {  // the centre of both stays
                    const Vec<D> moved =
                        3.0 * (world.bodies.position[0] - base) + world.bodies.position[1] -
                        (pair.distance - sunk) * Vec<D>::axis(D - 1);
                    EXPECT_LT(norm(moved), 1e-12);
                }
                EXPECT_LT(std::abs(world.energy.balance_error()), 1e-12);
            }
}

TEST(Project, BodiesLeaveOverlapsAtRestInThePlane) { leave_overlaps_at_rest<2>(); }
TEST(Project, BodiesLeaveOverlapsAtRestInSpace) { leave_overlaps_at_rest<3>(); }

template <int D>
void raised_against_gravity() {
    for (const Pair<D>& pair : pairs<D>()) {
        SCOPED_TRACE(pair.name);
        const Stage<D> stage = stacked(pair, Lower::fixed, Coulomb{.friction = 0.5}).falling();
        World<D> world = stage.build();
        const double height = world.bodies.position[1][D - 1];
        run(world, stage.settings, 50);
        const double raised = world.bodies.position[1][D - 1] - height;
        EXPECT_NEAR(raised, sunk, trace);
        EXPECT_NEAR(world.energy.projected, 9.81 * raised, 1e-3 * 9.81 * sunk);
        EXPECT_LT(world.energy.kinetic, 1e-12);
        EXPECT_LT(std::abs(world.energy.balance_error()), 1e-12);
    }
}

TEST(Project, WhatRaisesABodyIsBookedInThePlane) { raised_against_gravity<2>(); }
TEST(Project, WhatRaisesABodyIsBookedInSpace) { raised_against_gravity<3>(); }

/// Under moreau an impact would be seen up to h |u| late.
template <int D>
void stopped_at_the_surface() {
    for (const Pair<D>& pair : pairs<D>())
        for (const double ahead : {0.51, 0.8, 1.1, 2.3}) {  // the first half drift is blind
            SCOPED_TRACE(pair.name + ", " + std::to_string(ahead));
            Stage<D> stage = stacked(pair, Lower::fixed, Coulomb{.friction = 0.3}).falling();
            const double h = stage.settings.step;
            BodyDescription<D>& upper = stage.description.bodies.edit(1);
            upper.position = (pair.distance + ahead * h * 2.0) * Vec<D>::axis(D - 1);
            upper.velocity = -2.0 * Vec<D>::axis(D - 1);  // h |u| is 2 % of r
            World<D> world = stage.build();
            double largest = 0.0;
            for (int k = 0; k < 20; ++k)
                largest = std::max(largest, run(world, stage.settings).max_penetration);
            EXPECT_LT(largest, 1e-3 * r);
            EXPECT_LT(world.energy.kinetic, 1e-4);
            EXPECT_NEAR(world.bodies.position[1][D - 1], pair.distance, 1e-3 * r);
            EXPECT_LT(std::abs(world.energy.balance_error()), 1e-12);
        }
}

TEST(Project, AnImpactIsStoppedAtTheSurfaceInThePlane) { stopped_at_the_surface<2>(); }
TEST(Project, AnImpactIsStoppedAtTheSurfaceInSpace) { stopped_at_the_surface<3>(); }

TEST(Project, AnElasticBallNeitherGainsNorLosesEnergy) {
    Stage<2> stage({.restitution_normal = 1.0});
    stage.falling().floor();
    stage.ball(1.0, r, {{0.0, r + 0.1}});
    World<2> world = stage.build();
    double highest = 0.0;
    for (int k = 0; k < 20000; ++k) {
        run(world, stage.settings);
        if (k > 19000) highest = std::max(highest, world.bodies.position[1][1]);
    }
    EXPECT_EQ(world.energy.projected, 0.0);
    EXPECT_NEAR(world.energy.dissipated(), 0.0, 1e-10);
    EXPECT_NEAR(highest, r + 0.1, 1e-3 * r);
}

template <int D>
void rolls_in_a_drum(Overlap overlap, double most, double least) {
    Stage<D> stage({.friction = 1.0});
    stage.settings.overlap = overlap;
    stage.settings.step = 1e-3;
    stage.fixed(Drum<D>{1.0, 100.0});
    const double speed = 4.0;  // it rolls round and round: no gravity
    Spin<D> spin{};
    spin[spin_dim<D> - 1] = -speed / r;
    stage.ball(1.0, r, -(1.0 - r) * Vec<D>::axis(1), speed * Vec<D>::axis(0), spin);
    World<D> world = stage.build();
    double largest = 0.0;
    for (int k = 0; k < 2000; ++k) largest = std::max(largest, run(world, stage.settings).max_penetration);
    EXPECT_LT(largest, most * r);
    EXPECT_GE(largest, least * r);
    EXPECT_NEAR(norm(world.bodies.velocity[1].v), speed, 0.02 * speed);
}

// Each step goes along the tangent: (h v)^2 / 2 R = 9e-6 m deeper every time.
TEST(Project, ABallThatRollsInADrumDoesNotSink) {
    rolls_in_a_drum<2>(Overlap::project, 1e-3, 0.0);
    rolls_in_a_drum<3>(Overlap::project, 1e-3, 0.0);
    rolls_in_a_drum<2>(Overlap::keep, 1.0, 0.1);
}

template <int D>
void bonds_stay_as_they_are() {
    Stage<D> stage(Coulomb{.friction = 0.5});
    const int one = stage.ball(1.0, r, {}), two = stage.ball(1.0, r, (2 * r - sunk) * Vec<D>::axis(0));
    const int third = stage.ball(1.0, r, (2 * r - sunk) * Vec<D>::axis(1));
    for (const Law& law : {Law(Bonded{}), Law(MohrCoulomb{.tensile_strength = 1e6, .cohesion = 1e6, .friction = 0.5,
                                                          .joint = {.area = 1e-3}})}) {
        Stage<D> joined = stage;
        joined.description.interactions.push_back({Party::of_body(one), Party::of_body(two), law});
        World<D> world = joined.build();
        const std::vector<Vec<D>> start = world.bodies.position;
        run(world, joined.settings, 12);
        EXPECT_EQ(world.bodies.position[one], start[one]);
        EXPECT_EQ(world.bodies.position[two], start[two]);
        EXPECT_NEAR(world.bodies.position[third][1], 2 * r, trace);
        EXPECT_EQ(world.energy.kinetic, 0.0);
    }
}

TEST(Project, BondsKeepTheLengthTheyWereMadeWith) {
    bonds_stay_as_they_are<2>();
    bonds_stay_as_they_are<3>();
}

/// A crowd thrown together, some of it sunk into its neighbours.
template <int D>
Stage<D> crowd(std::uint64_t seed = 5) {
    Stage<D> stage({.friction = 0.4});
    stage.falling().floor();
    for (int k = 0; k < D - 1; ++k) {
        stage.fixed(Plane<D>{Vec<D>::axis(k)}, -r * Vec<D>::axis(k));
        stage.fixed(Plane<D>{-Vec<D>::axis(k)}, (k == 0 ? 22.5 : 7.0) * r * Vec<D>::axis(k));
    }
    stage.settings.solver = {.tolerance = 1e-4, .max_iterations = 500};
    Random random(seed);
    for (int i = 0; i < 240; ++i) {
        Vec<D> p{};
        p[0] = 1.95 * r * (i % 12);
        if (D == 3) p[1] = 1.95 * r * (i / 12 % 4);
        p[D - 1] = r * (1.0 + 1.85 * (D == 3 ? i / 48 : i / 12));
        stage.ball(1.0, r * random.uniform(0.9, 1.0), p);
    }
    BodyDescription<D> block;
    block.mass = 2.0;
    block.geometry = alone<D>(cube<D>(r));
    block.position = 30 * r * Vec<D>::axis(D - 1);
    block.position[0] = 5 * r;
    stage.add(block);
    return stage;
}

template <int D>
void same_bits() {
    const Stage<D> stage = crowd<D>();
    World<D> one = stage.build(), four = stage.build();
    run(one, stage.settings, 300, 1);
    run(four, stage.settings, 300, 4);
    EXPECT_GT(one.energy.projected, 0.0);
    EXPECT_EQ(one.bodies.position, four.bodies.position);
    EXPECT_EQ(one.energy.projected, four.energy.projected);

    World<D> first = stage.build(), second = stage.build();
    run(first, stage.settings, 120);
    ThreadPool pool(1);
    put_state(first, second, pool);
    run(second, stage.settings, 180);
    EXPECT_EQ(one.bodies.position, second.bodies.position);
    EXPECT_EQ(one.bodies.velocity, second.bodies.velocity);
    EXPECT_EQ(one.energy.projected, second.energy.projected);
}

TEST(Project, HasTheSameBitsForAnyThreadsAndAfterARestart) {
    same_bits<2>();
    same_bits<3>();
}

/// A row of `n` balls without gravity, from `place` on along the first axis, that touch; the first two overlap by `depth`.
template <int D>
void add_row(Stage<D>& stage, int n, const Vec<D>& place, double depth) {
    for (int k = 0; k < n; ++k) stage.ball(1.0, r, place + (k == 0 ? depth : 2.0 * r * k) * Vec<D>::axis(0));
}

template <int D>
World<D> after_a_step(const Stage<D>& stage, int threads) {
    World<D> world = stage.build();
    run(world, stage.settings, 1, threads);
    return world;
}

/// Of two rows, one with a deep overlap: who is far along it stays, and so does the other row, whose overlap is let be.
template <int D>
void overlaps_are_taken_out_locally() {
    constexpr int n = 12, hops = 3;
    const Vec<D> elsewhere = 20.0 * r * Vec<D>::axis(D - 1);
    for (const int threads : {1, 3})
        for (const double shallow : {0.3, 0.6, 0.9}) {
            SCOPED_TRACE(std::to_string(shallow) + " of a trace, threads " + std::to_string(threads));
            Stage<D> stage(Coulomb{.friction = 0.3});
            add_row(stage, n, Vec<D>{}, sunk);
            add_row(stage, n, elsewhere, shallow * trace);
            const World<D> before = stage.build();
            World<D> after = after_a_step(stage, threads);
            EXPECT_LE(deepest(after), 0.25 * sunk);  // a step takes four fifths
            const auto moved = [&](int i) { return norm(after.bodies.position[i] - before.bodies.position[i]); };
            for (int i = 0; i <= 1 + hops; ++i) EXPECT_GT(moved(i), 0.0) << i;
            for (int i = 2 + hops; i < 2 * n; ++i) EXPECT_EQ(moved(i), 0.0) << i;
            Vec<D> sum{};
            for (int i = 0; i < 2 * n; ++i) sum += after.bodies.position[i] - before.bodies.position[i];
            EXPECT_LT(norm(sum), 1e-14);  // all have the same mass
        }
}

TEST(Project, OverlapsAreTakenOutWhereTheyAreInThePlane) { overlaps_are_taken_out_locally<2>(); }
TEST(Project, OverlapsAreTakenOutWhereTheyAreInSpace) { overlaps_are_taken_out_locally<3>(); }

/// A row is longer than one step's reach: its overlap is gone all the same, by pushing on from step to step.
template <int D>
void long_rows_give_way() {
    Stage<D> stage(Coulomb{.friction = 0.3});
    add_row(stage, 30, Vec<D>{}, sunk);
    World<D> world = stage.build();
    run(world, stage.settings, 60);
    EXPECT_LE(deepest(world), trace);
    EXPECT_EQ(world.energy.kinetic, 0.0);
}

TEST(Project, ARowThatIsLongerThanAStepsReachGivesWay) {
    long_rows_give_way<2>();
    long_rows_give_way<3>();
}

/// How many of a pile's bodies creep in 500 steps, after so many others.
template <int D>
long creeping_in(std::uint64_t seed, int after) {
    const Stage<D> stage = crowd<D>(seed);
    World<D> world = stage.build();
    run(world, stage.settings, after);
    const std::vector<Vec<D>> start = world.bodies.position;
    double largest = 0.0;
    for (int k = 0; k < 500; ++k) largest = std::max(largest, run(world, stage.settings).max_penetration);
    long creeping = 0;
    for (std::size_t i = 0; i < start.size(); ++i) creeping += norm(world.bodies.position[i] - start[i]) > 2e-3 * r;
    EXPECT_LT(largest, 1e-3 * r);
    EXPECT_LT(std::abs(world.energy.balance_error()), 1e-9 * world.energy.dissipated());
    return creeping;
}

/// A loose pile gives way once more after thousands of steps, now and then, whatever takes its overlaps out (seen in one of five): most do not.
template <int D, std::size_t Piles>
void piles_do_not_creep(int after) {
    std::array<long, Piles> creeping;
    for (std::size_t k = 0; k < Piles; ++k) creeping[k] = creeping_in<D>(5 + k, after);
    std::sort(creeping.begin(), creeping.end());
    EXPECT_LT(creeping[Piles / 2], 24);  // of 241; some on top still roll
}

TEST(Project, APileThatHasLeftItsOverlapsRestsInThePlane) { piles_do_not_creep<2, 5>(3000); }
TEST(Project, APileThatHasLeftItsOverlapsRestsInSpaceByNight) {
    piles_do_not_creep<3, 3>(4000);
}

}  // namespace
}  // namespace drystone::overlap_test
