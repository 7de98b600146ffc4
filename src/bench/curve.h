#pragma once

#include <functional>
#include <string>
#include <vector>

#include "solvers/solver.h"

namespace drystone {

/// A contact problem that can be solved again and again, whatever its form.
struct Solvable {
    std::string name;
    int contacts = 0;
    bool on_blocks = false;                                   // assembled; else through the bodies
    std::function<SolveReport(const SolverSettings&)> solve;  // from zero
    std::function<double()> residual;  // of what solve() left, by the reference function
};

struct CurvePoint {
    double tolerance = 0.0;
    int iterations = 0;
    double seconds = 0.0;   // median of the repeats
    double residual = 0.0;  // reached
    bool converged = false;
};

/// How long one method takes to reach which residual on one problem.
struct Curve {
    std::string problem;
    int contacts = 0;
    SolverMethod method = SolverMethod::automatic;
    std::vector<CurvePoint> points;  // tolerances falling; ends with the first that was not reached
};

struct CurveLimits {
    double seconds = 10.0;         // a solve, about: iterations are limited by the pace of the solve before
    double worth_repeating = 0.1;  // solves shorter than this are repeated, up to so long in all [s]
    int repeats = 9;               // at most
};

/// Solves afresh for every tolerance of 1e-1, 1e-2, ... 1e-10.
Curve time_to_residual(const Solvable& problem, SolverMethod method, const CurveLimits& limits = {});

/// problem,contacts,method,tolerance,iterations,seconds,residual,converged; one row a point, after a header.
std::string in_csv(const std::vector<Curve>& curves);

}  // namespace drystone
