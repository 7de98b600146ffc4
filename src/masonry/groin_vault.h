#pragma once

#include "masonry/arch.h"

namespace drystone::masonry {

/// Two barrel vaults of one section that cross over a square, z up; space only. Of each barrel stays what lies beyond the diagonals:
///
///     severy back:  { (x, y, z) : (x, z) in the section,  |x| <= y <= a },   a: outermost corner of the section
///
/// and its images to the right, front and left, turned by right angles. The two barrels meet in the planes of the
/// diagonals, in the same outline, as they are images of each other. A voussoir of the section is a row of stones along the barrel; that
/// of a crown that is a stone ends in a ridge. All weight comes down at the four corners.
struct GroinVaultParameters {
    ArchParameters arch;        // the section; its depth and rings are not looked at
    double block_length = 0.0;  // of a stone along the barrel, about [m]
};

/// Parts: "side.row.stone" (sides "back" at +y, "right", "front", "left"; rows from one springing to the other, stones from the open end);
/// "side.abutment.0", "side.abutment.1", fixed.
std::vector<Block<3>> groin_vault(const GroinVaultParameters& parameters);

}  // namespace drystone::masonry
