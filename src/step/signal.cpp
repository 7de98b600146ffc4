// f(t), its integral and its double integral in closed form, by kind; with tau = t - start, w = 2 pi frequency:
//
//     constant   c,  c tau,  c tau^2 / 2                     sine   A sin(w tau + p),  A (cos p - cos(w tau + p)) / w,  ...
//     ramp, table  straight lines: between points f_k and f_k+1 a cubic for the double integral

#include "step/signal.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace drystone {

namespace {

using std::numbers::pi;

/// f, int f and int int f, from start to tau >= 0, whatever start and stop say.
struct Integrals {
    double f = 0.0;
    double first = 0.0;
    double second = 0.0;
};

/// Goes on from `before` for a time `s`, in which f changes at the constant rate `slope`.
Integrals along_line(const Integrals& before, double slope, double s) {
    return {before.f + slope * s, before.first + s * (before.f + slope * s / 2.0),
            before.second + s * (before.first + s * (before.f / 2.0 + slope * s / 6.0))};
}

Integrals ramp(const Signal& signal, double tau) {
    const double over = signal.over, rise = signal.to - signal.from;
    if (tau < over) return along_line({signal.from, 0.0, 0.0}, rise / over, tau);
    const Integrals top = {signal.to, over * (signal.from + signal.to) / 2.0,
                           over * over * (2.0 * signal.from + signal.to) / 6.0};
    return along_line(top, 0.0, tau - over);
}

/// (x - sin x) / x^2 without cancellation; `sin_x` is sin x.
double lag(double x, double sin_x) {
    if (std::abs(x) > 1.0) return (x - sin_x) / (x * x);
    double sum = 0.0;
    for (int k = 8; k >= 1; --k) sum = 1.0 - x * x / ((2 * k + 2) * (2 * k + 3)) * sum;
    return x / 6.0 * sum;
}

/// With x = 2 pi frequency tau, in forms that hold for x -> 0 (so for frequency 0 as well):
///   int f     = a tau   sinc(x/2) sin(phase + x/2)
///   int int f = a tau^2 [ cos(phase) (x - sin x)/x^2 + sin(phase) sinc(x/2)^2 / 2 ],  sinc(y) = sin(y)/y.
/// Angles are taken from the part of frequency tau that is left over whole periods: whole periods are exact.
Integrals sine(const Signal& signal, double tau) {
    const double periods = signal.frequency * tau, x = 2.0 * pi * periods;
    const double left_over = 2.0 * pi * std::remainder(periods, 1.0);
    const double half = pi * std::remainder(periods, 2.0);
    const double sinc = x == 0.0 ? 1.0 : std::sin(half) / (0.5 * x);
    const double a = signal.amplitude, phase = signal.phase;
    return {a * std::sin(left_over + phase), a * tau * (sinc * std::sin(phase + half)),
            a * tau * tau *
                (std::cos(phase) * lag(x, std::sin(left_over)) + std::sin(phase) * sinc * sinc / 2.0)};
}

/// Integrals from start up to point k of the table.
Integrals at_point(const Signal& signal, std::size_t k) {
    if (signal.integral_to.empty()) return {signal.points[k].value, 0.0, 0.0};
    return {signal.points[k].value, signal.integral_to[k], signal.double_integral_to[k]};
}

/// Only f is right for a table that was not prepared.
Integrals table(const Signal& signal, double tau) {
    const std::vector<Signal::Point>& points = signal.points;
    assert(!points.empty());
    const auto later = [](double time, const Signal::Point& point) { return time < point.time; };
    const auto next = std::upper_bound(points.begin(), points.end(), tau, later);
    if (next == points.begin()) return along_line({points[0].value, 0.0, 0.0}, 0.0, tau);
    const std::size_t k = static_cast<std::size_t>(next - points.begin()) - 1;
    const Signal::Point& point = points[k];
    const double slope = next == points.end() ? 0.0 : (next->value - point.value) / (next->time - point.time);
    return along_line(at_point(signal, k), slope, tau - point.time);
}

Integrals along_given(const GivenLine& line, double t) {
    return along_line({line.value, line.integral, line.double_integral}, line.slope, t - line.time);
}

Integrals evaluate(const Signal& signal, double tau) {
    switch (signal.kind) {
        case Signal::Kind::constant:
            return along_line({signal.value, 0.0, 0.0}, 0.0, tau);
        case Signal::Kind::ramp:
            return ramp(signal, tau);
        case Signal::Kind::sine:
            return sine(signal, tau);
        case Signal::Kind::table:
            return table(signal, tau);
        case Signal::Kind::given:
            return along_given(*signal.given, tau);
    }
    return {};
}

bool has_integrals(const Signal& signal) {
    return signal.kind != Signal::Kind::table || signal.integral_to.size() == signal.points.size();
}

/// A sum that keeps what rounding takes off (Neumaier 1974).
struct CompensatedSum {
    double sum = 0.0;
    double lost = 0.0;

    void add(double term) {
        const double total = sum + term;
        lost += std::abs(sum) >= std::abs(term) ? (sum - total) + term : (term - total) + sum;
        sum = total;
    }
    double value() const { return sum + lost; }
};

}  // namespace

void GivenLine::begin(double first) {
    *this = {};
    value = target = first;
}

void GivenLine::go_on(double from, double to, double at_end) {
    const Integrals reached = along_given(*this, from);
    value = target;  // not reached.f: displacements do not gather rounding
    integral = reached.first;
    double_integral = reached.second;
    time = from;
    target = at_end;
    slope = (target - value) / (to - from);
}

void Signal::prepare() {
    integral_to.clear();
    double_integral_to.clear();
    CompensatedSum first, second;
    double time = 0.0;
    for (std::size_t k = 0; k < points.size(); ++k) {
        assert(points[k].time >= time);
        const double s = points[k].time - time;
        const double begin = points[k == 0 ? 0 : k - 1].value, end = points[k].value;
        second.add(first.value() * s);
        second.add(s * s * (2.0 * begin + end) / 6.0);
        first.add(s * (begin + end) / 2.0);
        integral_to.push_back(first.value());
        double_integral_to.push_back(second.value());
        time = points[k].time;
    }
}

double Signal::at(double t) const {
    const double own = t - origin;
    return own > stop ? 0.0 : held(t);
}

double Signal::held(double t) const {
    const double own = std::min(t - origin, stop);
    return own < start ? 0.0 : evaluate(*this, own - start).f;
}

double Signal::integral(double t) const {
    assert(has_integrals(*this));
    const double end = std::min(t - origin, stop);
    return end <= start ? 0.0 : evaluate(*this, end - start).first;
}

double Signal::double_integral(double t) const {
    assert(has_integrals(*this));
    const double own = t - origin, end = std::min(own, stop);
    if (end <= start) return 0.0;
    const Integrals reached = evaluate(*this, end - start);
    return reached.second + reached.first * (own - end);
}

}  // namespace drystone
