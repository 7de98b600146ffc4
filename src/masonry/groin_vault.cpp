#include "masonry/groin_vault.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "masonry/cut_block.h"

namespace drystone::masonry {

namespace {

/// Of the prism over a polygon what lies beyond the diagonals; empty: nothing.
std::vector<Vec<3>> beyond_diagonals(const Polygon& polygon, const Depth& depth, double tolerance) {
    Polytope<3> solid = prism_polytope(polygon, depth);
    const double s = std::sqrt(0.5);
    for (const double side : {-1.0, 1.0})
        solid = cut(solid, CutPlane<3>{{{side * s, -s, 0.0}}, 0.0}, tolerance).first;
    std::vector<Vec<3>> corners = corners_of(solid, tolerance);
    for (Vec<3>& x : corners)
        if (std::abs(x[1] - std::abs(x[0])) <= tolerance) x[1] = std::abs(x[0]);
    return corners;
}

/// Where a row is cut across: from the open end, half a stone further in every other row, none near the diagonal.
std::vector<double> ends_of_row(const Polygon& polygon, double open_end, double length, bool shifted) {
    double widest = 0.0, narrowest = open_end;
    for (const Vec<2>& x : polygon)
        widest = std::max(widest, std::abs(x[0])), narrowest = std::min(narrowest, std::abs(x[0]));
    const bool crosses = polygon[0][0] * polygon[1][0] < 0.0;
    std::vector<double> ends = {open_end};
    for (double y = open_end - (shifted ? 0.5 : 1.0) * length; y >= widest + 0.25 * length; y -= length)
        ends.push_back(y);
    ends.push_back(crosses ? 0.0 : narrowest);
    return ends;
}

void add_row(const std::string& part, const std::vector<std::vector<Vec<3>>>& stones, bool fixed,
             std::vector<Block<3>>& blocks) {
    const char* const sides[] = {"back", "right", "front", "left"};
    for (int side = 0; side < 4; ++side) {
        for (std::size_t k = 0; k < stones.size(); ++k) {
            Block<3> block{fmt::format("{}.{}{}", sides[side], part, fixed ? "" : fmt::format(".{}", k)),
                           stones[k], fixed};
            for (Vec<3>& x : block.vertices)
                for (int turn = 0; turn < side; ++turn) x = {{x[1], -x[0], x[2]}};
            blocks.push_back(std::move(block));
        }
    }
}

}  // namespace

std::vector<Block<3>> groin_vault(const GroinVaultParameters& p) {
    require_positive(p.block_length, "block_length");
    const std::vector<Joint> joints = arch_joints(p.arch);
    const double open_end = -joints.front().outer[0], tolerance = 1e-12 * open_end;
    require_count(4.0 * p.arch.voussoirs * (open_end / p.block_length + 1.0), "block_length");
    std::vector<Block<3>> blocks;
    for (std::size_t row = 0; row + 1 < joints.size(); ++row) {
        const Polygon face = voussoir(joints[row], joints[row + 1]);
        const std::vector<double> ends = ends_of_row(face, open_end, p.block_length, row % 2 == 1);
        std::vector<std::vector<Vec<3>>> stones;
        for (std::size_t k = 0; k + 1 < ends.size(); ++k)
            stones.push_back(beyond_diagonals(face, {ends[k + 1], ends[k]}, tolerance));
        add_row(fmt::format("{}", row), stones, false, blocks);
    }
    const std::vector<Polygon> abutments = arch_abutments(p.arch, joints);
    for (std::size_t k = 0; k < abutments.size(); ++k)
        add_row(fmt::format("abutment.{}", k), {beyond_diagonals(abutments[k], {0.0, open_end}, tolerance)},
                true, blocks);
    return blocks;
}

}  // namespace drystone::masonry
