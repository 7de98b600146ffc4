#include "io/run_folder.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <system_error>

#include "core/input_error.h"
#include "io/atomic_file.h"

namespace drystone {

namespace fs = std::filesystem;

namespace {

constexpr const char* written_at_the_end[] = {"summary.json", "bodies.csv", "parts.csv", "contacts.csv",
                                              "joints.csv", "report.html"};
constexpr const char* to_go_on_from[] = {"checkpoint.h5", "checkpoint.previous.h5", "frames.h5",
                                         "frames.xdmf", "inputs"};

void take_away(const std::string& folder, const auto& names) {
    for (const char* name : names) fs::remove_all(fs::path(folder) / name);
}

/// As a TOML value.
std::string toml_text(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

void copy_input(const fs::path& from, const fs::path& to) {
    fs::create_directories(to.parent_path());
    if (!fs::is_directory(from)) {
        fs::copy_file(from, to, fs::copy_options::overwrite_existing);
        return;
    }
    fs::create_directories(to);
    for (const auto& entry : fs::directory_iterator(from)) {
        if (entry.is_regular_file()) fs::copy_file(entry.path(), to / entry.path().filename());
    }
}

void refuse_what_is_there(const std::string& folder, bool force) {
    std::error_code error;
    const fs::file_status status = fs::status(folder, error);
    if (!fs::exists(status)) return;
    if (!fs::is_directory(status)) {
        throw InputError(folder,
                         "is a file, and the results need a folder of that name: choose one with --out");
    }
    const fs::directory_iterator entries(folder, error);
    if (error) throw InputError(folder, "cannot read the folder: " + error.message());
    if (!force && entries != fs::directory_iterator()) {
        throw InputError(folder,
                         "the folder is not empty: choose another with --out, or give --force to replace "
                         "the results in it");
    }
}

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string content{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw InputError(path, "cannot read the scene");
    return content;
}

}  // namespace

std::string default_run_folder(const std::string& scene) {
    const fs::path name = fs::path(scene).filename();
    return (name.extension() == ".toml" ? name.stem() : name).string();
}

FolderLock prepare_run_folder(const std::string& folder, const std::string& scene, bool force) {
    if (folder.empty()) throw InputError("--out", "needs the name of a folder");
    refuse_what_is_there(folder, force);
    const std::string scene_text = content_of(scene);
    try {
        fs::create_directories(folder);
    } catch (const std::exception& error) {
        throw InputError(folder, std::string("cannot write the results there: ") + error.what());
    }
    FolderLock lock(folder);
    try {
        fs::create_directories(fs::path(folder) / "probes");
        write_atomically(folder + "/scene.toml", scene_text);
        take_away(folder, written_at_the_end);
        take_away(folder, to_go_on_from);
    } catch (const std::exception& error) {
        throw InputError(folder, std::string("cannot write the results there: ") + error.what());
    }
    return lock;
}

std::string scene_of_run(const std::string& folder) { return content_of(folder + "/scene.toml"); }

void reopen_run_folder(const std::string& folder) { take_away(folder, written_at_the_end); }

std::vector<std::string> copy_inputs(const std::string& folder,
                                     const std::vector<std::pair<std::string, fs::path>>& files) {
    std::map<fs::path, std::string> copies;  // many bodies may have the same mesh
    std::vector<std::string> overrides;
    try {
        for (const auto& [key, path] : files) {
            auto place = copies.find(path);
            if (place == copies.end()) {
                const fs::path name = path.has_filename() ? path.filename() : path.parent_path().filename();
                const fs::path copy = fs::path("inputs") / std::to_string(copies.size()) / name;
                copy_input(path, folder / copy);
                place = copies.emplace(path, copy.string()).first;
            }
            overrides.push_back(key + "=" + toml_text(place->second));
        }
    } catch (const std::exception& error) {
        throw InputError(folder, std::string("cannot copy the scene's files there: ") + error.what());
    }
    return overrides;
}

}  // namespace drystone
