#pragma once

#include <algorithm>

#include "core/on_device.h"

namespace drystone {

// How far detection looks, docs/theory.md (6.8), and what project_overlaps() asks of a contact, (6.10): as numbers, for one thread of a
// processor or a GPU.

// Impulses of the step may speed a body up, so euler's reach is twice what its present velocity asks for, and
// never less than a small part of its size. [-]
constexpr double reach_safety = 2.0;
constexpr double least_reach = 0.01;

/// What is struck may come as far as what strikes it, and its neighbours after it: so many hops. Nothing, where nothing can come deeper
/// than this part of the smallest size, the trace of an overlap that is let be.
constexpr int foreseen_hops = 3;
constexpr double slow_closing = 5e-4;

// Overlaps shallower than this part of the smaller size stay, and deeper ones are taken out to half of it: a trace, without
// which contacts would come and go. Well above what a solver leaves, or a pile at rest would never be left alone. [-]
constexpr double overlap_trace = 5e-4;
constexpr int projection_sweeps = 10;  // of a step
constexpr int projection_hops = 3;     // contacts up to so many from a deep overlap may be moved by it

/// What the gap of a contact may lose, or has to gain (negative) [m]; `size`: of the smaller part [m], `parting`: u_n [m/s].
DRYSTONE_ON_DEVICE inline double overlap_slack(double gap, double size, double h, double parting) {
    constexpr double share = 0.8;      // of an overlap that a step takes out
    constexpr double farthest = 0.1;   // of the smaller part's size: no contact gains more than this in a step
    constexpr double few_steps = 4.0;  // overlaps that part of themselves within so many are left to do so
    const double kept = 0.5 * overlap_trace * size;
    if (gap >= -kept) return std::max(gap, 0.0);
    const double depth = -gap - few_steps * h * std::max(parting, 0.0) - kept;
    return depth > 0.0 ? -std::min(share * depth, farthest * size) : 0.0;
}

}  // namespace drystone
