#include "geometry/frustum.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/mass_quadrature.h"

namespace drystone {

namespace {

using std::numbers::pi;

/// Azimuth of a direction as a unit vector; of the axis itself: x.
Vec<3> outwards(const Vec<3>& d) {
    const double off = std::sqrt(d[0] * d[0] + d[1] * d[1]);
    return off > 0.0 ? Vec<3>{{d[0] / off, d[1] / off, 0.0}} : Vec<3>::axis(0);
}

/// Angle of the side's normal above the plane z = 0.
double slope(const Frustum& f) { return std::atan2(f.low - f.high, 2.0 * f.half); }

/// Adds what lies inside a piece of the profile, x(t) = (rho, z) with slope dz/dt, t from 0 to 1.
template <class Profile>
void add_piece(const Profile& profile, Moments<3>& m) {
    for (std::size_t k = 0; k < quadrature::node.size(); ++k) {
        for (const double side : {-1.0, 1.0}) {
            if (quadrature::node[k] == 0.0 && side > 0.0) continue;
            const auto [rho, z, rise] = profile(0.5 + 0.5 * side * quadrature::node[k]);
            const double slice = 0.5 * quadrature::weight[k] * pi * rho * rho * rise;
            m.volume += slice;
            m.first[2] += slice * z;
            m.second[2][2] += slice * z * z;
            m.second[0][0] += slice * rho * rho / 4.0;
        }
    }
}

struct ProfilePoint {
    double rho, z, rise;
};

/// Round a rim, between two angles above the plane z = 0.
struct EdgeArc {
    int bit = 0;
    double from = 0.0, to = 0.0;
};

/// What is drawn of it.
void add_arc(const Frustum& f, double r, const EdgeArc& arc, std::vector<Ring>& rings) {
    const int pieces = drawn_pieces(arc.to - arc.from);
    for (int k = 0; k <= pieces; ++k) {
        const double angle = arc.from + (arc.to - arc.from) * k / pieces;
        rings.push_back(
            {std::max(0.0, f.rim(arc.bit) + r * std::cos(angle)), f.height(arc.bit) + r * std::sin(angle)});
    }
}

}  // namespace

int Frustum::bit_at(const Vec<3>& d) const {
    const double off = std::sqrt(d[0] * d[0] + d[1] * d[1]);
    return (low - high) * off > 2.0 * half * d[2] ? 0 : 1;
}

Vec<3> Frustum::support(const Vec<3>& d, int bit) const {
    return rim(bit) * outwards(d) + height(bit) * Vec<3>::axis(2);
}

Mat<3> Frustum::radii(const Vec<3>& d) const {
    const double off = std::sqrt(d[0] * d[0] + d[1] * d[1]);
    if (off == 0.0) return {};
    const Vec<3> u = outwards(d), t{{-u[1], u[0], 0.0}};
    return (rim(bit_at(d)) / off) * outer(t, t);
}

bool Frustum::face(const Vec<3>& d, double flat, CoreFeature<3>* out) const {
    const int bit = d[2] < 0.0 ? 0 : 1;
    if (!(rim(bit) > 0.0) || !(d[0] * d[0] + d[1] * d[1] <= flat * flat)) return false;
    if (!out) return true;
    out->clear();
    out->normal = (bit == 0 ? -1.0 : 1.0) * Vec<3>::axis(2);
    out->id = bit;
    out->disc = rim(bit);
    out->centre = height(bit) * Vec<3>::axis(2);
    constexpr double turn = 2.0 * pi / rim_points;
    out->fullness = turn / std::sin(turn);
    for (int k = 0; k < rim_points; ++k) {
        const int corner = bit == 0 ? (rim_points - k) % rim_points : k;
        out->add(out->centre + rim(bit) * Vec<3>{{std::cos(corner * turn), std::sin(corner * turn), 0.0}},
                 bit * rim_points + corner);
    }
    return true;
}

bool Frustum::line(const Vec<3>& d, double flat, CoreFeature<3>* out) const {
    if (d[0] == 0.0 && d[1] == 0.0) return false;
    const Vec<3> u = outwards(d), along = (high - low) * u + (2.0 * half) * Vec<3>::axis(2);
    const double length = norm(along);
    if (!(std::abs(dot(d, along)) <= flat * length)) return false;
    const Vec<3> normal = (1.0 / length) * ((2.0 * half) * u + (low - high) * Vec<3>::axis(2));
    if (!(dot(normal, d) > 0.0)) return false;
    if (!out) return true;
    out->clear();
    out->normal = normal;
    out->across = 0.5 * (low + high) * length / (2.0 * half);
    for (const int bit : {0, 1}) {
        out->add(support(d, bit), rim_name(bit));
        out->bit[bit] = bit;
    }
    return true;
}

Moments<3> Frustum::moments(double r) const {
    const double a = slope(*this);
    const auto along = [&](const EdgeArc& arc) {
        return [=, this](double t) {
            const double turn = arc.to - arc.from, angle = arc.from + turn * t;
            return ProfilePoint{rim(arc.bit) + r * std::cos(angle), height(arc.bit) + r * std::sin(angle),
                                turn * r * std::cos(angle)};
        };
    };
    Moments<3> m;
    if (r > 0.0) add_piece(along({0, -0.5 * pi, a}), m);
    const double c = r * std::cos(a), s = r * std::sin(a);
    add_piece(
        [&](double t) {
            return ProfilePoint{low + c + (high - low) * t, s + half * (2.0 * t - 1.0), 2.0 * half};
        },
        m);
    if (r > 0.0) add_piece(along({1, a, 0.5 * pi}), m);
    m.second[1][1] = m.second[0][0];
    return m;
}

Skin<3> Frustum::skin(double r) const {
    const double a = slope(*this);
    std::vector<Ring> rings;
    if (r > 0.0) {
        add_arc(*this, r, {0, -0.5 * pi, a}, rings);
        if (low == 0.0) rings.front().scale = 0.0;
        add_arc(*this, r, {1, a, 0.5 * pi}, rings);
        if (high == 0.0) rings.back().scale = 0.0;
    } else {
        rings = {{low, -half}, {high, half}};
    }
    std::vector<Vec<2>> circle;
    for (int k = 0; k < drawn_sides; ++k) {
        const double angle = 2.0 * pi * k / drawn_sides;
        circle.push_back({{std::cos(angle), std::sin(angle)}});
    }
    return lathe(circle, rings);
}

double Frustum::radius() const {
    const double rim = std::max(low, high);
    return std::sqrt(rim * rim + half * half);
}

double Frustum::inner_radius() const { return std::min(half, 0.5 * (low + high) * std::cos(slope(*this))); }

}  // namespace drystone
