#include "device/what_it_can.h"

#include <variant>

#include "core/reduced_space.h"
#include "device/fixed_kit.h"

namespace drystone::device {

namespace {

template <int D>
std::string called(const BodyDescription<D>& body, std::size_t i) {
    return body.name.empty() ? "body number " + std::to_string(i) : "body '" + body.name + "'";
}

/// What of a body a device does not know; nothing: it knows it.
template <int D>
const char* fault_of(const World<D>& world, int p) {
    const int i = world.parts.body[p];
    const PartKind kind = world.parts.kind[p];
    if (world.matter.freedom[i] == Freedom::elastic) return "is deformable";
    if (kind == PartKind::curved) return "is curved, and no ball";
    if (kind == PartKind::solid && !fits(*world.parts.solids.shape[world.parts.solid[p]])) return "has a shape of too many faces";
    if (kind == PartKind::surface) return "is deformable";
    const bool turns = world.matter.freedom[i] != Freedom::immovable && !(world.matter.free_rotations[i] == Mat<spin_dim<D>>{});
    if (world.parts.is_wall(p) && turns) return "is a wall that is free to turn";
    return nullptr;
}

template <int D>
std::optional<Missing> missing_of_bodies(const World<D>& world) {
    for (int p = 0; p < world.parts.shapes(); ++p) {
        if (world.parts.kind[p] == PartKind::none) continue;
        const char* fault = fault_of(world, p);
        if (!fault) continue;
        const auto i = static_cast<std::size_t>(world.parts.body[p]);
        const BodyDescription<D>& body = world.description.bodies[i];
        return Missing{body.place, called(body, i) + " " + fault};
    }
    return std::nullopt;
}

/// Hooks of laws that the program does not know are code of this processor's, behind a pointer: nobody can compile them for a device.
std::optional<std::string> missing_of_law(const Law& law) {
    if (std::holds_alternative<OwnLaw>(law)) return "a law of your own, whose code is the processor's";
    return std::nullopt;
}

/// Balls and blocks that are small enough.
template <int D>
bool brings_known_bodies(const Source<D>& source) {
    for (const BodyDescription<D>& body : source.grains->samples()) {
        for (const PlacedShape<D>& part : body.geometry) {
            const Solid<D>* solid = std::get_if<Solid<D>>(&part.shape);
            if (!std::holds_alternative<Ball<D>>(part.shape) && !(solid && fits(*solid->convex))) return false;
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
        if (!brings_known_bodies(source)) return Missing{source.place, "a source of bodies that are not made of balls and blocks"};
    }
    for (const Load<D>& load : d.loads) {
        if (load.where) return Missing{load.place, "a force spread over a surface"};
    }
    if (!d.moving_loads.empty()) return Missing{d.moving_loads[0].place, "loads that travel"};
    if (!d.controls.empty()) return Missing{d.controls[0].place, "loads whose multiplier is found"};
    if (!d.pressings.empty()) return Missing{d.pressings[0].place, "walls under pressure"};
    if (!d.membranes.empty()) return Missing{d.membranes[0].place, "membranes"};
    if (d.water) return Missing{d.water->place, "water"};
    return std::nullopt;
}

std::optional<Missing> missing_of_settings(const StepSettings& settings) {
    if (auto missing = missing_elsewhere(settings)) return missing;
    constexpr int most_halvings = 12;
    if (settings.halve > most_halvings) return Missing{{}, "halve = " + std::to_string(settings.halve) + ", more than 12"};
    return std::nullopt;
}

template <int D>
std::optional<Missing> missing_of_cell(const World<D>& world) {
    if (!world.cell_model.is_there) return std::nullopt;
    if (is_narrow(world.parts.space, widest_body(world)))
        return Missing{world.description.cell->place, "a cell that is narrower than two of its bodies"};
    if (world.cell_model.deforms && !world.description.links.empty())
        return Missing{world.description.links[0].place, "links in a cell that moves"};
    return std::nullopt;
}

}  // namespace

template <int D>
double widest_body(const World<D>& world) {
    double largest = 0.0;
    for (int p = 0; p < world.parts.shapes(); ++p) {
        if (!world.parts.is_grain(p)) continue;
        largest = std::max(largest, norm(world.parts.local_centre[p]) + world.parts.radius[p]);
    }
    return 2.0 * largest;
}

template <int D>
bool is_narrow(const Space<D>& space, double widest) {
    constexpr double bodies_across = 2.0;
    const Mat<D> across = inverse(reduced(space).edges());
    for (int k = 0; k < D; ++k) {
        if (space.repeats_along(k) && 1.0 / norm(across[k]) < bodies_across * widest) return true;
    }
    return false;
}

template <int D>
std::optional<Missing> what_is_missing(const World<D>& world, const StepSettings& settings) {
    if (auto missing = missing_of_settings(settings)) return missing;
    if (auto missing = missing_of_description(world.description)) return missing;
    if (auto missing = missing_of_cell(world)) return missing;
    return missing_of_bodies(world);
}

template double widest_body(const World<2>&);
template double widest_body(const World<3>&);
template bool is_narrow(const Space<2>&, double);
template bool is_narrow(const Space<3>&, double);
template std::optional<Missing> what_is_missing(const World<2>&, const StepSettings&);
template std::optional<Missing> what_is_missing(const World<3>&, const StepSettings&);

}  // namespace drystone::device
