// share = depth / min(size_a, size_b) over pairs of bodies, depth = max(0, -gap) of their deepest point.

#include "step/initial_overlaps.h"

#include <algorithm>
#include <tuple>

namespace drystone {

namespace {

/// Diameter of the largest ball that the program knows to lie within a body [m].
template <int D>
std::vector<double> sizes(const World<D>& world) {
    std::vector<double> size(world.bodies.position.size(), 0.0);
    for (int p = 0; p < world.parts.size(); ++p) {
        double& own = size[world.parts.body[p]];
        own = std::max(own, 2.0 * world.parts.extent(p));
    }
    return size;
}

/// Points that overlap by more than noise, as overlaps of their bodies.
template <int D>
std::vector<BodyOverlap> deep_points(const World<D>& world) {
    const Parts<D>& parts = world.parts;
    const std::vector<double> nothing_ahead(parts.body.size(), 0.0), size = sizes(world);
    ThreadPool alone(1);
    ContactFinder<D> finder;
    std::vector<ContactPoint<D>> points;
    if (parts.space.repeats()) {
        CellNeighbours<D> near;
        near.update(parts, nothing_ahead, alone);
        near.place(parts, nothing_ahead, alone);
        finder.find(near.seen(), near.seen_pairs(), near.seen_reach(), alone, points);
        for (ContactPoint<D>& c : points) c.b = near.original(c.b).part;
    } else {
        Neighbours<D> near;
        near.update(parts, nothing_ahead, alone);
        finder.find(parts, near.pairs(), nothing_ahead, alone, points);
    }

    std::vector<BodyOverlap> overlaps;
    for (const ContactPoint<D>& c : points) {
        if (-c.gap <= overlap_noise * std::min(parts.extent(c.a), parts.extent(c.b))) continue;
        const auto [a, b] = std::minmax(parts.body[c.a], parts.body[c.b]);
        overlaps.push_back({a, b, -c.gap, -c.gap / std::min(size[a], size[b])});
    }
    return overlaps;
}

}  // namespace

template <int D>
std::vector<BodyOverlap> find_overlaps(const World<D>& world) {
    std::vector<BodyOverlap> overlaps = deep_points(world);
    const auto pair_of = [](const BodyOverlap& o) { return std::tie(o.a, o.b); };
    std::sort(overlaps.begin(), overlaps.end(), [&](const BodyOverlap& x, const BodyOverlap& y) {
        return pair_of(x) != pair_of(y) ? pair_of(x) < pair_of(y) : x.depth > y.depth;
    });
    const auto same = [&](const BodyOverlap& x, const BodyOverlap& y) { return pair_of(x) == pair_of(y); };
    overlaps.erase(std::unique(overlaps.begin(), overlaps.end(), same), overlaps.end());
    std::stable_sort(overlaps.begin(), overlaps.end(),
                     [](const BodyOverlap& x, const BodyOverlap& y) { return x.share > y.share; });
    return overlaps;
}

template std::vector<BodyOverlap> find_overlaps(const World<2>&);
template std::vector<BodyOverlap> find_overlaps(const World<3>&);

}  // namespace drystone
