#pragma once

#include "bodies/bodies.h"
#include "core/parallel.h"

namespace drystone {

/// Moves every body that is not immovable along its velocity for dt, and refreshes the inverse inertia of
/// general bodies. Free bodies with a full inertia tensor turn as a torque-free top: their angular momentum
/// stays, their angular velocity changes (docs/theory.md (1.5)). Returns the kinetic energy that this
/// splitting lost [J]: zero for isotropic bodies, O(dt^3) and bounded for the others. A body with some
/// rotations held or driven turns at its angular velocity, without the gyroscopic term.
template <int D>
double drift(const Matter<D>& matter, Bodies<D>& bodies, double dt, ThreadPool& pool,
             std::vector<double>& scratch);

/// The same for one body.
template <int D>
double drift_body(const Matter<D>& matter, Bodies<D>& bodies, int i, double dt);

/// Kinetic energy of turning at w (world axes) [J].
template <int D>
double rotational_energy(const Matter<D>& matter, const Bodies<D>& bodies, int i, const Spin<D>& w);

/// World inverse inertia of one body, with held rotations taken out: F (F^T I F)^-1 F^T, docs/theory.md (7.4).
template <int D>
void refresh_inverse_inertia(const Matter<D>& matter, Bodies<D>& bodies, int i);

/// Centres and axes of all parts from the poses of their bodies.
template <int D>
void place_part(const Bodies<D>& bodies, int part, Parts<D>& parts);
template <int D>
void place_parts(const Bodies<D>& bodies, ThreadPool& pool, Parts<D>& parts);

}  // namespace drystone
