#include "masonry/column.h"

#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

namespace drystone::masonry {

namespace {

/// A horizontal cut through the shaft.
struct Bed {
    double level = 0.0, radius = 0.0;  // [m]
};

std::vector<double> bed_levels(const ColumnParameters& p) {
    std::vector<double> levels = {0.0};
    if (p.drum_heights.empty()) {
        require(p.drums >= 1, "drums", "must be at least 1, or drum_heights be given");
        require_count(p.drums, "drums");
        require_positive(p.height, "height");
        for (int k = 1; k <= p.drums; ++k) levels.push_back(k * p.height / p.drums);
        return levels;
    }
    require(p.drums == 0 && p.height == 0.0, "drum_heights", "stands for drums and height; drop those");
    for (const double height : p.drum_heights) {
        require_positive(height, "drum_heights");
        levels.push_back(levels.back() + height);
    }
    return levels;
}

std::vector<Bed> make_beds(const ColumnParameters& p) {
    require_positive(p.radius, "radius");
    require_not_negative(p.top_radius, "top_radius");
    require(std::isfinite(p.entasis), "entasis", "must be a number");
    const double top = p.top_radius > 0.0 ? p.top_radius : p.radius;
    std::vector<Bed> beds;
    const std::vector<double> levels = bed_levels(p);
    for (const double level : levels) {
        const double s = level / levels.back();
        beds.push_back({level, p.radius + (top - p.radius) * s + 4.0 * p.entasis * s * (1.0 - s)});
        require(beds.back().radius > 0.0, "entasis", "is so negative that a drum would vanish");
    }
    return beds;
}

template <int D>
void add_outline(const Bed& bed, int sides, std::vector<Vec<D>>& vertices) {
    if constexpr (D == 2) {
        vertices.push_back({{-bed.radius, bed.level}});
        vertices.push_back({{bed.radius, bed.level}});
    } else {
        for (int k = 0; k < sides; ++k) {
            const double angle = (2 * k + 1) * std::numbers::pi / sides;
            vertices.push_back({{bed.radius * std::cos(angle), bed.radius * std::sin(angle), bed.level}});
        }
    }
}

void check_slab(const Vec<2>& size, std::string_view field) {
    if (size == Vec<2>{}) return;
    require_positive(size[0], field);
    require_positive(size[1], field);
}

template <int D>
Block<D> slab(std::string part, double width, double low, double high) {
    return box<D>(std::move(part), {{-0.5 * width, low}}, {{0.5 * width, high}}, centred(width));
}

}  // namespace

template <int D>
std::vector<Block<D>> column(const ColumnParameters& p) {
    const std::vector<Bed> beds = make_beds(p);
    require(D == 2 || (p.sides >= 3 && p.sides <= 1000), "sides", "must be between 3 and 1000");
    check_slab(p.base, "base");
    check_slab(p.capital, "capital");
    std::vector<Block<D>> blocks;
    if (p.base[1] > 0.0) {
        blocks.push_back(slab<D>("base", p.base[0], -p.base[1], 0.0));
        blocks.back().fixed = true;
    }
    for (std::size_t k = 0; k + 1 < beds.size(); ++k) {
        Block<D> drum{fmt::format("drum.{}", k), {}, false};
        add_outline(beds[k], p.sides, drum.vertices);
        add_outline(beds[k + 1], p.sides, drum.vertices);
        blocks.push_back(std::move(drum));
    }
    const double top = beds.back().level;
    if (p.capital[1] > 0.0) blocks.push_back(slab<D>("capital", p.capital[0], top, top + p.capital[1]));
    return blocks;
}

template std::vector<Block<2>> column<2>(const ColumnParameters&);
template std::vector<Block<3>> column<3>(const ColumnParameters&);

}  // namespace drystone::masonry
