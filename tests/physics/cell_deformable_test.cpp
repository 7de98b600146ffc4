// Deformable bodies in cells that deform, docs/theory.md (16.10).

#include <gtest/gtest.h>

#include <cmath>

#include "core/input_error.h"
#include "physics/cell_stage.h"
#include "physics/deformable_stage.h"
#include "step/state.h"

namespace drystone::cell_deformable_test {
namespace {

template <int D>
using Control = typename CellDescription<D>::Control;

constexpr Integrator integrators[] = {Integrator::moreau, Integrator::euler};

template <int D>
Vec<D> all_equal(double value) {
    Vec<D> x;
    for (double& one : x.c) one = value;
    return x;
}

template <int D>
void add_box(CellStage<D>& stage, const Vec<D>& size, int divisions, const Vec<D>& place, const Vec<D>& velocity = {},
             Elasticity elasticity = Elasticity::corotational) {
    BodyDescription<D> body;
    body.geometry = {{Solid<D>{std::make_shared<const Convex<D>>(box<D>(size))}, {}, {}}};
    body.position = place;
    body.velocity = velocity;
    body.deformable.emplace();
    body.deformable->elasticity = elasticity;
    std::array<int, D> parts{};
    parts.fill(divisions);
    if (divisions > 0) body.deformable->mesh = std::make_shared<const Mesh<D>>(divide_box(size, parts));
    stage.add(body);
}

template <int D>
CellStage<D> soft_stage(const Law& law, double size, double young, double stiffness_damping = 0.0) {
    CellStage<D> stage(law, all_equal<D>(size));
    Material& material = stage.description.materials[0];
    material.young = young;
    material.poisson = 0.2;
    material.density = 1000.0;
    material.stiffness_damping = stiffness_damping;
    return stage;
}

/// Boxes of uniform strain, of elements, and balls, that move to and fro.
template <int D>
CellStage<D> crowd_of_boxes(const Law& law, double size = 1.0) {
    CellStage<D> stage = soft_stage<D>(law, size, 2e5, 1e-3);
    const int n = D == 2 ? 4 : 2;
    const double across = size / n;
    Random random(7, 3);
    int count = 1;
    for (int j = 0; j < D; ++j) count *= n;
    for (int k = 0; k < count; ++k) {
        Vec<D> x, v;
        int rest = k;
        for (int j = 0; j < D; ++j, rest /= n) {
            x[j] = across * (rest % n + 0.02 * random.uniform(-1.0, 1.0));
            v[j] = 1.5 * random.uniform(-1.0, 1.0);
        }
        const double width = 0.9 * across * random.uniform(0.9, 1.0);
        if (k % 4 == 3)
            stage.ball(1000.0 * std::pow(0.5 * width, D), 0.5 * width, x, v);
        else
            add_box(stage, all_equal<D>(width), k % 2 == 0 ? 0 : 2, x, v);
    }
    return stage;
}

struct Case {
    const char* name;
    bool compresses, shears, pressed;
};
constexpr Case cases[] = {
    {"compressed", true, false, false}, {"sheared", false, true, false}, {"pressed", false, false, true}, {"pressed and sheared", false, true, true}};

template <int D>
CellStage<D> busy(const Case& of, const Law& law, double size = 1.0) {
    CellStage<D> stage = crowd_of_boxes<D>(law, size);
    if (of.compresses)
        stage.control("xx", Control<D>::rate, -0.5)
            .control("yy", Control<D>::strain, {.kind = Signal::Kind::ramp, .from = 0.0, .to = -0.05, .over = 0.1});
    if (of.pressed) stage.pressed(2e4);
    if (of.shears) stage.control("xy", Control<D>::rate, 2.0);
    if (of.pressed) stage.cell().damping = 1.0;
    return stage;
}

/// A block that touches its own images alone bears what is asked for, in all of it.
template <int D>
void one_block(int divisions, SolverMethod method, Integrator integrator) {
    constexpr double s = 0.2, p = 500.0, young = 1e8;
    CellStage<D> stage = soft_stage<D>(Coulomb{.friction = 0.3}, s * 1.0001, young, 1e-2);
    stage.pressed(p);
    stage.cell().damping = 100.0;
    stage.settings.solver.method = method;
    stage.settings.solver.tolerance = 1e-12;
    stage.settings.integrator = integrator;
    if (integrator == Integrator::moreau) stage.settings.theta = 0.7;
    add_box(stage, all_equal<D>(s), divisions, all_equal<D>(0.03));
    World<D> world = stage.build();
    run(world, stage.settings, 400);
    const Mat<D> stress = contact_stress(world, stage.settings.step);
    for (int i = 0; i < D; ++i) {
        EXPECT_NEAR(stress[i][i], p, 1e-8 * p) << divisions << " " << static_cast<int>(method);
        for (int j = i + 1; j < D; ++j) EXPECT_NEAR(stress[i][j], 0.0, 1e-8 * p);
    }
    for (const Mat<D>& one : stresses(world, 0)) {
        for (int i = 0; i < D; ++i) EXPECT_NEAR(one[i][i], -p, 1e-4 * p);
    }
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-12 * turned_over(world));
}

TEST(CellDeformable, OneBlockBearsTheStressOnItsOwnImages) {
    for (const SolverMethod method :
         {SolverMethod::nlgs, SolverMethod::anderson, SolverMethod::admm, SolverMethod::newton, SolverMethod::automatic}) {
        for (const int divisions : {0, 2}) {
            one_block<2>(divisions, method, Integrator::moreau);
            one_block<2>(divisions, method, Integrator::euler);
        }
        one_block<3>(0, method, Integrator::moreau);
    }
    one_block<3>(2, SolverMethod::automatic, Integrator::moreau);
}

/// What is at rest in the cell goes with it, undeformed, whatever the cell does and wherever the scheme takes its middle.
template <int D>
void rides_along(int divisions, Integrator integrator, Elasticity elasticity) {
    CellStage<D> stage = soft_stage<D>(Coulomb{}, 1.0, 1e6);
    stage.control("xx", Control<D>::strain, {.kind = Signal::Kind::ramp, .from = 0.0, .to = -0.3, .over = 0.1})
        .control("yy", Control<D>::rate, 0.7)
        .control("xy", Control<D>::strain, {.kind = Signal::Kind::sine, .amplitude = 2.0, .frequency = 5.0});
    stage.settings.integrator = integrator;
    if (integrator == Integrator::moreau) stage.settings.theta = 0.8;
    Vec<D> place = all_equal<D>(0.4);
    place[0] = 17.3;
    add_box(stage, all_equal<D>(0.1), divisions, place, {}, elasticity);
    World<D> world = stage.build();
    run(world, stage.settings, 73);
    const Vec<D> s = inverse(world.cell.edges) * world.bodies.position[0];
    for (int i = 0; i < D; ++i) EXPECT_NEAR(s[i], place[i], 1e-11);
    EXPECT_NEAR(world.energy.kinetic, 0.0, 1e-20);
    EXPECT_NEAR(world.energy.strain, 0.0, 1e-18);
    EXPECT_GT(norm(world.bodies.velocity[0].v), 1.0);
}

TEST(CellDeformable, WhatRestsInTheCellGoesWithIt) {
    for (const Integrator integrator : integrators) {
        for (const Elasticity elasticity : {Elasticity::small, Elasticity::corotational, Elasticity::svk}) {
            for (const int divisions : {0, 2}) {
                rides_along<2>(divisions, integrator, elasticity);
                rides_along<3>(divisions, integrator, elasticity);
            }
        }
    }
}

template <int D>
void energy_closes() {
    const Law laws[] = {Coulomb{}, Coulomb{.friction = 0.4, .restitution_normal = 0.6}, Coulomb{.friction = 0.5, .rolling_friction = 0.02},
                        Coulomb{.friction = 0.3, .cohesion = {.force = 20.0}}};
    for (const Case& of : cases) {
        for (const Law& law : laws) {
            for (const Integrator integrator : integrators) {
                CellStage<D> stage = busy<D>(of, law);
                stage.settings.integrator = integrator;
                stage.settings.solver = {.method = SolverMethod::nlgs, .tolerance = 1e-7, .max_iterations = 100};
                World<D> world = stage.build();
                int touching = 0;
                for (int k = 0; k < 80; ++k) touching += run(world, stage.settings).contacts;
                EXPECT_GT(touching, 80) << of.name;
                EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-11 * turned_over(world)) << of.name;
                EXPECT_NE(world.energy.work, 0.0) << of.name;
                if (!of.pressed) continue;
                EXPECT_NE(cell_energy(world), 0.0) << of.name;
            }
        }
    }
}

