#include "geometry/mass_arcs.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace drystone {

namespace {

using std::numbers::pi;

/// Adds the directions that `other` covers; two ranges where they pass through +-pi.
///
/// The circles cross at (x, +-y) with x along the line of centres: x = (d + power/d) / 2 from this centre and
/// d - x from the other, y^2 = r^2 - x^2. Both circles take y from the smaller one, where it loses least, so
/// rounding moves their ends alike and the boundary stays closed to rounding even where they nearly touch; each
/// by its own acos would open it by sqrt(epsilon).
void cover(double r, const SeenDisk& other, std::vector<Arc>& covered) {
    const double d = other.distance, s = other.radius;
    const bool smaller = other.power <= 0.0;
    if (d == 0.0) {
        if (other.power < 0.0) covered.push_back({-pi, pi});
        return;
    }
    const double x = 0.5 * (d + other.power / d);
    const double small_r = smaller ? r : s, small_x = smaller ? x : 0.5 * (d - other.power / d);
    if (small_x >= small_r) return;  // apart
    if (small_x <= -small_r) {       // the smaller lies inside
        if (smaller) covered.push_back({-pi, pi});
        return;
    }
    const double y = std::sqrt((small_r - small_x) * (small_r + small_x));
    const double half = std::atan2(y, x);
    const double from = other.direction - half, to = other.direction + half;
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

void exposed_arcs(double r, std::span<const SeenDisk> others, std::vector<Arc>& covered,
                  std::vector<Arc>& exposed) {
    covered.clear();
    exposed.clear();
    for (const SeenDisk& other : others) cover(r, other, covered);
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
    std::vector<SeenDisk> others;
    std::vector<Arc> covered, exposed;
    for (const PlacedBall<2>& disk : disks) {
        others.clear();
        for (const PlacedBall<2>& other : disks) {
            if (&other == &disk) continue;
            const Vec<2> offset = other.centre - disk.centre;
            others.push_back({std::atan2(offset[1], offset[0]), norm(offset), other.radius,
                              (disk.radius - other.radius) * (disk.radius + other.radius)});
        }
        exposed_arcs(disk.radius, others, covered, exposed);
        for (const Arc& arc : exposed) total += arc_moments(disk, arc);
    }
    return total;
}

}  // namespace drystone
