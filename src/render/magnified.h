#pragma once

#include "report/shown_run.h"

namespace drystone::render {

/// A frame, with what bodies have moved since another drawn larger: every point of a body at x' = x0 + times (x - x0). Points that touch
/// stay together, so that hinges stay closed; bodies that turn much look larger than they are.
struct Magnified {
    const ShownFrame& frame;
    const ShownFrame* since = nullptr;  // none: everything is where it is
    double times = 1.0;

    Magnified(const ShownFrame& now) : frame(now) {}  // NOLINT: a frame as it is
    Magnified(const ShownFrame& now, const ShownFrame& before, double factor)
        : frame(now), since(&before), times(factor) {}

    bool is_plain() const { return !since || times == 1.0; }
};

}  // namespace drystone::render
