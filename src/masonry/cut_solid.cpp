#include "masonry/cut_solid.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "geometry/convex_faces.h"
#include "geometry/polytope.h"

namespace drystone::masonry {

namespace {

Polytope<2> polytope_of(const Convex<2>& shape) {
    Polytope<2> sides;
    for (std::size_t i = 0; i < shape.vertex.size(); ++i)
        sides.push_back({shape.vertex[i], shape.vertex[(i + 1) % shape.vertex.size()]});
    return sides;
}

Polytope<3> polytope_of(const Convex<3>& shape) {
    Polytope<3> sides;
    for (const std::vector<int>& face : faces_of(shape)) {
        sides.emplace_back();
        for (const int v : face) sides.back().push_back(shape.vertex[static_cast<std::size_t>(v)]);
    }
    return sides;
}

template <int D>
struct Extent {
    Vec<D> low{}, high{};

    explicit Extent(const std::vector<Polytope<D>>& parts) : low(parts[0][0][0]), high(low) {
        for (const Polytope<D>& part : parts)
            for (const Patch<D>& patch : part)
                for (const Vec<D>& x : patch)
                    for (int i = 0; i < D; ++i)
                        low[i] = std::min(low[i], x[i]), high[i] = std::max(high[i], x[i]);
    }
    double size() const { return norm(high - low); }
};

/// The parts between two planes across an axis.
template <int D>
std::vector<Polytope<D>> slab(const std::vector<Polytope<D>>& parts, int axis, double from, double to,
                              double tolerance) {
    std::vector<Polytope<D>> out;
    for (const Polytope<D>& part : parts) {
        const Polytope<D> below = cut(part, CutPlane<D>{Vec<D>::axis(axis), to}, tolerance).first;
        Polytope<D> between = cut(below, CutPlane<D>{-Vec<D>::axis(axis), -from}, tolerance).first;
        if (!between.empty()) out.push_back(std::move(between));
    }
    return out;
}

/// Where an extent is divided into lengths of about `unit`, half of one further where shifted; no piece is less than a quarter.
std::vector<double> divisions(double low, double high, double unit, bool shifted) {
    const int count = std::max(1, static_cast<int>(std::lround((high - low) / unit)));
    const double length = (high - low) / count;
    std::vector<double> ends = {low};
    for (int k = 1; k <= count; ++k) {
        const double x = low + (k - (shifted ? 0.5 : 0.0)) * length;
        if (x < high - 0.25 * length) ends.push_back(x);
    }
    ends.push_back(high);
    return ends;
}

template <int D>
std::vector<std::vector<Vec<D>>> corners_of_all(const std::vector<Polytope<D>>& pieces, double tolerance) {
    std::vector<std::vector<Vec<D>>> corners;
    for (const Polytope<D>& piece : pieces) corners.push_back(corners_of(piece, tolerance));
    return corners;
}

/// Beds first, then along one horizontal axis after the other, half a stone further in every other course.
template <int D>
struct Coursing {
    Vec<D> block{};
    double tolerance = 0.0;
    int course = 0, number = 0;
    std::vector<Block<D>> blocks{};

