#pragma once

#include <string_view>

#include "scene/draft.h"
#include "scene/table.h"

namespace drystone {

/// The finest part of a body, as a fraction of its size and of its distance from the origin: doubles then keep six digits of it.
constexpr double finest = 1e-10;

/// Refuses a size that geometry cannot hold (least_size, most_size). `what` names it: "a ball".
void check_size(double size, const Place& place, std::string_view what);

/// Refuses sizes of one body that are too unlike (finest).
void check_alike(double least, double most, const Place& place);

/// Sizes along the axes, each greater than zero and not too unlike. `what` names one: "half axis".
template <int D>
Vec<D> read_sizes(const Table& table, const char* key, std::string_view what);

/// Refuses a body that is too small, too large, too thin or too far away, at its place.
template <int D>
void check_sizes(const BodyDescription<D>& body);

}  // namespace drystone
