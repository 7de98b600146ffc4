#include "io/run_folder.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "core/input_error.h"
#include "io/atomic_file.h"

namespace drystone {

namespace fs = std::filesystem;

namespace {

constexpr const char* written_at_the_end[] = {"summary.json", "bodies.csv", "parts.csv", "contacts.csv"};

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

void prepare_run_folder(const std::string& folder, const std::string& scene, bool force) {
    if (folder.empty()) throw InputError("--out", "needs the name of a folder");
    refuse_what_is_there(folder, force);
    const std::string scene_text = content_of(scene);
    try {
        fs::create_directories(fs::path(folder) / "probes");
        write_atomically(folder + "/scene.toml", scene_text);
        for (const char* name : written_at_the_end) fs::remove(fs::path(folder) / name);
    } catch (const std::exception& error) {
        throw InputError(folder, std::string("cannot write the results there: ") + error.what());
    }
}

}  // namespace drystone
