// Many soft contacts: equilibrium, conservation, the same bits. Validation cases G02, G04, G07, D08; docs/theory.md section 13.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"
#include "md/soft_stage.h"
#include "step/state.h"

namespace drystone::grains_test {
namespace {

constexpr double g = 9.81;

template <int D>
double energy_now(const World<D>& world) {
    return world.energy.kinetic + world.energy.potential + world.energy.stored;
}

template <int D>
void expect_stack(int n) {
    const double k = 1e5, m = 1.0, r = 0.1;
    Stage<D> stage = soft_stage<D>({.normal_stiffness = k});  // e_n = 0: critical damping
    stage.falling();
    stage.settings.step = 0.02;
    stage.floor();
    for (int i = 0; i < n; ++i) stage.ball(m, r, (r + 2 * r * i) * Vec<D>::axis(D - 1));
    World<D> world = stage.build();
    run(world, stage.settings, 200);
    ASSERT_EQ(world.contacts.size(), n);
    for (int i = 1; i <= n; ++i) {
        const double load = (n - i + 1) * m * g;
        EXPECT_NEAR(-world.contacts.point[i - 1].gap, load / k, 1e-6 * load / k);
        EXPECT_NEAR(norm(world.contacts.impulse[i - 1]) / stage.settings.step, load, 1e-6 * load);
    }
}

TEST(G02, AStackRestsOnItsSprings) {
    expect_stack<2>(5);
    expect_stack<3>(5);
}

/// Balls, and clumps between them, flying into each other.
template <int D>
Stage<D> cloud(const Spring& law, int n, bool clumps, std::uint64_t seed = 1) {
    Stage<D> stage = soft_stage<D>(law);
    Random random(seed);
    for (int i = 0; i < (D == 2 ? n * n : n * n * n); ++i) {
        Vec<D> place{}, velocity{};
        Spin<D> spin{};
        for (int k = 0, rest = i; k < D; ++k, rest /= n) place[k] = rest % n - 0.5 * (n - 1);
        for (int k = 0; k < D; ++k) velocity[k] = -2.0 * place[k] + random.uniform(-0.5, 0.5);
        for (int k = 0; k < spin_dim<D>; ++k) spin[k] = random.uniform(-3.0, 3.0);
        const double mass = random.uniform(0.5, 2.0), radius = random.uniform(0.3, 0.45);
        if (clumps && i % 2 == 1)
            stage.clump(mass, tripod<D>(0.22), place, velocity, spin);
        else
            stage.ball(mass, radius, place, velocity, spin);
    }
    return stage;
}

/// Largest error of the energy over a second in which everything collides.
template <int D>
double energy_error(double steps_per_collision) {
    Stage<D> stage = cloud<D>({.normal_stiffness = 1e4, .restitution_normal = 1.0}, 3, false);
    stage.settings.step = 1e-3;
    stage.settings.soft.steps_per_collision = steps_per_collision;
    World<D> world = stage.build();
    ThreadPool pool(1);
    double worst = 0.0;
    long contacts = 0;
    for (int k = 0; k < 1000; ++k) {
        contacts += advance(world, stage.settings, pool).contacts;
        worst = std::max(worst, std::abs(energy_now(world) - world.energy.initial) / world.energy.initial);
        EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-12 * world.energy.initial);
    }
    EXPECT_GT(contacts, 100);
    return worst;
}

TEST(G04, TheErrorOfTheEnergyIsOfSecondOrder) {
    const double coarse = energy_error<3>(50.0), fine = energy_error<3>(200.0);
    EXPECT_LT(coarse, 1e-3);
    EXPECT_NEAR(std::log(coarse / fine) / std::log(4.0), 2.0, 0.3);
    EXPECT_NEAR(std::log(energy_error<2>(50.0) / energy_error<2>(200.0)) / std::log(4.0), 2.0, 0.3);
}

TEST(G04, TimeRunsBackwardsToTheStart) {
    Stage<3> stage = cloud<3>({.normal_stiffness = 1e4, .restitution_normal = 1.0}, 3, false);
    World<3> world = stage.build();
    const std::vector<Vec<3>> start = world.bodies.position;
    run(world, stage.settings, 600);
    double moved = 0.0, back = 0.0;
    for (int i = 0; i < world.bodies.size(); ++i) {
        moved = std::max(moved, norm(world.bodies.position[i] - start[i]));
        world.bodies.velocity[i].v = -world.bodies.velocity[i].v;
    }
    EXPECT_GT(moved, 0.5);
    run(world, stage.settings, 600);
    for (int i = 0; i < world.bodies.size(); ++i)
        back = std::max(back, norm(world.bodies.position[i] - start[i]));
    EXPECT_LT(back, 1e-8);
}

template <int D>
struct Momenta {
    Vec<D> linear{};
    Spin<D> angular{};
};

template <int D>
Momenta<D> momenta(const World<D>& world) {
    const Bodies<D>& bodies = world.bodies;
    const Matter<D>& matter = world.matter;
    Momenta<D> sum;
    for (int i = 0; i < bodies.size(); ++i) {
        sum.linear += matter.mass[i] * bodies.velocity[i].v;
        sum.angular += moment(bodies.position[i], matter.mass[i] * bodies.velocity[i].v);
        if constexpr (D == 2) {
            sum.angular += matter.inertia[i][0] * bodies.velocity[i].w;
        } else {
            const Mat<3> axes = matrix(bodies.rotation[i]);
            sum.angular +=
                axes * Mat<3>::diagonal(matter.inertia[i]) * transpose(axes) * bodies.velocity[i].w;
        }
    }
    return sum;
}

constexpr Spring rough{.normal_stiffness = 2e4,
                       .tangential_stiffness = 1e4,
                       .friction = 0.5,
                       .restitution_normal = 0.6,
                       .tangential_damping = 3.0,
                       .rolling_friction = 0.01,
                       .torsion_friction = 0.005};

template <int D>
void expect_conservation(int n) {
    Stage<D> stage = cloud<D>(rough, n, true);
    stage.settings.soft.steps_per_collision = 20.0;
    World<D> world = stage.build();
    const Momenta<D> before = momenta(world);
    run(world, stage.settings, 500);
    const Momenta<D> after = momenta(world);
    EXPECT_NEAR(norm(after.linear - before.linear), 0.0, 1e-12 * world.bodies.size());
    EXPECT_NEAR(norm(after.angular - before.angular), 0.0, 1e-11 * world.bodies.size());
    EXPECT_GT(world.energy.losses.friction, 0.02 * world.energy.initial);
    EXPECT_GT(world.energy.losses.impact, 0.1 * world.energy.initial);
    EXPECT_LT(std::abs(world.energy.scheme), 0.03 * world.energy.initial);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-12 * world.energy.initial);
}

