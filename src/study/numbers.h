#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace drystone {

/// The whole text as a finite number; nothing: it is none.
inline std::optional<double> number_in(std::string_view text) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

}  // namespace drystone
