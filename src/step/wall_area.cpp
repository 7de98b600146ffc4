// The area of a wall between its neighbours, docs/theory.md (7.18): of its plane, n . (x - x_0) = 0, the part with
//
//     n_j . (x - x_j) >= 0      for every flat neighbour j,
//
// within its own outline where it has one and within a drum where it is in one. In the plane's axes these are half planes; a drum whose
// axis e is not in the plane cuts an ellipse out of it, a disc once lengths along the projection of e are multiplied by |e . n|. A plane in a
// cell ends at the borders across which it repeats.

#include "step/wall_faces.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.h"
#include "core/motion.h"

namespace drystone {

namespace {

constexpr double same_way = 1e-9;  // sines below that are those of rounded numbers

/// visit(side) for the borders of a cell across which it repeats, looking into it; of edges E a border's normal is a row of E^-1.
template <int D, class Visit>
void for_borders(const Parts<D>& parts, const WallFace& own, const Visit& visit) {
    if (own.face >= 0) return;
    const Mat<D>& E = parts.space.edges();
    for (int j = 0; j < D; ++j) {
        if (!parts.space.repeats_along(j)) continue;
        Vec<D> normal, edge;
        for (int k = 0; k < D; ++k) {
            double sum = k == j ? 1.0 : 0.0;
            for (int i = j; i < k; ++i) sum -= normal[i] * E[i][k];
            normal[k] = k < j ? 0.0 : sum / E[k][k];
            edge[k] = E[k][j];
        }
        normal = (1.0 / norm(normal)) * normal;
        visit(FlatSide<D>{parts.space.origin(), normal});
        visit(FlatSide<D>{parts.space.origin() + edge, -normal});
    }
}

/// The stretch of a line, x_0 + s t, between its neighbours.
WallArea<2> cut_out(const Parts<2>& parts, const WallFace& own, const PressedWall& wall,
                    std::vector<HalfPlane>&) {
    constexpr double unlimited = std::numeric_limits<double>::infinity();
    const FlatSide<2> line = flat_side(parts, own);
    const Vec<2> along{{-line.normal[1], line.normal[0]}};
    double low = -unlimited, high = unlimited;
    if (own.face >= 0) {
        const Convex<2>& shape = *parts.solids.shape[at(parts.solid[at(own.part)])];
        const double length =
            norm(shape.vertex[at((own.face + 1) % shape.size())] - shape.vertex[at(own.face)]);
        low = 0.0, high = length;  // counter-clockwise is along
    }
    bool is_left = true;
    const auto bound = [&](const FlatSide<2>& side) {
        const double slope = dot(side.normal, along), rest = dot(side.normal, side.point - line.point);
        if (slope > same_way) low = std::max(low, rest / slope);
        if (slope < -same_way) high = std::min(high, rest / slope);
        if (std::abs(slope) <= same_way && rest > 0.0) is_left = false;
    };
    for_borders(parts, own, bound);
    for (const WallFace& other : wall.bounds) {
        if (parts.kind[at(other.part)] == PartKind::drum) {
            const Vec<2> to = parts.centre[at(other.part)] - line.point;
            const double middle = dot(to, along), off = dot(to, line.normal),
                         radius = parts.radius[at(other.part)];
            const double half = std::sqrt(std::max(0.0, radius * radius - off * off));
            low = std::max(low, middle - half), high = std::min(high, middle + half);
            continue;
        }
        bound(flat_side(parts, other));
    }
    if (!is_left) return {};
    if (!std::isfinite(high - low)) return {.bounded = false};
    return {std::max(0.0, high - low), line.point + 0.5 * (low + high) * along};
}

/// The axes of a wall's plane: lengths along the first are multiplied by `squeeze`, so that a drum's section is a disc.
struct PlaneAxes {
    Vec<3> origin{}, first{}, second{};
    double squeeze = 1.0;

