#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "core/parallel.h"
#include "geometry/part_pair.h"
#include "geometry/parts.h"
#include "narrowphase/convex_convex.h"
#include "narrowphase/convex_drum.h"
#include "narrowphase/curved_contact.h"
#include "narrowphase/found_in_chunks.h"
#include "narrowphase/point_list.h"
#include "narrowphase/surface_touch.h"

namespace drystone {

/// Gaps below this fraction of the smaller part's size count as closed: touching is a matter of scale, not of
/// rounding.
constexpr double touching = 1e-8;

/// The gap up to which two parts count as touching [m].
template <int D>
double touching_gap(const Parts<D>& parts, int a, int b) {
    return touching * std::min(parts.extent(a), parts.extent(b));
}

/// Bodies at rest part and meet by what a solver leaves undone: gaps below this fraction of the smaller part's size.
constexpr double lingering = 1e-6;

/// The gap up to which a contact of bodies at rest is not opening [m].
template <int D>
double resting_gap(const Parts<D>& parts, int a, int b) {
    return lingering * std::min(parts.extent(a), parts.extent(b));
}

/// Points of solids that are open by no more than that bear as if they were closed. Up to twice that they stay in the contact problem
/// under moreau too, and may close to that. Else a block would stand on three corners in one step and on the other three in the next,
/// and its impulses, of which many will do, would be others in every step.
template <int D>
double lingering_gap(const Parts<D>& parts, int a, int b) {
    return parts.is_angular(a) || parts.is_angular(b) ? resting_gap(parts, a, b) : 0.0;
}

/// Scratch of the solids of one chunk.
template <int D>
struct SolidWork {
    ConvexScratch<D> pair;
    FlatScratch flat;
    Manifold<D> manifold;
    std::vector<DrumTouch<D>> drum;
    std::vector<SurfaceTouch<D>> surface;
    CurvedScratch<D> curved;
};

/// What find() is to list: points of parts whose gap is within their reach, but for those that `leaves_out`, if that is given.
template <int D>
struct Sight {
    std::span<const double> reach;                                // (parts)  [m]
    std::function<bool(const ContactPoint<D>&)> leaves_out = {};  // asked of open points only
};

/// Per-chunk scratch of find(), kept between steps so that a step allocates nothing.
template <int D>
struct ContactFinder {
    FoundInChunks<std::vector<ContactPoint<D>>> found;
    FoundInChunks<std::vector<ContactName>> found_balls;  // of find_balls()
    std::vector<SolidWork<D>> work;                       // (chunks)
    PointRule rule = PointRule::vertices;                 // of faces

    /// All contact points with gap <= reach[a] + reach[b] + touching * (smaller radius), but for what is left out, in the order of the
    /// pairs (then feature): the same list for any number of threads. Replaces what `contacts` held.
    /// Features of balls: 0, but for the ends of a drum in 3D: 1 at -length/2, 2 at +length/2 along its axis. Those of
    /// solids and curved shapes: manifold.h, convex_plane.h, convex_drum.h, curved_contact.h.
    void find(const Parts<D>& parts, std::span<const PartPair> pairs, const Sight<D>& sight, ThreadPool& pool,
              std::vector<ContactPoint<D>>& contacts);
    void find(const Parts<D>& parts, std::span<const PartPair> pairs, std::span<const double> reach, ThreadPool& pool,
              std::vector<ContactPoint<D>>& contacts) {
        find(parts, pairs, Sight<D>{reach}, pool, contacts);
    }
    /// The same list, brief, where all parts are balls, planes and drums, or touch nothing.
    void find_balls(const Parts<D>& parts, std::span<const PartPair> pairs, const Sight<D>& sight, ThreadPool& pool, PointList<D>& contacts);
};

}  // namespace drystone
