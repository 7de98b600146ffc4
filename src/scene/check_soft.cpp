#include "scene/check_soft.h"

#include <fmt/format.h>

#include "scene/read_interactions.h"
#include "scene/table.h"
#include "step/require_springs.h"
#include "step/roundness.h"

namespace drystone {

namespace {

constexpr const char* method = "method = \"md\"";

/// [[bodies]] are the first of the world, in the order of the scene; generators follow.
template <int D>
void check_shapes(const Node& document, const Draft<D>& draft) {
    const auto refuse_shape = [](const Place& place) {
        refuse(place, fmt::format("{} knows {}, compounds of them, planes and drums, not this shape", method,
                                  D == 2 ? "disks" : "spheres"));
    };
    std::size_t i = 0;
    for (const Node* node : tables_of(find_in(document, "bodies"), "bodies")) {
        if (!is_round(draft.world.bodies[i++])) refuse_shape(find_in(*node, "shape")->place);
    }
    for (const Node* node : tables_of(find_in(document, "generate"), "generate")) {
        const Node& type = *find_in(*node, "type");
        const std::string& word = text_of(type, "type");
        if (word != "packing" && word != "lattice") refuse_shape(type.place);
    }
}

template <int D>
void check_laws(const Node& document, const Draft<D>& draft) {
    require_springs(draft.world, method);
    for (const Interaction& entry : draft.world.interactions) {
        const Spring& law = std::get<Spring>(entry.law);
        if (law.bonded) refuse(entry.place, fmt::format("{} has no bonds: bonded = false", method));
        if (law.restitution_tangential > 0.0)
            refuse(entry.place, fmt::format("{} has no tangential restitution: that of its springs comes from "
                                            "tangential_stiffness and tangential_damping; restitution = [{:g}, 0]",
                                            method, law.restitution_normal));
    }
    for (const auto& [a, b] : missing_interactions(draft.world)) {
        const Node& solver = *find_in(document, "solver");
        refuse(find_in(solver, "method")->place,
               fmt::format("{} needs law = \"spring\" between all that can meet: there is no "
                           "[[interactions]] entry for \"{}\" and \"{}\"",
                           method, draft.world.materials[static_cast<std::size_t>(a)].name,
                           draft.world.materials[static_cast<std::size_t>(b)].name));
    }
}

}  // namespace

template <int D>
void check_soft(const Node& document, const Draft<D>& draft) {
    check_shapes(document, draft);
    check_laws(document, draft);
    if (const Node* water = find_in(document, "water"))
        refuse(water->place, fmt::format("{} knows no water", method));
}

template void check_soft(const Node&, const Draft<2>&);
template void check_soft(const Node&, const Draft<3>&);

}  // namespace drystone
