#pragma once

#include <algorithm>

#include "laws/approach.h"

namespace drystone {

/// Newton's restitution with Moreau's averages.
struct Restitution {
    double normal = 0.0;      // e_n [-], in [0, 1]
    double tangential = 0.0;  // e_t [-], in [0, 1]
    double threshold = 0.0;   // approach slower than this does not bounce [m/s]

    /// velocity_shift of a contact that touches, or is about to:
    ///
    ///     (e_n min(u-_n, 0),  e_t u-_t)      closed                       docs/theory.md (4.2)
    ///     ((g - slack) / h,   0)             still open, gap g            docs/theory.md (4.3)
    ///
    /// Moreau's rule knows no impact: e_t holds at every closed contact, be it resting, or opening by a rounding error.
    template <int D>
    Vec<D> shift(const Approach<D>& in) const {
        const double closing = std::min(in.velocity[0], 0.0);
        const bool bounces = (normal > 0.0 || tangential > 0.0) && -closing >= threshold;
        // Closing the gap first would hide the impact velocity from the bounce one step later, so a contact with
        // restitution bounces in the step in which it would close.
        const bool strikes = bounces && in.gap + in.step * in.velocity[0] < 0.0;
        Vec<D> shift{};
        if (bounces && (in.rests || strikes)) shift = tangential * in.velocity;
        // A contact that is already opening does not bounce; without min() it would be allowed to sink.
        shift[0] = bounces ? normal * closing : 0.0;
        if (in.closes_gap && in.gap > 0.0 && !strikes) shift[0] = (in.gap - in.slack) / in.step;
        if (in.push && in.gap < 0.0) shift[0] = std::min(shift[0], in.gap / in.step);
        return shift;
    }
};

}  // namespace drystone
