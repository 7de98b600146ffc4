#pragma once

#include "core/mat.h"
#include "laws/local_law.h"

namespace drystone {

/// solve_local() for a law that is no cone: tension and shear with limits of their own, compliance, yielding.
///
/// The staircase of Yielding is made of pieces on which r_n is given or v_n + C r_n is; each piece is a stick-or-slip
/// problem in the tangent plane, and r_n tells which piece holds. Exact on the piece. docs/theory.md section 5.2.
template <int D>
Vec<D> solve_joint(const LocalLaw<D>& law, const Mat<D>& W, const Vec<D>& q);

}  // namespace drystone
