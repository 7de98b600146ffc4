#pragma once

#include "ranks/catalogue.h"
#include "ranks/team.h"

namespace drystone::ranks {

// The whole on ranks that have not made it: they have read its description, which rank 0 has made a world of, and hear from it what of the bodies all
// have to know. Of a body that is another rank's they then have some 60 bytes, and no world of all bodies is made but on rank 0.

/// Whether that is all they need: nobody comes or goes, no stage begins, and nothing was made of several bodies together (links, a cell, walls under
/// pressure, membranes) or taken over from an earlier run.
template <int D>
bool can_be_told(const World<D>& whole);

/// By all ranks. Rank 0 has listed the whole's bodies (list_bodies()); the others list them as they hear, and let go of their descriptions.
template <int D>
void tell_bodies(Catalogue<D>& catalogue, Team& team);

}  // namespace drystone::ranks
