#pragma once

#include <memory>
#include <string>

#include "device/device_step.h"
#include "scene/scene.h"
#include "step/world.h"

namespace drystone {

/// Who takes the steps of a world as the scene wishes; none: this processor. `name` becomes the device's.
/// Throws InputError, at the place of what it speaks of, where a device is wished for that is not there or cannot.
template <int D>
std::unique_ptr<device::DeviceStep<D>> choose_device(const Scene& scene, World<D>& world, std::string& name);

/// Of a run on several processes whose scene insists on devices: the name of this one's, or an InputError as above.
template <int D>
std::string device_of_rank(const Scene& scene, const World<D>& world);

}  // namespace drystone
