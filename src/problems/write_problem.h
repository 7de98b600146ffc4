#pragma once

#include <optional>
#include <string>

#include "problems/forms.h"

namespace drystone {

/// Writes /fclib_local as libfclib does (W in compressed columns), and the guess and the solution where there are any. Under
/// another name first, synced, then renamed: the file is whole or not there. hdf5::WriteError where it cannot be written.
void write_problem(const std::string& path, const LocalForm& local, const ProblemInfo& info,
                   const std::optional<ContactState>& guess = {},
                   const std::optional<ContactState>& solution = {});

}  // namespace drystone
