// Validation case A36 for polygons and polyhedra: gap, normal, points and their shares to 1e-12.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include <gtest/gtest.h>

#include "core/motion.h"
#include "narrowphase/convex_convex.h"
#include "narrowphase/convex_samples.h"

namespace drystone::convex_contact_test {
namespace {

constexpr double tolerance = 1e-12;
constexpr double pi = std::numbers::pi;

template <int D>
Manifold<D> meet(const Convex<D>& a, const Pose<D>& pose_a, const Convex<D>& b, const Pose<D>& pose_b,
                 double reach = 1e-3, PointRule rule = PointRule::vertices) {
    ConvexScratch<D> scratch;
    Manifold<D> manifold;
    convex_convex({a, pose_a}, {b, pose_b}, {reach, rule}, scratch, manifold);
    return manifold;
}

template <int D>
double least_gap(const Manifold<D>& manifold) {
    double least = manifold.points.at(0).gap;
    for (const auto& p : manifold.points) least = std::min(least, p.gap);
    return least;
}

template <int D>
double area_of(const Manifold<D>& manifold) {
    double sum = 0.0;
    for (const auto& p : manifold.points) sum += p.area;
    return sum;
}

template <int D>
bool has_point(const Manifold<D>& manifold, const Vec<D>& point) {
    return std::any_of(manifold.points.begin(), manifold.points.end(),
                       [&](const auto& p) { return norm(p.point - point) < tolerance; });
}

template <int D>
std::set<std::uint32_t> names(const Manifold<D>& manifold) {
    std::set<std::uint32_t> set;
    for (const auto& p : manifold.points) set.insert(p.feature);
    return set;
}

Pose<3> at(double x, double y, double z, const Vec<3>& turn = {}) {
    return pose_of<3>({{x, y, z}}, rotation_by(turn));
}
Pose<2> flat_at(double x, double y, double angle = 0.0) { return pose_of<2>({{x, y}}, {angle}); }

const Convex<3> cube = box<3>({{1, 1, 1}});
const Convex<2> square = box<2>({{1, 1}});

TEST(PolygonPolygon, SquaresThatOverlapBy37HundredthsMeetAtTheEndsOfTheOverlap) {
    for (const double gap : {-1e-4, 0.0, 1e-4}) {
        const Manifold<2> m = meet(square, flat_at(0, 0), square, flat_at(0.63, 1 + gap));
        ASSERT_EQ(m.points.size(), 2u);
        EXPECT_NEAR(norm(m.normal - Vec<2>{{0, 1}}), 0.0, tolerance);
        EXPECT_TRUE(has_point<2>(m, {{0.13, 0.5 + 0.5 * gap}}));
        EXPECT_TRUE(has_point<2>(m, {{0.5, 0.5 + 0.5 * gap}}));
        for (const auto& p : m.points) EXPECT_NEAR(p.gap, gap, tolerance);
        for (const auto& p : m.points) EXPECT_NEAR(p.area, 0.185, tolerance);
    }
}

TEST(PolygonPolygon, GaussPointsAreThoseOfTheOverlap) {
    const Manifold<2> m = meet(square, flat_at(0, 0), square, flat_at(0.63, 1), 1e-3, PointRule::gauss);
    ASSERT_EQ(m.points.size(), 2u);
    const double middle = 0.315, off = 0.185 / std::sqrt(3.0);
    EXPECT_TRUE(has_point<2>(m, {{middle - off, 0.5}}));
    EXPECT_TRUE(has_point<2>(m, {{middle + off, 0.5}}));
}

TEST(PolygonPolygon, AVertexOverAnEdgeIsOnePointWithoutLength) {
    const double d = 0.5 + std::sqrt(0.5);
    const Manifold<2> m = meet(square, flat_at(0, 0), square, flat_at(0.2, d + 1e-4, pi / 4));
    ASSERT_EQ(m.points.size(), 1u);
    EXPECT_NEAR(m.points[0].gap, 1e-4, tolerance);
    EXPECT_EQ(m.points[0].area, 0.0);
    EXPECT_NEAR(norm(m.points[0].point - Vec<2>{{0.2, 0.5 + 0.5e-4}}), 0.0, tolerance);
}

TEST(PolygonPolygon, TwoVerticesAreAsFarApartAsTheyAre) {
    const Manifold<2> m = meet(square, flat_at(0, 0), square, flat_at(1.3, 1.4), 1.0);
    ASSERT_EQ(m.points.size(), 1u);
    EXPECT_NEAR(m.points[0].gap, 0.5, tolerance);
    EXPECT_NEAR(norm(m.normal - Vec<2>{{0.6, 0.8}}), 0.0, tolerance);
    EXPECT_NEAR(norm(m.points[0].point - Vec<2>{{0.65, 0.7}}), 0.0, tolerance);
    EXPECT_TRUE(meet(square, flat_at(0, 0), square, flat_at(1.3, 1.4), 0.49).points.empty());
}

TEST(PolygonPolygon, LengthsScaledByPowersOfTwoScaleTheBits) {
    Random random(7);
    for (int i = 0; i < 2000; ++i) {
        const double s = 0x1p-12, angle = random.uniform(0, 6);
        const Vec<2> size{{random.uniform(0.5, 1), random.uniform(0.1, 1)}};
        const Rotation<2> ra = samples::tricky_rotation_2d(random), rb = samples::tricky_rotation_2d(random);
        const Vec<2> xb{{0.9 * std::cos(angle), 0.9 * std::sin(angle)}};
        const Manifold<2> m = meet(box<2>(size), pose_of<2>({}, ra), square, pose_of<2>(xb, rb), 0.0625);
        const Manifold<2> t =
            meet(box<2>(s * size), pose_of<2>({}, ra), box<2>({{s, s}}), pose_of<2>(s * xb, rb), 0.0625 * s);
        ASSERT_EQ(m.points.size(), t.points.size());
        for (std::size_t k = 0; k < m.points.size(); ++k) {
            EXPECT_EQ(s * m.points[k].gap, t.points[k].gap);
            EXPECT_EQ(s * m.points[k].point, t.points[k].point);
            EXPECT_EQ(s * m.points[k].area, t.points[k].area);
            EXPECT_EQ(m.points[k].feature, t.points[k].feature);
        }
    }
}

TEST(PolyhedronPolyhedron, RolledCubesMeetWhereTheirEdgesCross) {
    for (const double d : {1.4, std::sqrt(2.0), 1.415, 1.5}) {
        const Manifold<3> m =
            meet(cube, at(0, 0, 0, {{pi / 4, 0, 0}}), cube, at(0.1, 0.2, d, {{0, pi / 4, 0}}), 0.2);
        ASSERT_EQ(m.points.size(), 1u) << d;
        EXPECT_NEAR(m.points[0].gap, d - std::sqrt(2.0), tolerance);
        EXPECT_NEAR(norm(m.normal - Vec<3>{{0, 0, 1}}), 0.0, tolerance);
        EXPECT_NEAR(norm(m.points[0].point - Vec<3>{{0.1, 0, 0.5 * d}}), 0.0, tolerance);
        EXPECT_EQ(m.points[0].area, 0.0);
    }
}

TEST(PolyhedronPolyhedron, EqualBricksStackedExactlyShareTheirCorners) {
    const Convex<3> brick = box<3>({{0.2, 0.1, 0.06}});
    const Manifold<3> m = meet(brick, at(0, 0, 0), brick, at(0, 0, 0.06));
    ASSERT_EQ(m.points.size(), 4u);
    for (const double x : {-0.1, 0.1})
        for (const double y : {-0.05, 0.05}) EXPECT_TRUE(has_point<3>(m, {{x, y, 0.03}}));
    for (const auto& p : m.points) EXPECT_NEAR(p.area, 0.005, tolerance);
    for (const auto& p : m.points) EXPECT_NEAR(p.gap, 0.0, tolerance);
}

// Corners on corners, edges along edges: rounding must not make a choice of its own.
TEST(PolyhedronPolyhedron, EqualBricksStackedExactlyKeepTheirNamesHoweverTheyAreTurned) {
    const Convex<3> brick = box<3>({{0.2, 0.1, 0.06}});
    const std::set<std::uint32_t> first = names(meet(brick, at(0, 0, 0), brick, at(0, 0, 0.06)));
    Random random(6);
    for (int i = 0; i < 1000; ++i) {
        const Rotation<3> turn = samples::any_rotation(random);
        const Vec<3> x = samples::direction(random);
        const Manifold<3> m =
            meet(brick, pose_of(x, turn), brick, pose_of(x + rotate<3>(turn, {{0, 0, 0.06}}), turn));
        EXPECT_EQ(names(m), first);
    }
}

TEST(PolyhedronPolyhedron, CubesTurnedByHalfAQuarterShareAnOctagon) {
    const Manifold<3> m = meet(cube, at(0, 0, 0), cube, at(0, 0, 1, {{0, 0, pi / 4}}));
    EXPECT_EQ(m.points.size(), 8u);
    EXPECT_EQ(names(m).size(), 8u);
    EXPECT_NEAR(area_of(m), 2.0 * (std::sqrt(2.0) - 1.0), tolerance);
    for (const auto& p : m.points) EXPECT_NEAR(p.area, (std::sqrt(2.0) - 1.0) / 4.0, tolerance);
}

TEST(PolyhedronPolyhedron, GaussPointsBendRight) {
    const Convex<3> brick = box<3>({{0.4, 0.3, 0.2}});
    const Manifold<3> m = meet(cube, at(0, 0, 0), brick, at(0.1, 0, 0.6), 1e-3, PointRule::gauss);
    ASSERT_EQ(m.points.size(), 4u);
    double xx = 0.0, yy = 0.0;
    for (const auto& p : m.points) xx += p.area * std::pow(p.point[0] - 0.1, 2);
    for (const auto& p : m.points) yy += p.area * std::pow(p.point[1], 2);
    EXPECT_NEAR(xx, 0.3 * std::pow(0.4, 3) / 12.0, tolerance);
    EXPECT_NEAR(yy, 0.4 * std::pow(0.3, 3) / 12.0, tolerance);
}

TEST(PolyhedronPolyhedron, AnEdgeOnAFaceHasTwoPointsAndAVertexOne) {
    const double h = 0.5 + std::sqrt(0.5);
    const Manifold<3> edge = meet(cube, at(0, 0, 0), cube, at(0.3, 0.1, h, {{0, pi / 4, 0}}));
    ASSERT_EQ(edge.points.size(), 2u);
    EXPECT_TRUE(has_point<3>(edge, {{0.3, -0.4, 0.5}}));  // its own end
    EXPECT_TRUE(has_point<3>(edge, {{0.3, 0.5, 0.5}}));   // cut by the other cube's edge
    EXPECT_EQ(area_of(edge), 0.0);

    const Vec<3> corner{{std::acos(1.0 / std::sqrt(3.0)) / std::sqrt(2.0),
                         -std::acos(1.0 / std::sqrt(3.0)) / std::sqrt(2.0), 0}};
    const Manifold<3> vertex = meet(cube, at(0, 0, 0), cube, at(0.1, 0.2, 0.5 + std::sqrt(0.75), corner));
    ASSERT_EQ(vertex.points.size(), 1u);
    EXPECT_NEAR(vertex.points[0].gap, 0.0, tolerance);
    EXPECT_NEAR(norm(vertex.points[0].point - Vec<3>{{0.1, 0.2, 0.5}}), 0.0, tolerance);
}

TEST(PolyhedronPolyhedron, ParallelEdgesMeetAlongWhatTheyShare) {
    const double d = std::sqrt(2.0);
    const Manifold<3> m =
        meet(cube, at(0, 0, 0, {{pi / 4, 0, 0}}), cube, at(0.4, 0, d + 1e-4, {{pi / 4, 0, 0}}));
    ASSERT_EQ(m.points.size(), 2u);
    EXPECT_TRUE(has_point<3>(m, {{-0.1, 0, 0.5 * (d + 1e-4)}}));
    EXPECT_TRUE(has_point<3>(m, {{0.5, 0, 0.5 * (d + 1e-4)}}));
    for (const auto& p : m.points) EXPECT_NEAR(p.gap, 1e-4, tolerance);
}

TEST(PolyhedronPolyhedron, CornersAndEdgesThatFaceEachOtherAreAsFarApartAsTheyAre) {
    const Manifold<3> corners = meet(cube, at(0, 0, 0), cube, at(1.2, 1.3, 1.6), 1.0);
    ASSERT_EQ(corners.points.size(), 1u);
    EXPECT_NEAR(corners.points[0].gap, 0.7, tolerance);
    EXPECT_NEAR(norm(corners.normal - Vec<3>{{2.0 / 7, 3.0 / 7, 6.0 / 7}}), 0.0, tolerance);
    const Manifold<3> edges = meet(cube, at(0, 0, 0), cube, at(1.3, 1.4, 0.25), 1.0);
    ASSERT_EQ(edges.points.size(), 2u);
    EXPECT_NEAR(least_gap(edges), 0.5, tolerance);
    EXPECT_TRUE(has_point<3>(edges, {{0.65, 0.7, -0.25}}));
    EXPECT_TRUE(has_point<3>(edges, {{0.65, 0.7, 0.5}}));
}

// The lower edge stays down while the block rocks; the points there keep their names and places.
TEST(PolyhedronPolyhedron, ARockingBlockKeepsThePointsItStandsOn) {
    const Convex<3> floor = box<3>({{4, 4, 1}});
    const std::set<std::uint32_t> flat = names(meet(floor, at(0, 0, -0.5), cube, at(0, 0, 0.5)));
    ASSERT_EQ(flat.size(), 4u);
    for (const double tilt : {1e-9, 1e-6, 1e-3, 0.1, 0.5}) {
        const Vec<3> turn{{0, tilt, 0}};  // about the edge at x = 1/2
        const Vec<3> arm = rotate<3>(rotation_by(turn), {{-0.5, 0, 0.5}});
        const Manifold<3> m = meet(floor, at(0, 0, -0.5), cube, at(0.5 + arm[0], 0, arm[2], turn), 1e-10);
        ASSERT_GE(m.points.size(), 2u) << tilt;
        EXPECT_TRUE(has_point<3>(m, {{0.5, -0.5, 0}})) << tilt;
        EXPECT_TRUE(has_point<3>(m, {{0.5, 0.5, 0}})) << tilt;
        for (const std::uint32_t name : names(m)) EXPECT_TRUE(flat.contains(name)) << tilt;
    }
}

// Half over the joint, as bricks lie: whichever corner is lowest, the four points stay and the normal follows
// the tilt.
TEST(PolyhedronPolyhedron, ABrickThatTiltsThroughFlatKeepsItsPoints) {
    const Convex<3> brick = box<3>({{0.2, 0.1, 0.06}});
    const double flat_area = area_of(meet(brick, at(0, 0, 0), brick, at(0.1, 0.003, 0.06, {{0, 0, 0.01}})));
    std::set<std::uint32_t> first;
    for (int i = -1000; i <= 1000; ++i) {
        const double tilt = 2e-9 * i;
        const Manifold<3> m =
            meet(brick, at(0, 0, 0), brick, at(0.1, 0.003, 0.06 - 1e-9, {{0.7 * tilt, tilt, 0.01}}), 1e-6);
        if (first.empty()) first = names(m);
        ASSERT_EQ(m.points.size(), 4u) << i;
        ASSERT_EQ(names(m), first) << i;
        EXPECT_LE(std::hypot(m.normal[0], m.normal[1]), 1.23 * std::abs(tilt) + 1e-12) << i;
        EXPECT_NEAR(area_of(m), flat_area, 1e-8)
            << i;  // the foot of the brick moves by 6e-8 under its middle
    }
}

TEST(PolyhedronPolyhedron, ASlidingBlockKeepsItsNamesUntilACornerCrossesAnEdge) {
    std::set<std::uint32_t> first;
    for (int i = 0; i < 100; ++i) {
        const Manifold<3> m = meet(cube, at(0, 0, 0), cube,
                                   at(0.2 + 0.001 * i, 0.1 + 0.002 * i, 1 - 1e-6, {{0, 0, 0.003 * i + 0.1}}));
        if (i == 0) first = names(m);
        EXPECT_EQ(names(m), first) << i;
    }
}

TEST(PolyhedronPolyhedron, LengthsScaledByPowersOfTwoScaleTheBits) {
    Random random(7);
    for (int i = 0; i < 2000; ++i) {
        const double s = 0x1p-12;
        const Vec<3> size{{random.uniform(0.5, 1), random.uniform(0.5, 1), random.uniform(0.1, 1)}};
        const Rotation<3> ra = samples::tricky_rotation(random), rb = samples::tricky_rotation(random);
        const Vec<3> xb = 0.9 * samples::direction(random);
        const Manifold<3> m = meet(box<3>(size), pose_of<3>({}, ra), cube, pose_of<3>(xb, rb), 0.0625);
        const Manifold<3> t = meet(box<3>(s * size), pose_of<3>({}, ra), box<3>({{s, s, s}}),
                                   pose_of<3>(s * xb, rb), 0.0625 * s);
        ASSERT_EQ(m.points.size(), t.points.size());
        for (std::size_t k = 0; k < m.points.size(); ++k) {
            EXPECT_EQ(s * m.points[k].gap, t.points[k].gap);
            EXPECT_EQ(s * m.points[k].point, t.points[k].point);
            EXPECT_EQ(s * s * m.points[k].area, t.points[k].area);
            EXPECT_EQ(m.points[k].feature, t.points[k].feature);
        }
        if (!m.points.empty()) {
            EXPECT_EQ(m.normal, t.normal);
        }
    }
}

/// The same points up to rounding, in any order.
template <int D>
void expect_same(const Manifold<D>& m, const Manifold<D>& t, double close) {
    ASSERT_EQ(m.points.size(), t.points.size());
    for (const auto& p : m.points) {
        const auto q = std::find_if(t.points.begin(), t.points.end(),
                                    [&](const auto& x) { return norm(x.point - p.point) < close; });
        ASSERT_NE(q, t.points.end());
        EXPECT_NEAR(p.gap, q->gap, close);
        EXPECT_NEAR(p.area, q->area, close);
    }
}

TEST(PolyhedronPolyhedron, SwappedOrMovedTogetherShapesMeetAtTheSamePoints) {
    Random random(8);
    for (int i = 0; i < 3000; ++i) {
        const Convex<3> a = samples::any_polyhedron(random, 1.0), b = samples::any_polyhedron(random, 0.8);
        const Rotation<3> ra = samples::any_rotation(random);
        const Rotation<3> rb = random.below(2) ? samples::any_rotation(random) : ra;
        const Vec<3> n = random.below(2) ? rotate(ra, a.normal[0]) : samples::direction(random);
        const double d =
            samples::reach_along<3>(a, matrix(ra), n) + samples::reach_along<3>(b, matrix(rb), -n);
        const Vec<3> xa{{0.3, -0.2, 0.1}}, xb = xa + (d + random.uniform(-0.01, 0.01)) * n;
        const Manifold<3> m = meet(a, pose_of(xa, ra), b, pose_of(xb, rb), 0.005);
        // A plate sunk half into another may leave either way: no rule is fair to both orders.
        if (!m.points.empty() && least_gap(m) < -std::min(a.inner_radius, b.inner_radius)) continue;
        const Manifold<3> back = meet(b, pose_of(xb, rb), a, pose_of(xa, ra), 0.005);
        expect_same(m, back, 1e-9);
        if (!m.points.empty()) {
            EXPECT_NEAR(norm(m.normal + back.normal), 0.0, 1e-9);
        }

        const Rotation<3> turn = samples::any_rotation(random);
        const Vec<3> shift = samples::direction(random);
        Manifold<3> moved = meet(a, pose_of(shift + rotate(turn, xa), turn * ra), b,
                                 pose_of(shift + rotate(turn, xb), turn * rb), 0.005);
        for (auto& p : moved.points) p.point = rotate_back(turn, p.point - shift);
        expect_same(m, moved, 1e-9);
        if (HasFailure()) {
            FAIL() << "trial " << i;
        }
    }
}

/// Area and centroid of the overlap of two convex polygons, by the corners each has in the other and the
/// crossings of all edges, sorted round their middle.
struct Overlap {
    double area = 0.0;
    Vec<2> first{};  // area times centroid

