#include "scene/read_materials.h"

#include <fmt/format.h>

#include "scene/table.h"

namespace drystone {

namespace {

Material read_material(const std::string& name, const Node& node) {
    const Table table(node, fmt::format("[materials.{}]", name), {"density", "young", "poisson", "damping"});
    // For deformable bodies of later versions: checked, so that a scene keeps its meaning, and not used.
    table.positive("young", 1.0);
    table.not_negative("damping", 0.0);
    if (const Node* poisson = table.find("poisson")) number_between(*poisson, "poisson", -1.0, 0.5);
    return {name, table.positive("density")};
}

}  // namespace

template <int D>
void read_materials(const Node& document, Draft<D>& draft) {
    const Node* node = find_in(document, "materials");
    if (!node) return;
    const auto* entries = node->as<Node::Table>();
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
