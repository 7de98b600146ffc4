// Candidates x_c = sum_a w_a q_a of one skin above facets of the other, docs/theory.md (10.18): above the facet f with unit normal m and a
// corner q is what lies on the inner side of all its edges, up to the half-way planes to the facets beyond; gap = m . (x_c - q), n = -m.

#include "narrowphase/surface_touch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.h"
#include "narrowphase/covered_area.h"

namespace drystone {

namespace {

constexpr double looks_at_it = -0.2;  // cosine of a candidate's direction with the outward normal of what it may touch

/// The candidate of a spot that looks most against `outward`; -1: none does.
template <int D>
int facing(const Surface<D>& s, int spot, const Vec<D>& outward) {
    int best = -1;
    double least = looks_at_it;
    for (int i = s.spot_start[at(spot)]; i < s.spot_start[at(spot + 1)]; ++i) {
        const double cosine = dot(s.direction[at(i)], outward);
        if (cosine < least) {
            least = cosine;
            best = i;
        }
    }
    return best;
}

template <int D>
bool in_box(const Vec<D>& x, const Vec<D>& low, const Vec<D>& high, double margin) {
    for (int i = 0; i < D; ++i) {
        if (x[i] < low[i] - margin || x[i] > high[i] + margin) return false;
    }
    return true;
}

/// The way up at side k of a facet: half way to that of the facet beyond, so that no wedge above a bent surface belongs to
/// neither.
template <int D>
Vec<D> up_at_side(const Surface<D>& s, int f, int k) {
    const int beyond = s.beside[at(f)][at(k)];
    return beyond < 0 ? s.normal[at(f)] : 0.5 * (s.normal[at(f)] + s.normal[at(beyond)]);
}

/// Whether x lies above (or below) the facet, or hangs over its edge by a little.
bool is_above(const Surface<2>& s, int f, const Vec<2>& x) {
    const Facet<2>& facet = s.facet[at(f)];
    const Vec<2> along = s.node[at(facet.node[1])] - s.node[at(facet.node[0])];
    for (const int k : {0, 1}) {
        const Vec<2> up = up_at_side(s, f, k), from_side = x - s.node[at(facet.node[at(k)])];
        const double inwards = (k == 0 ? 1.0 : -1.0) * norm(along) * (up[0] * from_side[1] - up[1] * from_side[0]);
        if (inwards < -overhang * dot(along, along)) return false;
    }
    return true;
}

bool is_above(const Surface<3>& s, int f, const Vec<3>& x) {
    const Facet<3>& facet = s.facet[at(f)];
    for (int k = 0; k < facet.corners; ++k) {
        const Vec<3> p = s.node[at(facet.node[at(k)])];
        const Vec<3> along = s.node[at(facet.node[at((k + 1) % facet.corners)])] - p;
        if (dot(cross(up_at_side(s, f, k), along), x - p) < -overhang * dot(along, along)) return false;
    }
    return true;
}

/// The facet nearest to x among those of which `stands(facet)` says so; -1: none within reach.
struct Above {
    int facet = -1;
    double gap = 0.0;
};

template <int D, class Stands>
Above nearest_facet(const Surface<D>& s, const Vec<D>& x, double reach, const Stands& stands) {
    Above best;
    double least = std::numeric_limits<double>::infinity();
    for (int f = 0; f < static_cast<int>(s.facet.size()); ++f) {
        const double gap = dot(s.normal[at(f)], x - s.middle[at(f)]);
        if (gap > reach || gap < -s.inner_radius || !(std::abs(gap) < least)) continue;
        if (!stands(f)) continue;
        least = std::abs(gap);
        best = {f, gap};
    }
    return best;
}

Vec<2> nearest_on(const Surface<2>& s, const Facet<2>& facet, const Vec<2>& x) {
    const Vec<2> p = s.node[at(facet.node[0])], along = s.node[at(facet.node[1])] - p;
    return p + std::clamp(dot(x - p, along) / dot(along, along), 0.0, 1.0) * along;
}

Vec<3> nearest_on_segment(const Vec<3>& p, const Vec<3>& q, const Vec<3>& x) {
    const Vec<3> along = q - p;
    return p + std::clamp(dot(x - p, along) / dot(along, along), 0.0, 1.0) * along;
}

Vec<3> nearest_on_triangle(const std::array<Vec<3>, 3>& p, const Vec<3>& x) {
    const Vec<3> normal = cross(p[1] - p[0], p[2] - p[0]);
    bool inside = true;
    double least = std::numeric_limits<double>::infinity();
    Vec<3> best{};
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec<3>&a = p[k], &b = p[(k + 1) % 3];
        if (dot(cross(normal, b - a), x - a) >= 0.0) continue;
        inside = false;
        const Vec<3> near = nearest_on_segment(a, b, x);
        if (dot(x - near, x - near) < least) {
            least = dot(x - near, x - near);
            best = near;
        }
    }
    return inside ? x - (dot(normal, x - p[0]) / dot(normal, normal)) * normal : best;
}

Vec<3> nearest_on(const Surface<3>& s, const Facet<3>& facet, const Vec<3>& x) {
    const auto corner = [&](int k) { return s.node[at(facet.node[at(k)])]; };
    const Vec<3> one = nearest_on_triangle({corner(0), corner(1), corner(2)}, x);
    if (facet.corners == 3) return one;
    const Vec<3> other = nearest_on_triangle({corner(0), corner(2), corner(3)}, x);
    return dot(x - one, x - one) <= dot(x - other, x - other) ? one : other;
}

/// The point of the surface nearest to some place.
template <int D>
struct NearestFacet {
    int facet = -1;  // -1: none as near as asked for
    Vec<D> point{};
    double square = std::numeric_limits<double>::infinity();  // of the distance [m2]
};

/// Of what is no further from x than `most`, and perhaps a little more: the first of the nearest.
template <int D>
NearestFacet<D> nearest_within(const Surface<D>& s, const Vec<D>& x, double most) {
    constexpr double rounding = 1.0 + 1e-9;
    const double enough = rounding * most * most;
    const std::size_t in_heap = s.facets_in_heap();
    NearestFacet<D> best;
    for (std::size_t h = 0; h < s.heap.size(); ++h) {
        if (square_to(s.heap[h], x) > std::min(enough, rounding * best.square)) continue;
        for (std::size_t f = h * in_heap; f < std::min((h + 1) * in_heap, s.facet.size()); ++f) {
            if (square_to(s.box[f], x) > std::min(enough, rounding * best.square)) continue;
            const Vec<D> point = nearest_on(s, s.facet[f], x);
            const double square = dot(x - point, x - point);
            if (square < best.square) best = {static_cast<int>(f), point, square};
        }
    }
    return best;
}

/// Candidates of `s` above facets of `target`; `sign` +1: s is the first of the pair.
template <int D>
void candidates_above(const Surface<D>& s, const Surface<D>& target, double reach, double sign,
                     std::vector<SurfaceTouch<D>>& found) {
    for (int spot = 0; spot < s.spots(); ++spot) {
        const Vec<D>& x = s.place[at(spot)];
        if (!in_box(x, target.low, target.high, reach)) continue;
        const Above above = nearest_facet(target, x, reach, [&](int f) {
            const int own = facing(s, spot, target.normal[at(f)]);
            return own >= 0 && is_above(target, f, s.drawn_in[at(own)]);
        });
        if (above.facet < 0) continue;
        const Vec<D>& normal = target.normal[at(above.facet)];
        const Candidate<D>& own = s.candidate[at(facing(s, spot, normal))];
        SurfaceTouch<D> touch;
        touch.feature = static_cast<std::uint32_t>(spot) | (sign > 0.0 ? 0U : of_second);
        touch.touch = {above.gap, -sign * normal, x};
        touch.area = own.area;
        touch.element_first = sign > 0.0 ? own.element : target.facet[at(above.facet)].element;
        touch.element_second = sign > 0.0 ? target.facet[at(above.facet)].element : own.element;
        found.push_back(touch);
    }
}

/// Where two points of both sides are one [of a facet's size].
constexpr double coincides = 0.05;

/// A range of points between two skins, `first` of the one and from `second` on of the other.
template <int D>
struct BothSides {
    std::vector<SurfaceTouch<D>>& found;
    std::size_t first, second;
    double size;  // of a facet [m]

