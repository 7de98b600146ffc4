#include "ranks/what_it_can.h"

namespace drystone::ranks {

namespace {

template <int D>
std::optional<Missing> missing_of_description(const WorldDescription<D>& d) {
    for (const BodyDescription<D>& body : d.bodies) {
        if (body.deformable) return Missing{body.place, "bodies that deform"};
    }
    if (!d.stages.empty()) return Missing{d.place, "stages"};
    if (!d.sources.empty()) return Missing{d.sources[0].place, "sources"};
    if (!d.sinks.empty()) return Missing{d.sinks[0].place, "sinks"};
    return std::nullopt;
}

}  // namespace

template <int D>
std::optional<Missing> what_is_missing(const World<D>& world, const StepSettings& settings) {
    if (auto missing = missing_elsewhere(settings)) return missing;
    if (auto missing = missing_of_description(world.description)) return missing;
    if (auto missing = missing_elsewhere(world)) return missing;
    for (std::size_t i = 0; i < world.bodies.id.size(); ++i) {
        if (world.bodies.id[i] != static_cast<int>(i)) return Missing{world.description.place, "bodies that came or left"};
    }
    return std::nullopt;
}

template std::optional<Missing> what_is_missing(const World<2>&, const StepSettings&);
template std::optional<Missing> what_is_missing(const World<3>&, const StepSettings&);

}  // namespace drystone::ranks
