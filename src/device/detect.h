#pragma once

// From places to contacts, as step/look_ahead.cpp, broadphase and narrowphase have it, docs/theory.md (6.8), (6.9):
//
//     near     |x_a - x_b| <= r_a + m_a + r_b + m_b    when the list was made; good while |x_i - x_i,ref| <= m_i - reach_i
//     reach_i  = h (|v| + h |G|), twice that and 0.01 r under euler;  closing_i = h max over neighbours (|v_a - v_b| + turning), spread
//     contact  gap <= 0 but for rounding, or 0 < gap <= closing_a + closing_b
//
// Balls are sorted into a grid that is wound up along each axis: far places may share a cell, and the distance tells them apart.

#include <algorithm>
#include <bit>
#include <cmath>

#include "broadphase/margin.h"
#include "broadphase/walls.h"
#include "contact/along_curve.h"
#include "device/about_to_close.h"
#include "device/arrays.h"
#include "device/kernel.h"
#include "device/fixed_kit.h"
#include "device/sizes.h"
#include "narrowphase/ball_ball.h"
#include "narrowphase/ball_convex.h"
#include "narrowphase/ball_drum.h"
#include "narrowphase/ball_plane.h"
#include "narrowphase/find_contacts.h"
#include "narrowphase/lies_in.h"
#include "narrowphase/polygon_polygon.h"
#include "narrowphase/polyhedron_polyhedron.h"
#include "narrowphase/seams.h"
#include "narrowphase/stands_on.h"
#include "step/reach_rules.h"

namespace drystone::device {

/// Cells of a grid of balls, wound up.
template <int D>
struct GridCells {
    Vec<D> low{};
    double per_length = 0.0;  // cells in a metre
    int count[3] = {1, 1, 1};
    CellView<D> box{};            // that repeats: cells are then parts of its edges
    double per_edge[3] = {};      // cells in an edge

    /// Places between periodic edges are in their first or last cell where rounding has them on the edge.
    DRYSTONE_ON_DEVICE int along(const Vec<D>& x, int k) const {
        const double cell = box.repeats ? std::floor(per_edge[k] * dot(box.inverse_edges[k], x - box.origin)) : std::floor(per_length * (x[k] - low[k]));
        if (is_periodic(k)) return cell >= 0.0 ? (cell < count[k] ? static_cast<int>(cell) : count[k] - 1) : 0;
        const double within = cell - std::floor(cell / count[k]) * count[k];
        return within >= 0.0 && within < count[k] ? static_cast<int>(within) : 0;  // 0 for what is not finite
    }
    DRYSTONE_ON_DEVICE bool is_periodic(int k) const { return box.repeats && box.periodic[k]; }
    DRYSTONE_ON_DEVICE int wound(int cell, int k) const { return cell < 0 ? cell + count[k] : cell >= count[k] ? cell - count[k] : cell; }
    int cells() const { return count[0] * count[1] * count[2]; }
};

/// At least three cells along each axis, so that the neighbours of a cell are different ones; about one for every ball at most.
template <int D>
GridCells<D> cells_of(const PlaceBounds& bounds, double size, std::size_t balls) {
    GridCells<D> grid;
    const double most = std::max(64.0, 2.0 * static_cast<double>(balls));
    double wanted[3] = {1.0, 1.0, 1.0}, product = 1.0;
    for (int k = 0; k < D; ++k) {
        const auto i = static_cast<std::size_t>(k);
        grid.low[k] = bounds.low[i];
        wanted[k] = std::max(3.0, std::ceil((bounds.high[i] - bounds.low[i]) / size) + 1.0);
        product *= wanted[k];
    }
    while (product > most) {  // the longest axis is wound up more
        double* longest = std::max_element(wanted, wanted + D);
        if (*longest <= 3.0) break;
        product /= *longest;
        *longest = std::max(3.0, std::floor(0.5 * *longest));
        product *= *longest;
    }
    grid.per_length = 1.0 / size;
    for (int k = 0; k < D; ++k) grid.count[k] = static_cast<int>(wanted[k]);
    return grid;
}

/// The same of wrapped places in a cell that repeats: along its periodic edges whole numbers of cells.
template <int D>
GridCells<D> cells_of(const CellView<D>& box, const PlaceBounds& bounds, double size, std::size_t balls) {
    GridCells<D> grid = cells_of<D>(bounds, size, balls);
    grid.box = box;
    for (int k = 0; k < D; ++k) {
        const double width = 1.0 / norm(box.inverse_edges[k]);  // between the two faces that the edge leads to
        grid.per_edge[k] = width / size;
        if (!box.periodic[k]) continue;
        grid.count[k] = std::max(1, std::min(1024, static_cast<int>(std::floor(width / size))));
        grid.per_edge[k] = grid.count[k];
    }
    return grid;
}

/// The cell of the same lattice whose shears are within half an edge (core/reduced_space.h): E U, U whole numbers.
template <int D>
struct ReducedCell {
    CellView<D> box{};
    int turn[D][D] = {};  // U

