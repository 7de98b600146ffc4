// Membranes: docs/theory.md (7.20)-(7.22). What they push with adds up to nothing, their moments too, and the stress of the grains that
// they hold is the pressure.

#include "step/membranes.h"

#include <cmath>

#include <gtest/gtest.h>

#include "bodies/move.h"
#include "core/input_error.h"
#include "core/random.h"
#include "physics/stage.h"
#include "step/loads.h"
#include "step/pressure.h"
#include "step/state.h"
#include "step/unbalanced.h"

namespace drystone::membranes_test {
namespace {

Signal constant(double value) { return {.kind = Signal::Kind::constant, .value = value}; }

constexpr double radius = 0.01, pressure = 500.0;

/// Balls of a lattice, nearly touching, whose place `keep` likes, in a membrane.
template <int D>
struct Sample : Stage<D> {
    template <class Keep>
    explicit Sample(int n, const Keep& keep, Law law = Coulomb{.friction = 0.5}) : Stage<D>(law) {
        this->settings.solver = {
            .method = SolverMethod::automatic, .tolerance = 1e-10, .max_iterations = 3000};
        Random random(11, 2);
        Membrane<D> membrane;
        membrane.name = "foil";
        membrane.pressure = constant(pressure);
        for (int i = 0; i < (D == 2 ? n * n : n * n * n); ++i) {
            Vec<D> x{{static_cast<double>(i % n), static_cast<double>(i / n % n)}};
            if (D == 3) x[D - 1] = i / n / n;
            for (int k = 0; k < D; ++k)
                x[k] = 2.15 * radius * (x[k] - 0.5 * (n - 1) + 0.04 * (random.uniform() - 0.5));
            if (!keep(x)) continue;
            const double r = radius * (1.0 - 0.1 * random.uniform());
            membrane.bodies.push_back(this->ball(D == 2 ? 0.8 : 0.01, r, x));
        }
        this->description.membranes = {membrane};
        this->description.materials[0].mass_damping = 40.0;
    }

    Membrane<D>& membrane() { return this->description.membranes[0]; }
};

template <int D>
Sample<D> ball_of_grains() {
    return Sample<D>(D == 2 ? 5 : 3, [](const Vec<D>&) { return true; });
}

/// Sums of all that is applied: force, moment about the origin, f x^T.
template <int D>
struct Applied {
    Vec<D> force{};
    Spin<D> moment{};
    Mat<D> virial{};

    explicit Applied(World<D>& world) {
        apply_loads(world, world.time);
        for (const int i : world.loaded) {
            force += world.applied[i].v;
            moment += drystone::moment(world.bodies.position[i], world.applied[i].v);
            virial = virial + outer(world.applied[i].v, world.bodies.position[i]);
        }
    }
};

template <int D>
void balances() {
    Sample<D> sample = ball_of_grains<D>();
    World<D> world = sample.build();
    ThreadPool pool(1);
    for (const int steps : {0, 1, 30}) {
        for (int k = 0; k < steps; ++k) advance(world, sample.settings, pool);
        place_parts(world.bodies, pool, world.parts);
        const Applied<D> sums(world);
        const MembraneExtent<D> extent = extent_of<D>(world, world, 0);
        const double size = pressure * extent.area;
        EXPECT_NEAR(norm(sums.force), 0.0, 1e-13 * size);
        EXPECT_NEAR(norm(sums.moment), 0.0, 1e-14 * size);
        for (int i = 0; i < D; ++i)
            for (int j = 0; j < D; ++j)
                EXPECT_NEAR(sums.virial[i][j], i == j ? -pressure * extent.volume : 0.0, 1e-14 * size);
        EXPECT_EQ(world.skins[0].outside, 0);
    }
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-12 * std::abs(world.energy.work));
}

TEST(Membranes, ForcesAndMomentsAddUpToNothing) {
    balances<2>();
    balances<3>();
}

/// Mean stress of the grains by internal moments, over a volume; compression is positive.
template <int D>
Mat<D> mean_stress(const World<D>& world, double volume, double h) {
    Mat<D> sum{};
    for (int c = 0; c < world.contacts.size(); ++c) {
        const ContactPoint<D>& point = world.contacts.point[c];
        const int a = world.parts.body[point.a], b = world.parts.body[point.b];
        sum = sum + outer(world.contacts.impulse[c], world.bodies.position[b] - world.bodies.position[a]);
    }
    return (1.0 / (h * volume)) * sum;
}

template <int D>
void feels_its_pressure(Integrator integrator) {
    Sample<D> sample = ball_of_grains<D>();
    sample.settings.integrator = integrator;
    World<D> world = sample.build();
    ThreadPool pool(1);
    double rest = 1.0;
    for (int k = 0; k < 2000 && rest > 3e-10; ++k) {
        const bool solved = advance(world, sample.settings, pool).solve.converged;
        rest = solved ? unbalanced(world, sample.settings.step) : 1.0;
    }
    ASSERT_LT(rest, 1e-9);
    const Mat<D> stress = mean_stress(world, extent_of<D>(world, world, 0).volume, sample.settings.step);
    for (int i = 0; i < D; ++i)
        for (int j = 0; j < D; ++j)
            EXPECT_NEAR(stress[i][j], i == j ? pressure : 0.0, 1e-8 * pressure) << i << j;
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-10 * std::abs(world.energy.work));
}

