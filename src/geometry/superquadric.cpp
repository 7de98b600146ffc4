#include "geometry/superquadric.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace drystone {

namespace {

using std::numbers::pi;

/// N(u, w) = (u^p + w^p)^(1/p) for u, w >= 0, not both zero, with its derivatives; p > 1. As fractions of N, so that nothing
/// overflows.
struct PowerNorm {
    double value = 0.0;
    double by_u = 0.0, by_w = 0.0;

    PowerNorm(double u, double w, double p) {
        const double largest = std::max(u, w);
        if (!(largest > 0.0)) return;
        value = largest * std::pow(std::pow(u / largest, p) + std::pow(w / largest, p), 1.0 / p);
        by_u = std::pow(u / value, p - 1.0);
        by_w = std::pow(w / value, p - 1.0);
    }
};

/// The same with its second derivatives.
struct BentNorm : PowerNorm {
    double by_uu = 0.0, by_uw = 0.0, by_ww = 0.0;

    BentNorm(double u, double w, double p) : PowerNorm(u, w, p) {
        if (!(value > 0.0)) return;
        // Where p < 2 the surface is flat at 0 and the radius of curvature without bound: very large will do.
        constexpr double least = 1e-12;
        const double x = u / value, y = w / value, k = (p - 1.0) / value;
        by_uw = -k * by_u * by_w;
        by_uu = k * std::pow(std::max(x, least), p - 2.0) * y * by_w;
        by_ww = k * std::pow(std::max(y, least), p - 2.0) * x * by_u;
    }
};

double dual(double exponent) { return exponent / (exponent - 1.0); }

/// cos and sin to a power, with their signs: (x/a, y/b) on the curve |x/a|^m + |y/b|^m = 1.
Vec<2> on_curve(double angle, double m) {
    const auto power = [m](double x) {
        return std::abs(x) < 1e-12 ? 0.0 : std::copysign(std::pow(std::abs(x), 2.0 / m), x);
    };
    return {{power(std::cos(angle)), power(std::sin(angle))}};
}

double dirichlet(double p, double q, double m) {
    return std::tgamma(p / m) * std::tgamma(q / m) / (m * m * std::tgamma((p + q) / m + 1.0));
}

/// int_0^1 t^k (1 - t^n)^(j/n) dt
double along_axis(double k, double j, double n) {
    return std::tgamma((k + 1.0) / n) * std::tgamma(1.0 + j / n) / (n * std::tgamma((k + 1.0 + j) / n + 1.0));
}

}  // namespace

template <>
Vec<2> Superquadric<2>::support(const Vec<2>& d) const {
    const PowerNorm h(std::abs(half[0] * d[0]), std::abs(half[1] * d[1]), dual(across));
    return {{std::copysign(half[0] * h.by_u, d[0]), std::copysign(half[1] * h.by_w, d[1])}};
}

template <>
Vec<3> Superquadric<3>::support(const Vec<3>& d) const {
    const PowerNorm G(std::abs(half[0] * d[0]), std::abs(half[1] * d[1]), dual(across));
    const PowerNorm h(G.value, std::abs(half[2] * d[2]), dual(along));
    return {{std::copysign(half[0] * h.by_u * G.by_u, d[0]), std::copysign(half[1] * h.by_u * G.by_w, d[1]),
             std::copysign(half[2] * h.by_w, d[2])}};
}

template <>
Mat<2> Superquadric<2>::radii(const Vec<2>& d) const {
    const Vec<2> a{{std::copysign(half[0], d[0]), std::copysign(half[1], d[1])}};
    const BentNorm h(std::abs(half[0] * d[0]), std::abs(half[1] * d[1]), dual(across));
    const double mixed = h.by_uw * a[0] * a[1];
    return {{Vec<2>{{h.by_uu * a[0] * a[0], mixed}}, Vec<2>{{mixed, h.by_ww * a[1] * a[1]}}}};
}

template <>
Mat<3> Superquadric<3>::radii(const Vec<3>& d) const {
    const BentNorm G(std::abs(half[0] * d[0]), std::abs(half[1] * d[1]), dual(across));
    const BentNorm h(G.value, std::abs(half[2] * d[2]), dual(along));
    const double xx = h.by_uu * G.by_u * G.by_u + h.by_u * G.by_uu,
                 yy = h.by_uu * G.by_w * G.by_w + h.by_u * G.by_ww,
                 xy = h.by_uu * G.by_u * G.by_w + h.by_u * G.by_uw, xz = h.by_uw * G.by_u,
                 yz = h.by_uw * G.by_w;
    Mat<3> m{{Vec<3>{{xx, xy, xz}}, Vec<3>{{xy, yy, yz}}, Vec<3>{{xz, yz, h.by_ww}}}};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) m[i][j] *= std::copysign(half[i], d[i]) * std::copysign(half[j], d[j]);
    return m;
}

template <>
Moments<2> Superquadric<2>::moments(double) const {
    const double a = half[0], b = half[1];
    Moments<2> m{4.0 * a * b * dirichlet(1, 1, across), {}, {}};
    const double square = 4.0 * a * b * dirichlet(3, 1, across);
    m.second = Mat<2>::diagonal({{square * a * a, square * b * b}});
    return m;
}

template <>
Moments<3> Superquadric<3>::moments(double) const {
    const double c = half[2];
    const Moments<2> section = Superquadric<2>{{{half[0], half[1]}}, across, across}.moments(0.0);
    Moments<3> m{section.volume * 2.0 * c * along_axis(0, 2, along), {}, {}};
    const double spread = 2.0 * c * along_axis(0, 4, along);
    m.second = Mat<3>::diagonal({{section.second[0][0] * spread, section.second[1][1] * spread,
                                  section.volume * 2.0 * c * c * c * along_axis(2, 2, along)}});
    return m;
}

template <>
Skin<2> Superquadric<2>::skin(double) const {
    Skin<2> skin{{}, {{}}};
    for (int k = 0; k < drawn_sides; ++k) {
        const Vec<2> p = on_curve(2.0 * pi * k / drawn_sides, across);
        skin.faces[0].push_back(skin.add({{half[0] * p[0], half[1] * p[1]}}));
    }
    return skin;
}

template <>
Skin<3> Superquadric<3>::skin(double) const {
    const Skin<2> section = Superquadric<2>{{{half[0], half[1]}}, across, across}.skin(0.0);
    std::vector<Ring> rings;
    for (int k = 0; k <= drawn_sides / 2; ++k) {
        const Vec<2> p = on_curve(pi * (2.0 * k / drawn_sides - 0.5), along);
        rings.push_back({p[0], half[2] * p[1]});
    }
    return lathe(section.vertex, rings);
}

template <int D>
Vec<D> Superquadric<D>::normal_at(const Vec<D>& x) const {
    Superquadric polar{half, dual(across), dual(along)};
    for (int i = 0; i < D; ++i) polar.half[i] = 1.0 / half[i];
    return polar.support(x);
}

template <int D>
double Superquadric<D>::radius() const {
    const double largest = *std::max_element(half.c.begin(), half.c.end()),
                 m = std::max({across, along, 2.0});
    return std::min(norm(half), largest * std::pow(D, 0.5 - 1.0 / m));
}

template <int D>
double Superquadric<D>::inner_radius() const {
    const double least = *std::min_element(half.c.begin(), half.c.end()), m = std::min({across, along, 2.0});
    return least * std::pow(D, 1.0 / dual(m) - 0.5);
}

template struct Superquadric<2>;
template struct Superquadric<3>;

}  // namespace drystone
