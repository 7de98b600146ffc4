#pragma once

#include <string_view>

namespace drystone {

/// Whether a body belongs to a group: it has that name, or its name begins with it and a point. All belong to "".
inline bool belongs(std::string_view name, std::string_view group) {
    return group.empty() || name == group || (name.starts_with(group) && name[group.size()] == '.');
}

/// Whether a name is like a pattern, in which * stands for any letters: after a '*' that went wrong, the last one takes a letter more.
inline bool is_like(std::string_view name, std::string_view pattern) {
    std::size_t n = 0, p = 0, star = std::string_view::npos, taken = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            taken = n;
        } else if (p < pattern.size() && pattern[p] == name[n]) {
            ++p;
            ++n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++taken;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace drystone
