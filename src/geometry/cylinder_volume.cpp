#include "geometry/cylinder_volume.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/motion.h"

namespace drystone {

namespace {

/// The integral of f from a to b; f may have roots of a half at the ends. x = tanh(pi/2 sinh t).
template <class F>
double integral(double a, double b, const F& f) {
    if (!(b > a)) return 0.0;
    constexpr double step = 0.0625;
    constexpr int nodes = 52;  // beyond, weights are below rounding
    double sum = 0.0;
    for (int k = -nodes; k <= nodes; ++k) {
        const double t = k * step, u = 0.5 * std::numbers::pi * std::sinh(t);
        const double weight = 0.5 * std::numbers::pi * std::cosh(t) / (std::cosh(u) * std::cosh(u));
        sum += weight * f(0.5 * (a + b) + 0.5 * (b - a) * std::tanh(u));
    }
    return 0.5 * (b - a) * step * sum;
}

/// Sum of the integrals between neighbouring cuts, of those within low .. high.
template <class F>
double integral_between(std::vector<double> cuts, double low, double high, const F& f) {
    if (!(high > low)) return 0.0;
    cuts.push_back(low);
    cuts.push_back(high);
    std::erase_if(cuts, [&](double z) { return !(z >= low && z <= high); });
    std::sort(cuts.begin(), cuts.end());
    double sum = 0.0;
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) sum += integral(cuts[k], cuts[k + 1], f);
    return sum;
}

/// The polygon that the plane z = height cuts out of a convex solid, counter-clockwise about its middle.
Polygon section(const Polyhedron& solid, double height) {
    Polygon out;
    for (const std::vector<Vec<3>>& face : solid) {
        for (std::size_t k = 0; k < face.size(); ++k) {
            const Vec<3>&a = face[k], &b = face[(k + 1) % face.size()];
            if ((a[2] - height) * (b[2] - height) >= 0.0 || a[2] > b[2]) continue;  // each edge is met twice, once upward
            const double s = (height - a[2]) / (b[2] - a[2]);
            out.push_back({{a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])}});
        }
    }
    Vec<2> middle{};
    for (const Vec<2>& x : out) middle += (1.0 / static_cast<double>(out.size())) * x;
    const auto angle = [&](const Vec<2>& x) { return std::atan2(x[1] - middle[1], x[0] - middle[0]); };
    std::sort(out.begin(), out.end(), [&](const Vec<2>& x, const Vec<2>& y) { return angle(x) < angle(y); });
    return out;
}

/// Heights where the line a .. b meets the cylinder of that radius about the z axis.
void add_crossings(const Vec<3>& a, const Vec<3>& b, double radius, std::vector<double>& cuts) {
    const Vec<3> d = b - a;
    const double qa = d[0] * d[0] + d[1] * d[1], qb = a[0] * d[0] + a[1] * d[1],
                 qc = a[0] * a[0] + a[1] * a[1] - radius * radius;
    const double root = qb * qb - qa * qc;
    if (qa == 0.0 || root <= 0.0) return;
    for (const double sign : {-1.0, 1.0}) cuts.push_back(a[2] + (-qb + sign * std::sqrt(root)) / qa * d[2]);
}

/// Heights where the line that the face cuts out of z = const touches the circle.
void add_touchings(const std::vector<Vec<3>>& face, double radius, std::vector<double>& cuts) {
    Vec<3> n{};
    for (std::size_t k = 1; k + 1 < face.size(); ++k) n += cross(face[k] - face[0], face[k + 1] - face[0]);
    const double flat = std::hypot(n[0], n[1]);
    if (flat == 0.0 || n[2] == 0.0) return;
    for (const double sign : {-1.0, 1.0}) cuts.push_back((dot(n, face[0]) - sign * radius * flat) / n[2]);
}

}  // namespace

double common_volume(const BallRegion<3>& ball, const CylinderRegion& cylinder) {
    const Vec<3> apart = ball.centre - cylinder.centre;
    const double z = dot(apart, cylinder.axis), off = norm(apart - z * cylinder.axis), r = ball.radius;
    const double low = std::max(-0.5 * cylinder.height, z - r), high = std::min(0.5 * cylinder.height, z + r);
    std::vector<double> cuts{z};
    for (const double rim : {cylinder.radius - off, cylinder.radius + off, off - cylinder.radius}) {
        if (rim <= 0.0 || rim >= r) continue;
        for (const double sign : {-1.0, 1.0}) cuts.push_back(z + sign * std::sqrt(r * r - rim * rim));
    }
    return integral_between(std::move(cuts), low, high, [&](double height) {
        const double square = (r - (height - z)) * (r + (height - z));
        const BallRegion<2> disk{{{off, 0.0}}, std::sqrt(std::max(0.0, square))};
        return disk.radius > 0.0 ? common_volume(disk, BallRegion<2>{{}, cylinder.radius}) : 0.0;
    });
}

double common_volume(const Polyhedron& convex, const CylinderRegion& cylinder) {
    const Mat<3> frame = contact_frame(cylinder.axis);  // rows: axis, t1, t2, right-handed
    Polyhedron seen = convex;
    std::vector<double> cuts;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::vector<Vec<3>>& face : seen) {
        for (Vec<3>& x : face) {
            const Vec<3> y = frame * (x - cylinder.centre);
            x = {{y[1], y[2], y[0]}};
            low = std::min(low, x[2]);
            high = std::max(high, x[2]);
            cuts.push_back(x[2]);
        }
        add_touchings(face, cylinder.radius, cuts);
        for (std::size_t k = 0; k < face.size(); ++k)
            add_crossings(face[k], face[(k + 1) % face.size()], cylinder.radius, cuts);
    }
    low = std::max(low, -0.5 * cylinder.height);
    high = std::min(high, 0.5 * cylinder.height);
    return integral_between(std::move(cuts), low, high, [&](double height) {
        const Polygon polygon = section(seen, height);
        return polygon.size() < 3 ? 0.0 : common_volume(polygon, BallRegion<2>{{}, cylinder.radius});
    });
}

}  // namespace drystone
