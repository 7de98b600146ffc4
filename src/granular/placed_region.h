#pragma once

#include <optional>
#include <vector>

#include "core/mat.h"
#include "core/space.h"
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
/// In a cell it is one region of the medium that repeats: what has an image in it is in it, and all images of a body have their parts there.
template <int D>
class PlacedRegion {
  public:
    explicit PlacedRegion(const Region<D>& shape) : shape_(shape) {}

    /// It has moved with a body that was at `from` and is at `to`, turned by `turn` since.
    PlacedRegion(const Region<D>& shape, const Vec<D>& from, const Vec<D>& to, const Mat<D>& turn)
        : shape_(shape), fixed_(from), moved_(to), turn_(turn) {}

    /// The same region of a cell that repeats.
    PlacedRegion in(const Space<D>& space) const;

    /// Whether it overlaps its own images, so that a body could be in it twice: volumes are right then, and nothing else is.
    bool overlaps_itself() const;

    /// Boxes that touch have no point in common: their lower sides belong to them, their upper sides do not.
    bool holds(const Vec<D>& x) const { return image_within(x).has_value(); }
    /// What leads from x to its image that is within: zero without a cell.
    std::optional<Vec<D>> image_within(const Vec<D>& x) const;
    /// Not a number where it overlaps itself.
    double volume() const;

    /// How much of it is inside, exactly.
    double volume_of(const BallRegion<D>& ball) const;
    double volume_of(const Block<D>& block, const BallRegion<D>& about) const;  // `about`: a ball that holds it

  private:
    Vec<D> own(const Vec<D>& x) const { return fixed_ + transpose_times(turn_, x - moved_); }
    bool has(const Vec<D>& x) const;

    /// visit(shift) of the images of a ball that may reach in, until one says true.
    template <class Visit>
    void for_images(const BallRegion<D>& ball, const Visit& visit) const;

    Region<D> shape_;
    Space<D> space_{};  // with least shears
    Vec<D> fixed_{}, moved_{};  // a point of the body when the region was given, and now
    Mat<D> turn_ = Mat<D>::scaled_identity(1.0);
};

/// Whether the volumes of its parts are known and add up: of balls that overlap in one body they would count twice; curved bodies are known by
/// their drawn skin alone.
template <int D>
bool has_known_volume(const Geometry<D>& geometry);

}  // namespace drystone
