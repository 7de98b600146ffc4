#pragma once

#include <span>

#include "bodies/bodies.h"
#include "contact/law_book.h"
#include "geometry/parts.h"
#include "md/settings.h"
#include "md/soft_law.h"

namespace drystone {

/// The shortest time of all pairs that can meet [s]; infinite if none can. docs/theory.md (13.9). InputError where a pair
/// that can meet has no springs.
template <int D>
double shortest_time_of(const Bodies<D>& bodies, const Parts<D>& parts, const LawBook& book,
                        std::span<const SoftLaw> laws);

/// The number of sub-steps in a step of h: the fewest that are not longer than settings allow.
int substeps_in(double h, double shortest_time, const SoftSettings& settings);

}  // namespace drystone
