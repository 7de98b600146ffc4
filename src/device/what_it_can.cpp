#include "device/what_it_can.h"

#include <variant>

#include "device/fixed_kit.h"
#include "narrowphase/seams.h"

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
    if (kind == PartKind::curved) return "is curved, and no ball";
    if (has_seams(world.parts, p)) return "has several convex parts";
    if (kind == PartKind::solid && !fits(*world.parts.solids.shape[world.parts.solid[p]])) return "has a shape of too many faces";
    return "is held or driven in part";
}

template <int D>
std::optional<Missing> missing_of_bodies(const World<D>& world) {
    for (int p = 0; p < world.parts.shapes(); ++p) {
        const int i = world.parts.body[p];
        const Freedom freedom = world.matter.freedom[i];
        const PartKind kind = world.parts.kind[p];
        if (kind == PartKind::none) continue;
        const bool block = kind == PartKind::solid && freedom != Freedom::elastic && !has_seams(world.parts, p) &&
                           fits(*world.parts.solids.shape[world.parts.solid[p]]);
        const bool known = kind == PartKind::ball || block || world.parts.is_wall(p);
        const bool moves = freedom == Freedom::isotropic || (freedom == Freedom::general && is_wholly_free(world, i));
        if (known && (freedom == Freedom::immovable || (moves && !world.parts.is_wall(p)))) continue;
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
    for (const Source<D>& source : d.sources) {
        if (!brings_balls(source)) return Missing{source.place, "a source of bodies that are not made of balls"};
    }
    if (!d.loads.empty()) return Missing{d.loads[0].place, "forces on bodies"};
    return std::nullopt;
}

std::optional<Missing> missing_of_settings(const StepSettings& settings) {
    if (auto missing = missing_elsewhere(settings)) return missing;
    constexpr int most_halvings = 12;
    if (settings.halve > most_halvings) return Missing{{}, "halve = " + std::to_string(settings.halve) + ", more than 12"};
    return std::nullopt;
}

}  // namespace

template <int D>
std::optional<Missing> what_is_missing(const World<D>& world, const StepSettings& settings) {
    if (auto missing = missing_of_settings(settings)) return missing;
    if (auto missing = missing_of_description(world.description)) return missing;
    if (auto missing = missing_elsewhere(world)) return missing;
    return missing_of_bodies(world);
}

template std::optional<Missing> what_is_missing(const World<2>&, const StepSettings&);
template std::optional<Missing> what_is_missing(const World<3>&, const StepSettings&);

}  // namespace drystone::device