TEST(Conservation, MomentaOfBallsAndClumpsStayWhateverRubs) {
    expect_conservation<2>(16);  // several blocks
    expect_conservation<3>(6);
}

/// Validation D08: n rows, the lowest fixed, side by side with some air: the forces are unique, and soft grains find them as k grows.
TEST(D08, AStiffPileCarriesItsUniqueForces) {
    const int n = 8;
    const double r = 0.5, s = 1.02, w = g, phi = std::asin(s / 2.0), height = 2 * r * std::cos(phi);
    Stage<2> stage = soft_stage<2>({.normal_stiffness = 1e9});
    stage.falling();
    for (int row = 0; row < n; ++row) {
        for (int j = 0; j < n - row; ++j) {
            const Vec<2> place{{2 * r * s * (j + 0.5 * row), row * height}};
            row == 0 ? stage.fixed(Ball<2>{r}, place) : stage.ball(1.0, r, place);
        }
    }
    stage.settings.step = 0.01;
    World<2> world = stage.build();
    run(world, stage.settings, 30);
    ASSERT_EQ(world.contacts.size(), n * (n - 1));
    std::vector<double> load(n, 0.0), thrust(n, 0.0);
    double largest = 0.0;
    for (int c = 0; c < world.contacts.size(); ++c) {
        const Vec<2> f = (1.0 / stage.settings.step) * world.contacts.impulse[c];
        largest = std::max(largest, norm(f));
        const int base = world.contacts.point[c].a;
        if (base >= n) continue;
        load[base] += f[1];
        thrust[base] += f[0];
    }
    for (int j = 0; j < n; ++j) {
        // The pile stands on the disks below: those of the lowest row carry (n - 1 + 1)/2 weights less their own.
        EXPECT_NEAR(load[j], w * (n - 1) / 2, 1e-6 * w * n) << j;
        EXPECT_NEAR(std::abs(thrust[j]), std::abs(0.5 * w * std::tan(phi) * (2 * j - n + 1)), 1e-6 * w * n)
            << j;
    }
    EXPECT_NEAR(largest, (n - 1) * w / (2 * std::cos(phi)), 1e-6 * w * n);
}

