#include "fields/pair_distribution.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fields/point_buckets.h"

namespace drystone {

namespace {

struct Reach {
    PairBox box;
    double farthest = 0.0;
};

/// Half the least distance of opposite faces that repeat, and the least edge that does not.
Reach reach_of(const GrainList& grains, double farthest) {
    const CentreBox centres = box_of(grains);
    const bool repeats = grains.space.repeats();
    Reach out{{grains.dimension, 1.0, {}}, farthest};
    const Mat<3> dual = repeats ? inverse(grains.space.edges()) : Mat<3>{};
    for (int c = 0; c < grains.dimension; ++c) {
        if (repeats && grains.space.repeats_along(c)) {
            out.box.volume *= grains.space.edges()[c][c];
            out.farthest = std::min(out.farthest, 0.5 / norm(dual[c]));
        } else {
            const double edge = centres.high[c] - centres.low[c];
            out.box.volume *= edge;
            out.box.inverse_edge[c] = 1.0 / edge;
            out.farthest = std::min(out.farthest, edge);
        }
    }
    return out;
}

/// visit(distance) of every pair that is nearer than `farthest`, which is at most half the least width of what repeats.
template <class Visit>
void for_near_pairs(const GrainList& grains, double farthest, const Visit& visit) {
    std::vector<Vec<3>> places;
    for (const Vec<3>& x : grains.position) places.push_back(grains.space.wrap(x));
    const PointBuckets buckets(places, 0.5 * farthest);
    const auto span = [&](int c) { return grains.space.repeats() && grains.space.repeats_along(c) ? 1 : 0; };
    const Vec<3> reach{{farthest, farthest, farthest}};
    const double square = farthest * farthest;
    for (std::size_t i = 0; i < places.size(); ++i) {
        for (int x = -span(0) - span(1); x <= span(0) + span(1); ++x) {  // shears of half an edge count for one image more
            for (int y = -span(1) - span(2); y <= span(1) + span(2); ++y) {
                for (int z = -span(2); z <= span(2); ++z) {
                    if ((span(0) == 0 && x != 0) || (span(1) == 0 && y != 0)) continue;
                    const Vec<3> seen = span(0) + span(1) + span(2) > 0 ? places[i] + grains.space.shift({x, y, z}) : places[i];
                    buckets.for_near(seen - reach, seen + reach, [&](int j) {
                        if (static_cast<std::size_t>(j) <= i) return;
                        const Vec<3> apart = seen - places[static_cast<std::size_t>(j)];
                        const double distance = dot(apart, apart);
                        if (distance < square) visit(std::sqrt(distance));
                    });
                }
            }
        }
    }
}

}  // namespace

double share_of_pairs(const PairBox& box, double r) {
    constexpr double pi = std::numbers::pi;
    const double a = box.inverse_edge[0], b = box.inverse_edge[1], c = box.inverse_edge[2];
    if (box.dimension == 2) return (pi * r * r - 4.0 / 3.0 * (a + b) * r * r * r + 0.5 * a * b * r * r * r * r) / box.volume;
    const double cube = r * r * r;
    return (4.0 / 3.0 * pi * cube - 0.5 * pi * (a + b + c) * cube * r + 8.0 / 15.0 * (a * b + b * c + c * a) * cube * r * r -
            a * b * c * cube * cube / 6.0) /
           box.volume;
}

Measured pair_distribution(const GrainList& grains, double farthest, int bins) {
    Measured out{.columns = {"r", "g"}, .rows = {}};
    const Reach reach = reach_of(grains, farthest);
    if (grains.size() < 2 || !(reach.farthest > 0.0)) return out;
    std::vector<double> count(static_cast<std::size_t>(bins), 0.0);
    const double width = reach.farthest / bins, n = static_cast<double>(grains.size());
    for_near_pairs(grains, reach.farthest, [&](double distance) {
        count[std::min(static_cast<std::size_t>(distance / width), count.size() - 1)] += 1.0;
    });
    for (int k = 0; k < bins; ++k) {
        const double expected =
            0.5 * n * (n - 1.0) * (share_of_pairs(reach.box, (k + 1) * width) - share_of_pairs(reach.box, k * width));
        out.rows.push_back({(k + 0.5) * width, count[static_cast<std::size_t>(k)] / expected});
    }
    return out;
}

}  // namespace drystone
