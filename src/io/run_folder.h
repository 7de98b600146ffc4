#pragma once

#include <string>

namespace drystone {

/// The folder a run writes when it is not told: the scene's file name without .toml, in the current folder.
std::string default_run_folder(const std::string& scene);

/// Makes the folder (and its probes/) ready for a run, with a copy of the scene as scene.toml.
///
/// Throws InputError, with nothing changed, where the folder holds anything and force is not given, and where it
/// cannot be made or written. With force only what a run writes is replaced: what would end a run of before
/// (summary.json, bodies.csv, parts.csv, contacts.csv) goes at once, so that it is never taken for this run's;
/// nothing else is touched.
void prepare_run_folder(const std::string& folder, const std::string& scene, bool force);

}  // namespace drystone