    /// U k.
    DRYSTONE_ON_DEVICE Image<D> in_edges(const Image<D>& k) const {
        Image<D> image{};
        for (int i = 0; i < D; ++i)
            for (int j = 0; j < D; ++j) image[static_cast<std::size_t>(i)] += turn[i][j] * k[static_cast<std::size_t>(j)];
        return image;
    }
};

/// broadphase/cell_neighbours.cpp reduce().
template <int D>
ReducedCell<D> reduced(const CellView<D>& box) {
    ReducedCell<D> cell{.box = box};
    Mat<D>& E = cell.box.edges;
    for (int j = 0; j < D; ++j) cell.turn[j][j] = 1;
    for (int j = 1; j < D; ++j) {
        for (int i = j - 1; i >= 0; --i) {
            if (!box.periodic[i] || !box.periodic[j]) continue;
            const double n = std::round(E[i][j] / E[i][i]);
            for (int row = 0; row <= i; ++row) E[row][j] -= n * E[row][i];
            for (int row = 0; row < D; ++row) cell.turn[row][j] -= static_cast<int>(n) * cell.turn[row][i];
        }
    }
    cell.box.inverse_edges = inverse(E);
    return cell;
}

template <int D>
struct GridView {
    GridCells<D> cells;
    const int* start;  // (cells + 1)  in `part`
    const int* part;   // balls, by cell
    const Vec<D>* centre;     // wrapped, in a cell
    const Image<D>* wound;    // (parts, or none)  whole edges that they were wrapped by
    ReducedCell<D> lattice;   // whose edges these are
    const double* swollen;    // (parts)  radius and margin
    const int* body;
    const double* inverse_mass;
    int walls;
    const NearbyWall<D>* wall;

    /// found(other part, its image) for all that part p is near to and that are named after it, walls by their own number.
    template <class Found>
    DRYSTONE_ON_DEVICE void neighbours(int p, const Found& found) const {
        const Vec<D> x = centre[p];
        const double size = swollen[p];
        const int own = body[p];
        const bool moves = inverse_mass[own] > 0.0;
        int at[3] = {0, 0, 0};
        for (int k = 0; k < D; ++k) at[k] = cells.along(x, k);
        for (int dz = D == 3 ? -1 : 0; dz <= (D == 3 ? 1 : 0); ++dz) {
            for (int dy = -1; dy <= 1; ++dy) {
                for (int dx = -1; dx <= 1; ++dx) {
                    const int row = (D == 3 ? cells.wound(at[2] + dz, 2) : 0) * cells.count[1] + cells.wound(at[1] + dy, 1);
                    const int cell = row * cells.count[0] + cells.wound(at[0] + dx, 0);
                    const int moved[3] = {dx, dy, dz};
                    const Image<D> across = crossed(at, moved);
                    const Vec<D> seen_by = wound ? x - cells.box.shift(across) : x;
                    for (int k = start[cell]; k < start[cell + 1]; ++k) {
                        const int q = part[k];
                        if (q <= p || body[q] == own || !(moves || inverse_mass[body[q]] > 0.0)) continue;
                        const Vec<D> apart = centre[q] - seen_by;
                        const double sum = size + swollen[q];
                        if (dot(apart, apart) <= sum * sum) found(q, image(p, q, across));
                    }
                }
            }
        }
        for (int w = 0; w < walls; ++w) {
            const bool gives = wall[w].owner >= 0;  // impulses move it
            if (!(moves || gives) || (gives ? wall[w].owner : ~wall[w].owner) == own) continue;
            if (distance_to_wall(wall[w], x) <= size + wall[w].margin) found(wall[w].part, Image<D>{});
        }
    }

