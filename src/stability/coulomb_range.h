#pragma once

#include <functional>
#include <vector>

#include "limit/limit_case.h"
#include "stability/limit.h"

namespace drystone {

/// Friction does not obey the normality that limit analysis asks for: below the limit rest is possible, and motion may be, too. The
/// multiples of the live load, up to the limit, at which both solve Coulomb's problem, as far as steps from rest find motion:
///
///     0 .. low: the step stays at rest        low .. high: it moves, though forces exist that would hold it
///
/// high is the limit. low = high: no such range was found; low = 0: the dead load alone moves.
struct CoulombRange {
    double low = 0.0, high = 0.0;
    bool reached = true;         // `low` is as precise as was asked for
    std::vector<Trial> tried{};  // steps from rest, by their speed
};

struct CoulombSearch {
    double limit = 0.0;      // of the live load
    double precision = 1e-3;  // relative
    std::function<void(const Trial&)> tell = [](const Trial&) {};  // every step, as it is judged
};

template <int D>
CoulombRange coulomb_range(const LimitCase<D>& scene, const StepSettings& settings, const CoulombSearch& search, ThreadPool& pool);

}  // namespace drystone
