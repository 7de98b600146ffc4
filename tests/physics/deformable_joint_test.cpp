// Mortar joints between deformable blocks: validation cases E14-E16.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "physics/deformable_stage.h"
#include "physics/joint_rig.h"
#include "solvers/method_names.h"

namespace drystone::deformable_joint_test {
namespace {

Bounds<2> about(const Vec<2>& low, const Vec<2>& high) { return {low, high}; }

/// Nodes in the box are moved along a direction through {time, displacement}.
void drive(ElasticStage<2>& stage, int body, const Bounds<2>& where, const Vec<2>& direction,
           std::vector<Signal::Point> points) {
    Motion<2> motion;
    motion.body = body;
    motion.direction = direction;
    motion.signal = {.kind = Signal::Kind::table, .points = std::move(points)};
    motion.where = where;
    stage.description.motions.push_back(motion);
}

// E14: a block is torn off a floor, or off a block with another mesh, by its top: peak f_t A, energy G A, whatever the meshes and
// the candidates. Between blocks the areas of both sides' candidates must make A once.
TEST(DeformableJoint, TearingTakesTheFractureEnergy) {
    constexpr double f_t = 1e5, G = 50.0, width = 0.1, opening_f = 2.0 * G / f_t;
    const CohesiveZone mortar{.normal_stiffness = 1e9,
                              .shear_stiffness = 5e8,
                              .tensile_strength = f_t,
                              .shear_strength = 1.5e5,
                              .energy_opening = G,
                              .energy_shear = 200.0,
                              .friction = 0.6};
    for (const Candidates candidates : {Candidates::nodes, Candidates::faces, Candidates::gauss}) {
        for (const int n : {1, 3, 4}) {
            ElasticStage<2> stage(mortar, 1e10, 0.0, 2000.0);
            stage.quasistatic(5e-3, 1e-10);
            Deformable<2> how;
            how.candidates = candidates;
            if (n == 4) {
                const int below = stage.box_of({{width, 0.1}}, {5, 2}, {{0.0, -0.05}}, {}, how);
                drive(stage, below, about({{-1.0, -0.1}}, {{1.0, -0.1}}), {{0, 1}}, {{0.0, 0.0}, {1.0, 0.0}});
            } else {
                stage.floor();
            }
            const int block = stage.box_of({{width, 0.1}}, {n, 2}, {{0.0, 0.05}}, {}, how);
            drive(stage, block, about({{-1.0, 0.1}}, {{1.0, 0.1}}), {{0, 1}}, {{0.0, 0.0}, {1.0, 1.2 * opening_f}});
            World<2> world = stage.build();
            double peak = 0.0, work = 0.0;
            for (int k = 0; k < 200; ++k) {
                ASSERT_TRUE(run(world, stage.settings).solve.converged);
                const double pull = -impulse_on(world, block)[1] / stage.settings.step;
                peak = std::max(peak, pull);
                work += pull * 1.2 * opening_f / 200.0;
            }
            EXPECT_NEAR(peak, f_t * width, 0.01 * f_t * width);
            EXPECT_NEAR(work, G * width, 0.02 * G * width);
            EXPECT_NEAR(world.energy.losses.damage, G * width, 0.01 * G * width);
            EXPECT_EQ(impulse_on(world, block)[1], 0.0);
            EXPECT_NEAR(world.energy.work, G * width, 0.02 * G * width);  // force times displacement
        }
    }
}

// E15: a thin block under three pressures is pushed until it slides: H = c A + mu N. The joint keeps its cohesion when it
// yields, so that the strength does not depend on how a block that deforms shares it out; a brittle joint unzips.
TEST(DeformableJoint, ShearStrengthIsCohesionAndFriction) {
    constexpr double c = 2e4, mu = 0.7, length = 0.2, height = 0.02, N[3] = {500.0, 2000.0, 6000.0};
    const MohrCoulomb mortar{.tensile_strength = 1e4,
                             .cohesion = c,
                             .friction = mu,
                             .residual_tensile_strength = 1e4,
                             .residual_cohesion = c,
                             .residual_friction = mu};
    for (const bool uniform : {false, true}) {
        double strength[3] = {};
        for (int level = 0; level < 3; ++level) {
            ElasticStage<2> stage(mortar, 1e10, 0.2, 2000.0);
            stage.settings.step = 1e-4;
            stage.settings.theta = 1.0;
            stage.settings.solver.tolerance = 1e-9;
            stage.floor();
            const std::array<int, 2> divisions = uniform ? std::array{0, 0} : std::array{8, 1};
            const int block = stage.box_of({{length, height}}, divisions, {{0.0, 0.5 * height}});
            Load<2> down, push;
            down.body = push.body = block;
            down.force = {{0.0, -N[level]}};
            const double most = 2.0 * (c * length + mu * N[level]);
            push.force = {{most, 0.0}};
            push.history = {.kind = Signal::Kind::table, .points = {{0.0, 0.0}, {0.2, 1.0}}};
            stage.description.loads = {down, push};
            World<2> world = stage.build();
            for (int k = 0; k < 2000 && strength[level] == 0.0; ++k) {
                run(world, stage.settings);
                if (world.bodies.position[static_cast<std::size_t>(block)][0] > 1e-6)
                    strength[level] = most * world.time / 0.2;
            }
        }
        const double friction = (strength[2] - strength[0]) / (N[2] - N[0]);
        const double cohesion = (strength[0] - friction * N[0]) / length;
        EXPECT_NEAR(strength[1], c * length + mu * N[1], 0.015 * strength[1]) << uniform;
        EXPECT_NEAR(friction, mu, 0.015 * mu) << uniform;
        EXPECT_NEAR(cohesion, c, 0.03 * c) << uniform;
    }
}

// The same of mortar that softens: c A + mu N at the peak, mu N at the end, c's energy G A in between.
TEST(DeformableJoint, MortarHasItsCohesionAndItsFriction) {
    constexpr double c = 2e4, mu = 0.7, G = 20.0, length = 0.2, height = 0.02;
    const CohesiveZone mortar{.normal_stiffness = 1e10,
                              .shear_stiffness = 5e9,
                              .tensile_strength = 1e4,
                              .shear_strength = c,
                              .energy_opening = 10.0,
                              .energy_shear = G,
                              .friction = mu,
                              .compressive_strength = 1e6,
                              .energy_crushing = 1e3,
                              .dilatancy = 0.1};
    for (const double N : {500.0, 2000.0, 6000.0}) {
        ElasticStage<2> stage(mortar, 1e11, 0.2, 2000.0);
        stage.quasistatic(5e-3, 1e-10);
        Deformable<2> how;
        how.elasticity = Elasticity::small;
        const int floor = stage.floor(), block = stage.box_of({{length, height}}, {4, 1}, {{0.0, 0.5 * height}}, {}, how);
        stage.description.loads = {{.body = block, .force = {{0.0, -N}}}};
        stage.description.holds = {{.body = block, .directions = {{1.0, 0.0}}, .where = about({{-1.0, height}}, {{1.0, height}})}};
        stage.moves(floor, Driven::displacement, {{-1, 0}},
                    {.kind = Signal::Kind::table, .points = {{0.0, 0.0}, {0.1, 0.0}, {2.0, 3e-3}}});
        World<2> world = stage.build();
        double peak = 0.0;
        for (int k = 0; k < 400; ++k) {
            ASSERT_TRUE(run(world, stage.settings).solve.converged);
            peak = std::max(peak, -impulse_on(world, block)[0] / stage.settings.step);
        }
        EXPECT_NEAR(peak, c * length + mu * N, 0.01 * (c * length + mu * N));
        EXPECT_NEAR(-impulse_on(world, block)[0] / stage.settings.step, mu * N, 1e-3 * mu * N);
        // Pushed off centre, by half its height: under less pressure its rear edge also opens, which takes less.
        const bool pressed = N / length > 6.0 * peak * height / (length * length);
        EXPECT_NEAR(world.energy.losses.damage, G * length, (pressed ? 1e-3 : 0.2) * G * length) << N;
    }
}

/// E16: two arms of height h glued beyond x = a, their ends drawn apart to `opening` in so many static steps.
struct DoubleCantilever {
    double h = 0.01, E = 1e9, a = 0.1, length = 0.24, G = 100.0, f_t = 1e6, opening = 0.0;

