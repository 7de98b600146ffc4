// Every law with every solver, in the plane and in space, by both integrators: a step that says it converged has, the balance of energy
// closes, momentum is what forces gave, and neither threads nor a restart change a bit.

#include <cmath>

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "physics/block_stage.h"
#include "physics/diary_law.h"
#include "solvers/method_names.h"
#include "step/state.h"

namespace drystone::crossings_test {
namespace {

struct CrossedLaw {
    const char* name;
    Law law;
    double damping = 0.0;  // of rigid bodies by their mass [1/s]
};

std::vector<CrossedLaw> laws() {
    const JointArea joint{.ratio = 0.5};
    const Joining touch{.initially = true, .by_touch = true, .gap = 1e-4};
    const Restitution bounces{.normal = 0.4};
    const Rolling rolls{.rolling_friction = 2e-3};
    return {
        {"coulomb", Coulomb{.friction = 0.4}},
        {"smooth", Coulomb{}},
        {"bouncing", Coulomb{.friction = 0.3, .restitution_normal = 0.5}},
        {"static", Coulomb{.friction = 0.2, .static_friction = 0.5}},
        {"cohesion", Coulomb{.friction = 0.4, .cohesion = {.force = 2.0, .range = 1e-3}}},
        {"mohr_coulomb", MohrCoulomb{.tensile_strength = 100.0,
                                     .cohesion = 200.0,
                                     .friction = 0.5,
                                     .residual_friction = 0.4,
                                     .joint = joint,
                                     .joining = touch}},
        {"elastic",
         Elastic{.normal_stiffness = 1e7, .shear_stiffness = 5e6, .friction = 0.4, .joint = joint}},
        {"cohesive_zone", CohesiveZone{.normal_stiffness = 1e7,
                                       .shear_stiffness = 5e6,
                                       .tensile_strength = 500.0,
                                       .shear_strength = 800.0,
                                       .energy_opening = 0.2,
                                       .energy_shear = 0.4,
                                       .friction = 0.4,
                                       .joint = joint,
                                       .joining = touch}},
        {"bonded", Bonded{.tensile_force = 20.0,
                          .shear_force = 20.0,
                          .moments = false,
                          .friction = 0.4,
                          .joining = touch}},
        {"mohr_coulomb_bounces_and_rolls", MohrCoulomb{.tensile_strength = 100.0,
                                                       .cohesion = 200.0,
                                                       .friction = 0.5,
                                                       .compressive_strength = 4e3,
                                                       .residual_friction = 0.4,
                                                       .joint = joint,
                                                       .restitution = bounces,
                                                       .rolling = rolls}},
        {"elastic_bounces_and_rolls", Elastic{.normal_stiffness = 1e7,
                                              .shear_stiffness = 5e6,
                                              .friction = 0.4,
                                              .joint = joint,
                                              .restitution = bounces,
                                              .rolling = rolls}},
        {"mortar", CohesiveZone{.normal_stiffness = 1e7,
                                .shear_stiffness = 5e6,
                                .tensile_strength = 500.0,
                                .shear_strength = 800.0,
                                .energy_opening = 0.2,
                                .energy_shear = 0.4,
                                .friction = 0.4,
                                .compressive_strength = 900.0,
                                .energy_crushing = 0.4,
                                .residual_compressive_strength = 600.0,
                                .dilatancy = 0.2,
                                .softening = Softening::exponential,
                                .joint = joint,
                                .joining = touch,
                                .restitution = bounces,
                                .rolling = rolls}},
        {"bonded_rolls", Bonded{.tensile_force = 20.0,
                                .shear_force = 20.0,
                                .moments = false,
                                .friction = 0.4,
                                .restitution = bounces,
                                .rolling = rolls}},
        {"damped", Coulomb{.friction = 0.4}, 5.0},
        {"own", OwnLaw(Diary{.friction = 0.5, .wear = 0.02})},
    };
}

/// Two blocks, one on the other and about to slide, a ball that rolls against them, and a wall that is pushed in.
template <int D>
BlockStage<D> scene(const CrossedLaw& crossed, SolverMethod method, Integrator integrator) {
    BlockStage<D> stage(crossed.law);
    stage.description.materials[0].mass_damping = crossed.damping;
    stage.falling().settings.integrator = integrator;
    stage.settings.solver = {.method = method, .tolerance = 1e-8, .max_iterations = 20000};
    const auto at = [](double x, double z) { return x * Vec<D>::axis(0) + z * Vec<D>::axis(D - 1); };
    stage.floor();
    stage.block(2.0, stage.size(0.2, 0.1), at(0.0, 0.05));
    const int upper = stage.block(1.0, stage.size(0.1, 0.1), at(0.02, 0.15));
    stage.ball(0.5, 0.05, at(-0.25, 0.05), 1.5 * Vec<D>::axis(0));
    const int wall = stage.fixed(Plane<D>{-1.0 * Vec<D>::axis(0)}, at(0.105, 0.0));
    stage.moves(wall, Driven::velocity, Vec<D>::axis(0), {.kind = Signal::Kind::constant, .value = -0.2});
    stage.loaded(upper, 1.5 * Vec<D>::axis(0));
    return stage;
}

using Crossing = std::tuple<int, int>;  // law, method

class EveryLawAndSolver : public testing::TestWithParam<Crossing> {
  protected:
    CrossedLaw law() const { return laws()[static_cast<std::size_t>(std::get<0>(GetParam()))]; }
    SolverMethod method() const { return method_names[std::get<1>(GetParam())].method; }

