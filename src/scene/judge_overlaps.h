#pragma once

#include <span>

#include "scene/scene.h"

namespace drystone {

/// How the warning begins.
constexpr const char* overlaps_at_start = "bodies overlap at the start: ";

/// Looks at the bodies of `world`, which was made from the scene and has not moved yet: those that overlap are named in a warning
/// of the scene, the worst five of them; beyond a tenth of the smaller body they are refused, at the place of the body,
/// unless [contacts] initial_overlaps = "accept". `known` (bodies, or none): those of which 1 is said may overlap each other, for they
/// come from another run.
template <int D>
void judge_overlaps(const World<D>& world, Scene& scene, std::span<const char> known = {});

}  // namespace drystone
