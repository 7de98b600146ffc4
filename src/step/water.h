#pragma once

#include <vector>

#include "geometry/submerged.h"

namespace drystone {

template <int D>
struct Model;
template <int D>
struct State;
template <int D>
struct Scratch;
template <int D>
struct World;

/// A body that water acts on: it can move, and it has a volume.
template <int D>
struct WetBody {
    int body = 0;
    int first_part = 0, end_part = 0;
    double overlap = 1.0;  // volume of the body / sum of the volumes of its parts: matter counts once
    Vec<D> lopsided{};  // centre of the parts' volumes in the body's frame, whose origin is the true one [m]
    double drag = 0.0;  // of the step: force per velocity against the water [kg/s]
};

/// A face that water presses on.
struct WetFace {
    int body = 0;
    int part = 0;
    int face = 0;
    double factor = 1.0;
};

/// Fills world.wet and world.wet_faces, of the bodies at time 0, whose parts are placed; throws InputError where there is water and no gravity to say which way is up.
template <int D>
void list_wet_bodies(World<D>& world);

/// A body that came later joins world.wet and the loaded ones, if there is water.
template <int D>
void wet_newcomer(Model<D>& model, int body);

/// Adds buoyancy, one-sided pressure and that on faces at time t to world.applied; parts must be placed. docs/theory.md (7.8)-(7.10).
template <int D>
void apply_water(World<D>& world, double t);

/// What drag adds to a body's mass per time in this step [kg/s].
template <int D>
double drag_on(const World<D>& world, int body);

/// Quadratic drag, implicit in the velocity: between begin_drag and end_drag a wet body is heavier by h times its drag, and
/// world.applied holds the rest; end_drag, once bodies.velocity holds u+, makes it the force that acted.
/// docs/theory.md (7.11), (7.12).
template <int D>
void begin_drag(World<D>& world, double h, double t);
template <int D>
void end_drag(Model<D>& model, State<D>& state, Scratch<D>& scratch, double h);

}  // namespace drystone
