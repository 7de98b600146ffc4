#pragma once

#include "core/mat.h"

namespace drystone {

/// Inertia from second moments int x x^T about the same point.
inline Mat<1> inertia_of(const Mat<2>& second) { return {{Vec<1>{{second[0][0] + second[1][1]}}}}; }
inline Mat<3> inertia_of(const Mat<3>& second) {
    return Mat<3>::scaled_identity(3.0 * mean_diagonal(second)) - second;
}

}  // namespace drystone
