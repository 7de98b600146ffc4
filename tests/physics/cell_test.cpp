// Cells that repeat, docs/theory.md section 16.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/input_error.h"
#include "physics/cell_stage.h"
#include "step/state.h"

namespace drystone::cell_test {
namespace {

constexpr Integrator integrators[] = {Integrator::moreau, Integrator::euler};

template <int D>
using Control = typename CellDescription<D>::Control;

template <int D>
Vec<D> all_equal(double value) {
    Vec<D> x;
    for (double& one : x.c) one = value;
    return x;
}

/// Through the border as through the middle.
template <int D>
void impact_at(double place) {
    for (const Integrator integrator : integrators) {
        CellStage<D> stage(Coulomb{.friction = 0.3, .restitution_normal = 0.5}, all_equal<D>(1.0));
        stage.settings.integrator = integrator;
        const auto at = [&](double x) { return x * Vec<D>::axis(0) + 0.5 * Vec<D>::axis(1); };
        stage.ball(1.0, 0.1, at(place - 0.15), Vec<D>::axis(0));
        stage.ball(3.0, 0.1, at(place > 0.9 ? place + 0.15 - 1.0 : place + 0.15), -1.0 * Vec<D>::axis(0));
        World<D> world = stage.build();
        run(world, stage.settings, 200);
        // e = 1/2: u = -2 before, +1 after; the common velocity is -1/2
        EXPECT_NEAR(world.bodies.velocity[0].v[0], -0.5 - 0.75, 1e-12);
        EXPECT_NEAR(world.bodies.velocity[1].v[0], -0.5 + 0.25, 1e-12);
        EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-14 * turned_over(world));
    }
}

TEST(Cell, AnImpactThroughTheBorderIsLikeAnyOther) {
    impact_at<2>(0.5);
    impact_at<2>(1.0);
    impact_at<3>(0.5);
    impact_at<3>(1.0);
}

/// Two images of one body pinch another between them.
TEST(Cell, BothImagesOfAPairAreFelt) {
    CellStage<2> stage(Coulomb{}, {{0.4, 1.0}});
    stage.pressed(100.0);
    stage.cell().component[1].control = Control<2>::fixed;
    stage.cell().component[2].control = Control<2>::fixed;
    stage.ball(1.0, 0.1, {{0.1, 0.5}});
    stage.ball(1.0, 0.1, {{0.3, 0.5}});
    World<2> world = stage.build();
    run(world, stage.settings, 3);
    ASSERT_EQ(world.contacts.size(), 2);
    for (const Vec<2>& r : world.contacts.impulse)
        EXPECT_NEAR(std::abs(r[0]) / stage.settings.step, 100.0 * 1.0, 1e-8 * 100.0);
}

/// p on a cubic cell of width 2 r: each of the D pairs of faces is held by one contact with p (2 r)^(D-1).
template <int D>
void one_ball(SolverMethod method, Integrator integrator) {
    constexpr double r = 0.1, p = 250.0, h = 1e-3;
    CellStage<D> stage(Coulomb{.friction = 0.3}, all_equal<D>(2.0 * r + 0.01));
    stage.pressed(p);
    stage.settings.solver.method = method;
    stage.settings.integrator = integrator;
    stage.settings.step = h;
    stage.ball(2.0, r, all_equal<D>(0.03));
    World<D> world = stage.build();
    const double V = std::pow(2.0 * r + 0.01, D), across = world.cell_model.length;
    EXPECT_NEAR(across, 2.0 * r, 1e-12);
    run(world, stage.settings);
    EXPECT_NEAR(world.cell.velocity[0][0] / (2.0 * r + 0.01), -h * p * V / (2.0 * across * across),
                1e-12);  // m_c = the ball's mass
    run(world, stage.settings, 200);
    ASSERT_EQ(world.contacts.size(), D);
    for (int i = 0; i < D; ++i) EXPECT_NEAR(world.cell.edges[i][i], 2.0 * r, 1e-3 * r);
    run(world, stage.settings);
    const double area = world.parts.space.volume() / world.cell.edges[0][0];
    for (const Vec<D>& f : world.contacts.impulse) EXPECT_NEAR(norm(f) / h, p * area, 2e-3 * p * area);
    const Mat<D> stress = contact_stress(world, h);
    for (int i = 0; i < D; ++i) EXPECT_NEAR(stress[i][i], p, 1e-8 * p);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-12 * turned_over(world));
}

