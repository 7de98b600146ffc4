#include "contact/number_bodies.h"

#include <algorithm>
#include <cmath>

#include "core/in_parallel.h"

namespace drystone {

namespace {

constexpr int small = 2048;  // bodies

template <int D>
void include(const Vec<D>& x, PlaceBounds& bounds) {
    for (int k = 0; k < D; ++k) {
        double &low = bounds.low[static_cast<std::size_t>(k)], &high = bounds.high[static_cast<std::size_t>(k)];
        low = std::min(low, x[k]);
        high = std::max(high, x[k]);
    }
}

}  // namespace

template <int D>
void number_mobile_bodies(const Matter<D>& matter, const Bodies<D>& bodies, ThreadPool& pool,
                          BodyNumbering& numbering, std::vector<int>& mobile) {
    std::vector<BodyNumbering::Place>& places = numbering.places;
    fill_all(mobile, bodies.position.size(), -1, pool);
    const auto moves = [&](std::size_t i) {
        return matter.freedom[i] != Freedom::immovable && matter.freedom[i] != Freedom::elastic;
    };
    sort_into_buckets(mobile.size(), 1, [&](std::size_t i) { return moves(i) ? 0 : -1; }, pool, numbering.moving);
    const std::vector<int>& moving = numbering.moving.item;
    if (moving.size() <= small) {
        for (std::size_t k = 0; k < moving.size(); ++k) mobile[moving[k]] = static_cast<int>(k);
        return;
    }
    const CurveCube<D> cube(pool.sum_in_order(moving.size(), small, numbering.bounds, [&](std::size_t k, std::size_t end) {
        PlaceBounds part;
        for (; k < end; ++k) include(bodies.position[moving[k]], part);
        return part;
    }));
    places.resize(moving.size());
    pool.for_ranges(places.size(), small, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k)
            places[k] = {cube.along_curve(bodies.position[moving[k]]), moving[k]};
    });
    radix_sort(
        places, D * curve_bits, [](const BodyNumbering::Place& place) { return place.along; }, numbering.scratch, pool);
    pool.for_ranges(places.size(), array_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) mobile[places[k].body] = static_cast<int>(k);
    });
}

template void number_mobile_bodies(const Matter<2>&, const Bodies<2>&, ThreadPool&, BodyNumbering&,
                                   std::vector<int>&);
template void number_mobile_bodies(const Matter<3>&, const Bodies<3>&, ThreadPool&, BodyNumbering&,
                                   std::vector<int>&);

}  // namespace drystone
