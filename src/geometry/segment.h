#pragma once

#include "geometry/core_feature.h"
#include "geometry/moments.h"
#include "geometry/skin.h"

namespace drystone {

/// The core of a capsule: from -half to +half along local z (2D: y). With rounding r its volume is
///
///     V = pi r^2 l + 4/3 pi r^3      l = 2 half      (2D: 2 r l + pi r^2)
template <int D>
struct Segment {
    static constexpr int along = D - 1;  // which axis

    double half = 0.0;  // [m]

    Vec<D> end(int bit) const { return (bit == 0 ? -half : half) * Vec<D>::axis(along); }
    Vec<D> support(const Vec<D>& d) const { return end(bit_at(d)); }
    int bits() const { return 2; }
    int point_name(int bit) const { return bit; }
    int bit_at(const Vec<D>& d) const { return d[along] < 0.0 ? 0 : 1; }
    Vec<D> support(const Vec<D>&, int bit) const { return end(bit); }
    Mat<D> radii(const Vec<D>&) const { return {}; }
    bool face(const Vec<D>& d, double flat, CoreFeature<D>* out) const;
    bool line(const Vec<D>& d, double flat, CoreFeature<D>* out) const;
    Moments<D> moments(double rounding) const;
    Skin<D> skin(double rounding) const;
    Vec<D> middle() const { return {}; }
    double radius() const { return half; }
    double inner_radius() const { return 0.0; }
};

}  // namespace drystone
