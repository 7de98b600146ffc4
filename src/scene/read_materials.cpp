#include "scene/read_materials.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "scene/read_shape.h"
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

/// Keys of laws that the scene format names and this version lacks.
void refuse_later_laws(const Node& node) {
    const std::pair<std::string, std::string> later[] = {{"cohesion_force", "cohesion"},
                                                         {"cohesion_range", "cohesion"}};
    for (const auto& [key, law] : later) {
        const Node::Entry* entry = find_entry(*node.as<Node::Table>(), key);
        if (entry)
            refuse(entry->key_place, fmt::format("this version has no {} yet; remove \"{}\"", law, key));
    }
}

template <int D>
std::pair<int, int> read_between(const Table& table, const Draft<D>& draft) {
    const Node& node = table.at("between");
    const auto* names = node.as<Node::Array>();
    if (!names || names->size() != 2) {
        refuse(node.place, fmt::format("between must be two materials in brackets, [\"a\", \"b\"], found {}; "
                                       "\"*\" stands for any",
                                       describe(node)));
    }
    const auto index = [&](const Node& name) {
        return text_of(name, "between") == "*" ? Interaction::any : draft.materials.at(name, "between");
    };
    return {index((*names)[0]), index((*names)[1])};
}

Coulomb read_coulomb(const Table& table) {
    Coulomb law;
    law.friction = table.not_negative("friction");
    if (const Node* node = table.find("restitution")) {
        const auto* pair = node->as<Node::Array>();
        if (!pair || pair->size() != 2) {
            refuse(node->place, fmt::format("restitution must be two numbers, [normal, tangential], found {}",
                                            describe(*node)));
        }
        law.restitution_normal = number_between((*pair)[0], "restitution", 0.0, 1.0);
        law.restitution_tangential = number_between((*pair)[1], "restitution", 0.0, 1.0);
    }
    law.rolling_friction = table.not_negative("rolling_friction", 0.0);
    law.rolling_friction_ratio = table.not_negative("rolling_friction_ratio", 0.0);
    law.rolling_growth = table.not_negative("rolling_growth", 0.0);
    law.torsion_friction = table.not_negative("torsion_friction", 0.0);
    const char* lengths[] = {"rolling_friction", "rolling_friction_ratio", "rolling_growth"};
    if (std::count_if(std::begin(lengths), std::end(lengths),
                      [&](const char* key) { return table.has(key); }) > 1) {
        refuse(table.place(),
               "rolling_friction, rolling_friction_ratio and rolling_growth are three ways to say one "
               "thing: keep one of them");
    }
    return law;
}

/// Bodies of a material: [has volume][can move].
using Population = std::array<std::array<long, 2>, 2>;

/// Planes and drums do not touch each other, nor do bodies of which neither can move.
bool can_meet(const Population& a, const Population& b, bool same) {
    for (int k = 0; k < 16; ++k) {
        const std::size_t va = k & 1, ma = (k >> 1) & 1, vb = (k >> 2) & 1, mb = (k >> 3) & 1;
        if (va + vb == 0 || ma + mb == 0) continue;
        const bool one_class = same && va == vb && ma == mb;
        if (one_class ? a[va][ma] > 1 : (a[va][ma] > 0 && b[vb][mb] > 0)) return true;
    }
    return false;
}

bool speaks_of(const std::vector<Interaction>& interactions, int a, int b) {
    const auto matches = [](int named, int material) {
        return named == Interaction::any || named == material;
    };
    return std::any_of(interactions.begin(), interactions.end(), [&](const Interaction& i) {
        return (matches(i.material_a, a) && matches(i.material_b, b)) ||
               (matches(i.material_a, b) && matches(i.material_b, a));
    });
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

template <int D>
void read_interactions(const Node& document, Draft<D>& draft) {
    for (const Node* node : tables_of(find_in(document, "interactions"), "interactions")) {
        refuse_later_laws(*node);
        const Table table(*node, "[[interactions]]",
                          {"between", "law", "friction", "restitution", "rolling_friction",
                           "rolling_friction_ratio", "rolling_growth", "torsion_friction"});
        const auto [a, b] = read_between(table, draft);
        table.choice<int>("law", 0, {{"coulomb", 0}});
        if (D == 2 && table.has("torsion_friction")) {
            refuse(table.at("torsion_friction").place,
                   "torsion is about the normal: there is none in 2D; use rolling_friction");
        }
        draft.world.interactions.push_back({a, b, read_coulomb(table)});
    }
}

template <int D>
void warn_of_missing_interactions(Draft<D>& draft) {
    const auto& world = draft.world;
    std::vector<Population> of(world.materials.size());
    for (const auto& body : world.bodies) {
        ++of[static_cast<std::size_t>(body.material)][has_volume(body.geometry) ? 1 : 0][body.fixed ? 0 : 1];
    }
    for (std::size_t a = 0; a < of.size(); ++a) {
        for (std::size_t b = a; b < of.size(); ++b) {
            const bool spoken_of = speaks_of(world.interactions, static_cast<int>(a), static_cast<int>(b));
            if (spoken_of || !can_meet(of[a], of[b], a == b)) continue;
            draft.warnings.push_back(fmt::format(
                "no [[interactions]] entry for \"{}\" and \"{}\": their contacts are frictionless "
                "and do not bounce",
                world.materials[a].name, world.materials[b].name));
        }
    }
}

template void read_materials<2>(const Node&, Draft<2>&);
template void read_materials<3>(const Node&, Draft<3>&);
template void read_interactions<2>(const Node&, Draft<2>&);
template void read_interactions<3>(const Node&, Draft<3>&);
template void warn_of_missing_interactions<2>(Draft<2>&);
template void warn_of_missing_interactions<3>(Draft<3>&);

}  // namespace drystone
