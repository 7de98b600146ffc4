#pragma once

#include "ranks/halo.h"

namespace drystone::ranks {

/// Ranks take turns in a sweep with their contacts of shared bodies: no two that touch the same body have the same turn.
struct Turns {
    int mine = 0;
    int count = 1;
};

/// Greedy, in the order of ranks,
///
///     t(k) = the least turn that no rank j < k has which touches a body that k touches,
///
/// found by every rank from the list of all such pairs, which owners of bodies know: some ten for each rank. With halo.share() of this step.
template <int D>
Turns take_turns(const Halo<D>& halo, Team& team);

}  // namespace drystone::ranks
