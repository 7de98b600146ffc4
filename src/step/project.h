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

// Its pieces, for processes that share bodies and compare them between the sweeps: world.projection.moved.

/// Whether anything is to be done.
template <int D>
bool has_deep_overlaps(const World<D>& world, const StepSettings& settings, ThreadPool& pool);

/// world.projection.stays: bodies with a joint or a spring, which moving would strain.
template <int D>
void mark_held(const World<D>& world, ThreadPool& pool, std::vector<char>& stays);

template <int D>
void begin_projection(const World<D>& world, const StepSettings& settings, ThreadPool& pool, Projection<D>& projection);

/// One visit to every contact.
template <int D>
void sweep_projection(const World<D>& world, ThreadPool& pool, Projection<D>& projection);

/// Bodies go where they were moved to.
template <int D>
void end_projection(World<D>& world, ThreadPool& pool);

}  // namespace drystone
