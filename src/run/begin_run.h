#pragma once

#include "run/run_command.h"
#include "run/run_loop.h"

namespace drystone {

/// A run of this scene that begins with the world as it is, which is usually time 0: its folder, probes and frames. Throws
/// InputError, with nothing changed, where the folder is not one to write to.
template <int D>
Run<D> begin_run(const RunCommand& command, const Scene& scene, World<D>& world, RunHost& host, int threads);

}  // namespace drystone
