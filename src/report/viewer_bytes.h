#pragma once

#include <string_view>

namespace drystone {

// The page's program and its style, bundled from web/ when the program is built (web/build.mjs); empty in a build
// without npm (web/without_npm.cpp).
extern const std::string_view viewer_script;
extern const std::string_view viewer_style;

}  // namespace drystone
