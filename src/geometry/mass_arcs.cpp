#include "geometry/mass_arcs.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace drystone {

namespace {

constexpr double pi = std::numbers::pi;

/// Adds the directions from `disk` that `other` covers; two ranges where they pass through +-pi.
///
/// Half-angle alpha by cos alpha = (d2 + r2 - s2) / (2 d r), written as tan(alpha/2) from the four factors of
/// Heron's formula. Both circles use the same factors, so rounding moves the two ends of the lens alike and the
/// boundary stays closed to rounding even where the circles nearly touch; acos would open it by sqrt(epsilon).
void cover(const PlacedBall<2>& disk, const PlacedBall<2>& other, std::vector<Arc>& covered) {
    const Vec<2> offset = other.centre - disk.centre;
    const double d = norm(offset), r = disk.radius, s = other.radius;
    const double overlap = r + s - d;       // <= 0: apart
    const double sticks_out = (d + s) - r;  // <= 0: the other lies inside
    const double sticks_in = (d + r) - s;   // <= 0: the other covers all
    if (overlap <= 0.0 || sticks_out <= 0.0) return;
    if (sticks_in <= 0.0) {
        covered.push_back({-pi, pi});
        return;
    }
    const double alpha =
        2.0 * std::atan2(std::sqrt(overlap * sticks_out), std::sqrt(sticks_in * (d + r + s)));
    const double middle = std::atan2(offset[1], offset[0]);
    const double from = middle - alpha, to = middle + alpha;
    if (from < -pi) covered.push_back({from + 2.0 * pi, pi});
    if (to > pi) covered.push_back({-pi, to - 2.0 * pi});
    covered.push_back({std::max(from, -pi), std::min(to, pi)});
}

/// Integrals over an arc of products of n = (cos, sin).
struct DirectionIntegrals {
    double angle;  // int 1
    Vec<2> n;      // int n
    Mat<2> nn;     // int n n^T
    Mat<2> nnn_x;  // int n_x n n^T
    Mat<2> nnn_y;  // int n_y n n^T
};

DirectionIntegrals integrate_directions(const Arc& arc) {
    const double c0 = std::cos(arc.from), s0 = std::sin(arc.from);
    const double c1 = std::cos(arc.to), s1 = std::sin(arc.to);
    const double angle = arc.to - arc.from;
    const double ds = s1 - s0, dc = c1 - c0;
    const double ds3 = (s1 * s1 * s1 - s0 * s0 * s0) / 3.0, dc3 = (c1 * c1 * c1 - c0 * c0 * c0) / 3.0;
    const double half = 0.5 * angle, cs = 0.5 * (c1 * s1 - c0 * s0), ss = 0.5 * (s1 * s1 - s0 * s0);
    return {angle,
            {{ds, -dc}},
            {{Vec<2>{{half + cs, ss}}, Vec<2>{{ss, half - cs}}}},
            {{Vec<2>{{ds - ds3, -dc3}}, Vec<2>{{-dc3, ds3}}}},
            {{Vec<2>{{-dc3, ds3}}, Vec<2>{{ds3, dc3 - dc}}}}};
}

}  // namespace

void exposed_arcs(const PlacedBall<2>& disk, std::span<const PlacedBall<2>> others, std::vector<Arc>& covered,
                  std::vector<Arc>& exposed) {
    covered.clear();
    exposed.clear();
    for (const PlacedBall<2>& other : others) cover(disk, other, covered);
    std::sort(covered.begin(), covered.end(), [](const Arc& a, const Arc& b) { return a.from < b.from; });
    double reached = -pi;
    for (const Arc& arc : covered) {
        if (arc.from > reached) exposed.push_back({reached, arc.from});
        reached = std::max(reached, arc.to);
    }
    if (reached < pi) exposed.push_back({reached, pi});
}

Moments<2> arc_moments(const PlacedBall<2>& disk, const Arc& arc) {
    const Vec<2>& c = disk.centre;
    const double r = disk.radius;
    const DirectionIntegrals d = integrate_directions(arc);
    const double sweep = dot(c, d.n) + r * d.angle;                // int (c.n + r)
    const Vec<2> along = d.nn * c + r * d.n;                       // int n (c.n + r)
    const Mat<2> nn = c[0] * d.nnn_x + c[1] * d.nnn_y + r * d.nn;  // int n n^T (c.n + r)
    Moments<2> m;
    m.volume = 0.5 * r * sweep;
    m.first = (r / 3.0) * (sweep * c + r * along);
    m.second = (0.25 * r) * (sweep * outer(c, c) + r * (outer(c, along) + outer(along, c)) + (r * r) * nn);
    return m;
}

Moments<2> union_moments(std::span<const PlacedBall<2>> disks) {
    Moments<2> total;
    std::vector<PlacedBall<2>> others;
    std::vector<Arc> covered, exposed;
    for (std::size_t i = 0; i < disks.size(); ++i) {
        others.assign(disks.begin(), disks.end());
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        exposed_arcs(disks[i], others, covered, exposed);
        for (const Arc& arc : exposed) total += arc_moments(disks[i], arc);
    }
    return total;
}

}  // namespace drystone
