#include "fields/delaunay.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace drystone {

namespace {

/// Coordinates as the library wants them, from a corner and in units of the size: its options know no units.
std::vector<coordT> scaled(const std::vector<Vec<3>>& points, int dimension) {
    Vec<3> low = points[0], high = points[0];
    for (const Vec<3>& p : points) {
        for (int c = 0; c < 3; ++c) {
            low[c] = std::min(low[c], p[c]);
            high[c] = std::max(high[c], p[c]);
        }
    }
    const double size = norm(high - low);
    std::vector<coordT> out;
    for (const Vec<3>& p : points) {
        for (int c = 0; c < dimension; ++c) out.push_back((p[c] - low[c]) / (size > 0.0 ? size : 1.0));
    }
    return out;
}

}  // namespace

std::vector<Simplex> delaunay(const std::vector<Vec<3>>& points, int dimension) {
    std::vector<Simplex> found;
    if (points.size() < static_cast<std::size_t>(dimension) + 1) return found;
    std::vector<coordT> coordinates = scaled(points, dimension);
    qhT data{};
    qhT* qh = &data;
    QHULL_LIB_CHECK
    qh_zero(qh, nullptr);
    const std::unique_ptr<FILE, int (*)(FILE*)> nowhere(std::fopen("/dev/null", "w"), std::fclose);
    char options[] = "qhull d Qbb Qt Qz Q12";
    const int status = qh_new_qhull(qh, dimension, static_cast<int>(points.size()), coordinates.data(), False,
                                    options, nowhere.get(), nowhere.get());
    if (status == 0) {
        facetT* facet = nullptr;
        FORALLfacets {
            if (facet->upperdelaunay) continue;
            Simplex one{-1, -1, -1, -1};
            std::size_t k = 0;
            vertexT *vertex = nullptr, **vertexp = nullptr;
            FOREACHvertex_(facet->vertices) {
                const int point = qh_pointid(qh, vertex->point);
                if (k < 4 && point >= 0 && point < static_cast<int>(points.size())) one[k++] = point;
            }
            if (k == static_cast<std::size_t>(dimension) + 1) {
                std::sort(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(k));
                found.push_back(one);
            }
        }
    }
    qh_freeqhull(qh, !qh_ALL);
    int long_blocks = 0, long_bytes = 0;
    qh_memfreeshort(qh, &long_blocks, &long_bytes);
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace drystone
