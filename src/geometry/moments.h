#pragma once

#include "core/mat.h"

namespace drystone {

template <int D>
struct Convex;

/// Volume of a region (area in the plane) and its moments about the origin: int 1, int x, int x x^T.
template <int D>
struct Moments {
    double volume = 0.0;
    Vec<D> first{};
    Mat<D> second{};
};

template <int D>
Moments<D>& operator+=(Moments<D>& a, const Moments<D>& b) {
    a.volume += b.volume;
    a.first += b.first;
    for (int i = 0; i < D; ++i) a.second[i] += b.second[i];
    return a;
}

template <int D>
Moments<D> operator*(double s, Moments<D> m) {
    return {s * m.volume, s * m.first, s * m.second};
}

/// Of a polygon or polyhedron, about its middle (convex_mass.cpp).
Moments<2> moments_about_middle(const Convex<2>& convex);
Moments<3> moments_about_middle(const Convex<3>& convex);

}  // namespace drystone