    bool are_there() const { return second > first && found.size() > second; }
    double area(std::size_t begin, std::size_t end) const {
        double sum = 0.0;
        for (std::size_t i = begin; i < end; ++i) sum += found[i].area;
        return sum;
    }
    void scale(double by) {
        for (std::size_t i = first; i < found.size(); ++i) found[i].area *= by;
    }
    /// But for the height, which joints that open have between points of one place.
    double square(std::size_t i, const Vec<D>& x) const { return square_across<D>(x - found[i].touch.point, found[i].touch.normal); }
    double least_square(const Vec<D>& x, std::size_t end) const {
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = first; i < end; ++i) least = std::min(least, square(i, x));
        return least;
    }
    double here() const { return coincides * coincides * size * size; }

    /// take(point, its part) for those who have what a place of a piece stands for: the point there, if it is a corner, or nobody where it has lifted off; where
    /// edges cross the nearest, be they several.
    template <class Take>
    void hand_over(const Vec<D>& x, double share, bool corner, const Take& take) const {
        constexpr double alike = 1.0 + 1e-6;
        const double least = least_square(x, found.size());
        if (corner && !(least < here())) return;
        std::size_t heirs = 0;
        for (std::size_t i = first; i < found.size(); ++i) heirs += square(i, x) <= alike * least;
        for (std::size_t i = first; i < found.size(); ++i) {
            if (square(i, x) <= alike * least) take(i, share / static_cast<double>(heirs));
        }
    }
    void drop_doubles() {
        const auto to = found.begin() + static_cast<std::ptrdiff_t>(second);
        found.erase(std::remove_if(to, found.end(), [&](const SurfaceTouch<D>& t) { return least_square(t.touch.point, second) < here(); }), found.end());
    }
};

