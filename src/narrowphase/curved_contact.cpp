// Points of two features across their common normal n (curved_contact.h): in coordinates x, y across n and heights z along it,
//
//     gap = z_B(x, y) - z_A(x, y) - r_A - r_B,     point = (x, y, (z_A + r_A + z_B - r_B) / 2)
//
// with z linear over faces and lines. Two lines side by side that are askew by l: gap + sqrt((R + gap)^2 + l^2) - (R + gap), R the
// sum of their radii across.

#include "narrowphase/curved_contact.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "core/index.h"
#include "core/motion.h"
#include "narrowphase/flatness.h"
#include "narrowphase/polygon_clip.h"

namespace drystone {

namespace {

constexpr double as_near = 1e-8;  // of the smaller shape: gaps that need no point of their own
constexpr double parallel = 1e-9;  // sine between lines that cross nowhere

double square(double x) { return x * x; }

/// What lies across the normal of one of the shapes.
enum class Lies { point, line, face };

/// A point to be: where, seen along the normal (component 0 of `across` is not read), between which heights of the cores.
template <int D>
struct Spot {
    Vec<D> across{};
    double za = 0.0, zb = 0.0;  // [m]
    std::uint32_t name = 0;
    double area = 0.0;     // [m2], 2D [m]
    double lateral = 0.0;  // how far two lines are askew there [m]
};

/// The points of two features, in coordinates along the normal and across.
template <int D>
struct Joining {
    const Supported<D>&a, &b;
    const CommonNormal<D>& plane;
    const Sought<D>& sought;
    CurvedScratch<D>& scratch;
    std::vector<ManifoldPoint<D>>& points;

    Mat<D> frame = contact_frame(plane.normal);  // rows: n and across
    double rounding = a.rounding + b.rounding;
    double smaller = 2.0 * std::min(a.radius + a.rounding, b.radius + b.rounding);
    double flat = flat_limit(sought.reach, smaller);
    double tolerance = flush_within(smaller, 2.0 * std::min(a.size, b.size), a.radius + b.radius);
    Lies of_a = take(a, plane.normal, scratch.a), of_b = take(b, -plane.normal, scratch.b);
    double level = as_near * std::min(a.size, b.size);        // heights that are equal [m]
    double least = std::numeric_limits<double>::infinity();  // gap of a point

    Lies take(const Supported<D>& side, const Vec<D>& outwards, CoreFeature<D>& out) const {
        if (side.face(outwards, flat, out)) return Lies::face;
        if (side.line(outwards, flat, out)) return Lies::line;
        out.clear();
        out.add(side.support(outwards), side.point_name(outwards));
        return Lies::point;
    }

    double height(const Vec<D>& x) const { return dot(frame[0], x); }

    void add(const Spot<D>& spot) {
        double gap = spot.zb - spot.za - rounding;
        if (spot.lateral > 0.0) gap = spread(gap, spot.lateral);
        if (!(gap <= sought.reach)) return;
        least = std::min(least, gap);
        Vec<D> x = spot.across;
        x[0] = 0.5 * (spot.za + a.rounding + spot.zb - b.rounding);
        points.push_back({gap, sought.reference + transpose_times(frame, x), spot.area, unused(spot.name)});
    }

    /// Two lines side by side that are askew: the gap of two round sides that far apart.
    double spread(double gap, double lateral) const {
        const double R = scratch.a.across + scratch.b.across + rounding;
        return R + gap > 0.0 ? gap + (std::hypot(R + gap, lateral) - (R + gap)) : gap;
    }

    std::uint32_t unused(std::uint32_t id) const {
        for (const ManifoldPoint<D>& p : points)
            if (p.feature == id) return id ^ 0x4000U;
        return id;
    }

    std::uint32_t name_a(int corner) const {
        return feature_id(FeatureKind::vertex_face, scratch.a.name[at(corner)], scratch.b.id);
    }
    std::uint32_t name_b(int corner) const {
        return feature_id(FeatureKind::face_vertex, scratch.a.id, scratch.b.name[at(corner)]);
    }

    Vec<D> seen(const Vec<D>& x) const { return frame * x; }

    double tilt(const CoreFeature<D>& feature) const {
        return norm(feature.normal - dot(feature.normal, frame[0]) * frame[0]);
    }