TEST(Cell, OneBallCarriesTheStressOnItsOwnImages) {
    for (const Integrator integrator : integrators) {
        for (const SolverMethod method : {SolverMethod::nlgs, SolverMethod::anderson, SolverMethod::admm,
                                          SolverMethod::newton, SolverMethod::automatic}) {
            one_ball<2>(method, integrator);
            one_ball<3>(method, integrator);
        }
    }
}

/// A triangular lattice of one ball a cell: f = p d / sqrt(3) at each of three contacts.
TEST(Cell, ACrystalCarriesPressureAlike) {
    constexpr double d = 0.2, p = 1000.0;
    CellStage<2> stage(Coulomb{}, {{d, d}});
    stage.pressed(p).control("xy", Control<2>::stress, 0.0);
    stage.ball(1.0, 0.5 * d, {{0.1, 0.1}});
    World<2> world = stage.build();
    world.cell.edges = {{Vec<2>{{d, 0.5 * d}}, Vec<2>{{0.0, 0.5 * std::numbers::sqrt3 * d}}}};
    place_cell(world);
    run(world, stage.settings, 5);
    ASSERT_EQ(world.contacts.size(), 3);
    const Mat<2> stress = contact_stress(world, stage.settings.step);
    EXPECT_NEAR(stress[0][0], p, 1e-8 * p);
    EXPECT_NEAR(stress[1][1], p, 1e-8 * p);
    EXPECT_NEAR(stress[0][1], 0.0, 1e-8 * p);
    for (const Vec<2>& f : world.contacts.impulse)
        EXPECT_NEAR(norm(f) / stage.settings.step, p * d / std::numbers::sqrt3, 1e-6 * p * d);
}

/// A square lattice under yy stress that shears at constant height until it is triangular: dilates or sinks as its geometry says,
/// height = d cos(angle), sin(angle) = sheared distance / d.
TEST(Cell, ACrystalSinksAsItIsSheared) {
    constexpr double d = 0.2, rate = 0.5, h = 1e-3;
    for (const Integrator integrator : integrators) {
        CellStage<2> stage(Coulomb{}, {{d, d}});
        stage.settings.integrator = integrator;
        stage.settings.step = h;
        stage.control("yy", Control<2>::stress, 1000.0).control("xy", Control<2>::rate, rate);
        stage.ball(10.0, 0.5 * d, {{0.02, 0.03}});
        World<2> world = stage.build();
        for (int k = 1; k <= 500; ++k) {
            run(world, stage.settings);
            if (k % 100 != 0) continue;
            const double leans = world.cell.edges[0][1];
            EXPECT_NEAR(world.cell.edges[1][1], std::sqrt(d * d - leans * leans), 2e-3 * d) << k;
        }
        EXPECT_NEAR(world.cell.edges[0][1] / world.cell.edges[1][1], rate * 0.5,
                    0.02);  // d(A_xy) = L_xy A_yy dt
        EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-11 * turned_over(world));
    }
}

