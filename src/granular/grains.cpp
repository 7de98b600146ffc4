#include "granular/grains.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace drystone {

double volume_of_round(double radius, int dimension) {
    return dimension == 2 ? std::numbers::pi * radius * radius
                          : 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
}

double radius_of_round(double volume, int dimension) {
    return dimension == 2 ? std::sqrt(volume / std::numbers::pi) : std::cbrt(0.75 * volume / std::numbers::pi);
}

double mean_diameter(const GrainList& grains) {
    double sum = 0.0;
    for (const double radius : grains.radius) sum += 2.0 * radius;
    return grains.size() > 0 ? sum / static_cast<double>(grains.size()) : 0.0;
}

namespace {

CentreBox box_with(const GrainList& grains, double radii) {
    CentreBox box;
    for (std::size_t i = 0; i < grains.size(); ++i) {
        for (int c = 0; c < grains.dimension; ++c) {
            const double x = grains.position[i][c], r = radii > 0.0 ? radii * grains.radius[i] : 0.0;
            box.low[c] = i == 0 ? x - r : std::min(box.low[c], x - r);
            box.high[c] = i == 0 ? x + r : std::max(box.high[c], x + r);
        }
    }
    return box;
}

}  // namespace

CentreBox box_of(const GrainList& grains) { return box_with(grains, 0.0); }
CentreBox box_about(const GrainList& grains) { return box_with(grains, 1.0); }

Vec<3> nearest_difference(const Space<3>& space, const Vec<3>& x, const Vec<3>& y) {
    const Vec<3> first = space.difference(x, y);
    if (!space.repeats()) return first;
    bool sheared = false;
    for (int i = 0; i < 3; ++i) {
        for (int j = i + 1; j < 3; ++j) sheared = sheared || space.edges()[i][j] != 0.0;
    }
    if (!sheared) return first;
    Vec<3> best = first;
    const auto span = [&](int edge) { return space.repeats_along(edge) ? 1 : 0; };
    for (int i = -span(0); i <= span(0); ++i) {
        for (int j = -span(1); j <= span(1); ++j) {
            for (int k = -span(2); k <= span(2); ++k) {
                const Vec<3> other = first + space.shift({i, j, k});
                if (dot(other, other) < dot(best, best)) best = other;
            }
        }
    }
    return best;
}

}  // namespace drystone
