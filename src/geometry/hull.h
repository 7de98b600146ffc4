#pragma once

#include "geometry/core_feature.h"
#include "geometry/moments.h"
#include "geometry/skin.h"

namespace drystone {

/// A convex polygon or polyhedron as a core: with rounding, the set of all points within r of it. Its volume and moments are those
/// of the polyhedron, of slabs over its faces, of sectors of a cylinder along its edges and of a ball at its vertices (Steiner).
/// Without rounding it stands for a block that meets a curved shape.
template <int D>
struct Hull {
    const Convex<D>* shape = nullptr;  // of whoever made the hull

    Vec<D> support(const Vec<D>& d) const { return vertex(bit_at(d)); }
    int bits() const { return shape->size(); }
    int point_name(int bit) const { return bit; }
    int bit_at(const Vec<D>& d) const { return drystone::support(*shape, d); }
    Vec<D> support(const Vec<D>&, int bit) const { return vertex(bit); }
    Mat<D> radii(const Vec<D>&) const { return {}; }
    bool face(const Vec<D>& d, double flat, CoreFeature<D>* out) const;
    bool line(const Vec<D>& d, double flat, CoreFeature<D>* out) const;
    Moments<D> moments(double rounding) const;
    Skin<D> skin(double rounding) const;
    Vec<D> middle() const { return shape->middle; }
    double radius() const { return shape->radius; }
    double inner_radius() const { return shape->inner_radius; }

    const Vec<D>& vertex(int v) const { return shape->vertex[static_cast<std::size_t>(v)]; }
};

}  // namespace drystone
