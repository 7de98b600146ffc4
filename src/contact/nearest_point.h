#pragma once

#include "core/on_device.h"

namespace drystone {

/// Whether a point at a squared distance is nearer than the nearest so far, of those within `reach`. Of points that are equally near but for
/// rounding the first stays: which one it is must not depend on the last digits of a place, nor on who computed them.
DRYSTONE_ON_DEVICE inline bool is_nearer(double square, double least, double reach) { return square < least - 1e-9 * reach * reach; }

}  // namespace drystone