    // The arm is as if it were longer by the rotation at its root. Per metre of depth:
    double root() const { return a + 0.67 * h; }
    double force() const { return std::sqrt(G * E * h * h * h / 12.0) / root(); }
    double opens_at() const { return 8.0 * force() * std::pow(root(), 3) / (E * h * h * h); }

    struct Answer {
        double peak = 0.0, last = 0.0;  // [N/m]
        Energy energy;
    };
    Answer open(int steps) const;
};

DoubleCantilever::Answer DoubleCantilever::open(int steps) const {
    const double slack = 1e-6;
    const CohesiveZone glue{.normal_stiffness = 1e12,
                            .shear_stiffness = 1e12,
                            .tensile_strength = f_t,
                            .shear_strength = 10.0 * f_t,
                            .energy_opening = G,
                            .energy_shear = 100.0 * G,
                            .friction = 0.0};
    ElasticStage<2> stage(glue, E, 0.0, 1000.0);
    stage.quasistatic(0.03, 1e-8);
    const double end = steps * stage.settings.step;
    Deformable<2> how;
    how.plane = PlaneKind::stress;
    how.elasticity = Elasticity::small;
    std::array<int, 2> arm{};
    for (const std::size_t k : {0U, 1U}) {
        const double side = k == 0 ? -1.0 : 1.0, y = 0.5 * side * h;
        arm[k] = stage.box_of({{length, h}}, {96, 2}, {{0.5 * length, y}}, {}, how);
        drive(stage, arm[k], about({{-slack, y - slack}}, {{slack, y + slack}}), {{0, side}},
              {{0.0, 0.0}, {stage.settings.step, 0.0}, {end, 0.5 * opening}});
    }
    World<2> world = stage.build();
    Answer answer;
    for (int k = 0; k < steps; ++k) {
        if (k == 1) {  // the free part is a crack that was there before
            for (std::size_t c = 0; c < world.contacts.point.size(); ++c) {
                if (world.contacts.point[c].point[0] > a - slack) continue;
                const auto& laws = world.book;
                const MemoryRow<2> row = world.contacts.memory.open<2>(c, laws.places[laws.number(
                    world.matter.surface[world.parts.body[world.contacts.point[c].a]],
                    world.matter.surface[world.parts.body[world.contacts.point[c].b]])], {});
                row.change<CohesiveZone::Memory<2>>([](auto& memory) {
                    memory.intact = memory.holds = false;
                    memory.damage = 1.0;
                });
            }
        }
        EXPECT_TRUE(run(world, stage.settings).solve.converged) << k;
        answer.last = std::abs(impulse_on(world, arm[1])[1]) / stage.settings.step;
        answer.peak = std::max(answer.peak, answer.last);
    }
    answer.energy = world.energy;
    return answer;
}

// The crack grows at P(a) = sqrt(G E h^3 / 12) / (a + 0.67 h): with the ends delta apart, P falls as 1 / sqrt(delta) and a grows
// as sqrt(delta). Strength follows damage by a step, so errors are of first order in it: two runs tell where they lead. The
// zone in which the glue softens is six elements long, 0.15 a. The arms bend away from each other, so that nodes come to lie over
// convex kinks of the other surface.
TEST(DeformableJoint, ADoubleCantileverBeamOpensAtItsFractureEnergy) {
    DoubleCantilever beam;
    beam.opening = 2.2 * beam.opens_at();
    const auto coarse = beam.open(110), fine = beam.open(220);
    const auto limit = [](double of_coarse, double of_fine) { return 2.0 * of_fine - of_coarse; };
    EXPECT_NEAR(limit(coarse.peak, fine.peak), beam.force(), 0.05 * beam.force());
    EXPECT_NEAR(limit(coarse.last, fine.last), beam.force() / std::sqrt(2.2), 0.02 * beam.force());
    const double grown = (std::sqrt(2.2) - 1.0) * beam.root(), spent = beam.G * grown;
    EXPECT_NEAR(limit(coarse.energy.losses.damage, fine.energy.losses.damage), spent, 0.06 * spent);
    const auto unexplained = [](const Energy& e) { return e.work - e.strain - e.stored - e.losses.damage; };
    EXPECT_NEAR(unexplained(fine.energy) / unexplained(coarse.energy), 0.5, 0.1);
}

/// A box that deforms on a floor, a rigid ball falling onto it, all contacts on springs.
template <int D>
void every_method_solves_joints_that_give_way(const Law& law, bool meshed) {
    for (const SolverMethod method :
         {SolverMethod::automatic, SolverMethod::nlgs, SolverMethod::anderson, SolverMethod::admm, SolverMethod::newton}) {
        ElasticStage<D> stage(law, 1e7, 0.3, 1500.0);
        stage.settings.step = 2e-3;
        stage.settings.solver.method = method;
        stage.settings.solver.tolerance = 1e-5;
        stage.description.gravity[D - 1] = -9.81;
        stage.floor();
        Vec<D> size = 0.2 * Vec<D>::axis(D - 1), above = 0.3 * Vec<D>::axis(D - 1);
        for (int k = 0; k < D - 1; ++k) size[k] = 0.8;
        std::array<int, D> divisions{};
        if (meshed) divisions.fill(2);
        stage.box_of(size, divisions, 0.1 * Vec<D>::axis(D - 1));
        stage.ball(10.0, 0.09, above);
        World<D> world = stage.build();
        int failed = 0, iterations = 0;
        for (int k = 0; k < 60; ++k) {
            const StepReport report = run(world, stage.settings);
            failed += !report.solve.converged;
            iterations += report.solve.iterations;
        }
        EXPECT_EQ(failed, 0) << D << "D " << name_of(method) << (meshed ? " meshed" : " uniform");
        EXPECT_LT(iterations, 60 * 1000) << D << "D " << name_of(method) << (meshed ? " meshed" : " uniform");
    }
}

TEST(DeformableJoint, EveryMethodSolvesJointsThatGiveWay) {
    const JointArea area{.ratio = 0.5};
    const Elastic springs{.normal_stiffness = 1e8, .shear_stiffness = 5e7, .friction = 0.2, .joint = area};
    const CohesiveZone mortar{.normal_stiffness = 1e8,
                              .shear_stiffness = 5e7,
                              .tensile_strength = 2e3,
                              .shear_strength = 4e3,
                              .energy_opening = 1.0,
                              .energy_shear = 2.0,
                              .friction = 0.3,
                              .joint = area,
                              .joining = {.initially = true, .by_touch = true}};
    for (const bool meshed : {false, true}) {
        for (const Law& law : {Law{springs}, Law{mortar}}) {
            every_method_solves_joints_that_give_way<2>(law, meshed);
            every_method_solves_joints_that_give_way<3>(law, meshed);
        }
    }
}

}  // namespace
}  // namespace drystone::deformable_joint_test
