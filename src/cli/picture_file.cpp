#include "cli/picture_file.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "core/input_error.h"

namespace drystone {

bool ends_with(const std::string& path, const char* extension) {
    return std::filesystem::path(path).extension() == extension;
}

void refuse_place(const std::string& path) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (!folder.empty() && !std::filesystem::is_directory(folder))
        throw InputError(path, fmt::format("there is no folder {}", folder.string()));
    if (std::filesystem::is_directory(path)) throw InputError(path, "is a folder: give the name of a file");
}

std::array<int, 2> size_in(const std::string& text) {
    constexpr int largest_side = 16384;
    std::array<int, 2> out{};
    const char *at = text.data(), *end = at + text.size();
    const auto width = std::from_chars(at, end, out[0]);
    const bool cross = width.ec == std::errc{} && width.ptr != end && *width.ptr == 'x';
    const auto height = cross ? std::from_chars(width.ptr + 1, end, out[1]) : width;
    const bool whole = cross && height.ec == std::errc{} && height.ptr == end;
    if (!whole || std::min(out[0], out[1]) < 64 || std::max(out[0], out[1]) > largest_side)
        throw InputError("--size " + text,
                         fmt::format("is not a size: WIDTHxHEIGHT, each from 64 to {}", largest_side));
    return out;
}

}  // namespace drystone
