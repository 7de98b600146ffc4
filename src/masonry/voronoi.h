#pragma once

#include <vector>

#include "core/vec.h"

namespace drystone::masonry {

/// A box that is parted among points: to each belongs what is nearer to it than to the others. By Voro++
/// (Rycroft 2009); the only file that includes it is voronoi.cpp.
struct VoronoiBox {
    Vec<3> low{}, high{};  // [m]
};

/// Centres of volume of the cells.
std::vector<Vec<3>> voronoi_centres(const VoronoiBox& box, const std::vector<Vec<3>>& points);

/// Corners of the cells. Those on a side of the box lie on it exactly; corners nearer to each other than 1e-9
/// of the box are one.
std::vector<std::vector<Vec<3>>> voronoi_cells(const VoronoiBox& box, const std::vector<Vec<3>>& points);

}  // namespace drystone::masonry
