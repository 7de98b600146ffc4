#pragma once

#include <functional>
#include <string>
#include <vector>

#include "report/encode.h"

namespace drystone {

/// What of a run goes into its report, so that the report keeps to its budget.
struct ReportPlan {
    std::vector<int> frames;  // indices, ascending; the first and the last are always among them
    FrameCoding coding;
    std::vector<std::string> words;  // what was left out or rounded, for the reader; empty: nothing
};

/// One frame of the run.
using FrameAt = std::function<ShownFrame(int)>;

/// Chooses, in this order, the first that fits into `bytes` (deflated):
///
///     all frames, exact (into a quarter of it); all frames, compact; fewer frames, but at least 50 (or all there are); of the contacts only
///     the strongest; fewer frames, without contacts.
///
/// Sizes are judged by a few frames, so the result may be off by some percent.
ReportPlan make_plan(const ShownBodies& bodies, const std::vector<int>& turning, int frames,
                     const FrameAt& frame_at, double bytes);

/// `count` of `frames` indices, evenly, with both ends.
std::vector<int> evenly(int frames, int count);

}  // namespace drystone
