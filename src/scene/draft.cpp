#include "scene/draft.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "scene/nearest.h"
#include "scene/table.h"

namespace drystone {

namespace {

/// The number behind the last point of a name, as it would be written; -1: there is none.
int number_of(const std::string& name, std::size_t point) {
    int number = -1;
    if (point == std::string::npos) return -1;
    const auto [end, error] = std::from_chars(name.data() + point + 1, name.data() + name.size(), number);
    const bool is_number = error == std::errc() && end == name.data() + name.size() && name.size() > point + 1;
    return is_number && fmt::format("{}", number) == name.substr(point + 1) ? number : -1;
}

}  // namespace

int Names::find(const std::string& name) const {
    if (const auto one = index_.find(name); one != index_.end()) return one->second;
    const std::size_t point = name.rfind('.');
    const int number = number_of(name, point);
    const auto crowd = number < 0 ? numbered_.end() : numbered_.find(name.substr(0, point));
    return crowd != numbered_.end() && number < crowd->second.count ? crowd->second.first + number : -1;
}

void Names::refuse_taken(const std::string& name, const Place& place) const {
    refuse(place,
           fmt::format("the name \"{}\" is already taken by another {}; names must be unique", name, kind_));
}

void Names::add(const std::string& name, int index, const Place& place) {
    if (has(name)) refuse_taken(name, place);
    index_.emplace(name, index);
}

void Names::add_numbered(const std::string& name, int first, int count, const Place& place) {
    int taken = numbered_.contains(name) ? 0 : count;
    for (const auto& [other, index] : index_) {
        if (!other.starts_with(name + ".")) continue;
        if (const int number = number_of(other, name.size()); number >= 0) taken = std::min(taken, number);
    }
    if (taken < count) refuse_taken(fmt::format("{}.{}", name, taken), place);
    numbered_[name] = {first, count};
}

int Names::at(const Node& node, std::string_view what) const {
    const std::string& name = text_of(node, what);
    const int found = find(name);
    if (found < 0) {
        refuse(node.place,
               fmt::format("there is no {} named \"{}\"{}", kind_, name, suggestion(name, all())));
    }
    return found;
}

std::vector<std::string> Names::all_in_order() const {
    std::vector<std::string> names = all();
    std::sort(names.begin(), names.end(),
              [&](const std::string& a, const std::string& b) { return find(a) < find(b); });
    return names;
}

std::vector<std::string> Names::all() const {
    std::vector<std::string> names;
    for (const auto& [name, index] : index_) names.push_back(name);
    for (const auto& [name, crowd] : numbered_) {
        for (int i = 0; i < crowd.count; ++i) names.push_back(fmt::format("{}.{}", name, i));
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace drystone