TEST(CellDeformable, EnergyClosesInThePlane) { energy_closes<2>(); }
TEST(CellDeformable, EnergyClosesInSpace) { energy_closes<3>(); }

/// Bodies by other images, the cell sheared by two whole edges: nothing else changes.
template <int D>
void another_name_for_the_same(const Case& of, Integrator integrator) {
    CellStage<D> stage = busy<D>(of, Coulomb{.friction = 0.4});
    stage.settings.integrator = integrator;
    if (integrator == Integrator::moreau) stage.settings.theta = 0.6;
    World<D> world = stage.build(), other = stage.build();
    other.cell.edges[0][1] += 2.0 * other.cell.edges[0][0];
    place_cell(other);
    std::vector<std::array<int, D>> wound(other.bodies.position.size());
    for (std::size_t i = 0; i < wound.size(); ++i) {
        for (std::size_t j = 0; j < D; ++j) wound[i][j] = static_cast<int>((7 * i + 3 * j) % 5) - 2;
        other.bodies.position[i] = other.parts.space.seen(other.bodies.position[i], wound[i]);
        if (other.deforming_of[i] < 0) continue;
        ElasticBody<D>& body = other.elastic[static_cast<std::size_t>(other.deforming_of[i])];
        for (std::size_t a = 0; a < body.x.size(); ++a) body.x[a] += body.model->unity[a] * other.parts.space.shift(wound[i]);
    }
    int touching = 0;
    for (int k = 0; k < (D == 2 ? 16 : 28); ++k) {
        touching += run(world, stage.settings).contacts;
        run(other, stage.settings);
    }
    EXPECT_GT(touching, 8) << of.name;
    EXPECT_NEAR(other.energy.kinetic, world.energy.kinetic, 1e-9 * turned_over(world)) << of.name;
    EXPECT_NEAR(other.energy.strain, world.energy.strain, 1e-9 * turned_over(world)) << of.name;
    for (std::size_t i = 0; i < wound.size(); ++i) {
        const Vec<D> back = other.bodies.position[i] - other.parts.space.shift(wound[i]);
        EXPECT_NEAR(norm(world.parts.space.difference(back, world.bodies.position[i])), 0.0, 1e-10) << of.name;
        const Vec<D> c = world.bodies.velocity[i].v - carried_velocity(world, static_cast<int>(i));
        const Vec<D> d = other.bodies.velocity[i].v - carried_velocity(other, static_cast<int>(i));
        EXPECT_NEAR(norm(c - d), 0.0, 1e-8) << of.name;
    }
}

