#pragma once

#include <vector>

#include "ranks/colouring.h"
#include "ranks/halo.h"

namespace drystone::ranks {

/// (contacts)  Its island among those of all ranks: the least id of the bodies that hang together with it through bodies that impulses can move.
/// -1: nobody answers it. A function of the contacts of all ranks, not of who keeps which.
///
/// Each rank merges its own contacts into trees of bodies; then shared bodies take the least label of those who touch them, and hand it
/// to their trees, until no label changes: as many rounds as an island crosses borders.
///
/// With list_contacts() and halo.share() of this step.
template <int D>
std::vector<int> label_islands(const World<D>& world, const Colouring& c, Halo<D>& halo, Team& team);

}  // namespace drystone::ranks
