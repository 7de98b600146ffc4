#include "step/missing.h"

#include "solvers/method_names.h"

namespace drystone {

template <int D>
std::optional<Missing> missing_elsewhere(const World<D>& world) {
    const WorldDescription<D>& d = world.description;
    if (d.cell) return Missing{d.cell->place, "a cell that repeats"};
    if (!d.links.empty()) return Missing{d.links[0].place, "links"};
    if (!d.moving_loads.empty()) return Missing{d.moving_loads[0].place, "loads that travel"};
    if (!d.controls.empty()) return Missing{d.controls[0].place, "loads whose multiplier is found"};
    if (!d.pressings.empty()) return Missing{d.pressings[0].place, "walls under pressure"};
    if (!d.membranes.empty()) return Missing{d.membranes[0].place, "membranes"};
    if (d.water) return Missing{d.water->place, "water"};
    if (!d.dampings.empty()) return Missing{d.dampings[0].place, "damping"};
    if (d.gravity_change) return Missing{d.place, "gravity that changes"};
    if (!world.damped.empty()) return Missing{d.place, "materials that damp"};
    return std::nullopt;
}

std::optional<Missing> missing_elsewhere(const StepSettings& settings) {
    const SolverMethod method = settings.solver.method;
    if (method != SolverMethod::automatic && method != SolverMethod::anderson && method != SolverMethod::nlgs)
        return Missing{{}, "method = \"" + std::string(name_of(method)) + "\""};
    if (settings.solver.order != SweepOrder::coloured) return Missing{{}, "an order of sweeps other than \"coloured\""};
    if (settings.quasistatic) return Missing{{}, "quasistatic = true"};
    return std::nullopt;
}

template std::optional<Missing> missing_elsewhere(const World<2>&);
template std::optional<Missing> missing_elsewhere(const World<3>&);

}  // namespace drystone
