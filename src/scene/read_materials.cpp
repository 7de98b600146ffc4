#include "scene/read_materials.h"

#include <fmt/format.h>

#include "scene/table.h"

namespace drystone {

namespace {

/// A number is the beta of stiffness-proportional damping; a table has both.
void read_damping(const Node& node, Material& material) {
    if (!node.as<Node::Entries>()) {
        material.stiffness_damping = not_negative_of(node, "damping");
        return;
    }
    const Table table(node, "a damping", {"mass", "stiffness"});
    material.mass_damping = table.not_negative("mass", 0.0);
    material.stiffness_damping = table.not_negative("stiffness", 0.0);
}

Material read_material(const std::string& name, const Node& node) {
    const Table table(node, fmt::format("[materials.{}]", name), {"density", "young", "poisson", "damping"});
    Material material;
    material.name = name;
    material.density = table.positive("density");
    material.young = table.positive("young", 0.0);
    if (const Node* poisson = table.find("poisson")) {
        material.poisson = number_between(*poisson, "poisson", -1.0, 0.5);
        if (material.poisson == -1.0 || material.poisson == 0.5)
            refuse(poisson->place, "poisson must lie between -1 and 0.5: at the ends a stiffness is infinite");
    }
    if (const Node* damping = table.find("damping")) read_damping(*damping, material);
    return material;
}

}  // namespace

template <int D>
void read_materials(const Node& document, Draft<D>& draft) {
    const Node* node = find_in(document, "materials");
    if (!node) return;
    const auto* entries = node->as<Node::Entries>();
    if (!entries) refuse(node->place, fmt::format("materials must be tables, found {}", describe(*node)));
    for (const Node::Entry& entry : *entries) {
        if (entry.key == "*") refuse(entry.key_place, "\"*\" stands for any material and cannot name one");
        draft.materials.add(entry.key, static_cast<int>(draft.world.materials.size()), entry.key_place);
        draft.world.materials.push_back(read_material(entry.key, entry.value));
    }
}

template void read_materials<2>(const Node&, Draft<2>&);
template void read_materials<3>(const Node&, Draft<3>&);

}  // namespace drystone
