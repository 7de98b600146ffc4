#pragma once

#include <vector>

#include "step/signal.h"

namespace drystone {

/// Takes from a record of accelerations, straight lines between its points over [0, T], the polynomial p of the given
/// degree (0, 1, 2) that fits it best in the sense of least squares, integral of (a - p)^2. Equivalently the moments
/// of a - p vanish up to that degree, so that with v and x its integrals from rest
///
///     degree 0: v(T) = 0;    1: also x(T) = 0;    2: also the mean of x over [0, T].
///
/// After T the record is zero: what it moved stays where it is. docs/theory.md (7.13). The points must not be empty, and T > 0.
void correct_baseline(int degree, std::vector<Signal::Point>& points);

}  // namespace drystone
