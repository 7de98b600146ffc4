// Sweeps with the lift of De Saxce's law held, docs/theory.md (5.29): each contact then minimises a convex function, and so do all together.

#include "core/room.h"
#include "solvers/nlgs_sweep.h"
#include "solvers/sweep_runs.h"

namespace drystone {

template <int D>
bool BodySweep<D>::can_hold_lift() const {
    return order_ == SweepOrder::coloured && s_.plain.group.empty() && s_.full.group.empty() && s_.turning.group.empty() &&
           compliant_.size() == 0 && !hub_.rides();
}

template <int D>
void BodySweep<D>::hold_lift(Lift lift) {
    holds_ = true;
    resize_with_room(s_.lift, s_.round.group.size());
    if (lift == Lift::zero) {
        std::fill(s_.lift.begin(), s_.lift.end(), LaneLift{});
        return;
    }
    nlgs::for_runs(s_.round, pool_, [&](const RoundGroup<D>* first, std::size_t count) {
        round_.find_lift(first, count, s_.body.data(), held_of(first));
    });
}

template <int D>
ResidualSums BodySweep<D>::held_residual() {
    ResidualSums sums = nlgs::sum_groups(s_.round, pool_, s_.partial, [&](const RoundGroup<D>* first, std::size_t count) {
        double part[2];
        round_.residual_held(first, count, s_.body.data(), held_of(first), part);
        return ResidualSums{part[0], part[1], 0.0};
    });
    sums.free = free_;
    return sums;
}

template bool BodySweep<2>::can_hold_lift() const;
template bool BodySweep<3>::can_hold_lift() const;
template void BodySweep<2>::hold_lift(Lift);
template void BodySweep<3>::hold_lift(Lift);
template ResidualSums BodySweep<2>::held_residual();
template ResidualSums BodySweep<3>::held_residual();

}  // namespace drystone
