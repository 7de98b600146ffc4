#include "masonry/buttress.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace drystone::masonry {

namespace {

/// Length at the lower and upper bed of a course.
Vec<2> lengths(const ButtressParameters& p, int course) {
    if (p.steps == 0) {
        const auto at = [&](int c) { return p.foot + (p.top - p.foot) * c / p.courses; };
        return {{at(course), at(course + 1)}};
    }
    const int step = course * p.steps / p.courses;
    const double length = p.foot + (p.top - p.foot) * step / (p.steps - 1);
    return {{length, length}};
}

std::vector<double> head_joints(double end, double block, bool shifted) {
    std::vector<double> cuts = {0.0};
    for (double x = shifted ? 0.5 * block : block; x <= end - 0.25 * block * (1.0 - 1e-9); x += block)
        cuts.push_back(x);
    return cuts;
}

void check(const ButtressParameters& p, int dimension) {
    require_positive(p.height, "height");
    require_positive(p.foot, "foot");
    require_positive(p.top, "top");
    require(p.top <= p.foot, "top", "must be at most foot");
    require(p.courses >= 1, "courses", "must be at least 1");
    require(p.steps == 0 || (p.steps >= 2 && p.steps <= p.courses), "steps",
            "must be 0, or from 2 to the number of courses");
    require_positive(p.block, "block");
    require_count(p.courses * (p.foot / p.block + 1.0), "block");
    require_not_negative(p.base, "base");
    if (dimension == 3) require_positive(p.depth, "depth");
}

}  // namespace

template <int D>
std::vector<Block<D>> buttress(const ButtressParameters& p) {
    check(p, D);
    const Depth depth = centred(p.depth);
    std::vector<Block<D>> blocks;
    if (p.base > 0.0) blocks.push_back(box<D>("base", {{0.0, -p.base}}, {{p.foot, 0.0}}, depth, true));
    const auto level = [&](int c) { return (c * p.height) / p.courses; };
    for (int c = 0; c < p.courses; ++c) {
        const Vec<2> end = lengths(p, c);
        const std::vector<double> cuts = head_joints(end[1], p.block, c % 2 == 1);
        for (std::size_t k = 0; k < cuts.size(); ++k) {
            const bool last = k + 1 == cuts.size();
            const double low = last ? end[0] : cuts[k + 1], high = last ? end[1] : cuts[k + 1];
            blocks.push_back(prism<D>(
                fmt::format("{}.{}", c, k),
                {{{cuts[k], level(c)}}, {{low, level(c)}}, {{high, level(c + 1)}}, {{cuts[k], level(c + 1)}}},
                depth));
        }
    }
    return blocks;
}

template std::vector<Block<2>> buttress<2>(const ButtressParameters&);
template std::vector<Block<3>> buttress<3>(const ButtressParameters&);

}  // namespace drystone::masonry
