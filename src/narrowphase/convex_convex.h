#pragma once

#include "geometry/convex.h"
#include "narrowphase/manifold.h"
#include "narrowphase/polygon_pair.h"
#include "narrowphase/polyhedron_pair.h"

namespace drystone {

// Two convex shapes A, B: the common plane between them (Cundall 1988; Bagi 5), found exactly instead of by
// turning a trial plane.
//
//     s(n) = min_B n.x - max_A n.x                          what a slab of normal n leaves between them
//     n    = argmax s(n) over unit vectors,   gap = s(n)    apart: the distance; overlapping: minus the least
//                                                           push that parts them
//
// Overlapping, the maximum is at a face normal or across two edges (the separating axes). Apart, it may also
// be the line between two vertices or a vertex and an edge; that is found among the features that lie in the
// slab which the best axis leaves. The contact is where the two nearest features overlap, seen along n: of
// two faces the whole polygon, of an edge and a face two points, else one.
//
// The answer depends on the two poses alone, not on what was found last step: a warm start could only change
// its bits. Swapped shapes give the same points and the opposite normal, up to rounding. All tolerances are
// fractions of the shapes' sizes.

/// Scratch of one thread, grown by the first calls and then reused.
template <int D>
struct ConvexScratch;
template <>
struct ConvexScratch<2> : PolygonScratch {};
template <>
struct ConvexScratch<3> : PolyhedronScratch {};

/// Replaces what `manifold` held by all points sought; returns whether there is one.
bool convex_convex(const ConvexAtPose<2>& a, const ConvexAtPose<2>& b, SoughtPoints sought, ConvexScratch<2>& scratch,
                   Manifold<2>& manifold);
bool convex_convex(const ConvexAtPose<3>& a, const ConvexAtPose<3>& b, SoughtPoints sought, ConvexScratch<3>& scratch,
                   Manifold<3>& manifold);

}  // namespace drystone
