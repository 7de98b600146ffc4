#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "io/folder_lock.h"

namespace drystone {

/// The folder a run writes when it is not told: the scene's file name without .toml, in the current folder.
std::string default_run_folder(const std::string& scene);

/// Makes the folder (and its probes/) ready for a run, with a copy of the scene as scene.toml.
///
/// Throws InputError, with nothing changed, where the folder holds anything and force is not given, and where it
/// cannot be made or written. With force only what a run writes is replaced: what would end a run of before
/// (summary.json, the tables of the last state) or let it go on (checkpoints, frames) goes at once, so that it is never taken
/// for this run's; nothing else is touched. The folder is locked until the run is over.
FolderLock prepare_run_folder(const std::string& folder, const std::string& scene, bool force);

/// The text of the scene a run was made from.
std::string scene_of_run(const std::string& folder);

/// Takes away what says that a run has ended, for it goes on.
void reopen_run_folder(const std::string& folder);

/// Copies the files a scene reads (key in the scene, path; a folder with its files) to <folder>/inputs, each under its own
/// name, so that the run can go on wherever the folder is taken. Returns what --set has to say for scene.toml to read the
/// copies.
std::vector<std::string> copy_inputs(const std::string& folder,
                                     const std::vector<std::pair<std::string, std::filesystem::path>>& files);

}  // namespace drystone
