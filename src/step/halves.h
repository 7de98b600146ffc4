#pragma once

#include "step/report.h"

namespace drystone {

/// Two steps, or what they were halved into, as one.
StepReport together(const StepReport& first, StepReport second);

}  // namespace drystone
