#pragma once

#include <limits>
#include <memory>
#include <vector>

namespace drystone {

/// A function of time that a program gives while the world goes on: straight lines from the end of one step to the end of
/// the next. Only the line of the present step is known.
struct GivenLine {
    double time = 0.0;                             // where the line begins [s]
    double value = 0.0;                            // f there
    double integral = 0.0, double_integral = 0.0;  // of f from time 0 up to there
    double slope = 0.0;                            // df/dt along it
    double target = 0.0;                           // f at its end

    void begin(double first);  // f(0)
    void go_on(double from, double to,
               double at_end);  // the line ended at `from`; the next one reaches f(to) = at_end
    bool operator==(const GivenLine&) const = default;
};

/// A function of time with its first and second integrals in closed form, so that a driven body is where its
/// drive says, to rounding, whatever the time step. docs/theory.md section 7.
///
/// With tau = t - start: constant: value; ramp: from -> to over `over` seconds, then to;
/// sine: amplitude sin(2 pi frequency tau + phase); table: straight lines between points, ends held.
/// given: a GivenLine, which counts from time 0 and has neither start nor stop.
/// Zero before start and after stop (both instants belong to the signal). Tables (and records) have their times
/// counted from start; two points at one time are a jump, and the later one holds from there on.
struct Signal {
    enum class Kind { constant, ramp, sine, table, given };
    struct Point {
        double time = 0.0;
        double value = 0.0;
        bool operator==(const Point&) const = default;
    };

    Kind kind = Kind::constant;
    double value = 0.0;                                     // constant
    double from = 0.0, to = 0.0;                            // ramp
    double over = 0.0;                                      // ramp [s], >= 0; 0 is a step to `to`
    double amplitude = 0.0;                                 // sine
    double frequency = 0.0;                                 // sine [Hz]
    double phase = 0.0;                                     // sine [rad]
    std::vector<Point> points{};                            // table, not empty, times ascending from >= 0
    std::shared_ptr<const GivenLine> given{};               // shared with the program that gives it
    double start = 0.0;                                     // [s]
    double stop = std::numeric_limits<double>::infinity();  // [s]
    double origin = 0.0;                                    // time 0 of the signal: the beginning of its stage [s]

    // Written by prepare(): integrals from start up to each point of the table.
    std::vector<double> integral_to{};         // (points)
    std::vector<double> double_integral_to{};  // (points)

    /// To be called once after a table's points are set, and again if they change: the integrals of a table
    /// need it, then cost O(log points) a call. Other kinds need nothing.
    void prepare();

    bool is_zero() const { return kind == Kind::constant && value == 0.0; }
    double at(double t) const;               // f(t)
    double integral(double t) const;         // of f from -infinity to t
    double double_integral(double t) const;  // of the integral
    double held(double t) const;             // f(t), f(stop) after stop: a displacement does not jump back
    bool operator==(const Signal&) const = default;
};

}  // namespace drystone
