// How errors fall with the time step: validation case H11 on A05, A25 and an impact.

#include <cmath>
#include <functional>
#include <numbers>

#include <gtest/gtest.h>

#include "physics/stage.h"

namespace drystone::convergence_test {
namespace {

constexpr double g = 9.81;
constexpr double pi = std::numbers::pi;

/// Slope of log(error) against log(h) over three halvings, each of which has to agree with the whole.
void expect_order(double order, double h, const std::function<double(double)>& error,
                  double tolerance = 0.1) {
    double last = error(h);
    for (int halvings = 1; halvings <= 3; ++halvings) {
        const double next = error(std::ldexp(h, -halvings));
        EXPECT_NEAR(std::log2(last / next), order, tolerance) << "error " << last << " -> " << next;
        last = next;
    }
}

template <int D>
World<D> after(Stage<D> stage, Integrator integrator, double h, double t) {
    stage.settings.integrator = integrator;
    stage.settings.step = h;
    World<D> world = stage.build();
    run(world, stage.settings, static_cast<int>(std::lround(t / h)));
    return world;
}

TEST(Order, FreeFallIsOfFirstOrderUnderEulerAndExactUnderMoreau) {
    Stage<3> stage;
    stage.falling(g).ball(1.0, 0.1, {{0, 0, 0}}, {{1, 0, 4}});
    const double t = 1.0, exact = 4 * t - 0.5 * g * t * t;
    const auto error = [&](Integrator integrator, double h) {
        return std::abs(after(stage, integrator, h, t).bodies.position[0][2] - exact);
    };
    expect_order(
        1.0, 0.05, [&](double h) { return error(Integrator::euler, h); }, 1e-3);
    EXPECT_NEAR(error(Integrator::euler, 0.01), 0.5 * g * t * 0.01, 1e-12);
    for (const double h : {0.25, 0.05, 0.01}) EXPECT_LT(error(Integrator::moreau, h), 1e-13 * g);  // rounding
}

// A force that swings in time: x'' = a sin(w t).
TEST(Order, FlightUnderAChangingForceIsOfSecondOrderUnderMoreauAndOfFirstUnderEuler) {
    Stage<2> stage;
    const int ball = stage.ball(2.0, 0.1, {});
    const double w = 2 * pi * 0.7, t = 1.0;
    stage.description.loads = {{.body = ball,
                                .force = {{6.0, 0.0}},
                                .history = {.kind = Signal::Kind::sine, .amplitude = 1.0, .frequency = 0.7}}};
    const double exact = 3.0 * (t / w - std::sin(w * t) / (w * w));
    const auto error = [&](Integrator integrator, double h) {
        return std::abs(after(stage, integrator, h, t).bodies.position[0][0] - exact);
    };
    expect_order(2.0, 0.05, [&](double h) { return error(Integrator::moreau, h); });
    expect_order(1.0, 0.0125, [&](double h) { return error(Integrator::euler, h); });
}

// A05: v is exact, and with it moreau's x; euler's is x (1 + 1/n).
TEST(Order, SlidingDownASlopeIsOfFirstOrderUnderEulerAndExactUnderMoreau) {
    const double slope = 0.5, mu = 0.1, a = g * (std::sin(slope) - mu * std::cos(slope)), t = 1.0;
    Stage<3> stage({.friction = mu});
    stage.description.gravity = {{g * std::sin(slope), 0, -g * std::cos(slope)}};
    stage.floor();
    stage.ball(1.0, 0.1, {{0, 0, 0.1}});
    stage.description.holds = {{.body = 1, .rotations = {{1, 1, 1}}}};
    const auto error = [&](Integrator integrator, double h) {
        return std::abs(after(stage, integrator, h, t).bodies.position[1][0] - 0.5 * a * t * t);
    };
    expect_order(
        1.0, 0.05, [&](double h) { return error(Integrator::euler, h); }, 1e-3);
    for (const double h : {0.25, 0.05, 0.01}) EXPECT_LT(error(Integrator::moreau, h), 1e-12);
}

/// Angle of a ball in a bowl of radius 1 from the bottom, after a time t from rest at `start`.
double angle_in_bowl(Integrator integrator, double mu, double h, double t, double start) {
    Stage<2> stage({.friction = mu});
    stage.falling(g).fixed(Drum<2>{1.0});
    stage.settings.overlap = Overlap::keep;  // the order of the scheme itself
    const double r = 0.1;
    stage.ball(1.0, r, (1 - r) * Vec<2>{{std::sin(start), -std::cos(start)}});
    const Vec<2> x = after(stage, integrator, h, t).bodies.position[1];
    return std::atan2(x[0], -x[1]);
}

/// theta'' = -k sin theta by Runge-Kutta, for swings that are not small.
double pendulum(double k, double start, double t) {
    const int n = 20000;
    const double h = t / n;
    double theta = start, rate = 0.0;
    for (int i = 0; i < n; ++i) {
        const double a1 = rate, b1 = -k * std::sin(theta);
        const double a2 = rate + 0.5 * h * b1, b2 = -k * std::sin(theta + 0.5 * h * a1);
        const double a3 = rate + 0.5 * h * b2, b3 = -k * std::sin(theta + 0.5 * h * a2);
        const double a4 = rate + h * b3, b4 = -k * std::sin(theta + h * a3);
        theta += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        rate += h / 6 * (b1 + 2 * b2 + 2 * b3 + b4);
    }
    return theta;
}

// A25 with a start at 40 degrees: a disk that slides (k = g / 0.9) or rolls (2/3 of it), after 1.3 s.
TEST(Order, SlidingAndRollingInABowlAreOfFirstOrder) {
    const double start = 40 * pi / 180, t = 1.28;
    for (const Integrator integrator : {Integrator::euler, Integrator::moreau}) {
        for (const double mu : {0.0, 0.9}) {
            SCOPED_TRACE(integrator == Integrator::euler ? "euler" : "moreau");
            SCOPED_TRACE(mu);
            const double exact = pendulum((mu > 0 ? 2.0 / 3.0 : 1.0) * g / 0.9, start, t);
            expect_order(1.0, 0.0025, [&](double h) {
                return std::abs(angle_in_bowl(integrator, mu, h, t, start) - exact);
            });
        }
    }
}

// Taken in the middle of the first step with an impulse: there moreau looks for contacts, and is late by less
// than a step; euler closes the gap within the step, having fallen ahead by h / 2.
TEST(Order, TheTimeOfAnImpactIsKnownToOneStep) {
    for (const Integrator integrator : {Integrator::euler, Integrator::moreau}) {
        for (const double h : {1e-2, 3e-3, 1.7e-3, 1e-3, 3e-4}) {
            Stage<3> stage;
            stage.falling(g).floor();
            stage.ball(1.0, 0.1, {{0, 0, 1.1}});
            stage.settings.integrator = integrator;
            stage.settings.step = h;
            World<3> world = stage.build();
            while (world.contacts.size() == 0 || world.contacts.impulse[0][2] == 0.0) {
                run(world, stage.settings);
                ASSERT_LT(world.time, 1.0);
            }
            EXPECT_LE(std::abs(world.time - h / 2 - std::sqrt(2.0 / g)), h) << h;
        }
    }
}

// Through an impact: the mean error of the height over the whole flight (L1) is of first order for both. The
// instant falls at random within a step, so the slope is taken over a range of 64 in h.
TEST(Order, ABounceIsOfFirstOrderInTheMean) {
    const double e = 0.5, t_end = 0.8, t_hit = std::sqrt(2.0 / g), v = e * g * t_hit;
    const auto exact = [&](double t) {
        return t < t_hit ? 1 - 0.5 * g * t * t : v * (t - t_hit) - 0.5 * g * std::pow(t - t_hit, 2);
    };
    for (const Integrator integrator : {Integrator::euler, Integrator::moreau}) {
        const auto error = [&](double h) {
            Stage<3> stage({.restitution_normal = e});
            stage.falling(g).floor();
            stage.ball(1.0, 0.1, {{0, 0, 1.1}});
            stage.settings.integrator = integrator;
            stage.settings.step = h;
            World<3> world = stage.build();
            double sum = 0.0;
            while (world.time < t_end) {
                run(world, stage.settings);
                sum += h * std::abs(world.bodies.position[1][2] - 0.1 - exact(world.time));
            }
            return sum;
        };
        double coarse = 0.0, fine = 0.0;
        for (int k = 0; k < 8; ++k) {  // averaged over where in the step the impact falls
            coarse += error(6.4e-3 * (1 + 0.02 * k));
            fine += error(1e-4 * (1 + 0.02 * k));
        }
        EXPECT_NEAR(std::log2(coarse / fine) / 6, 1.0, 0.1) << fine;
    }
}

}  // namespace
}  // namespace drystone::convergence_test
