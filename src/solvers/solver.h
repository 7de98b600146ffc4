#pragma once

#include <cstdint>

namespace drystone {

enum class SolverMethod { nlgs, anderson, admm, newton, automatic, md };
enum class SweepOrder { coloured, random, sequential };

/// How the contact problem of a step is to be solved: the scene's [solver] table.
struct SolverSettings {
    SolverMethod method = SolverMethod::automatic;
    SweepOrder order = SweepOrder::coloured;
    double tolerance = 1e-5;     // on the residual [-]
    int max_iterations = 10000;  // sweeps over all contacts
    int fixed_iterations = 0;    // > 0: exactly so many plain sweeps from the first guess (Brendel sec. 1.6)
    std::uint64_t seed = 1;      // of random sweeps
    bool keeps_start = false;    // begins from the first guess whatever it is worth
};

/// What a solver says of its own work. A step that did not converge is reported, never hidden.
struct SolveReport {
    int iterations = 0;
    double residual = 0.0;     // relative_residual() of the impulses returned [-]
    bool converged = true;     // residual <= tolerance
    long contact_updates = 0;  // contacts visited, summed over the sweeps
};

}  // namespace drystone
