// Skins round points: closed, outwards, round what is hollow, the same in any order of the points.

#include "geometry/wrap.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"
#include "geometry/delaunay.h"

namespace drystone::wrap_test {
namespace {

template <int D>
struct Sums {
    Vec<D> area{};
    double volume = 0.0;
};

template <int D>
Sums<D> sums_of(const Wrap<D>& wrap, const std::vector<Vec<D>>& points) {
    Sums<D> sums;
    for (const auto& facet : wrap.facet) {
        std::array<Vec<D>, D> x;
        Vec<D> mean{};
        for (std::size_t c = 0; c < D; ++c) {
            x[c] = points[static_cast<std::size_t>(facet[c])];
            mean += (1.0 / D) * x[c];
        }
        sums.area += area_vector(x);
        sums.volume += dot(area_vector(x), mean) / D;
    }
    return sums;
}

template <int D>
Wrap<D> wrapped(const std::vector<Vec<D>>& points, double reach) {
    return shrink_wrap<D>(points, reach, [](const auto&) { return false; });
}

/// Points of a lattice, shaken or not, that `keep` likes.
template <int D, class Keep>
std::vector<Vec<D>> lattice(int n, double shake, const Keep& keep) {
    Random random(3, 1);
    std::vector<Vec<D>> points;
    for (int i = 0; i < (D == 2 ? n * n : n * n * n); ++i) {
        Vec<D> x{{static_cast<double>(i % n), static_cast<double>(i / n % n)}};
        if (D == 3) x[D - 1] = i / n / n;
        for (int k = 0; k < D; ++k) x[k] += shake * (random.uniform() - 0.5);
        if (keep(x)) points.push_back(x);
    }
    return points;
}

const auto all = [](const auto&) { return true; };

TEST(Wrap, ALatticeHasTheVolumeOfItsBox) {
    const auto flat = lattice<2>(8, 0.0, all);
    EXPECT_NEAR(sums_of(wrapped(flat, 1.0), flat).volume, 49.0, 1e-12);
    const auto solid = lattice<3>(6, 0.0, all);
    EXPECT_NEAR(sums_of(wrapped(solid, 1.0), solid).volume, 125.0, 1e-12);
}

template <int D>
void is_closed(const std::vector<Vec<D>>& points, double reach) {
    const Wrap<D> wrap = wrapped(points, reach);
    ASSERT_FALSE(wrap.facet.empty());
    EXPECT_NEAR(norm(sums_of(wrap, points).area), 0.0, 1e-11);
    EXPECT_GT(sums_of(wrap, points).volume, 0.0);
    EXPECT_EQ(std::count(wrap.inside.begin(), wrap.inside.end(), 1),
              static_cast<std::ptrdiff_t>(points.size()));
}

TEST(Wrap, IsClosedWhateverThePoints) {
    for (const double shake : {0.0, 1e-12, 0.3, 0.8}) {
        is_closed(lattice<2>(12, shake, all), 1.5);
        is_closed(lattice<3>(7, shake, all), 1.5);
    }
}

/// Without the quarter x > 6, y > 6 of a square, or the edge of a cube along z there.
TEST(Wrap, FollowsWhatIsNotConvex) {
    const auto bent = [](const auto& x) { return x[0] < 6.5 || x[1] < 6.5; };
    const auto flat = lattice<2>(13, 0.0, bent);
    EXPECT_NEAR(sums_of(wrapped(flat, 1.0), flat).volume, 144.0 - 36.0, 1.0);
    EXPECT_NEAR(sums_of(wrapped(flat, 100.0), flat).volume, 144.0 - 18.0, 1e-9);  // its convex hull
    const auto solid = lattice<3>(13, 0.0, bent);
    EXPECT_NEAR(sums_of(wrapped(solid, 1.0), solid).volume, 12.0 * (144.0 - 36.0), 12.0);
}

/// A hollow inside is not seen from outside.
TEST(Wrap, DoesNotEnterHollows) {
    const auto shell = [](const Vec<3>& x) { return norm(x - Vec<3>{{5.0, 5.0, 5.0}}) > 3.0; };
    const auto points = lattice<3>(11, 0.1, shell);
    EXPECT_NEAR(sums_of(wrapped(points, 1.5), points).volume, 1000.0, 30.0);
}

/// A face that is closed lets nothing through, however large.
TEST(Wrap, StopsAtClosedFaces) {
    const std::vector<Vec<2>> points = {
        {{0.0, 0.0}}, {{10.0, 0.0}}, {{0.0, 1.0}}, {{10.0, 1.0}}, {{5.0, 0.4}}};
    EXPECT_TRUE(wrapped(points, 1.0).facet.empty());
    const Wrap<2> wrap = shrink_wrap<2>(points, 1.0, [](const auto&) { return true; });
    EXPECT_NEAR(sums_of(wrap, points).volume, 10.0, 1e-12);
}

/// The skin of all points from those near it alone; and not, where one that is left out lies on it.
template <int D>
void leaves_out_what_is_deep(int n, double reach) {
    const auto bent = [n](const auto& x) { return x[0] < 0.7 * n || x[1] < 0.7 * n; };
    const std::vector<Vec<D>> points = lattice<D>(n, 0.5, bent);
    const Wrap<D> whole = wrapped(points, reach);
    std::vector<char> on_skin(points.size(), 0);
    for (const auto& facet : whole.facet) {
        for (const int corner : facet) on_skin[static_cast<std::size_t>(corner)] = 1;
    }
    std::vector<Vec<D>> some, deep;
    std::vector<int> which;
    for (std::size_t k = 0; k < points.size(); ++k) {
        bool near = false;
        for (std::size_t j = 0; j < points.size() && !near; ++j) near = on_skin[j] && norm(points[k] - points[j]) < 1.5 * reach;
        (near ? some : deep).push_back(points[k]);
        if (near) which.push_back(static_cast<int>(k));
    }
    ASSERT_GT(deep.size(), points.size() / 20);
    const Wrap<D> found = shrink_wrap<D>(some, reach, [](const auto&) { return false; }, deep);
    EXPECT_TRUE(found.whole);
    std::vector<std::array<int, D>> facets;
    for (auto facet : found.facet) {
        for (int& corner : facet) corner = which[static_cast<std::size_t>(corner)];
        facets.push_back(facet);
    }
    EXPECT_EQ(facets, whole.facet);

    std::vector<Vec<D>> without;
    for (std::size_t k = 0; k < points.size(); ++k) {
        if (static_cast<int>(k) != whole.facet[0][0]) without.push_back(points[k]);
    }
    const std::vector<Vec<D>> corner = {points[static_cast<std::size_t>(whole.facet[0][0])]};
    const Wrap<D> other = shrink_wrap<D>(without, reach, [](const auto&) { return false; }, corner);
    EXPECT_TRUE(!other.whole || sums_of(other, without).volume < sums_of(whole, points).volume);
}

TEST(Wrap, LeavesOutWhatIsDeep) {
    leaves_out_what_is_deep<2>(24, 1.3);
    leaves_out_what_is_deep<3>(12, 1.3);
}

TEST(Wrap, IsTheSameForAnyOrder) {
    auto points = lattice<3>(6, 0.3, all);
    const Sums<3> first = sums_of(wrapped(points, 1.4), points);
    std::reverse(points.begin(), points.end());
    EXPECT_NEAR(sums_of(wrapped(points, 1.4), points).volume, first.volume, 1e-10);
}

TEST(Wrap, WithoutPointsOrNumbersThereIsNone) {
    EXPECT_TRUE(wrapped<3>({}, 1.0).facet.empty());
    EXPECT_TRUE(wrapped<2>({{{0.0, 0.0}}, {{1.0, 0.0}}}, 1.0).facet.empty());
    auto points = lattice<3>(3, 0.1, all);
    points[4][1] = std::nan("");
    EXPECT_TRUE(wrapped(points, 1.0).facet.empty());
}

/// No point is inside the circle of a simplex.
TEST(Delaunay, CirclesAreEmpty) {
    const auto points = lattice<2>(6, 0.6, all);
    const Delaunay<2> mesh = delaunay<2>(points);
    for (const auto& s : mesh.simplex) {
        const Vec<2>&a = points[static_cast<std::size_t>(s[0])],
              b = points[static_cast<std::size_t>(s[1])] - a, c = points[static_cast<std::size_t>(s[2])] - a;
        const double d = 2.0 * (b[0] * c[1] - b[1] * c[0]);
        EXPECT_GT(d, 0.0);
        const Vec<2> centre{
            {(c[1] * dot(b, b) - b[1] * dot(c, c)) / d, (b[0] * dot(c, c) - c[0] * dot(b, b)) / d}};
        for (const Vec<2>& x : points) EXPECT_GT(norm(x - a - centre), norm(centre) * (1.0 - 1e-6));
    }
}

}  // namespace
}  // namespace drystone::wrap_test
