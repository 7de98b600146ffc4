#pragma once

#include <cstdint>
#include <vector>

#include "geometry/convex.h"
#include "geometry/surface.h"
#include "narrowphase/convex_drum.h"
#include "narrowphase/manifold.h"
#include "narrowphase/touch.h"

namespace drystone {

/// Where a deformable surface touches something. The point lies on the body whose candidate it is.
template <int D>
struct SurfaceTouch {
    std::uint32_t feature = 0;  // spot of the first, or `of_second` | spot or vertex of the second
    Touch<D> touch{};           // from the first to the second
    double area = 0.0;          // [m2], 2D [m]
    int element_first = -1;     // whose nodes take the impulse; -1: not deformable
    int element_second = -1;
};

constexpr std::uint32_t of_second = 0x80000000U;

/// Rounding at the edge of a facet, as a share of its size. Whether a candidate is above a facet is asked of the place drawn
/// into the facets it stands for: blocks of one width stay on each other when one of them swells, and blocks that meet
/// corner to corner do not touch.
constexpr double overhang = 1e-6;

/// All candidates within `reach` of the half-space below the plane through `place` with outward normal `outward`.
template <int D>
void surface_plane(const Surface<D>& s, const Vec<D>& place, const Vec<D>& outward, double reach,
                   std::vector<SurfaceTouch<D>>& found);

/// All candidates within `reach` of the wall of a hollow cylinder or its ends.
template <int D>
void surface_drum(const Surface<D>& s, const Hollow<D>& hollow, double reach,
                  std::vector<SurfaceTouch<D>>& found);

/// The point of the surface nearest to the ball's centre, if the ball is within `reach`.
template <int D>
void surface_ball(const Surface<D>& s, const Vec<D>& centre, double radius, double reach,
                  std::vector<SurfaceTouch<D>>& found);

/// Candidates of the surface above the faces of a rigid convex shape, and its vertices above the surface's facets.
template <int D>
void surface_convex(const Surface<D>& s, const Convex<D>& shape, const Pose<D>& pose, double reach,
                    std::vector<SurfaceTouch<D>>& found);

/// Candidates of each above the facets of the other, so that a corner of either is a pivot. Where two coincide the first's
/// stays; together they stand for the area in which the two overlap.
template <int D>
void surface_surface(const Surface<D>& first, const Surface<D>& second, double reach,
                     std::vector<SurfaceTouch<D>>& found);

}  // namespace drystone
