#pragma once

#include "laws/local_law.h"

namespace drystone {

/// A link that gives way to nothing: two points stay together, and where it holds the turning too, two bodies.
///
///     u + g / h = 0,   r any                    Omega + theta / h = 0,   m any           docs/theory.md (3.22)
///
/// g: how far the points have come apart, in the contact frame [m]; theta is the affair of who lists the moments.
template <int D>
LocalLaw<D> rigid_link(const Vec<D>& apart, double h, bool holds_turning) {
    LocalLaw<D> law{
        .velocity_shift = (1.0 / h) * apart, .tension = Yielding::never, .cohesion = Yielding::never};
    if (holds_turning) {
        law.turning.bending = Yielding::never;
        law.turning.twisting = D == 3 ? Yielding::never : 0.0;
    }
    return law;
}

}  // namespace drystone
