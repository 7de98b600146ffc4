#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/on_device.h"
#include "geometry/convex_view.h"
#include "geometry/parts.h"
#include "narrowphase/flatness.h"
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
//
// For one thread of a processor or a GPU: `Table` is how its parts are asked for, PartTable of Parts<D>.

namespace drystone {

/// The parts of a processor, as seams ask for them.
template <int D>
struct PartTable {
    static constexpr int dim = D;
    const Parts<D>& parts;

    int shapes() const { return parts.shapes(); }
    int body(int p) const { return parts.body[static_cast<std::size_t>(p)]; }
    bool is_solid(int p) const { return parts.kind[static_cast<std::size_t>(p)] == PartKind::solid; }
    const Convex<D>& shape(int p) const { return *parts.solids.shape[solid(p)]; }
    Pose<D> pose(int p) const { return {parts.solids.origin[solid(p)], parts.solids.turn[solid(p)]}; }
    double extent(int p) const { return parts.extent(p); }
    double radius(int p) const { return parts.radius[static_cast<std::size_t>(p)]; }

  private:
    std::size_t solid(int p) const { return static_cast<std::size_t>(parts.solid[static_cast<std::size_t>(p)]); }
};

/// Whether part p has flat faces and its body has other parts: they stand next to each other in the table.
template <class Table>
DRYSTONE_ON_DEVICE bool has_seams(const Table& table, int p) {
    if (!table.is_solid(p)) return false;
    return (p > 0 && table.body(p - 1) == table.body(p)) || (p + 1 < table.shapes() && table.body(p + 1) == table.body(p));
}
template <int D>
bool has_seams(const Parts<D>& parts, int p) {
    return has_seams(PartTable<D>{parts}, p);
}

template <class Table>
class SeamsOf {
  public:
    static constexpr int D = Table::dim;
    static constexpr double exact = 1e-6;  // sine: what a ball sees of a seam

    DRYSTONE_ON_DEVICE explicit SeamsOf(const Table& table) : table_(table) {}

    /// Whether the direction `outward` (unit) at the point x of part p is one of its body's. `tilt`: sine.
    DRYSTONE_ON_DEVICE bool is_open(int p, const Vec<D>& x, const Vec<D>& outward, double tilt) const {
        return !has_seams(table_, p) || is_in_the_open(p, x, outward, tilt);
    }

    /// Leaves out the points of two parts at which the normal is not the whole body's.
    template <class Manifold>
    DRYSTONE_ON_DEVICE void drop_hidden(int a, int b, double tilt, Manifold& manifold) const {
        const Vec<D>& n = manifold.normal;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < manifold.points.size(); ++i) {
            const ManifoldPoint<D>& p = manifold.points[i];
            if (!is_open(a, p.point - 0.5 * p.gap * n, n, tilt) || !is_open(b, p.point + 0.5 * p.gap * n, -n, tilt)) continue;
            if (kept != i) manifold.points[kept] = p;
            ++kept;
        }
        manifold.points.resize(kept);
    }

    /// The same of two solids, as far as detection looks; where nothing is left of an overlap, of its tips.
    template <class Manifold>
    DRYSTONE_ON_DEVICE void leave(int a, int b, double reach, Manifold& manifold) const {
        bool overlap = false;
        for (std::size_t i = 0; i < manifold.points.size(); ++i) overlap = overlap || manifold.points[i].gap < 0.0;
        drop_hidden(a, b, 2.0 * flat_limit(reach, 2.0 * std::min(table_.radius(a), table_.radius(b))), manifold);
        if (!overlap || !manifold.points.empty()) return;
        if (has_seams(table_, a)) tips_in(a, b, manifold);
        if (!manifold.points.empty() || !has_seams(table_, b)) return;
        tips_in(b, a, manifold);
        manifold.normal = -manifold.normal;
    }

  private:
    static constexpr double flush = 1e-6;    // of the smaller inner radius: within which points are in a face
    static constexpr double next_to = 1e-2;  // of the way to a face's corner: where it is asked whether the face is in the open
    static constexpr double above = 1e-3;    // of the inner radius: how far above the face

    DRYSTONE_ON_DEVICE Vec<D> in_frame_of(int p, const Vec<D>& x) const {
        const Pose<D> pose = table_.pose(p);
        return transpose_times(pose.turn, x - pose.position);
    }

    /// visit(q) for the other flat-faced parts of p's body, which stand next to it; ends with the first that says true.
    template <class Visit>
    DRYSTONE_ON_DEVICE bool any_sibling(int p, const Visit& visit) const {
        int q = p;
        while (q > 0 && table_.body(q - 1) == table_.body(p)) --q;
        for (; q < table_.shapes() && table_.body(q) == table_.body(p); ++q)
            if (q != p && table_.is_solid(q) && visit(q)) return true;
        return false;
    }

    /// How far x, in the shape's frame, is outside of it, at least; negative: inside.
    template <class Shape>
    DRYSTONE_ON_DEVICE static double outside(const Shape& shape, const Vec<D>& x) {
        double most = -std::numeric_limits<double>::infinity();
        for (std::size_t f = 0; f < shape.normal.size(); ++f) most = std::max(most, dot(shape.normal[f], x) - shape.offset[f]);
        return most;
    }
    DRYSTONE_ON_DEVICE double within(int p, int q) const { return flush * std::min(table_.extent(p), table_.extent(q)); }