TEST(Membranes, AtRestTheStressOfTheGrainsIsThePressure) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        feels_its_pressure<2>(integrator);
        feels_its_pressure<3>(integrator);
    }
}

/// A column of grains between two platens, the upper one pressed where the membrane ends on it.
template <int D>
Sample<D> column() {
    const int n = D == 2 ? 6 : 4;
    const double wide = 2.15 * radius * (D == 2 ? 1.6 : 2.2);
    Sample<D> sample(n, [&](Vec<D> x) { return x[D - 1] = 0.0, norm(x) < wide; });
    const double high = 2.15 * radius * 0.5 * (n - 1) + 1.1 * radius;
    sample.membrane().platens.push_back(
        sample.fixed(Plane<D>{Vec<D>::axis(D - 1)}, -high * Vec<D>::axis(D - 1)));
    BodyDescription<D> top;
    top.name = "top";
    top.mass = 0.05;
    top.geometry = {{Plane<D>{-Vec<D>::axis(D - 1)}, {}, {}}};
    top.position = high * Vec<D>::axis(D - 1);
    Pressing<D> pressing;
    pressing.body = sample.add(top);
    pressing.pressure = constant(pressure);
    sample.membrane().platens.push_back(pressing.body);
    sample.description.pressings = {pressing};
    return sample;
}

template <int D>
void stands() {
    Sample<D> sample = column<D>();
    sample.settings.solver.tolerance = 1e-7;
    World<D> world = sample.build();
    ThreadPool pool(1);
    double rest = 1.0;
    for (int k = 0; k < 1000 && rest > 1e-5; ++k) {
        advance(world, sample.settings, pool);
        rest = unbalanced(world, sample.settings.step);
    }
    ASSERT_LT(rest, 1e-5);
    const int top = sample.description.pressings[0].body;
    const double area = pressed_area<D>(world, world, 0, world.cut).area;
    ASSERT_GT(area, 0.0);
    const PressedWall floor = find_wall<D>(world, sample.membrane().platens[0], Vec<D>::axis(D - 1), {});
    const double bottom = cap_of<D>(world, world, 0, floor).area;
    const double stress = wall_stress(world, top, -Vec<D>::axis(D - 1), area, sample.settings.step);
    EXPECT_NEAR(stress, pressure, 1e-4 * pressure);
    const MembraneExtent<D> extent = extent_of<D>(world, world, 0);
    EXPECT_NEAR(norm(extent.area_vector - (area - bottom) * -Vec<D>::axis(D - 1)), 0.0,
                1e-12 * extent.area);  // with its ends it is closed
    EXPECT_EQ(world.skins[0].outside, 0);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-9 * std::abs(world.energy.work));

    // Across the column the membrane pushes with its pressure as high as the column is.
    EXPECT_NEAR(Applied<D>(world).virial[0][0], -pressure * extent.volume, 1e-12 * pressure * extent.volume);
}

TEST(Membranes, AColumnBetweenPlatensFeelsBothInThePlane) { stands<2>(); }
TEST(Membranes, AColumnBetweenPlatensFeelsBothInSpaceByNight) { stands<3>(); }

/// What a membrane pushes its platens with and what it pushes grains with is nothing together.
TEST(Membranes, PlatensThatArePushedCloseIt) {
    Sample<3> sample = column<3>();
    sample.membrane().pushes_platens = true;
    sample.description.pressings.clear();
    World<3> world = sample.build();
    const Applied<3> sums(world);
    EXPECT_NEAR(norm(sums.force), 0.0, 1e-13 * pressure * extent_of<3>(world, world, 0).area);
}

/// A state put into another world goes on with the same bits, on two threads as on one.
template <int D>
void goes_on() {
    Sample<D> sample = column<D>();
    World<D> world = sample.build(), other = sample.build();
    run(world, sample.settings, 60);
    run(other, sample.settings, 25, 2);
    World<D> again = sample.build();
    ThreadPool pool(1);
    put_state<D>(other, again, pool);
    run(again, sample.settings, 35, 2);
    EXPECT_EQ(again.bodies, world.bodies);
    EXPECT_EQ(again.skins, world.skins);
    EXPECT_EQ(again.energy.work, world.energy.work);
}

TEST(Membranes, SameBitsFromTheMiddleAndOnTwoThreads) {
    goes_on<2>();
    goes_on<3>();
}

template <int D>
void expect_refused(const WorldDescription<D>& description, const std::string& what) {
    try {
        make_world(description);
        ADD_FAILURE() << "not refused: " << what;
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
    }
}

TEST(Membranes, WhatMakesNoSenseIsRefused) {
    Sample<3> sample = column<3>();
    sample.membrane().reach = 0.1 * radius;
    expect_refused(sample.description, "outside this membrane");
    sample.membrane().reach = 0.0;
    sample.membrane().bodies.resize(3);
    expect_refused(sample.description, "5 bodies at least");
    sample.membrane().bodies = {0, 1, 2, 3, 4, 5};
    sample.membrane().platens = {7};
    expect_refused(sample.description, "no flat side");
}

}  // namespace
}  // namespace drystone::membranes_test
