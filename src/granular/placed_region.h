#pragma once

#include <vector>

#include "core/mat.h"
#include "geometry/common_volume.h"
#include "geometry/region.h"
#include "geometry/shape.h"

namespace drystone {

template <int D>
struct BlockKind;
template <>
struct BlockKind<2> {
    using Type = Polygon;
};
template <>
struct BlockKind<3> {
    using Type = Polyhedron;
};
/// A convex polygon or polyhedron in world axes.
template <int D>
using Block = typename BlockKind<D>::Type;

/// A region where it is now: fixed in space, or moving with a body as if it were a part of it. Points are compared in the axes it was given in.
template <int D>
class PlacedRegion {
  public:
    explicit PlacedRegion(const Region<D>& shape) : shape_(shape) {}

    /// It has moved with a body that was at `from` and is at `to`, turned by `turn` since.
    PlacedRegion(const Region<D>& shape, const Vec<D>& from, const Vec<D>& to, const Mat<D>& turn)
        : shape_(shape), fixed_(from), moved_(to), turn_(turn) {}

    /// Boxes that touch have no point in common: their lower sides belong to them, their upper sides do not.
    bool holds(const Vec<D>& x) const;
    double volume() const;

    /// How much of it is inside, exactly.
    double volume_of(const BallRegion<D>& ball) const;
    double volume_of(Block<D> block, const BallRegion<D>& about) const;  // `about`: a ball that holds it

  private:
    Vec<D> own(const Vec<D>& x) const { return fixed_ + transpose_times(turn_, x - moved_); }

    Region<D> shape_;
    Vec<D> fixed_{}, moved_{};  // a point of the body when the region was given, and now
    Mat<D> turn_ = Mat<D>::scaled_identity(1.0);
};

/// Whether volumes add up: of balls that overlap in one body they would count twice; curved bodies are known by their drawn skin alone.
template <int D>
bool has_known_volume(const Geometry<D>& geometry);

}  // namespace drystone
