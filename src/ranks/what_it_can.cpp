#include "ranks/what_it_can.h"

#include "solvers/method_names.h"

namespace drystone::ranks {

namespace {

template <int D>
std::optional<Missing> missing_of_description(const WorldDescription<D>& d) {
    for (const BodyDescription<D>& body : d.bodies) {
        if (body.deformable) return Missing{body.place, "bodies that deform"};
    }
    if (!d.stages.empty()) return Missing{d.place, "stages"};
    if (d.cell) return Missing{d.cell->place, "a cell that repeats"};
    if (!d.links.empty()) return Missing{d.links[0].place, "links"};
    if (!d.sources.empty()) return Missing{d.sources[0].place, "sources"};
    if (!d.sinks.empty()) return Missing{d.sinks[0].place, "sinks"};
    if (!d.moving_loads.empty()) return Missing{d.moving_loads[0].place, "loads that travel"};
    if (!d.controls.empty()) return Missing{d.controls[0].place, "loads whose multiplier is found"};
    if (!d.pressings.empty()) return Missing{d.pressings[0].place, "walls under pressure"};
    if (!d.membranes.empty()) return Missing{d.membranes[0].place, "membranes"};
    if (d.water) return Missing{d.water->place, "water"};
    if (d.gravity_change) return Missing{d.place, "gravity that changes"};
    if (!d.dampings.empty()) return Missing{d.dampings[0].place, "damping"};
    return std::nullopt;
}

std::optional<Missing> missing_of_settings(const StepSettings& settings) {
    const SolverMethod method = settings.solver.method;
    if (method != SolverMethod::automatic && method != SolverMethod::anderson && method != SolverMethod::nlgs)
        return Missing{{}, "method = \"" + std::string(name_of(method)) + "\""};
    if (settings.solver.order != SweepOrder::coloured) return Missing{{}, "an order of sweeps other than \"coloured\""};
    if (settings.quasistatic) return Missing{{}, "quasistatic = true"};
    return std::nullopt;
}

}  // namespace

template <int D>
std::optional<Missing> what_is_missing(const World<D>& world, const StepSettings& settings) {
    if (auto missing = missing_of_settings(settings)) return missing;
    if (auto missing = missing_of_description(world.description)) return missing;
    if (!world.damped.empty()) return Missing{world.description.place, "materials that damp"};
    for (std::size_t i = 0; i < world.bodies.id.size(); ++i) {
        if (world.bodies.id[i] != static_cast<int>(i)) return Missing{world.description.place, "bodies that came or left"};
    }
    return std::nullopt;
}

template std::optional<Missing> what_is_missing(const World<2>&, const StepSettings&);
template std::optional<Missing> what_is_missing(const World<3>&, const StepSettings&);

}  // namespace drystone::ranks
