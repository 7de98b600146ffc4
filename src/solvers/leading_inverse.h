#pragma once

#include "core/mat.h"

namespace drystone {

/// The inverse of the leading part, zero elsewhere. Not finite where it is singular.
template <int D>
Mat<D> leading_inverse(const Mat<D>& m, int dimension) {
    if (dimension == D) return inverse(m);
    Mat<D> out;
    if (dimension == 1) out[0][0] = 1.0 / m[0][0];
    if constexpr (D == 3) {
        if (dimension == 2) {
            const double per_det = 1.0 / (m[0][0] * m[1][1] - m[0][1] * m[1][0]);
            out[0][0] = per_det * m[1][1];
            out[0][1] = -per_det * m[0][1];
            out[1][0] = -per_det * m[1][0];
            out[1][1] = per_det * m[0][0];
        }
    }
    return out;
}

}  // namespace drystone
