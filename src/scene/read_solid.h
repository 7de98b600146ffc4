#pragma once

#include <filesystem>
#include <vector>

#include "geometry/convex.h"
#include "scene/table.h"

namespace drystone {

/// The words for convex shapes in D dimensions.
template <int D>
Keys solid_words();

/// box, polygon (2D); box, polyhedron, mesh, cylinder with `sides` (3D); curved where they have `rounding`; several convex parts where
/// a polygon or mesh is not convex. Empty: `word` is none of them. `more`: keys besides the shape's own (those of a part). `folder`:
/// mesh files are named from there.
template <int D>
std::vector<Shape<D>> read_solid(const Node& node, const std::string& word, const Keys& more,
                                 const std::filesystem::path& folder);

/// The shape of a result, or a refusal with its reason at the place.
template <int D>
Solid<D> solid_of(const ConvexResult<D>& result, const Place& place, std::string_view what);

}  // namespace drystone
