#include "io/result_folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <system_error>

#include <nlohmann/json.hpp>

#include "core/input_error.h"
#include "io/output_file.h"

namespace drystone {

namespace fs = std::filesystem;

namespace {

bool is_there(const fs::path& path) { return fs::exists(fs::symlink_status(path)); }
bool is_link(const fs::path& path) { return fs::is_symlink(fs::symlink_status(path)); }
bool is_real_folder(const fs::path& path) { return fs::is_directory(fs::symlink_status(path)); }

bool in_a_folder(const std::string& name) { return fs::path(name).has_parent_path(); }
bool is_input(const std::string& name) { return name.starts_with("inputs/"); }
bool is_folder_name(const std::string& name) { return is_input(name) || name == "problems"; }

/// problems/step-000100.hdf5
bool is_problem(const fs::directory_entry& entry) {
    const std::string name = entry.path().filename().string();
    return name.starts_with("step-") && name.ends_with(".hdf5") && !is_real_folder(entry.path());
}

/// Writing to a file leaves such a one where it was killed.
std::string aside(const std::string& name) { return name + ".part"; }

// Runs of versions that left no mark

bool is_summary_of_ours(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    const auto summary = nlohmann::json::parse(file, nullptr, false);
    return summary.is_object() && summary.contains("version") && summary.contains("simulated_seconds");
}

/// The names in a folder of a run, as a mark has them.
std::set<std::string> names_in(const fs::path& folder) {
    std::set<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name == aside(mark_name)) continue;
        if ((name != "probes" && name != "inputs") || !is_real_folder(entry.path())) {
            names.insert(name);
            continue;
        }
        for (const fs::directory_entry& inner : fs::directory_iterator(entry.path()))
            names.insert(name + "/" + inner.path().filename().string());
    }
    return names;
}

bool is_of_run(const fs::path& folder, const std::string& name) {
    if (!may_be_marked(name)) return false;
    const fs::path path = folder / name;
    if (is_folder_name(name))
        return is_real_folder(path) && (is_input(name) || std::all_of(fs::directory_iterator(path),
                                                                      fs::directory_iterator(), is_problem));
    if (!fs::is_regular_file(fs::symlink_status(path))) return false;
    if (name.starts_with("probes/")) return path.extension() == ".csv";
    const std::vector<std::string>& known = files_of_runs();
    return std::any_of(known.begin(), known.end(),
                       [&](const std::string& one) { return name == one || name == aside(one); });
}

FolderMark mark_of_old_run(const std::string& folder) {
    const bool ours = is_summary_of_ours(fs::path(folder) / "summary.json");
    FolderMark mark;
    for (const std::string& name : names_in(folder)) {
        if (!ours || !is_of_run(folder, name))
            throw InputError(
                folder, "holds files that no drystone command made, \"" + name +
                            "\" among them, and --force replaces results of drystone alone: choose another "
                            "folder with --out");
        mark.made[name] = "";
    }
    return mark;
}

// Any folder

FolderMark mark_of(const std::string& folder, bool force) {
    std::error_code error;
    const bool empty = fs::is_empty(folder, error);
    if (error) throw InputError(folder, "cannot read the folder: " + error.message());
    if (empty) return {};
    if (!force)
        throw InputError(folder,
                         "the folder is not empty: choose another with --out, or give --force to replace "
                         "the results of drystone in it");
    if (auto mark = read_mark(folder)) return *std::move(mark);
    return mark_of_old_run(folder);
}

void expect_folder_name(const std::string& folder) {
    if (folder.empty()) throw InputError("--out", "needs the name of a folder");
    std::error_code error;
    const fs::file_status status = fs::status(folder, error);
    if (fs::exists(status) && !fs::is_directory(status))
        throw InputError(folder,
                         "is a file, and the results need a folder of that name: choose one with --out");
}

void remove_empty(const std::vector<fs::path>& folders) {
    std::error_code ignored;
    for (auto one = folders.rbegin(); one != folders.rend(); ++one)
        if (fs::is_directory(fs::symlink_status(*one, ignored))) fs::remove(*one, ignored);
}

/// Those that were not there, outermost first.
std::vector<fs::path> make_folders(const std::string& folder) {
    expect_folder_name(folder);
    std::vector<fs::path> missing;
    std::error_code ignored;
    for (fs::path one = folder; !one.empty() && !fs::exists(fs::symlink_status(one, ignored)) && one != one.parent_path(); one = one.parent_path())
        if (one.has_filename() && one.filename() != "." && one.filename() != "..") missing.insert(missing.begin(), one);
    try {
        fs::create_directories(folder);
    } catch (const std::exception& error) {
        remove_empty(missing);
        refuse_results(folder, error);
    }
    return missing;
}

void remove_problems(const fs::path& folder) {
    if (!is_real_folder(folder)) return;
    std::vector<fs::path> problems;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (is_problem(entry)) problems.push_back(entry.path());
    for (const fs::path& problem : problems) fs::remove(problem);
}