    Overlap(const std::vector<Vec<2>>& a, const std::vector<Vec<2>>& b) {
        const auto side = [](const Vec<2>& p, const Vec<2>& q, const Vec<2>& x) {
            return (q[0] - p[0]) * (x[1] - p[1]) - (q[1] - p[1]) * (x[0] - p[0]);
        };
        const auto inside = [&](const std::vector<Vec<2>>& c, const Vec<2>& x) {
            for (std::size_t i = 0; i < c.size(); ++i)
                if (side(c[i], c[(i + 1) % c.size()], x) < 0.0) return false;
            return true;
        };
        std::vector<Vec<2>> v;
        for (const Vec<2>& x : a)
            if (inside(b, x)) v.push_back(x);
        for (const Vec<2>& x : b)
            if (inside(a, x)) v.push_back(x);
        for (std::size_t i = 0; i < a.size(); ++i)
            for (std::size_t j = 0; j < b.size(); ++j) {
                const Vec<2>&p = a[i], &q = a[(i + 1) % a.size()], &r = b[j], &s = b[(j + 1) % b.size()];
                const double up = side(p, q, r), us = side(p, q, s), vp = side(r, s, p), vq = side(r, s, q);
                if (up * us < 0.0 && vp * vq < 0.0) v.push_back(r + (up / (up - us)) * (s - r));
            }
        if (v.size() < 3) return;
        Vec<2> middle{};
        for (const Vec<2>& x : v) middle += (1.0 / static_cast<double>(v.size())) * x;
        std::sort(v.begin(), v.end(), [&](const Vec<2>& x, const Vec<2>& y) {
            return std::atan2(x[1] - middle[1], x[0] - middle[0]) <
                   std::atan2(y[1] - middle[1], y[0] - middle[0]);
        });
        for (std::size_t i = 0; i < v.size(); ++i) {
            const Vec<2>&x = v[i], &y = v[(i + 1) % v.size()];
            const double twice = x[0] * y[1] - x[1] * y[0];
            area += 0.5 * twice;
            first += (twice / 6.0) * (x + y);
        }
    }
};

template <int N>
Vec<N> a_little(Random& random, double most) {
    Vec<N> v;
    for (int k = 0; k < N; ++k) v[k] = random.uniform(-most, most);
    return v;
}

/// Two unit cubes, one a cube further along some axes: face on face, edge on edge, corner on corner.
/// However they creep, and however everything is turned, the same points and the same normal.
template <int D>
void meets_the_same_way(const Convex<D>& a, const Convex<D>& b, double creeps) {
    Random random(5);
    for (int way = 1; way < 1 << D; ++way) {
        Vec<D> place{};
        for (int k = 0; k < D; ++k) place[k] = way >> k & 1;
        for (int turn = 0; turn < 20; ++turn) {
            const Rotation<D> by = rotation_by(a_little<spin_dim<D>>(random, 1.0));
            const Manifold<D> first = meet(a, pose_of<D>({}, by), b, pose_of<D>(rotate(by, place), by));
            ASSERT_FALSE(first.points.empty());
            for (int i = 0; i < 50; ++i) {
                const Vec<D> moved = rotate(by, place) + a_little<D>(random, creeps);
                const Rotation<D> turned = rotation_by(a_little<spin_dim<D>>(random, creeps)) * by;
                const Manifold<D> next = meet(a, pose_of<D>({}, by), b, pose_of<D>(moved, turned));
                ASSERT_EQ(names(next), names(first)) << "way " << way;
                ASSERT_LT(norm(next.normal - first.normal), 10.0 * creeps) << "way " << way;
            }
        }
    }
}

TEST(PolygonPolygon, FlushSquaresMeetTheSameWayHoweverTheyCreep) {
    for (const double creeps : {1e-13, 1e-10, 1e-7}) meets_the_same_way(square, square, creeps);
    meets_the_same_way(box<2>({{1, 0.9}}), box<2>({{1, 1.1}}), 1e-7);
}
TEST(PolyhedronPolyhedron, FlushCubesMeetTheSameWayHoweverTheyCreep) {
    for (const double creeps : {1e-13, 1e-10, 1e-7}) meets_the_same_way(cube, cube, creeps);
    meets_the_same_way(box<3>({{1, 1, 0.9}}), box<3>({{1, 1, 1.1}}), 1e-7);
}

TEST(PolyhedronPolyhedron, SharesAddUpToTheOverlapAndItsCentroid) {
    Random random(9);
    int met = 0;
    for (int i = 0; i < 5000; ++i) {
        const int na = 3 + static_cast<int>(random.below(8)), nb = 3 + static_cast<int>(random.below(8));
        const Convex<3> a = prism(na, 0.7, 0.4), b = prism(nb, random.uniform(0.1, 0.9), 0.4);
        const Vec<3> x{{random.uniform(-1, 1), random.uniform(-1, 1), 0.4}},
            turn{{0, 0, random.uniform(0, 6)}};
        const Mat<3> r = matrix(rotation_by(turn));
        std::vector<Vec<2>> flat_a, flat_b;
        for (int k = 0; k < na; ++k)
            flat_a.push_back({{a.vertex[std::size_t(k)][0], a.vertex[std::size_t(k)][1]}});
        for (int k = 0; k < nb; ++k) {
            const Vec<3> v = x + r * b.vertex[std::size_t(k)];
            flat_b.push_back({{v[0], v[1]}});
        }
        const Overlap overlap(flat_a, flat_b);
        for (const PointRule rule : {PointRule::vertices, PointRule::gauss}) {
            const Manifold<3> m = meet(a, at(0, 0, 0), b, {x, r}, 1e-9, rule);
            EXPECT_NEAR(area_of(m), overlap.area, 1e-12);
            Vec<2> first{};
            for (const auto& p : m.points) first += p.area * Vec<2>{{p.point[0], p.point[1]}};
            EXPECT_NEAR(norm(first - overlap.first), 0.0, 1e-12);
        }
        met += overlap.area > 0.0;
    }
    EXPECT_GT(met, 2000);
}

}  // namespace
}  // namespace drystone::convex_contact_test
