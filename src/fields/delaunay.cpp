#include "fields/delaunay.h"

#include <algorithm>

#include "geometry/delaunay.h"

namespace drystone {

namespace {

template <int D>
std::vector<Simplex> simplices_of(const std::vector<Vec<3>>& points) {
    std::vector<Vec<D>> places(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (int c = 0; c < D; ++c) places[i][c] = points[i][c];
    }
    std::vector<Simplex> found;
    if (places.size() == D + 1) found.push_back(D == 2 ? Simplex{0, 1, 2, -1} : Simplex{0, 1, 2, 3});
    for (std::array<int, D + 1> corner : delaunay<D>(places).simplex) {
        std::sort(corner.begin(), corner.end());
        Simplex& one = found.emplace_back(Simplex{-1, -1, -1, -1});
        std::copy(corner.begin(), corner.end(), one.begin());
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

std::vector<Simplex> delaunay(const std::vector<Vec<3>>& points, int dimension) {
    return dimension == 2 ? simplices_of<2>(points) : simplices_of<3>(points);
}

}  // namespace drystone