  private:
    /// Edges of the cell that a step to a neighbouring cell of the grid leads across.
    DRYSTONE_ON_DEVICE Image<D> crossed(const int* at, const int* moved) const {
        Image<D> k{};
        for (int d = 0; d < D; ++d) {
            if (!cells.is_periodic(d)) continue;
            const int to = at[d] + moved[d];
            k[static_cast<std::size_t>(d)] = to < 0 ? -1 : to >= cells.count[d] ? 1 : 0;
        }
        return k;
    }
    /// Of q as p sees it, both where they are.
    DRYSTONE_ON_DEVICE Image<D> image(int p, int q, Image<D> k) const {
        if (!wound) return k;
        for (std::size_t d = 0; d < D; ++d) k[d] += wound[p][d] - wound[q][d];
        return lattice.in_edges(k);
    }
};

/// Two parts, the second as it is seen.
template <int D>
struct SeenPair {
    int a = 0, b = 0;
    Vec<D> away{};  // from its own place
    Image<D> image{};
};

/// The parts of a device, as seams ask for them (narrowphase/seams.h).
template <int D>
struct PartTableOn {
    static constexpr int dim = D;
    PartView<D> part;
    int seen_body = -1;  // which is seen away from its place
    Vec<D> away{};

    DRYSTONE_ON_DEVICE int shapes() const { return part.shapes; }
    DRYSTONE_ON_DEVICE int body(int p) const { return part.body[p]; }
    DRYSTONE_ON_DEVICE bool is_solid(int p) const { return part.is_solid(p); }
    DRYSTONE_ON_DEVICE const ConvexView<D>& shape(int p) const { return part.shape[part.solid[p].shape]; }
    DRYSTONE_ON_DEVICE Pose<D> pose(int p) const {
        Pose<D> at = part.pose[p];
        if (part.body[p] == seen_body) at.position += away;
        return at;
    }
    DRYSTONE_ON_DEVICE double extent(int p) const { return part.extent[p]; }
    DRYSTONE_ON_DEVICE double radius(int p) const { return part.radius[p]; }
};

/// What a pair of parts says of its contacts. `solids`: there are polygons or polyhedra, for which a thread needs much more room.
template <int D, bool solids>
struct PairView {
    BodyView<D> body;
    PartView<D> part;
    const Wall<D>* wall;
    LawView laws;
    StepView<D> step;

    DRYSTONE_ON_DEVICE double reach_of(int p) const {
        const double own = part.wall[p] >= 0 ? wall[part.wall[p]].reach : part.reach[p];
        return step.foresees ? std::max(own, body.closing[part.body[p]]) : own;
    }

    /// `touch`: from a to b, a < b. Where laws remember they say who stays: law_at.h.
    DRYSTONE_ON_DEVICE bool counts(const SeenPair<D>& two, double size, const Touch<D>& touch) const {
        const int a = two.a, b = two.b;
        if (!(touch.gap <= reach_of(a) + reach_of(b) + touching * size)) return false;
        if (!step.foresees || laws.remembers) return true;
        const double near = standing(a) + standing(b) + touching * size;
        return touch.gap <= near || is_about_to_close(body, laws, step, {part.body[a], part.body[b], touch, two.away, two.image});
    }
    DRYSTONE_ON_DEVICE double standing(int p) const { return part.wall[p] == -1 ? standing_reach(part, laws, p, false) : 0.0; }

    /// Where part p of the two is seen.
    DRYSTONE_ON_DEVICE Vec<D> centre(const SeenPair<D>& two, int p) const { return p == two.b ? part.centre(body, p) + two.away : part.centre(body, p); }
    DRYSTONE_ON_DEVICE Pose<D> pose(const SeenPair<D>& two, int p) const {
        Pose<D> at = part.pose[p];
        if (p == two.b) at.position += two.away;
        return at;
    }

