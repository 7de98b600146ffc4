// Paths of deformation of cells that repeat, docs/theory.md section 16: each by rate, strain or stress, or some of each, in the plane and in
// space, with friction and without. Books close, threads and restarts do not show, and what comes to rest bears what was asked for.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "physics/cell_stage.h"
#include "step/state.h"

namespace drystone::cell_paths_test {
namespace {

template <int D>
using Control = typename CellDescription<D>::Control;

Signal ramp(double to, double over) {
    return {.kind = Signal::Kind::ramp, .from = 0.0, .to = to, .over = over};
}

template <int D>
struct Path {
    const char* name;
    std::function<void(CellStage<D>&)> set;
    bool keeps_volume = false;
};

constexpr double p = 2000.0;

std::vector<Path<2>> paths_in(CellStage<2>*) {
    return {
        {"isotropic", [](auto& s) { s.pressed(p); }},
        {"oedometer by strain", [](auto& s) { s.control("yy", Control<2>::strain, ramp(-0.1, 0.05)); }},
        {"oedometer by stress", [](auto& s) { s.control("yy", Control<2>::stress, p); }},
        {"biaxial", [](auto& s) { s.control("xx", Control<2>::stress, p).control("yy", Control<2>::rate, -1.0); }},
        {"biaxial, stress that grows",
         [](auto& s) { s.control("xx", Control<2>::stress, p).control("yy", Control<2>::stress, ramp(2 * p, 0.05)); }},
        {"simple shear", [](auto& s) { s.control("xy", Control<2>::rate, 2.0); }, true},
        {"simple shear under normal stress",
         [](auto& s) { s.control("yy", Control<2>::stress, p).control("xy", Control<2>::strain, ramp(0.2, 0.05)); }},
        {"shear by stress", [](auto& s) { s.pressed(p).control("xy", Control<2>::stress, -0.1 * p); }},
        {"pure shear",
         [](auto& s) { s.control("xx", Control<2>::rate, 1.0).control("yy", Control<2>::rate, -1.0); }, true},
    };
}

std::vector<Path<3>> paths_in(CellStage<3>*) {
    return {
        {"isotropic", [](auto& s) { s.pressed(p); }},
        {"oedometer", [](auto& s) { s.control("zz", Control<3>::strain, ramp(-0.1, 0.05)); }},
        {"true triaxial",
         [](auto& s) {
             s.control("xx", Control<3>::stress, p)
                 .control("yy", Control<3>::stress, 1.2 * p)
                 .control("zz", Control<3>::stress, ramp(1.5 * p, 0.03));
         }},
        {"mixed",
         [](auto& s) {
             s.control("xx", Control<3>::stress, p)
                 .control("yy", Control<3>::rate, -1.0)
                 .control("zz", Control<3>::strain, ramp(0.05, 0.05))
                 .control("xy", Control<3>::rate, 1.0)
                 .control("yz", Control<3>::stress, 0.1 * p)
                 .control("xz", Control<3>::strain, ramp(-0.1, 0.05));
         }},
        {"simple shear under normal stress",
         [](auto& s) { s.control("zz", Control<3>::stress, p).control("xz", Control<3>::rate, 2.0); }},
        {"pure shear",
         [](auto& s) { s.control("xx", Control<3>::rate, 1.0).control("zz", Control<3>::rate, -1.0); }, true},
    };
}

template <int D>
CellStage<D> crowded(const Path<D>& path, const Law& law) {
    Vec<D> size;
    for (double& one : size.c) one = 1.0;
    CellStage<D> stage(law, size);
    stage.crowd(D == 2 ? 5 : 3, 0.9, 0.3);
    path.set(stage);
    return stage;
}

template <int D>
void follow(const Path<D>& path, const Law& law, Integrator integrator) {
    CellStage<D> stage = crowded(path, law);
    stage.settings.integrator = integrator;
    stage.settings.solver = {.tolerance = 1e-8, .max_iterations = 3000};
    World<D> world = stage.build(), other = stage.build(), again = stage.build();
    const double volume = world.parts.space.volume();
    run(world, stage.settings, 30);
    run(other, stage.settings, 30, 2);
    EXPECT_EQ(world.bodies.position, other.bodies.position) << path.name;
    ThreadPool pool(1);
    put_state<D>(world, again, pool);
    const StepReport report = run(world, stage.settings, 30);
    run(again, stage.settings, 30);
    EXPECT_EQ(world.bodies.velocity, again.bodies.velocity) << path.name;
    EXPECT_EQ(world.cell, again.cell) << path.name;
    EXPECT_TRUE(report.finite) << path.name;
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-11 * turned_over(world)) << path.name;
    EXPECT_NE(world.energy.work, 0.0) << path.name;
    if (path.keeps_volume) {
        EXPECT_NEAR(world.parts.space.volume(), volume, 1e-3 * volume) << path.name;
    }
    for (std::size_t n = 0; n < cell_components<D>.size(); ++n) {
        const auto [i, j, name] = cell_components<D>[n];
        if (stage.cell().component[n].control == Control<D>::fixed && i == j) {
            EXPECT_EQ(world.cell.edges[i][i], 1.0) << path.name;
        }
    }
}

template <int D>
void follow_all() {
    const Law laws[] = {Coulomb{}, Coulomb{.friction = 0.5, .restitution_normal = 0.3},
                        Coulomb{.friction = 0.5, .rolling_friction = 0.02}};
    for (const Path<D>& path : paths_in(static_cast<CellStage<D>*>(nullptr))) {
        for (const Law& law : laws) {
            for (const Integrator integrator : {Integrator::moreau, Integrator::euler})
                follow(path, law, integrator);
        }
    }
}

TEST(CellPaths, BooksCloseAndThreadsAndRestartsDoNotShowInThePlane) { follow_all<2>(); }
TEST(CellPaths, BooksCloseAndThreadsAndRestartsDoNotShowInSpace) { follow_all<3>(); }

/// What comes to rest under stresses bears them: of contacts and of what still moves, to what the solver leaves.
template <int D>
void rests(const char* wanted, const Law& law) {
    for (const Path<D>& path : paths_in(static_cast<CellStage<D>*>(nullptr))) {
        if (std::string(path.name) != wanted) continue;
        CellStage<D> stage = crowded(path, law);
        stage.cell().damping = 20.0;
        stage.settings.step = 2e-3;
        World<D> world = stage.build();
        stage.settings.solver = {.tolerance = 1e-6, .max_iterations = 3000};
        run(world, stage.settings, 2500);  // grains find their places for some hundred steps
        stage.settings.solver = {.tolerance = 1e-11, .max_iterations = 20000};
        const StepReport report = run(world, stage.settings, 3);
        ASSERT_TRUE(report.solve.converged) << path.name;
        const Mat<D> stress = contact_stress(world, stage.settings.step) +
                              (1.0 / world.parts.space.volume()) * world.cell_step.kinetic;
        for (std::size_t n = 0; n < cell_components<D>.size(); ++n) {
            const auto [i, j, name] = cell_components<D>[n];
            const auto& told = stage.cell().component[n];
            if (told.control != Control<D>::stress) continue;
            EXPECT_NEAR(stress[i][j], told.signal.at(world.time), 1e-8 * p) << path.name << ' ' << name;
        }
    }
}

TEST(CellPaths, AtRestItBearsWhatWasAskedFor) {
    const Law rough = Coulomb{.friction = 0.5};
    rests<2>("isotropic", rough);
    rests<2>("oedometer by stress", rough);
    rests<2>("shear by stress", rough);
    rests<2>("biaxial, stress that grows", rough);
    rests<3>("true triaxial", rough);
}

/// Whoever sweeps finds the same motion: contacts that carry the cell with their bodies, contacts one by one, and a factor of all of them.
template <int D>
void found_by_all(int n, const Law& law) {
    Vec<D> size;
    for (double& one : size.c) one = 1.0;
    CellStage<D> stage(law, size);
    stage.crowd(n, 0.98, 0.05);
    stage.pressed(p).control("xy", Control<D>::rate, 1.0);
    World<D> closed = stage.build();
    stage.settings.solver = {.method = SolverMethod::nlgs, .tolerance = 1e-11, .max_iterations = 100000};
    for (int k = 0; k < 60 && closed.contacts.size() < 80; ++k) run(closed, stage.settings);
    World<D> first = closed;
    run(first, stage.settings);
    ASSERT_GE(first.contacts.size(), 64);  // as few as are carried so
    for (const SolverMethod method : {SolverMethod::anderson, SolverMethod::admm, SolverMethod::automatic}) {
        World<D> world = closed;
        StepSettings settings = stage.settings;
        settings.solver.method = method;
        run(world, settings);
        const Mat<D> L = velocity_gradient(first), M = velocity_gradient(world);
        for (int i = 0; i < D; ++i)
            for (int j = i; j < D; ++j) EXPECT_NEAR(L[i][j], M[i][j], 1e-7) << static_cast<int>(method);
    }
    World<D> slow = closed;
    StepSettings settings = stage.settings;
    settings.solver.order = SweepOrder::sequential;
    run(slow, settings);
    const Mat<D> L = velocity_gradient(first), M = velocity_gradient(slow);
    for (int i = 0; i < D; ++i)
        for (int j = i; j < D; ++j) EXPECT_NEAR(L[i][j], M[i][j], 1e-7);
}

TEST(CellPaths, SweepsCarryTheCellAsOthersDo) {
    found_by_all<2>(9, Coulomb{});
    found_by_all<3>(4, Coulomb{});
}

/// Enough bodies that threads share every colour.
TEST(CellPaths, ManyBodiesUnderStressHaveTheSameBitsForAnyThreads) {
    CellStage<2> stage(Coulomb{.friction = 0.4}, {{1.0, 1.0}});
    stage.crowd(48, 0.995, 0.05);
    stage.pressed(p).control("xy", Control<2>::rate, 1.0);
    stage.settings.solver = {.method = SolverMethod::nlgs, .tolerance = 1e-6, .max_iterations = 60};
    World<2> one = stage.build();
    run(one, stage.settings, 5);
    EXPECT_GT(one.contacts.size(), 3000);
    for (const int threads : {2, 3, 4}) {
        World<2> world = stage.build();
        run(world, stage.settings, 5, threads);
        EXPECT_EQ(one.bodies.velocity, world.bodies.velocity);
        EXPECT_EQ(one.contacts.impulse, world.contacts.impulse);
        EXPECT_EQ(one.cell, world.cell);
    }
}

/// A light cell, which all contacts together would throw about: it is told of few at a time.
TEST(CellPaths, TheMassOfACellDoesNotKeepSweepsFromTheAnswer) {
    for (const double mass : {0.01, 1.0, 1e4}) {
        CellStage<2> stage(Coulomb{.friction = 0.3}, {{1.0, 1.0}});
        stage.crowd(9, 0.98, 0.05);
        stage.pressed(p);
        stage.cell().mass = mass;
        stage.settings.step = 1e-4;
        stage.settings.solver = {.method = SolverMethod::nlgs, .tolerance = 1e-8, .max_iterations = 20000};
        World<2> world = stage.build();
        for (int k = 0; k < 20; ++k) EXPECT_TRUE(run(world, stage.settings).solve.converged) << mass;
    }
}

}  // namespace
}  // namespace drystone::cell_paths_test
