#pragma once

#include <optional>

#include "geometry/delaunay.h"

namespace drystone {

/// Delaunay's triangulation by insertion (Bowyer, Watson 1981): points one after another along a curve that fills space, each found by walking from
/// the last; the simplices whose circle (sphere) holds it make room for those from it to their border. Beyond the hull there are simplices with a
/// corner at infinity. Points are shifted by 1e-7 of their mean distance, each time alike, so that none are on one circle, and the answer is a
/// function of the points. None where rounding got in the way: the border of some room was not seen whole from its point.
template <int D>
std::optional<Delaunay<D>> delaunay_by_insertion(std::span<const Vec<D>> points);

}  // namespace drystone
