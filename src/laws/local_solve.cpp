#include "laws/local_solve.h"

#include "laws/cone_solve.h"
#include "laws/joint_solve.h"

namespace drystone {

template <int D>
Vec<D> solve_local(const LocalLaw<D>& law, const Mat<D>& W, const Vec<D>& q) {
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

template Vec<2> solve_local(const LocalLaw<2>&, const Mat<2>&, const Vec<2>&);
template Vec<3> solve_local(const LocalLaw<3>&, const Mat<3>&, const Vec<3>&);

}  // namespace drystone
