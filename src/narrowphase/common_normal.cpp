// n = argmax s(n), s(n) = - h_A(n) - h_B(-n): a search, then a polish (common_normal.h). With the two support points apart by
// w = s_B(-n) - s_A(n), s = n . w, and
//
//     Newton      (R_A + R_B + s 1) dn = (1 - n n^T) w
//     on a line   d/dphi s = t . w = 0 along n(phi),  t = n x e
//
// A direction is a maximum where points of the two shapes that are farthest along it lie above each other; of cores that are
// apart it is then the only one, for s is concave there.

#include "narrowphase/common_normal.h"

#include <cassert>
#include <cmath>

#include "core/motion.h"
#include "narrowphase/flatness.h"

namespace drystone {

namespace {

// What the cores are swollen by besides the reach, of the smaller inner radius; where a search ends and the polish begins, of what
// they are swollen by.
constexpr double swelling = 0.1;
constexpr double quick_search = 1e-2, fine_search = 1e-5;

constexpr double near_kink = 0.1;   // sine between what the search found and a face or line worth trying
constexpr double faces_parallel = 1e-12;  // sine between two faces that lie on each other
constexpr int most_steps = 24;      // of a polish
constexpr int most_rounds = 3;      // of a search

template <int D>
struct Seeker {
    const Supported<D>&a, &b;
    double reach;      // between the cores [m]
    double tolerance;  // what counts as equal [m]
    CommonNormalScratch<D>& scratch;
    CommonNormal<D> best{.left = -std::numeric_limits<double>::infinity()};

    /// Bits of the two cores, -1: the whole.
    struct Bits {
        int a = -1, b = -1;
    };

    Vec<D> between(const Vec<D>& n, Bits bits = {}) const {
        return b.support(-n, bits.b) - a.support(n, bits.a);
    }
    double left(const Vec<D>& n, Bits bits = {}) const { return dot(n, between(n, bits)); }

    double rounding =
        16.0 * std::numeric_limits<double>::epsilon() * (a.radius + b.radius + std::abs(reach));  // [m]
    double stationary = 1e3 * rounding;  // support points that face each other [m]

    /// Directions are tried in the order of preference: a later one has to leave more. Whether it is the best so far.
    bool consider(const Vec<D>& n) {
        ++scratch.polishes;
        const double here = left(n);
        const bool better = here > best.left + tolerance || best.normal == Vec<D>{};
        if (better) best = {true, n, here};
        return better;
    }

    // Search

    Vec<D> found{};                                             // the direction that left most so far
    double most = -std::numeric_limits<double>::infinity();     // what it left [m]
    double shortest = std::numeric_limits<double>::infinity();  // |w| so far [m]

    /// The first, and others evenly about it.
    static std::array<Vec<D>, D + 1> directions_about(const Vec<D>& first) {
        const Mat<D> frame = contact_frame(first);
        if constexpr (D == 2) {
            const double c = 0.5 * std::sqrt(3.0);
            return {frame[0], -0.5 * frame[0] + c * frame[1], -0.5 * frame[0] - c * frame[1]};
        } else {
            const double s = std::sqrt(8.0) / 3.0, c = 0.5 * std::sqrt(3.0) * s;
            const Vec<3> back = (-1.0 / 3.0) * frame[0];
            return {frame[0], back + s * frame[1], back - (0.5 * s) * frame[1] + c * frame[2],
                    back - (0.5 * s) * frame[1] - c * frame[2]};
        }
    }

    /// What the cores are swollen by: as little as will do, for the more, the rounder the body and the slower the search. No
    /// direction leaves more than the length of any w from a point of A to one of B.
    double swell() const {
        return std::min(std::max(reach, 0.0), shortest) + swelling * std::min(a.size, b.size) + tolerance;
    }

    Vec<D> look(const Vec<D>& n) {
        ++scratch.searches;
        const Vec<D> w = between(n);
        shortest = std::min(shortest, norm(w));
        if (dot(n, w) > most) most = dot(n, w), found = n;
        return w;
    }

    double rho = 0.0;  // what the cores are swollen by [m]

    /// A polytope of a few directions about the first.
    void start(const Vec<D>& first) {
        const std::array<Vec<D>, D + 1> directions = directions_about(first);
        std::array<Vec<D>, D + 1> corners;
        for (std::size_t k = 0; k < corners.size() && most <= reach; ++k) corners[k] = look(directions[k]);
        rho = swell();
        for (std::size_t k = 0; k < corners.size(); ++k) corners[k] = rho * directions[k] - corners[k];
        scratch.polytope.start(corners);
    }

    void start() {
        const Vec<D> d = b.middle - a.middle;
        shortest = norm(d);
        start(shortest > 0.0 ? (1.0 / shortest) * d : Vec<D>::axis(0));
    }

