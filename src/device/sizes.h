#pragma once

#include <algorithm>

#include "device/arrays.h"
#include "narrowphase/find_contacts.h"
#include "step/reach_rules.h"

namespace drystone::device {

/// Of the smaller part; walls are without end [m].
template <int D>
DRYSTONE_ON_DEVICE double size_of(const PartView<D>& part, int a, int b) {
    return part.wall[a] >= 0 ? part.extent[b] : part.wall[b] >= 0 ? part.extent[a] : std::min(part.extent[a], part.extent[b]);
}

/// Of polygons and polyhedra: lingering_gap() of narrowphase/find_contacts.h.
template <int D>
DRYSTONE_ON_DEVICE double lingering_gap(const PartView<D>& part, int a, int b) {
    return part.is_solid(a) || part.is_solid(b) ? lingering * size_of(part, a, b) : 0.0;
}

/// What detection sees of a grain however slow things are: step/look_ahead.cpp. `ahead`: it looks for contacts before they close.
template <int D>
DRYSTONE_ON_DEVICE double standing_reach(const PartView<D>& part, const LawView& laws, int p, bool ahead) {
    const double nearest = ahead || laws.remembers ? least_reach * part.extent[p] : 0.0;
    return 0.5 * laws.reach + std::max(nearest, part.is_solid(p) ? lingering * part.extent[p] : 0.0);
}

}  // namespace drystone::device