/// Edges are where strains have them; a uniform motion of bodies without contact is kept.
TEST(Cell, StrainsAndRatesAreFollowedExactly) {
    CellStage<3> stage(Coulomb{}, {{1.0, 2.0, 3.0}});
    stage
        .control("xx", Control<3>::strain, {.kind = Signal::Kind::ramp, .from = 0.0, .to = -0.3, .over = 0.1})
        .control("yy", Control<3>::rate, 0.7)
        .control("xy", Control<3>::strain, {.kind = Signal::Kind::sine, .amplitude = 2.0, .frequency = 5.0})
        .control("xz", Control<3>::rate, 1.5);
    stage.ball(1.0, 0.05, {{0.3, 0.4, 0.5}});
    World<3> world = stage.build();
    run(world, stage.settings, 100);
    EXPECT_NEAR(world.cell.edges[0][0], std::exp(-0.3), 1e-12);
    EXPECT_NEAR(world.cell.edges[1][1], 2.0 * std::exp(0.07), 1e-12);
    EXPECT_NEAR(world.cell.edges[0][1] / world.cell.edges[1][1], 2.0 * std::sin(std::numbers::pi), 1e-12);
    EXPECT_EQ(world.cell.edges[2][2], 3.0);
    EXPECT_NEAR(world.energy.kinetic, 0.0, 1e-20);
    const Vec<3> s = inverse(world.cell.edges) * world.bodies.position[0];
    EXPECT_NEAR(s[0], 0.3, 1e-12);
    EXPECT_NEAR(s[1], 0.2, 1e-12);
    EXPECT_NEAR(s[2], 0.5 / 3.0, 1e-12);
}

struct Case {
    const char* name;
    bool compresses, shears, pressed;
};
constexpr Case cases[] = {{"fixed", false, false, false},
                          {"compressed", true, false, false},
                          {"sheared", false, true, false},
                          {"pressed", false, false, true},
                          {"pressed and sheared", false, true, true}};

template <int D>
CellStage<D> busy(const Case& of, const Law& law, double size = 1.0) {
    CellStage<D> stage(law, all_equal<D>(size));
    stage.crowd(D == 2 ? 5 : 3, 0.9, 0.3);
    if (of.compresses)
        stage.control("xx", Control<D>::rate, -0.5)
            .control("yy", Control<D>::strain,
                     {.kind = Signal::Kind::ramp, .from = 0.0, .to = -0.05, .over = 0.1});
    if (of.pressed) stage.pressed(2000.0);
    if (of.shears) stage.control("xy", Control<D>::rate, 2.0);
    if (of.pressed) stage.cell().damping = 1.0;
    return stage;
}

template <int D>
void energy_closes() {
    const Law laws[] = {Coulomb{}, Coulomb{.friction = 0.4, .restitution_normal = 0.6},
                        Coulomb{.friction = 0.5, .rolling_friction = 0.02}};
    for (const Case& of : cases) {
        for (const Law& law : laws) {
            for (const Integrator integrator : integrators) {
                CellStage<D> stage = busy<D>(of, law);
                stage.settings.integrator = integrator;
                stage.settings.solver = {.method = SolverMethod::nlgs,
                                         .tolerance = 1e-7,
                                         .max_iterations = 100};  // it closes for any impulses
                World<D> world = stage.build();
                const StepReport report = run(world, stage.settings, 100);
                EXPECT_TRUE(report.finite) << of.name;
                EXPECT_GE(world.energy.dissipated(), 0.0) << of.name;
                EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-11 * turned_over(world)) << of.name;
                if (!of.pressed) continue;
                EXPECT_NE(world.energy.work, 0.0);
                EXPECT_NE(cell_energy(world), 0.0);
            }
        }
    }
}

TEST(Cell, EnergyClosesInThePlane) { energy_closes<2>(); }
TEST(Cell, EnergyClosesInSpace) { energy_closes<3>(); }

