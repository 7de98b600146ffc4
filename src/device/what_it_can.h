#pragma once

#include "step/missing.h"

namespace drystone::device {

/// The first thing of a world, or of how its steps are to be taken, that a device cannot; nothing: it can take the steps.
template <int D>
std::optional<Missing> what_is_missing(const World<D>& world, const StepSettings& settings);

/// Across the largest ball about a body's centre that holds it [m].
template <int D>
double widest_body(const World<D>& world);

/// Whether a cell is narrower than two bodies: one that touches its own image is both sides of a contact, which no colour of a sweep allows.
template <int D>
bool is_narrow(const Space<D>& space, double widest);

}  // namespace drystone::device