    /// Until no direction can leave more than the best by `accuracy`, as a part of rho; false: not done when the polytope was full,
    /// or some direction leaves more than the reach.
    bool refine(double accuracy) {
        ExpandingPolytope<D>& polytope = scratch.polytope;
        while (!polytope.is_full() && most <= reach) {
            const auto nearest = polytope.nearest();
            if (!(nearest.offset < std::numeric_limits<double>::infinity())) return false;
            if (rho - nearest.offset <= std::max(most, best.left) + accuracy * rho) return true;
            polytope.add_point(rho * nearest.normal - look(nearest.normal), tolerance);
        }
        return false;
    }

    /// A quick search, which is enough where it leads to a maximum of cores that are apart, for that is the only one; else a fine
    /// one, anew about the best direction where the polytope fills up.
    void seek() {
        start();
        const bool is_maximum = refine(quick_search) && polish(found);
        if ((is_maximum && best.left > 0.0) || most > reach) return;
        if (best.left > most) found = best.normal, most = best.left;
        const double before = most;
        for (int round = 0; round < most_rounds && !refine(fine_search) && most <= reach; ++round)
            start(found);
        if (most <= reach && (!is_maximum || most > before)) polish();
    }

    // Polish

    /// A place on the way of Newton's method.
    struct Place {
        Vec<D> n{};
        Mat<D> R_a{}, R_b{};
        Bits bits;
    };

    /// Newton's step dn, also as the step R dn of a support point: near a flat spot (R without bound) the normal is no smooth
    /// function of itself, but of the point.
    Vec<D> stepped(const Place& at, const Vec<D>& dn) const {
        Vec<D> next = unit(at.n + dn);
        const auto take = [&](const std::optional<Vec<D>>& m, double side) {
            if (m && left(side * unit(*m), at.bits) > left(next, at.bits)) next = side * unit(*m);
        };
        take(a.normal_at(a.support(at.n) + at.R_a * dn), +1.0);
        take(b.normal_at(b.support(-at.n) - at.R_b * dn), -1.0);
        return next;
    }

    /// Newton's step for t = (1 - n n^T) w, uphill where there is no maximum near.
    Vec<D> newton_step(const Place& at, const Vec<D>& w) const {
        const double s = dot(at.n, w);
        const Vec<D> t = w - s * at.n;
        const Mat<D> R = at.R_a + at.R_b;
        const double filler = std::abs(s) + mean_diagonal(R) + tolerance;
        const Vec<D> dn = inverse(R + Mat<D>::scaled_identity(s) + (filler - s) * outer(at.n, at.n)) * t;
        const Vec<D> uphill = dot(dn, t) > 0.0 ? dn : (1.0 / filler) * t;
        const double step = norm(uphill);
        return step > 0.5 ? (0.5 / step) * uphill : uphill;
    }

    /// Shortens a step until it leaves no less; false: nothing is left of it.
    bool walk(Place& at, Vec<D> dn, double s) const {
        for (int k = 0; k < 16 && norm(dn) > 1e-15; ++k, dn = 0.5 * dn) {
            const Vec<D> next = stepped(at, dn);
            if (!(left(next, at.bits) >= s - rounding)) continue;
            at.n = next;
            return true;
        }
        return false;
    }

    bool polish_smooth(const Vec<D>& n, Bits bits = {}) {
        Place at{n, {}, {}, bits};
        double last = std::numeric_limits<double>::infinity();
        for (int k = 0; k < most_steps; ++k) {
            const Vec<D> w = between(at.n, bits);
            const double s = dot(at.n, w), off = norm(w - s * at.n);
            if (!(off > rounding) || (off < stationary && off > 0.5 * last)) break;
            last = off;
            at.R_a = a.radii(at.n);
            at.R_b = b.radii(-at.n);
            if (!walk(at, newton_step(at, w), s)) break;
        }
        const Vec<D> w = between(at.n);
        return consider(at.n) && norm(w - dot(at.n, w) * at.n) <= stationary;
    }

    /// A shape with a line (side +1: A, -1: B) and what it faces.
    struct Facing {
        const Supported<3>&one, &other;
        double side;
        CoreFeature<3>& line;

        /// Whether a point lies beside the line, not beyond its ends.
        bool beside(const Vec<3>& x) const {
            const Vec<3> e = line.corner[1] - line.corner[0];
            const double along = dot(x - line.corner[0], e);
            return along >= 0.0 && along <= dot(e, e);
        }
        bool snap(Vec<3>& n) const {
            if (!one.line(side * n, 2.0 * near_kink, line)) return false;
            n = side * line.normal;
            return true;
        }
    };