/// Bodies by other images, the cell elsewhere, and sheared by two whole edges: nothing else changes.
template <int D>
void another_name_for_the_same(const Case& of) {
    const Law law = Coulomb{.friction = 0.4};
    CellStage<D> stage = busy<D>(of, law);
    World<D> world = stage.build(), other = stage.build();
    Mat<D> turned = other.cell.edges;
    turned[0][1] += 2.0 * turned[0][0];
    other.cell.edges = turned;
    place_cell(other);
    std::vector<std::array<int, D>> wound(other.bodies.position.size());
    for (std::size_t i = 0; i < wound.size(); ++i) {
        for (std::size_t j = 0; j < D; ++j) wound[i][j] = static_cast<int>((7 * i + 3 * j) % 5) - 2;
        other.bodies.position[i] = other.parts.space.seen(other.bodies.position[i], wound[i]);
    }
    for (int k = 0; k < 60; ++k) {
        run(world, stage.settings);
        run(other, stage.settings);
    }
    ASSERT_EQ(world.contacts.size(), other.contacts.size());
    EXPECT_NEAR(other.energy.kinetic, world.energy.kinetic, 1e-9 * turned_over(world)) << of.name;
    for (std::size_t i = 0; i < wound.size(); ++i) {
        const Vec<D> back = other.bodies.position[i] - other.parts.space.shift(wound[i]);
        EXPECT_NEAR(norm(world.parts.space.difference(back, world.bodies.position[i])), 0.0, 1e-9) << of.name;
        const Vec<D> c = world.bodies.velocity[i].v - carried_velocity(world, static_cast<int>(i));
        const Vec<D> d = other.bodies.velocity[i].v - carried_velocity(other, static_cast<int>(i));
        EXPECT_NEAR(norm(c - d), 0.0, 1e-8) << of.name;
    }
    const Mat<D> L = velocity_gradient(world), M = velocity_gradient(other);
    for (int i = 0; i < D; ++i)
        for (int j = i; j < D; ++j) EXPECT_NEAR(L[i][j], M[i][j], 1e-8) << of.name;
}

TEST(Cell, ImagesAreOtherNamesForTheSame) {
    for (const Case& of : cases) {
        another_name_for_the_same<2>(of);
        another_name_for_the_same<3>(of);
    }
}

template <int D>
bool same_bits(const World<D>& one, const World<D>& other) {
    return one.bodies == other.bodies && one.cell == other.cell &&
           one.contacts.impulse == other.contacts.impulse;
}

template <int D>
void same_for_any_threads_and_after_a_restart() {
    for (const Case& of : cases) {
        for (const Integrator integrator : integrators) {
            CellStage<D> stage = busy<D>(of, Coulomb{.friction = 0.4});
            stage.settings.integrator = integrator;
            World<D> one = stage.build(), two = stage.build(), again = stage.build();
            run(one, stage.settings, 40);
            run(two, stage.settings, 40, 2);
            EXPECT_TRUE(same_bits(one, two)) << of.name;
            ThreadPool pool(1);
            put_state<D>(one, again, pool);
            run(one, stage.settings, 20);
            run(again, stage.settings, 20);
            EXPECT_TRUE(same_bits(one, again)) << of.name;
        }
    }
}

TEST(Cell, SameBitsForAnyThreadsAndAfterARestart) {
    same_for_any_threads_and_after_a_restart<2>();
    same_for_any_threads_and_after_a_restart<3>();
}

