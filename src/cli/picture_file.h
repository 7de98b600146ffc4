#pragma once

#include <array>
#include <string>

namespace drystone {

// What commands that write pictures have in common.

bool ends_with(const std::string& path, const char* extension);

/// InputError where there is no folder for the file, or where it is a folder.
void refuse_place(const std::string& path);

/// "1600x1200"
std::array<int, 2> size_in(const std::string& text);

}  // namespace drystone
