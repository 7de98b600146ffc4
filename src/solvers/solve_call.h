#pragma once

#include <cstdint>
#include <span>

#include "core/motion.h"
#include "core/parallel.h"
#include "solvers/solver.h"

namespace drystone {

/// How a problem is to be solved, and on which threads.
struct SolveCall {
    SolverSettings settings;
    std::uint64_t stream;  // the number of the solve (a step's), so that random sweeps differ from step to step
    ThreadPool& pool;
    bool others_follow = false;  // where sweeps do not arrive: they need not try everything
};

/// In, a first guess (last step's, or zeros); out, the solution.
template <int D>
struct Impulses {
    std::span<Vec<D>> r;     // (contacts)
    std::span<Spin<D>> m{};  // moments (problem.turning)
};

}  // namespace drystone