    /// Where the gap is least.
    void add_nearest() {
        const Vec<D> x = seen(a.support(plane.normal)), y = seen(b.support(-plane.normal));
        const bool by_a = of_a != of_b ? of_a < of_b : tilt(scratch.a) >= tilt(scratch.b);
        const Vec<D> where = meeting_place(x, y, by_a);
        std::uint32_t id =
            feature_id(FeatureKind::vertex_vertex, a.point_name(plane.normal), b.point_name(-plane.normal));
        if (of_a == Lies::line && of_b == Lies::line)
            id = feature_id(FeatureKind::edge_edge, scratch.a.id, scratch.b.id);
        else if (of_a != of_b)
            id = by_a ? name_of_point(scratch.a, FeatureKind::vertex_face, where)
                      : name_of_point(scratch.b, FeatureKind::face_vertex, where);
        add({.across = where, .za = x[0], .zb = y[0], .name = id});
    }

    /// What of a feature is farthest along the normal: a point, a straight piece, or more.
    struct Farthest {
        int corners = 0;
        Vec<D> end[2];
    };
    Farthest farthest(const CoreFeature<D>& feature, Lies lies, const Vec<D>& support, double side) const {
        Farthest is{1, {support, support}};
        if (lies == Lies::point || (feature.disc > 0.0 && feature.disc * tilt(feature) > level)) return is;
        is.corners = 0;
        for (const Vec<D>& corner : feature.corner) {
            const Vec<D> x = seen(corner);
            if (side * (support[0] - x[0]) > level) continue;
            if (is.corners < 2) is.end[is.corners] = x;
            ++is.corners;
        }
        if (is.corners < 2) return {1, {support, support}};
        return is;
    }

    /// Where what is farthest of the one lies above what is farthest of the other, seen along the normal. x, y: a point of each; of a whole line
    /// or edge it may be that of either end, wherever the other crosses it.
    Vec<D> meeting_place(const Vec<D>& x, const Vec<D>& y, bool by_a) const {
        if constexpr (D == 3) {
            const Farthest p = farthest(scratch.a, of_a, x, 1.0), q = farthest(scratch.b, of_b, y, -1.0);
            if (p.corners == 1 && q.corners > 1) return x;
            if (q.corners == 1 && p.corners > 1) return y;
            if (p.corners == 2 && q.corners == 2) return crossing(p, q);
        }
        return of_a == of_b && of_a != Lies::face ? 0.5 * (x + y) : by_a ? x : y;
    }

    /// Where two straight pieces cross, seen along the normal; of those along each other, the middle of what they have in common.
    Vec<3> crossing(const Farthest& p, const Farthest& q) const requires(D == 3) {
        const Vec<3> u = p.end[1] - p.end[0], v = q.end[1] - q.end[0], d = q.end[0] - p.end[0];
        const auto across = [](const Vec<3>& one, const Vec<3>& other) { return one[1] * other[2] - one[2] * other[1]; };
        const auto along = [](const Vec<3>& one, const Vec<3>& other) { return one[1] * other[1] + one[2] * other[2]; };
        const double det = across(u, v), uu = along(u, u), vv = along(v, v);
        if (square(det) > square(parallel) * uu * vv)
            return 0.5 * (p.end[0] + std::clamp(across(d, v) / det, 0.0, 1.0) * u + q.end[0] + std::clamp(across(d, u) / det, 0.0, 1.0) * v);
        const double s = along(d, u) / uu, t = s + along(v, u) / uu;
        return p.end[0] + 0.5 * (std::clamp(s, 0.0, 1.0) + std::clamp(t, 0.0, 1.0)) * u;
    }

    /// Of a point above something larger: its own name, or that of the nearest end of a line.
    std::uint32_t name_of_point(const CoreFeature<D>& feature, FeatureKind kind, const Vec<D>& x) const {
        std::size_t nearest = 0;
        for (std::size_t k = 1; k < feature.corner.size(); ++k) {
            const Vec<D> u = seen(feature.corner[k]) - x, v = seen(feature.corner[nearest]) - x;
            if (dot(u, u) < dot(v, v)) nearest = k;
        }
        return kind == FeatureKind::vertex_face ? feature_id(kind, feature.name[nearest], scratch.b.id)
                                                : feature_id(kind, scratch.a.id, feature.name[nearest]);
    }

