#include "scene/draft.h"

#include <algorithm>

#include <fmt/format.h>

#include "scene/nearest.h"
#include "scene/table.h"

namespace drystone {

void Names::add(const std::string& name, int index, const Place& place) {
    if (index_.emplace(name, index).second) return;
    refuse(place,
           fmt::format("the name \"{}\" is already taken by another {}; names must be unique", name, kind_));
}

int Names::at(const Node& node, std::string_view what) const {
    const std::string& name = text_of(node, what);
    const auto found = index_.find(name);
    if (found == index_.end()) {
        refuse(node.place,
               fmt::format("there is no {} named \"{}\"{}", kind_, name, suggestion(name, all())));
    }
    return found->second;
}

std::vector<std::string> Names::all_in_order() const {
    std::vector<std::string> names = all();
    std::sort(names.begin(), names.end(),
              [&](const std::string& a, const std::string& b) { return index_.at(a) < index_.at(b); });
    return names;
}

std::vector<std::string> Names::all() const {
    std::vector<std::string> names;
    for (const auto& [name, index] : index_) names.push_back(name);
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace drystone