TEST(Clump, ADumbbellLyingOnTheFloorLeansOnBothBalls) {
    Stage<3> stage = soft_stage<3>({.normal_stiffness = 1e6, .tangential_stiffness = 5e5, .friction = 0.5});
    stage.falling();
    stage.settings.step = 5e-3;
    stage.floor();
    stage.clump(2.0, {{Ball<3>{0.1}, {{-0.15, 0, 0}}, {}}, {Ball<3>{0.1}, {{0.15, 0, 0}}, {}}},
                {{0, 0, 0.12}});
    World<3> world = stage.build();
    run(world, stage.settings, 100);
    ASSERT_EQ(world.contacts.size(), 2);
    for (const Vec<3>& J : world.contacts.impulse)
        EXPECT_NEAR(std::abs(J[2]) / stage.settings.step, g, 1e-6 * g);
    EXPECT_NEAR(norm(world.bodies.velocity[1].w), 0.0, 1e-8);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-12);
}

/// A ball in a vice: the driven plate does the work that the two springs hold.
TEST(DrivenWall, DoesTheWorkThatTheSpringsHold) {
    Stage<3> stage = soft_stage<3>({.normal_stiffness = 1e6, .restitution_normal = 0.5});
    stage.floor();
    stage.ball(1.0, 0.1, {{0, 0, 0.1}});
    const int plate = stage.fixed(Plane<3>{-Vec<3>::axis(2)}, {{0, 0, 0.2}});
    stage.moves(plate, Driven::velocity, Vec<3>::axis(2), {.kind = Signal::Kind::constant, .value = -1e-3});
    World<3> world = stage.build();
    run(world, stage.settings, 1000);  // 1 mm in 1 s
    EXPECT_NEAR(world.bodies.position[2][2], 0.199, 1e-15);
    const double held = 0.5 * (1e6 / 2) * 1e-6;
    EXPECT_NEAR(world.energy.stored, held, 1e-4 * held);
    EXPECT_NEAR(world.energy.work, held, 1e-3 * held);
    ASSERT_EQ(world.contacts.size(), 2);
    EXPECT_NEAR(norm(world.contacts.impulse[1]) / 1e-3, 500.0, 0.5);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-12 * held);
}

/// A piston of mass 1 held but along z, under a force, on a ball: it carries piston, force and ball.
TEST(LoadedPiston, PressesWithItsWeightAndItsLoad) {
    Stage<3> stage = soft_stage<3>({.normal_stiffness = 1e6, .restitution_normal = 0.1});
    stage.falling().settings.step = 5e-3;
    stage.floor();
    stage.ball(1.0, 0.1, {{0, 0, 0.1}});
    BodyDescription<3> piston;
    piston.mass = 1.0;
    piston.geometry = {{Plane<3>{-Vec<3>::axis(2)}, {}, {}}};
    piston.position = {{0, 0, 0.2}};
    const int i = stage.add(piston);
    stage.description.holds.push_back({.body = i, .directions = {{1, 1, 0}}, .rotations = {{1, 1, 1}}});
    stage.description.loads.push_back({.body = i, .force = {{0, 0, -50.0}}});
    World<3> world = stage.build();
    run(world, stage.settings, 200);
    ASSERT_EQ(world.contacts.size(), 2);
    EXPECT_NEAR(norm(world.contacts.impulse[0]) / stage.settings.step, 50.0 + 2 * g, 1e-5);
    EXPECT_NEAR(norm(world.contacts.impulse[1]) / stage.settings.step, 50.0 + g, 1e-5);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-12);
}

