#pragma once

#include <span>

#include "geometry/parts.h"
#include "narrowphase/manifold.h"

// Seams: where convex parts of one body meet. What lies behind a seam is no surface, but a part does not know that: its contact with
// somebody who slides along two flush parts would be with its side, or with its corner, and stop him there.
//
//        B ->                        a direction n at a point x of part P counts where n is normal to the body, not to P alone:
//     .------.
//     '------'x                        x in a sibling Q   =>   n . (v - x) <= 0 for all vertices v of Q
//   ==========|==========              or P has a face of normal n that is in the open next to x (the inner corner of an L)
//       Q     |     P
//
// Both but for a tilt, as faces that are tilted a little against each other meet as faces. docs/theory.md (2.17)

namespace drystone {

/// Whether part p has flat faces and its body has other parts: they stand next to each other in the table.
template <int D>
bool has_seams(const Parts<D>& parts, int p) {
    const auto is_sibling = [&](int q) { return q >= 0 && q < parts.shapes() && parts.body[q] == parts.body[p]; };
    return parts.kind[p] == PartKind::solid && (is_sibling(p - 1) || is_sibling(p + 1));
}

/// Whether the direction `outward` (unit) at the point x of part p, which has seams, is one of its body's. `tilt`: sine.
template <int D>
bool is_in_the_open(const Parts<D>& parts, int p, const Vec<D>& x, const Vec<D>& outward, double tilt);

/// Replaces `points` by those vertices of the convex part `other` that are in part p, one that has seams, and nearer to a face of it in
/// the open than to others, with that face's normal out of p. What is left of a tip that went in at a seam, where the shortest ways out of each
/// part lead into its sibling.
template <int D>
void tips_in(const Parts<D>& parts, int p, int other, Manifold<D>& manifold);

}  // namespace drystone
