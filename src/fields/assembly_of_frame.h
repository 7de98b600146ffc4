#pragma once

#include <variant>

#include "granular/assembly.h"
#include "granular/placed_region.h"
#include "io/frames_file.h"

namespace drystone {

/// The grains of a stored moment, by their ids, and what they do to each other: forces have the seven digits of the file. Arms end at the nearest images.
Assembly assembly_of(const FramesGeometry& geometry, const Frame& frame);

/// A region that somebody asks of, in the plane or in space, and the body that it has moved with since the first frame (its row), or -1.
struct RunRegion {
    std::variant<Region<2>, Region<3>> shape;
    int with = -1;
};

/// Where it is in that frame. `first`: the frame that the region was given in.
template <int D>
PlacedRegion<D> placed_region(const RunRegion& region, const Frame& first, const Frame& frame);

/// Of all grains what is in the region, exactly; curved bodies by the flat faces that are drawn of them [m3], 2D [m2].
template <int D>
double solid_volume_in(const PlacedRegion<D>& region, const FramesGeometry& geometry, const Frame& frame);

}  // namespace drystone