/// Validation G07: sub-steps in a second go as sqrt(k / m).
TEST(G07, SubStepsGoAsTheRootOfStiffnessOverMass) {
    const auto substeps = [](double k, double m) {
        Stage<3> stage = soft_stage<3>({.normal_stiffness = k, .restitution_normal = 0.5});
        stage.settings.step = 1.0;
        stage.ball(m, 0.1, {});
        stage.ball(m, 0.1, {{1, 0, 0}});
        World<3> world = stage.build();
        return static_cast<double>(run(world, stage.settings).solve.iterations);
    };
    const double base = substeps(1e6, 1.0);
    EXPECT_NEAR(substeps(4e6, 1.0), 2.0 * base, 2.0);
    EXPECT_NEAR(substeps(1e6, 0.25), 2.0 * base, 2.0);
    EXPECT_NEAR(substeps(1e8, 1.0), 10.0 * base, 10.0);
}

/// Validation G07: the work of a sub-step goes as N^(1.0 +- 0.1), counted in pairs, for the clock is not for tests.
TEST(G07, TheWorkOfASubStepGoesAsTheNumberOfGrains) {
    const auto visits = [](int n) {
        Stage<3> stage = soft_stage<3>({.normal_stiffness = 1e6});
        for (int i = 0; i < n * n * n; ++i)
            stage.ball(1.0, 0.5,
                       {{static_cast<double>(i % n), static_cast<double>(i / n % n),
                         static_cast<double>(i / (n * n))}});
        World<3> world = stage.build();
        const StepReport report = run(world, stage.settings);
        return static_cast<double>(report.pair_visits) / report.solve.iterations;
    };
    EXPECT_NEAR(std::log(visits(20) / visits(10)) / std::log(8.0), 1.0, 0.1);
}

/// Grains and clumps falling together on a floor beside a moving wall, in a drum that holds them all.
template <int D>
Stage<D> heap(int n) {
    Stage<D> stage = cloud<D>(rough, n, true, 7);
    stage.falling(8.0).settings.step = 0x1p-7;
    stage.settings.soft.steps_per_collision = 12.0;
    const int wall = stage.fixed(Plane<D>{Vec<D>::axis(0)}, -0.5 * n * Vec<D>::axis(0));
    stage.moves(wall, Driven::velocity, Vec<D>::axis(0), {.kind = Signal::Kind::constant, .value = 0.125});
    stage.fixed(Plane<D>{Vec<D>::axis(D - 1)}, -0.5 * n * Vec<D>::axis(D - 1));
    stage.fixed(Drum<D>{2.0 * n, 4.0 * n});
    return stage;
}

template <int D>
void expect_same(const World<D>& a, const World<D>& b) {
    EXPECT_TRUE(a.bodies.position == b.bodies.position);
    EXPECT_TRUE(a.bodies.velocity == b.bodies.velocity);
    EXPECT_TRUE(a.bodies.rotation == b.bodies.rotation);
    EXPECT_TRUE(a.contacts.impulse == b.contacts.impulse);
    EXPECT_TRUE(a.contacts.moment == b.contacts.moment);
    EXPECT_EQ(a.energy.scheme, b.energy.scheme);
    EXPECT_EQ(a.energy.dissipated(), b.energy.dissipated());
    EXPECT_EQ(a.energy.work, b.energy.work);
}

