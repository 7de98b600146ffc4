#include "step/signal.h"

#include <chrono>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::signal_test {
namespace {

constexpr double pi = std::numbers::pi;
using Kind = Signal::Kind;

Signal constant(double value) { return {.kind = Kind::constant, .value = value}; }
Signal ramp(double from, double to, double over) {
    return {.kind = Kind::ramp, .from = from, .to = to, .over = over};
}
Signal sine(double amplitude, double frequency, double phase) {
    return {.kind = Kind::sine, .amplitude = amplitude, .frequency = frequency, .phase = phase};
}
Signal table(std::vector<Signal::Point> points) {
    Signal signal{.kind = Kind::table, .points = std::move(points)};
    signal.prepare();
    return signal;
}
Signal between(Signal signal, double start, double stop) {
    signal.start = start;
    signal.stop = stop;
    return signal;
}

std::vector<Signal> one_of_each() {
    return {constant(1.7), ramp(-1.0, 2.0, 0.8), sine(1.3, 0.7, 0.4), sine(0.5, 0.0, 0.9),
            table({{0.1, 2.0}, {0.3, -1.0}, {0.35, 1.5}, {1.1, 0.5}})};
}

// Central differences at width h = 1e-4: errors of h^2/6 times the second derivative, 3e-7 at most of the integral
// of the sine (f'' = 25) and 1e-7 of the double integral of the table (f' = 50).
TEST(Signal, TheIntegralsGrowByWhatTheyIntegrate) {
    const double h = 1e-4;
    for (const Signal& signal : one_of_each()) {
        SCOPED_TRACE(static_cast<int>(signal.kind));
        const Signal shifted = between(signal, 0.25, 2.05);
        for (double t = -0.4123; t < 3.0; t += 0.01) {
            bool near_kink = false;  // where f has no derivative, or jumps
            for (const double tau : {0.0, 0.1, 0.3, 0.35, 0.8, 1.1, 1.8})
                near_kink |= std::abs(t - 0.25 - tau) < 2 * h;
            if (near_kink) continue;
            EXPECT_NEAR((shifted.integral(t + h) - shifted.integral(t - h)) / (2 * h), shifted.at(t), 3e-7)
                << t;
            EXPECT_NEAR((shifted.double_integral(t + h) - shifted.double_integral(t - h)) / (2 * h),
                        shifted.integral(t), 1e-7)
                << t;
        }
    }
}

TEST(Signal, NothingHappensBeforeTheStart) {
    for (const Signal& signal : one_of_each()) {
        const Signal late = between(signal, 5.0, 6.0);
        for (const double t : {-1.0, 0.0, 4.999}) {
            EXPECT_EQ(late.at(t), 0.0);
            EXPECT_EQ(late.held(t), 0.0);
            EXPECT_EQ(late.integral(t), 0.0);
            EXPECT_EQ(late.double_integral(t), 0.0);
        }
        EXPECT_EQ(late.at(5.5), signal.at(0.5));
        EXPECT_EQ(late.integral(5.5), signal.integral(0.5));
        EXPECT_EQ(late.double_integral(5.5), signal.double_integral(0.5));
    }
}

TEST(Signal, AfterTheStopTheVelocityStaysAndADisplacementIsHeld) {
    for (const Signal& signal : one_of_each()) {
        const Signal brief = between(signal, 0.0, 0.75);
        EXPECT_EQ(brief.at(0.75), signal.at(0.75));
        EXPECT_EQ(brief.at(0.75000001), 0.0);
        EXPECT_EQ(brief.at(9.0), 0.0);
        EXPECT_EQ(brief.held(9.0), signal.at(0.75));
        EXPECT_EQ(brief.held(0.5), signal.at(0.5));
        EXPECT_EQ(brief.integral(9.0), signal.integral(0.75));
        EXPECT_DOUBLE_EQ(brief.double_integral(9.75),
                         signal.double_integral(0.75) + 9.0 * signal.integral(0.75));
        EXPECT_EQ(between(signal, 2.0, 1.0).held(3.0), 0.0);
        EXPECT_EQ(between(signal, 2.0, 1.0).integral(3.0), 0.0);
    }
}

TEST(Signal, AConstantFallsLikeAStone) {
    const Signal g = constant(-9.81);
    EXPECT_EQ(g.at(2.0), -9.81);
    EXPECT_DOUBLE_EQ(g.integral(2.0), -19.62);
    EXPECT_DOUBLE_EQ(g.double_integral(2.0), -19.62);
}

TEST(Signal, ARampEndsExactlyWhereItSays) {
    const Signal r = ramp(0.1, 0.7, 0.3);
    EXPECT_EQ(r.at(0.0), 0.1);
    EXPECT_DOUBLE_EQ(r.at(0.15), 0.4);
    EXPECT_EQ(r.at(0.3), 0.7);
    EXPECT_EQ(r.at(10.0), 0.7);
    EXPECT_DOUBLE_EQ(r.integral(0.3), 0.12);
    EXPECT_DOUBLE_EQ(r.double_integral(0.3), 0.09 * (0.2 + 0.7) / 6);
    EXPECT_DOUBLE_EQ(r.integral(1.3), 0.12 + 0.7);
    EXPECT_DOUBLE_EQ(r.double_integral(1.3), 0.09 * 0.15 + 0.12 + 0.35);
    EXPECT_EQ(ramp(5.0, 1.0, 0.0).integral(2.0), 2.0);  // a step
}

TEST(Signal, ASineComesBackAfterWholePeriods) {
    const Signal s = sine(2.0, 4.0, 0.0);
    const double omega = 2 * pi * 4.0;
    EXPECT_EQ(s.at(0.0), 0.0);
    EXPECT_EQ(s.at(0.0625), 2.0);
    for (const double t : {0.25, 1.0, 1000.0}) {  // whole periods
        EXPECT_EQ(s.at(t), 0.0);
        EXPECT_NEAR(s.integral(t), 0.0, 1e-30);
        EXPECT_DOUBLE_EQ(s.double_integral(t), 2.0 * t / omega);
    }
    EXPECT_DOUBLE_EQ(s.integral(0.125), 4.0 / omega);  // half a period: 2 a / omega
    EXPECT_DOUBLE_EQ(sine(2.0, 4.0, pi / 2).at(0.25), 2.0);
    // cosine: int int = a (1 - cos) / omega^2, twice a / omega^2 after half a period
    EXPECT_DOUBLE_EQ(sine(2.0, 4.0, pi / 2).double_integral(0.125), 4.0 / (omega * omega));
}

TEST(Signal, ASineOfFrequencyZeroIsAConstant) {
    const Signal s = sine(2.0, 0.0, 0.3), c = constant(2.0 * std::sin(0.3));
    for (const double t : {0.0, 1e-9, 0.5, 1e6}) {
        EXPECT_DOUBLE_EQ(s.at(t), c.at(t));
        EXPECT_DOUBLE_EQ(s.integral(t), c.integral(t));
        EXPECT_DOUBLE_EQ(s.double_integral(t), c.double_integral(t));
    }
}

// sin x = x - x^3/6 + ...: integrals x^2/2 - x^4/24 and x^3/6 - x^5/120, lost to rounding in the usual formulas.
// The next terms are x^6/720 and x^7/5040.
TEST(Signal, ASineIsAccurateJustAfterItsStart) {
    const Signal s = sine(1.0, 1.0 / (2 * pi), 0.0);
    for (const double t : {1e-12, 1e-8, 1e-4, 1e-3}) {
        EXPECT_NEAR(s.integral(t), t * t / 2 - std::pow(t, 4) / 24 + std::pow(t, 6) / 720, 4e-16 * t * t);
        EXPECT_NEAR(s.double_integral(t), std::pow(t, 3) / 6 - std::pow(t, 5) / 120, 4e-16 * t * t * t);
    }
    for (const double t : {0.999999, 1.000001, 3.0, 30.0}) {  // the series hands over to the formula at 1
        EXPECT_NEAR(s.double_integral(t), t - std::sin(t), 2e-15 * t);
    }
}

TEST(Signal, ATableIsStraightBetweenItsPointsAndHeldOutside) {
    const Signal s = table({{1.0, 3.0}, {2.0, 5.0}, {4.0, -1.0}});
    EXPECT_EQ(s.at(0.0), 3.0);
    EXPECT_EQ(s.at(1.0), 3.0);
    EXPECT_EQ(s.at(1.5), 4.0);
    EXPECT_EQ(s.at(3.0), 2.0);
    EXPECT_EQ(s.at(4.0), -1.0);
    EXPECT_EQ(s.at(40.0), -1.0);
    EXPECT_EQ(s.integral(0.5), 1.5);
    EXPECT_DOUBLE_EQ(s.integral(2.0), 7.0);
    EXPECT_DOUBLE_EQ(s.integral(4.0), 11.0);
    EXPECT_DOUBLE_EQ(s.integral(6.0), 9.0);
    // 3/2, + 3 + (2*3+5)/6, + 7*2 + 4 (2*5-1)/6, + 11*2 - 2
    EXPECT_DOUBLE_EQ(s.double_integral(1.0), 1.5);
    EXPECT_DOUBLE_EQ(s.double_integral(2.0), 4.5 + 11.0 / 6);
    EXPECT_DOUBLE_EQ(s.double_integral(4.0), 24.5 + 11.0 / 6);
    EXPECT_DOUBLE_EQ(s.double_integral(6.0), 44.5 + 11.0 / 6);
}

TEST(Signal, ATableMayJump) {
    const Signal s = table({{0.0, 1.0}, {1.0, 1.0}, {1.0, -1.0}, {2.0, -1.0}});
    EXPECT_EQ(s.at(0.999), 1.0);
    EXPECT_EQ(s.at(1.0), -1.0);
    EXPECT_EQ(s.integral(1.0), 1.0);
    EXPECT_EQ(s.integral(2.0), 0.0);
    EXPECT_EQ(s.double_integral(2.0), 1.0);
}

TEST(Signal, OnePointIsAConstant) {
    const Signal s = table({{0.5, 3.0}}), c = constant(3.0);
    for (const double t : {0.0, 0.3, 0.5, 2.0}) {
        EXPECT_EQ(s.at(t), 3.0);
        EXPECT_DOUBLE_EQ(s.integral(t), c.integral(t));
        EXPECT_DOUBLE_EQ(s.double_integral(t), c.double_integral(t));
    }
}

TEST(Signal, ValuesOfATableNeedNoPreparation) {
    Signal s{.kind = Kind::table, .points = {{0.0, 0.0}, {2.0, 4.0}}};
    EXPECT_EQ(s.at(1.0), 2.0);
    EXPECT_EQ(s.held(1.0), 2.0);
    s.prepare();
    EXPECT_EQ(s.integral(2.0), 4.0);
    s.points = {{0.0, 1.0}, {1.0, 1.0}, {2.0, 1.0}};
    s.prepare();
    EXPECT_EQ(s.integral(2.0), 2.0);
}

TEST(SignalDeathTest, IntegratingATableThatWasNotPreparedIsOurMistake) {
    const Signal s{.kind = Kind::table, .points = {{0.0, 0.0}, {2.0, 4.0}}};
    EXPECT_DEATH((void)s.integral(1.0), "has_integrals");
    EXPECT_DEATH((void)s.double_integral(1.0), "has_integrals");
}

// 1e5 points of f = t, whose lines are exact: integrals t^2/2 and t^3/6 to a few roundings, not 1e5 of them.
TEST(Signal, ALongRecordAddsUpToRounding) {
    const int n = 100000;
    std::vector<Signal::Point> points;
    for (int k = 0; k <= n; ++k) points.push_back({k * 0.001, k * 0.001});
    const Signal s = table(points);
    Random random(1);
    for (int k = 0; k < 1000; ++k) {
        const double t = random.uniform(0.0, 100.0);
        EXPECT_NEAR(s.at(t), t, 1e-15 * 100);
        EXPECT_NEAR(s.integral(t), t * t / 2, 4e-16 * t * t + 1e-18);
        EXPECT_NEAR(s.double_integral(t), t * t * t / 6, 4e-16 * t * t * t + 1e-18);
    }
}

// A shaking record: the samples of a sine, against the sine. Straight lines miss it by (omega dt)^2 / 12 of its
// amplitude, so the error falls by four when the spacing is halved.
TEST(Signal, AFinelySampledSineIsASine) {
    const Signal exact = sine(1.0, 2.0, 0.3);
    double error[2] = {};
    for (const int fine : {0, 1}) {
        const double dt = fine ? 0.0005 : 0.001;
        std::vector<Signal::Point> points;
        for (int k = 0; k * dt <= 40.0; ++k) points.push_back({k * dt, exact.at(k * dt)});
        const Signal record = table(points);
        for (double t = 0.1237; t < 40.0; t += 0.37) {
            error[fine] =
                std::max(error[fine], std::abs(record.double_integral(t) - exact.double_integral(t)));
        }
    }
    const double omega_dt = 2 * pi * 2.0 * 0.001;
    EXPECT_LE(error[0], 40.0 * omega_dt * omega_dt / 12);
    EXPECT_NEAR(error[0] / error[1], 4.0, 0.05);
}

// The lines that a program gives step by step are those of a table with a point at every step's end.
TEST(Signal, AGivenLineIsATableThatGrows) {
    const double h = 0.01;
    const auto f = [](double t) { return std::cos(7 * t) + t; };
    std::vector<Signal::Point> points;
    for (int k = 0; k <= 200; ++k) points.push_back({k * h, f(k * h)});
    const Signal whole = table(points);

    const auto line = std::make_shared<GivenLine>();
    line->begin(f(0.0));
    const Signal given{.kind = Signal::Kind::given, .given = line};
    EXPECT_EQ(given.at(0.0), 1.0);
    for (int k = 0; k < 200; ++k) {
        line->go_on(k * h, (k + 1) * h, f((k + 1) * h));
        for (const double t : {k * h, (k + 0.5) * h, (k + 1) * h}) {
            EXPECT_NEAR(given.held(t), whole.held(t), 1e-14);
            EXPECT_NEAR(given.integral(t), whole.integral(t), 1e-13);
            EXPECT_NEAR(given.double_integral(t), whole.double_integral(t), 1e-13);
        }
        EXPECT_EQ(given.held(k * h), f(k * h));  // to the last bit: rounding does not gather
    }
}

// 2e5 calls into 1e5 points: a linear search would take 1e10 steps.
TEST(Signal, ALongRecordIsCheapToAsk) {
    std::vector<Signal::Point> points;
    for (int k = 0; k < 100000; ++k) points.push_back({k * 0.01, std::cos(k)});
    const Signal s = table(points);
    const auto begin = std::chrono::steady_clock::now();
    double sum = 0.0;
    for (int k = 0; k < 200000; ++k) sum += s.double_integral(0.005 * k);
    EXPECT_TRUE(std::isfinite(sum));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
}

}  // namespace
}  // namespace drystone::signal_test
