#pragma once

#include <algorithm>

#include "core/on_device.h"
#include "laws/approach.h"

namespace drystone {

/// Newton's restitution with Moreau's averages.
struct Restitution {
    double normal = 0.0;      // e_n [-], in [0, 1]
    double tangential = 0.0;  // e_t [-], in [0, 1]
    double threshold = 0.0;   // approach slower than this does not bounce [m/s]

    template <int D>
    DRYSTONE_ON_DEVICE bool bounces(const Approach<D>& in) const {
        return (normal > 0.0 || tangential > 0.0) && -std::min(in.velocity[0], 0.0) >= threshold;
    }

    /// Of a contact that rests on springs: bodies that have flown for a while meet within the step, and bounce as rigid ones
    /// do. Hops of a few steps are left to the springs, or nothing would ever come to lie on them.
    template <int D>
    DRYSTONE_ON_DEVICE bool strikes(const Approach<D>& in, double steps_apart) const {
        constexpr double a_while = 10.0;
        return bounces(in) && steps_apart >= a_while && in.gap >= 0.0 && in.gap + in.step * in.velocity[0] < 0.0;
    }

    /// velocity_shift of a contact that touches, or is about to:
    ///
    ///     (e_n min(u-_n, 0),  e_t u-_t)      closed                       docs/theory.md (4.2)
    ///     ((g - slack) / h,   0)             still open, gap g            docs/theory.md (4.3)
    ///
    /// Moreau's rule knows no impact: e_t holds at every closed contact, be it resting, or opening by a rounding error.
    template <int D>
    DRYSTONE_ON_DEVICE Vec<D> shift(const Approach<D>& in) const {
        const double closing = std::min(in.velocity[0], 0.0);
        // Closing the gap first would hide the impact velocity from the bounce one step later, so a contact with
        // restitution bounces in the step in which it would close.
        const bool bounce = bounces(in), meets = bounce && in.gap + in.step * in.velocity[0] < 0.0;
        Vec<D> shift{};
        if (bounce && (in.rests || meets)) shift = tangential * in.velocity;
        // A contact that is already opening does not bounce; without min() it would be allowed to sink.
        shift[0] = bounce ? normal * closing : 0.0;
        if (in.closes_gap && in.gap > 0.0 && !meets) shift[0] = (in.gap - in.slack) / in.step;
        if (in.push && in.gap < 0.0) shift[0] = std::min(shift[0], in.gap / in.step);
        return shift;
    }
};

}  // namespace drystone