    /// Two straight pieces side by side: the ends of what they have in common, with half of it each. What is common is seen along the mean of their
    /// directions, so that neither is the first.
    void side_by_side(bool lengths) {
        const CoreFeature<D>&one = scratch.a, &other = scratch.b;
        const Vec<D> p = seen(one.corner[0]), q = seen(one.corner[1]);
        const Vec<D> x[2] = {seen(other.corner[0]), seen(other.corner[1])};
        Vec<D> u = q - p, v = x[1] - x[0];
        u[0] = v[0] = 0.0;
        if (!(norm(u) > tolerance) || !(norm(v) > tolerance)) return;
        u = unit(u);
        u = unit(u + (dot(u, v) < 0.0 ? -1.0 : 1.0) * unit(v));
        const double length = dot(u, q - p);
        const double s[2] = {dot(u, x[0] - p), dot(u, x[1] - p)};
        const int low = s[0] <= s[1] ? 0 : 1, high = 1 - low;
        const bool from_a = s[low] <= tolerance, to_a = s[high] >= length - tolerance;
        const double from = from_a ? 0.0 : s[low], to = to_a ? length : s[high];
        if (!(to - from > tolerance)) return;
        const double share = lengths ? 0.5 * (to - from) : 0.0, middle = 0.5 * (from + to);
        const auto put = [&](double t, std::uint32_t id) {
            if (lengths && sought.rule == PointRule::gauss) t = middle + (t - middle) / std::numbers::sqrt3;
            const Vec<D> on_a = p + (t / length) * (q - p);
            const double f = s[high] > s[low] ? (t - s[low]) / (s[high] - s[low]) : 0.0;
            const Vec<D> on_b = x[low] + f * (x[high] - x[low]);
            Vec<D> off = on_b - on_a;
            off[0] = 0.0;
            add({0.5 * (on_a + on_b), on_a[0], on_b[0], id, share, lengths ? 0.0 : norm(off)});
        };
        put(from, from_a ? name_a(0) : name_b(low));
        put(to, to_a ? name_a(1) : name_b(high));
    }

    // In space

    /// z = z0 + zx x + zy y of the plane of a face.
    struct Heights {
        double z0 = 0.0, zx = 0.0, zy = 0.0;
        double operator()(double x, double y) const { return z0 + zx * x + zy * y; }
    };
    Heights heights(const CoreFeature<3>& face) const {
        const double up = dot(frame[0], face.normal);
        return {dot(face.normal, face.corner[0]) / up, -dot(frame[1], face.normal) / up,
                -dot(frame[2], face.normal) / up};
    }

    /// Counter-clockwise seen against n: the faces of B, which look the other way, in reverse.
    void flatten(const CoreFeature<3>& face, bool is_b, std::vector<PlanarVertex>& polygon) const {
        const int n = static_cast<int>(face.corner.size());
        polygon.clear();
        for (int i = 0; i < n; ++i) {
            const int c = is_b ? n - 1 - i : i;
            const Vec<3> x = seen(face.corner[at(c)]);
            polygon.push_back({x[1], x[2], static_cast<std::uint16_t>(is_b ? from_b + (c + n - 1) % n : c)});
        }
    }

    /// Both discs as polygons with corners in the same directions: else they would cut each other's corners.
    void align_discs() {
        CoreFeature<3>&one = scratch.a, &other = scratch.b;
        if (one.disc == 0.0 || other.disc == 0.0) return;
        const std::size_t n = one.corner.size();
        for (std::size_t k = 0; k < n; ++k) {
            Vec<3> u = one.corner[k] - one.centre;
            u = u - dot(u, other.normal) * other.normal;
            other.corner[n - 1 - k] = other.centre + (other.disc / norm(u)) * u;
        }
    }

    std::uint32_t name(std::uint16_t before, std::uint16_t after) const {
        const int u = before & ~from_b, v = after & ~from_b;
        if (!(before & from_b) && !(after & from_b)) return name_a(v);
        if ((before & from_b) && (after & from_b)) return name_b(u);
        const int own = before & from_b ? v : u, others = before & from_b ? u : v;
        return feature_id(FeatureKind::edge_edge, scratch.a.name[at(own)], scratch.b.name[at(others)]);
    }

