#pragma once

#include "granular/assembly.h"
#include "granular/placed_region.h"
#include "measure/probe_region.h"
#include "step/world.h"

namespace drystone {

/// The grains of a world, by their ids, and the forces of its last step of length h [s]: contacts that press, and links. Arms are those that the step was
/// solved with. Without names of groups and materials.
template <int D>
Assembly assembly_of(const World<D>& world, double h);

/// The same with what they are called: for those who ask once.
template <int D>
Assembly named_assembly_of(const World<D>& world, double h);

/// A probe's region where it is now; it stays where it was given once its body has left.
template <int D>
PlacedRegion<D> placed_region(const ProbeRegion& region, const World<D>& world);

/// What is in it of all grains [m3], 2D [m2]; NaN where shapes are not known to be balls, polygons or polyhedra.
template <int D>
double solid_volume_in(const PlacedRegion<D>& region, const World<D>& world);

}  // namespace drystone