    /// One side of the root along the normals of a line.
    struct Bound {
        Vec<3> normal{};
        double miss = 0.0;  // t . w; 0: none yet
    };

    /// Along the normals of a line, against a bit of the other shape: by secants until the root is between two, then by false
    /// position (Illinois) with a halving now and then.
    bool polish_along(const Facing& facing, int bit, Vec<3> n) requires(D == 3) {
        const double size = facing.one.radius + facing.other.radius;
        std::array<Bound, 2> bound;
        double slope = 0.0, before = 0.0, moved = 0.0;
        bool met = false;
        for (int k = 0; k < most_steps && facing.snap(n); ++k) {
            const Vec<3> back = -facing.side * n,
                         t = unit(cross(n, facing.line.corner[1] - facing.line.corner[0]));
            const Vec<3> w = facing.side * (facing.other.support(back, bit) - facing.line.corner[0]);
            const double miss = dot(t, w),
                         R = facing.line.across + dot(t, facing.other.radii(back) * t) + dot(n, w);
            met = std::abs(miss) <= stationary;
            if (!(std::abs(miss) > rounding)) break;
            Bound &same = bound[miss > 0.0 ? 0 : 1], &other = bound[miss > 0.0 ? 1 : 0];
            if (same.miss != 0.0) other.miss *= 0.5;
            same = {n, miss};
            if (other.miss == 0.0) {
                const double secant = (before - miss) / moved;
                slope = k == 0 ? (R > 1e-3 * size ? R : size) : secant > 0.1 * slope ? secant : 0.1 * slope;
                before = miss;
                moved = std::clamp(miss / slope, -0.3, 0.3);
                n = unit(n + moved * t);
                continue;
            }
            const Vec<3> across = other.normal - same.normal;
            if (!(dot(across, across) > 1e-30)) break;
            const double part = k % 4 == 3 ? 0.5 : same.miss / (same.miss - other.miss);
            n = unit(same.normal + part * across);
        }
        if (!facing.snap(n) || !consider(n) || !met) return false;
        const Vec<3> back = -facing.side * n, x = facing.other.support(back, bit);
        return dot(back, facing.other.support(back) - x) <= stationary && facing.beside(x);
    }

    /// Whether two lines cross, seen along n.
    static bool cross_over(const CoreFeature<3>& p, const CoreFeature<3>& q, const Vec<3>& n) {
        const Vec<3> u = p.corner[1] - p.corner[0], v = q.corner[1] - q.corner[0],
                     d = q.corner[0] - p.corner[0];
        const double det = dot(n, cross(u, v)), s = dot(n, cross(d, v)) / det, t = dot(n, cross(d, u)) / det;
        return s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0;
    }

    bool polish_crossing(Vec<3> n) requires(D == 3) {
        CoreFeature<3>&p = scratch.line_a, &q = scratch.line_b;
        for (int k = 0; k < most_steps; ++k) {
            if (!a.line(n, 2.0 * near_kink, p) || !b.line(-n, 2.0 * near_kink, q)) return false;
            Vec<3> across = cross(unit(p.corner[1] - p.corner[0]), unit(q.corner[1] - q.corner[0]));
            const double sine = norm(across);
            if (!(sine > 1e-10)) return false;
            across = (dot(across, n) < 0.0 ? -1.0 / sine : 1.0 / sine) * across;
            const Vec<3> change = across - n;
            n = across;
            if (dot(change, change) < 1e-30) break;
        }
        return consider(n) && cross_over(p, q, n);
    }

    bool polish_lines(const Vec<3>& n) requires(D == 3) {
        CoreFeature<3>&p = scratch.line_a, &q = scratch.line_b;
        const bool of_a = a.line(n, near_kink, p), of_b = b.line(-n, near_kink, q);
        const int ends_a[2] = {of_a ? p.bit[0] : -1, p.bit[1]}, ends_b[2] = {of_b ? q.bit[0] : -1, q.bit[1]};
        if (of_a && of_b && polish_crossing(n)) return true;
        for (int k = 0; of_a && k < (of_b ? 2 : 1); ++k)
            if (polish_along({a, b, +1.0, p}, ends_b[k], n)) return true;
        for (int k = 0; of_b && k < (of_a ? 2 : 1); ++k)
            if (polish_along({b, a, -1.0, q}, ends_a[k], n)) return true;
        return false;
    }

    /// The ends of lines, which the search may have missed by a little.
    bool polish_ends(const Vec<3>& n) requires(D == 3) {
        CoreFeature<3>&p = scratch.line_a, &q = scratch.line_b;
        const bool of_a = a.line(n, near_kink, p), of_b = b.line(-n, near_kink, q);
        const int ends_a[2] = {of_a ? p.bit[0] : -1, p.bit[1]}, ends_b[2] = {of_b ? q.bit[0] : -1, q.bit[1]};
        for (int i = 0; i < (of_a ? 2 : 1); ++i)
            for (int k = 0; (of_a || of_b) && k < (of_b ? 2 : 1); ++k)
                if (polish_smooth(n, {ends_a[i], ends_b[k]})) return true;
        return false;
    }

