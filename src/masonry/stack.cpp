#include "masonry/stack.h"

#include <cmath>

#include <fmt/format.h>

namespace drystone::masonry {

namespace {

std::vector<Vec<3>> block_sizes(const StackParameters& p, int dimension) {
    require(!p.sizes.empty(), "sizes", "must name at least one block");
    require(p.count >= 0, "count", "must be at least 1");
    require_count(p.count, "count");
    require(p.count == 0 || p.sizes.size() == 1, "count", "goes with one size, that of all blocks");
    for (const Vec<3>& size : p.sizes) {
        for (int i = 0; i < 3; ++i) {
            if (i != 1 || dimension == 3) require_positive(size[i], "sizes");
        }
    }
    if (p.count == 0) return p.sizes;
    return std::vector<Vec<3>>(static_cast<std::size_t>(p.count), p.sizes.front());
}

std::vector<Vec<2>> block_offsets(const StackParameters& p, const std::vector<Vec<3>>& sizes) {
    const std::size_t n = sizes.size();
    if (p.harmonic != 0.0) {
        require(std::isfinite(p.harmonic), "harmonic", "must be a number");
        require(p.offsets.empty(), "harmonic", "stands for offsets; drop one of the two");
        std::vector<Vec<2>> offsets(n);
        for (std::size_t i = 0; i < n; ++i) {
            require(sizes[i] == sizes[0], "harmonic", "is for equal blocks");
            offsets[i][0] = p.harmonic * sizes[i][0] / (2.0 * static_cast<double>(n - i));
        }
        return offsets;
    }
    if (p.offsets.empty()) return std::vector<Vec<2>>(n);
    require(p.offsets.size() == n, "offsets", fmt::format("must be {}, one for each block", n));
    return p.offsets;
}

/// `size` high boxes between two levels, about the point `centre` of the ground plan.
template <int D>
Block<D> block_at(std::string part, const Vec<3>& size, const Vec<2>& centre, double low, double high) {
    const double half = 0.5 * size[0];
    return box<D>(std::move(part), {{centre[0] - half, low}}, {{centre[0] + half, high}},
                  {centre[1] - 0.5 * size[1], centre[1] + 0.5 * size[1]});
}

}  // namespace

template <int D>
std::vector<Block<D>> stack(const StackParameters& p) {
    const std::vector<Vec<3>> sizes = block_sizes(p, D);
    const std::vector<Vec<2>> offsets = block_offsets(p, sizes);
    std::vector<Block<D>> blocks;
    if (p.base) {
        blocks.push_back(block_at<D>("base", sizes[0], {}, -sizes[0][2], 0.0));
        blocks.back().fixed = true;
    }
    Vec<2> centre{};
    double level = 0.0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const double top = level + sizes[i][2];
        centre += offsets[i];
        blocks.push_back(block_at<D>(fmt::format("{}", i), sizes[i], centre, level, top));
        level = top;
    }
    return blocks;
}

template std::vector<Block<2>> stack<2>(const StackParameters&);
template std::vector<Block<3>> stack<3>(const StackParameters&);

}  // namespace drystone::masonry