    void divide(const std::vector<Polytope<D>>& parts, int axis) {
        if (axis == D - 1) {
            blocks.push_back(
                {fmt::format("{}.{}", course, number++), {}, false, corners_of_all(parts, tolerance)});
            return;
        }
        const Extent<D> extent(parts);
        const std::vector<double> ends =
            divisions(extent.low[axis], extent.high[axis], block[axis], course % 2 == 1);
        for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
            const std::vector<Polytope<D>> between = slab(parts, axis, ends[k], ends[k + 1], tolerance);
            if (!between.empty()) divide(between, axis + 1);
        }
    }
};

template <int D>
std::vector<Block<D>> in_courses(const std::vector<Polytope<D>>& parts, const Vec<D>& block) {
    const Extent<D> extent(parts);
    double count = 1.0;
    for (int i = 0; i < D; ++i) {
        require_positive(block[i], "block");
        count *= (extent.high[i] - extent.low[i]) / block[i] + 1.0;
    }
    require_count(count, "block");
    Coursing<D> coursing{.block = block, .tolerance = 1e-12 * extent.size()};
    const std::vector<double> beds = divisions(extent.low[D - 1], extent.high[D - 1], block[D - 1], false);
    for (std::size_t c = 0; c + 1 < beds.size(); ++c) {
        const std::vector<Polytope<D>> course = slab(parts, D - 1, beds[c], beds[c + 1], coursing.tolerance);
        coursing.course = static_cast<int>(c);
        coursing.number = 0;
        if (!course.empty()) coursing.divide(course, 0);
    }
    return std::move(coursing.blocks);
}

template <int D>
bool holds(std::span<const Convex<D>> solid, const Vec<D>& x) {
    return std::any_of(solid.begin(), solid.end(), [&](const Convex<D>& part) {
        for (std::size_t f = 0; f < part.normal.size(); ++f)
            if (dot(part.normal[f], x) > part.offset[f]) return false;
        return true;
    });
}

/// What of the parts is nearer to point k than to the others: by planes midway, the nearest points first, until the rest are too far to matter.
template <int D>
std::vector<Polytope<D>> cell_of(const std::vector<Polytope<D>>& parts, const std::vector<Vec<D>>& points,
                                 std::size_t k, double tolerance) {
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto away = [&](std::size_t j) { return norm(points[j] - points[k]); };
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return away(i) < away(j); });
    std::vector<Polytope<D>> cell;
    for (Polytope<D> piece : parts) {
        for (std::size_t n = 1; n < order.size() && !piece.empty(); ++n) {
            double reach = 0.0;
            for (const Patch<D>& patch : piece)
                for (const Vec<D>& x : patch) reach = std::max(reach, norm(x - points[k]));
            const Vec<D> across = points[order[n]] - points[k];
            if (0.5 * norm(across) > reach) break;
            const Vec<D> normal = (1.0 / norm(across)) * across;
            piece =
                cut(piece, CutPlane<D>{normal, dot(normal, 0.5 * (points[order[n]] + points[k]))}, tolerance)
                    .first;
        }
        if (!piece.empty()) cell.push_back(std::move(piece));
    }
    return cell;
}

template <int D>
std::vector<Vec<D>> scatter(std::span<const Convex<D>> solid, const Extent<D>& extent, std::size_t count,
                            Random& random) {
    std::vector<Vec<D>> points;
    while (points.size() < count) {
        Vec<D> x;
        for (int i = 0; i < D; ++i) x[i] = random.uniform(extent.low[i], extent.high[i]);
        if (holds(solid, x)) points.push_back(x);
    }
    return points;
}

template <int D>
std::vector<Block<D>> in_cells(const CutParameters<D>& p, std::span<const Convex<D>> solid,
                               const std::vector<Polytope<D>>& parts, Random& random) {
    constexpr double most = 1e4;
    double volume = 0.0;
    for (const Convex<D>& part : solid) volume += mass_properties(part, 1.0).mass;
    const double count = std::max(1.0, std::round(volume / std::pow(p.stone, D)));
    require(count <= most, "stone",
            fmt::format("would make {:.3g} stones; there can be {:.0f}", count, most));
    require(p.relaxation >= 0, "relaxation", "must be zero or more steps");
    const Extent<D> extent(parts);
    const double tolerance = 1e-12 * extent.size();
    std::vector<Vec<D>> points = scatter(solid, extent, static_cast<std::size_t>(count), random);
    std::vector<Block<D>> blocks;
    for (int step = 0; step <= p.relaxation; ++step) {
        blocks.clear();
        std::vector<Vec<D>> middles = points;
        for (std::size_t k = 0; k < points.size(); ++k) {
            blocks.push_back({fmt::format("{}", k),
                              {},
                              false,
                              corners_of_all(cell_of(parts, points, k, tolerance), tolerance)});
            Vec<D> sum{};
            double corners = 0.0;
            for (const auto& part : blocks.back().parts)
                for (const Vec<D>& x : part) sum += x, corners += 1.0;
            if (corners > 0.0) middles[k] = (1.0 / corners) * sum;
        }
        points = std::move(middles);
    }
    std::erase_if(blocks, [](const Block<D>& block) { return block.parts.empty(); });
    return blocks;
}

}  // namespace

template <int D>
std::vector<Block<D>> cut_solid(const CutParameters<D>& p, std::span<const Convex<D>> solid, Random& random) {
    std::vector<Polytope<D>> parts;
    for (const Convex<D>& part : solid) parts.push_back(polytope_of(part));
    if (p.stone == 0.0) return in_courses(parts, p.block);
    require_positive(p.stone, "stone");
    return in_cells(p, solid, parts, random);
}

template std::vector<Block<2>> cut_solid(const CutParameters<2>&, std::span<const Convex<2>>, Random&);
template std::vector<Block<3>> cut_solid(const CutParameters<3>&, std::span<const Convex<3>>, Random&);

}  // namespace drystone::masonry
