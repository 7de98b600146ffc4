#pragma once

#include "device/pipeline.h"
#include "step/world.h"

namespace drystone::device {

/// A world as it is now, for a device.
template <int D>
Setup<D> setup_of(const World<D>& world);

/// .. of it, the cell.
template <int D>
CellView<D> cell_view(const World<D>& world);

}  // namespace drystone::device
