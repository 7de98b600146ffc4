#pragma once

#include <string_view>

#include "scene/draft.h"

namespace drystone {

/// The finest part of a body, as a fraction of its size and of its distance from the origin: doubles then keep six digits of it.
constexpr double finest = 1e-10;

/// Refuses a size that geometry cannot hold (least_size, most_size). `what` names it: "a ball".
void check_size(double size, const Place& place, std::string_view what);

/// Refuses sizes of one body that are too unlike (finest).
void check_alike(double least, double most, const Place& place);

/// Refuses a body that is too small, too large, too thin or too far away, at its place.
template <int D>
void check_sizes(const BodyDescription<D>& body);

}  // namespace drystone
