#pragma once

#include "step/world.h"

namespace drystone {

/// overlap = "project": moves bodies apart that overlap, their velocities left alone. On the contacts of the step, with its W,
///
///     p_i >= 0,   s_i + (W_nn p)_i >= 0,   one of the two zero;      x += M^-1 H_n p           docs/theory.md (6.9)-(6.11)
///
/// p [kg m] acts along normals only; s is what a contact has to gain (negative) or to lose. Sweeps of Gauss-Seidel, a bounded number:
/// what they leave is left to the next step. Bodies that joints or springs hold, deformable and driven ones stay where they are.
/// The change of energy is booked as energy.projected. Does nothing where no overlap is deeper than a trace.
template <int D>
void project_overlaps(World<D>& world, const StepSettings& settings, ThreadPool& pool);

}  // namespace drystone
