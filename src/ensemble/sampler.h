#pragma once

#include <cstdint>

#include "core/parallel.h"
#include "ensemble/random_start.h"
#include "solvers/solve.h"

namespace drystone {

struct EnsembleSettings {
    int runs = 100;
    std::uint64_t seed = 1;
    double tolerance = 1e-8;      // on the residual of every run [-]
    int max_iterations = 200000;  // of every run
    double smallest = 1e-2;       // the random impulses of a run are typical ones times a factor ...
    double largest = 1e2;         // ... drawn between these, every decade alike [-]
    bool sweeps_only =
        false;  // Gauss-Seidel to the end, as Unger, Kertesz and Wolf: stays nearer to the start of a run
};

/// One solution of the problem among those that there may be.
template <int D>
struct ForceSample {
    std::vector<Vec<D>> r;   // (contacts)  contact frames [N s]
    std::vector<Spin<D>> m;  // (problem.turning) [N m s]
    double factor = 0.0;     // the random start was this large, in typical impulses [-]
    SolveReport report;
};

/// Solves one problem `runs` times, each time from other random impulses and with sweeps in another random order. A start of
/// large impulses ends near the largest admissible forces, a small one near the smallest: hence the factor by decades.
///
/// Run k depends on the seed and on k alone: the same bits for any number of threads, and 200 runs begin with the 100 of a
/// shorter ensemble.
///
/// What is found is spread over the admissible forces, not evenly: no measure on them is more natural than others.
template <int D>
std::vector<ForceSample<D>> draw_samples(const RigidProblem<D>& problem, double typical,
                                         const EnsembleSettings& settings, ThreadPool& pool);

}  // namespace drystone