/// Both sides may have points: those of the second that coincide with one of the first are dropped, the others share the area in which
/// the skins overlap. for_pieces(give) lists it, piece by piece (covered_area.h). Where it is what the first's points stand for, these keep their own.
template <int D, class ForPieces>
void share_area(BothSides<D> sides, const ForPieces& for_pieces) {
    if (!sides.are_there()) return;
    sides.drop_doubles();
    auto& found = sides.found;
    const double ours = sides.area(sides.first, sides.second), all = sides.area(sides.first, found.size());
    double covered = 0.0;
    const auto hand_over_all = [&](const auto& take) {
        for_pieces([&](const Vec<D>& x, double share, bool corner) { sides.hand_over(x, share, corner, take); });
    };
    hand_over_all([&](std::size_t, double part) { covered += part; });
    constexpr double rounding = 0.01;  // skins that deform
    if (found.size() == sides.second && std::abs(covered - ours) <= rounding * ours) return;
    if (!(covered > 0.0)) return sides.scale(ours / all);
    const double least = covered / (16.0 * static_cast<double>(found.size() - sides.first));  // of a point that no piece has for its own
    sides.scale(0.0);
    hand_over_all([&](std::size_t i, double part) { found[i].area += part; });
    for (std::size_t i = sides.first; i < found.size(); ++i) found[i].area = std::max(found[i].area, least);
    sides.scale(covered / sides.area(sides.first, found.size()));
}

constexpr double against = -0.9;  // cosine of two normals that look at each other

template <int D>
Patch<D> patch_of(const Surface<D>& s, int f) {
    Patch<D> patch{.normal = s.normal[at(f)], .touches = s.candidate.front().nodes == 1};
    for (int k = 0; k < s.facet[at(f)].corners; ++k) patch.add(s.node[at(s.facet[at(f)].node[at(k)])]);
    return patch;
}

/// Face f of a convex shape; without corners if it has too many.
Patch<2> patch_of(const Convex<2>& shape, const Pose<2>& pose, int f) {
    Patch<2> patch{.normal = pose.turn * shape.normal[at(f)]};
    for (const int v : {f, (f + 1) % shape.size()}) patch.add(pose.position + pose.turn * shape.vertex[at(v)]);
    return patch;
}
Patch<3> patch_of(const Convex<3>& shape, const Pose<3>& pose, int f) {
    Patch<3> patch{.normal = pose.turn * shape.normal[at(f)]};
    if (shape.corners(f) + Facet<3>::most > static_cast<int>(Patch<3>::most)) return patch;
    for (int c = shape.face_start[at(f)]; c < shape.face_start[at(f + 1)]; ++c)
        patch.add(pose.position + pose.turn * shape.vertex[at(shape.face_vertex[at(c)])]);
    return patch;
}

template <int D>
bool touch_each_other(const Bounds<D>& a, const Bounds<D>& b, double margin) {
    for (int i = 0; i < D; ++i) {
        if (a.low[i] > b.high[i] + margin || b.low[i] > a.high[i] + margin) return false;
    }
    return true;
}

/// The pieces that facets of a skin have in common with a convex shape.
template <int D, class Give>
void pieces_on_convex(const Surface<D>& s, const Convex<D>& shape, const Pose<D>& pose, double reach, const Give& give) {
    for (std::size_t face = 0; face < shape.normal.size(); ++face) {
        const Patch<D> patch = patch_of(shape, pose, static_cast<int>(face));
        for (std::size_t f = 0; f < s.facet.size() && patch.corners > 0; ++f) {
            const double gap = dot(patch.normal, s.middle[f] - patch.corner[0]);
            if (dot(patch.normal, s.normal[f]) > against || std::abs(gap) > reach + coincides * s.facet_size) continue;
            share_common_area(patch_of(s, static_cast<int>(f)), patch, coincides * s.facet_size, give);
        }
    }
}

