#include "run/choose_device.h"

#include "device/what_it_can.h"

namespace drystone {

namespace {

/// Of the run, not of its world.
template <int D>
std::optional<Missing> device_lacks(const Scene& scene, const World<D>& world) {
    for (const StagePlan& stage : scene.stages) {
        if (auto missing = device::what_is_missing(world, stage.settings)) return Missing{stage.place, missing->what};
    }
    if (scene.settle.wanted) return Missing{scene.device_place, "settle"};
    return device::what_is_missing(world, scene.settings);
}

/// Sweeps are all that a device has: joints that are anchored and links hold structures together, which are better solved by the processor's factors.
template <int D>
bool sweeps_suit(const World<D>& world) {
    return !world.book.anchors && world.links.size() == 0;
}

}  // namespace

template <int D>
std::string device_of_rank(const Scene& scene, const World<D>& world) {
    if (const auto missing = device_lacks(scene, world))
        refuse(missing->place.source ? missing->place : scene.device_place,
               "[solver] device = \"cuda\" does not know this yet: " + missing->what + ". Take device = \"cpu\", or \"auto\" (docs/device.md)");
    const device::CudaDevice found = device::find_cuda_device();
    if (!found.is_there) refuse(scene.device_place, "[solver] device = \"cuda\": " + found.name + ". Take device = \"cpu\", or \"auto\"");
    return found.name;
}

template <int D>
std::unique_ptr<device::DeviceStep<D>> choose_device(const Scene& scene, World<D>& world, std::string& name) {
    if (scene.device == DeviceWish::cpu) return nullptr;
    if (scene.device != DeviceWish::cuda && (device_lacks(scene, world) || !sweeps_suit(world) || !device::find_cuda_device().is_there)) return nullptr;
    name = device_of_rank(scene, world);
    return std::make_unique<device::DeviceStep<D>>(world, device::pipeline_on_cuda<D>());
}

template std::string device_of_rank(const Scene&, const World<2>&);
template std::string device_of_rank(const Scene&, const World<3>&);
template std::unique_ptr<device::DeviceStep<2>> choose_device(const Scene&, World<2>&, std::string&);
template std::unique_ptr<device::DeviceStep<3>> choose_device(const Scene&, World<3>&, std::string&);

}  // namespace drystone
