#pragma once

#include "masonry/arch.h"

namespace drystone::masonry {

/// An arch drawn out along y: each voussoir becomes a row of stones, and the joints of one row stand over the
/// middles of the next, with half stones at the ends. Centred on y = 0; space only.
struct BarrelVaultParameters {
    ArchParameters arch;        // its depth is not looked at
    double length = 0.0;        // along y [m]; whole half blocks
    double block_length = 0.0;  // of a stone along y [m]
};

/// Parts: "row.stone", of several rings "ringr.row.stone", rows from 0 at the left (-x), stones from 0 at -y; "abutment.left", "abutment.right".
std::vector<Block<3>> barrel_vault(const BarrelVaultParameters& parameters);

}  // namespace drystone::masonry
