#pragma once

#include "core/mat.h"
#include "laws/cone_solve.h"
#include "laws/joint_solve.h"
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
DRYSTONE_ON_DEVICE Vec<D> solve_local(const LocalLaw<D>& law, const Mat<D>& W, const Vec<D>& q) {
    if (!law.is_cone()) return solve_joint(law, W, q);

    // In terms of s = r + c n the law has no tension, and v = W s + (q - c W n).
    Vec<D> p = q;
    if (law.tension != 0.0) {
        for (int i = 0; i < D; ++i) p[i] -= law.tension * W[i][0];
    }
    Vec<D> s = signorini_coulomb(law.mu, W, p);
    s[0] -= law.tension;
    return s;
}

}  // namespace drystone