    Vec<2> of(const Vec<3>& x) const { return {{squeeze * dot(x - origin, first), dot(x - origin, second)}}; }
    HalfPlane half(const Vec<3>& normal, const Vec<3>& point) const {
        return {{{dot(normal, first) / squeeze, dot(normal, second)}}, dot(normal, point - origin)};
    }
    Vec<3> place(const Vec<2>& s) const { return origin + (s[0] / squeeze) * first + s[1] * second; }
};

PlaneAxes axes_of(const FlatSide<3>& plane) {
    const Mat<3> frame = contact_frame(plane.normal);
    return {plane.point, frame[1], cross(plane.normal, frame[1])};
}

/// What a drum leaves of a plane: a disc, or a strip where its axis lies in the plane.
struct DrumCut {
    bool has_disc = false;
    Disc disc{};
};

DrumCut cut_by_drum(const Parts<3>& parts, int p, const FlatSide<3>& plane, PlaneAxes& axes) {
    const Vec<3>&e = parts.axis[at(p)], &centre = parts.centre[at(p)];
    const double rise = dot(e, plane.normal), radius = parts.radius[at(p)];
    if (std::abs(rise) <= same_way) return {};
    const Vec<3> lean = e - rise * plane.normal;
    if (norm(lean) > same_way) {
        axes.first = (1.0 / norm(lean)) * lean;
        axes.second = cross(plane.normal, axes.first);
        axes.squeeze = std::abs(rise);
    }
    const double along = dot(plane.normal, plane.point - centre) / rise;
    return {true, {axes.of(centre + along * e), radius}};
}

/// The two sides of the strip, and a drum's flat ends. Returns whether anything is left.
bool add_drum(const Parts<3>& parts, int p, const FlatSide<3>& plane, const PlaneAxes& axes,
              std::vector<HalfPlane>& cut) {
    const Vec<3>&e = parts.axis[at(p)], &centre = parts.centre[at(p)];
    if (std::isfinite(parts.length[at(p)]) && std::abs(std::abs(dot(e, plane.normal)) - 1.0) > same_way) {
        for (const double end : {-1.0, 1.0})
            cut.push_back(axes.half(-end * e, centre + (0.5 * end * parts.length[at(p)]) * e));
    }
    if (std::abs(dot(e, plane.normal)) > same_way) return true;
    const double off = dot(plane.normal, plane.point - centre), radius = parts.radius[at(p)];
    if (!(std::abs(off) < radius)) return false;
    const Vec<3> across = cross(plane.normal, e);
    const double half = std::sqrt(radius * radius - off * off);
    for (const double side : {-1.0, 1.0})
        cut.push_back(axes.half(-side * across, centre + (side * half) * across));
    return true;
}

void add_outline(const Parts<3>& parts, const WallFace& own, const PlaneAxes& axes,
                 std::vector<HalfPlane>& cut) {
    if (own.face < 0) return;
    const int k = parts.solid[at(own.part)];
    const Convex<3>& shape = *parts.solids.shape[at(k)];
    const int first = shape.face_start[at(own.face)], corners = shape.corners(own.face);
    const auto corner = [&](int c) {
        return axes.of(parts.solids.origin[at(k)] +
                       parts.solids.turn[at(k)] *
                           shape.vertex[at(shape.face_vertex[at(first + c % corners)])]);
    };
    for (int c = 0; c < corners; ++c) {
        const Vec<2> a = corner(c), way = corner(c + 1) - a, inwards{{-way[1], way[0]}};
        cut.push_back({inwards, dot(inwards, a)});
    }
}

WallArea<3> cut_out(const Parts<3>& parts, const WallFace& own, const PressedWall& wall,
                    std::vector<HalfPlane>& cut) {
    const FlatSide<3> plane = flat_side(parts, own);
    PlaneAxes axes = axes_of(plane);
    DrumCut drum;
    for (const WallFace& other : wall.bounds) {
        if (parts.kind[at(other.part)] == PartKind::drum) drum = cut_by_drum(parts, other.part, plane, axes);
    }
    cut.clear();
    add_outline(parts, own, axes, cut);
    bool is_left = true;
    const auto bound = [&](const FlatSide<3>& side) {
        if (norm(cross(side.normal, plane.normal)) > same_way)
            cut.push_back(axes.half(side.normal, side.point));
        else if (dot(side.normal, plane.point - side.point) < 0.0)
            is_left = false;
    };
    for_borders(parts, own, bound);
    for (const WallFace& other : wall.bounds) {
        if (parts.kind[at(other.part)] == PartKind::drum) {
            if (!add_drum(parts, other.part, plane, axes, cut)) return {};
            continue;
        }
        bound(flat_side(parts, other));
    }
    if (!is_left) return {};
    const Section section = drum.has_disc ? common_part(cut, drum.disc) : common_part(cut);
    return {section.area / axes.squeeze, axes.place(section.middle), section.bounded};
}

}  // namespace

template <int D>
WallArea<D> area_of(const Parts<D>& parts, const PressedWall& wall, std::vector<HalfPlane>& cut) {
    WallArea<D> sum;
    for (const WallFace& own : wall.own) {
        const WallArea<D> one = cut_out(parts, own, wall, cut);
        sum.bounded = sum.bounded && one.bounded;
        sum.area += one.area;
        sum.middle += one.area * one.middle;
    }
    if (sum.area > 0.0) sum.middle = (1.0 / sum.area) * sum.middle;
    return sum;
}

template WallArea<2> area_of(const Parts<2>&, const PressedWall&, std::vector<HalfPlane>&);
template WallArea<3> area_of(const Parts<3>&, const PressedWall&, std::vector<HalfPlane>&);

}  // namespace drystone