void remove_if_empty(const fs::path& folder) {
    if (is_real_folder(folder) && fs::is_empty(folder)) fs::remove(folder);
}

void take_away(const fs::path& folder, const std::string& name) {
    const fs::path path = folder / name;
    if (is_input(name)) {
        fs::remove_all(path);
    } else if (name == "problems") {
        remove_problems(path);
        remove_if_empty(path);
    } else {
        fs::remove(path);
        if (!is_real_folder(folder / aside(name))) fs::remove(folder / aside(name));
    }
    if (in_a_folder(name)) remove_if_empty(path.parent_path());
}

}  // namespace

const std::vector<std::string>& files_of_runs() {
    static const std::vector<std::string> names{"scene.toml",    "summary.json",  "bodies.csv",
                                                "parts.csv",     "contacts.csv",  "joints.csv",
                                                "report.html",   "steps.csv",     "frames.h5",
                                                "frames.xdmf",   "checkpoint.h5", "checkpoint.previous.h5",
                                                "mechanisms.csv", "links.csv"};
    return names;
}

ResultFolder::ResultFolder(const std::string& folder, bool force)
    : folder_(folder), new_folders_(make_folders(folder)), lock_(folder), mark_(mark_of(folder, force)) {}

std::vector<std::string> ResultFolder::made() const {
    std::vector<std::string> names;
    for (const auto& [name, fingerprint] : mark_.made) names.push_back(name);
    return names;
}

void ResultFolder::allow_change(const std::string& name) {
    if (const auto found = mark_.made.find(name); found != mark_.made.end()) found->second.clear();
}

void ResultFolder::expect_own(const std::string& name) const {
    const fs::path path = fs::path(folder_) / name;
    const std::string& fingerprint = mark_.made.at(name);
    if (is_real_folder(path) != is_folder_name(name))
        throw InputError(path.string(), "is in the way of the results, and no drystone command made it");
    if (!fingerprint.empty() && fingerprint_of(path) != fingerprint)
        throw InputError(
            path.string(),
            "was changed since drystone copied it here, and would be replaced: move it away first, or choose "
            "another folder with --out");
}

void ResultFolder::expect_replaceable(const std::vector<std::string>& names) const {
    for (const std::string& name : names) {
        const fs::path path = fs::path(folder_) / name, parent = path.parent_path();
        if (in_a_folder(name) && is_there(parent) && !is_real_folder(parent))
            throw InputError(parent.string(), is_link(parent) ? "is a link, where the results need a folder"
                                                              : "is a file, where the results need a folder");
        if (!is_there(path)) continue;
        if (!mark_.made.contains(name))
            throw InputError(path.string(),
                             "is there, and no drystone command made it: choose another folder with --out");
        expect_own(name);
    }
}

void ResultFolder::replace(const std::vector<std::string>& old_names,
                           const std::vector<std::string>& new_names) {
    try {
        if (!mark_.made.empty())
            write_mark(folder_, mark_);  // of a run that left none: before its summary is gone
        for (const std::string& name : old_names)
            if (mark_.made.erase(name) > 0) take_away(folder_, name);
        for (const std::string& name : new_names) mark_.made[name] = "";
        write_mark(folder_, mark_);
    } catch (const std::exception& error) {
        remove_empty(new_folders_);
        refuse_results(folder_, error);
    }
}

void ResultFolder::give_up() {
    try {
        for (const std::string& name : made()) take_away(folder_, name);
        remove_if_empty(fs::path(folder_) / "probes");
        fs::remove(fs::path(folder_) / mark_name);
    } catch (const std::exception&) {  // why there is no run is what the user has to hear
    }
    remove_empty(new_folders_);
}

void ResultFolder::mark_copies(const Fingerprints& copies) {
    for (const auto& [name, fingerprint] : copies) mark_.made[name] = fingerprint;
    write_mark(folder_, mark_);
}

void refuse_results(const std::string& folder, const std::exception& error) {
    const auto* file = dynamic_cast<const FileError*>(&error);
    const auto* system = dynamic_cast<const fs::filesystem_error*>(&error);
    if ((file && is_of_machine(file->code())) || (system && is_of_machine(system->code()))) throw;
    throw InputError(folder, std::string("cannot write the results there: ") + error.what());
}

void expect_result_folder(const std::string& folder, const std::vector<std::string>& names, bool force) {
    expect_folder_name(folder);
    std::error_code error;
    if (fs::is_directory(folder, error)) ResultFolder(folder, force).expect_replaceable(names);
}

ResultFolder prepare_result_folder(const std::string& folder, const std::vector<std::string>& names,
                                   bool force) {
    ResultFolder results(folder, force);
    results.expect_replaceable(names);
    results.replace(names, names);
    return results;
}

}  // namespace drystone
