#include "cli/pack_command.h"

#include <stdlib.h>

#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "bundle/bundle.h"
#include "core/input_error.h"
#include "io/output_file.h"
#include "run/run_command.h"
#include "run/say.h"

namespace drystone {

namespace fs = std::filesystem;

namespace {

/// A new folder that goes when it is left.
class PassingFolder {
  public:
    PassingFolder() {
        std::string name = (fs::temp_directory_path() / "drystone-XXXXXX").string();
        if (!mkdtemp(name.data())) throw FileError(name, "make a folder", errno);
        path_ = name;
    }
    ~PassingFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    PassingFolder(const PassingFolder&) = delete;
    PassingFolder& operator=(const PassingFolder&) = delete;
    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

std::string default_bundle(const std::string& folder) {
    fs::path path = fs::weakly_canonical(folder);
    return path.filename().string() + ".drystone.tar.gz";
}

void expect_new_folder(const std::string& folder) {
    if (fs::exists(fs::symlink_status(folder))) throw InputError(folder, "is there already: a bundle is unpacked into a new folder");
}

/// A new folder beside that one.
fs::path new_folder_beside(const fs::path& folder) {
    std::error_code error;
    if (folder.has_parent_path()) fs::create_directories(folder.parent_path(), error);
    for (int k = 0; !error; ++k) {
        const fs::path aside = fmt::format("{}.part{}", folder.string(), k);
        if (!fs::exists(fs::symlink_status(aside)) && fs::create_directory(aside, error)) return aside;
    }
    throw InputError(folder.string(), "cannot be made: " + error.message());
}

/// What is unpacked is seen whole or not at all: it is unpacked beside, and renamed.
void unpack_into(const std::string& file, const std::string& folder) {
    expect_new_folder(folder);
    const fs::path plain = fs::path(folder).lexically_normal(), named = plain.has_filename() ? plain : plain.parent_path();
    const fs::path aside = new_folder_beside(named);
    try {
        unpack_bundle(file, aside.string());
        fs::rename(aside, named);
    } catch (...) {
        std::error_code ignored;
        fs::remove_all(aside, ignored);
        throw;
    }
}

/// Why the run is not made again, though its hashes are right; empty: it is.
std::string obstacle(const VerifyCommand& command, const Manifest& manifest) {
    if (!manifest.not_repeatable.empty()) return "it cannot be repeated from the bundle alone: " + manifest.not_repeatable;
    if (manifest.version != DRYSTONE_VERSION && !command.any_version)
        return fmt::format("it was made by drystone {}, and this is {}, whose bits may be others: run that version, or say --any-version",
                           manifest.version, DRYSTONE_VERSION);
    return "";
}

ExitStatus repeat(const VerifyCommand& command, const Manifest& manifest, const std::string& unpacked, const std::string& again) {
    RunCommand run_again{SceneCommand{unpacked + "/scene.toml", manifest.overrides, command.laws}, again};
    run_again.threads = command.threads;
    run_again.no_report = run_again.quiet = true;
    if (manifest.until > 0.0) run_again.until = manifest.until;
    const ExitStatus status = run(run_again);
    if (status == ExitStatus::interrupted) return status;
    const std::string difference = first_difference(unpacked, again);
    if (difference.empty() && static_cast<int>(status) == manifest.exit_status) {
        say("repeated: the same bits\n");
        return ExitStatus::done;
    }
    warn(fmt::format("repeated: NOT the same: {}\n", difference.empty() ? "its exit status is another" : difference));
    return ExitStatus::not_converged;
}

}  // namespace

ExitStatus pack(const PackCommand& command) {
    const std::string file = command.out.value_or(default_bundle(command.folder));
    if (fs::is_directory(file)) throw InputError(file, "is a folder: --out names the file of the bundle");
    if (!command.force && fs::exists(fs::symlink_status(file))) throw InputError(file, "is there already; --force replaces it");
    const Manifest manifest = pack_run(command.folder, file, DRYSTONE_VERSION);
    say(fmt::format("{}: {} files of \"{}\", {:.1f} MB\nanother machine checks and repeats it with: drystone verify {}\n", file,
                    manifest.files.size(), manifest.title, static_cast<double>(fs::file_size(file)) / 1e6, file));
    if (!manifest.not_repeatable.empty())
        warn(fmt::format("warning: its hashes can be checked, but {}\n", manifest.not_repeatable));
    return ExitStatus::done;
}

ExitStatus verify(const VerifyCommand& command) {
    if (command.out) expect_new_folder(*command.out);
    const Manifest manifest = unpack_bundle(command.file, "");
    say(fmt::format("{}: \"{}\", by drystone {}: {} files, every hash is right\n", command.file, manifest.title, manifest.version,
                    manifest.files.size()));
    if (command.out) unpack_into(command.file, *command.out);
    if (command.hashes_only) return ExitStatus::done;
    if (const std::string why = obstacle(command, manifest); !why.empty()) throw InputError(command.file, why + "; --hashes-only leaves it at that");
    const PassingFolder passing;
    const std::string unpacked = command.out.value_or(passing.path() + "/run");
    if (!command.out) unpack_into(command.file, unpacked);
    return repeat(command, manifest, unpacked, passing.path() + "/again");
}

}  // namespace drystone
