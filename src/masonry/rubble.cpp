#include "masonry/rubble.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "masonry/voronoi.h"
#include "masonry/wall.h"

namespace drystone::masonry {

namespace {

/// The core of the wall; in the plane as thick as a stone along y, which is then dropped.
VoronoiBox core_box(const RubbleParameters& p, int dimension) {
    const double half = 0.5 * p.thickness - p.facing;
    if (dimension == 2) return {{{-half, 0.0, 0.0}}, {{half, p.stone, p.height}}};
    return {{{0.0, -half, 0.0}}, {{p.length, half, p.height}}};
}

int stone_count(const VoronoiBox& box, double stone) {
    double count = 1.0;
    for (int i = 0; i < 3; ++i) {
        const double along = (box.high[i] - box.low[i]) / stone;
        require(along >= 1e-3, "stone", "is a thousand times larger than the core of the wall");
        count *= along;
    }
    require_count(count, "stone");
    return std::max(1, static_cast<int>(std::lround(count)));
}

std::vector<Vec<3>> scatter(const VoronoiBox& box, int count, bool flat, Random& random) {
    std::vector<Vec<3>> points(static_cast<std::size_t>(count));
    for (Vec<3>& point : points) {
        for (int i = 0; i < 3; ++i) {
            const bool held = flat && i == 1;
            point[i] = held ? 0.5 * (box.low[i] + box.high[i]) : random.uniform(box.low[i], box.high[i]);
        }
    }
    return points;
}

template <int D>
void add_core(const RubbleParameters& p, Random& random, std::vector<Block<D>>& blocks) {
    const VoronoiBox box = core_box(p, D);
    std::vector<Vec<3>> points = scatter(box, stone_count(box, p.stone), D == 2, random);
    for (int step = 0; step < p.relaxation; ++step) {
        const std::vector<Vec<3>> centres = voronoi_centres(box, points);
        for (std::size_t k = 0; k < points.size(); ++k) {
            const double held = points[k][1];
            points[k] = centres[k];
            if (D == 2) points[k][1] = held;
        }
    }
    const std::vector<std::vector<Vec<3>>> cells = voronoi_cells(box, points);
    for (std::size_t k = 0; k < cells.size(); ++k) {
        Block<D> block{fmt::format("core.{}", k), {}, false};
        for (const Vec<3>& x : cells[k]) {
            if constexpr (D == 3) {
                block.vertices.push_back(x);
            } else if (x[1] == box.low[1]) {
                block.vertices.push_back({{x[0], x[2]}});
            }
        }
        blocks.push_back(std::move(block));
    }
}

WallParameters face_of(const RubbleParameters& p) {
    WallParameters face;
    face.length = p.length;
    face.height = p.height;
    face.thickness = p.facing;
    face.block = p.facing_block;
    return face;
}

void add_faces(const RubbleParameters& p, std::vector<Block<3>>& blocks) {
    const double outside = 0.5 * p.thickness, inside = outside - p.facing;
    for (const bool front : {true, false}) {
        const double y[] = {front ? -outside : inside, front ? -inside : outside};
        for (Block<3>& stone : wall<3>(face_of(p))) {
            stone.part = (front ? "front." : "back.") + stone.part;
            for (Vec<3>& x : stone.vertices) x[1] = x[1] < 0.0 ? y[0] : y[1];
            blocks.push_back(std::move(stone));
        }
    }
}

void add_faces(const RubbleParameters& p, std::vector<Block<2>>& blocks) {
    const double outside = 0.5 * p.thickness, inside = outside - p.facing;
    const int courses = whole_count(p.height, p.facing_block[1], "height", "courses");
    const auto level = [&](int c) { return (c * p.height) / courses; };
    for (int c = 0; c < courses; ++c) {
        const double low = level(c), high = level(c + 1);
        blocks.push_back(box<2>(fmt::format("front.{}", c), {{-outside, low}}, {{-inside, high}}, {}));
        blocks.push_back(box<2>(fmt::format("back.{}", c), {{inside, low}}, {{outside, high}}, {}));
    }
}

template <int D>
Block<D> base_slab(const RubbleParameters& p) {
    const double half = 0.5 * p.thickness + p.base_margin;
    const double from = D == 2 ? -half : -p.base_margin, to = D == 2 ? half : p.length + p.base_margin;
    return box<D>("base", {{from, -p.base}}, {{to, 0.0}}, {-half, half}, true);
}

}  // namespace

template <int D>
std::vector<Block<D>> rubble(const RubbleParameters& p, Random& random) {
    if (D == 3) require_positive(p.length, "length");
    require_positive(p.height, "height");
    require_positive(p.thickness, "thickness");
    require_positive(p.stone, "stone");
    require_not_negative(p.facing, "facing");
    require_not_negative(p.base, "base");
    require_not_negative(p.base_margin, "base_margin");
    require(p.relaxation >= 0, "relaxation", "must be zero or more steps");
    require(2.0 * p.facing < p.thickness, "facing",
            "must leave room for rubble: less than half the thickness");
    std::vector<Block<D>> blocks;
    if (p.base > 0.0) blocks.push_back(base_slab<D>(p));
    if (p.facing > 0.0) {
        if (D == 3) require_positive(p.facing_block[0], "facing_block");
        require_positive(p.facing_block[1], "facing_block");
        add_faces(p, blocks);
    }
    add_core(p, random, blocks);
    return blocks;
}

template std::vector<Block<2>> rubble<2>(const RubbleParameters&, Random&);
template std::vector<Block<3>> rubble<3>(const RubbleParameters&, Random&);

}  // namespace drystone::masonry
