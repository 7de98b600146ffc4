#pragma once

#include "core/mat.h"
#include "laws/local_law.h"

namespace drystone {

/// The exact solution of the law at one contact: the r with (v, r) obeying the law and v = W r + q.
///
/// q [m/s] is the law's velocity (velocity_shift included) at r = 0, W a full positive definite block; W need
/// not be symmetric. Clipping the sticking impulse radially onto the cone would be wrong wherever W couples
/// the components (validation case A21); here the slip direction comes from the scalar equation (5.4) of
/// docs/theory.md, solved by Newton's method inside a bracket, so it cannot fail.
template <int D>
Vec<D> solve_local(const LocalLaw<D>& law, const Mat<D>& W, const Vec<D>& q);

/// The moment that the turning law asks for at normal impulse s_n, with Omega = W m + q. Exact in 2D and where W
/// does not couple torsion to rolling (balls); else the two follow one another, starting from m.
Vec<1> solve_turning(const TurningLaw& law, double s_n, const Mat<1>& W, const Vec<1>& q, const Vec<1>& m);
Vec<3> solve_turning(const TurningLaw& law, double s_n, const Mat<3>& W, const Vec<3>& q, const Vec<3>& m);

}  // namespace drystone