    DRYSTONE_ON_DEVICE bool is_covered(int p, const Vec<D>& x) const {
        return any_sibling(p, [&](int q) { return outside(table_.shape(q), in_frame_of(q, x)) <= within(p, q); });
    }

    template <class Shape>
    DRYSTONE_ON_DEVICE static int corners(const Shape& shape, int f) {
        if constexpr (D == 2)
            return 2;
        else
            return shape.corners(f);
    }
    template <class Shape>
    DRYSTONE_ON_DEVICE static const Vec<D>& corner(const Shape& shape, int f, int c) {
        if constexpr (D == 2)
            return shape.vertex[static_cast<std::size_t>((f + c) % shape.size())];
        else
            return shape.vertex[static_cast<std::size_t>(shape.face_vertex[static_cast<std::size_t>(shape.face_start[static_cast<std::size_t>(f)] + c)])];
    }

    /// Whether face f of p, which has x (both in p's frame), is in the open on some side of it.
    DRYSTONE_ON_DEVICE bool opens(int p, int f, const Vec<D>& x) const {
        const auto& shape = table_.shape(p);
        const Pose<D> pose = table_.pose(p);
        for (int c = 0; c < corners(shape, f); ++c) {
            const Vec<D> near = x + next_to * (corner(shape, f, c) - x) + above * table_.extent(p) * shape.normal[static_cast<std::size_t>(f)];
            if (!is_covered(p, pose.position + pose.turn * near)) return true;
        }
        return false;
    }

    /// Whether the direction is normal to a part at x; both in its frame.
    template <class Shape>
    DRYSTONE_ON_DEVICE static bool is_normal_to(const Shape& shape, const Vec<D>& x, const Vec<D>& n, double tilt, double tolerance) {
        for (std::size_t v = 0; v < shape.vertex.size(); ++v) {
            const Vec<D> to = shape.vertex[v] - x;
            if (!(dot(n, to) <= tilt * norm(to) + tolerance)) return false;
        }
        return true;
    }

    /// Of part p, which has seams.
    DRYSTONE_ON_DEVICE bool is_in_the_open(int p, const Vec<D>& x, const Vec<D>& outward, double tilt) const {
        const bool against = any_sibling(p, [&](int q) {
            const auto& shape = table_.shape(q);
            const Vec<D> local = in_frame_of(q, x);
            const double tolerance = within(p, q);
            if (outside(shape, local) > tolerance) return false;
            return !is_normal_to(shape, local, transpose_times(table_.pose(q).turn, outward), tilt, tolerance);
        });
        if (!against) return true;
        const auto& shape = table_.shape(p);
        const Vec<D> local = in_frame_of(p, x), n = transpose_times(table_.pose(p).turn, outward);
        for (std::size_t f = 0; f < shape.normal.size(); ++f) {
            if (norm(shape.normal[f] - n) > tilt) continue;
            if (std::abs(dot(shape.normal[f], local) - shape.offset[f]) > flush * table_.extent(p) + tilt * shape.radius) continue;
            if (opens(p, static_cast<int>(f), local)) return true;
        }
        return false;
    }

    /// Replaces the points by those vertices of the convex part `other` that are in part p, one that has seams, and nearer to a face of it in
    /// the open than to others, with that face's normal out of p. What is left of a tip that went in at a seam, where the shortest ways out of
    /// each part lead into its sibling.
    template <class Manifold>
    DRYSTONE_ON_DEVICE void tips_in(int p, int other, Manifold& manifold) const {
        const auto &shape = table_.shape(p), &tip = table_.shape(other);
        const Pose<D> at_p = table_.pose(p), at_other = table_.pose(other);
        const double tolerance = within(p, other);
        int best = -1;
        double highest = -std::numeric_limits<double>::infinity();
        manifold.points.clear();
        for (std::size_t v = 0; v < tip.vertex.size(); ++v) {
            const Vec<D> world = at_other.position + at_other.turn * tip.vertex[v], x = in_frame_of(p, world);
            if (outside(shape, x) > tolerance) continue;
            for (std::size_t f = 0; f < shape.normal.size(); ++f) {
                const double height = dot(shape.normal[f], x) - shape.offset[f];
                const Vec<D> normal = at_p.turn * shape.normal[f], foot = world - height * normal;
                if (height < highest - tolerance || !is_in_the_open(p, foot, normal, flush)) continue;
                if (best != static_cast<int>(f)) {
                    if (height <= highest + tolerance) continue;  // as good: the first face keeps all points on one normal
                    manifold.points.clear();
                }
                best = static_cast<int>(f);
                highest = std::max(highest, height);
                manifold.normal = normal;
                const bool first = p < other;
                manifold.points.push_back({height, 0.5 * (world + foot), 0.0,
                                           feature_id(first ? FeatureKind::face_vertex : FeatureKind::vertex_face,
                                                      first ? best : static_cast<int>(v), first ? static_cast<int>(v) : best)});
            }
        }
    }

    Table table_;
};

}  // namespace drystone
