#pragma once

#include <algorithm>

#include "core/on_device.h"
#include "laws/approach.h"
#include "laws/losses.h"

namespace drystone {

/// Cohesion of finite range (Brendel sec. 1.8, Fig. 1.9b): bodies that touch stick together with up to F_C, and it takes
/// the energy F_C d_C to part them, whatever the time step.
///
///     touching          c = h F_C,   a = mu c                                friction counts from R_n + F_C
///     0 < gap < d_C     the same, and it gives way at r_n = 0 until the gap is closed      docs/theory.md (3.9)
///
/// d_C = 0 (Fig. 1.9a): c and a while the contact rests, and nothing once it is open; what a solver leaves of a gap is closed
/// again. Parting then takes no energy, so a shock parts more the shorter the step.
///
/// A weakened contact is not pulled back: it stays as it is until it is pulled harder than F_C or pushed. In the step that
/// would leave the range F_C acts for the share of the way that is within it, so that even a bond torn in a single step takes
/// F_C d_C. The force is that of a pair of bodies: the points of two faces share it (Approach::share). Memory: one bit, `intact` (and `holds` with it), from the touch
/// until the gap has left the range.
struct Cohesion {
    double force = 0.0;  // F_C [N]
    double range = 0.0;  // d_C [m]

    template <class Memory>
    DRYSTONE_ON_DEVICE void meet(const Encounter& now, Memory& memory) const {
        if (force > 0.0 && now.closed) memory.intact = memory.holds = true;
        if (range == 0.0 && !now.rests) memory.intact = memory.holds = false;
    }

    template <int D, class Memory>
    DRYSTONE_ON_DEVICE void settle(const Outcome<D>& out, Memory& memory) const {
        const double moved = out.in.step * out.after[0];
        const double gap = out.in.gap + (out.in.closes_gap ? moved : 0.5 * moved);  // when the step ends
        if (range > 0.0 && gap >= range) memory.intact = memory.holds = false;
    }

    template <int D>
    DRYSTONE_ON_DEVICE void add_to(LocalLaw<D>& law, const Approach<D>& in) const {
        law.tension = share_of_step(in) * in.step * in.share * force;
        law.cohesion = law.mu * law.tension;
        if (range == 0.0) return close_gap(law, in);
        if (in.closed) return;
        law.velocity_shift = {};
        law.yields.gives_at = 0.0;
        // Under moreau an open contact does not stop what closes it; the next step does.
        law.yields.gives_by = in.closes_gap ? in.gap / in.step : Yielding::never;
    }

  private:
    template <int D>
    DRYSTONE_ON_DEVICE static void close_gap(LocalLaw<D>& law, const Approach<D>& in) {
        const double left = in.closes_gap ? in.slack : in.gap;  // (4.3) has closed the rest
        if (in.gap > 0.0) law.velocity_shift[0] += left / in.step;
    }

    template <int D>
    DRYSTONE_ON_DEVICE double share_of_step(const Approach<D>& in) const {
        const double moves = in.step * in.velocity[0];
        if (moves <= 0.0 || range == 0.0) return 1.0;
        const double begins = std::max(0.0, in.closes_gap ? in.gap : in.gap - 0.5 * moves);
        return std::clamp((range - begins) / moves, 0.0, 1.0);
    }
};

}  // namespace drystone
