#include "masonry/block.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/invariants.h"

namespace drystone::masonry {

void require(bool holds, std::string_view field, std::string_view meant) {
    if (!holds) throw BadParameters(field, meant);
}

void require_positive(double value, std::string_view field) {
    require(std::isfinite(value) && value > 0.0, field, "must be greater than zero");
}

void require_not_negative(double value, std::string_view field) {
    require(std::isfinite(value) && value >= 0.0, field, "must be zero or more");
}

void require_count(double stones, std::string_view field) {
    require(stones <= most_stones, field,
            fmt::format("would make {:.3g} stones; there can be {:.0f}", stones, most_stones));
}

int whole_count(double total, double unit, std::string_view field, std::string_view unit_name) {
    const double count = std::round(total / unit);
    require_count(count, field);
    if (count >= 1.0 && count <= std::numeric_limits<int>::max() &&
        std::abs(count * unit - total) <= 1e-6 * unit) {
        return static_cast<int>(count);
    }
    const double fewer = std::max(1.0, std::floor(total / unit));
    throw BadParameters(field, fmt::format("must be a whole number of {} of {} m; {} would do, or {}",
                                           unit_name, unit, fewer * unit, (fewer + 1.0) * unit));
}

template <>
Block<2> prism<2>(std::string part, const Polygon& polygon, const Depth&, bool fixed) {
    assert(polygon.size() >= 3);
    return {std::move(part), polygon, fixed};
}

template <>
Block<3> prism<3>(std::string part, const Polygon& polygon, const Depth& depth, bool fixed) {
    assert(polygon.size() >= 3);
    Block<3> block{std::move(part), {}, fixed};
    block.vertices.reserve(2 * polygon.size());
    for (const double y : {depth.from, depth.to}) {
        for (const Vec<2>& p : polygon) block.vertices.push_back({{p[0], y, p[1]}});
    }
    return block;
}

template <int D>
Block<D> box(std::string part, const Vec<2>& low, const Vec<2>& high, const Depth& depth, bool fixed) {
    const Polygon corners = {low, {{high[0], low[1]}}, high, {{low[0], high[1]}}};
    return prism<D>(std::move(part), corners, depth, fixed);
}

template <int D>
void place(const Vec<D>& position, const Rotation<D>& orientation, std::vector<Block<D>>& blocks) {
    assert(is_orthogonal(matrix(orientation)));
    const bool turned = !(orientation == Rotation<D>{});
    const Mat<D> R = matrix(orientation);
    for (Block<D>& block : blocks) {
        const auto move = [&](std::vector<Vec<D>>& corners) {
            for (Vec<D>& x : corners) x = position + (turned ? R * x : x);
        };
        move(block.vertices);
        for (std::vector<Vec<D>>& part : block.parts) move(part);
    }
}

template Block<2> box<2>(std::string, const Vec<2>&, const Vec<2>&, const Depth&, bool);
template Block<3> box<3>(std::string, const Vec<2>&, const Vec<2>&, const Depth&, bool);
template void place<2>(const Vec<2>&, const Rotation<2>&, std::vector<Block<2>>&);
template void place<3>(const Vec<3>&, const Rotation<3>&, std::vector<Block<3>>&);

}  // namespace drystone::masonry
