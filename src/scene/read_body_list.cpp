#include "scene/read_body_list.h"

#include <algorithm>

#include <fmt/format.h>

#include "scene/nearest.h"
#include "scene/table.h"

namespace drystone {

namespace {

template <int D>
std::vector<int> bodies_of(const std::string& group, const Draft<D>& draft) {
    std::vector<int> bodies;
    for (std::size_t i = 0; i < draft.world.bodies.size(); ++i) {
        if (!group.empty() && draft.world.bodies[i].group == group) bodies.push_back(static_cast<int>(i));
    }
    return bodies;
}

template <int D>
std::vector<std::string> known_names(const Draft<D>& draft) {
    std::vector<std::string> names = draft.bodies.all();
    for (const auto& body : draft.world.bodies) {
        if (!body.group.empty()) names.push_back(body.group);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

template <int D>
void add_named(const Node& node, std::string_view what, const Draft<D>& draft, std::vector<int>& list) {
    const std::string& name = text_of(node, what);
    std::vector<int> found = bodies_of(name, draft);
    if (draft.bodies.has(name)) {
        if (!found.empty()) {
            refuse(node.place,
                   fmt::format("\"{}\" names a body and a group: which is meant? rename one", name));
        }
        found = {draft.bodies.at(node, what)};
    }
    if (found.empty()) {
        refuse(node.place, fmt::format("there is no body or group named \"{}\"{}", name,
                                       suggestion(name, known_names(draft))));
    }
    for (const int body : found) {
        if (std::find(list.begin(), list.end(), body) != list.end())
            refuse(node.place, fmt::format("\"{}\" names a body for the second time", name));
    }
    list.insert(list.end(), found.begin(), found.end());
}

}  // namespace

template <int D>
std::vector<int> read_body_list(const Node& node, std::string_view what, const Draft<D>& draft) {
    std::vector<int> list;
    if (!node.as<Node::Array>()) {
        add_named(node, what, draft, list);
        return list;
    }
    const Node::Array& items = *node.as<Node::Array>();
    if (items.empty()) refuse(node.place, fmt::format("{} is empty; name a body or a group", what));
    for (const Node& item : items) add_named(item, what, draft, list);
    return list;
}

template <int D>
std::vector<int> read_body_or_bodies(const Node& node, const Draft<D>& draft) {
    const Node *one = find_in(node, "body"), *several = find_in(node, "bodies");
    if (one && several) refuse(several->place, "give either body or bodies, not both");
    if (several) return read_body_list(*several, "bodies", draft);
    if (!one) refuse(node.place, "which body? give body = \"name\", or bodies = a group or a list of names");
    return {draft.bodies.at(*one, "body")};
}

template std::vector<int> read_body_list(const Node&, std::string_view, const Draft<2>&);
template std::vector<int> read_body_list(const Node&, std::string_view, const Draft<3>&);
template std::vector<int> read_body_or_bodies(const Node&, const Draft<2>&);
template std::vector<int> read_body_or_bodies(const Node&, const Draft<3>&);

}  // namespace drystone
