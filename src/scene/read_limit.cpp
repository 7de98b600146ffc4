#include "scene/read_limit.h"

#include <algorithm>

#include <fmt/format.h>

#include "scene/table.h"

namespace drystone {

namespace {

template <int D>
std::vector<std::string> read_scaled_drives(const Node& node, const Draft<D>& draft) {
    const auto& items = array_of(node, "drives", "names of drives");
    if (items.empty()) refuse(node.place, "drives is empty; name the drives whose forces are scaled");
    std::vector<std::string> names;
    for (const Node& item : items) {
        draft.drives.at(item, "a drive");
        const std::string& name = *item.as<std::string>();
        if (std::find(names.begin(), names.end(), name) != names.end())
            refuse(item.place, fmt::format("drive \"{}\" is named twice", name));
        const auto& loads = draft.world.loads;
        const auto& moving = draft.world.moving_loads;
        const auto is_meant = [&](const auto& load) { return load.name == name; };
        if (std::none_of(loads.begin(), loads.end(), is_meant) && std::none_of(moving.begin(), moving.end(), is_meant))
            refuse(item.place, fmt::format("drive \"{}\" has no force or torque: there is nothing to scale", name));
        names.push_back(name);
    }
    return names;
}

}  // namespace

template <int D>
LimitSettings read_limit(const Node& document, const Draft<D>& draft) {
    const Node* node = find_in(document, "limit");
    if (!node) return {};
    const Table table(*node, "[limit]", {"acceleration", "drives"});
    if (table.has("acceleration") == table.has("drives"))
        refuse(table.has("drives") ? table.at("drives").place : table.place(),
               "[limit] says what is scaled: either an acceleration of all bodies, or the forces of drives");
    LimitSettings limit{.given = true, .acceleration = {}, .drives = {}, .place = table.place()};
    if (const Node* drives = table.find("drives")) {
        limit.drives = read_scaled_drives(*drives, draft);
        return limit;
    }
    const Vec<D> acceleration = table.vector<D>("acceleration");
    if (acceleration == Vec<D>{}) refuse(table.at("acceleration").place, "acceleration is zero: there is nothing to scale");
    limit.acceleration.assign(acceleration.c.begin(), acceleration.c.end());
    return limit;
}

template LimitSettings read_limit(const Node&, const Draft<2>&);
template LimitSettings read_limit(const Node&, const Draft<3>&);

}  // namespace drystone
