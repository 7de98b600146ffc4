// Random pairs of convex shapes against the oracle. 10^5 pairs in each dimension take some seconds; set
// DRYSTONE_FUZZ to a factor for more.

#include <cstdlib>

#include <gtest/gtest.h>

#include "narrowphase/convex_convex.h"
#include "narrowphase/convex_oracle.h"
#include "narrowphase/convex_samples.h"
#include "narrowphase/flatness.h"

namespace drystone::convex_fuzz_test {
namespace {

using namespace samples;

int trials(int count) {
    const char* factor = std::getenv("DRYSTONE_FUZZ");
    return factor ? static_cast<int>(count * std::atof(factor)) : count;
}

template <int D>
oracle::Point<D> point_of(const Vec<D>& v) {
    oracle::Point<D> p;
    for (int k = 0; k < D; ++k) p[static_cast<std::size_t>(k)] = static_cast<oracle::Real>(v[k]);
    return p;
}

/// Gap, normal and every point against the oracle. The tolerance is what the functions call flush, with a
/// margin. Returns whether gap and normal are right to rounding.
template <int D>
bool expect_right(const Convex<D>& a, const Pose<D>& pose_a, const Convex<D>& b, const Pose<D>& pose_b,
                  double reach, ConvexScratch<D>& scratch, Manifold<D>& manifold) {
    const double small = std::min(a.radius, b.radius), large = std::max(a.radius, b.radius);
    const double rounding = 2e-10 * small + 1e-13 * large + 1e-15 * norm(pose_a.position);
    const double tolerance =
        rounding + 4.0 * flush_within(2.0 * small, 2.0 * std::min(a.inner_radius, b.inner_radius), 0.0);
    convex_convex({a, pose_a}, {b, pose_b}, {reach, PointRule::vertices}, scratch, manifold);
    const auto solid_a = oracle::solid(a, pose_a, pose_a.position);
    const auto solid_b = oracle::solid(b, pose_b, pose_a.position);
    const double gap = static_cast<double>(oracle::gap<D>(solid_a, solid_b));
    if (manifold.points.empty()) {
        EXPECT_GT(gap, reach - tolerance);
        return gap > reach - rounding;
    }
    double least = manifold.points[0].gap;
    for (const ManifoldPoint<D>& p : manifold.points) least = std::min(least, p.gap);
    EXPECT_NEAR(least, gap, tolerance);
    EXPECT_NEAR(norm(manifold.normal), 1.0, 1e-13);
    const oracle::Point<D> n = point_of<D>(manifold.normal);
    // A direction that leaves as much as the best one is the best one, or as good.
    const double left = static_cast<double>(oracle::left_by<D>(solid_a, solid_b, n));
    EXPECT_NEAR(left, gap, tolerance);
    const auto apart = [](const oracle::Point<D>& x, const oracle::Point<D>& y) {
        const oracle::Point<D> d = oracle::minus<D>(x, y);
        return static_cast<double>(std::sqrt(oracle::inner<D>(d, d)));
    };
    for (const ManifoldPoint<D>& p : manifold.points) {
        EXPECT_LE(p.gap, reach);
        EXPECT_GE(p.area, 0.0);
        const Vec<D> at = p.point - pose_a.position, half = (0.5 * p.gap) * manifold.normal;
        const oracle::Point<D> on_a = point_of<D>(at - half), on_b = point_of<D>(at + half);
        const double off = 2.0 * tolerance;
        EXPECT_NEAR(static_cast<double>(oracle::outside<D>(solid_a, on_a)), 0.0, off);
        EXPECT_NEAR(static_cast<double>(oracle::outside<D>(solid_b, on_b)), 0.0, off);
        // A point named after a vertex is at that vertex.
        const auto kind = static_cast<FeatureKind>(p.feature >> 30);
        const bool at_a = kind == FeatureKind::vertex_face, at_b = kind == FeatureKind::face_vertex;
        EXPECT_TRUE(!at_a || apart(on_a, solid_a.vertex.at(p.feature >> 15 & 0x3fff)) < off);
        EXPECT_TRUE(!at_b || apart(on_b, solid_b.vertex.at(p.feature & 0x3fff)) < off);
        for (const ManifoldPoint<D>& q : manifold.points) EXPECT_TRUE(&p == &q || p.feature != q.feature);
    }
    return std::abs(least - gap) <= rounding && std::abs(left - gap) <= rounding;
}

/// b beside a along a direction, `gap` apart as that direction sees it.
template <int D>
Pose<D> beside(const Convex<D>& a, const Pose<D>& pose_a, const Convex<D>& b, const Mat<D>& turn_b,
               const Vec<D>& n, double gap) {
    const double distance = reach_along<D>(a, pose_a.turn, n) + reach_along<D>(b, turn_b, -n) + gap;
    return {pose_a.position + distance * n, turn_b};
}

TEST(ConvexFuzz, PolygonsMeetAsTheOracleSays) {
    Random random(1);
    ConvexScratch<2> scratch;
    Manifold<2> manifold;
    int exact = 0;
    for (int i = 0; i < trials(100000); ++i) {
        const double ratio = any_ratio(random);
        Convex<2> a = any_polygon(random, 1.0), b = any_polygon(random, ratio);
        if (random.below(2)) std::swap(a, b);
        const Pose<2> pose_a = pose_of<2>({{random.uniform(-1, 1), 2.0}}, tricky_rotation_2d(random));
        const Mat<2> turn_b = matrix(tricky_rotation_2d(random));
        const double small = std::min(a.radius, b.radius), angle = random.uniform(0.0, 6.3);
        Vec<2> n{{std::cos(angle), std::sin(angle)}};
        if (random.below(2)) n = pose_a.turn * a.normal[random.below(a.normal.size())];
        Pose<2> pose_b = beside<2>(a, pose_a, b, turn_b, n, any_gap(random, small));
        if (random.below(2))
            pose_b.position += (random.uniform(-1.0, 1.0) * a.radius) * Vec<2>{{-n[1], n[0]}};
        const double reach = random.below(3) ? small * std::pow(10.0, random.uniform(-9.0, 0.0)) : 0.0;
        exact += expect_right<2>(a, pose_a, b, pose_b, reach, scratch, manifold);
        if (HasFailure()) {
            FAIL() << "trial " << i;
        }
    }
    EXPECT_GT(exact, 0.98 * trials(100000));
}

void try_polyhedra(int count, int seed, int corners) {
    Random random(static_cast<std::uint64_t>(seed));
    ConvexScratch<3> scratch;
    Manifold<3> manifold;
    int exact = 0;
    for (int i = 0; i < count; ++i) {
        const double ratio = any_ratio(random);
        Convex<3> a = any_polyhedron(random, 1.0, corners), b = any_polyhedron(random, ratio, corners);
        if (random.below(2)) std::swap(a, b);
        const Pose<3> pose_a = pose_of<3>({{random.uniform(-1, 1), 2.0, -1.0}}, tricky_rotation(random));
        const Mat<3> turn_b = random.below(4) ? matrix(tricky_rotation(random)) : pose_a.turn;
        const double small = std::min(a.radius, b.radius);
        Vec<3> n = direction(random);
        if (random.below(2)) n = pose_a.turn * a.normal[random.below(a.normal.size())];
        Pose<3> pose_b = beside<3>(a, pose_a, b, turn_b, n, any_gap(random, small));
        const Mat<3> frame = contact_frame(n);
        if (random.below(2)) {
            pose_b.position += (random.uniform(-1.0, 1.0) * a.radius) * frame[1];
            pose_b.position += (random.uniform(-1.0, 1.0) * a.radius) * frame[2];
        }
        const double reach = random.below(3) ? small * std::pow(10.0, random.uniform(-9.0, 0.0)) : 0.0;
        exact += expect_right<3>(a, pose_a, b, pose_b, reach, scratch, manifold);
        if (testing::Test::HasFailure()) {
            FAIL() << "trial " << i;
        }
    }
    EXPECT_GT(exact, 0.98 * count);
}

TEST(ConvexFuzz, PolyhedraMeetAsTheOracleSays) { try_polyhedra(trials(40000), 2, 6); }

}  // namespace
}  // namespace drystone::convex_fuzz_test