    void face_on_face() {
        align_discs();
        flatten(scratch.a, false, scratch.polygon_a);
        flatten(scratch.b, true, scratch.polygon_b);
        std::vector<PlanarVertex>& overlap = scratch.polygon_b;
        clip(scratch.polygon_a, tolerance, overlap, scratch.spare);
        const Heights za = heights(scratch.a), zb = heights(scratch.b);
        PolygonShares& shares = scratch.shares;
        shares.weigh(overlap);
        const bool drawn = sought.rule == PointRule::gauss && shares.area > 0.0;
        const double fullness = std::max(scratch.a.fullness, scratch.b.fullness);
        for (std::size_t i = 0; i < overlap.size(); ++i) {
            const double x = drawn ? shares.x + shares.draw * (overlap[i].x - shares.x) : overlap[i].x;
            const double y = drawn ? shares.y + shares.draw * (overlap[i].y - shares.y) : overlap[i].y;
            add({.across = {{0.0, x, y}},
                 .za = za(x, y),
                 .zb = zb(x, y),
                 .name = name(overlap[i ? i - 1 : overlap.size() - 1].edge, overlap[i].edge),
                 .area = fullness * shares.share[i]});
        }
    }

    /// What of a line lies over a face, as parts of its length.
    struct Piece {
        double from = 0.0, to = 1.0;
    };
    bool over(const Vec<3>& u, const Vec<3>& v, Piece& piece) const {
        const std::vector<PlanarVertex>& polygon = scratch.polygon_a;
        for (std::size_t k = 0; k < polygon.size(); ++k) {
            const PlanarVertex &c = polygon[k], &d = polygon[(k + 1) % polygon.size()];
            const double dx = d.x - c.x, dy = d.y - c.y, slack = tolerance * std::sqrt(dx * dx + dy * dy);
            const double side_u = dx * (u[2] - c.y) - dy * (u[1] - c.x),
                         side_v = dx * (v[2] - c.y) - dy * (v[1] - c.x);
            if (side_u < -slack && side_v < -slack) return false;
            const double t = side_u / (side_u - side_v);
            if (side_u < -slack) piece.from = std::max(piece.from, t);
            if (side_v < -slack) piece.to = std::min(piece.to, t);
        }
        return piece.from < piece.to;
    }

    /// Its points bear the names of the line's ends, also where the face is shorter.
    void line_on_face(bool line_is_a) {
        const CoreFeature<3>&line = line_is_a ? scratch.a : scratch.b,
              &face = line_is_a ? scratch.b : scratch.a;
        flatten(face, line_is_a, scratch.polygon_a);
        const Vec<3> u = seen(line.corner[0]), v = seen(line.corner[1]);
        Piece piece;
        if (!over(u, v, piece)) return;
        const Heights flat_side = heights(face);
        const auto put = [&](double t, int end) {
            const Vec<3> x = u + t * (v - u);
            const double z = flat_side(x[1], x[2]);
            add({.across = x,
                 .za = line_is_a ? x[0] : z,
                 .zb = line_is_a ? z : x[0],
                 .name = line_is_a ? name_a(end) : name_b(end)});
        };
        put(piece.from, 0);
        put(piece.to, 1);
    }

    bool are_parallel() const {
        const Vec<3> u = seen(scratch.a.corner[1] - scratch.a.corner[0]),
                     v = seen(scratch.b.corner[1] - scratch.b.corner[0]);
        const double sine = std::abs(u[1] * v[2] - u[2] * v[1]);
        return square(sine) <= square(flat) * (square(u[1]) + square(u[2])) * (square(v[1]) + square(v[2]));
    }

    void join() {
        if constexpr (D == 2) {
            if (of_a == Lies::face && of_b == Lies::face) side_by_side(true);
        } else {
            if (of_a == Lies::face && of_b == Lies::face) face_on_face();
            if (of_a == Lies::line && of_b == Lies::face) line_on_face(true);
            if (of_a == Lies::face && of_b == Lies::line) line_on_face(false);
            if (of_a == Lies::line && of_b == Lies::line && are_parallel()) side_by_side(false);
        }
        if (plane.left - rounding < least - level) add_nearest();
    }
};

/// The shares of what lies on a plane: of a face by its polygon (2D: half of the edge at each end), nothing of others.
void weigh(const CoreFeature<2>& feature, bool is_face, const Mat<2>&, CurvedScratch<2>& scratch) {
    PolygonShares& shares = scratch.shares;
    shares.area = is_face ? norm(feature.corner[1] - feature.corner[0]) : 0.0;
    shares.share.assign(feature.corner.size(), 0.5 * shares.area);
    shares.draw = 1.0 / std::numbers::sqrt3;
}

void weigh(const CoreFeature<3>& feature, bool is_face, const Mat<3>& frame, CurvedScratch<3>& scratch) {
    scratch.polygon_a.clear();
    for (const Vec<3>& x : feature.corner)
        scratch.polygon_a.push_back({dot(frame[1], x), dot(frame[2], x), 0});
    scratch.shares.weigh(scratch.polygon_a);
    if (!is_face) scratch.shares.area = 0.0;
}

/// What of a shape lies on a plane.
template <int D>
struct Lying {
    const Supported<D>& shape;
    const HalfSpace<D>& wall;  // from the reference point
    const Sought<D>& sought;
    std::vector<ManifoldPoint<D>>& points;
    double least = std::numeric_limits<double>::infinity();  // gap of a point

