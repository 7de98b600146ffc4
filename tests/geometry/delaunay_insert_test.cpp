// Delaunay's triangulation by insertion: simplices fill the hull once, none has a point in its circle, neighbours know each other; random points,
// lattices (many on one circle), points on a circle, and orders of the same points.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/mat.h"
#include "core/random.h"
#include "geometry/delaunay_insert.h"

namespace drystone::delaunay_insert_test {
namespace {

template <int D>
double volume_of(const std::vector<Vec<D>>& p, const std::array<int, D + 1>& s) {
    const auto edge = [&](int k) { return p[static_cast<std::size_t>(s[static_cast<std::size_t>(k)])] - p[static_cast<std::size_t>(s[0])]; };
    if constexpr (D == 2) {
        const Vec<2> a = edge(1), b = edge(2);
        return 0.5 * (a[0] * b[1] - a[1] * b[0]);
    } else {
        return dot(edge(1), cross(edge(2), edge(3))) / 6.0;
    }
}

/// Centre of the ball through the corners, by the equations |x - c| = r.
template <int D>
Vec<D> centre_of(const std::vector<Vec<D>>& p, const std::array<int, D + 1>& s) {
    Mat<D> rows;
    Vec<D> right;
    const Vec<D>& o = p[static_cast<std::size_t>(s[0])];
    for (int k = 0; k < D; ++k) {
        rows[k] = p[static_cast<std::size_t>(s[static_cast<std::size_t>(k) + 1])] - o;
        right[k] = 0.5 * dot(rows[k], rows[k]);
    }
    return o + inverse(rows) * right;
}

template <int D>
std::vector<Vec<D>> scattered(int n, std::uint64_t seed) {
    Random random(seed, 1);
    std::vector<Vec<D>> out(static_cast<std::size_t>(n));
    for (Vec<D>& x : out) {
        for (double& one : x.c) one = random.uniform(0.0, 1.0);
    }
    return out;
}

template <int D>
std::vector<Vec<D>> lattice(int m, double skew) {
    std::vector<Vec<D>> out;
    int count = 1;
    for (int j = 0; j < D; ++j) count *= m;
    for (int k = 0; k < count; ++k) {
        Vec<D> x;
        int rest = k;
        for (int j = 0; j < D; ++j, rest /= m) x[j] = 0.37 * (rest % m);
        x[0] += skew * x[1];
        out.push_back(x);
    }
    return out;
}

template <int D>
void fills(const std::vector<Vec<D>>& points, double volume) {
    const auto found = delaunay_by_insertion<D>(points);
    ASSERT_TRUE(found);
    double sum = 0.0;
    for (const auto& s : found->simplex) {
        const double one = volume_of<D>(points, s);
        EXPECT_GT(one, -1e-12 * volume);
        sum += one;
    }
    EXPECT_NEAR(sum, volume, 1e-6 * volume);  // flat ones at the hull come from the shift
    for (std::size_t n = 0; n < found->simplex.size(); ++n) {
        for (std::size_t k = 0; k <= D; ++k) {
            const int other = found->neighbour[n][k];
            if (other < 0) continue;
            const auto& back = found->neighbour[static_cast<std::size_t>(other)];
            EXPECT_NE(std::find(back.begin(), back.end(), static_cast<int>(n)), back.end());
            int common = 0;
            for (const int a : found->simplex[n])
                for (const int b : found->simplex[static_cast<std::size_t>(other)]) common += a == b;
            EXPECT_EQ(common, D);
        }
    }
}

template <int D>
void is_empty_inside(const std::vector<Vec<D>>& points) {
    const auto found = delaunay_by_insertion<D>(points);
    ASSERT_TRUE(found);
    for (const auto& s : found->simplex) {
        if (volume_of<D>(points, s) < 1e-9) continue;
        const Vec<D> centre = centre_of<D>(points, s);
        const double radius = norm(points[static_cast<std::size_t>(s[0])] - centre);
        for (const Vec<D>& x : points) EXPECT_GT(norm(x - centre), radius * (1.0 - 1e-5));
    }
}

TEST(DelaunayByInsertion, LatticesAreFilledOnce) {
    for (const double skew : {0.0, 0.3}) {
        fills<2>(lattice<2>(12, skew), std::pow(0.37 * 11, 2));
        fills<3>(lattice<3>(7, skew), std::pow(0.37 * 6, 3));
    }
}

TEST(DelaunayByInsertion, NoPointIsInsideACircle) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        is_empty_inside<2>(scattered<2>(300, seed));
        is_empty_inside<3>(scattered<3>(200, seed));
    }
    is_empty_inside<2>(lattice<2>(6, 0.2));
    is_empty_inside<3>(lattice<3>(4, 0.2));
}

TEST(DelaunayByInsertion, APolygonOnACircle) {
    std::vector<Vec<2>> points;
    for (int k = 0; k < 40; ++k) points.push_back({{std::cos(k * std::numbers::pi / 20), std::sin(k * std::numbers::pi / 20)}});
    fills<2>(points, 20.0 * std::sin(std::numbers::pi / 20));
}

/// The same simplices whatever the order, where no four points are on one circle; and in other units and places.
TEST(DelaunayByInsertion, IsAFunctionOfThePoints) {
    const std::vector<Vec<2>> points = scattered<2>(200, 7);
    const auto corners = [](const Delaunay<2>& found, const auto& name) {
        std::vector<std::array<int, 3>> out = found.simplex;
        for (auto& s : out) {
            for (int& one : s) one = name(one);
            std::sort(s.begin(), s.end());
        }
        std::sort(out.begin(), out.end());
        return out;
    };
    std::vector<Vec<2>> reversed(points.rbegin(), points.rend()), moved = points;
    for (Vec<2>& x : moved) x = 1024.0 * x + Vec<2>{{64.0, -3.0}};
    const auto same = [](int k) { return k; };
    const auto first = corners(*delaunay_by_insertion<2>(points), same);
    EXPECT_EQ(first, corners(*delaunay_by_insertion<2>(reversed), [](int k) { return 199 - k; }));
    EXPECT_EQ(first, corners(*delaunay_by_insertion<2>(moved), same));
}

TEST(DelaunayByInsertion, SaysWhereThereIsNothingToFill) {
    EXPECT_FALSE(delaunay_by_insertion<2>(std::vector<Vec<2>>{{{0.0, 0.0}}, {{1.0, 0.0}}, {{0.0, 1.0}}}));
    std::vector<Vec<3>> flat;
    for (int k = 0; k < 50; ++k) flat.push_back({{0.1 * k, 0.01 * k * k, 0.0}});
    EXPECT_FALSE(delaunay_by_insertion<3>(flat));
}

}  // namespace
}  // namespace drystone::delaunay_insert_test
