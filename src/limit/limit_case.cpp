#include "limit/limit_case.h"

#include <algorithm>

#include "step/first_problem.h"

namespace drystone {

template <int D>
LimitCase<D> limit_case(WorldDescription<D> description, const LimitSettings& settings) {
    LimitCase<D> out{.dead = at_rest(std::move(description))};
    for (std::size_t k = 0; k < settings.acceleration.size(); ++k) out.acceleration[static_cast<int>(k)] = settings.acceleration[k];
    const auto is_scaled = [&](const Load<D>& load) {
        return !load.name.empty() && std::find(settings.drives.begin(), settings.drives.end(), load.name) != settings.drives.end();
    };
    std::copy_if(out.dead.loads.begin(), out.dead.loads.end(), std::back_inserter(out.loads), is_scaled);
    std::erase_if(out.dead.loads, is_scaled);
    return out;
}

template <int D>
WorldDescription<D> at_multiple(const LimitCase<D>& scene, double multiplier) {
    WorldDescription<D> description = scene.dead;
    description.gravity += multiplier * scene.acceleration;
    for (Load<D> load : scene.loads) {
        load.history = {.kind = Signal::Kind::constant, .value = multiplier};
        description.loads.push_back(std::move(load));
    }
    return description;
}

template LimitCase<2> limit_case(WorldDescription<2>, const LimitSettings&);
template LimitCase<3> limit_case(WorldDescription<3>, const LimitSettings&);
template WorldDescription<2> at_multiple(const LimitCase<2>&, double);
template WorldDescription<3> at_multiple(const LimitCase<3>&, double);

}  // namespace drystone
