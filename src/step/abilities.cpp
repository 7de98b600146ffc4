#include "step/abilities.h"

#include <algorithm>
#include <string>

#include "core/input_error.h"
#include "step/require_springs.h"

namespace drystone {

namespace {

template <int D>
std::string called(const BodyDescription<D>& body, std::size_t i) {
    return body.name.empty() ? "body number " + std::to_string(i) : "body '" + body.name + "'";
}

template <int D>
bool has_solids(const BodyDescription<D>& body) {
    return std::any_of(body.geometry.begin(), body.geometry.end(),
                       [](const auto& part) { return std::holds_alternative<Solid<D>>(part.shape); });
}

template <int D>
void check_bodies(const Abilities& able, const WorldDescription<D>& description) {
    const std::string name(able.name);
    for (std::size_t i = 0; i < description.bodies.size(); ++i) {
        const BodyDescription<D>& body = description.bodies[i];
        if (body.deformable && !able.deformable)
            refuse(body.place, called(body, i) + " is deformable, and " + name +
                                   " is for rigid bodies: drop \"deformable\", or run the scene with "
                                   "quasistatic = true");
        if (has_solids(body) && !able.solids)
            refuse(body.place, called(body, i) + " is not round: " + name + " knows " +
                                   (D == 2 ? "disks" : "spheres") + ", compounds of them, planes and drums");
    }
}

template <int D>
void check_laws(const Abilities& able, const WorldDescription<D>& description) {
    const std::string name(able.name);
    if (!able.any_law) require_springs(description, name);
    for (const Interaction& entry : description.interactions) {
        const Spring* law = std::get_if<Spring>(&entry.law);
        if (!law) continue;
        if (law->bonded && !able.bonds) refuse(entry.place, name + " has no bonds: bonded = false");
        if (law->restitution_tangential > 0.0 && !able.tangential_restitution)
            refuse(entry.place, name +
                                    " has no tangential restitution: that of its springs comes from "
                                    "tangential_stiffness and tangential_damping; restitution = [e, 0]");
    }
}

/// Whether a contact of this law gives way in proportion to its force.
bool is_elastic(const Law& law) {
    return std::holds_alternative<Elastic>(law) || std::holds_alternative<CohesiveZone>(law) ||
           std::holds_alternative<OwnLaw>(law);
}

/// Whether a drive takes its body anywhere.
template <int D>
bool moves(const Motion<D>& motion) {
    const Signal& s = motion.signal;
    return !s.is_zero() && !(motion.quantity == Driven::displacement && s.kind == Signal::Kind::constant);
}

}  // namespace

template <int D>
void require_able(Solves who, const WorldDescription<D>& description) {
    const Abilities& able = abilities_of(who);
    check_bodies(able, description);
    check_laws(able, description);
    if (description.water && !able.water)
        refuse(description.water->place, std::string(able.name) + " knows no water");
}

void require_static_steps(Solves who) {
    const Abilities& able = abilities_of(who);
    if (!able.static_steps)
        throw InputError(
            "", std::string(able.name) + " has no static steps: drop quasistatic, or use drystone statics");
}

template <int D>
void require_something_elastic(const WorldDescription<D>& description) {
    const auto& bodies = description.bodies;
    const auto& laws = description.interactions;
    if (std::any_of(bodies.begin(), bodies.end(),
                    [](const auto& body) { return body.deformable.has_value(); }) ||
        std::any_of(laws.begin(), laws.end(), [](const auto& entry) { return is_elastic(entry.law); }))
        return;
    const auto moving = std::find_if(description.motions.begin(), description.motions.end(), moves<D>);
    if (moving == description.motions.end()) return;
    const auto i = static_cast<std::size_t>(moving->body);
    throw InputError(
        "",
        "quasistatic: " + called(bodies[i], i) +
            " is moved, and nothing is elastic. Rigid bodies that are pushed answer with inertia, however "
            "slow the motion: their strength would depend on the step. Give the joints a stiffness (law = "
            "\"elastic\", \"cohesive_zone\"), make bodies deformable, or drop quasistatic and drive slowly");
}

#define DRYSTONE_ABILITIES(D)                                       \
    template void require_able(Solves, const WorldDescription<D>&); \
    template void require_something_elastic(const WorldDescription<D>&);
DRYSTONE_ABILITIES(2)
DRYSTONE_ABILITIES(3)
#undef DRYSTONE_ABILITIES

}  // namespace drystone
