#pragma once

#include <filesystem>
#include <string>

#include "geometry/shape.h"
#include "scene/node.h"

namespace drystone {

/// A `shape = { type = .. }` table; `folder`: of the scene, mesh files are named from there.
template <int D>
Geometry<D> read_shape(const Node& node, const std::filesystem::path& folder);

/// `orientation = { angle_deg = .. }`, in 3D also `axis`.
template <int D>
Rotation<D> read_orientation(const Node& node);

/// The word for a ball in D dimensions, and a refusal of any other word at that place.
template <int D>
std::string ball_word();
template <int D>
void expect_ball_word(const Node& node, std::string_view what);

/// Planes and drums have no volume, hence no mass of their own.
template <int D>
bool has_volume(const Geometry<D>& geometry);

}  // namespace drystone
