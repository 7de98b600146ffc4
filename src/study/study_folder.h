#pragma once

#include <string>
#include <vector>

#include "io/result_folder.h"
#include "study/plan_file.h"

namespace drystone {

/// Files of a study with a criterion of collapse alone.
const std::vector<std::string>& files_of_fragility();

/// The folder of a study, locked, with its plan in it. Where it holds this study, it stays as it is. Refuses one that holds anything else,
/// or another study, unless forced: then what that one left is taken away.
ResultFolder open_study(const std::string& folder, const StudyPlan& plan, bool force);

/// Runs of a study that was killed may still be writing their last checkpoint: waits for them, ten seconds at most.
void wait_until_free(const std::string& run_folder);

}  // namespace drystone
