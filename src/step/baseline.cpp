// int_0^T (a - p) t^k dt = 0 for k <= n, docs/theory.md (7.13): p as a sum of Legendre polynomials on [0, T], which are orthogonal,
// so each coefficient is one integral of the record, exact for straight lines.

#include "step/baseline.h"

#include <cassert>

namespace drystone {

namespace {

/// Legendre polynomials on [0, T]: orthogonal, so that each coefficient is found on its own.
double legendre(int k, double t, double T) {
    const double s = 2.0 * t / T - 1.0;
    return k == 0 ? 1.0 : k == 1 ? s : 1.5 * s * s - 0.5;
}

/// Integral of f times the k-th polynomial: Simpson's rule is exact for the cubics that come up.
double moment(const std::vector<Signal::Point>& f, int k, double T) {
    double sum = 0.0;
    for (std::size_t i = 1; i < f.size(); ++i) {
        const Signal::Point &a = f[i - 1], &b = f[i];
        const double middle = 0.5 * (a.value + b.value) * legendre(k, 0.5 * (a.time + b.time), T);
        sum += (b.time - a.time) / 6.0 *
               (a.value * legendre(k, a.time, T) + 4.0 * middle + b.value * legendre(k, b.time, T));
    }
    return sum;
}

}  // namespace

void correct_baseline(int degree, std::vector<Signal::Point>& points) {
    assert(!points.empty() && points.back().time > 0.0);
    if (points.front().time > 0.0) points.insert(points.begin(), {0.0, points.front().value});
    const double T = points.back().time;

    // From the highest degree down: taking off a lower polynomial leaves the higher moments as they are. The quadratic
    // is taken off at the points, so by its own straight lines, and its moment is theirs.
    std::vector<Signal::Point> shape = points;
    for (int k = degree; k >= 0; --k) {
        for (Signal::Point& point : shape) point.value = legendre(k, point.time, T);
        const double share = moment(points, k, T) / moment(shape, k, T);
        for (std::size_t i = 0; i < points.size(); ++i) points[i].value -= share * shape[i].value;
    }
    points.push_back({T, 0.0});
}

}  // namespace drystone
