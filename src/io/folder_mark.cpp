#include "io/folder_mark.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "core/input_error.h"
#include "io/atomic_file.h"

namespace drystone {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* purpose = "results of drystone: --force replaces what is named here, and nothing else";

bool is_number(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

bool may_be_marked(const std::string& name) {
    const fs::path path(name);
    const std::string first = path.empty() ? "" : path.begin()->string(), last = path.filename().string();
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (!plain || last.empty() || last == "." || last == "..") return false;
    const auto parts = std::distance(path.begin(), path.end());
    return parts == 1 || (parts == 2 && (first == "probes" || (first == "inputs" && is_number(last))));
}

std::optional<FolderMark> read_mark(const std::string& folder) {
    const fs::path path = fs::path(folder) / mark_name;
    if (!fs::exists(fs::symlink_status(path))) return std::nullopt;
    const auto refuse = [&] {
        throw InputError(path.string(), "is not the mark that drystone leaves in a folder of results");
    };
    if (!fs::is_regular_file(fs::symlink_status(path))) refuse();
    std::ifstream file(path, std::ios::binary);
    const Json json = Json::parse(file, nullptr, false);
    if (!json.is_object() || !json.contains("made") || !json["made"].is_object()) refuse();
    FolderMark mark;
    for (const auto& [name, fingerprint] : json["made"].items()) {
        if (!may_be_marked(name) || !fingerprint.is_string()) refuse();
        mark.made[name] = fingerprint;
    }
    return mark;
}

void write_mark(const std::string& folder, const FolderMark& mark) {
    const Json json = {{"purpose", purpose}, {"made", mark.made}};
    write_atomically((fs::path(folder) / mark_name).string(), json.dump(2) + '\n');
}

}  // namespace drystone
