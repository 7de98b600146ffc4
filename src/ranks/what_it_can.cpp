#include "ranks/what_it_can.h"

#include "solvers/method_names.h"

namespace drystone::ranks {

template <int D>
std::optional<Missing> what_is_missing(const World<D>& world) {
    const WorldDescription<D>& d = world.description;
    for (const BodyDescription<D>& body : d.bodies) {
        if (body.deformable) return Missing{body.place, "bodies that deform"};
    }
    return std::nullopt;
}

std::optional<Missing> what_is_missing(const StepSettings& settings) {
    const SolverMethod method = settings.solver.method;
    if (method != SolverMethod::automatic && method != SolverMethod::anderson && method != SolverMethod::nlgs)
        return Missing{{}, "method = \"" + std::string(name_of(method)) + "\""};
    if (settings.solver.order != SweepOrder::coloured) return Missing{{}, "an order of sweeps other than \"coloured\""};
    return std::nullopt;
}

template std::optional<Missing> what_is_missing(const World<2>&);
template std::optional<Missing> what_is_missing(const World<3>&);

}  // namespace drystone::ranks
