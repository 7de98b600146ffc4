#pragma once

#include <vector>

#include "fields/measured.h"

namespace drystone {

/// Avalanches in a signal: stretches of time in which it is above a threshold, between two straight lines through its samples. A stretch that the record begins or
/// ends with is cut off and left out. Columns: start, end, duration, size (the integral of what is above the threshold), peak (the largest value), interval (from the
/// end of the one before to its start; empty of the first).
Measured events_above(const std::vector<double>& time, const std::vector<double>& value, double threshold);

}  // namespace drystone
