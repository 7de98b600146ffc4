#pragma once

#include <array>
#include <vector>

#include "step/wall_faces.h"

namespace drystone {

/// The platens of all membranes, and the reach of those that do not say. The state is left alone.
template <int D>
void list_membranes(World<D>& world);

/// At time 0: the first skins. Refuses those that do not hold their grains.
template <int D>
void begin_membranes(World<D>& world);

/// Adds pressures on membranes at time t to world.applied; parts must be placed. Skins whose grains have moved far are drawn anew.
/// docs/theory.md (7.20)-(7.22)
template <int D>
void press_membranes(World<D>& world, double t);

/// The end of membrane k on a wall that is one of its platens, now.
template <int D>
WallArea<D> cap_of(const Model<D>& model, const State<D>& state, std::size_t k, const PressedWall& wall);

/// What there is of a membrane, now.
template <int D>
struct MembraneExtent {
    double volume = 0.0;   // within it [m3], 2D [m2]
    double area = 0.0;     // without its ends on platens [m2], 2D [m]
    Vec<D> area_vector{};  // of the same: normals outwards times areas; zero where it has no platens
};

template <int D>
MembraneExtent<D> extent_of(const Model<D>& model, const State<D>& state, std::size_t k);

/// Ends of the edges of membrane k now, each once: what is drawn of it [m].
template <int D>
std::vector<std::array<Vec<D>, 2>> edges_of(const Model<D>& model, const State<D>& state, std::size_t k);

}  // namespace drystone
