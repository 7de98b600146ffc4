#pragma once

#include <string_view>

#include "core/place.h"

namespace drystone {

/// Refuses what needs more bytes than the machine has. `what` names it: "10000000 bodies".
void require_memory(double bytes, const Place& place, std::string_view what);

/// The same for bodies, of which at least their description and state are kept.
void require_memory_for_bodies(double bodies, const Place& place);

}  // namespace drystone
