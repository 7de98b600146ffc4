#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "contact/block_map.h"
#include "problems/forms.h"

namespace drystone {

// Between the numbers of a file and the contact problem of the solvers. W is kept as it is, not made symmetric.

/// Of a form without bilateral unknowns; local.dimension is D. Every contact gets its diagonal block, if only zeros.
template <int D>
BlockProblem<D> to_blocks(const LocalForm& local);

/// q is b with the laws' shifts (restitution, gaps). The laws must be dry: see cannot_be_said().
template <int D>
LocalForm from_blocks(const BlockProblem<D>& problem);

/// Why FCLIB, which knows Coulomb friction and nothing else, cannot state the problem; nothing where it can.
template <int D>
std::optional<std::string> cannot_be_said(const RigidProblem<D>& problem);

/// u = W r + q with the laws' shifts, d numbers a contact; r likewise as plain numbers.
template <int D>
ContactState state_of(const BlockProblem<D>& problem, std::span<const Vec<D>> r);

template <int D>
std::vector<Vec<D>> as_vectors(std::span<const double> numbers);

/// The merit function number 1 of FCLIB, as its library computes it: the natural map with rho = 1,
///
///     |r - P_K(r - (u + mu |u_t| n))| / (1 + sqrt(|q|))
///
/// It depends on the units, unlike relative_residual(). FCLIB has it in space only; in the plane this is the same formula.
template <int D>
double fclib_merit(const BlockProblem<D>& problem, std::span<const Vec<D>> r);

}  // namespace drystone
