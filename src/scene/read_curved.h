#pragma once

#include <optional>

#include "geometry/curved.h"
#include "scene/table.h"

namespace drystone {

/// The words for curved shapes in D dimensions.
template <int D>
Keys curved_words();

/// capsule, ellipse, superellipse (2D); cylinder without `sides`, cone, capsule, ellipsoid, superquadric (3D). Empty: `word` is none of
/// them. `more`: keys besides the shape's own (those of a part).
template <int D>
std::optional<CurvedSolid<D>> read_curved(const Node& node, const std::string& word, const Keys& more);

/// A polygon or polyhedron, with all that lies within `rounding` of it where the table says so.
template <int D>
Shape<D> rounded(const Solid<D>& solid, const Table& table);

/// "type", the shape's own keys and more.
Keys shape_keys(const Keys& own, const Keys& more);

}  // namespace drystone