    /// found(feature, touch, area) for each contact of the pair, in the order of features.
    template <class Found>
    DRYSTONE_ON_DEVICE void contacts(const SeenPair<D>& two, const Found& found) const {
        const int a = two.a, b = two.b;
        if constexpr (solids) {
            if (part.is_solid(a) || part.is_solid(b)) return contacts_of_solids(two, found);
        }
        if (part.wall[a] < 0 && part.wall[b] < 0) {
            const double radius_a = part.radius[a], radius_b = part.radius[b];
            const Vec<D> centre_a = centre(two, a), centre_b = centre(two, b);
            const double size = std::min(radius_a, radius_b), most = reach_of(a) + reach_of(b) + touching * size;
            const Vec<D> d = centre_b - centre_a;
            const double far = radius_a + radius_b + most;
            if (dot(d, d) > (1.0 + 1e-12) * far * far) return;
            const Touch<D> touch = ball_ball(centre_a, radius_a, centre_b, radius_b);
            if (counts(two, size, touch)) found(0, touch, 0.0);
            return;
        }
        const int ball = part.wall[a] < 0 ? a : b;
        const Wall<D>& other = wall[part.wall[ball == a ? b : a]];
        const double radius = part.radius[ball];
        const Vec<D> place = part.centre(body, ball);
        const auto keep = [&](int feature, Touch<D> touch) {
            if (ball == b) touch.normal = -touch.normal;
            if (counts(two, radius, touch)) found(feature, touch, 0.0);
        };
        if (other.kind == PartKind::plane) return keep(0, ball_plane(place, radius, other.centre, other.axis));
        keep(0, ball_drum_shell(place, radius, other.centre, other.axis, other.radius));
        if constexpr (D == 3) {
            keep(1, ball_drum_end(place, radius, {other.centre, other.axis, other.length, -1.0}));
            keep(2, ball_drum_end(place, radius, {other.centre, other.axis, other.length, 1.0}));
        }
    }

    // narrowphase/find_contacts.cpp, for pairs of which one is a polygon or polyhedron

    template <class Found>
    DRYSTONE_ON_DEVICE void contacts_of_solids(const SeenPair<D>& two, const Found& found) const {
        const int a = two.a, b = two.b;
        const double size = size_of(part, a, b), most = reach_of(a) + reach_of(b) + touching * size;
        const auto keep = [&](std::uint32_t feature, Touch<D> touch, double area, bool turned) {
            if (turned) touch.normal = -touch.normal;
            if (counts(two, size, touch)) found(static_cast<int>(feature), touch, area);
        };
        if (part.wall[a] >= 0 || part.wall[b] >= 0) {
            const int own = part.wall[a] >= 0 ? b : a;
            return solid_on_wall(own, wall[part.wall[own == a ? b : a]], most, [&](std::uint32_t feature, const Touch<D>& touch, double area) {
                keep(feature, touch, area, own == b);
            });
        }
        const Vec<D> d = centre(two, b) - centre(two, a);
        const double far = part.radius[a] + part.radius[b] + most;
        if (dot(d, d) > (1.0 + 1e-12) * far * far) return;
        const PartTableOn<D> table{part, part.body[b], two.away};
        if (part.is_solid(a) && part.is_solid(b)) {
            ManifoldOf<D, FixedKit> manifold;
            if (!touch_solids(two, most, manifold)) return;
            if (has_seams(table, a) || has_seams(table, b)) SeamsOf<PartTableOn<D>>(table).leave(a, b, most, manifold);
            in_order(manifold.points, [&](const ManifoldPoint<D>& p) { keep(p.feature, {p.gap, manifold.normal, p.point}, p.area, false); });
            return;
        }
        const int ball = part.is_solid(a) ? b : a, own = ball == a ? b : a;
        const Touch<D> touch = ball_convex(centre(two, ball), part.radius[ball], part.shape[part.solid[own].shape], pose(two, own), most);
        const SeamsOf<PartTableOn<D>> seams(table);
        if (!(touch.gap <= most) || !seams.is_open(own, touch.point + 0.5 * touch.gap * touch.normal, -touch.normal, seams.exact)) return;
        keep(0, touch, 0.0, ball == b);
    }