/// A frictionless packing at rest has as many contacts as unknowns: D a ball that is no rattler, less D translations, and one a
/// component under stress.
template <int D>
void isostatic(int n, int steps) {
    CellStage<D> stage(Coulomb{}, all_equal<D>(1.0));
    stage.crowd(n, 0.85, 0.5, 11);
    stage.pressed(1000.0);
    stage.settings.step = 2e-3;
    stage.settings.solver = {.method = SolverMethod::automatic, .tolerance = 1e-10, .max_iterations = 5000};
    World<D> world = stage.build();
    run(world, stage.settings, steps);
    std::vector<int> bearing(world.bodies.position.size());
    int contacts = 0, rattlers = 0;
    for (int c = 0; c < world.contacts.size(); ++c) {
        if (norm(world.contacts.impulse[static_cast<std::size_t>(c)]) < 1e-9 * stage.settings.step * 1000.0)
            continue;
        ++contacts;
        ++bearing[static_cast<std::size_t>(
            world.parts.body[world.contacts.point[static_cast<std::size_t>(c)].a])];
        ++bearing[static_cast<std::size_t>(
            world.parts.body[world.contacts.point[static_cast<std::size_t>(c)].b])];
    }
    for (const int one : bearing) rattlers += one == 0;
    const int backbone = world.bodies.size() - rattlers;
    EXPECT_EQ(contacts, D * backbone - D + D) << rattlers;
    // Rattlers go on in their cages, and press by that.
    const Mat<D> stress = contact_stress(world, stage.settings.step) +
                          (1.0 / world.parts.space.volume()) * world.cell_step.kinetic;
    for (int i = 0; i < D; ++i) EXPECT_NEAR(stress[i][i], 1000.0, 1e-6 * 1000.0);
}

TEST(Cell, APackingWithoutFrictionIsIsostatic) { isostatic<2>(5, 1500); }

TEST(Cell, RefusesWhatDoesNotGoWithIt) {
    const auto refused = [](auto change) {
        CellStage<2> stage(Coulomb{}, {{1.0, 1.0}});
        stage.ball(1.0, 0.1, {{0.5, 0.5}});
        change(stage);
        EXPECT_THROW(stage.build(), InputError);
    };
    refused([](auto& s) { s.ball(1.0, 0.51, {{0.2, 0.5}}); });
    refused([](auto& s) { s.floor(); });
    refused([](auto& s) {
        s.cell().periodic = {true, false};
        s.control("yy", Control<2>::rate, 1.0);
    });
    refused([](auto& s) { s.falling().description.cell->component[1].control = Control<2>::rate; });
    CellStage<2> stage(Coulomb{}, {{1.0, 1.0}});
    stage.cell().periodic = {true, false};
    stage.floor();
    stage.ball(1.0, 0.5, {{0.2, 0.6}});
    EXPECT_NO_THROW(stage.build());
}

/// A rough floor below, gravity, a slope: a heap between images slides on like one long heap.
template <int D>
void walls_in_the_other_direction() {
    std::array<World<D>, 2> worlds;
    for (int wide = 0; wide < 2; ++wide) {
        CellStage<D> stage(Coulomb{.friction = 0.3}, all_equal<D>(1.0));
        stage.cell().size[0] = wide ? 1.0 : 0.5;
        stage.cell().periodic.fill(true);
        stage.cell().periodic[D - 1] = false;
        stage.description.gravity = -9.81 * Vec<D>::axis(D - 1) + 6.0 * Vec<D>::axis(0);
        stage.floor();
        for (int k = 0; k < (wide ? 8 : 4); ++k)
            stage.ball(1.0, 0.11,
                       (0.25 * (k / 2) + 0.02 * (k % 2)) * Vec<D>::axis(0) +
                           (0.12 + 0.25 * (k % 2)) * Vec<D>::axis(D - 1));
        worlds[static_cast<std::size_t>(wide)] = stage.build();
        run(worlds[static_cast<std::size_t>(wide)], stage.settings, 400);
    }
    EXPECT_GT(worlds[0].bodies.position[1][0], 0.25);
    for (int i = 0; i < 4; ++i) {
        const auto body = static_cast<std::size_t>(i + 1);
        EXPECT_NEAR(norm(worlds[0].bodies.position[body] - worlds[1].bodies.position[body]), 0.0, 1e-7);
    }
    EXPECT_NEAR(worlds[0].energy.balance_error(), 0.0, 1e-11 * turned_over(worlds[0]));
}

TEST(Cell, TwoCellsBesideEachOtherMoveAsOne) {
    walls_in_the_other_direction<2>();
    walls_in_the_other_direction<3>();
}

}  // namespace
}  // namespace drystone::cell_test
