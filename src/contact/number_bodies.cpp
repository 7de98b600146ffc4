#include "contact/number_bodies.h"

#include <algorithm>
#include <cmath>

#include "core/in_parallel.h"

namespace drystone {

namespace {

constexpr int small = 2048;  // bodies
constexpr int bits = 16;     // of each coordinate

/// Every D-th bit, the lowest first: x0 y0 (z0) x1 y1 (z1) ...
template <int D>
std::uint64_t spread(std::uint64_t x) {
    std::uint64_t out = 0;
    for (int k = 0; k < bits; ++k) out |= ((x >> k) & 1U) << (D * k);
    return out;
}

template <int D>
void include(const Vec<D>& x, BodyNumbering::Bounds& bounds) {
    for (int k = 0; k < D; ++k) {
        double &low = bounds.low[static_cast<std::size_t>(k)], &high = bounds.high[static_cast<std::size_t>(k)];
        low = std::min(low, x[k]);
        high = std::max(high, x[k]);
    }
}

/// A cube of a power of two around all places, so that bodies that hardly move hardly change their numbers.
template <int D>
struct Cube {
    Vec<D> corner{};
    double per_cell = 0.0;

    explicit Cube(const BodyNumbering::Bounds& bounds) {
        constexpr double off_lattices = 0.381966;  // cells: regular walls would stand on their borders
        const std::array<double, 3>&low = bounds.low, &high = bounds.high;
        double extent = 0.0;
        for (std::size_t k = 0; k < D; ++k) extent = std::max(extent, high[k] - low[k]);
        int exponent = 0;
        std::frexp(extent, &exponent);
        if (!(extent > 0.0) || !std::isfinite(extent)) return;  // all cells are one
        per_cell = std::ldexp(1.0, bits - 1 - exponent);
        for (std::size_t k = 0; k < D; ++k) corner[static_cast<int>(k)] = low[k] - off_lattices / per_cell;
    }

    std::uint64_t along_curve(const Vec<D>& x) const {
        std::uint64_t out = 0;
        for (int k = 0; k < D; ++k) {
            const double cell = per_cell * (x[k] - corner[k]);
            const double within =
                cell > 0.0 ? std::min(cell, std::ldexp(1.0, bits) - 1.0) : 0.0;  // 0 for NaN
            out |= spread<D>(static_cast<std::uint64_t>(within)) << k;
        }
        return out;
    }
};

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
    const Cube<D> cube(pool.sum_in_order(moving.size(), small, numbering.bounds, [&](std::size_t k, std::size_t end) {
        BodyNumbering::Bounds part;
        for (; k < end; ++k) include(bodies.position[moving[k]], part);
        return part;
    }));
    places.resize(moving.size());
    pool.for_ranges(places.size(), small, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k)
            places[k] = {cube.along_curve(bodies.position[moving[k]]), moving[k]};
    });
    radix_sort(
        places, D * bits, [](const BodyNumbering::Place& place) { return place.along; }, numbering.scratch, pool);
    pool.for_ranges(places.size(), array_grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) mobile[places[k].body] = static_cast<int>(k);
    });
}

template void number_mobile_bodies(const Matter<2>&, const Bodies<2>&, ThreadPool&, BodyNumbering&,
                                   std::vector<int>&);
template void number_mobile_bodies(const Matter<3>&, const Bodies<3>&, ThreadPool&, BodyNumbering&,
                                   std::vector<int>&);

}  // namespace drystone
