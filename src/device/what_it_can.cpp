#include "device/what_it_can.h"

#include <variant>

#include "solvers/method_names.h"

namespace drystone::device {

namespace {

template <int D>
std::string called(const BodyDescription<D>& body, std::size_t i) {
    return body.name.empty() ? "body number " + std::to_string(i) : "body '" + body.name + "'";
}

template <int D>
std::optional<Missing> missing_of_body(const World<D>& world, std::size_t i) {
    const BodyDescription<D>& body = world.description.bodies[i];
    const Freedom freedom = world.matter.freedom[i];
    const auto says = [&](const std::string& what) { return Missing{body.place, called(body, i) + " " + what}; };
    if (freedom == Freedom::elastic) return says("is deformable");
    if (freedom == Freedom::general) return says("is held or driven in part, or is no ball");
    for (int p = 0; p < world.parts.shapes(); ++p) {
        if (world.parts.body[p] != static_cast<int>(i)) continue;
        const PartKind kind = world.parts.kind[p];
        if (kind == PartKind::solid || kind == PartKind::curved) return says("is no ball, plane or drum");
        if (kind == PartKind::ball && !(world.parts.local_centre[p] == Vec<D>{})) return says("is made of several balls");
    }
    return std::nullopt;
}

/// Bodies by the rows they have, not by their parts: worlds have millions.
template <int D>
std::optional<Missing> missing_of_bodies(const World<D>& world) {
    for (int p = 0; p < world.parts.shapes(); ++p) {
        const int i = world.parts.body[p];
        const Freedom freedom = world.matter.freedom[i];
        const PartKind kind = world.parts.kind[p];
        const bool round = kind == PartKind::ball ? world.parts.local_centre[p] == Vec<D>{} : world.parts.is_wall(p);
        const bool moves = freedom == Freedom::isotropic && kind == PartKind::ball;
        const bool alone = p == 0 || world.parts.body[p - 1] != i;
        if (round && ((moves && alone) || freedom == Freedom::immovable)) continue;
        if (const auto missing = missing_of_body(world, static_cast<std::size_t>(i))) return missing;
        const BodyDescription<D>& body = world.description.bodies[i];
        return Missing{body.place, called(body, static_cast<std::size_t>(i)) + " is made of several balls"};
    }
    return std::nullopt;
}

std::optional<std::string> missing_of_law(const Law& law) {
    const Coulomb* coulomb = std::get_if<Coulomb>(&law);
    if (!coulomb) return "a law other than \"coulomb\"";
    if (coulomb->has_two_coefficients()) return "static_friction";
    if (coulomb->cohesion.force > 0.0) return "cohesion";
    const bool rolls = coulomb->rolling_friction > 0.0 || coulomb->rolling_friction_ratio > 0.0 || coulomb->rolling_growth > 0.0 ||
                       coulomb->rolling_viscosity > 0.0 || coulomb->torsion_friction > 0.0;
    if (rolls) return "rolling or torsion friction";
    return std::nullopt;
}

template <int D>
std::optional<Missing> missing_of_description(const WorldDescription<D>& d) {
    for (const Interaction& entry : d.interactions) {
        if (const auto what = missing_of_law(entry.law)) return Missing{entry.place, *what};
    }
    if (!d.stages.empty()) return Missing{d.place, "stages"};
    if (d.cell) return Missing{d.cell->place, "a cell that repeats"};
    if (!d.links.empty()) return Missing{d.links[0].place, "links"};
    if (!d.sources.empty()) return Missing{d.sources[0].place, "sources"};
    if (!d.sinks.empty()) return Missing{d.sinks[0].place, "sinks"};
    if (!d.loads.empty()) return Missing{d.loads[0].place, "forces on bodies"};
    if (!d.moving_loads.empty()) return Missing{d.moving_loads[0].place, "loads that travel"};
    if (!d.controls.empty()) return Missing{d.controls[0].place, "loads whose multiplier is found"};
    if (!d.pressings.empty()) return Missing{d.pressings[0].place, "walls under pressure"};
    if (!d.membranes.empty()) return Missing{d.membranes[0].place, "membranes"};
    if (d.water) return Missing{d.water->place, "water"};
    if (!d.dampings.empty()) return Missing{d.dampings[0].place, "damping"};
    if (d.gravity_change) return Missing{d.place, "gravity that changes"};
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
    return missing_of_bodies(world);
}

template std::optional<Missing> what_is_missing(const World<2>&, const StepSettings&);
template std::optional<Missing> what_is_missing(const World<3>&, const StepSettings&);

}  // namespace drystone::device
