// Laws that remember: restart (H14), threads, orders, balance, 2D and 3D, for every law.

#include <gtest/gtest.h>

#include "core/random.h"
#include "physics/diary_law.h"
#include "physics/joint_rig.h"
#include "step/state.h"

namespace drystone::memory_test {
namespace {

struct NamedLaw {
    const char* name;
    Law law;
};

/// Every law with a memory, at values that let joints tear, slide and form within a few hundred steps of a falling heap.
std::vector<NamedLaw> laws_that_remember() {
    const JointArea joint{.ratio = 0.5};
    const Joining touch{.initially = true, .by_touch = true, .gap = 1.5e-3};
    return {
        {"cohesion",
         Coulomb{.friction = 0.4, .rolling_friction_ratio = 0.1, .cohesion = {.force = 2.0, .range = 1e-3}}},
        {"static friction", Coulomb{.friction = 0.2, .static_friction = 0.6}},
        {"mohr_coulomb", MohrCoulomb{.tensile_strength = 1e5,
                                     .cohesion = 2e5,
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
        {"bonded", Bonded{.tensile_force = 200.0,
                          .shear_force = 200.0,
                          .bending_moment = 2.0,
                          .friction = 0.4,
                          .joining = touch}},
        {"a law of one's own", OwnLaw(Diary{.friction = 0.5, .wear = 0.02})},
    };
}

/// A lump of balls of unlike sizes, some near enough to be joined, falls on the floor and along it.
template <int D>
Stage<D> falling_lump(const Law& law, Integrator integrator) {
    Stage<D> stage(law);
    stage.falling().settings.integrator = integrator;
    stage.settings.solver = {.tolerance = 1e-7, .max_iterations = 2000};
    stage.settings.step = 5e-4;
    stage.floor();
    Random random(5);
    for (int i = 0; i < 24; ++i) {
        Vec<D> x;
        x[0] = 0.04 * (i % 4) + 0.012 * ((i / 4) % 2);
        x[D - 1] = 0.025 + 0.04 * (i / 4);
        if (D == 3) x[1] = 0.01 * random.uniform(-1.0, 1.0);
        Vec<D> v = 0.2 * Vec<D>::axis(0) - 0.5 * Vec<D>::axis(D - 1);
        for (int k = 0; k < D; ++k) v[k] += random.uniform(-0.05, 0.05);
        stage.ball(0.05, random.uniform(0.018, 0.02), x, v);
    }
    return stage;
}

template <int D>
void expect_same_bits(const World<D>& a, const World<D>& b) {
    EXPECT_EQ(a.bodies.position, b.bodies.position);
    EXPECT_EQ(a.bodies.velocity, b.bodies.velocity);
    EXPECT_EQ(a.contacts.impulse, b.contacts.impulse);
    EXPECT_EQ(a.contacts.memory, b.contacts.memory);
    EXPECT_EQ(a.energy.losses, b.energy.losses);
    EXPECT_EQ(a.energy.stored, b.energy.stored);
}

// H14: saved in mid-run and put into a world made anew, the run goes on with the same bits, on any number of threads.
/// A restart after some steps goes on with the same bits. Returns whether the memory matters: without it the run goes elsewhere.
template <int D>
bool restart_after(const Stage<D>& stage, int steps) {
    World<D> whole = stage.build();
    run(whole, stage.settings, steps);
    const State<D> state = whole;
    EXPECT_FALSE(state.contacts.memory.empty());
    run(whole, stage.settings, 60);

    World<D> resumed = stage.build();
    ThreadPool pool(1);
    put_state(state, resumed, pool);
    run(resumed, stage.settings, 60, 3);
    expect_same_bits(whole, resumed);

    State<D> forgetful = state;
    forgetful.contacts.memory.forget_all(forgetful.contacts.memory.size());
    if (const MemoryField* damage = forgetful.contacts.memory.schema.find("damage")) {
        for (std::size_t i = 0; i < forgetful.contacts.memory.size(); ++i) forgetful.contacts.memory.row(i)[damage->first] = 1.0;
    }
    World<D> other = stage.build();
    put_state(forgetful, other, pool);
    run(other, stage.settings, 60);
    return other.bodies.position != whole.bodies.position;
}

/// At some moments nothing hangs on what is remembered: cohesion's only while a contact is held open.
template <int D>
void restart_gives_the_same_bits() {
    for (const auto& [name, law] : laws_that_remember()) {
        for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
            SCOPED_TRACE(name);
            bool matters = false;
            for (const int steps : {40, 80, 120}) matters = restart_after(falling_lump<D>(law, integrator), steps) || matters;
            EXPECT_TRUE(matters);
        }
    }
}
TEST(Memory, ARestartGivesTheSameBitsInThePlane) { restart_gives_the_same_bits<2>(); }
TEST(Memory, ARestartGivesTheSameBitsInSpace) { restart_gives_the_same_bits<3>(); }

template <int D>
void accounts_close() {
    for (const auto& [name, law] : laws_that_remember()) {
        for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
            SCOPED_TRACE(name);
            const Stage<D> stage = falling_lump<D>(law, integrator);
            World<D> world = stage.build();
            double stored = 0.0;
            for (int n = 0; n < 300; ++n) {
                run(world, stage.settings);
                expect_balanced(world.energy);  // whatever the solver left
            }
            for (std::size_t i = 0; i < world.contacts.memory.size(); ++i) stored += world.contacts.memory.stored(i);
            EXPECT_NEAR(world.energy.stored, stored, 1e-12 * (stored + world.energy.dissipated()));
            EXPECT_GT(world.energy.losses.friction, 0.0);
        }
    }
}
TEST(Memory, TheBalanceClosesForEveryLawInThePlane) { accounts_close<2>(); }
TEST(Memory, TheBalanceClosesForEveryLawInSpace) { accounts_close<3>(); }

// A leaning chain of joined balls clamped at one end: statically determinate, so velocities must not depend on the order.
template <int D>
void orders_agree() {
    for (const auto& [name, law] : laws_that_remember()) {
        SCOPED_TRACE(name);
        std::vector<std::vector<Twist<D>>> velocities;
        for (const SweepOrder order : {SweepOrder::coloured, SweepOrder::random, SweepOrder::sequential}) {
            Stage<D> stage(law);
            stage.falling().settings.solver = {.order = order, .tolerance = 1e-12, .max_iterations = 200000};
            stage.floor();
            for (int i = 0; i < 5; ++i)
                stage.ball(0.05, 0.02, 0.02 * Vec<D>::axis(D - 1) + 0.04 * i * Vec<D>::axis(D - 1),
                           0.1 * Vec<D>::axis(0));
            World<D> world = stage.build();
            for (int n = 0; n < 20; ++n) ASSERT_TRUE(run(world, stage.settings).solve.converged);
            velocities.push_back(world.bodies.velocity);
        }
        for (std::size_t other = 1; other < velocities.size(); ++other) {
            for (std::size_t i = 0; i < velocities[0].size(); ++i) {
                EXPECT_LT(norm(velocities[0][i].v - velocities[other][i].v), 1e-9);
                EXPECT_LT(0.02 * norm(velocities[0][i].w - velocities[other][i].w), 1e-9);
            }
        }
    }
}
TEST(Memory, OrdersAgreeInThePlane) { orders_agree<2>(); }
TEST(Memory, OrdersAgreeInSpace) { orders_agree<3>(); }

// Other contacts come and go: a joint keeps what it knows, and one that is lost gives up its energy as damage.
TEST(Memory, AJointThatIsLostGivesUpItsEnergy) {
    CohesiveZone law{.normal_stiffness = 1e7,
                     .shear_stiffness = 1e7,
                     .tensile_strength = 1e4,
                     .shear_strength = 1e4,
                     .energy_opening = 20.0,
                     .energy_shear = 20.0,
                     .joint = {.area = 1e-3}};
    JointRig<2> rig(law, 1.0);
    rig.driven(rig.up(), {{0.0, 0.0}, {1.0, 5e-4}});
    World<2> world = rig.stage.build();
    run(world, rig.stage.settings, 1000);
    const double held = world.energy.stored;
    EXPECT_GT(held, 0.0);
    world.bodies.position[rig.ball][1] += 1.0;  // carried off: beyond any reach
    world.start_position[rig.ball][1] += 1.0;
    const double lost = world.energy.losses.damage;
    run(world, rig.stage.settings);
    EXPECT_EQ(world.contacts.size(), 0);
    EXPECT_NEAR(world.energy.losses.damage - lost, held, 1e-15);
    EXPECT_NEAR(world.energy.stored, 0.0, 1e-18);
}

// Two coefficients: holds up to the static one, slides with the other, sticks again when it has stopped.
template <int D>
void two_coefficients() {
    const double mu_s = 0.6, mu_d = 0.3, N = 100.0;
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        for (const double factor : {0.99, 1.01}) {
            JointRig<D> rig(Coulomb{.friction = mu_d, .static_friction = mu_s}, 2.0, 1e-3, integrator);
            rig.loaded(-N * rig.up()).loaded(factor * mu_s * N * rig.along());
            World<D> world = rig.stage.build();
            run(world, rig.stage.settings, 100);
            if (factor < 1.0) {
                EXPECT_NEAR(world.bodies.velocity[rig.ball].v[0], 0.0, 1e-12);
                continue;
            }
            EXPECT_NEAR(rig.force(world, rig.along()), mu_d * N, 1e-9);
            const double a = (factor * mu_s - mu_d) * N / 2.0;
            EXPECT_NEAR(world.bodies.velocity[rig.ball].v[0], a * 0.1, a * 1.5e-3);

            // The pull falls below the dynamic limit: it slows down, stops, and then takes the static limit to move.
            world.description.loads[1].force = 0.5 * mu_d * N * rig.along();
            run(world, rig.stage.settings, 400);
            EXPECT_NEAR(world.bodies.velocity[rig.ball].v[0], 0.0, 1e-12);
            world.description.loads[1].force = 0.9 * mu_s * N * rig.along();
            run(world, rig.stage.settings, 50);
            EXPECT_NEAR(world.bodies.velocity[rig.ball].v[0], 0.0, 1e-12);
            expect_balanced(world.energy);
        }
    }
}
TEST(StaticFriction, TwoCoefficientsInThePlane) { two_coefficients<2>(); }
TEST(StaticFriction, TwoCoefficientsInSpace) { two_coefficients<3>(); }

// A block dragged by a spring moves in jerks of 2 (mu_s - mu_d) N / k: here the spring is a ramped force that follows it.
TEST(StaticFriction, ADraggedBlockSticksAndSlips) {
    const double mu_s = 0.6, mu_d = 0.3, N = 10.0, k = 100.0, v = 0.01, m = 1.0;
    JointRig<2> rig(Coulomb{.friction = mu_d, .static_friction = mu_s}, m, 1e-3);
    rig.loaded(-N * rig.up()).loaded(rig.along());
    World<2> world = rig.stage.build();
    double lowest = 1e9, highest = 0.0;
    int jumps = 0;
    bool moving = false;
    for (int n = 0; n < 4000; ++n) {
        const double pull = k * (10.0 * v * world.time - rig.travel(world));
        world.description.loads[1].force = pull * rig.along();
        run(world, rig.stage.settings);
        const bool now = std::abs(world.bodies.velocity[rig.ball].v[0]) > 1e-9;
        jumps += now && !moving;
        if (moving && !now) lowest = std::min(lowest, pull);
        if (now && !moving) highest = std::max(highest, pull);
        moving = now;
    }
    EXPECT_GT(jumps, 3);
    EXPECT_NEAR(highest, mu_s * N, 0.1);
    EXPECT_LT(lowest, mu_d * N);  // it overshoots, by inertia
    expect_balanced(world.energy);
}

// Below the threshold there is no bounce.
TEST(Restitution, AThresholdEndsTheBouncing) {
    Stage<3> stage(Coulomb{.restitution_normal = 0.5, .restitution_threshold = 0.3});
    stage.floor();
    stage.ball(1.0, 0.1, {{0, 0, 0.1001}}, {{0, 0, -0.299}});
    stage.ball(1.0, 0.1, {{1, 0, 0.1001}}, {{0, 0, -0.301}});
    World<3> world = stage.build();
    run(world, stage.settings, 5);
    EXPECT_NEAR(world.bodies.velocity[1].v[2], 0.0, 1e-15);
    EXPECT_NEAR(world.bodies.velocity[2].v[2], 0.1505, 1e-15);
}

// Moreau-Jean sec. 5: a slender body rocks over. The corner that lay still may lift when the other strikes, which Newton's
// rule at both would forbid. Here a dumbbell lies on its left ball and comes down on its right one.
TEST(Restitution, ARockingDumbbellLiftsItsOtherEnd) {
    const double b = 0.3, m = 2.0, r = 0.1;
    for (const double e : {0.0, 0.5, 1.0}) {
        Stage<2> stage(Coulomb{.friction = 0.0, .restitution_normal = e});
        stage.settings.solver.tolerance = 1e-14;
        stage.floor();
        const int body =
            stage.clump(m, {{Ball<2>{r}, {{-b, 0.0}}, {}}, {Ball<2>{r}, {{b, 0.0}}, {}}}, {{0.0, r}});
        const double omega =
            -1.0;  // about the left ball's lowest point: v_y = -b, the right end comes down with 2 b
        stage.description.bodies.edit(body).velocity = {{0.0, omega * b}};
        stage.description.bodies.edit(body).angular_velocity = {{omega}};
        World<2> world = stage.build();
        run(world, stage.settings);
        // Only the right end takes an impulse J: with M = 1 / W_nn, J = (1 + e) 2 b M. The left end gets J W_lr.
        const double I = world.matter.inertia[body][0];
        const double W = 1.0 / m + b * b / I, W_lr = 1.0 / m - b * b / I, J = (1.0 + e) * 2.0 * b / W;
        const Twist<2>& t = world.bodies.velocity[body];
        if (W_lr > 0.0) {
            EXPECT_NEAR(t.v[1] - b * t.w[0], J * W_lr, 1e-3);
            EXPECT_GT(t.v[1] - b * t.w[0], 0.0);
        } else {
            EXPECT_GE(t.v[1] - b * t.w[0], -1e-12);  // held down or struck as well: never into the floor
        }
        EXPECT_NEAR(t.v[1] + b * t.w[0], e * 2.0 * b, 1e-2);
    }
}

}  // namespace
}  // namespace drystone::memory_test