/// The pieces that facets of two skins have in common.
template <int D, class Give>
void pieces_between(const Surface<D>& one, const Surface<D>& other, double reach, const Give& give) {
    const double size = std::min(one.facet_size, other.facet_size), near = reach + coincides * size;
    const Bounds<D> all{other.low, other.high};
    for (std::size_t f = 0; f < one.facet.size(); ++f) {
        if (!touch_each_other(one.box[f], all, near)) continue;
        const Patch<D> facet = patch_of(one, static_cast<int>(f));
        for (std::size_t g = 0; g < other.facet.size(); ++g) {
            if (dot(one.normal[f], other.normal[g]) > against || !touch_each_other(one.box[f], other.box[g], near)) continue;
            share_common_area(facet, patch_of(other, static_cast<int>(g)), coincides * size, give);
        }
    }
}

/// The face of the convex shape that x is nearest to, or least deep under.
template <int D>
bool near_convex(const Convex<D>& shape, const Vec<D>& x, double reach, int& face, double& gap) {
    face = -1;
    gap = -std::numeric_limits<double>::infinity();
    for (std::size_t f = 0; f < shape.normal.size(); ++f) {
        const double d = dot(shape.normal[f], x) - shape.offset[f];
        if (d > reach) return false;
        if (d > gap) {
            gap = d;
            face = static_cast<int>(f);
        }
    }
    return gap >= -shape.inner_radius;
}

/// Whether x lies above (or below) that face.
template <int D>
bool is_above(const Convex<D>& shape, int face, const Vec<D>& x) {
    const double gap = dot(shape.normal[at(face)], x) - shape.offset[at(face)];
    const Vec<D> foot = x - gap * shape.normal[at(face)];
    for (std::size_t f = 0; f < shape.normal.size(); ++f) {
        if (dot(shape.normal[f], foot) - shape.offset[f] > overhang * shape.inner_radius) return false;
    }
    return true;
}

}  // namespace

template <int D>
void surface_plane(const Surface<D>& s, const Vec<D>& place, const Vec<D>& outward, double reach,
                   std::vector<SurfaceTouch<D>>& found) {
    for (int spot = 0; spot < s.spots(); ++spot) {
        const double gap = dot(outward, s.place[at(spot)] - place);
        if (gap > reach) continue;
        const int own = facing(s, spot, outward);
        if (own < 0) continue;
        found.push_back({static_cast<std::uint32_t>(spot),
                         {gap, -outward, s.place[at(spot)]},
                         s.candidate[at(own)].area,
                         s.candidate[at(own)].element,
                         -1});
    }
}

template <int D>
void surface_drum(const Surface<D>& s, const Hollow<D>& hollow, double reach,
                  std::vector<SurfaceTouch<D>>& found) {
    const auto keep = [&](int spot, std::uint32_t where, double gap, const Vec<D>& out) {
        if (gap > reach) return;
        const int own = facing(s, spot, -out);
        if (own < 0) return;
        found.push_back({static_cast<std::uint32_t>(spot) | where,
                         {gap, out, s.place[at(spot)]},
                         s.candidate[at(own)].area,
                         s.candidate[at(own)].element,
                         -1});
    };
    for (int spot = 0; spot < s.spots(); ++spot) {
        const Vec<D> d = s.place[at(spot)] - hollow.place;
        const Vec<D> q = D == 3 ? d - dot(hollow.axis, d) * hollow.axis : d;
        const double off_axis = norm(q);
        if (off_axis > 0.0) keep(spot, 0U, hollow.radius - off_axis, (1.0 / off_axis) * q);
    }
    if constexpr (D == 3) {
        for (const auto& [side, where] : {std::pair{-1.0, 0x20000000U}, std::pair{1.0, 0x40000000U}}) {
            for (int spot = 0; spot < s.spots(); ++spot) {
                const Vec<D> out = side * hollow.axis;
                keep(spot, where, 0.5 * hollow.length - dot(out, s.place[at(spot)] - hollow.place), out);
            }
        }
    }
}

