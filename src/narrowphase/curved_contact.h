#pragma once

#include "narrowphase/common_normal.h"
#include "narrowphase/convex_drum.h"
#include "narrowphase/manifold.h"
#include "narrowphase/overlap_polygon.h"

namespace drystone {

// Contact points of convex shapes of which one at least is curved (geometry/curved.h), for any pair of them: the other may be curved
// too, a ball or a block. The common normal n (common_normal.h) says where they are nearest; the points are those of the features
// that lie across it, tilted so little as blocks allow (flatness.h):
//
//     face on face    the vertices of their overlap, with shares of its area, as of two blocks
//     line on face    the ends of what lies above the face
//     line on line    parallel: the ends of what they have side by side; else where they cross
//     else            one point
//
// With heights z along n of the two cores, gap = z_B - z_A - r_A - r_B and the point lies midway between the surfaces. Discs are
// polygons inscribed in them; shares add up to the disc. The point where the gap is least is always there: where none of the
// others comes as near (a cylinder on the edge of its end, between two corners of the polygon), it joins them under its own name.

/// Scratch of one thread, grown by the first calls and then reused.
template <int D>
struct CurvedScratch {
    CommonNormalScratch<D> normal;
    CoreFeature<D> a, b;
    std::vector<PlanarVertex> polygon_a, polygon_b, spare;
    PolygonShares shares;
    Manifold<D> manifold;  // of a drum's end
};

/// What is asked of a pair.
template <int D>
struct Sought {
    Vec<D> reference{};                    // what the places of the shapes are counted from [m]
    double reach = 0.0;                    // points with gap <= reach [m]
    PointRule rule = PointRule::vertices;  // of faces
};

/// Two shapes. Replaces what `manifold` held by all points sought; returns whether there is one.
template <int D>
bool curved_contact(const Supported<D>& a, const Supported<D>& b, const Sought<D>& sought,
                    CurvedScratch<D>& scratch, Manifold<D>& manifold);

/// A shape on a plane: n = -outward; nothing is cut. Features: the names of the core's corners (FeatureKind::vertex_face).
template <int D>
bool curved_plane(const Supported<D>& shape, const HalfSpace<D>& wall, const Sought<D>& sought,
                  CurvedScratch<D>& scratch, Manifold<D>& manifold);

/// A shape in the hollow of a drum (convex_drum.h): of every bit x of the core (its corners, rims, or the whole) the points farthest
/// from the axis, where
///
///     u square to the axis,   |q| = max_u u . s_bit(u)  stationary,    gap = R - |q| - r,   n = u        q = x - p off the axis
///
/// At most two of a bit; feature 2 bit + side, + 2^30 and 2^31 at the ends of a drum.
template <int D>
bool curved_drum(const Supported<D>& shape, const Hollow<D>& drum, const Sought<D>& sought,
                 CurvedScratch<D>& scratch, std::vector<DrumTouch<D>>& touches);

}  // namespace drystone
