#pragma once

#include "run/run_loop.h"

namespace drystone {

// A run in stages: where it stands among them, and how it gets from one to the next. In a run without stages none of these does anything.

/// The steps, and what is written of them, of a stage of a scene, or of all of it.
const StepSettings& settings_in(const Scene& scene, const StageLog& log);
const OutputSettings& output_in(const Scene& scene, const StageLog& log);

/// Whether every stage of a scene has ended.
bool have_ended(const Scene& scene, const StageLog& log);

/// Refuses, at the place of what is wrong, stages that the world, at time 0, cannot have. The world is as it was.
template <int D>
void rehearse_stages(World<D>& world);

/// The first stage begins.
template <int D>
void begin_first_stage(Run<D>& run);

/// Before a step: begins the next stage where the last one has ended. Returns whether it did.
template <int D>
bool begin_next_stage(Run<D>& run, ThreadPool& pool);

/// After a step: ends the stage where its time is over, or what it waits for has come.
template <int D>
void watch_stage(Run<D>& run);

/// A run that goes on: files that know the first stage hear of the others that have begun.
template <int D>
void go_on_in_stages(Run<D>& run);

}  // namespace drystone
