// Hinges and sliders, with friction, limits and motors: pendulums, closed loops, cardan, gyroscope. docs/theory.md (3.22), (3.41), (3.43)-(3.45).

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "physics/four_bar.h"

namespace drystone::linkages_test {
namespace {

constexpr double g = 9.81, pi = std::numbers::pi;
constexpr Integrator both[] = {Integrator::moreau, Integrator::euler};
using Motor = LinkProperties::Motor;

// A bar held at its end and let go level: half a period later it is level on the other side, T = 4 sqrt(I / m g L) K(sin(pi/4)).
template <int D>
void a_bar_swings() {
    const double m = 2.0, length = 1.0, width = 0.02, L = 0.5 * length;
    const double I = m * (length * length + width * width) / 12.0 + m * L * L;
    const double period = 4.0 * std::sqrt(I / (m * g * L)) * std::comp_ellint_1(std::sin(0.25 * pi));
    LinkStage<D> stage;
    stage.falling(g);
    stage.settings.step = period / 4000.0;
    const int bar = stage.bar({}, length * stage.x(), m, width);
    const int hinge = stage.link(LinkType::hinge, world_itself, bar, {});
    World<D> world = stage.build();
    const double h = stage.settings.step, omega = std::sqrt(2.0 * m * g * L / I);
    double apart = 0.0;
    for (int k = 0; k < 8000; ++k) {
        run(world, stage.settings);
        apart = std::max(apart, gap_of(world, hinge));
        if (k == 999) {
            EXPECT_NEAR(probed(world, hinge, "angle", h), -0.5 * pi, 1e-5);
            // At the bottom: m g + m omega^2 L
            EXPECT_NEAR(probed(world, hinge, "force", h, D - 1), m * (g + omega * omega * L), 1e-3 * m * g);
        }
        if (k == 1999) {
            EXPECT_NEAR(probed(world, hinge, "angle", h), -pi, 1e-5);
        }
    }
    EXPECT_NEAR(probed(world, hinge, "angle", h), 0.0, 1e-5);
    EXPECT_NEAR(world.energy.kinetic + world.energy.potential, world.energy.initial, 1e-6 * m * g * L);
    EXPECT_LT(apart, std::pow(h * omega, 3) * length);  // at the end of every step to third order
    EXPECT_LT(std::abs(world.energy.balance_error()), 1e-12 * m * g * L);
}
TEST(Linkages, ABarSwingsThroughHalfATurnInThePlane) { a_bar_swings<2>(); }
TEST(Linkages, ABarSwingsThroughHalfATurnInSpace) { a_bar_swings<3>(); }

/// d/dt of (a, b, a', b') of two bars of length l hanging on each other: Lagrange's equations.
std::array<double, 4> double_pendulum(const std::array<double, 4>& s, double l, double I) {
    const auto [a, b, p, q] = s;  // m = 1
    const double c = std::cos(a - b), sine = std::sin(a - b), k = 0.5 * l * l;
    const double A = I + 0.25 * l * l + l * l, B = I + 0.25 * l * l, C = k * c;
    const double f = -k * sine * q * q - 1.5 * g * l * std::sin(a),
                 e = k * sine * p * p - 0.5 * g * l * std::sin(b);
    const double det = A * B - C * C;
    return {p, q, (B * f - C * e) / det, (A * e - C * f) / det};
}

std::array<double, 4> runge_kutta(std::array<double, 4> s, double l, double I, double T, int n) {
    const double h = T / n;
    for (int k = 0; k < n; ++k) {
        const auto plus = [&](const std::array<double, 4>& d, double by) {
            std::array<double, 4> sum = s;
            for (std::size_t i = 0; i < 4; ++i) sum[i] += by * d[i];
            return sum;
        };
        const auto k1 = double_pendulum(s, l, I), k2 = double_pendulum(plus(k1, 0.5 * h), l, I),
                   k3 = double_pendulum(plus(k2, 0.5 * h), l, I), k4 = double_pendulum(plus(k3, h), l, I);
        for (std::size_t i = 0; i < 4; ++i) s[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
    }
    return s;
}

// A double pendulum against Lagrange's equations; the error falls with the square of the step.
template <int D>
void a_double_pendulum_swings() {
    const double l = 0.5, width = 0.02, I = (l * l + width * width) / 12.0, T = 0.8;
    double error[2];
    for (int level = 0; level < 2; ++level) {
        LinkStage<D> stage;
        stage.falling(g);
        stage.settings.step = 4e-3 / (1 + level);
        const int upper = stage.bar({}, l * stage.x()), lower = stage.bar(l * stage.x(), 2.0 * l * stage.x());
        stage.link(LinkType::hinge, world_itself, upper, {});
        stage.link(LinkType::hinge, upper, lower, l * stage.x());
        World<D> world = stage.build();
        run(world, stage.settings, 200 * (1 + level));
        const auto right = runge_kutta({0.5 * pi, 0.5 * pi, 0.0, 0.0}, l, I, T, 4000);
        const double h = stage.settings.step, a = 0.5 * pi + probed(world, 0, "angle", h),
                     b = a + probed(world, 1, "angle", h);
        error[level] = std::hypot(a - right[0], b - right[1]);
        EXPECT_LT(gap_of(world, 0) + gap_of(world, 1), 1e-5 * l);
        EXPECT_NEAR(world.energy.kinetic + world.energy.potential, world.energy.initial, 2e-4 * g * l);
    }
    EXPECT_LT(error[1], 2e-4);
    EXPECT_LT(error[1], 0.35 * error[0]);
}
TEST(Linkages, ADoublePendulumFollowsLagrangeInThePlane) { a_double_pendulum_swings<2>(); }
TEST(Linkages, ADoublePendulumFollowsLagrangeInSpace) { a_double_pendulum_swings<3>(); }

TEST(Linkages, AFourBarLinkageStaysClosedInThePlane) { a_four_bar_linkage_stays_closed<2>(2000); }
TEST(Linkages, AFourBarLinkageStaysClosedInSpace) { a_four_bar_linkage_stays_closed<3>(2000); }

// Crank, rod and piston: x = r cos a + sqrt(l^2 - r^2 sin^2 a).
template <int D>
void a_slider_crank_turns() {
    const double r = 0.2, l = 0.7, omega = 5.0;
    LinkStage<D> stage;
    stage.falling(g);
    const Vec<D> A{}, B = stage.at(r, 0.0), C = stage.at(r + l, 0.0);
    const int crank = stage.bar(A, B), rod = stage.bar(B, C),
              piston = stage.rigid_box(
                  0.1 * (stage.x() + stage.up()) + (D == 3 ? 0.1 * Vec<D>::axis(1) : Vec<D>{}), C);
    LinkProperties is;
    is.motor = Motor::displacement;
    const int motor = stage.link(LinkType::hinge, world_itself, crank, A, is);
    stage.last().motor = {.kind = Signal::Kind::ramp, .from = 0.0, .to = 10.0 * omega, .over = 10.0};
    stage.link(LinkType::hinge, crank, rod, B);
    stage.link(LinkType::hinge, rod, piston, C);
    const int guide = stage.link(LinkType::slider, world_itself, piston, C);
    World<D> world = stage.build();
    const double h = stage.settings.step;
    double most = 0.0;
    for (int k = 0; k < 2000; ++k) {
        EXPECT_TRUE(run(world, stage.settings).solve.converged);
        if (k < 5) continue;
        const double a = omega * world.time,
                     x = r * std::cos(a) + std::sqrt(l * l - std::pow(r * std::sin(a), 2));
        ASSERT_NEAR(probed(world, motor, "angle", h), a, 1e-9);
        EXPECT_NEAR(probed(world, guide, "elongation", h), x - r - l, 1e-6);
        most = std::max(most, gap_of(world, 1) + gap_of(world, 2));
    }
    EXPECT_LT(most, 1e-6 * l);
    expect_balanced(world.energy);
}
TEST(Linkages, APistonMovesAsItsCrankTurnsInThePlane) { a_slider_crank_turns<2>(); }
TEST(Linkages, APistonMovesAsItsCrankTurnsInSpace) { a_slider_crank_turns<3>(); }

// Two shafts at an angle b, a cross between them whose first arm begins across both: tan out = tan in cos b.
TEST(Linkages, ACardanTurnsUnevenly) {
    const double b = 0.5, omega = 4.0;
    LinkStage<3> stage;
    stage.settings.solver.tolerance = 1e-10;
    const Vec<3> in = Vec<3>::axis(0), out{{std::cos(b), std::sin(b), 0.0}}, z = Vec<3>::axis(2);
    const int first = stage.ball(1.0, 0.1, -0.3 * in), cross_piece = stage.ball(0.1, 0.05, {}),
              second = stage.ball(1.0, 0.1, 0.3 * out);
    const auto hinge = [&](int a, int c, const Vec<3>& point, const Vec<3>& axis) {
        const int k = stage.link(LinkType::hinge, a, c, point);
        stage.last().axis = axis;
        return k;
    };
    const int motor = hinge(world_itself, first, -0.3 * in, in);
    stage.last().is.motor = Motor::velocity;
    stage.last().motor = constant(omega);
    hinge(first, cross_piece, {}, z);               // the fork of the first shaft holds the arm along z,
    hinge(cross_piece, second, {}, cross(out, z));  // that of the second the arm across z and its own axis
    const int load = hinge(world_itself, second, 0.3 * out, out);
    World<3> world = stage.build();
    const double h = stage.settings.step;
    for (int k = 0; k < 2000; ++k) {
        EXPECT_TRUE(run(world, stage.settings).solve.converged);
        const double a = probed(world, motor, "angle", h), c = probed(world, load, "angle", h);
        ASSERT_NEAR(std::sin(c) * std::cos(a), std::cos(c) * std::sin(a) * std::cos(b), 1e-5);
    }
    EXPECT_NEAR(probed(world, motor, "angle", h), omega * world.time, omega * h);
    EXPECT_NEAR(probed(world, load, "angle", h), omega * world.time, 0.2);  // turn by turn
}

// A wheel on a level axle, its end on a ball joint: it does not fall but goes round at m g L / (I w).
TEST(Linkages, AGyroscopePrecesses) {
    const double m = 2.0, L = 0.3, w = 200.0, R = 0.1, I = 0.4 * m * R * R, rate = m * g * L / (I * w);
    LinkStage<3> stage;
    stage.falling(g);
    stage.settings.step = 2e-4;
    const int wheel = stage.ball(m, R, L * stage.x(), rate * L * Vec<3>::axis(1), {{w, 0.0, rate}});
    stage.link(LinkType::ball, world_itself, wheel, {});
    World<3> world = stage.build();
    const double T = 0.25 * 2.0 * pi / rate;
    run(world, stage.settings, static_cast<int>(std::lround(T / stage.settings.step)));
    EXPECT_NEAR(world.bodies.position[0][0], 0.0, 0.02 * L);  // a quarter round
    EXPECT_NEAR(world.bodies.position[0][1], L, 0.01 * L);
    EXPECT_NEAR(world.bodies.position[0][2], 0.0, 0.02 * L);
    EXPECT_LT(gap_of(world, 0), 1e-6 * L);
    expect_balanced(world.energy);
}

// A wheel on a hinge that rubs: it stops after I w / M, and then holds against a torque of less than M.
template <int D>
void a_rough_hinge_brakes() {
    for (const Integrator integrator : both) {
        const double m = 2.0, R = 0.2, I = (D == 2 ? 0.5 : 0.4) * m * R * R, w = 10.0, M = 0.4;
        LinkStage<D> stage;
        stage.settings.integrator = integrator;
        Spin<D> spin{};
        spin[D == 2 ? 0 : 1] = D == 2 ? w : -w;  // about across()
        const int wheel = stage.ball(m, R, {}, {}, spin);
        LinkProperties is;
        is.friction = M;
        const int hinge = stage.link(LinkType::hinge, world_itself, wheel, {}, is);
        Spin<D> torque{};
        torque[D == 2 ? 0 : 1] = D == 2 ? 0.99 * M : -0.99 * M;
        stage.description.loads = {{.body = wheel,
                                    .torque = torque,
                                    .history = {.kind = Signal::Kind::constant, .value = 1.0, .start = 3.0}}};
        World<D> world = stage.build();
        const double h = stage.settings.step, stops = I * w / M;
        run(world, stage.settings, static_cast<int>(0.5 * stops / h));
        EXPECT_NEAR(probed(world, hinge, "moment", h, D == 2 ? 0 : 1), D == 2 ? -M : M, 1e-6 * M);
        EXPECT_NEAR(probed(world, hinge, "angle", h), 0.5 * w * stops * 0.75, 0.01 * w * stops);
        run(world, stage.settings, static_cast<int>(0.51 * stops / h));
        EXPECT_LT(norm(world.bodies.velocity[0].w), 1e-9 * w);
        EXPECT_NEAR(world.energy.losses.friction, 0.5 * I * w * w, 1e-3 * I * w * w);
        const double angle = probed(world, hinge, "angle", h);
        run(world, stage.settings, static_cast<int>(3.5 / h));
        EXPECT_NEAR(probed(world, hinge, "angle", h), angle, 1e-9);
        EXPECT_NEAR(std::abs(probed(world, hinge, "moment", h, D == 2 ? 0 : 1)), 0.99 * M, 1e-6 * M);
        expect_balanced(world.energy);
    }
}
TEST(Linkages, ARoughHingeBrakesAndHoldsInThePlane) { a_rough_hinge_brakes<2>(); }
TEST(Linkages, ARoughHingeBrakesAndHoldsInSpace) { a_rough_hinge_brakes<3>(); }

// Friction of a hinge is what turns about its axis lose, M per angle: not what the hinge takes when its bodies turn across it at first.
TEST(Linkages, AHingeRubsAboutItsAxisAlone) {
    for (const Integrator integrator : both) {
        for (const double across : {-8.0, 0.0, 8.0}) {
            const double M = 0.1;
            LinkStage<3> stage;
            stage.settings.integrator = integrator;
            const int bar = stage.bar({}, LinkStage<3>::at(0.4, 0.1));
            stage.description.bodies.edit(bar).angular_velocity = 10.0 * stage.across() + across * stage.up();
            LinkProperties is;
            is.friction = M;
            const int hinge = stage.link(LinkType::hinge, world_itself, bar, {}, is);
            World<3> world = stage.build();
            run(world, stage.settings, 50);
            const double angle = probed(world, hinge, "angle", stage.settings.step);
            ASSERT_GT(angle, 0.1);
            EXPECT_NEAR(world.energy.losses.friction, M * angle, 2.0 * M * 10.0 * stage.settings.step) << across;
            EXPECT_GE(world.energy.scheme, -1e-6);
            expect_balanced(world.energy);
        }
    }
}

// A bar falls on the stop of its hinge and lies there: m = m g L sin; from the other stop it is thrown back by nothing.
template <int D>
void a_stop_holds() {
    for (const Integrator integrator : both) {
        for (const SolverMethod method : {SolverMethod::nlgs, SolverMethod::anderson, SolverMethod::admm,
                                          SolverMethod::newton, SolverMethod::automatic}) {
            for (const double side : {-1.0, 1.0}) {
                LinkStage<D> stage;
                stage.falling(g);
                stage.settings.integrator = integrator;
                stage.settings.solver.method = method;
                stage.settings.solver.tolerance = 1e-10;
                const int bar = stage.bar({}, side * 0.5 * stage.x(), 3.0);
                LinkProperties is;
                is.low = side > 0 ? -0.4 : -0.1;
                is.high = side > 0 ? 0.1 : 0.4;
                const int hinge = stage.link(LinkType::hinge, world_itself, bar, {}, is);
                World<D> world = stage.build();
                const double h = stage.settings.step;
                for (int k = 0; k < 400; ++k) {
                    EXPECT_TRUE(run(world, stage.settings).solve.converged);
                    ASSERT_LT(-side * probed(world, hinge, "angle", h), 0.4 + 1e-9);
                }
                EXPECT_NEAR(probed(world, hinge, "angle", h), -side * 0.4, 1e-9);
                EXPECT_NEAR(std::abs(probed(world, hinge, "moment", h, D == 2 ? 0 : 1)),
                            3.0 * g * 0.25 * std::cos(0.4), 1e-5 * 3.0 * g);
                EXPECT_NEAR(world.energy.losses.impact, 3.0 * g * 0.25 * std::sin(0.4), 3e-2);
                expect_balanced(world.energy);
            }
        }
    }
}
TEST(Linkages, AHingeStopsAtItsLimitsInThePlane) { a_stop_holds<2>(); }
TEST(Linkages, AHingeStopsAtItsLimitsInSpace) { a_stop_holds<3>(); }

// The way to a stop over the step is a large velocity, but no measure of what is to be solved: a bar held level by a motor, its stops far away, has
// the moment m g L to the tolerance.
template <int D>
void far_limits_do_not_count() {
    for (const SolverMethod method : {SolverMethod::nlgs, SolverMethod::anderson, SolverMethod::admm,
                                      SolverMethod::newton, SolverMethod::automatic}) {
        LinkStage<D> stage;
        stage.falling(g);
        stage.settings.solver.method = method;
        stage.settings.solver.tolerance = 1e-6;
        const int bar = stage.bar({}, stage.x(), 3.0);
        LinkProperties is;
        is.low = -3.0, is.high = 3.0, is.motor = Motor::velocity;
        const int hinge = stage.link(LinkType::hinge, world_itself, bar, {}, is);
        stage.last().motor = constant(0.0);
        World<D> world = stage.build();
        for (int k = 0; k < 50; ++k) {
            EXPECT_TRUE(run(world, stage.settings).solve.converged);
            EXPECT_NEAR(std::abs(probed(world, hinge, "moment", stage.settings.step, D == 2 ? 0 : 1)),
                        1.5 * g, 1e-3 * g);
        }
    }
}
TEST(Linkages, FarLimitsDoNotLoosenTheCertificateInThePlane) { far_limits_do_not_count<2>(); }
TEST(Linkages, FarLimitsDoNotLoosenTheCertificateInSpace) { far_limits_do_not_count<3>(); }

// A motor that lifts a bar: while it is strong enough it has the speed asked for, and its work is the energy gained; if its `most` is less
// than the load, the load wins: I w' = most - load.
template <int D>
void a_motor_works() {
    for (const Integrator integrator : both) {
        const double m = 2.0, R = 0.1, I = (D == 2 ? 0.5 : 0.4) * m * R * R, load = 1.0;
        for (const double most : {LinkProperties::never, 1.2, 0.75}) {
            LinkStage<D> stage;
            stage.settings.integrator = integrator;
            const int wheel = stage.ball(m, R, {});
            LinkProperties is;
            is.motor = Motor::velocity;
            is.most = most;
            const int hinge = stage.link(LinkType::hinge, world_itself, wheel, {}, is);
            stage.last().motor = constant(3.0);
            Spin<D> torque{};
            torque[D == 2 ? 0 : 1] = D == 2 ? -load : load;
            stage.description.loads = {{.body = wheel, .torque = torque}};
            World<D> world = stage.build();
            const double h = stage.settings.step;
            run(world, stage.settings, 1000);
            const double w = (D == 2 ? 1.0 : -1.0) * world.bodies.velocity[0].w[D == 2 ? 0 : 1];
            const double moment = (D == 2 ? 1.0 : -1.0) * probed(world, hinge, "moment", h, D == 2 ? 0 : 1);
            if (most > load) {
                EXPECT_NEAR(w, 3.0, 1e-9);
                EXPECT_NEAR(moment, load, 1e-6);
            } else {
                EXPECT_NEAR(w, (most - load) * 1.0 / I, 1e-6 / I);
                EXPECT_NEAR(moment, most, 1e-9);
            }
            EXPECT_NEAR(world.energy.kinetic, 0.5 * I * w * w, 1e-9);
            EXPECT_NEAR(world.energy.work, world.energy.kinetic, 1e-9 * (1.0 + world.energy.kinetic));
            expect_balanced(world.energy);
        }
    }
}
TEST(Linkages, AMotorDoesWorkUpToItsMostInThePlane) { a_motor_works<2>(); }
TEST(Linkages, AMotorDoesWorkUpToItsMostInSpace) { a_motor_works<3>(); }

// A carriage on an incline of a slider: friction F brakes it at F / m, stops hold it, a motor moves it; the slider keeps it from turning.
template <int D>
void a_slider_does_all_that() {
    const double m = 2.0;
    const auto carriage = [&](const LinkProperties& is, double speed, double push) {
        LinkStage<D> stage;
        stage.falling(g);
        const int body = stage.clump(m, tripod<D>(0.05), {}, speed * stage.x());
        stage.link(LinkType::slider, world_itself, body, 0.3 * stage.up(), is);
        if (is.has_motor()) stage.last().motor = constant(0.5);
        stage.description.loads = {{.body = body, .force = push * stage.x()}};
        return stage;
    };
    LinkProperties rough, stopped, driven;
    rough.friction = 5.0;
    stopped.low = -0.1, stopped.high = 0.2;
    driven.motor = Motor::velocity, driven.most = 20.0;

    LinkStage<D> one = carriage(rough, 2.0, 0.0);
    World<D> world = one.build();
    const double h = one.settings.step;
    run(world, one.settings, 1000);
    EXPECT_NEAR(probed(world, 0, "elongation", h), 2.0 * 2.0 * m / (2.0 * 5.0), 3e-3);  // v^2 m / 2 F
    EXPECT_NEAR(world.energy.losses.friction, 0.5 * m * 4.0, 1e-2);
    EXPECT_NEAR(probed(world, 0, "force", h, D - 1), m * g, 1e-6);
    EXPECT_LT(norm(vector_of(world.bodies.rotation[0] * inverse(world.start_rotation[0]))), 1e-9);
    expect_balanced(world.energy);

    LinkStage<D> two = carriage(stopped, 1.0, 7.0);
    world = two.build();
    run(world, two.settings, 1000);
    EXPECT_NEAR(probed(world, 0, "elongation", h), 0.2, 1e-9);
    EXPECT_NEAR(probed(world, 0, "force", h, 0), -7.0, 1e-6);
    expect_balanced(world.energy);

    LinkStage<D> three = carriage(driven, 0.0, -7.0);
    world = three.build();
    run(world, three.settings, 1000);
    EXPECT_NEAR(world.bodies.velocity[0].v[0], 0.5, 1e-9);
    EXPECT_NEAR(probed(world, 0, "force", h, 0), 7.0, 1e-6);
    EXPECT_NEAR(probed(world, 0, "elongation", h), 0.5 - 0.5 * 0.5 * 0.5 * m / 13.0, 1e-3);
    expect_balanced(world.energy);
}
TEST(Linkages, ASliderRubsStopsAndIsDrivenInThePlane) { a_slider_does_all_that<2>(); }
TEST(Linkages, ASliderRubsStopsAndIsDrivenInSpace) { a_slider_does_all_that<3>(); }

// A carriage far out on a rail that nothing moves, at rest or turning: it moves as it does, and bears no moment about itself, whoever of the two is named
// first. About the place where it began the moment would be m g times the way.
template <int D>
void a_carriage_bears_its_own_moment() {
    for (const double spin : {0.0, 2.0}) {
        World<D> worlds[2];
        for (const bool rail_first : {false, true}) {
            LinkStage<D> stage;
            stage.falling(g);
            Spin<D> axis{};
            axis[spin_dim<D> - 1] = 1.0;
            const int rail = stage.bar(stage.at(-1.0, 0.0), stage.at(1.0, 0.0)), car = stage.ball(2.0, 0.1, {}, stage.x(), spin * axis);
            stage.description.bodies.edit(rail).fixed = true;
            if (spin > 0.0) stage.turns(rail, Driven::velocity, axis, constant(spin));
            LinkProperties is;
            is.moment_strength = 1.0;
            stage.link(LinkType::slider, rail_first ? rail : car, rail_first ? car : rail, {}, is);
            World<D>& world = worlds[rail_first] = stage.build();
            run(world, stage.settings, 400);
            EXPECT_EQ(probed(world, 0, "status", stage.settings.step), 1.0) << rail_first << " " << spin;
            for (int k = 0; k < spin_dim<D>; ++k)
                EXPECT_NEAR(probed(world, 0, "moment", stage.settings.step, static_cast<std::size_t>(k)), 0.0, 1e-6) << rail_first << " " << spin;
            EXPECT_GT(norm(world.bodies.position[static_cast<std::size_t>(car)]), 0.2);
            expect_balanced(world.energy);
        }
        EXPECT_LT(norm(worlds[0].bodies.position[1] - worlds[1].bodies.position[1]), 1e-9) << spin;
    }
}
TEST(Linkages, ACarriageBearsItsOwnMomentWhoeverIsNamedFirstInThePlane) { a_carriage_bears_its_own_moment<2>(); }
TEST(Linkages, ACarriageBearsItsOwnMomentWhoeverIsNamedFirstInSpace) { a_carriage_bears_its_own_moment<3>(); }

}  // namespace
}  // namespace drystone::linkages_test
