#pragma once

#include <string>
#include <vector>

#include "io/summary.h"

namespace drystone {

/// What a user should know about the quality of a run, in plain words; empty where all is well.
std::vector<std::string> quality_warnings(const Summary& summary);

/// The few lines a run ends with.
std::string closing_words(const Summary& summary, const std::string& folder);

}  // namespace drystone
