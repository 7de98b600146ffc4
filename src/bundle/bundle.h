#pragma once

#include <string>

#include "bundle/manifest.h"

namespace drystone {

// A run in one file: scene, inputs, results, how they were made, and the hash of each. docs/bundles.md.

/// Writes the bundle of a run that has ended; what is in the folder and not of the run is left out. InputError, with nothing written, where the
/// folder is not that of a run that has ended, or its scene or inputs were changed since. `version`: of this program.
Manifest pack_run(const std::string& folder, const std::string& file, const std::string& version);

/// Reads all of the bundle, compares every hash, and writes the files into a folder that is there and empty; "" writes none.
/// InputError where anything is not as the manifest says.
Manifest unpack_bundle(const std::string& file, const std::string& folder);

/// How two runs differ, bit for bit, in what they computed: "probes/ball.csv: line 7 is another". Empty: not at all. Seconds, reports and
/// checkpoints are not looked at.
std::string first_difference(const std::string& folder, const std::string& other);

}  // namespace drystone
