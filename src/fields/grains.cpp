#include "fields/grains.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace drystone {

namespace {

template <class T>
Vec<3> spatial(const std::vector<T>& values, int d, std::size_t i) {
    Vec<3> out{};
    for (int c = 0; c < d; ++c)
        out[c] = static_cast<double>(values[static_cast<std::size_t>(d) * i + static_cast<std::size_t>(c)]);
    return out;
}

/// Of the disk or ball of that size.
double radius_of(double volume, int d) {
    return d == 2 ? std::sqrt(volume / std::numbers::pi) : std::cbrt(0.75 * volume / std::numbers::pi);
}

}  // namespace

Grains grains_of(const FramesGeometry& geometry, const Frame& frame) {
    Grains out;
    const int d = out.dimension = geometry.dimension;
    for (std::size_t i = 0; i < geometry.mass.size(); ++i) {
        const Vec<3> place = spatial(frame.position, d, i);
        if (geometry.wall[i] != 0 || !std::isfinite(norm(place)) || !(geometry.mass[i] > 0.0)) continue;
        const auto material = static_cast<std::size_t>(geometry.material[i]);
        out.id.push_back(geometry.id.empty() ? static_cast<int>(i) : geometry.id[i]);
        out.position.push_back(place);
        out.velocity.push_back(spatial(frame.velocity, d, i));
        out.mass.push_back(geometry.mass[i]);
        out.radius.push_back(radius_of(geometry.mass[i] / geometry.density[material], d));
        out.group.push_back(geometry.group[i]);
        out.material.push_back(geometry.materials[material]);
    }
    return out;
}

double mean_diameter(const Grains& grains) {
    double sum = 0.0;
    for (const double radius : grains.radius) sum += 2.0 * radius;
    return grains.size() > 0 ? sum / static_cast<double>(grains.size()) : 0.0;
}

CentreBox box_of(const Grains& grains) {
    CentreBox box;
    for (std::size_t i = 0; i < grains.size(); ++i) {
        for (int c = 0; c < 3; ++c) {
            box.low[c] = i == 0 ? grains.position[i][c] : std::min(box.low[c], grains.position[i][c]);
            box.high[c] = i == 0 ? grains.position[i][c] : std::max(box.high[c], grains.position[i][c]);
        }
    }
    return box;
}

}  // namespace drystone
