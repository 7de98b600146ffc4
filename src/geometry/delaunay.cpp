// By insertion; where that fails, the lower half of the convex hull of the points lifted to a paraboloid, (x, |x|^2): its facets are the simplices.

#include "geometry/delaunay.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include "core/index.h"
#include "geometry/delaunay_insert.h"

namespace drystone {

namespace {

double volume_of(std::span<const Vec<2>> points, const std::array<int, 3>& s) {
    const Vec<2> a = points[at(s[1])] - points[at(s[0])], b = points[at(s[2])] - points[at(s[0])];
    return a[0] * b[1] - a[1] * b[0];
}

double volume_of(std::span<const Vec<3>> points, const std::array<int, 4>& s) {
    const Vec<3>& o = points[at(s[0])];
    return dot(points[at(s[1])] - o, cross(points[at(s[2])] - o, points[at(s[3])] - o));
}

/// Coordinates about the middle, of order one: Qhull judges by the largest. Empty where they are no numbers.
template <int D>
std::vector<double> centred(std::span<const Vec<D>> points) {
    Vec<D> mean{};
    for (const Vec<D>& p : points) mean += (1.0 / static_cast<double>(points.size())) * p;
    double size = 0.0;
    for (const Vec<D>& p : points) size = std::max(size, norm(p - mean));
    std::vector<double> coordinates;
    if (!std::isfinite(norm(mean)) || !(size > 0.0) || !std::isfinite(size)) return coordinates;
    for (const Vec<D>& p : points) {
        const Vec<D> x = (1.0 / size) * (p - mean);
        if (!std::isfinite(norm(x))) return {};
        coordinates.insert(coordinates.end(), x.c.begin(), x.c.end());
    }
    return coordinates;
}

/// The facets of the lower hull, numbered by their ids through `number`, which Qhull counts from 1.
template <int D>
void read_facets(qhT* qh, Delaunay<D>& out) {
    std::vector<int> number(qh->facet_id, -1);
    facetT *facet, *neighbor, **neighborp;
    vertexT *vertex, **vertexp;
    int count = 0;
    FORALLfacets {
        if (!facet->upperdelaunay) number[facet->id] = count++;
    }
    FORALLfacets {
        if (facet->upperdelaunay) continue;
        std::array<int, D + 1> corner{}, beyond{};
        std::size_t k = 0;
        FOREACHvertex_(facet->vertices) corner[k++] = qh_pointid(qh, vertex->point);
        k = 0;
        FOREACHneighbor_(facet) beyond[k++] = neighbor->upperdelaunay ? -1 : number[neighbor->id];
        if (facet->toporient) {  // of neighbours one is seen from the other side
            std::swap(corner[0], corner[1]);
            std::swap(beyond[0], beyond[1]);
        }
        out.simplex.push_back(corner);
        out.neighbour.push_back(beyond);
    }
}

}  // namespace

template <int D>
Delaunay<D> delaunay(std::span<const Vec<D>> points) {
    if (std::optional<Delaunay<D>> found = delaunay_by_insertion(points)) return std::move(*found);
    Delaunay<D> out;
    std::vector<double> coordinates = centred(points);
    if (coordinates.empty() || points.size() < D + 2) return out;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> silence(std::fopen("/dev/null", "w"), &std::fclose);
    auto state = std::make_unique<qhT>();
    qhT* qh = state.get();
    qh_zero(qh, silence.get());
    char command[] = "qhull d QJ";
    const int status = qh_new_qhull(qh, D, static_cast<int>(points.size()), coordinates.data(), False,
                                    command, silence.get(), silence.get());
    if (status == 0) read_facets(qh, out);
    qh_freeqhull(qh, !qh_ALL);
    int left = 0, total = 0;
    qh_memfreeshort(qh, &left, &total);

    double volume = 0.0;
    for (const auto& s : out.simplex) volume += volume_of(points, s);
    if (volume < 0.0) {
        for (auto& s : out.simplex) std::swap(s[0], s[1]);
        for (auto& n : out.neighbour) std::swap(n[0], n[1]);
    }
    return out;
}

template Delaunay<2> delaunay(std::span<const Vec<2>>);
template Delaunay<3> delaunay(std::span<const Vec<3>>);

}  // namespace drystone
