#include "scene/read_masonry.h"

namespace drystone {

namespace {

template <int D>
Keys with_space_keys(Keys keys, const Keys& space_only) {
    if (D == 3) keys.insert(keys.end(), space_only.begin(), space_only.end());
    return keys;
}

/// `key = [length, height]`, both positive.
Vec<2> extent_of(const Table& table, std::string_view key) {
    const Vec<2> extent = table.vector<2>(key);
    if (!(extent[0] > 0.0 && extent[1] > 0.0))
        refuse(table.at(key).place, std::string(key) + " must be two numbers greater than zero");
    return extent;
}

Vec<2> extent_of(const Table& table, std::string_view key, const Vec<2>& otherwise) {
    return table.has(key) ? extent_of(table, key) : otherwise;
}

masonry::Opening read_opening(const Node& node) {
    const Table table(node, "an opening", {"position", "size", "lintel", "bearing"});
    masonry::Opening opening;
    opening.position = table.vector<2>("position");
    opening.size = extent_of(table, "size");
    opening.lintel = table.truth("lintel", true);
    opening.bearing = table.positive("bearing", 0.0);
    return opening;
}

masonry::Beams read_beams(const Node& node) {
    const Table table(node, "beams", {"count", "section", "span", "bearing", "material"});
    masonry::Beams beams;
    beams.count = table.count("count", 1);
    beams.section = extent_of(table, "section");
    beams.span = table.positive("span");
    beams.bearing = table.positive("bearing");
    return beams;
}

/// [x, height] in the plane, [x, y, height] in space.
template <int D>
Vec<3> block_size_of(const Node& node) {
    const Vec<D> given = vector_of<D>(node, "a size");
    Vec<3> size{};
    size[0] = given[0];
    size[1] = D == 3 ? given[1] : 0.0;
    size[2] = given[D - 1];
    return size;
}

/// A number along x; in space also [x, y].
template <int D>
Vec<2> offset_of(const Node& node) {
    if (D == 3 && node.as<Node::Array>()) return vector_of<2>(node, "an offset");
    return {{number_of(node, "an offset"), 0.0}};
}

const std::vector<std::pair<std::string, masonry::Bond>> bonds = {{"running", masonry::Bond::running},
                                                                  {"stack", masonry::Bond::stack},
                                                                  {"english", masonry::Bond::english},
                                                                  {"flemish", masonry::Bond::flemish}};

const std::vector<std::pair<std::string, masonry::ArchForm>> arch_forms = {
    {"semicircular", masonry::ArchForm::semicircular},
    {"segmental", masonry::ArchForm::segmental},
    {"pointed", masonry::ArchForm::pointed}};

const std::vector<std::pair<std::string, masonry::BridgeFill>> fills = {
    {"blocks", masonry::BridgeFill::blocks}, {"none", masonry::BridgeFill::none}};

}  // namespace

template <int D>
Keys wall_keys() {
    return with_space_keys<D>({"length", "height", "block", "bond", "head_gap", "bed_gap", "openings",
                               "fixed_course", "base", "base_margin"},
                              {"thickness", "beams"});
}

template <int D>
masonry::WallParameters read_wall(const Table& table) {
    masonry::WallParameters p;
    p.length = table.positive("length");
    p.height = table.positive("height");
    if (D == 3) p.thickness = table.positive("thickness");
    p.block = extent_of(table, "block");
    p.bond = table.choice("bond", p.bond, bonds);
    p.head_gap = table.not_negative("head_gap", 0.0);
    p.bed_gap = table.not_negative("bed_gap", 0.0);
    for (const Node* node : tables_of(table.find("openings"), "openings")) {
        p.openings.push_back(read_opening(*node));
    }
    if (D == 3 && table.has("beams")) p.beams = read_beams(table.at("beams"));
    p.fixed_course = table.truth("fixed_course", false);
    p.base = table.not_negative("base", 0.0);
    p.base_margin = table.not_negative("base_margin", 0.0);
    return p;
}

Keys arch_section_keys() {
    return {"form", "radius",      "inner_radius", "span",     "thickness",       "voussoirs", "embrace_deg",
            "rise", "pointedness", "keystone",     "abutment", "abutment_margin", "rings"};
}

template <int D>
Keys arch_keys() {
    Keys keys = arch_section_keys();
    keys.insert(keys.end(), {"blocks", "abutments"});
    return with_space_keys<D>(std::move(keys), {"depth"});
}

masonry::ArchParameters read_arch_section(const Table& table, std::string_view stones) {
    masonry::ArchParameters p;
    if (table.has("embrace_deg") || table.has("rise")) p.form = masonry::ArchForm::segmental;
    p.form = table.choice("form", p.form, arch_forms);
    p.radius = table.positive("radius", 0.0);
    p.inner_radius = table.positive("inner_radius", 0.0);
    p.span = table.positive("span", 0.0);
    p.thickness = table.positive("thickness");
    p.voussoirs = table.count(stones, 1);
    p.embrace_deg = table.positive("embrace_deg", 0.0);
    p.rise = table.positive("rise", 0.0);
    p.pointedness = table.not_negative("pointedness", 0.0);
    p.keystone = table.truth("keystone", false);
    p.abutment = table.not_negative("abutment", p.thickness);
    p.abutment_margin = table.not_negative("abutment_margin", 0.0);
    p.rings = table.whole_number("rings", 1, 1);
    return p;
}

template <int D>
masonry::ArchParameters read_arch(const Table& table) {
    const bool by_blocks = table.has("blocks");
    if (by_blocks && table.has("voussoirs"))
        refuse(table.at("blocks").place, "blocks is the short way to say voussoirs: one of the two");
    if (table.has("abutments") && table.has("abutment"))
        refuse(table.at("abutments").place, "abutments = true gives them the length that abutment says otherwise: one of the two");
    masonry::ArchParameters p = read_arch_section(table, by_blocks ? "blocks" : "voussoirs");
    p.short_names = by_blocks;
    if (!table.truth("abutments", true)) p.abutment = 0.0;
    if (D == 3) p.depth = table.positive("depth");
    return p;
}

template <int D>
Keys column_keys() {
    return with_space_keys<D>(
        {"drums", "height", "drum_heights", "radius", "top_radius", "entasis", "capital", "base"}, {"sides"});
}

template <int D>
masonry::ColumnParameters read_column(const Table& table) {
    masonry::ColumnParameters p;
    if (table.has("drum_heights")) {
        for (const Node& item : array_of(table.at("drum_heights"), "drum_heights", "numbers"))
            p.drum_heights.push_back(positive_of(item, "drum_heights"));
        if (p.drum_heights.empty())
            refuse(table.at("drum_heights").place, "drum_heights must name at least one drum");
        p.drums = table.whole_number("drums", 0, 1);
        p.height = table.positive("height", 0.0);
    } else {
        p.drums = table.count("drums", 1);
        p.height = table.positive("height");
    }
    p.radius = table.positive("radius");
    p.top_radius = table.positive("top_radius", p.radius);
    p.entasis = table.number("entasis", 0.0);
    if (D == 3) p.sides = table.whole_number("sides", p.sides, 3);
    p.capital = extent_of(table, "capital", {});
    p.base = extent_of(table, "base", {});
    return p;
}

template <int D>
Keys stack_keys() {
    return {"sizes", "count", "offsets", "harmonic", "base"};
}

template <int D>
masonry::StackParameters read_stack(const Table& table) {
    masonry::StackParameters p;
    for (const Node& item : array_of(table.at("sizes"), "sizes", "sizes, each in brackets"))
        p.sizes.push_back(block_size_of<D>(item));
    p.count = table.whole_number("count", 0, 1);
    if (const Node* offsets = table.find("offsets")) {
        for (const Node& item : array_of(*offsets, "offsets", "offsets"))
            p.offsets.push_back(offset_of<D>(item));
    }
    p.harmonic = table.number("harmonic", 0.0);
    p.base = table.truth("base", false);
    return p;
}

template <int D>
Keys bridge_keys() {
    return with_space_keys<D>(
        {"spans", "span", "rise", "thickness", "voussoirs", "springing", "pier_width", "pier_courses",
         "abutment", "foundation", "cover", "block", "fill", "end_wall", "parapet", "rings"},
        {"width", "spandrel_thickness"});
}

template <int D>
masonry::BridgeParameters read_bridge(const Table& table) {
    masonry::BridgeParameters p;
    if (table.at("span").as<Node::Array>()) {
        for (const Node& span : *table.at("span").as<Node::Array>()) p.unequal.push_back(positive_of(span, "span"));
        if (p.unequal.empty()) refuse(table.at("span").place, "span must name at least one arch");
        p.spans = table.whole_number("spans", static_cast<int>(p.unequal.size()), 1);
    } else {
        p.spans = table.whole_number("spans", 1, 1);
        p.span = table.positive("span");
    }
    p.rings = table.whole_number("rings", 1, 1);
    p.rise = table.positive("rise", 0.0);
    p.thickness = table.positive("thickness");
    p.voussoirs = table.count("voussoirs", 3);
    p.springing = table.not_negative("springing", 0.0);
    p.pier_width = p.spans > 1 ? table.positive("pier_width") : table.positive("pier_width", 0.0);
    p.pier_courses = table.whole_number("pier_courses", 1, 1);
    p.abutment = table.positive("abutment");
    p.foundation = table.positive("foundation");
    p.cover = table.positive("cover");
    p.block = extent_of(table, "block");
    p.fill = table.choice("fill", p.fill, fills);
    p.end_wall = table.not_negative("end_wall", 0.0);
    p.parapet = table.not_negative("parapet", 0.0);
    if (D == 3) {
        p.width = table.positive("width");
        p.spandrel_thickness = table.positive("spandrel_thickness");
    }
    return p;
}

template <int D>
Keys rubble_keys() {
    return with_space_keys<D>(
        {"height", "thickness", "stone", "relaxation", "facing", "facing_block", "base", "base_margin"},
        {"length"});
}

template <int D>
masonry::RubbleParameters read_rubble(const Table& table) {
    masonry::RubbleParameters p;
    if (D == 3) p.length = table.positive("length");
    p.height = table.positive("height");
    p.thickness = table.positive("thickness");
    p.stone = table.positive("stone");
    p.relaxation = table.whole_number("relaxation", p.relaxation, 0);
    p.facing = table.not_negative("facing", 0.0);
    p.facing_block = p.facing > 0.0 ? extent_of(table, "facing_block") : extent_of(table, "facing_block", {});
    p.base = table.not_negative("base", 0.0);
    p.base_margin = table.not_negative("base_margin", 0.0);
    return p;
}

Keys barrel_vault_keys() {
    Keys keys = arch_section_keys();
    keys.insert(keys.end(), {"length", "block_length"});
    return keys;
}

masonry::BarrelVaultParameters read_barrel_vault(const Table& table) {
    return {read_arch_section(table), table.positive("length"), table.positive("block_length")};
}

Keys dome_keys() {
    return {"radius",   "inner_radius", "thickness", "courses",   "stones",
            "base_deg", "oculus_deg",   "keystone",  "staggered", "base_ring"};
}

masonry::DomeParameters read_dome(const Table& table) {
    masonry::DomeParameters p;
    read_round_courses(table, 3, p);
    p.base_deg = table.positive("base_deg", p.base_deg);
    p.base_ring = table.not_negative("base_ring", p.thickness);
    return p;
}

void refuse_parameters(const Table& table, const masonry::BadParameters& error) {
    const Node* node = table.find(error.field());
    if (!node && error.field() == "voussoirs") node = table.find("blocks");
    refuse(node ? node->place : table.place(), error.what());
}

#define DRYSTONE_READ_MASONRY(keys, Parameters, read)           \
    template Keys keys<2>();                                    \
    template Keys keys<3>();                                    \
    template masonry::Parameters read<2>(const Table&);         \
    template masonry::Parameters read<3>(const Table&);
DRYSTONE_READ_MASONRY(wall_keys, WallParameters, read_wall)
DRYSTONE_READ_MASONRY(arch_keys, ArchParameters, read_arch)
DRYSTONE_READ_MASONRY(column_keys, ColumnParameters, read_column)
DRYSTONE_READ_MASONRY(stack_keys, StackParameters, read_stack)
DRYSTONE_READ_MASONRY(bridge_keys, BridgeParameters, read_bridge)
DRYSTONE_READ_MASONRY(rubble_keys, RubbleParameters, read_rubble)
#undef DRYSTONE_READ_MASONRY

}  // namespace drystone