TEST(CellDeformable, ImagesAreOtherNamesForTheSame) {
    for (const Case& of : cases) {
        for (const Integrator integrator : integrators) {
            another_name_for_the_same<2>(of, integrator);
            another_name_for_the_same<3>(of, integrator);
        }
    }
}

template <int D>
bool same_bits(const World<D>& one, const World<D>& other) {
    bool same = one.bodies == other.bodies && one.cell == other.cell && one.contacts.impulse == other.contacts.impulse &&
                one.energy.kinetic == other.energy.kinetic && one.energy.scheme == other.energy.scheme;
    for (std::size_t k = 0; k < one.elastic.size(); ++k)
        same = same && one.elastic[k].x == other.elastic[k].x && one.elastic[k].v == other.elastic[k].v;
    return same;
}

template <int D>
void same_for_any_threads_and_after_a_restart() {
    for (const Case& of : cases) {
        for (const Integrator integrator : integrators) {
            CellStage<D> stage = busy<D>(of, Coulomb{.friction = 0.4});
            stage.settings.integrator = integrator;
            stage.settings.solver.tolerance = 1e-8;
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

TEST(CellDeformable, SameBitsForAnyThreadsAndAfterARestart) {
    same_for_any_threads_and_after_a_restart<2>();
    same_for_any_threads_and_after_a_restart<3>();
}

/// Every method finds the impulses of one step: those that the others find, as far as they are determined, and the same motion.
TEST(CellDeformable, EveryMethodFindsTheSameMotion) {
    const auto after = [](SolverMethod method) {
        CellStage<2> stage = busy<2>({"pressed and sheared", false, true, true}, Coulomb{.friction = 0.4});
        stage.settings.solver = {.method = method, .tolerance = 1e-9, .max_iterations = 20000};
        World<2> world = stage.build();
        for (int k = 0; k < 12; ++k) EXPECT_TRUE(run(world, stage.settings).solve.converged) << static_cast<int>(method);
        return world;
    };
    const World<2> one = after(SolverMethod::nlgs);
    ASSERT_GT(one.contacts.size(), 5);
    for (const SolverMethod method : {SolverMethod::anderson, SolverMethod::admm, SolverMethod::newton, SolverMethod::automatic}) {
        const World<2> other = after(method);
        EXPECT_NEAR(other.energy.kinetic, one.energy.kinetic, 1e-5 * turned_over(one)) << static_cast<int>(method);
        EXPECT_NEAR(norm(other.bodies.position[0] - one.bodies.position[0]), 0.0, 1e-6) << static_cast<int>(method);
    }
}

/// Static steps begin at rest, the cell as well as its bodies.
template <int D>
void static_steps(bool soft) {
    constexpr double p = 1000.0;
    CellStage<D> stage = soft ? crowd_of_boxes<D>(Coulomb{.friction = 0.2}) : CellStage<D>(Coulomb{.friction = 0.2}, all_equal<D>(1.0));
    if (!soft) stage.crowd(D == 2 ? 5 : 3, 0.9, 0.0);
    stage.pressed(p);
    if (soft) stage.control("xy", Control<D>::rate, 0.01);
    stage.settings.step = 1e-2;
    stage.settings.integrator = Integrator::euler;
    stage.settings.quasistatic = true;
    stage.settings.overlap = Overlap::push;
    stage.settings.solver.tolerance = 1e-10;
    World<D> world = stage.build();
    run(world, stage.settings, soft ? 150 : 800);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-10 * turned_over(world));
    const Mat<D> stress = contact_stress(world, stage.settings.step);
    for (int i = 0; i < D; ++i) EXPECT_NEAR(stress[i][i], p, 0.02 * p) << i;
    EXPECT_GT(world.contacts.size(), world.bodies.size());
}

TEST(CellDeformable, StaticStepsFindTheStressOfTheCell) {
    static_steps<2>(false);
    static_steps<2>(true);
}

TEST(CellDeformable, RefusesDampingAgainstTheWorld) {
    CellStage<2> stage = busy<2>(cases[2], Coulomb{});
    EXPECT_NO_THROW(stage.build());
    stage.description.materials[0].mass_damping = 0.1;
    EXPECT_THROW(stage.build(), InputError);
}

}  // namespace
}  // namespace drystone::cell_deformable_test
