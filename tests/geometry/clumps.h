#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/random.h"
#include "geometry/mass.h"

// Clumps of balls for the tests of this room, and their mass properties by brute force.

namespace drystone {

template <int D>
PlacedShape<D> ball(double radius, const Vec<D>& centre) {
    return {Ball<D>{radius}, centre, {}};
}

template <int D>
Vec<D> random_vector(Random& random) {
    Vec<D> v;
    for (int i = 0; i < D; ++i) v[i] = random.normal();
    return v;
}

template <int D>
Vec<D> random_direction(Random& random) {
    const Vec<D> v = random_vector<D>(random);
    return (1.0 / norm(v)) * v;
}

inline Rotation<2> random_rotation_2(Random& random) { return {random.uniform(-3.0, 3.0)}; }
inline Rotation<3> random_rotation_3(Random& random) {
    const double w = random.normal();
    return normalised(Rotation<3>{w, random_vector<3>(random)});
}

/// Balls of radius 0.3 to 1 within about a radius of the origin: most overlap, some several at once.
template <int D>
Geometry<D> random_clump(Random& random, int balls) {
    Geometry<D> clump;
    for (int i = 0; i < balls; ++i)
        clump.push_back(ball<D>(random.uniform(0.3, 1.0), 0.6 * random_vector<D>(random)));
    return clump;
}

template <int D>
Geometry<D> turned(const Geometry<D>& geometry, const Rotation<D>& rotation) {
    Geometry<D> out = geometry;
    for (PlacedShape<D>& part : out) part.position = rotate(rotation, part.position);
    return out;
}

struct Interval {
    double from, to;
};

/// Integrals of 1, x, x^2 over the union of intervals: the exact part of the brute force.
inline std::array<double, 3> union_integrals(std::vector<Interval>& intervals) {
    std::sort(intervals.begin(), intervals.end(),
              [](const Interval& a, const Interval& b) { return a.from < b.from; });
    std::array<double, 3> sum{};
    double reached = -1e300;
    for (const Interval& i : intervals) {
        const double a = std::max(i.from, reached), b = i.to;
        if (b <= a) continue;
        sum[0] += b - a;
        sum[1] += (b * b - a * a) / 2;
        sum[2] += (b * b * b - a * a * a) / 3;
        reached = b;
    }
    return sum;
}

/// Mass properties at density 1 by a midpoint rule over lines along the last axis, `lines` of them along each
/// other axis over [-extent, extent]; along a line the union of chords is exact.
template <int D>
MassProperties<D> by_lines(const Geometry<D>& geometry, double extent, int lines) {
    const double width = 2 * extent / lines, weight = std::pow(width, D - 1);
    const int last = D - 1;
    double volume = 0.0;
    Vec<D> first;
    Mat<D> second;
    std::vector<Interval> chords;
    const int total = D == 2 ? lines : lines * lines;
    for (int k = 0; k < total; ++k) {
        Vec<D> x;
        for (int i = 0, index = k; i < last; ++i, index /= lines)
            x[i] = -extent + (index % lines + 0.5) * width;
        chords.clear();
        for (const PlacedShape<D>& part : geometry) {
            const double r = std::get<Ball<D>>(part.shape).radius;
            Vec<D> offset = x - part.position;
            offset[last] = 0.0;
            const double half2 = r * r - dot(offset, offset), z = part.position[last];
            if (half2 > 0.0) chords.push_back({z - std::sqrt(half2), z + std::sqrt(half2)});
        }
        const auto [one, z, z2] = union_integrals(chords);
        Vec<D> along = one * x;  // int of the position over the line
        along[last] = z;
        volume += weight * one;
        first += weight * along;
        for (int i = 0; i < last; ++i) {
            for (int j = 0; j < last; ++j) second[i][j] += weight * x[i] * x[j] * one;
            second[i][last] += weight * x[i] * z;
            second[last][i] += weight * x[i] * z;
        }
        second[last][last] += weight * z2;
    }
    MassProperties<D> out{volume, (1.0 / volume) * first, {}};
    const Mat<D> central = second - volume * outer(out.centre, out.centre);
    if constexpr (D == 2) {
        out.inertia[0][0] = central[0][0] + central[1][1];
    } else {
        out.inertia = Mat<3>::scaled_identity(3 * mean_diagonal(central)) - central;
    }
    return out;
}

}  // namespace drystone
