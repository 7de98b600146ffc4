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
bool is_wholly_free(const World<D>& world, int i) {
    return world.matter.free_directions[i] == Mat<D>::scaled_identity(1.0) &&
           world.matter.free_rotations[i] == Mat<spin_dim<D>>::scaled_identity(1.0);
}

/// Of a body that a device does not know, what it is.
template <int D>
std::string fault_of(const World<D>& world, int p) {
    const int i = world.parts.body[p];
    const PartKind kind = world.parts.kind[p];
    if (world.matter.freedom[i] == Freedom::elastic) return "is deformable";
    if (kind == PartKind::solid || kind == PartKind::curved) return "is not made of balls, and no plane or drum";
    return "is held or driven in part";
}

template <int D>
std::optional<Missing> missing_of_bodies(const World<D>& world) {
    for (int p = 0; p < world.parts.shapes(); ++p) {
        const int i = world.parts.body[p];
        const Freedom freedom = world.matter.freedom[i];
        const PartKind kind = world.parts.kind[p];
        if (kind == PartKind::none) continue;
        const bool known = kind == PartKind::ball || world.parts.is_wall(p);
        const bool moves = freedom == Freedom::isotropic || (freedom == Freedom::general && is_wholly_free(world, i));
        if (known && (freedom == Freedom::immovable || (moves && kind == PartKind::ball))) continue;
        const BodyDescription<D>& body = world.description.bodies[i];
        return Missing{body.place, called(body, static_cast<std::size_t>(i)) + " " + fault_of(world, p)};
    }
    return std::nullopt;
}

std::optional<std::string> missing_of_law(const Law& law) {
    const Coulomb* coulomb = std::get_if<Coulomb>(&law);
    if (!coulomb) return "a law other than \"coulomb\"";
    if (coulomb->has_two_coefficients()) return "static_friction";
    if (coulomb->cohesion.force > 0.0) return "cohesion";
    return std::nullopt;
}

template <int D>
bool brings_balls(const Source<D>& source) {
    for (const BodyDescription<D>& body : source.grains->samples()) {
        for (const PlacedShape<D>& part : body.geometry) {
            if (!std::holds_alternative<Ball<D>>(part.shape)) return false;
        }
    }
    return true;
}

template <int D>
std::optional<Missing> missing_of_description(const WorldDescription<D>& d) {
    for (const Interaction& entry : d.interactions) {
        if (const auto what = missing_of_law(entry.law)) return Missing{entry.place, *what};
    }
    if (d.cell) return Missing{d.cell->place, "a cell that repeats"};
    if (!d.links.empty()) return Missing{d.links[0].place, "links"};
    for (const Source<D>& source : d.sources) {
        if (!brings_balls(source)) return Missing{source.place, "a source of bodies that are not made of balls"};
    }
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
    constexpr int most_halvings = 12;
    if (settings.halve > most_halvings) return Missing{{}, "halve = " + std::to_string(settings.halve) + ", more than 12"};
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
