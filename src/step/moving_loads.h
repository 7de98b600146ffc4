#pragma once

#include "geometry/line_hit.h"
#include "step/world.h"

namespace drystone {

/// Where an axle stands.
template <int D>
struct Footing {
    int part = 0;
    Vec<D> point{};  // [m]
    int facet = -1;  // of the surface of a deformable body
};

/// The body that an axle at x stands on: of those the load may stand on, the first that a line through x along the force meets.
template <int D>
std::optional<Footing<D>> footing(const Model<D>& model, std::size_t load, const Vec<D>& x);

/// What moving load k is at time t: a load on a body for each axle that stands on one.
template <int D>
std::vector<Load<D>> standing_loads(const Model<D>& model, const State<D>& state, std::size_t k, double t);

/// Adds the loads that move, at time t, to world.applied; parts must be placed. Those on bodies with a mesh are for press_on_meshes().
template <int D>
void press_on_bodies(World<D>& world, double t);

/// Adds those on bodies with a mesh to the loads on their nodes.
template <int D>
void press_on_meshes(World<D>& world, double t);

}  // namespace drystone
