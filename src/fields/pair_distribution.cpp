#include "fields/pair_distribution.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

namespace drystone {

namespace {

using Cell = std::array<long, 3>;

Cell cell_of(const Vec<3>& place, double edge) {
    Cell cell{};
    for (int c = 0; c < 3; ++c) cell[static_cast<std::size_t>(c)] = std::lround(std::floor(place[c] / edge));
    return cell;
}

/// visit(distance) of every pair that is nearer than `farthest`.
template <class Visit>
void for_near_pairs(const std::vector<Vec<3>>& places, double farthest, const Visit& visit) {
    std::map<Cell, std::vector<std::size_t>> cells;
    for (std::size_t i = 0; i < places.size(); ++i) cells[cell_of(places[i], farthest)].push_back(i);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Cell own = cell_of(places[i], farthest);
        for (long x = -1; x <= 1; ++x) {
            for (long y = -1; y <= 1; ++y) {
                for (long z = -1; z <= 1; ++z) {
                    const auto found = cells.find({own[0] + x, own[1] + y, own[2] + z});
                    if (found == cells.end()) continue;
                    for (const std::size_t j : found->second) {
                        if (j <= i) continue;
                        const double distance = norm(places[i] - places[j]);
                        if (distance < farthest) visit(distance);
                    }
                }
            }
        }
    }
}

}  // namespace

double share_of_pairs(const Vec<3>& edges, int dimension, double r) {
    constexpr double pi = std::numbers::pi;
    const double a = edges[0], b = edges[1], c = edges[2];
    if (dimension == 2)
        return (pi * a * b * r * r - 4.0 / 3.0 * (a + b) * r * r * r + 0.5 * r * r * r * r) / (a * a * b * b);
    const double volume = a * b * c, cube = r * r * r;
    return (4.0 / 3.0 * pi * volume * cube - 0.5 * pi * (a * b + b * c + c * a) * cube * r +
            8.0 / 15.0 * (a + b + c) * cube * r * r - cube * cube / 6.0) /
           (volume * volume);
}

Measured pair_distribution(const Grains& grains, double farthest, int bins) {
    Measured out{.columns = {"r", "g"}, .rows = {}};
    const CentreBox box = box_of(grains);
    const Vec<3> edges = box.high - box.low;
    for (int c = 0; c < grains.dimension; ++c) farthest = std::min(farthest, edges[c]);
    if (grains.size() < 2 || !(farthest > 0.0)) return out;
    std::vector<double> count(static_cast<std::size_t>(bins), 0.0);
    const double width = farthest / bins, n = static_cast<double>(grains.size());
    for_near_pairs(grains.position, farthest, [&](double distance) {
        count[std::min(static_cast<std::size_t>(distance / width), count.size() - 1)] += 1.0;
    });
    for (int k = 0; k < bins; ++k) {
        const double expected = 0.5 * n * (n - 1.0) *
                                (share_of_pairs(edges, grains.dimension, (k + 1) * width) -
                                 share_of_pairs(edges, grains.dimension, k * width));
        out.rows.push_back({(k + 0.5) * width, count[static_cast<std::size_t>(k)] / expected});
    }
    return out;
}

}  // namespace drystone
