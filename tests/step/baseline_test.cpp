// docs/theory.md (7.13): what is left of a record has no drift.

#include "step/baseline.h"

#include <cmath>

#include <gtest/gtest.h>

namespace drystone::baseline_test {
namespace {

/// A shake with an offset and a trend, at uneven times.
std::vector<Signal::Point> shake() {
    std::vector<Signal::Point> points;
    for (int k = 0; k <= 200; ++k) {
        const double t = 0.01 * k + 0.002 * (k % 3 == 1);
        points.push_back({t, std::sin(9.0 * t) * t * (2.1 - t) + 0.3 - 0.2 * t + 0.1 * t * t});
    }
    return points;
}

struct End {
    double velocity = 0.0, displacement = 0.0, mean = 0.0;
};

End end_of(const std::vector<Signal::Point>& points) {
    Signal signal{.kind = Signal::Kind::table, .points = points};
    signal.prepare();
    End end{signal.integral(points.back().time), signal.double_integral(points.back().time)};
    const int n = 20000;  // mean of x by midpoints
    for (int k = 0; k < n; ++k) end.mean += signal.double_integral((k + 0.5) * points.back().time / n) / n;
    return end;
}

TEST(Baseline, EachDegreeTakesOneMoreMomentAway) {
    const End raw = end_of(shake());
    EXPECT_GT(std::abs(raw.velocity), 0.1);
    for (const int degree : {0, 1, 2}) {
        std::vector<Signal::Point> points = shake();
        correct_baseline(degree, points);
        const End end = end_of(points);
        EXPECT_NEAR(end.velocity, 0.0, 1e-14) << degree;
        if (degree >= 1)
            EXPECT_NEAR(end.displacement, 0.0, 1e-14);
        else
            EXPECT_GT(std::abs(end.displacement), 1e-3);
        if (degree >= 2)
            EXPECT_NEAR(end.mean, 0.0, 1e-9);  // the midpoints' own error
        else
            EXPECT_GT(std::abs(end.mean), 1e-4);
    }
}

TEST(Baseline, APolynomialOfItsDegreeVanishes) {
    std::vector<Signal::Point> line = {{0.0, 1.0}, {0.5, 2.0}, {2.0, 5.0}};
    correct_baseline(1, line);
    for (const Signal::Point& point : line) EXPECT_NEAR(point.value, 0.0, 1e-15);
    ASSERT_EQ(line.size(), 4u);  // and is over at its end
    EXPECT_EQ(line.back().time, 2.0);
}

// A record whose first time is not zero is held at its first value until then.
TEST(Baseline, CountsFromTimeZero) {
    std::vector<Signal::Point> late = {{1.0, 2.0}, {2.0, 2.0}, {2.0 + 1e-9, -1.0}, {4.0, -1.0}};
    correct_baseline(0, late);
    EXPECT_EQ(late.front().time, 0.0);
    EXPECT_NEAR(late.front().value, 2.0 - 0.5, 1e-8);
}

TEST(Baseline, ACorrectedRecordLeavesThePlateAtRest) {
    std::vector<Signal::Point> points = shake();
    correct_baseline(1, points);
    Signal signal{.kind = Signal::Kind::table, .points = points};
    signal.prepare();
    EXPECT_NEAR(signal.double_integral(100.0), 0.0, 1e-11);
}

}  // namespace
}  // namespace drystone::baseline_test