template <int D>
void expect_same_for_threads(int n) {
    const Stage<D> stage = heap<D>(n);
    World<D> alone = stage.build();
    run(alone, stage.settings, 12, 1);
    EXPECT_GT(alone.neighbours.rebuilds(), 1);
    EXPECT_GT(alone.contacts.size(), alone.bodies.size() / 8);
    for (const int threads : {2, 3, 7}) {
        World<D> other = stage.build();
        run(other, stage.settings, 12, threads);
        expect_same(alone, other);
    }
}

TEST(SoftDeterminism, TheSameBitsForAnyNumberOfThreads) {
    expect_same_for_threads<2>(36);
    expect_same_for_threads<3>(11);
}

template <int D>
void expect_restart(int n) {
    const Stage<D> stage = heap<D>(n);
    World<D> whole = stage.build();
    run(whole, stage.settings, 37);
    const State<D> state = whole;
    EXPECT_GT(state.soft.contacts.size(), 10u);
    run(whole, stage.settings, 23);
    World<D> resumed = stage.build();
    ThreadPool pool(2);
    put_state(state, resumed, pool);
    run(resumed, stage.settings, 23, 2);
    expect_same(whole, resumed);
}

TEST(SoftDeterminism, ARestartGoesOnWithTheSameBits) {
    expect_restart<2>(12);
    expect_restart<3>(5);
}

/// Lengths times 2, times times 4, masses times 8: velocities by 1/2, forces by 1, energies by 2.
TEST(SoftDeterminism, OtherUnitsGiveTheSameDigits) {
    Stage<3> stage = heap<3>(4), scaled = stage;
    const double L = 2.0, T = 4.0, M = 8.0;
    scaled.settings.step *= T;
    scaled.description.gravity = (L / (T * T)) * stage.description.gravity;
    Spring& law = std::get<Spring>(scaled.description.interactions[0].law);
    law.normal_stiffness *= M / (T * T);
    law.tangential_stiffness *= M / (T * T);
    law.tangential_damping *= M / T;
    law.rolling_friction *= L;
    law.torsion_friction *= L;
    for (BodyDescription<3>& body : scaled.description.bodies.edit_all()) {
        body.mass *= M;
        body.position = L * body.position;
        body.velocity = (L / T) * body.velocity;
        body.angular_velocity = (1.0 / T) * body.angular_velocity;
        for (PlacedShape<3>& part : body.geometry) {
            part.position = L * part.position;
            if (auto* ball = std::get_if<Ball<3>>(&part.shape)) ball->radius *= L;
            if (auto* drum = std::get_if<Drum<3>>(&part.shape)) {
                drum->radius *= L;
                drum->length *= L;
            }
        }
    }
    scaled.description.motions[0].signal.value *= L / T;
    World<3> a = stage.build(), b = scaled.build();
    run(a, stage.settings, 50);
    run(b, scaled.settings, 50);
    EXPECT_GT(a.contacts.size(), 20);
    for (int i = 0; i < a.bodies.size(); ++i) {
        EXPECT_EQ(L * a.bodies.position[i], b.bodies.position[i]);
        EXPECT_EQ((1.0 / T) * a.bodies.velocity[i].w, b.bodies.velocity[i].w);
    }
    EXPECT_EQ(a.energy.losses.friction * M * L * L / (T * T), b.energy.losses.friction);
}

/// Far too soft: it is counted.
TEST(DeepOverlap, IsCounted) {
    Stage<3> stage = soft_stage<3>({.normal_stiffness = 1e2});
    stage.falling().settings.step = 0.1;
    stage.floor();
    stage.ball(1.0, 0.1, {{0, 0, 0.1}});
    World<3> world = stage.build();
    const StepReport report = run(world, stage.settings, 20);
    EXPECT_EQ(report.deep_overlaps, report.solve.iterations);
    EXPECT_NEAR(report.max_penetration, 0.0981, 1e-3);
}

}  // namespace
}  // namespace drystone::grains_test