    /// From the nearest point of a face to x, seen along its normal; zero: x lies above it.
    static Vec<D> beyond(const CoreFeature<D>& face, const Vec<D>& x) {
        const auto flat = [&](const Vec<D>& d) { return d - dot(d, face.normal) * face.normal; };
        if (face.disc > 0.0) {
            const Vec<D> d = flat(x - face.centre);
            const double off = norm(d);
            return off > face.disc ? (1.0 - face.disc / off) * d : Vec<D>{};
        }
        Vec<D> nearest{};
        double least = std::numeric_limits<double>::infinity();
        bool inside = D == 3;
        const std::size_t n = face.corner.size();
        for (std::size_t k = 0; k < (D == 2 ? 1 : n); ++k) {
            const Vec<D> e = face.corner[(k + 1) % n] - face.corner[k], d = flat(x - face.corner[k]);
            if constexpr (D == 3) inside = inside && dot(cross(e, d), face.normal) >= 0.0;
            const Vec<D> away = d - std::clamp(dot(d, e) / dot(e, e), 0.0, 1.0) * e;
            if (dot(away, away) < least) least = dot(away, away), nearest = away;
        }
        return inside ? Vec<D>{} : nearest;
    }

    static bool any_above(const CoreFeature<D>& face, const CoreFeature<D>& other) {
        return std::any_of(other.corner.begin(), other.corner.end(),
                           [&](const Vec<D>& x) { return beyond(face, x) == Vec<D>{}; });
    }

    /// A face, and where the other shape is nearest beside it, a direction tilted to that side.
    bool polish_face(const Supported<D>& one, const Supported<D>& other, double side, const Vec<D>& n,
                     std::optional<Vec<D>>& tilted) {
        if (!one.face(side * n, near_kink, scratch.face)) return false;
        const CoreFeature<D>& face = scratch.face;
        const bool better = consider(side * face.normal);
        const Vec<D> away = beyond(face, other.support(-face.normal));
        if (!(norm(away) > stationary)) return better;
        if (other.face(-face.normal, faces_parallel, scratch.line_b) &&
            (any_above(face, scratch.line_b) || any_above(scratch.line_b, face)))
            return better;
        tilted = side * unit(face.normal + (0.5 / (norm(away) + one.radius + other.radius)) * away);
        return false;
    }

    /// Each way says whether it found a maximum: a direction in which a point of the one lies above a point of the other that is
    /// as far along n. Then no other need be tried.
    bool polish(const Vec<D>& n) {
        std::optional<Vec<D>> from[3] = {n, {}, {}};
        if (polish_face(a, b, +1.0, n, from[1]) || polish_face(b, a, -1.0, n, from[2])) return true;
        for (const std::optional<Vec<D>>& m : from) {
            if (!m) continue;
            if constexpr (D == 3) {
                if (polish_lines(*m)) return true;
            }
            if (polish_smooth(*m)) return true;
        }
        if constexpr (D == 3) {
            if (polish_ends(n)) return true;
        }
        consider(n);
        return false;
    }

    /// From what the search found; anew from the best of that where none is known to be a maximum: other faces and lines are near it.
    bool polish() {
        if (polish(found)) return true;
        for (int round = 0; round < most_rounds; ++round) {
            const double before = best.left;
            if (polish(Vec<D>(best.normal)) || !(best.left > before)) break;
        }
        return false;
    }
};

}  // namespace

template <int D>
CommonNormal<D> common_normal(const Supported<D>& a, const Supported<D>& b, double reach,
                              CommonNormalScratch<D>& scratch) {
    scratch.searches = scratch.polishes = 0;
    const double far = norm(a.middle) + norm(b.middle) + a.radius + b.radius;
    Seeker<D> seeker{a, b, reach + a.rounding + b.rounding, equal_within(std::min(a.size, b.size), far),
                     scratch};
    seeker.seek();
    if (!(seeker.most <= seeker.reach) || !(seeker.best.left <= seeker.reach)) return {};
    assert(std::abs(norm(seeker.best.normal) - 1.0) < 1e-12);
    return seeker.best;
}

template CommonNormal<2> common_normal(const Supported<2>&, const Supported<2>&, double,
                                       CommonNormalScratch<2>&);
template CommonNormal<3> common_normal(const Supported<3>&, const Supported<3>&, double,
                                       CommonNormalScratch<3>&);

}  // namespace drystone
