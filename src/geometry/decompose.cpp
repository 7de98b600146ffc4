// A solid S in a convex cell C, its surface in C given as pieces with the planes P_i:
//
//     no piece in front of any P_i   =>   S = C and all behind P_i: one convex part
//     else                                C is cut by one of the P_i, and both halves are looked at alone
//
// (binary space partition, Fuchs, Kedem and Naylor 1980; docs/theory.md (2.16)). A piece in the plane of a cut bounds the half behind or before it and is
// done with. A half without pieces is solid behind the plane, empty in front of it. Why the first line is true: no surface is
// within K, the intersection, so it is solid; and each face of K in C is convex and has a piece on it, which cannot end within C,
// so all of K's surface in C is surface of S.
//
// The cut is the one that leaves the fewest pieces in front of others' planes, each of which asks for another cut, and divides the fewest.

#include "geometry/decompose.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "core/index.h"

namespace drystone {

namespace {

constexpr double most_comparisons = 3e7;  // of pieces, in the choice of a cut

template <int D>
struct Cell {
    Polytope<D> room;
    std::vector<SurfacePatch<D>> side;
};

enum Where : unsigned char { in_plane = 0, behind = 1, before = 2 };  // both: 3

/// Where the pieces of a cell are as seen from each of their planes.
template <int D>
struct View {
    std::vector<int> plane;                         // those of the pieces, each once
    std::vector<int> own;                           // (pieces) place in `plane`
    std::vector<std::vector<unsigned char>> where;  // (planes)(pieces)

    View(const Cell<D>& cell, const Boundary<D>& boundary, double tolerance) {
        for (const SurfacePatch<D>& side : cell.side) plane.push_back(side.plane);
        std::sort(plane.begin(), plane.end());
        plane.erase(std::unique(plane.begin(), plane.end()), plane.end());
        for (const SurfacePatch<D>& side : cell.side)
            own.push_back(
                static_cast<int>(std::lower_bound(plane.begin(), plane.end(), side.plane) - plane.begin()));
        for (const int p : plane) {
            std::vector<unsigned char>& row = where.emplace_back();
            for (const SurfacePatch<D>& side : cell.side)
                row.push_back(look(side, p, boundary.plane[at(p)], tolerance));
        }
    }

    static unsigned char look(const SurfacePatch<D>& side, int p, const CutPlane<D>& plane,
                              double tolerance) {
        if (side.plane == p) return in_plane;
        unsigned char seen = in_plane;
        for (const Vec<D>& x : side.corner) {
            const double height = plane.height(x);
            if (height < -tolerance) seen |= behind;
            if (height > tolerance) seen |= before;
        }
        return seen;
    }

    bool is_reflex(std::size_t p) const {
        return std::any_of(where[p].begin(), where[p].end(), [](unsigned char w) { return w & before; });
    }
    long divided(std::size_t p) const {
        return std::count(where[p].begin(), where[p].end(), behind | before);
    }

    /// Pairs of pieces in one half, one before the other's plane.
    long left_to_cut(std::size_t cut) const {
        long left = 0;
        for (std::size_t a = 0; a < own.size(); ++a)
            for (std::size_t b = 0; b < own.size(); ++b)
                left += (where[cut][a] & where[cut][b]) != 0 && (where[at(own[a])][b] & before) != 0;
        return left;
    }

    /// Place in `plane`, -1: the cell's solid is convex.
    int choose() const {
        std::vector<std::pair<long, int>> candidates;
        for (std::size_t p = 0; p < plane.size(); ++p)
            if (is_reflex(p)) candidates.push_back({divided(p), static_cast<int>(p)});
        std::sort(candidates.begin(), candidates.end());
        const double pieces = static_cast<double>(own.size());
        const auto most = static_cast<std::size_t>(std::max(1.0, most_comparisons / (pieces * pieces)));
        int best = -1;
        long least = std::numeric_limits<long>::max();
        for (std::size_t k = 0; k < std::min(most, candidates.size()); ++k) {
            const auto [pieces_divided, p] = candidates[k];
            const long cost = pieces_divided + left_to_cut(at(p));
            if (cost < least) least = cost, best = p;
        }
        return best;
    }
};

template <int D>
std::pair<Cell<D>, Cell<D>> divide(const Cell<D>& cell, const CutPlane<D>& plane, double tolerance) {
    auto [low, high] = cut(cell.room, plane, tolerance);
    std::pair<Cell<D>, Cell<D>> halves{{std::move(low), {}}, {std::move(high), {}}};
    for (const SurfacePatch<D>& side : cell.side) {
        auto [below, above] = cut(side.corner, plane, tolerance);
        if (below.size() >= D) halves.first.side.push_back({std::move(below), side.plane});
        if (above.size() >= D) halves.second.side.push_back({std::move(above), side.plane});
    }
    return halves;
}

template <int D>
Cell<D> surroundings(const Boundary<D>& boundary) {
    Vec<D> low = boundary.side[0].corner[0], high = low;
    for (const SurfacePatch<D>& side : boundary.side)
        for (const Vec<D>& x : side.corner)
            for (int i = 0; i < D; ++i) low[i] = std::min(low[i], x[i]), high[i] = std::max(high[i], x[i]);
    const Vec<D> margin = norm(high - low) * (Vec<D>{} + Vec<D>::axis(0) + Vec<D>::axis(1) +
                                              (D == 3 ? Vec<D>::axis(D - 1) : Vec<D>{}));
    return {box_polytope(low - margin, high + margin), boundary.side};
}

}  // namespace

template <int D>
std::vector<Polytope<D>> convex_parts(const Boundary<D>& boundary, double tolerance, int most) {
    assert(!boundary.side.empty());
    std::vector<Polytope<D>> parts;
    std::vector<Cell<D>> open = {surroundings(boundary)};
    while (!open.empty()) {
        Cell<D> cell = std::move(open.back());
        open.pop_back();
        const View<D> view(cell, boundary, tolerance);
        if (const int chosen = view.choose(); chosen >= 0) {
            auto [low, high] = divide(cell, boundary.plane[at(view.plane[at(chosen)])], tolerance);
            if (low.room.empty() || high.room.empty()) return {};  // no surface that bounds a solid
            if (!high.side.empty()) open.push_back(std::move(high));
            open.push_back(std::move(low));
            continue;
        }
        for (const int p : view.plane) cell.room = cut(cell.room, boundary.plane[at(p)], tolerance).first;
        if (!cell.room.empty()) parts.push_back(std::move(cell.room));
        if (parts.size() > at(most) || open.size() > at(most)) return {};
    }
    return parts;
}

template std::vector<Polytope<2>> convex_parts(const Boundary<2>&, double, int);
template std::vector<Polytope<3>> convex_parts(const Boundary<3>&, double, int);

}  // namespace drystone
