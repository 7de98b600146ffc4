#include "io/run_folder.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "core/input_error.h"
#include "io/atomic_file.h"

namespace drystone {

namespace fs = std::filesystem;

namespace {

constexpr const char* written_at_the_end[] = {"summary.json", "bodies.csv", "parts.csv",
                                              "contacts.csv", "joints.csv", "links.csv", "report.html"};

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string content{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw InputError(path, "cannot read the scene");
    return content;
}

/// As a TOML value, whatever characters a file's name may have.
std::string toml_text(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += (c >= 0 && c < ' ') || c == 0x7f ? fmt::format("\\u{:04x}", c) : std::string(1, c);
    }
    return out + '"';
}

/// Its own name, by whose end a file's format is known. A folder may be named "stones/", "." or "..".
fs::path name_of_copy(const fs::path& path) {
    const fs::path name = path.has_filename() ? path.filename() : path.parent_path().filename();
    return name.empty() || name == "." || name == ".." ? "folder" : name;
}

/// Which copy each input has; one that several keys name has one.
std::map<fs::path, std::string> copies_of(const RunPlan& plan) {
    std::map<fs::path, std::string> copies;
    for (const auto& [key, path] : plan.inputs)
        copies.emplace(path, "inputs/" + std::to_string(copies.size()));
    return copies;
}

void copy_input(const fs::path& from, const fs::path& to) {
    fs::create_directories(to.parent_path());
    if (!fs::is_directory(from)) {
        fs::copy_file(from, to);
        return;
    }
    fs::create_directories(to);
    for (const auto& entry : fs::directory_iterator(from)) {
        if (entry.is_regular_file()) fs::copy_file(entry.path(), to / entry.path().filename());
    }
}

bool is_within(const fs::path& inner, const fs::path& outer) {
    return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

/// Refuses to take away what the scene reads.
void expect_not_read(const fs::path& folder, const std::vector<std::string>& names, const RunPlan& plan) {
    for (const std::string& name : names) {
        const fs::path taken = fs::weakly_canonical(folder / name);
        for (const auto& [key, path] : plan.inputs) {
            const fs::path read = fs::weakly_canonical(path);
            if (is_within(read, taken) || is_within(taken, read))
                throw InputError(
                    path.string(),
                    fmt::format("is read by the scene ({}), and --force would take it away: choose "
                                "another folder with --out",
                                key));
        }
    }
}

std::vector<std::string> names_of(const RunPlan& plan, const std::map<fs::path, std::string>& copies) {
    std::vector<std::string> names = files_of_runs();
    names.insert(names.end(), plan.names.begin(), plan.names.end());
    for (const auto& [path, copy] : copies) names.push_back(copy);
    return names;
}

/// With what an earlier command made gone.
ResultFolder emptied_folder(const std::string& folder, const RunPlan& plan, bool force,
                            const std::vector<std::string>& names, const std::string& scene) {
    ResultFolder results(folder, force);
    const std::vector<std::string> before = results.made();
    const fs::path own = fs::path(folder) / "scene.toml";
    if (fs::is_regular_file(own) && content_of(own.string()) == scene) results.allow_change("scene.toml");
    results.expect_replaceable(before);
    results.expect_replaceable(names);
    expect_not_read(folder, before, plan);
    results.replace(before, names);
    return results;
}

}  // namespace

std::string default_run_folder(const std::string& scene) {
    const fs::path name = fs::path(scene).filename();
    return (name.extension() == ".toml" ? name.stem() : name).string();
}

RunFolder prepare_run_folder(const std::string& folder, const RunPlan& plan, bool force) {
    const std::map<fs::path, std::string> copies = copies_of(plan);
    const std::string scene = plan.text ? *plan.text : content_of(plan.scene);
    RunFolder run{emptied_folder(folder, plan, force, names_of(plan, copies), scene), {}, {}};
    try {
        fs::create_directories(fs::path(folder) / "probes");
        write_atomically(folder + "/scene.toml", scene);
        for (const auto& [path, copy] : copies)
            copy_input(path, fs::path(folder) / copy / name_of_copy(path));
        run.copies["scene.toml"] = fingerprint_of(folder + "/scene.toml");
        for (const auto& [path, copy] : copies) run.copies[copy] = fingerprint_of(fs::path(folder) / copy);
        run.folder.mark_copies(run.copies);
    } catch (const std::exception& error) {
        run.folder.give_up();
        refuse_results(folder, error);
    }
    for (const auto& [key, path] : plan.inputs)
        run.inputs.push_back(key + "=" +
                             toml_text((fs::path(copies.at(path)) / name_of_copy(path)).string()));
    return run;
}

std::string scene_of_run(const std::string& folder) { return content_of(folder + "/scene.toml"); }

void reopen_run_folder(const std::string& folder) {
    for (const char* name : written_at_the_end) {
        const fs::path path = fs::path(folder) / name;
        if (!fs::is_directory(fs::symlink_status(path))) fs::remove(path);
    }
}

}  // namespace drystone
