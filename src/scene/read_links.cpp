#include "scene/read_links.h"

#include <algorithm>

#include <fmt/format.h>

#include "scene/read_body_list.h"
#include "scene/table.h"

namespace drystone {

namespace {

constexpr const char* world = "world";

/// A body's number, or -1 for the world.
template <int D>
int read_side(const Node& node, const Draft<D>& draft) {
    const auto* name = node.as<std::string>();
    if (!name || *name != world) return read_one_body(node, "an end of a link", draft);
    if (draft.bodies.has(world))
        refuse(node.place,
               "a body is called \"world\", and links mean by that what does not move: give the body another "
               "name");
    return -1;
}

LinkType read_type(const Table& table) {
    const Node& node = table.at("type");
    const std::string& type = text_of(node, "type");
    constexpr const char* later[] = {"hinge", "slider", "rod", "cable", "spring"};
    if (std::find(std::begin(later), std::end(later), type) != std::end(later))
        refuse(node.place,
               fmt::format("links of type \"{}\" are not there yet; there are \"ball\" and \"weld\"", type));
    return table.choice<LinkType>("type", {{"ball", LinkType::ball}, {"weld", LinkType::weld}});
}

template <int D>
LinkDescription<D> read_link(const Node& node, const Draft<D>& draft) {
    const Table table(node, "[[links]]", {"name", "between", "type", "point", "collide"});
    const Node& between = table.at("between");
    const auto* pair = between.as<Node::Array>();
    if (!pair || pair->size() != 2)
        refuse(between.place,
               "between must be two bodies in brackets, [\"a\", \"b\"]; \"world\" is what does not move");
    LinkDescription<D> link{.name = table.text("name"),
                            .type = read_type(table),
                            .body_a = read_side((*pair)[0], draft),
                            .body_b = read_side((*pair)[1], draft),
                            .point = table.vector<D>("point"),
                            .collide = table.truth("collide", false),
                            .place = node.place};
    if (link.body_a == link.body_b)
        refuse(between.place, "a link is between two bodies, and these are the same");
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
