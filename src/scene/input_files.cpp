#include "scene/input_files.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace drystone {

namespace {

void collect(const Node& node, const std::string& key, bool names_files, const std::filesystem::path& folder,
             std::vector<InputFile>& files) {
    if (const auto* text = node.as<std::string>()) {
        if (names_files) files.push_back({key, folder / *text});
    } else if (const auto* items = node.as<Node::Array>()) {
        for (std::size_t k = 0; k < items->size(); ++k)
            collect((*items)[k], key + "." + std::to_string(k), names_files, folder, files);
    } else if (const auto* table = node.as<Node::Entries>()) {
        for (const Node::Entry& entry : *table) {
            constexpr std::string_view keys[] = {"file", "files", "folder", "mesh", "bodies_from"};
            const bool names = std::find(std::begin(keys), std::end(keys), entry.key) != std::end(keys);
            collect(entry.value, key.empty() ? entry.key : key + "." + entry.key, names, folder, files);
        }
    }
}

}  // namespace

std::vector<InputFile> input_files(const Node& document, const std::filesystem::path& folder) {
    std::vector<InputFile> files;
    collect(document, "", false, folder, files);
    return files;
}

}  // namespace drystone