    DRYSTONE_ON_DEVICE bool touch_solids(const SeenPair<D>& two, double most, ManifoldOf<D, FixedKit>& manifold) const {
        const int a = two.a, b = two.b;
        const ConvexView<D>&shape_a = part.shape[part.solid[a].shape], &shape_b = part.shape[part.solid[b].shape];
        if constexpr (D == 3) {
            PolyhedronScratchOf<FixedKit> scratch;
            PolyhedronPair<FixedKit> pair;
            pair.reach = most;
            pair.rule = part.rule;
            return polyhedra_touch<FixedKit>({shape_a, pose(two, a)}, {shape_b, pose(two, b)}, pair, scratch, manifold);
        } else {
            PolygonScratchOf<FixedKit> scratch;
            polygons::Pair<FixedKit> pair{};
            pair.reach = most;
            pair.rule = part.rule;
            return polygons_touch<FixedKit>({shape_a, pose(two, a)}, {shape_b, pose(two, b)}, pair, scratch, manifold);
        }
    }

    template <class Found>
    DRYSTONE_ON_DEVICE void solid_on_wall(int own, const Wall<D>& other, double most, const Found& found) const {
        const ConvexView<D>& shape = part.shape[part.solid[own].shape];
        FlatScratchOf<FixedKit> scratch;
        if (other.kind == PartKind::plane) {
            ManifoldOf<D, FixedKit> manifold;
            if (!stands_on<D, FixedKit>(shape, part.pose[own], {other.centre, other.axis, most, part.rule}, scratch, manifold)) return;
            in_order(manifold.points, [&](const ManifoldPoint<D>& p) { found(p.feature, {p.gap, manifold.normal, p.point}, p.area); });
            return;
        }
        FixedRow<DrumTouch<D>, most_corners> touches;
        const Hollow<D> drum{other.centre, other.axis, other.radius, D == 3 ? other.length : std::numeric_limits<double>::infinity()};
        if (!lies_in<D, FixedKit>(shape, part.pose[own], {drum, most, part.rule}, scratch, touches)) return;
        in_order(touches, [&](const DrumTouch<D>& p) { found(p.feature, p.touch, p.area); });
    }

    /// Few points: the next feature is looked for each time.
    template <class Points, class Visit>
    DRYSTONE_ON_DEVICE static void in_order(const Points& points, const Visit& visit) {
        std::uint32_t last = 0;
        for (std::size_t done = 0; done < points.size(); ++done) {
            const auto* next = points.end();
            for (const auto* p = points.begin(); p != points.end(); ++p) {
                if ((done == 0 || p->feature > last) && (next == points.end() || p->feature < next->feature)) next = p;
            }
            if (next == points.end()) return;
            last = next->feature;
            visit(*next);
        }
    }
};

/// What a contact is known by.
template <int D>
struct ContactName {
    int a = 0, b = 0, feature = 0;
    Image<D> image{};
};
template <int D>
DRYSTONE_ON_DEVICE ContactName<D> name_of(const ContactView<D>& contacts, int i) {
    return {contacts.a[i], contacts.b[i], contacts.feature[i], contacts.image_of(i)};
}

/// In the order of (part a, part b, image, feature).
template <int D>
DRYSTONE_ON_DEVICE bool comes_before(const ContactName<D>& c, const ContactName<D>& d) {
    if (c.a != d.a) return c.a < d.a;
    if (c.b != d.b) return c.b < d.b;
    for (std::size_t k = 0; k < D; ++k)
        if (c.image[k] != d.image[k]) return c.image[k] < d.image[k];
    return static_cast<std::uint32_t>(c.feature) < static_cast<std::uint32_t>(d.feature);
}

/// The first of contacts in order that does not come before one of that name.
template <int D>
DRYSTONE_ON_DEVICE int first_not_before(const ContactView<D>& contacts, int count, const ContactName<D>& name) {
    int low = 0, high = count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        const bool before = comes_before(name_of(contacts, middle), name);
        (before ? low : high) = before ? middle + 1 : middle;
    }
    return low;
}

/// Where it stands among them, or -1.
template <int D>
DRYSTONE_ON_DEVICE int place_of(const ContactView<D>& contacts, int count, const ContactName<D>& name) {
    const int at = first_not_before(contacts, count, name);
    return at < count && !comes_before(name, name_of(contacts, at)) ? at : -1;
}

}  // namespace drystone::device
