#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scene/node.h"

namespace drystone {

/// A file, or a folder of files, that a scene reads besides itself.
struct InputFile {
    std::string key;             // its place in the scene, as --set takes it: "drives.0.motion.file"
    std::filesystem::path path;  // where it is
};

/// The values of all keys `file`, `files`, `folder`, `mesh` and `bodies_from` of a document. `folder`: that of the scene.
std::vector<InputFile> input_files(const Node& document, const std::filesystem::path& folder);

}  // namespace drystone
