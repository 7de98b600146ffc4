#pragma once

#include <cstdint>

#include "narrowphase/kit.h"

namespace drystone {

// The overlap of two convex polygons that lie in one plane, and what its vertices weigh (both found in polygon_clip.h).
//
// One polygon is cut by the lines of the other's edges, one after the other (Sutherland and Hodgman 1974).
// Every edge of the result remembers which edge it is a piece of; a vertex is named by the edges before and
// after it. A vertex within `tolerance` of a line lies on it: it is kept and no crossing is made, so that
// faces that coincide share their own corners instead of crossings invented by rounding.

/// A vertex of a polygon, counter-clockwise, with the edge that leaves it.
struct PlanarVertex {
    double x = 0.0, y = 0.0;  // [m]
    std::uint16_t edge = 0;   // corner number in its face, plus `from_b` if it is the second shape's
};

constexpr std::uint16_t from_b = 0x8000;

/// Area and centroid of a polygon and the share of each vertex, with
///
///     share_i >= 0,   sum share_i = area,   sum share_i p_i = area * centroid                           (1)
///
/// so that a linear pressure gives the right force and moment. Triangles from the centre of the perimeter, c
/// = sum (l_i-1 + l_i) / 2L p_i, give a third of their area to each of their corners; c passes its third on
/// to the vertices it is the mean of. Vertices that come together, as when a corner appears, change no share
/// by a jump; equal shares about the mean of the vertices would.
template <class Kit>
struct PolygonSharesOf {
    using Polygon = typename Kit::template Row<PlanarVertex, Room::corners>;
    using Numbers = typename Kit::template Row<double, Room::corners>;

    Numbers share;               // (vertices) [m2]
    double area = 0.0;          // [m2]
    double x = 0.0, y = 0.0;    // centroid [m]
    double draw = 0.0;          // beta of weigh()
    double inner_radius = 0.0;  // of a circle inside, about the centre of the perimeter [m]
    Numbers half;                 // (vertices) scratch: half the length of the edge that leaves [m]

    /// Fills all of it. draw = beta with beta^2 = (polar moment of the polygon) / (sum share_i |p_i - c|^2),
    /// both about the centroid c: the points c + beta (p_i - c) with the same shares fulfil (1) and have the
    /// polygon's polar moment. For parallelograms this is the product of two two-point Gauss rules
    /// (beta = 1/sqrt 3), for triangles the rule of three points of degree two (beta = 1/2).
    DRYSTONE_ON_DEVICE void weigh(const Polygon& polygon);
};
using PolygonShares = PolygonSharesOf<OnHeap>;

}  // namespace drystone