    /// x: of the core.
    void add(const Vec<D>& x, double area, int name) {
        const double gap = dot(wall.outward, x - wall.place) - shape.rounding;
        if (!(gap <= sought.reach)) return;
        least = std::min(least, gap);
        points.push_back({gap, sought.reference + x - (shape.rounding + 0.5 * gap) * wall.outward, area,
                          feature_id(FeatureKind::vertex_face, name, 0)});
    }

    /// Drawn towards its centroid where the rule says so.
    void add_feature(const CoreFeature<D>& feature, bool is_face, CurvedScratch<D>& scratch) {
        weigh(feature, is_face, contact_frame(-wall.outward), scratch);
        const PolygonShares& shares = scratch.shares;
        const bool drawn = sought.rule == PointRule::gauss && shares.area > 0.0;
        Vec<D> centroid{};
        for (std::size_t k = 0; drawn && k < feature.corner.size(); ++k)
            centroid += (shares.share[k] / shares.area) * feature.corner[k];
        for (std::size_t k = 0; k < feature.corner.size(); ++k) {
            const Vec<D>& x = feature.corner[k];
            add(drawn ? centroid + shares.draw * (x - centroid) : x,
                is_face ? feature.fullness * shares.share[k] : 0.0, feature.name[k]);
        }
    }
};

}  // namespace

template <int D>
bool curved_contact(const Supported<D>& a, const Supported<D>& b, const Sought<D>& sought,
                    CurvedScratch<D>& scratch, Manifold<D>& manifold) {
    manifold.points.clear();
    const CommonNormal<D> plane = common_normal(a, b, sought.reach, scratch.normal);
    if (!plane.within) return false;
    assert(plane.left - a.rounding - b.rounding <= sought.reach);
    manifold.normal = plane.normal;
    Joining<D> joining{a, b, plane, sought, scratch, manifold.points};
    joining.join();
    return !manifold.points.empty();
}

template <int D>
bool curved_plane(const Supported<D>& shape, const HalfSpace<D>& wall, const Sought<D>& sought,
                  CurvedScratch<D>& scratch, Manifold<D>& manifold) {
    manifold.normal = -wall.outward;
    manifold.points.clear();
    const HalfSpace<D> near{wall.place - sought.reference, wall.outward};
    const Vec<D> down = -wall.outward, lowest = shape.support(down);
    const double gap = dot(wall.outward, lowest - near.place) - shape.rounding;
    if (!(gap <= sought.reach)) return false;
    Lying<D> lying{shape, near, sought, manifold.points};
    const double flat = flat_limit(sought.reach, 2.0 * (shape.radius + shape.rounding));
    const bool is_face = shape.face(down, flat, scratch.a);
    if (is_face || shape.line(down, flat, scratch.a)) lying.add_feature(scratch.a, is_face, scratch);
    if (gap < lying.least - as_near * shape.size) lying.add(lowest, 0.0, shape.point_name(down));
    return !manifold.points.empty();
}

#define DRYSTONE_CURVED_CONTACT(D)                                                           \
    template bool curved_contact(const Supported<D>&, const Supported<D>&, const Sought<D>&, \
                                 CurvedScratch<D>&, Manifold<D>&);                           \
    template bool curved_plane(const Supported<D>&, const HalfSpace<D>&, const Sought<D>&,   \
                               CurvedScratch<D>&, Manifold<D>&);
DRYSTONE_CURVED_CONTACT(2)
DRYSTONE_CURVED_CONTACT(3)
#undef DRYSTONE_CURVED_CONTACT

}  // namespace drystone
