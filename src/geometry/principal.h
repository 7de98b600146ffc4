#pragma once

#include "core/rotation.h"

namespace drystone {

/// Principal axes of an inertia tensor: inertia = R diag(moments) R^T, R = matrix(rotation) in 3D. In the plane
/// there is one moment and nothing to turn.
template <int D>
struct PrincipalFrame {
    Spin<D> moments{};       // [kg m2]
    Rotation<D> rotation{};  // principal axes -> the frame `inertia` was given in
};

/// `inertia` is symmetric. Axes are not sorted: a diagonal tensor keeps its axes and their order. Moments that
/// differ by less than 1e-12 of their mean count as equal, and a tensor does not turn in the plane of two equal
/// moments: a sphere, or a dumbbell with rounding in its tensor, keeps the axes it was described in.
PrincipalFrame<2> principal_frame(const Mat<1>& inertia);
PrincipalFrame<3> principal_frame(const Mat<3>& inertia);

}  // namespace drystone
