#pragma once

#include <string_view>

namespace drystone {

/// Whether a body belongs to a group: it has that name, or its name begins with it and a point. All belong to "".
inline bool belongs(std::string_view name, std::string_view group) {
    return group.empty() || name == group || (name.starts_with(group) && name[group.size()] == '.');
}

}  // namespace drystone
