#include "scene/read_links.h"

#include <algorithm>
#include <initializer_list>

#include <fmt/format.h>

#include "scene/read_body_list.h"
#include "scene/read_signal.h"
#include "scene/table.h"
#include "step/material_place.h"

namespace drystone {

namespace {

constexpr const char* the_world = "world";

/// A body's number, or -1 for the world.
template <int D>
int read_side(const Node& node, const Draft<D>& draft) {
    const auto* name = node.as<std::string>();
    if (!name || *name != the_world) return read_one_body(node, "an end of a link", draft);
    if (draft.bodies.has(the_world))
        refuse(node.place,
               "a body is called \"world\", and links mean by that what does not move: give the body another "
               "name");
    return -1;
}

LinkType read_type(const Table& table) {
    std::vector<std::pair<std::string, LinkType>> words;
    for (std::size_t k = 0; k < std::size(link_types); ++k)
        words.emplace_back(std::string(link_types[k]), static_cast<LinkType>(k));
    return table.choice<LinkType>("type", words);
}

/// A key and the types that have it.
struct KeyOfTypes {
    const char* key;
    std::vector<LinkType> types;
    const char* meaning;
};

/// Refuses what the type of the link has not.
void check_keys(const Table& table, LinkType type) {
    using enum LinkType;
    const KeyOfTypes known[] = {
        {"point",
         {ball, weld, hinge, slider},
         "where a ball, weld, hinge or slider is; ends are points = [p_a, p_b]"},
        {"points", {rod, cable, spring}, "the ends of a rod, cable or spring; one place is point = [..]"},
        {"axis", {hinge, slider}, "of hinges and sliders"},
        {"axial_stiffness", {cable, spring}, "of cables and springs"},
        {"stiffness", {cable, spring}, "of cables and springs"},
        {"prestress", {rod, cable, spring}, "of cables and springs"},
        {"yield", {rod, cable, spring}, "of rods, cables and springs"},
        {"damping", {rod, cable, spring}, "of rods, cables and springs"},
        {"moment_strength", {weld, hinge, slider}, "of welds, hinges and sliders"},
        {"friction", {hinge, slider}, "of hinges and sliders"},
        {"limits", {hinge, slider}, "of hinges and sliders"},
        {"motor", {hinge, slider}, "of hinges and sliders"},
    };
    for (const KeyOfTypes& one : known) {
        const Node* node = table.find(one.key);
        if (node && std::find(one.types.begin(), one.types.end(), type) == one.types.end())
            refuse(node->place,
                   fmt::format("{} is {}, and this link is a {}", one.key, one.meaning, name_of(type)));
    }
}

template <int D>
void read_points(const Table& table, LinkDescription<D>& link) {
    const Node& node = table.at("points");
    const auto* ends = node.as<Node::Array>();
    if (!ends || ends->size() != 2)
        refuse(node.place,
               fmt::format("points must be two places in brackets, [p_a, p_b], found {}", describe(node)));
    link.point = vector_of<D>((*ends)[0], "the first of points");
    link.end = vector_of<D>((*ends)[1], "the second of points");
    if (link.point == link.end)
        refuse(node.place, fmt::format("the two points are one: a {} needs a length", name_of(link.type)));
}

/// Stiffness and what needs one.
void read_stretch(const Table& table, LinkType type, LinkProperties& is) {
    const Node *EA = table.find("axial_stiffness"), *k = table.find("stiffness"),
               *prestress = table.find("prestress");
    if (EA && k) refuse(k->place, "a link has axial_stiffness or stiffness, not both");
    if (EA) is.axial_stiffness = positive_of(*EA, "axial_stiffness");
    if (k) is.stiffness = positive_of(*k, "stiffness");
    if (type == LinkType::spring && !is.stretches())
        refuse(table.place(), "a spring needs a stiffness [N/m] or an axial_stiffness [N]");
    if (prestress && !is.stretches())
        refuse(prestress->place,
               type == LinkType::rod
                   ? "a prestress needs a stiffness, which a rod has not: say type = \"spring\" or \"cable\""
                   : "a prestress needs a stiffness or an axial_stiffness");
    if (!prestress) return;
    is.prestress = type == LinkType::cable ? not_negative_of(*prestress, "the prestress of a cable")
                                           : number_of(*prestress, "prestress");
    if (is.axial_stiffness > 0.0 && is.prestress <= -is.axial_stiffness)
        refuse(prestress->place, "no length is left under this prestress: it must be above -axial_stiffness");
}

template <int D>
void read_line(const Table& table, LinkDescription<D>& link) {
    LinkProperties& is = link.is;
    read_points(table, link);
    read_stretch(table, link.type, is);
    is.damping = table.not_negative("damping", 0.0);
    is.yield = table.positive("yield", LinkProperties::never);
    if (const Node* prestress = table.find("prestress");
        prestress && std::abs(is.prestress) > std::min(is.yield, is.strength))
        refuse(prestress->place, "the prestress is more than the link can carry: its yield or strength");
}

template <int D>
void read_axis(const Table& table, LinkDescription<D>& link) {
    const Node* axis = table.find("axis");
    if (D == 2 && link.type == LinkType::hinge) {
        if (axis) refuse(axis->place, "in 2D a hinge turns about z and has no axis");
        return;
    }
    if (!axis)
        refuse(table.place(),
               fmt::format("a {} needs an axis: the direction {}", name_of(link.type),
                           link.type == LinkType::hinge ? "it turns about" : "it slides along"));
    link.axis = unit_vector_of<D>(*axis, "axis");
}

void read_limits(const Table& table, LinkProperties& is) {
    const Node* node = table.find("limits");
    if (!node) return;
    const Vec<2> limits = vector_of<2>(*node, "limits, [low, high],");
    if (!(limits[0] < limits[1])) refuse(node->place, "limits are [low, high], the lower first");
    if (limits[0] > 0.0 || limits[1] < 0.0)
        refuse(node->place, "limits count from where the link is at time 0, and must have 0 between them");
    is.low = limits[0];
    is.high = limits[1];
}

template <int D>
void read_motor(const Table& table, const Draft<D>& draft, LinkDescription<D>& link) {
    const Node* node = table.find("motor");
    if (!node) return;
    const Table motor(*node, "a motor");
    using Motor = LinkProperties::Motor;
    link.is.motor = motor.choice<Motor>(
        "quantity", {{"velocity", Motor::velocity}, {"displacement", Motor::displacement}});
    link.is.most = motor.positive("most", LinkProperties::never);
    if (motor.has("kind") || motor.has("function")) {
        link.motor = read_signal(*node, "a motor", {"quantity", "most"}, draft.folder);
        return;
    }
    const Table plain(*node, "a motor", {"quantity", "most", "kind", "value"});
    link.motor = {.kind = Signal::Kind::constant, .value = plain.number("value")};
}

template <int D>
void read_joint(const Table& table, const Draft<D>& draft, LinkDescription<D>& link) {
    link.point = table.vector<D>("point");
    link.is.moment_strength = table.positive("moment_strength", LinkProperties::never);
    if (link.type != LinkType::hinge && link.type != LinkType::slider) return;
    read_axis(table, link);
    link.is.friction = table.not_negative("friction", 0.0);
    read_limits(table, link.is);
    read_motor(table, draft, link);
}

/// A deformable body is held where it is.
template <int D>
void check_place(const Table& table, const Draft<D>& draft, const LinkDescription<D>& link) {
    const bool line = table.has("points");
    const Node& node = table.at(line ? "points" : "point");
    for (const auto& [body, place] :
         {std::pair(link.body_a, link.point), std::pair(link.body_b, line ? link.end : link.point)}) {
        if (body < 0) continue;
        const BodyDescription<D>& b = draft.world.bodies[static_cast<std::size_t>(body)];
        if (b.deformable && !is_inside(b, place))
            refuse(
                node.place,
                fmt::format(
                    "body \"{}\" is deformable, and is not there at time 0: a link holds some of its matter",
                    b.name));
    }
}

template <int D>
LinkDescription<D> read_link(const Node& node, const Draft<D>& draft) {
    const Table table(
        node, "[[links]]",
        {"name", "between", "type", "point", "points", "axis", "collide", "axial_stiffness", "stiffness",
         "prestress", "yield", "damping", "strength", "moment_strength", "friction", "limits", "motor"});
    const Node& between = table.at("between");
    const auto* pair = between.as<Node::Array>();
    if (!pair || pair->size() != 2)
        refuse(between.place,
               "between must be two bodies in brackets, [\"a\", \"b\"]; \"world\" is what does not move");
    LinkDescription<D> link{.name = table.text("name"),
                            .type = read_type(table),
                            .body_a = read_side((*pair)[0], draft),
                            .body_b = read_side((*pair)[1], draft),
                            .collide = table.truth("collide", false),
                            .place = origin_of(node)};
    if (link.body_a == link.body_b)
        refuse(between.place, "a link is between two bodies, and these are the same");
    check_keys(table, link.type);
    link.is.strength = table.positive("strength", LinkProperties::never);
    if (link.type >= LinkType::rod)
        read_line(table, link);
    else
        read_joint(table, draft, link);
    check_place(table, draft, link);
    return link;
}

}  // namespace

template <int D>
void read_links(const Node& document, Draft<D>& draft) {
    for (const Node* node : tables_of(find_in(document, "links"), "links")) {
        draft.world.links.push_back(read_link(*node, draft));
        draft.links.add(draft.world.links.back().name, static_cast<int>(draft.world.links.size()) - 1,
                        find_in(*node, "name")->place);
    }
}

template void read_links(const Node&, Draft<2>&);
template void read_links(const Node&, Draft<3>&);

}  // namespace drystone
