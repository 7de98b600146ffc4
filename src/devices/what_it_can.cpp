#include "devices/what_it_can.h"

#include "device/what_it_can.h"

namespace drystone::devices {

template <int D>
std::optional<Missing> what_is_missing(const World<D>& world, const StepSettings& settings) {
    const WorldDescription<D>& d = world.description;
    if (auto missing = device::what_is_missing(world, settings)) return missing;
    if (settings.solver.reproducible) return Missing{{}, "reproducible = true, on several devices"};
    if (!d.links.empty()) return Missing{d.links[0].place, "links, on several devices"};
    if (d.cell && d.cell->is_controlled()) return Missing{d.cell->place, "a cell that moves, on several devices"};
    return std::nullopt;
}

template std::optional<Missing> what_is_missing(const World<2>&, const StepSettings&);
template std::optional<Missing> what_is_missing(const World<3>&, const StepSettings&);

}  // namespace drystone::devices
