#pragma once

#include "geometry/core_feature.h"
#include "geometry/moments.h"
#include "geometry/skin.h"

namespace drystone {

/// An ellipsoid (2D: ellipse) about the origin with half axes a, along the axes of its frame; A = diag(a):
///
///     h(d) = |A d|,    s = A^2 d / h,    R = (A^2 - s s^T) / h
///     V = 4/3 pi a b c,    int x^2 dV = V a^2 / 5        (2D: pi a b,  V a^2 / 4)
template <int D>
struct Ellipsoid {
    Vec<D> half{};  // [m]

    Vec<D> stretched(Vec<D> d) const {
        for (int i = 0; i < D; ++i) d[i] *= half[i] * half[i];
        return d;
    }
    Vec<D> support(const Vec<D>& d) const {
        const Vec<D> s = stretched(d);
        return (1.0 / std::sqrt(dot(d, s))) * s;
    }
    int bits() const { return 1; }
    int point_name(int bit) const { return bit; }
    int bit_at(const Vec<D>&) const { return 0; }
    Vec<D> support(const Vec<D>& d, int) const { return support(d); }
    Mat<D> radii(const Vec<D>& d) const;
    bool face(const Vec<D>&, double, CoreFeature<D>*) const { return false; }
    bool line(const Vec<D>&, double, CoreFeature<D>*) const { return false; }
    Moments<D> moments(double) const;
    Skin<D> skin(double) const;
    Vec<D> middle() const { return {}; }
    double radius() const;
    double inner_radius() const;
};

}  // namespace drystone
