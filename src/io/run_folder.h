#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/result_folder.h"

namespace drystone {

/// The folder a run writes when it is not told: the scene's file name without .toml, in the current folder.
std::string default_run_folder(const std::string& scene);

/// What a run is made from, and what it writes besides the files of every run.
struct RunPlan {
    std::string scene;                     // path, or a word for what is in no file
    std::optional<std::string> text = {};  // of the scene; else it is read from its file
    std::vector<std::pair<std::string, std::filesystem::path>> inputs =
        {};                               // files the scene reads: key in it, path
    std::vector<std::string> names = {};  // "probes/NAME.csv", "problems"
};

/// A folder that is ready for its run.
struct RunFolder {
    ResultFolder folder;
    std::vector<std::string> inputs;  // what --set has to say for scene.toml to read the copies in inputs/
    Fingerprints copies;              // scene.toml and inputs/, as they were copied
};

/// Makes the folder ready for a run: what commands made in it before is gone, scene.toml is a copy of the scene, inputs/ has copies
/// of the files it reads, so that the run can go on wherever the folder is taken.
///
/// Throws InputError, with nothing changed, where ResultFolder does, and where the scene reads what would be taken away.
RunFolder prepare_run_folder(const std::string& folder, const RunPlan& plan, bool force);

/// The text of the scene a run was made from.
std::string scene_of_run(const std::string& folder);

/// Takes away what says that a run has ended, for it goes on.
void reopen_run_folder(const std::string& folder);

}  // namespace drystone
