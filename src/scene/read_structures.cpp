#include "scene/read_structures.h"

#include <algorithm>

#include "scene/read_masonry.h"

namespace drystone {

namespace {

const std::vector<std::pair<std::string, masonry::StairForm>> stair_forms = {
    {"straight", masonry::StairForm::straight}, {"spiral", masonry::StairForm::spiral}};

masonry::Storey read_storey(const Node& node) {
    const Table table(node, "a storey",
                      {"springing", "thickness", "voussoirs", "pier_courses", "cover", "cornice"});
    masonry::Storey storey;
    storey.springing = table.positive("springing");
    storey.thickness = table.positive("thickness");
    storey.voussoirs = table.count("voussoirs", 3);
    storey.pier_courses = table.whole_number("pier_courses", 1, 1);
    storey.cover = table.positive("cover");
    storey.cornice = table.not_negative("cornice", 0.0);
    return storey;
}

}  // namespace

Keys groin_vault_keys() {
    Keys keys = barrel_vault_keys();
    std::erase(keys, "length");
    std::erase(keys, "rings");
    std::erase(keys, "abutment_margin");
    return keys;
}

masonry::GroinVaultParameters read_groin_vault(const Table& table) {
    return {read_arch_section(table), table.positive("block_length")};
}

Keys apse_keys() {
    return {"radius",   "inner_radius", "thickness",   "courses",      "stones", "oculus_deg",
            "keystone", "staggered",    "wall_height", "wall_courses", "front",  "base"};
}

masonry::ApseParameters read_apse(const Table& table) {
    masonry::ApseParameters p;
    read_round_courses(table, 2, p);
    p.wall_height = table.not_negative("wall_height", 0.0);
    p.wall_courses = table.whole_number("wall_courses", 1, 1);
    p.front = table.not_negative("front", p.thickness);
    p.base = table.not_negative("base", 0.0);
    return p;
}

template <int D>
Keys buttress_keys() {
    Keys keys = {"height", "foot", "top", "courses", "steps", "block", "base"};
    if (D == 3) keys.push_back("depth");
    return keys;
}

template <int D>
masonry::ButtressParameters read_buttress(const Table& table) {
    masonry::ButtressParameters p;
    p.height = table.positive("height");
    p.foot = table.positive("foot");
    p.top = table.positive("top", p.foot);
    p.courses = table.count("courses", 1);
    p.steps = table.whole_number("steps", 0, 0);
    p.block = table.positive("block");
    p.base = table.not_negative("base", 0.0);
    if (D == 3) p.depth = table.positive("depth");
    return p;
}

Keys staircase_keys() {
    return {"form", "treads", "rise", "width", "overlap", "bearing", "going", "newel", "per_turn"};
}

masonry::StaircaseParameters read_staircase(const Table& table) {
    masonry::StaircaseParameters p;
    p.form = table.choice("form", p.form, stair_forms);
    p.treads = table.count("treads", 1);
    p.rise = table.positive("rise");
    p.width = table.positive("width");
    p.overlap = table.positive("overlap");
    p.bearing = table.positive("bearing");
    p.going = table.positive("going", 0.0);
    p.newel = table.positive("newel", 0.0);
    p.per_turn = table.whole_number("per_turn", 0, 1);
    return p;
}

template <int D>
Keys arcade_keys() {
    Keys keys = {"bays", "span", "pier_width", "storeys", "block", "foundation"};
    if (D == 3) keys.push_back("depth");
    return keys;
}

template <int D>
masonry::ArcadeParameters read_arcade(const Table& table) {
    masonry::ArcadeParameters p;
    p.bays = table.whole_number("bays", 1, 1);
    p.span = table.positive("span");
    p.pier_width = table.positive("pier_width");
    for (const Node* node : tables_of(&table.at("storeys"), "storeys"))
        p.storeys.push_back(read_storey(*node));
    p.block = table.vector<2>("block");
    p.foundation = table.positive("foundation");
    if (D == 3) p.depth = table.positive("depth");
    return p;
}

Keys cut_keys() { return {"shape", "block", "stone", "relaxation"}; }

template <int D>
masonry::CutParameters<D> read_cut(const Table& table) {
    if (table.has("block") == table.has("stone"))
        refuse(table.place(),
               "a solid is cut into courses by block = [..], or into irregular stones by stone = ..: one of "
               "the two");
    masonry::CutParameters<D> p;
    p.block = table.template vector<D>("block", {});
    p.stone = table.positive("stone", 0.0);
    p.relaxation = table.whole_number("relaxation", p.relaxation, 0);
    return p;
}

template Keys buttress_keys<2>();
template Keys buttress_keys<3>();
template masonry::ButtressParameters read_buttress<2>(const Table&);
template masonry::ButtressParameters read_buttress<3>(const Table&);
template Keys arcade_keys<2>();
template Keys arcade_keys<3>();
template masonry::ArcadeParameters read_arcade<2>(const Table&);
template masonry::ArcadeParameters read_arcade<3>(const Table&);
template masonry::CutParameters<2> read_cut<2>(const Table&);
template masonry::CutParameters<3> read_cut<3>(const Table&);

}  // namespace drystone
