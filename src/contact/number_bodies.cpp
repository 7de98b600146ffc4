#include "contact/number_bodies.h"

#include <algorithm>
#include <cmath>

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

/// A cube of a power of two around all places, so that bodies that hardly move hardly change their numbers.
template <int D>
struct Cube {
    Vec<D> corner{};
    double per_cell = 0.0;

    explicit Cube(const Bodies<D>& bodies, const std::vector<BodyNumbering::Place>& places) {
        constexpr double off_lattices = 0.381966;  // cells: regular walls would stand on their borders
        Vec<D> low = bodies.position[places[0].body], high = low;
        for (const BodyNumbering::Place& place : places) {
            for (int k = 0; k < D; ++k) {
                low[k] = std::min(low[k], bodies.position[place.body][k]);
                high[k] = std::max(high[k], bodies.position[place.body][k]);
            }
        }
        double extent = 0.0;
        for (int k = 0; k < D; ++k) extent = std::max(extent, high[k] - low[k]);
        int exponent = 0;
        std::frexp(extent, &exponent);
        if (!(extent > 0.0) || !std::isfinite(extent)) return;  // all cells are one
        per_cell = std::ldexp(1.0, bits - 1 - exponent);
        for (int k = 0; k < D; ++k) corner[k] = low[k] - off_lattices / per_cell;
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
    places.clear();
    mobile.assign(bodies.position.size(), -1);
    for (int i = 0; i < bodies.size(); ++i) {
        if (matter.freedom[i] != Freedom::immovable && matter.freedom[i] != Freedom::elastic)
            places.push_back({0, i});
    }
    if (places.size() > small) {
        const Cube<D> cube(bodies, places);
        pool.for_ranges(places.size(), small, [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k)
                places[k].along = cube.along_curve(bodies.position[places[k].body]);
        });
        radix_sort(
            places, D * bits, [](const BodyNumbering::Place& place) { return place.along; },
            numbering.scratch, pool);
    }
    for (std::size_t k = 0; k < places.size(); ++k) mobile[places[k].body] = static_cast<int>(k);
}

template void number_mobile_bodies(const Matter<2>&, const Bodies<2>&, ThreadPool&, BodyNumbering&,
                                   std::vector<int>&);
template void number_mobile_bodies(const Matter<3>&, const Bodies<3>&, ThreadPool&, BodyNumbering&,
                                   std::vector<int>&);

}  // namespace drystone
