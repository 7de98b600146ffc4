#include "bundle/bundle.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bundle/archive.h"
#include "bundle/sha256.h"
#include "core/input_error.h"
#include "io/checkpoint.h"
#include "io/folder_lock.h"
#include "io/folder_mark.h"
#include "io/output_file.h"

namespace drystone {

namespace fs = std::filesystem;

namespace {

constexpr const char *manifest_name = "manifest.json", *sums_name = "SHA256SUMS";

/// The version that made the run; a run that has not ended is refused.
std::string version_of(const std::string& folder) {
    const std::string path = folder + "/summary.json";
    if (!fs::is_regular_file(path))
        throw InputError(folder, "has no summary.json: it is no folder of a run, or the run has not ended (drystone resume)");
    std::ifstream file(path, std::ios::binary);
    try {
        const auto summary = nlohmann::json::parse(file);
        if (summary.value("interrupted", false)) throw InputError(folder, "was interrupted: drystone resume ends it, then it can be packed");
        return summary.at("version");
    } catch (const nlohmann::json::exception&) {
        throw InputError(path, "is not that of a run");
    }
}

std::string why_not_repeatable(const RunMark& mark) {
    if (!mark.from.empty()) return "it began where another run ended (--from " + mark.from + ")";
    if (!mark.resumed_with.empty()) return "it went on with other values (resume --set)";
    if (!mark.host.empty()) return "a program drove it";
    return "";
}

/// The names of files below a folder, in order, without links.
void add_files_below(const fs::path& folder, const std::string& name, std::vector<std::string>& names) {
    const fs::path path = folder / name;
    if (fs::is_regular_file(fs::symlink_status(path))) names.push_back(name);
    if (!fs::is_directory(fs::symlink_status(path))) return;
    std::set<std::string> inside;
    for (const fs::directory_entry& entry : fs::directory_iterator(path)) inside.insert(entry.path().filename().string());
    for (const std::string& one : inside) add_files_below(folder, name + "/" + one, names);
}

std::vector<std::string> files_of_run(const std::string& folder) {
    const std::optional<FolderMark> mark = read_mark(folder);
    if (!mark) throw InputError(folder, "was not written by a command of this program");
    std::vector<std::string> names;
    for (const auto& [name, fingerprint] : mark->made)
        if (name != "checkpoint.previous.h5") add_files_below(folder, name, names);
    return names;
}

Manifest::File described(const std::string& folder, const std::string& name) {
    std::ifstream file(folder + "/" + name, std::ios::binary);
    Sha256 hash;
    std::int64_t bytes = 0;
    std::string piece(1 << 18, '\0');
    while (file.read(piece.data(), std::ssize(piece)), file.gcount() > 0) {
        hash.add({piece.data(), static_cast<std::size_t>(file.gcount())});
        bytes += file.gcount();
    }
    if (!file.eof()) throw InputError(folder + "/" + name, "cannot be read");
    return {name, bytes, hash.digits()};
}

Manifest manifest_of(const std::string& folder, const std::string& version) {
    if (const std::string other = version_of(folder); other != version)
        throw InputError(folder, fmt::format("is of version {}, and this is {}: a run is packed by the version that made it", other, version));
    const CheckpointFile checkpoint = open_checkpoint(folder, version);
    const RunMark& mark = checkpoint.mark;
    expect_unchanged(folder, mark.copies);
    Manifest manifest{.version = version,
                      .title = mark.title,
                      .overrides = mark.overrides,
                      .until = mark.duration,
                      .exit_status = mark.totals.not_converged > 0 || mark.totals.not_finite > 0 ? 3 : 0,
                      .not_repeatable = why_not_repeatable(mark),
                      .files = {}};
    manifest.overrides.insert(manifest.overrides.end(), mark.inputs.begin(), mark.inputs.end());
    for (const std::string& name : files_of_run(folder)) manifest.files.push_back(described(folder, name));
    return manifest;
}

/// Writes what comes, and hashes it.
std::string take_file(ArchivedFile& file, const std::string& folder) {
    std::optional<OutputFile> out;
    if (!folder.empty()) {
        fs::create_directories(fs::path(folder + "/" + file.name).parent_path());
        out.emplace(folder + "/" + file.name);
    }
    Sha256 hash;
    for (std::string piece; file.next(piece);) {
        hash.add(piece);
        if (out) out->write(piece);
    }
    if (out) out->close();
    return hash.digits();
}

std::string text_in(ArchivedFile& file) {
    constexpr std::int64_t most = 1 << 28;
    std::string text;
    for (std::string piece; file.size < most && file.next(piece);) text += piece;
    return text;
}

}  // namespace

Manifest pack_run(const std::string& folder, const std::string& file, const std::string& version) {
    if (!fs::is_directory(folder)) throw InputError(folder, "is no folder");
    const FolderLock lock(folder);  // nobody goes on with the run meanwhile
    Manifest manifest = manifest_of(folder, version);
    ArchiveWriter archive(file);
    archive.add(manifest_name, manifest_text(manifest));
    archive.add(sums_name, sha256_sums(manifest));
    for (const Manifest::File& one : manifest.files) archive.add_file(one.name, folder + "/" + one.name);
    archive.commit();
    return manifest;
}

Manifest unpack_bundle(const std::string& file, const std::string& folder) {
    std::optional<Manifest> manifest;
    std::set<std::string> seen;
    read_archive(file, [&](ArchivedFile& one) {
        if (!manifest) {
            if (one.name != manifest_name) throw InputError(file, "is no archive of drystone pack: it does not begin with manifest.json");
            manifest = manifest_from(text_in(one), file);
            return;
        }
        if (one.name == sums_name) {
            if (text_in(one) != sha256_sums(*manifest)) throw InputError(file, "its SHA256SUMS and its manifest.json differ");
            return;
        }
        const auto is_it = [&](const Manifest::File& known) { return known.name == one.name; };
        const auto known = std::find_if(manifest->files.begin(), manifest->files.end(), is_it);
        if (known == manifest->files.end()) throw InputError(file, "holds " + one.name + ", of which its manifest says nothing");
        if (take_file(one, folder) != known->sha256) throw InputError(file, one.name + " is not what was packed: its hash is another");
        seen.insert(one.name);
    });
    if (!manifest) throw InputError(file, "is no archive of drystone pack: it is empty");
    for (const Manifest::File& one : manifest->files)
        if (!seen.contains(one.name)) throw InputError(file, "lacks " + one.name);
    return *manifest;
}

}  // namespace drystone
