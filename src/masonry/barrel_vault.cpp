#include "masonry/barrel_vault.h"

#include <algorithm>

#include <fmt/format.h>

namespace drystone::masonry {

std::vector<Block<3>> barrel_vault(const BarrelVaultParameters& p) {
    require_positive(p.length, "length");
    require_positive(p.block_length, "block_length");
    const std::vector<Joint> joints = arch_joints(p.arch);
    const int halves = whole_count(p.length, 0.5 * p.block_length, "length", "half blocks");
    require(halves >= 2, "length", "must be a block or more");
    check_rings(p.arch.rings, p.arch.voussoirs);
    require_count(0.5 * halves * p.arch.voussoirs * p.arch.rings, "block_length");
    const auto y = [&](int half) { return (half * p.length) / halves - 0.5 * p.length; };
    std::vector<Block<3>> blocks;
    for (int ring = 0; ring < p.arch.rings; ++ring) {
        for (int row = 0; row < p.arch.voussoirs; ++row) {
            const auto k = static_cast<std::size_t>(row);
            const Polygon face = voussoir(joints[k], joints[k + 1], ring, p.arch.rings);
            int number = 0;
            for (int from = 0, to = row % 2 == 0 ? 2 : 1; from < halves; from = to, to = from + 2) {
                to = std::min(to, halves);
                blocks.push_back(prism<3>(fmt::format("{}.{}", ring_part(ring, p.arch.rings, row), number++), face, {y(from), y(to)}));
            }
        }
    }
    const std::vector<Polygon> ends = arch_abutments(p.arch, joints);
    if (ends.empty()) return blocks;
    const Depth depth = p.arch.abutment_margin > 0.0 ? centred(p.length + 2.0 * p.arch.abutment_margin)
                                                     : Depth{y(0), y(halves)};
    blocks.push_back(prism<3>("abutment.left", ends[0], depth, true));
    blocks.push_back(prism<3>("abutment.right", ends[1], depth, true));
    return blocks;
}

}  // namespace drystone::masonry
