#pragma once

#include "cli/measure_command.h"
#include "fields/measure_run.h"

namespace drystone {

/// What the command asks of the run; InputError where an option does not say what it should.
MeasureAsk ask_of(const MeasureCommand& command, const FramesGeometry& geometry);

}  // namespace drystone
