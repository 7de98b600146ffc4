#pragma once

#include "core/on_device.h"
#include "core/rotation.h"

namespace drystone {

// A free body with three moments of inertia, for one thread of a processor or a GPU. docs/theory.md section 1.

/// Turns about principal axis k for dt, with the angular momentum L (body frame) seen from the turning body.
DRYSTONE_ON_DEVICE inline void turn_about(int k, double dt, const Vec<3>& inertia, Rotation<3>& rotation, Vec<3>& L) {
    const Rotation<3> step = rotation_by((dt * L[k] / inertia[k]) * Vec<3>::axis(k));
    rotation = rotation * step;
    L = rotate_back(step, L);
}

DRYSTONE_ON_DEVICE inline double energy_of_top(const Vec<3>& L, const Vec<3>& inertia) {
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) sum += 0.5 * L[k] * L[k] / inertia[k];
    return sum;
}

/// Torque-free top by symmetric splitting, axes 1-2-3-2-1: explicit, and L in space is kept to rounding. w: its spin, world axes.
/// Returns the energy that is lost on the way [J].
DRYSTONE_ON_DEVICE inline double drift_top(const Vec<3>& inertia, double dt, Rotation<3>& rotation, Vec<3>& w) {
    Vec<3> L = rotate_back(rotation, w);
    for (int k = 0; k < 3; ++k) L[k] *= inertia[k];
    const double before = energy_of_top(L, inertia);

    turn_about(0, 0.5 * dt, inertia, rotation, L);
    turn_about(1, 0.5 * dt, inertia, rotation, L);
    turn_about(2, dt, inertia, rotation, L);
    turn_about(1, 0.5 * dt, inertia, rotation, L);
    turn_about(0, 0.5 * dt, inertia, rotation, L);
    rotation = normalised(rotation);

    const double after = energy_of_top(L, inertia);
    for (int k = 0; k < 3; ++k) L[k] /= inertia[k];
    w = rotate(rotation, L);
    return before - after;
}

/// I^-1 in world axes.
DRYSTONE_ON_DEVICE inline Mat<3> inverse_inertia_of_top(const Vec<3>& inertia, const Rotation<3>& rotation) {
    Vec<3> inverse_moments;
    for (int k = 0; k < 3; ++k) inverse_moments[k] = 1.0 / inertia[k];
    const Mat<3> axes = matrix(rotation);
    return axes * Mat<3>::diagonal(inverse_moments) * transpose(axes);
}

/// Of a body whose rotations are free in Q only, `inertia` in world axes: Q I Q on what is free, a filler of the same size on what is
/// held; the inverse splits likewise.                                                              docs/theory.md (7.4)
template <int S>
DRYSTONE_ON_DEVICE Mat<S> inverse_inertia_held(const Mat<S>& Q, const Mat<S>& inertia) {
    const Mat<S> held = Mat<S>::scaled_identity(1.0) - Q;
    return Q * inverse(Q * inertia * Q + mean_diagonal(inertia) * held) * Q;
}

}  // namespace drystone
