#include "masonry/voronoi.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <voro++/voro++.hh>

namespace drystone::masonry {

namespace {

/// visit(k, cell, position of point k) for every point.
template <class Visit>
void for_cells(const VoronoiBox& box, const std::vector<Vec<3>>& points, const Visit& visit) {
    const Vec<3> size = box.high - box.low;
    assert(!points.empty() && size[0] > 0.0 && size[1] > 0.0 && size[2] > 0.0);
    // Voro++ sorts the points into bins; it is fastest with about five to a bin.
    const double bin = std::cbrt(5.0 * size[0] * size[1] * size[2] / static_cast<double>(points.size()));
    int bins[3];
    for (int i = 0; i < 3; ++i) bins[i] = std::max(1, static_cast<int>(size[i] / bin));
    voro::container container(box.low[0], box.high[0], box.low[1], box.high[1], box.low[2], box.high[2],
                              bins[0], bins[1], bins[2], false, false, false, 8);
    for (std::size_t k = 0; k < points.size(); ++k)
        container.put(static_cast<int>(k), points[k][0], points[k][1], points[k][2]);
    voro::c_loop_all loop(container);
    voro::voronoicell cell;
    if (!loop.start()) return;
    do {
        if (!container.compute_cell(cell, loop)) continue;
        Vec<3> at;
        loop.pos(at[0], at[1], at[2]);
        visit(static_cast<std::size_t>(loop.pid()), cell, at);
    } while (loop.inc());
}

}  // namespace

std::vector<Vec<3>> voronoi_centres(const VoronoiBox& box, const std::vector<Vec<3>>& points) {
    std::vector<Vec<3>> centres = points;
    for_cells(box, points, [&](std::size_t k, voro::voronoicell& cell, const Vec<3>& at) {
        Vec<3> offset;
        cell.centroid(offset[0], offset[1], offset[2]);
        centres[k] = at + offset;
    });
    return centres;
}

std::vector<std::vector<Vec<3>>> voronoi_cells(const VoronoiBox& box, const std::vector<Vec<3>>& points) {
    const Vec<3> size = box.high - box.low;
    const double near = 1e-9 * std::max({size[0], size[1], size[2]});
    std::vector<std::vector<Vec<3>>> cells(points.size());
    std::vector<double> numbers;
    for_cells(box, points, [&](std::size_t k, voro::voronoicell& cell, const Vec<3>& at) {
        cell.vertices(at[0], at[1], at[2], numbers);
        for (std::size_t n = 0; n + 2 < numbers.size(); n += 3) {
            Vec<3> corner = {{numbers[n], numbers[n + 1], numbers[n + 2]}};
            for (int i = 0; i < 3; ++i) {
                if (std::abs(corner[i] - box.low[i]) < near) corner[i] = box.low[i];
                if (std::abs(corner[i] - box.high[i]) < near) corner[i] = box.high[i];
            }
            const bool known = std::any_of(cells[k].begin(), cells[k].end(),
                                           [&](const Vec<3>& x) { return norm(x - corner) < near; });
            if (!known) cells[k].push_back(corner);
        }
    });
    return cells;
}

}  // namespace drystone::masonry
