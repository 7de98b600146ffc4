#pragma once

#include "fields/measured.h"
#include "granular/grains.h"

namespace drystone {

/// The room that each grain has: all places with a smaller power to it, |r - x|^2 - R^2, than to any other (Laguerre's cells, by Voro++; R the radius of the
/// ball of the same volume). Between touching balls of any sizes the border passes through their contact. Cells fill the box, or the cell that
/// repeats, so that their volumes add up to its own.
struct Rooms {
    std::vector<double> volume;      // (grains)  [m3], 2D [m2]; 0 of a ball that others swallow
    std::vector<int> neighbours;     // (grains)  that share a face
};

/// `box`: where nothing repeats; grains outside of it have no room. InputError for a sheared cell that does not repeat in every direction.
Rooms rooms_of(const GrainList& grains, const CentreBox& box);

/// Columns: body, x, y (, z), volume, solid_fraction (of the ball of its volume in its room), neighbours.
Measured voronoi_table(const GrainList& grains, const CentreBox& box);

}  // namespace drystone
