#pragma once

#include <algorithm>

#include "core/vec.h"
#include "laws/local_law.h"

namespace drystone {

/// What a law may know of a contact when a step begins.
template <int D>
struct Approach {
    Vec<D> velocity{};       // u-, relative velocity before the step, contact frame [m/s]
    double gap = 0.0;        // at detection [m]
    double step = 0.0;       // h [s]
    bool closes_gap = false; // the integrator asks for contacts still open and lets them close (euler)
    bool push = false;       // overlaps are pushed apart, not kept ([time] overlap)
};

/// Dry friction with Newton's restitution.
///
///     velocity_shift = (e_n min(u-_n, 0),  e_t u-_t)      a contact that is closed     docs/theory.md (4.2)
///     velocity_shift = (g / h,             0)             one still open at gap g      docs/theory.md (4.3)
///
/// Scene keys: friction, restitution = [e_n, e_t].
struct Coulomb {
    double friction = 0.0;                // mu [-], >= 0
    double restitution_normal = 0.0;      // e_n [-], in [0, 1]
    double restitution_tangential = 0.0;  // e_t [-], in [0, 1]

    template <int D>
    LocalLaw<D> compile(const Approach<D>& in) const {
        LocalLaw<D> law;
        law.mu = friction;
        if (in.closes_gap && in.gap > 0.0 && !strikes(in.velocity[0], in.gap, in.step)) {
            law.velocity_shift[0] = in.gap / in.step;
            return law;
        }
        law.velocity_shift = restitution_tangential * in.velocity;
        // A contact that is already opening does not bounce; without min() it would be allowed to sink.
        law.velocity_shift[0] = restitution_normal * std::min(in.velocity[0], 0.0);
        if (in.push && in.gap < 0.0) law.velocity_shift[0] = std::min(law.velocity_shift[0], in.gap / in.step);
        return law;
    }

  private:
    /// Closing the gap first would hide the impact velocity from the bounce one step later, so a contact with
    /// restitution bounces in the step in which it would close.
    bool strikes(double approach, double gap, double h) const {
        const bool bounces = restitution_normal > 0.0 || restitution_tangential > 0.0;
        return bounces && gap + h * approach < 0.0;
    }
};

}  // namespace drystone
