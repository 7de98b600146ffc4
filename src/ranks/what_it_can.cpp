#include "ranks/what_it_can.h"

#include <algorithm>

#include "core/index.h"
#include "solvers/method_names.h"

namespace drystone::ranks {

namespace {

template <int D>
bool is_under_stress(const CellDescription<D>& cell) {
    const auto by_stress = [](const auto& one) { return one.control == CellDescription<D>::Control::stress; };
    return std::any_of(cell.component.begin(), cell.component.end(), by_stress);
}

/// Bodies so wide might touch their own images, of which sweeps know nothing.
template <int D>
bool is_wide(const World<D>& world, int p) {
    for (int j = 0; j < D; ++j) {
        const double width = world.cell.edges[j][j];
        if (world.cell_model.periodic[at(j)] && world.parts.is_angular(p) && 4.0 * world.parts.radius[at(p)] > width) return true;
    }
    return false;
}

template <int D>
std::optional<Missing> missing_of_cell(const World<D>& world) {
    const WorldDescription<D>& d = world.description;
    const std::string what = "a cell under stress";
    if (is_under_stress(*d.cell)) return Missing{d.cell->place, what};
    for (const StageDescription<D>& stage : d.stages) {
        if (stage.cell && is_under_stress(*stage.cell)) return Missing{d.cell->place, what};
    }
    for (int p = 0; p < world.parts.shapes(); ++p) {
        if (is_wide(world, p)) return Missing{d.bodies[at(world.parts.body[at(p)])].place, "bodies, other than balls, of half the width of the cell"};
    }
    return std::nullopt;
}

}  // namespace

template <int D>
std::optional<Missing> what_is_missing(const World<D>& world) {
    const WorldDescription<D>& d = world.description;
    for (const BodyDescription<D>& body : d.bodies) {
        if (body.deformable) return Missing{body.place, "bodies that deform"};
    }
    if (d.cell) return missing_of_cell(world);
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
