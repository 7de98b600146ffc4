#pragma once

#include <vector>

#include "core/vec.h"

namespace drystone {

// A core is a convex set given by its support function
//
//     h(d) = max_x d . x,     s(d) = argmax = grad h,     R(d) = Hessian of h at |d| = 1
//
// R is symmetric, R d = 0, and its other eigenvalues are the principal radii of curvature of the surface at s(d):
// 0 at a sharp edge or corner. Where s is a whole line or face, R is that of the ends of the line.
//
// Every core has, in its own frame,
//
//     support(d)            s(d); d need not be unit, and is not zero
//     bits()                so many curves, points or surfaces, of which the core is the hull
//     support(d, bit)       s(d) of one of them; bit_at(d): of which one s(d) is; point_name(bit): of a contact there
//     radii(d)              R(d) for unit d
//     face(d, flat, out)    whether there is a flat face whose normal is tilted by a sine of no more than `flat` against d; which
//     line(d, flat, out)    the same of a straight line through s(d); without `out` they say no more than yes or no
//     normal_at(x)          optional: the inverse of s, of those whose surface has flat spots
//     moments(r)            volume and moments about the origin of all within r of the core
//     skin(r)               a triangulation of it, to be drawn
//     middle(), radius()    a ball that holds the core
//     inner_radius()        of a ball about the middle inside the core [m]

/// A flat face or a straight line of a core.
template <int D>
struct CoreFeature {
    std::vector<Vec<D>> corner;  // counter-clockwise seen from outside; a line has two [m]
    std::vector<int> name;       // (corners) numbers that stay with them
    Vec<D> normal{};             // unit; of a line: the nearest one along which all of it is farthest
    int id = 0;                  // which face or line of the core
    double fullness = 1.0;       // area of a disc over that of the polygon that stands for it
    double disc = 0.0;           // radius of the disc; 0: the face is a polygon [m]
    Vec<D> centre{};             // of the disc [m]
    int bit[2] = {0, 0};         // at the ends of a line
    double across = 0.0;         // radius of curvature across a line [m]

    void clear() {
        corner.clear();
        name.clear();
        id = 0;
        fullness = 1.0;
        disc = across = 0.0;
    }
    void add(const Vec<D>& x, int number) {
        corner.push_back(x);
        name.push_back(number);
    }
};

}  // namespace drystone
