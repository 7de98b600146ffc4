// One contact of a group of eight, where it slides: v = W r + q within its cone, exactly, docs/theory.md (5.3), (5.4).

#include "laws/local_solve.h"
#include "solvers/plain_group.h"

namespace drystone {

template <>
void solve_lane<2>(double mu, const double* W, const double* q, double* r) {
    LocalLaw<2> law;
    law.mu = mu;
    const Vec<2> out = solve_local<2>(law, {{Vec<2>{{W[0], W[2]}}, Vec<2>{{W[2], W[1]}}}}, {{q[0], q[1]}});
    for (int i = 0; i < 2; ++i) r[i] = out[i];
}

template <>
void solve_lane<3>(double mu, const double* W, const double* q, double* r) {
    LocalLaw<3> law;
    law.mu = mu;
    const Mat<3> block{{Vec<3>{{W[0], W[3], W[4]}}, Vec<3>{{W[3], W[1], W[5]}}, Vec<3>{{W[4], W[5], W[2]}}}};
    const Vec<3> out = solve_local<3>(law, block, {{q[0], q[1], q[2]}});
    for (int i = 0; i < 3; ++i) r[i] = out[i];
}

}  // namespace drystone
