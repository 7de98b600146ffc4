#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "core/vec.h"

// What a facet and a face that look at each other have in common: a piece of both, which its corners stand for. Summed over facets that is the area in
// which two skins overlap, however finely either is divided; where they have the same nodes it is what the nodes stand for. docs/theory.md (10.18)

namespace drystone {

/// A flat, convex polygon, in the plane a segment; counter-clockwise about its normal.
template <int D>
struct Patch {
    static constexpr std::size_t most = D == 2 ? 2 : 40;  // of a piece: corners of both
    std::array<Vec<D>, most> corner{};
    std::size_t corners = 0;
    Vec<D> normal{};      // unit, outwards
    bool touches = true;  // its corners are points that may touch

    bool has_room() const { return corners < most; }
    void add(const Vec<D>& x) { corner[corners++] = x; }
};

/// Into the patch from the edge that begins at corner k; in the plane from that end.
inline Vec<2> inwards(const Patch<2>& patch, std::size_t k) { return (k == 0 ? 1.0 : -1.0) * (patch.corner[1] - patch.corner[0]); }
inline Vec<3> inwards(const Patch<3>& patch, std::size_t k) {
    return cross(patch.normal, patch.corner[(k + 1) % patch.corners] - patch.corner[k]);
}

/// Leaves what is on the inner side of the plane through p.
inline void cut(const Vec<2>& p, const Vec<2>& inward, Patch<2>& patch) {
    const double a = dot(inward, patch.corner[0] - p), b = dot(inward, patch.corner[1] - p);
    if (a <= 0.0 && b <= 0.0) patch.corners = 0;
    if (a * b >= 0.0) return;
    patch.corner[a < 0.0 ? 0 : 1] = patch.corner[0] + (a / (a - b)) * (patch.corner[1] - patch.corner[0]);
}
inline void cut(const Vec<3>& p, const Vec<3>& inward, Patch<3>& patch) {
    Patch<3> kept{.normal = patch.normal, .touches = patch.touches};
    for (std::size_t k = 0; k < patch.corners; ++k) {
        const Vec<3>&x = patch.corner[k], &y = patch.corner[(k + 1) % patch.corners];
        const double a = dot(inward, x - p), b = dot(inward, y - p);
        if (a >= 0.0 && kept.has_room()) kept.add(x);
        if (a * b < 0.0 && kept.has_room()) kept.add(x + (a / (a - b)) * (y - x));
    }
    patch = kept;
}

/// What corner k stands for, seen along the normal n: half of the two triangles that it has with its neighbours and the middle; in the plane half of
/// the segment.
inline double share_of(const Patch<2>& patch, std::size_t, const Vec<2>& n) {
    const Vec<2> along = patch.corner[1] - patch.corner[0];
    return 0.5 * std::abs(n[0] * along[1] - n[1] * along[0]);
}
inline double share_of(const Patch<3>& patch, std::size_t k, const Vec<3>& n) {
    const std::size_t last = patch.corners;
    Vec<3> middle{};
    for (std::size_t i = 0; i < last; ++i) middle += (1.0 / static_cast<double>(last)) * patch.corner[i];
    const Vec<3>&before = patch.corner[(k + last - 1) % last], &here = patch.corner[k], &next = patch.corner[(k + 1) % last];
    return 0.25 * std::abs(dot(n, cross(here - middle, next - before)));
}

template <int D>
double square_across(const Vec<D>& d, const Vec<D>& n) {
    const double along = dot(d, n);
    return dot(d, d) - along * along;
}

/// give(place, share, whether it is a corner of the facet or the face that may touch, no crossing of edges) for each corner of what these have in common; `near`: what
/// counts as one place.
template <int D, class Give>
void share_common_area(const Patch<D>& facet, const Patch<D>& face, double near, const Give& give) {
    Patch<D> piece = facet;
    for (std::size_t k = 0; k < face.corners && piece.corners > 0; ++k) cut(face.corner[k], inwards(face, k), piece);
    if (piece.corners < D) return;
    const auto is_corner_of = [&](const Patch<D>& patch, const Vec<D>& x) {
        return patch.touches && std::any_of(patch.corner.begin(), patch.corner.begin() + static_cast<std::ptrdiff_t>(patch.corners),
                                            [&](const Vec<D>& y) { return square_across<D>(y - x, face.normal) <= near * near; });
    };
    for (std::size_t k = 0; k < piece.corners; ++k) {
        const Vec<D>& x = piece.corner[k];
        give(x, share_of(piece, k, face.normal), is_corner_of(facet, x) || is_corner_of(face, x));
    }
}

}  // namespace drystone
