#pragma once

#include "step/world.h"

namespace drystone {

/// G(t) = scale(t) R(tilt(t)) vector. docs/theory.md (7.6).
template <int D>
Vec<D> gravity_at(const WorldDescription<D>& description, double t);

/// Gives the world the gravity of time t. Bodies stand still meanwhile, so their potential energy changes by
/// - sum m P (G_new - G_old) . x: the work of whoever changes gravity, booked as such. docs/theory.md (8.9).
template <int D>
void set_gravity(const Model<D>& model, State<D>& state, Scratch<D>& scratch, double t);

}  // namespace drystone
