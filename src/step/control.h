#pragma once

#include <functional>

#include "step/world.h"

namespace drystone {

/// How far the point of a control has moved along its direction since time 0 [m].
template <int D>
double controlled_displacement(const Model<D>& model, const State<D>& state, const LoadControl<D>& control);

/// Trials of several processes, each with a part of the world.
struct TrialsAmong {
    std::function<void()> restore{};           // the part as it was before the first of them; none: this process has all, and does so itself
    std::function<double(double)> largest{};   // over the processes
};

/// A step whose controlled loads are multiplied by what moves the control's point to where it is told to be at the end of the
/// step: the step is taken again and again, from the same state, until it is there. The world has a control. `among`: of several processes that
/// try together.
template <int D>
StepReport controlled_step(World<D>& world, const StepSettings& settings, ThreadPool& pool, const TakeStep<D>& take,
                           const TrialsAmong& among = {});

}  // namespace drystone
