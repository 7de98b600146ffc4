#pragma once

#include "core/mat.h"
#include "laws/local_law.h"
#include "laws/turning_solve.h"

namespace drystone {

/// The exact solution of the law at one contact: the r with (v, r) obeying the law and v = W r + q.
///
/// q [m/s] is the law's velocity (velocity_shift included) at r = 0, W a full positive definite block; W need
/// not be symmetric. Clipping the sticking impulse radially onto the cone would be wrong wherever W couples
/// the components (validation case A21); here the slip direction comes from the scalar equation (5.4) of
/// docs/theory.md, solved by Newton's method inside a bracket, so it cannot fail.
template <int D>
Vec<D> solve_local(const LocalLaw<D>& law, const Mat<D>& W, const Vec<D>& q);

}  // namespace drystone
