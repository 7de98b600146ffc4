#pragma once

#include "narrowphase/expanding_polytope.h"
#include "narrowphase/supported.h"

namespace drystone {

// The common normal of two convex shapes A, B, given by their support functions h and points s; the same as that of two blocks
// (convex_convex.h):
//
//     s(n) = - h_A(n) - h_B(-n)                             what a slab of normal n leaves between the cores
//     n    = argmax s(n) over unit vectors
//     gap  = s(n) - r_A - r_B                               r: rounding, which moves no maximum
//
// 1. Search. A - B swollen by rho has the support function rho - s(n), so the origin lies inside it as long as s < rho, whether
//    the cores overlap or not, and the point of its boundary nearest to the origin is what is sought (expanding_polytope.h). Any
//    direction that leaves more than the reach ends it: the shapes are apart. So no other method is needed for cores that are
//    apart, and none of a warm start, which would be a part of the state.
// 2. Polish. The maximum is smooth, or on a kink of s, where a whole line or face of a shape is farthest along n:
//
//     smooth         t = (1 - n n^T) (s_B(-n) - s_A(n)) = 0    Newton: (R_A + R_B + s 1) dn = t         R: radii of curvature
//     a face         n is its normal
//     a line e       n . e = 0, and one equation along n x e   secant
//     two lines      n = e_A x e_B
//
//    Each that is near is tried; the one that leaves most is the answer. It is exact, or accurate to rounding where it is smooth,
//    for s is stationary there.
//
// The answer depends on the two places alone. Swapped shapes give the same gap and the opposite normal, up to rounding.

/// Scratch of one thread, grown by the first calls and then reused.
template <int D>
struct CommonNormalScratch {
    ExpandingPolytope<D> polytope;
    CoreFeature<D> line_a, line_b, face;
    int searches = 0;  // directions asked for in the last call
    int polishes = 0;
};

template <int D>
struct CommonNormal {
    bool within = false;  // reach
    Vec<D> normal{};      // unit, from A to B
    double left = 0.0;    // s(n) between the cores [m]
};

/// `reach`: gaps up to it are of interest [m].
template <int D>
CommonNormal<D> common_normal(const Supported<D>& a, const Supported<D>& b, double reach,
                              CommonNormalScratch<D>& scratch);

}  // namespace drystone
