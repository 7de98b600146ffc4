#pragma once

#include <string>
#include <string_view>

namespace drystone {

/// A text as a field of a CSV file: quoted where it must be.
inline std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

}  // namespace drystone
