#pragma once

#include "core/stopwatch.h"
#include "solvers/solver.h"

namespace drystone {

/// Solves, and books iterations and seconds on the method, less what methods inside of it have booked for themselves. A solve
/// without an iteration is the first guess's.
template <class Solve>
SolveReport book_work(SolvedBy method, const Solve& solve) {
    const Stopwatch watch;
    SolveReport report = solve();
    const MethodWork inside = report.work.sum();
    report.solved_by = report.iterations == 0 ? SolvedBy::first_guess : method;
    MethodWork& own = report.work[report.solved_by];
    own.iterations += report.iterations - inside.iterations;
    own.seconds += watch.seconds() - inside.seconds;
    return report;
}

}  // namespace drystone
