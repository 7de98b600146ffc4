#include "narrowphase/seams.h"

#include <algorithm>
#include <limits>

#include "core/index.h"

namespace drystone {

namespace {

constexpr double flush = 1e-6;  // of the smaller inner radius: within which points are in a face
constexpr double next_to =
    1e-2;  // of the way to a face's corner: where it is asked whether the face is in the open
constexpr double above = 1e-3;  // of the inner radius: how far above the face

template <int D>
const Convex<D>& shape_of(const Parts<D>& parts, int p) {
    return *parts.solids.shape[at(parts.solid[at(p)])];
}

template <int D>
Vec<D> in_frame_of(const Parts<D>& parts, int p, const Vec<D>& x) {
    const std::size_t k = at(parts.solid[at(p)]);
    return transpose_times(parts.solids.turn[k], x - parts.solids.origin[k]);
}

/// visit(q) for the other flat-faced parts of p's body, which stand next to it; ends with the first that says true.
template <int D, class Visit>
bool any_sibling(const Parts<D>& parts, int p, const Visit& visit) {
    int q = p;
    while (q > 0 && parts.body[at(q - 1)] == parts.body[at(p)]) --q;
    for (; q < parts.shapes() && parts.body[at(q)] == parts.body[at(p)]; ++q)
        if (q != p && parts.kind[at(q)] == PartKind::solid && visit(q)) return true;
    return false;
}

/// How far x, in the shape's frame, is outside of it, at least; negative: inside.
template <int D>
double outside(const Convex<D>& shape, const Vec<D>& x) {
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t f = 0; f < shape.normal.size(); ++f)
        most = std::max(most, dot(shape.normal[f], x) - shape.offset[f]);
    return most;
}

template <int D>
double within(const Parts<D>& parts, int p, int q) {
    return flush * std::min(parts.extent(p), parts.extent(q));
}

template <int D>
bool is_covered(const Parts<D>& parts, int p, const Vec<D>& x) {
    return any_sibling(parts, p, [&](int q) {
        return outside(shape_of(parts, q), in_frame_of(parts, q, x)) <= within(parts, p, q);
    });
}

int corners(const Convex<2>&, int) { return 2; }
int corners(const Convex<3>& shape, int f) { return shape.corners(f); }
const Vec<2>& corner(const Convex<2>& shape, int f, int c) {
    return shape.vertex[at((f + c) % shape.size())];
}
const Vec<3>& corner(const Convex<3>& shape, int f, int c) {
    return shape.vertex[at(shape.face_vertex[at(shape.face_start[at(f)] + c)])];
}

/// Whether face f of p, which has x (both in p's frame), is in the open on some side of it.
template <int D>
bool opens(const Parts<D>& parts, int p, int f, const Vec<D>& x) {
    const Convex<D>& shape = shape_of(parts, p);
    const std::size_t k = at(parts.solid[at(p)]);
    for (int c = 0; c < corners(shape, f); ++c) {
        const Vec<D> near =
            x + next_to * (corner(shape, f, c) - x) + above * parts.extent(p) * shape.normal[at(f)];
        if (!is_covered(parts, p, parts.solids.origin[k] + parts.solids.turn[k] * near)) return true;
    }
    return false;
}

/// Whether the direction is normal to part q at x; both in q's frame.
template <int D>
bool is_normal_to(const Convex<D>& shape, const Vec<D>& x, const Vec<D>& n, double tilt, double tolerance) {
    return std::all_of(shape.vertex.begin(), shape.vertex.end(),
                       [&](const Vec<D>& v) { return dot(n, v - x) <= tilt * norm(v - x) + tolerance; });
}

}  // namespace

template <int D>
bool is_in_the_open(const Parts<D>& parts, int p, const Vec<D>& x, const Vec<D>& outward, double tilt) {
    const bool against = any_sibling(parts, p, [&](int q) {
        const Convex<D>& shape = shape_of(parts, q);
        const Vec<D> local = in_frame_of(parts, q, x);
        const double tolerance = within(parts, p, q);
        if (outside(shape, local) > tolerance) return false;
        return !is_normal_to(shape, local,
                             transpose_times(parts.solids.turn[at(parts.solid[at(q)])], outward), tilt,
                             tolerance);
    });
    if (!against) return true;
    const Convex<D>& shape = shape_of(parts, p);
    const Vec<D> local = in_frame_of(parts, p, x),
                 n = transpose_times(parts.solids.turn[at(parts.solid[at(p)])], outward);
    for (std::size_t f = 0; f < shape.normal.size(); ++f) {
        if (norm(shape.normal[f] - n) > tilt) continue;
        if (std::abs(dot(shape.normal[f], local) - shape.offset[f]) >
            flush * parts.extent(p) + tilt * shape.radius)
            continue;
        if (opens(parts, p, static_cast<int>(f), local)) return true;
    }
    return false;
}

template <int D>
void tips_in(const Parts<D>& parts, int p, int other, Manifold<D>& manifold) {
    const Convex<D>&shape = shape_of(parts, p), &tip = shape_of(parts, other);
    const std::size_t k = at(parts.solid[at(p)]), o = at(parts.solid[at(other)]);
    const double tolerance = within(parts, p, other);
    int best = -1;
    double highest = -std::numeric_limits<double>::infinity();
    manifold.points.clear();
    for (std::size_t v = 0; v < tip.vertex.size(); ++v) {
        const Vec<D> world = parts.solids.origin[o] + parts.solids.turn[o] * tip.vertex[v],
                     x = in_frame_of(parts, p, world);
        if (outside(shape, x) > tolerance) continue;
        for (std::size_t f = 0; f < shape.normal.size(); ++f) {
            const double height = dot(shape.normal[f], x) - shape.offset[f];
            const Vec<D> normal = parts.solids.turn[k] * shape.normal[f], foot = world - height * normal;
            if (height < highest - tolerance || !is_in_the_open(parts, p, foot, normal, flush)) continue;
            if (best != static_cast<int>(f)) {
                if (height <= highest + tolerance)
                    continue;  // as good: the first face keeps all points on one normal
                manifold.points.clear();
            }
            best = static_cast<int>(f);
            highest = std::max(highest, height);
            manifold.normal = normal;
            const bool first = p < other;
            manifold.points.push_back(
                {height, 0.5 * (world + foot), 0.0,
                 feature_id(first ? FeatureKind::face_vertex : FeatureKind::vertex_face,
                            first ? best : static_cast<int>(v), first ? static_cast<int>(v) : best)});
        }
    }
}

#define DRYSTONE_SEAMS(D)                                                                     \
    template bool is_in_the_open(const Parts<D>&, int, const Vec<D>&, const Vec<D>&, double); \
    template void tips_in(const Parts<D>&, int, int, Manifold<D>&);
DRYSTONE_SEAMS(2)
DRYSTONE_SEAMS(3)
#undef DRYSTONE_SEAMS

}  // namespace drystone
