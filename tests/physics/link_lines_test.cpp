// Rods, cables and springs: trusses, ties that go slack and catch, prestress, yield, break. docs/theory.md (3.41), (3.42), (3.45).

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "physics/link_stage.h"
#include "step/state.h"

namespace drystone::link_lines_test {
namespace {

constexpr double g = 9.81, pi = std::numbers::pi;
constexpr Integrator both[] = {Integrator::moreau, Integrator::euler};

/// Balls as the joints of a truss.
template <int D>
struct Truss {
    LinkStage<D> stage;
    int joint(const Vec<D>& place) { return stage.ball(1.0, 0.05, place); }
    void hold(int body, const Vec<D>& directions) {
        stage.description.holds.push_back({.body = body, .directions = directions});
    }
};

// A Warren truss on two supports, loaded at its middle joint and by the weight of its joints: forces by the method of sections.
template <int D>
void a_truss_stands() {
    const double a = 1.0, H = 0.75, P = 1000.0, s = std::hypot(0.5 * a, H);
    for (const SolverMethod method : {SolverMethod::nlgs, SolverMethod::anderson, SolverMethod::admm,
                                      SolverMethod::newton, SolverMethod::automatic}) {
        Truss<D> truss;
        LinkStage<D>& stage = truss.stage;
        stage.settings.solver.method = method;
        stage.settings.solver.tolerance = 1e-12;
        stage.settings.solver.max_iterations = 1000000;
        const Vec<D> p[] = {stage.at(0, 0), stage.at(a, 0), stage.at(2 * a, 0), stage.at(0.5 * a, H),
                            stage.at(1.5 * a, H)};
        for (const Vec<D>& place : p) truss.joint(place);
        Vec<D> all, up = stage.up(), plane{};
        for (double& one : all.c) one = 1.0;
        if (D == 3) plane = Vec<D>::axis(1);
        truss.hold(0, all);
        truss.hold(2, up + plane);
        for (const int i : {1, 3, 4}) {
            if (D == 3) truss.hold(i, plane);
        }
        stage.description.loads = {{.body = 1, .force = -P * stage.up()}};
        const auto rod = [&](int i, int j) { return stage.line(LinkType::rod, i, j, p[i], p[j]); };
        const int lower = rod(0, 1), end = rod(0, 3), inner = rod(3, 1), top = rod(3, 4);
        rod(1, 2), rod(2, 4), rod(1, 4);
        World<D> world = stage.build();
        const StepReport report = run(world, stage.settings, 5);
        EXPECT_TRUE(report.solve.converged);
        const double h = stage.settings.step, V = 0.5 * P;
        EXPECT_NEAR(probed(world, end, "tension", h), -V * s / H, 1e-8 * P) << static_cast<int>(method);
        EXPECT_NEAR(probed(world, inner, "tension", h), V * s / H, 1e-8 * P);
        EXPECT_NEAR(probed(world, lower, "tension", h), V * 0.5 * a / H, 1e-8 * P);
        EXPECT_NEAR(probed(world, top, "tension", h), -V * a / H, 1e-8 * P);
        EXPECT_LT(std::abs(probed(world, top, "elongation", h)), 1e-11);
        EXPECT_EQ(probed(world, top, "status", h), 1.0);
    }
}
TEST(Lines, TheRodsOfATrussCarryWhatStaticsSaysInThePlane) { a_truss_stands<2>(); }
TEST(Lines, TheRodsOfATrussCarryWhatStaticsSaysInSpace) { a_truss_stands<3>(); }

// A ball whirled on a rod about a point: m w^2 L, and the rod keeps its length at the end of every step to third order.
template <int D>
void a_ball_is_whirled() {
    for (const Integrator integrator : both) {
        const double L = 0.5, w = 8.0, m = 2.0;
        LinkStage<D> stage;
        stage.settings.integrator = integrator;
        const int ball = stage.ball(m, 0.05, L * stage.x(), w * L * stage.up());
        const int rod = stage.line(LinkType::rod, world_itself, ball, {}, L * stage.x());
        World<D> world = stage.build();
        const double h = stage.settings.step;
        double most = 0.0;
        for (int k = 0; k < 3000; ++k) {
            run(world, stage.settings);
            most = std::max(most, std::abs(probed(world, rod, "elongation", h)));
        }
        EXPECT_LT(most, 0.1 * std::pow(h * w, 3) * L);
        EXPECT_NEAR(probed(world, rod, "tension", h), m * w * w * L, 1e-3 * m * w * w * L);
        EXPECT_NEAR(norm(world.bodies.velocity[0].v), w * L,
                    (integrator == Integrator::moreau ? 1e-6 : 0.2) * w * L);
        expect_balanced(world.energy);
    }
}
TEST(Lines, ARodKeepsItsLengthAroundACircleInThePlane) { a_ball_is_whirled<2>(); }
TEST(Lines, ARodKeepsItsLengthAroundACircleInSpace) { a_ball_is_whirled<3>(); }

// A ball on a slack cable falls freely, is caught without a rebound, and hangs: status 2, then 1.
template <int D>
void a_cable_catches() {
    for (const Integrator integrator : both) {
        for (const SolverMethod method :
             {SolverMethod::nlgs, SolverMethod::admm, SolverMethod::newton, SolverMethod::automatic}) {
            const double L = 0.5, m = 2.0;
            LinkStage<D> stage;
            stage.falling(g);
            stage.settings.integrator = integrator;
            stage.settings.solver.method = method;
            stage.settings.solver.tolerance = 1e-11;
            const int ball = stage.ball(m, 0.05, {});
            const int cable = stage.line(LinkType::cable, world_itself, ball, L * stage.x(), {});
            World<D> world = stage.build();
            const double h = stage.settings.step;
            run(world, stage.settings);
            for (int k = 0; k < 2; ++k) run(world, stage.settings);
            EXPECT_EQ(probed(world, cable, "status", h), 1.0);  // it swings down on the circle
            for (int k = 0; k < 600; ++k) {
                run(world, stage.settings);
                EXPECT_LT(probed(world, cable, "elongation", h), 1e-6 * L);
                EXPECT_GE(probed(world, cable, "tension", h), 0.0);
            }
            expect_balanced(world.energy);

            LinkStage<D> drop;
            drop.falling(g);
            drop.settings = stage.settings;
            drop.ball(m, 0.05, -0.1 * drop.up());
            drop.line(LinkType::cable, world_itself, 0, {}, -0.1 * drop.up());
            drop.description.bodies.edit(0).velocity =
                3.0 * drop.up();  // thrown up past its hook: slack until it is 0.1 above
            World<D> thrown = drop.build();
            run(thrown, drop.settings, 20);
            EXPECT_EQ(probed(thrown, 0, "status", h), 2.0);
            EXPECT_EQ(probed(thrown, 0, "tension", h), 0.0);
            run(thrown, drop.settings, 1500);
            EXPECT_EQ(probed(thrown, 0, "status", h), 1.0);
            EXPECT_NEAR(probed(thrown, 0, "tension", h), m * g, 1e-6 * m * g);
            EXPECT_NEAR(probed(thrown, 0, "elongation", h), 0.0, 1e-9);
            EXPECT_NEAR(thrown.energy.losses.impact, 0.5 * m * 9.0, 1e-2 * m * 9.0);
            expect_balanced(thrown.energy);
        }
    }
}
TEST(Lines, ACableGoesSlackAndCatchesInThePlane) { a_cable_catches<2>(); }
TEST(Lines, ACableGoesSlackAndCatchesInSpace) { a_cable_catches<3>(); }

// A ball dropped through H on an elastic cable: it goes down by e = (m g / k) (1 + sqrt(1 + 2 k H / m g)) beyond the cable's length and
// comes back to where it was.
template <int D>
void an_elastic_cable_throws_back() {
    const double m = 2.0, k = 500.0, L = 0.4, H = 0.3;
    const double deepest = m * g / k * (1.0 + std::sqrt(1.0 + 2.0 * k * H / (m * g)));
    LinkStage<D> stage;
    stage.falling(g);
    LinkProperties is;
    is.axial_stiffness = k * L;
    const int ball = stage.ball(m, 0.05, -L * stage.up());
    const int cable = stage.line(LinkType::cable, world_itself, ball, {}, -L * stage.up(), is);
    stage.description.bodies.edit(0).velocity = std::sqrt(2.0 * g * H) * stage.up();  // up by H, and back
    World<D> world = stage.build();
    const double h = stage.settings.step;
    double lowest = 0.0;
    for (int i = 0; i < 900; ++i) {
        run(world, stage.settings);
        lowest = std::max(lowest, probed(world, cable, "elongation", h));
    }
    EXPECT_NEAR(lowest, deepest, 1e-3 * deepest);
    EXPECT_NEAR(world.energy.kinetic + world.energy.potential + world.energy.stored, world.energy.initial,
                1e-3 * m * g * H);
    expect_balanced(world.energy);
}
TEST(Lines, AnElasticCableThrowsBackInThePlane) { an_elastic_cable_throws_back<2>(); }
TEST(Lines, AnElasticCableThrowsBackInSpace) { an_elastic_cable_throws_back<3>(); }

// A mass on a spring, begun under its prestress: T = 2 pi sqrt(m / k), no energy lost in twenty periods; with a dashpot the amplitude falls by
// exp(-c t / 2 m), and what is damped is what is gone.
template <int D>
void a_mass_on_a_spring_vibrates() {
    const double m = 2.0, k = 800.0, L = 0.5, P = 40.0, T = 2.0 * pi * std::sqrt(m / k);
    for (const double c : {0.0, 0.5}) {
        LinkStage<D> stage;
        stage.settings.step = T / 500.0;
        LinkProperties is;
        is.stiffness = k;
        is.prestress = P;
        is.damping = c;
        const int ball = stage.ball(m, 0.05, L * stage.x());
        const int spring = stage.line(LinkType::spring, world_itself, ball, {}, L * stage.x(), is);
        World<D> world = stage.build();
        const double h = stage.settings.step, amplitude = P / k;
        EXPECT_NEAR(world.energy.stored, 0.5 * P * P / k, 1e-12);
        run(world, stage.settings, 1);
        EXPECT_NEAR(probed(world, spring, "tension", h), P, 1e-3 * P);
        run(world, stage.settings, 20 * 500 - 1);
        const double falls = std::exp(-0.5 * c / m * 20.0 * T);
        EXPECT_NEAR(probed(world, spring, "elongation", h), -amplitude * (1.0 - falls), 5e-3 * amplitude);
        EXPECT_NEAR(world.energy.kinetic + world.energy.stored, 0.5 * P * P / k * falls * falls,
                    (c == 0.0 ? 1e-9 : 3e-3) * P * P / k);
        EXPECT_NEAR(world.energy.losses.damping, 0.5 * P * P / k * (1.0 - falls * falls), 3e-3 * P * P / k);
        EXPECT_LT(std::abs(world.energy.scheme), 1e-9 * P * P / k);
        expect_balanced(world.energy);
    }
}
TEST(Lines, AMassOnASpringVibratesInThePlane) { a_mass_on_a_spring_vibrates<2>(); }
TEST(Lines, AMassOnASpringVibratesInSpace) { a_mass_on_a_spring_vibrates<3>(); }

// Pulled out by a drive and back: elastic to Y, flat, elastic again; a spring yields also when pressed, a rod has no elastic part.
template <int D>
void lines_yield() {
    const double Y = 50.0, k = 1000.0, L = 1.0;
    for (const Integrator integrator : both) {
        for (const LinkType type : {LinkType::rod, LinkType::cable, LinkType::spring}) {
            for (const bool elastic : {false, true}) {
                if (elastic == (type == LinkType::rod) && type != LinkType::cable) continue;
                LinkStage<D> stage;
                stage.settings.integrator = integrator;
                LinkProperties is;
                is.yield = Y;
                is.stiffness = elastic ? k : 0.0;
                const int held = stage.ball(1.0, 0.05, {}), ball = stage.ball(1.0, 0.05, L * stage.x());
                Vec<D> all;
                for (double& one : all.c) one = 1.0;
                stage.description.holds = {{.body = held, .directions = all}};
                stage.moves(ball, Driven::displacement, stage.x(),
                            {.kind = Signal::Kind::table, .points = {{0.0, 0.0}, {0.2, 0.2}, {0.4, 0.0}}});
                const int line = stage.line(type, held, ball, {}, L * stage.x(), is);
                World<D> world = stage.build();
                const double h = stage.settings.step;
                run(world, stage.settings, 200);
                EXPECT_NEAR(probed(world, line, "tension", h), Y, 1e-9 * Y);
                EXPECT_EQ(probed(world, line, "status", h), 3.0);
                const double stays = 0.2 - (elastic ? Y / k : 0.0);
                EXPECT_NEAR(world.energy.losses.damage, Y * stays, 0.02 * Y * stays);
                run(world, stage.settings, 40);  // 0.04 back
                if (elastic) {
                    EXPECT_NEAR(probed(world, line, "tension", h), Y - 0.04 * k, 0.03 * Y);
                }
                run(world, stage.settings, 160);
                EXPECT_NEAR(probed(world, line, "tension", h), type == LinkType::cable ? 0.0 : -Y, 1e-9 * Y);
                EXPECT_EQ(probed(world, line, "status", h), type == LinkType::cable ? 2.0 : 3.0);
                expect_balanced(world.energy);
            }
        }
    }
}
TEST(Lines, LinesYieldInThePlane) { lines_yield<2>(); }
TEST(Lines, LinesYieldInSpace) { lines_yield<3>(); }

// Every type under a load that grows by 100 N a second (and a moment of 100 N m) breaks at its strength, and carries nothing afterwards.
template <int D>
void links_break() {
    for (const Integrator integrator : both) {
        for (int type = 0; type < 7; ++type) {
            for (const bool by_moment : {false, true}) {
                const auto kind = static_cast<LinkType>(type);
                if (by_moment && !(kind == LinkType::weld || kind == LinkType::slider ||
                                   (D == 3 && kind == LinkType::hinge)))
                    continue;
                LinkStage<D> stage;
                stage.settings.integrator = integrator;
                const int ball = stage.ball(100.0, 0.1, {});
                LinkProperties is;
                is.strength = by_moment ? LinkProperties::never : 50.0;
                is.moment_strength = by_moment ? 50.0 : LinkProperties::never;
                if (kind == LinkType::spring) is.stiffness = 1e7;
                const int link = kind >= LinkType::rod
                                     ? stage.line(kind, world_itself, ball, -1.0 * stage.up(), {}, is)
                                     : stage.link(kind, world_itself, ball, {}, is);
                Spin<D> torque{};
                torque[0] = by_moment ? 100.0 : 0.0;  // in space about x: across the hinge, along the slider
                stage.description.loads = {
                    {.body = ball,
                     .force = (by_moment ? 0.0 : 100.0) * stage.up(),
                     .torque = torque,
                     .history = {.kind = Signal::Kind::ramp, .from = 0.0, .to = 1.0, .over = 1.0}}};
                World<D> world = stage.build();
                const double h = stage.settings.step;
                run(world, stage.settings, 490);
                EXPECT_EQ(probed(world, link, "status", h), 1.0) << name_of(kind);
                EXPECT_NEAR(
                    by_moment ? probed(world, link, "moment", h) : -probed(world, link, "force", h, D - 1),
                    by_moment ? -49.0 : 49.0, 0.3)
                    << name_of(kind);
                run(world, stage.settings, 30);
                EXPECT_EQ(probed(world, link, "status", h), 0.0) << name_of(kind);
                EXPECT_EQ(probed(world, link, "force", h, D - 1), 0.0);
                EXPECT_EQ(world.energy.stored, 0.0);
                expect_balanced(world.energy);
            }
        }
    }
}
TEST(Lines, LinksBreakAtTheirStrengthInThePlane) { links_break<2>(); }
TEST(Lines, LinksBreakAtTheirStrengthInSpace) { links_break<3>(); }

// All types at once beside contacts: same bits on any number of threads, after a restart, and with steps that are halved.
template <int D>
LinkStage<D> a_bit_of_everything() {
    LinkStage<D> stage(Coulomb{.friction = 0.4});
    stage.falling(g);
    stage.settings.solver.tolerance = 1e-9;
    stage.floor();
    for (int i = 0; i < 24; ++i) stage.ball(1.0, 0.1, stage.at(0.25 * (i % 6), 0.11 + 0.21 * (i / 6)));
    const auto place = [&](int i) { return stage.description.bodies[static_cast<std::size_t>(i)].position; };
    for (int i = 2; i <= 24; ++i) {
        if ((i - 1) % 6 == 0) continue;
        const auto type = static_cast<LinkType>(i % 7);
        LinkProperties is;
        if (type == LinkType::hinge) is.friction = 0.1, is.low = -0.2, is.high = 0.3;
        if (type == LinkType::slider) is.motor = LinkProperties::Motor::displacement, is.most = 30.0;
        if (type == LinkType::cable && i % 2 == 0)
            is.axial_stiffness = 300.0, is.prestress = 5.0, is.yield = 12.0;
        if (type == LinkType::spring) is.stiffness = 400.0, is.damping = 2.0, is.strength = 30.0;
        const Vec<D> middle = 0.5 * (place(i) + place(i - 1));
        if (type >= LinkType::rod)
            stage.line(type, i - 1, i, place(i - 1), place(i), is);
        else
            stage.link(type, i - 1, i, middle, is);
        if (is.has_motor())
            stage.last().motor = {.kind = Signal::Kind::sine, .amplitude = 0.03, .frequency = 2.0};
    }
    return stage;
}

template <int D>
void runs_are_repeated() {
    const LinkStage<D> stage = a_bit_of_everything<D>();
    World<D> whole = stage.build(), threaded = stage.build(), begun = stage.build(), resumed = stage.build();
    run(whole, stage.settings, 300);
    run(threaded, stage.settings, 300, 3);
    EXPECT_EQ(whole.bodies.position, threaded.bodies.position);
    run(begun, stage.settings, 130);
    ThreadPool pool(1);
    put_state(begun, resumed, pool);
    run(resumed, stage.settings, 170);
    EXPECT_EQ(whole.bodies.position, resumed.bodies.position);
    EXPECT_EQ(whole.contacts.impulse, resumed.contacts.impulse);
    EXPECT_EQ(whole.contacts.memory.values, resumed.contacts.memory.values);
    expect_balanced(whole.energy);
}
TEST(Lines, RunsAreRepeatedBitForBitInThePlane) { runs_are_repeated<2>(); }
TEST(Lines, RunsAreRepeatedBitForBitInSpace) { runs_are_repeated<3>(); }

// Beside contacts of every law, memory or none: the cable carries its ball, the law its own, and the account closes.
TEST(Lines, LinksAreThereBesideEveryLaw) {
    const Law laws[] = {
        Coulomb{.friction = 0.3},
        MohrCoulomb{.tensile_strength = 1e3, .cohesion = 1e3, .friction = 0.5, .joint = {.area = 0.01}},
        Elastic{.normal_stiffness = 1e7, .shear_stiffness = 1e7, .friction = 0.3, .joint = {.area = 0.01}},
        Bonded{.tensile_force = 100.0, .shear_force = 100.0, .friction = 0.2},
        CohesiveZone{.normal_stiffness = 1e7,
                     .shear_stiffness = 1e7,
                     .tensile_strength = 1e4,
                     .shear_strength = 1e4,
                     .energy_opening = 10.0,
                     .energy_shear = 10.0,
                     .friction = 0.3,
                     .joint = {.area = 0.01}}};
    for (const Law& law : laws) {
        LinkStage<2> stage(law);
        stage.falling(g);
        stage.floor();
        stage.ball(2.0, 0.1, stage.at(0.0, 0.1));
        const int hung = stage.ball(3.0, 0.1, stage.at(1.0, 1.0));
        LinkProperties is;
        is.yield = 100.0;
        const int cable =
            stage.line(LinkType::cable, world_itself, hung, stage.at(1.0, 2.0), stage.at(1.0, 1.0), is);
        const int hinge = stage.link(LinkType::hinge, 1, world_itself, stage.at(0.0, 0.1));
        World<2> world = stage.build();
        EXPECT_TRUE(run(world, stage.settings, 50).solve.converged);
        EXPECT_NEAR(probed(world, cable, "tension", stage.settings.step), 3.0 * g, 1e-6);
        EXPECT_EQ(probed(world, hinge, "status", stage.settings.step), 1.0);
        EXPECT_EQ(probed(world, cable, "status", stage.settings.step), 1.0);
        expect_balanced(world.energy);
    }
}

// A step that is taken as two halves remembers what two steps of half its length do.
template <int D>
void halved_steps_are_two() {
    LinkStage<D> stage = a_bit_of_everything<D>();
    stage.settings.solver.max_iterations =
        1;  // no step is solved: each is halved once, and its halves are taken as they come
    stage.settings.solver.method = SolverMethod::nlgs;
    World<D> halved = stage.build(), two = stage.build();
    stage.settings.halve = 1;
    const StepReport report = run(halved, stage.settings, 20);
    EXPECT_EQ(report.halvings, 1);
    stage.settings.halve = 0;
    stage.settings.step *= 0.5;
    run(two, stage.settings, 40);
    EXPECT_LT(norm(halved.bodies.position[5] - two.bodies.position[5]), 1e-2);
    expect_balanced(halved.energy);
}
TEST(Lines, HalvedStepsKeepTheAccountInThePlane) { halved_steps_are_two<2>(); }
TEST(Lines, HalvedStepsKeepTheAccountInSpace) { halved_steps_are_two<3>(); }

}  // namespace
}  // namespace drystone::link_lines_test
