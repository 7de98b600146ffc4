#pragma once

#include <span>
#include <string_view>

namespace drystone {

/// A scene to begin with: a file of examples/starters. Its first line is a comment "# name: what it is".
struct Starter {
    std::string_view name;
    std::string_view text;
};

/// All of them, in the order of the alphabet; the build makes the table (cmake/embed_starters.cmake).
std::span<const Starter> starters();

}  // namespace drystone
