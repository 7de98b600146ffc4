// Bodies along Morton's curve: the key of a place x in a cube of corner c has the bits of its cells by turns,
//
//     key = x0 y0 (z0) x1 y1 (z1) ...,    (x, y, z) = floor(2^16 (x - c) / edge)
//
// and bodies are numbered by (key, index): along_curve.h.

#include "contact/number_bodies.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/in_parallel.h"
#include "core/radix_sort.h"

namespace drystone {

namespace {

constexpr int small = 2048;  // bodies

bool moves(Freedom freedom) { return freedom != Freedom::immovable && freedom != Freedom::elastic; }

template <int D>
void include(const Vec<D>& x, PlaceBounds& bounds) {
    for (int k = 0; k < D; ++k) {
        double &low = bounds.low[static_cast<std::size_t>(k)], &high = bounds.high[static_cast<std::size_t>(k)];
        low = std::min(low, x[k]);
        high = std::max(high, x[k]);
    }
}

struct Place {
    std::uint64_t along = 0;  // the curve
    int body = 0;
};

/// The order of the keys, and of bodies where these are the same.
bool comes_before(const Place& p, const Place& q) {
    return p.along != q.along ? p.along < q.along : p.body < q.body;
}

/// Bodies that hardly move hardly change their order: those that are out of it are put back, one by one. False: they were too many, and
/// the places are in no order.
bool mend_order(std::span<Place> places) {
    std::size_t passed = 0;
    const std::size_t most = places.size();
    for (std::size_t k = 1; k < places.size(); ++k) {
        if (!comes_before(places[k], places[k - 1])) continue;
        const Place place = places[k];
        std::size_t hole = k;
        for (; hole > 0 && comes_before(place, places[hole - 1]); --hole) places[hole] = places[hole - 1];
        places[hole] = place;
        passed += k - hole;
        if (passed > most) return false;
    }
    return true;
}

/// The bodies of the last step at their new places along the curve, in last step's order. False: they are others.
template <int D>
bool find_again(const PlacedMatter<D>& placed, const CurveCube<D>& cube, ThreadPool& pool, const std::vector<int>& order, std::span<Place> places) {
    const auto& [matter, bodies] = placed;
    if (order.size() != places.size()) return false;
    const auto is_other = [&](std::size_t k) {
        return static_cast<std::size_t>(order[k]) >= bodies.position.size() || !moves(matter.freedom[order[k]]);
    };
    if (any_of_all(order.size(), array_grain, pool, is_other)) return false;
    pool.for_ranges(order.size(), small, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) places[k] = {cube.along_curve(bodies.position[order[k]]), order[k]};
    });
    return true;
}

}  // namespace

template <int D>
void number_mobile_bodies(const PlacedMatter<D>& placed, ThreadPool& pool, Workbench& bench, BodyNumbering& numbering,
                          std::vector<int>& mobile) {
    const Matter<D>& matter = placed.matter;
    const Bodies<D>& bodies = placed.bodies;
    fill_all(mobile, bodies.position.size(), -1, pool);
    const auto bucket = [&](std::size_t i) { return moves(matter.freedom[i]) ? 0 : -1; };
    sort_into_buckets(mobile.size(), 1, bucket, pool, numbering.moving);
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
    const Workbench::Use use(bench);
    const std::span<Place> places = use.take<Place>(moving.size());
    if (!find_again(placed, cube, pool, numbering.order, places) || !mend_order(places)) {
        pool.for_ranges(places.size(), small, [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k) places[k] = {cube.along_curve(bodies.position[moving[k]]), moving[k]};
        });
        radix_sort(places, D * curve_bits, [](const Place& place) { return place.along; }, bench, pool);
    }
    numbering.order.resize(places.size());
    pool.for_ranges(places.size(), array_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            numbering.order[k] = places[k].body;
            mobile[places[k].body] = static_cast<int>(k);
        }
    });
}

template void number_mobile_bodies(const PlacedMatter<2>&, ThreadPool&, Workbench&, BodyNumbering&, std::vector<int>&);
template void number_mobile_bodies(const PlacedMatter<3>&, ThreadPool&, Workbench&, BodyNumbering&, std::vector<int>&);

}  // namespace drystone