    template <int D>
    void cross() const {
        for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
            BlockStage<D> stage = scene<D>(law(), method(), integrator);
            World<D> world = stage.build();
            int converged = 0;
            double turned_over = 0.0;  // [J]
            for (int k = 0; k < steps; ++k) {
                const StepReport report = run(world, stage.settings);
                ASSERT_TRUE(report.finite) << k;
                ASSERT_EQ(report.solve.converged, report.solve.residual <= stage.settings.solver.tolerance)
                    << k;
                converged += report.solve.converged;
                turned_over = std::max(turned_over, std::abs(world.energy.work) + world.energy.kinetic +
                                                        world.energy.dissipated());
            }
            EXPECT_GE(converged, steps * 9 / 10);
            EXPECT_LT(std::abs(world.energy.balance_error()), 1e-11 * turned_over);
            EXPECT_GE(world.contacts.size(), 2);
            same_bits(stage, world);
        }
    }

    /// On three threads, and stopped half way and taken up in a world made anew.
    template <int D>
    void same_bits(const BlockStage<D>& stage, const World<D>& world) const {
        World<D> threads = stage.build(), begun = stage.build(), resumed = stage.build();
        run(threads, stage.settings, steps, 3);
        run(begun, stage.settings, steps / 2);
        ThreadPool pool(1);
        put_state(begun, resumed, pool);
        run(resumed, stage.settings, steps - steps / 2, 2);
        for (const World<D>* other : {&threads, &resumed}) {
            EXPECT_TRUE(other->bodies == world.bodies);
            EXPECT_EQ(other->contacts.impulse, world.contacts.impulse);
            EXPECT_TRUE(other->contacts.memory == world.contacts.memory);
            EXPECT_EQ(other->energy.balance_error(), world.energy.balance_error());
        }
    }

    static constexpr int steps = 40;
};

/// Steps that fail are undone: what laws remember, walls that move and energies too. Three halvings have the bits of eight steps.
template <int D>
void undone(const CrossedLaw& law, SolverMethod method) {
    BlockStage<D> stage = scene<D>(law, method, Integrator::moreau);
    stage.settings.solver.tolerance = 0.0;  // none is good enough
    stage.settings.solver.max_iterations = 3;
    StepSettings eighth = stage.settings;
    eighth.step /= 8.0;
    stage.settings.halve = 3;
    World<D> halved = stage.build(), small = stage.build();
    int all = 0;
    for (int k = 0; k < 10; ++k) {
        all += run(halved, stage.settings).halvings == 7;
        run(small, eighth, 8);
        if (all != k + 1) break;  // a part without contacts needs no more
        ASSERT_TRUE(halved.bodies == small.bodies) << k;
        ASSERT_TRUE(halved.contacts.memory == small.contacts.memory) << k;
        ASSERT_EQ(halved.energy.balance_error(), small.energy.balance_error()) << k;
        ASSERT_EQ(halved.time, small.time);
    }
    EXPECT_GT(all, 0);
}
TEST_P(EveryLawAndSolver, AreUndoneInThePlane) { undone<2>(law(), method()); }
TEST_P(EveryLawAndSolver, AreUndoneInSpace) { undone<3>(law(), method()); }

TEST_P(EveryLawAndSolver, KeepTheirPromisesInThePlane) { cross<2>(); }
TEST_P(EveryLawAndSolver, KeepTheirPromisesInSpace) { cross<3>(); }

/// Velocities at the end of a step are unique where impulses are not: every solver finds those of plain Gauss-Seidel.
TEST_P(EveryLawAndSolver, FindTheSameStep) {
    const CrossedLaw own = law();
    const BlockStage<3> stage = scene<3>(own, method(), Integrator::moreau),
                        reference = scene<3>(own, SolverMethod::nlgs, Integrator::moreau);
    World<3> world = stage.build(), plain = reference.build();
    const bool one = run(world, stage.settings).solve.converged,
               other = run(plain, reference.settings).solve.converged;
    ASSERT_TRUE(other);
    EXPECT_TRUE(one);
    for (int i = 0; i < world.bodies.size(); ++i) {
        EXPECT_LT(norm(world.bodies.velocity[i].v - plain.bodies.velocity[i].v), 1e-5) << i;
        EXPECT_LT(norm(world.bodies.velocity[i].w - plain.bodies.velocity[i].w), 1e-3) << i;
    }
}

std::string name_of_crossing(const testing::TestParamInfo<Crossing>& which) {
    std::string name = laws()[static_cast<std::size_t>(std::get<0>(which.param))].name;
    name += "_" + std::string(method_names[std::get<1>(which.param)].name);
    return name;
}

INSTANTIATE_TEST_SUITE_P(Crossings, EveryLawAndSolver,
                         testing::Combine(testing::Range(0, 15), testing::Range(0, 5)), name_of_crossing);

TEST(Crossings, AreOfAllLawsAndSolvers) {
    EXPECT_EQ(laws().size(), 15u);
    EXPECT_EQ(method_names[5].method, SolverMethod::md);  // which has no contact problem
    EXPECT_EQ(std::size(method_names), 6u);
}

}  // namespace
}  // namespace drystone::crossings_test
