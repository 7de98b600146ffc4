#include "stability/coulomb_range.h"

#include <cmath>

namespace drystone {

template <int D>
CoulombRange coulomb_range(const LimitCase<D>& scene, const StepSettings& settings, const CoulombSearch& search, ThreadPool& pool) {
    CoulombRange range{.low = search.limit, .high = search.limit};
    StepSettings unbiased = settings;
    unbiased.solver.keeps_start = true;  // else sweeps begin where bodies at rest are (held_sweeps.h), and find motion only where it must be
    const auto judge = [&](double multiplier) {
        for (const Trial& trial : range.tried)
            if (trial.value == multiplier) return trial.judgement;
        Judgement judgement = step_from_rest(make_world(at_multiple(scene, multiplier)), unbiased, pool).judgement;
        judgement.rest = RestFound::possible;  // below the limit
        judgement.goes_by_step = true;
        range.tried.push_back({multiplier, judgement});
        search.tell(range.tried.back());
        return range.tried.back().judgement;
    };
    if (!std::isfinite(search.limit)) {  // no end to look for: is the dead load alone at rest?
        range.low = judge(0.0).side() == Verdict::moves ? 0.0 : search.limit;
        return range;
    }
    const double near = (1.0 - 2.0 * search.precision) * search.limit;
    if (judge(near).side() == Verdict::stands) return range;
    if (judge(0.0).side() == Verdict::moves) {
        range.low = 0.0;
        return range;
    }
    try {
        const Limit found = find_limit(0.0, near, search.precision, judge);
        range.low = found.standing().value;
        range.reached = found.reached;
    } catch (const NoLimit&) {  // steps that cannot be trusted
        range.reached = false;
    }
    return range;
}

template CoulombRange coulomb_range(const LimitCase<2>&, const StepSettings&, const CoulombSearch&, ThreadPool&);
template CoulombRange coulomb_range(const LimitCase<3>&, const StepSettings&, const CoulombSearch&, ThreadPool&);

}  // namespace drystone
