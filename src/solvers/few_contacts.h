#pragma once

#include "core/random.h"
#include "solvers/nlgs_sweep.h"
#include "solvers/solver.h"

namespace drystone {

/// The impulses a window of sweeps apart.
template <int D>
struct WindowOfSweeps {
    const typename StrideScratch<D>::Snapshot& before;
    const typename StrideScratch<D>::Snapshot& now;
};

/// Where sweeps have settled nearly all contacts, those that still move are solved alone, the others standing still: a sweep over
/// them costs next to nothing, and a drift that takes ten thousand sweeps to end is often one of a dozen contacts.
///
/// work: in sweeps over all contacts; what was done is added to the report,
/// rounded up. False, and nothing done: too many move.
template <int D>
bool solve_few(BodySweep<D>& sweep, WindowOfSweeps<D> window, int work, Random& random, SolveReport& report);

}  // namespace drystone
