#pragma once

#include <string>

#include "problems/forms.h"

namespace drystone {

/// The local form without bilateral unknowns, which the solvers want.
///
///     global:  [M -G; G^T 0] [v; l] = [H r + f; -b],   u = H^T v + w
///     local:   l = -R^-1 (V^T r + s),   W' = W - V R^-1 V^T,   q' = q - V R^-1 s
///
/// `place` (the file) goes in front of what is wrong: a singular M, R, or a G whose columns depend on each other.
LocalForm condense(const GlobalForm& global, const std::string& place);
LocalForm condense(const LocalForm& local, const std::string& place);

}  // namespace drystone
