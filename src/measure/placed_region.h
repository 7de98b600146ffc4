#pragma once

#include "measure/probe_region.h"
#include "step/world.h"

namespace drystone {

/// The region of a probe where it is now. Points are compared in the axes it was given in, which move with its body.
template <int D>
class PlacedRegion {
  public:
    PlacedRegion(const ProbeRegion& region, const World<D>& world);

    /// Boxes that touch have no point in common: their lower sides belong to them, their upper sides do not.
    bool holds(const Vec<D>& x) const;
    double volume() const;

    /// How much of the part is inside, exactly; NaN for shapes of which that is not known (docs/scene.md).
    double volume_of(const World<D>& world, int part) const;

  private:
    Vec<D> own(const Vec<D>& x) const { return fixed_ + transpose_times(turn_, x - moved_); }

    Region<D> shape_;
    Vec<D> fixed_{}, moved_{};  // a point of the body at time 0 and now
    Mat<D> turn_ = Mat<D>::scaled_identity(1.0);
};

/// Whether volume_of() knows every geometry of that kind in that region.
template <int D>
bool has_known_volume(const Geometry<D>& geometry);

}  // namespace drystone
