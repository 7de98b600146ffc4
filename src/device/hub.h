#pragma once

#include "core/mat.h"
#include "device/columns.h"

namespace drystone::device {

/// A cell under stress as contacts feel it: a body that all of them grip. With M = l L its degrees of freedom and p = b / l of a contact,
/// docs/theory.md (16.5),
///
///     u_i has M p,      M_ij = C_ij sum r_i p_j over all contacts,      W_ii has diag(sum_j C_ij p_j^2) in world axes
///
/// It is told of a sweep at its end, so that within one all contacts push it together, unseen by each other: each answers for all n of them, W_ii + n
/// times its own share, since |sum r_c p_c|^2 <= n sum |r_c p_c|^2. What the sweeps arrive at is not changed by that, only how fast.
template <int D>
struct Hub {
    Columns branch{};     // p of each slot [-]; none: there is no such cell
    Mat<D> answer{};      // C [1/kg]
    Mat<D> motion{};      // M [m/s]
    double visitors = 1;  // n

    DRYSTONE_ON_DEVICE bool is_there() const { return branch.field != nullptr; }
    DRYSTONE_ON_DEVICE Vec<D> place(int slot) const { return branch.vector<D>(0, slot); }

    /// What it adds to the block of W of a contact with that frame, `times` over.
    DRYSTONE_ON_DEVICE Mat<D> share(const Mat<D>& frame, const Vec<D>& p, double times) const {
        Vec<D> world;
        for (int i = 0; i < D; ++i) {
            world[i] = 0.0;
            for (int j = 0; j < D; ++j) world[i] += times * answer[i][j] * p[j] * p[j];
        }
        Mat<D> W;
        for (int i = 0; i < D; ++i) {
            for (int j = 0; j < D; ++j) {
                W[i][j] = 0.0;
                for (int k = 0; k < D; ++k) W[i][j] += frame[i][k] * world[k] * frame[j][k];
            }
        }
        return W;
    }
};

}  // namespace drystone::device