template <int D>
void surface_ball(const Surface<D>& s, const Vec<D>& centre, double radius, double reach,
                  std::vector<SurfaceTouch<D>>& found) {
    if (!in_box(centre, s.low, s.high, radius + reach)) return;
    NearestFacet<D> near = nearest_within(s, centre, radius + reach);
    if (near.facet < 0 && in_box(centre, s.low, s.high, 0.0))  // perhaps deep inside
        near = nearest_within(s, centre, std::numeric_limits<double>::infinity());
    if (near.facet < 0) return;
    const int best = near.facet;
    const Vec<D>& nearest = near.point;
    const double side = dot(s.normal[at(best)], centre - nearest) < 0.0 ? -1.0 : 1.0;
    const double distance = norm(centre - nearest);
    const double gap = side * distance - radius;
    if (gap > reach) return;
    const bool on_it = distance <= 1e-12 * radius;
    const Vec<D> normal = on_it ? s.normal[at(best)] : (side / distance) * (centre - nearest);
    found.push_back({0, {gap, normal, nearest}, 0.0, s.facet[at(best)].element, -1});
}

template <int D>
void surface_convex(const Surface<D>& s, const Convex<D>& shape, const Pose<D>& pose, double reach,
                    std::vector<SurfaceTouch<D>>& found) {
    const std::size_t first = found.size();
    const double near = shape.radius + reach;
    const Vec<D> middle = pose.position + pose.turn * shape.middle;
    for (int spot = 0; spot < s.spots(); ++spot) {
        const Vec<D>& x = s.place[at(spot)];
        if (dot(x - middle, x - middle) > near * near) continue;
        int face = -1;
        double gap = 0.0;
        if (!near_convex(shape, transpose_times(pose.turn, x - pose.position), reach, face, gap)) continue;
        const Vec<D> outward = pose.turn * shape.normal[at(face)];
        const int own = facing(s, spot, outward);
        if (own < 0) continue;
        if (!is_above(shape, face, transpose_times(pose.turn, s.drawn_in[at(own)] - pose.position))) continue;
        found.push_back({static_cast<std::uint32_t>(spot),
                         {gap, -outward, x},
                         s.candidate[at(own)].area,
                         s.candidate[at(own)].element,
                         -1});
    }
    const std::size_t second = found.size();
    for (int v = 0; v < shape.size(); ++v) {
        const Vec<D> x = pose.position + pose.turn * shape.vertex[at(v)];
        if (!in_box(x, s.low, s.high, reach)) continue;
        const Vec<D> drawn_in = x + 0.05 * (middle - x);
        const Above above = nearest_facet(s, x, reach, [&](int f) {
            return dot(x - middle, s.normal[at(f)]) < 0.0 && is_above(s, f, drawn_in);
        });
        if (above.facet < 0) continue;
        const Vec<D>& outward = s.normal[at(above.facet)];
        found.push_back({static_cast<std::uint32_t>(v) | of_second,
                         {above.gap, outward, x},
                         corner_area(shape, transpose_times(pose.turn, -outward)).seen,
                         s.facet[at(above.facet)].element,
                         -1});
    }
    share_area<D>({found, first, second, s.facet_size}, [&](const auto& give) { pieces_on_convex(s, shape, pose, reach, give); });
}

template <int D>
void surface_surface(const Surface<D>& first, const Surface<D>& second, double reach,
                     std::vector<SurfaceTouch<D>>& found) {
    const std::size_t start = found.size();
    candidates_above(first, second, reach, 1.0, found);
    const std::size_t theirs = found.size();
    candidates_above(second, first, reach, -1.0, found);
    share_area<D>({found, start, theirs, std::min(first.facet_size, second.facet_size)},
                  [&](const auto& give) { pieces_between(first, second, reach, give); });
}

#define DRYSTONE_SURFACES(D)                                                                         \
    template void surface_plane(const Surface<D>&, const Vec<D>&, const Vec<D>&, double,             \
                                std::vector<SurfaceTouch<D>>&);                                      \
    template void surface_drum(const Surface<D>&, const Hollow<D>&, double,                          \
                               std::vector<SurfaceTouch<D>>&);                                       \
    template void surface_ball(const Surface<D>&, const Vec<D>&, double, double,                     \
                               std::vector<SurfaceTouch<D>>&);                                       \
    template void surface_convex(const Surface<D>&, const Convex<D>&, const Pose<D>&, double,        \
                                 std::vector<SurfaceTouch<D>>&);                                     \
    template void surface_surface(const Surface<D>&, const Surface<D>&, double,                      \
                                  std::vector<SurfaceTouch<D>>&);
DRYSTONE_SURFACES(2)
DRYSTONE_SURFACES(3)
#undef DRYSTONE_SURFACES

}  // namespace drystone
