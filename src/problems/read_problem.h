#pragma once

#include <string>

#include "problems/forms.h"

namespace drystone {

/// Reads a problem file in FCLIB's layout (HDF5), /fclib_local or /fclib_global; docs/problems.md.
///
/// Everything is checked before it is believed: sizes against each other, indices, numbers that are not finite, negative
/// friction. InputError "path: /group/array: what was found, what was expected".
ProblemFile read_problem(const std::string& path);

/// The local form without bilateral unknowns of whatever the file holds. Refuses a W that no masses can give: with a
/// negative number on its diagonal.
LocalForm condensed(const ProblemFile& file, const std::string& path);

}  // namespace drystone
