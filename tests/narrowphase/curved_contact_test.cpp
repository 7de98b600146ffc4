// Pairs of convex shapes of which one at least is curved: gap and normal against brute force and closed forms, points and areas.

#include "narrowphase/curved_contact.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include <gtest/gtest.h>

#include "narrowphase/ball_ball.h"
#include "narrowphase/convex_convex.h"
#include "narrowphase/convex_plane.h"
#include "narrowphase/curved_stage.h"

namespace drystone::curved_contact_test {
namespace {

using namespace samples;
using std::numbers::pi;

int trials(int count) {
    const char* factor = std::getenv("DRYSTONE_FUZZ");
    return factor ? static_cast<int>(count * std::atof(factor)) : count;
}

template <int D>
Pose<D> any_pose(Random& random, const Vec<D>& place) {
    return pose_of(place, any_turn(random, Vec<D>{}));
}

/// By quarters, and a little more.
Rotation<2> nearly_square(Random& random, const Vec<2>&) {
    return rotation_by(Vec<1>{{0.5 * pi * std::floor(random.uniform(0.0, 4.0)) + random.uniform(-0.02, 0.02)}});
}
Rotation<3> nearly_square(Random& random, const Vec<3>&) {
    const auto axis = static_cast<int>(random.uniform(0.0, 3.0));
    const double quarter = 0.5 * pi * std::floor(random.uniform(0.0, 2.0));
    return rotation_by(std::pow(10.0, random.uniform(-6.0, -1.0)) * any_unit<3>(random)) *
           rotation_by(random.uniform(0.0, 2.0 * pi) * Vec<3>::axis(axis)) *
           rotation_by(quarter * Vec<3>::axis((axis + 1) % 3));
}

template <class T>
class CurvedPairs : public testing::Test {
  public:
    const std::vector<Grain<T::value>> all = all_grains<T::value>();
    CurvedScratch<T::value> scratch;
    Manifold<T::value> manifold;

    /// Calls visit(a, b) for every two grains of which one is curved, in poses from deep overlap to beyond the reach.
    template <class Visit>
    void for_pairs(int times, std::uint64_t seed, const Visit& visit) {
        Random random(seed);
        for (std::size_t i = 0; i + 2 < all.size(); ++i) {
            for (std::size_t j = 0; j < all.size(); ++j) {
                for (int k = 0; k < times; ++k) {
                    const Pose<T::value> p = any_pose<T::value>(random, {});
                    const Vec<T::value> u = any_unit<T::value>(random);
                    Pose<T::value> q = any_pose<T::value>(random, {});
                    q.position = random.uniform(0.2, 1.1) * (all[i].radius + all[j].radius) * u;
                    visit(all[i], p, all[j], q, random);
                }
            }
        }
    }
};
using Dimensions = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(CurvedPairs, Dimensions);

template <int D>
double least_gap(const Manifold<D>& manifold) {
    double least = 1e300;
    for (const ManifoldPoint<D>& p : manifold.points) least = std::min(least, p.gap);
    return least;
}

constexpr double reach = 0.3;

// No direction leaves more than the normal does, the deepest point has that gap, and points lie midway between the surfaces.
TYPED_TEST(CurvedPairs, HaveTheBestNormal) {
    constexpr int D = TypeParam::value;
    int within = 0;
    this->for_pairs(
        trials(6), 11, [&](const auto& one, const auto& p, const auto& other, const auto& q, Random& random) {
            const Supported<D> a = one.at(p), b = other.at(q);
            const double best = gap_by_force(a, b, random);
            const bool near =
                curved_contact(a, b, {{}, reach, PointRule::vertices}, this->scratch, this->manifold);
            if (!near) {
                EXPECT_GT(best, reach - 1e-6) << one.name << ", " << other.name;
                return;
            }
            ++within;
            const Vec<D>& n = this->manifold.normal;
            EXPECT_NEAR(norm(n), 1.0, 1e-12);
            const double gap = left_along(a, b, n);
            EXPECT_GT(gap, best - 1e-9) << one.name << ", " << other.name;
            EXPECT_NEAR(least_gap(this->manifold), gap, 1e-8) << one.name << ", " << other.name;
            std::set<std::uint32_t> names;
            for (const ManifoldPoint<D>& point : this->manifold.points) {
                EXPECT_TRUE(names.insert(point.feature).second) << one.name << ", " << other.name;
                const double from_a = dot(n, point.point - a.support(n)) - a.rounding,
                             from_b = dot(n, b.support(-n) - point.point) - b.rounding;
                EXPECT_LE(from_a, 0.5 * point.gap + 1e-8) << one.name << ", " << other.name;
                EXPECT_LE(from_b, 0.5 * point.gap + 1e-8) << one.name << ", " << other.name;
            }
        });
    EXPECT_GT(within, 100);
}

// Where it is smooth the normal is stationary to rounding: the two support points lie on it.
TYPED_TEST(CurvedPairs, OfSmoothShapesArePolishedToRounding) {
    constexpr int D = TypeParam::value;
    this->for_pairs(
        trials(10), 12, [&](const auto& one, const auto& p, const auto& other, const auto& q, Random&) {
            const auto smooth = [](const auto& g) {
                return std::holds_alternative<Ellipsoid<TypeParam::value>>(g.core) || g.name == "ball";
            };
            if (!smooth(one) || !smooth(other)) return;
            const Supported<D> a = one.at(p), b = other.at(q);
            const CommonNormal<D> plane = common_normal(a, b, reach, this->scratch.normal);
            if (!plane.within || plane.left < -0.2)
                return;  // the least push out of a deep overlap need not be unique
            const Vec<D> w = b.support(-plane.normal) - a.support(plane.normal);
            EXPECT_LT(norm(w - dot(w, plane.normal) * plane.normal), 1e-12) << one.name << ", " << other.name;
        });
}

/// How far a point is outside of a shape, seen along some directions: all round, and near the one it was found along.
template <int D>
double outside(const Supported<D>& shape, const Vec<D>& x, const Vec<D>& n, Random& random) {
    double most = 0.0;
    for (int k = 0; k < 60; ++k) {
        const Vec<D> d = unit(std::pow(10.0, random.uniform(-3.0, 1.0)) * any_unit<D>(random) + (k % 2) * n);
        most = std::max(most, dot(d, x - shape.support(d)) - shape.rounding);
    }
    return most;
}

// The deepest point is a point of both surfaces: it lies above the one and below the other where they are nearest. Half of the shapes are laid along each
// other but for a little, so that lines cross edges of faces that count as flat.
TYPED_TEST(CurvedPairs, TouchWhereBothOfThemAre) {
    constexpr int D = TypeParam::value;
    int within = 0;
    for (const double far : {0.02, reach}) {
        this->for_pairs(
            trials(12), 19, [&](const auto& one, const auto& p, const auto& other, Pose<D> q, Random& random) {
                if (random.uniform() < 0.5) q.turn = p.turn * matrix(nearly_square(random, Vec<D>{}));
                const Supported<D> a = one.at(p), b = other.at(q);
                if (!curved_contact(a, b, {{}, far, PointRule::vertices}, this->scratch, this->manifold)) return;
                const Vec<D>& n = this->manifold.normal;
                const auto deepest = std::ranges::min_element(this->manifold.points, {}, &ManifoldPoint<D>::gap);
                if (deepest->gap < -0.2) return;  // the least push out of a deep overlap need not be unique
                ++within;
                const Vec<D> half = (0.5 * deepest->gap) * n;
                EXPECT_LT(outside(a, deepest->point - half, n, random), 1e-6) << one.name << ", " << other.name;
                EXPECT_LT(outside(b, deepest->point + half, -n, random), 1e-6) << one.name << ", " << other.name;
            });
    }
    EXPECT_GT(within, 100);
}

TYPED_TEST(CurvedPairs, AreTheSameSwapped) {
    constexpr int D = TypeParam::value;
    this->for_pairs(
        trials(10), 13, [&](const auto& one, const auto& p, const auto& other, const auto& q, Random&) {
            const CommonNormal<D> there = common_normal(one.at(p), other.at(q), reach, this->scratch.normal),
                                  back = common_normal(other.at(q), one.at(p), reach, this->scratch.normal);
            EXPECT_EQ(there.within, back.within) << one.name << ", " << other.name;
            if (!there.within || !back.within) return;
            EXPECT_NEAR(there.left, back.left, 1e-9) << one.name << ", " << other.name;
        });
}

// The gap changes by no more than the shapes move; so do the contact points of pairs that meet in one point.
TYPED_TEST(CurvedPairs, PartSmoothly) {
    constexpr int D = TypeParam::value;
    this->for_pairs(
        trials(2), 14, [&](const auto& one, const auto& p, const auto& other, const auto& q, Random& random) {
            const Vec<D> way = any_unit<D>(random);
            double before = 0.0;
            bool had = false;
            for (int k = 0; k < 40; ++k) {
                Pose<D> moved = q;
                moved.position += (k * 1e-3) * way;
                const CommonNormal<D> plane =
                    common_normal(one.at(p), other.at(moved), reach, this->scratch.normal);
                if (had && plane.within) {
                    EXPECT_LT(std::abs(plane.left - before), 1e-3 + 1e-9) << one.name << ", " << other.name;
                }
                had = plane.within;
                before = plane.left;
            }
        });
}

TYPED_TEST(CurvedPairs, AreFoundFarFromTheOriginAndAtAnyScale) {
    constexpr int D = TypeParam::value;
    // A power of two: the same digits.
    const double scale = 0x1p-20;
    const Vec<D> half = [] {
        Vec<D> v;
        for (int i = 0; i < D; ++i) v[i] = 0.5 + 0.2 * i;
        return v;
    }();
    const Grain<D> egg = grain("egg", make_curved<D>(Ellipsoid<D>{half}, 0.0)),
                   tiny = grain("tiny", make_curved<D>(Ellipsoid<D>{scale * half}, 0.0));
    Random random(15);
    for (int k = 0; k < 50; ++k) {
        const Pose<D> p = any_pose<D>(random, {}), q = any_pose<D>(random, 1.1 * any_unit<D>(random));
        Pose<D> near = q;
        near.position = scale * q.position;
        const CommonNormal<D> large = common_normal(egg.at(p), egg.at(q), reach, this->scratch.normal),
                              small = common_normal(tiny.at(p), tiny.at(near), scale * reach,
                                                    this->scratch.normal);
        EXPECT_EQ(large.within, small.within);
        EXPECT_EQ(large.normal, small.normal);
        EXPECT_EQ(scale * large.left, small.left);
    }
}

TYPED_TEST(CurvedPairs, SurvivePlacesThatAreNotFinite) {
    constexpr int D = TypeParam::value;
    Pose<D> nowhere;
    nowhere.position[0] = std::numeric_limits<double>::quiet_NaN();
    for (const auto& one : this->all)
        EXPECT_FALSE(curved_contact(this->all[0].at({}), one.at(nowhere), {{}, reach, PointRule::vertices},
                                    this->scratch, this->manifold));
}

// Needles, plates and sheets of 1 : 1000, exponents of 1.1 and 20, sizes of 1 : 10^6, placed so that a direction is known which leaves
// a given gap: none less is found, the same swapped, and all of it is finite.
TEST(ThinAndTinyShapes, AreFoundAtLeastAsFarApartAsTheyArePlaced) {
    std::vector<Grain<3>> all;
    const auto add = [&](const Core<3>& core, double rounding = 0.0) {
        all.push_back(grain("", make_curved<3>(core, rounding)));
    };
    add(Ellipsoid<3>{{{1.0, 1e-3, 1e-3}}});
    add(Ellipsoid<3>{{{1e-4, 2e-4, 3e-4}}});
    add(Ellipsoid<3>{{{100.0, 80.0, 90.0}}});
    add(Frustum{1.0, 1.0, 1e-3});
    add(Frustum{1e-3, 1e-3, 1.0});
    add(Frustum{1.0, 0.0, 1e-2});
    add(Frustum{1e-2, 0.0, 1.0});
    add(Segment<3>{1.0}, 1e-3);
    add(Superquadric<3>{{{1.0, 0.5, 0.7}}, 20.0, 20.0});
    add(Superquadric<3>{{{1.0, 0.5, 0.7}}, 1.1, 1.1});
    all.push_back(grain("", make_rounded(shared_box<3>({{2.0, 2.0, 1e-3}}), 1e-4)));
    all.push_back(block_grain(box<3>({{1.0, 1.0, 1.0}})));
    Random random(22);
    CurvedScratch<3> scratch;
    Manifold<3> manifold;
    for (const Grain<3>& one : all) {
        for (const Grain<3>& other : all) {
            for (int k = 0; k < trials(20); ++k) {
                const double small = std::min(one.size, other.size), gap = small * random.uniform(-0.3, 0.3);
                const Vec<3> u = any_unit<3>(random);
                const Supported<3> a = one.at(any_pose<3>(random, {}));
                Pose<3> q = any_pose<3>(random, {});
                q.position = a.support(u) - other.at(q).support(-u) + (gap + a.rounding + other.rounding) * u;
                const Supported<3> b = other.at(q);
                ASSERT_TRUE(curved_contact(a, b, {{}, small, PointRule::vertices}, scratch, manifold));
                for (const auto& p : manifold.points)
                    EXPECT_TRUE(std::isfinite(p.gap) && std::isfinite(norm(p.point)));
                EXPECT_NEAR(norm(manifold.normal), 1.0, 1e-12);
                const CommonNormal<3> there = common_normal(a, b, small, scratch.normal),
                                      back = common_normal(b, a, small, scratch.normal);
                EXPECT_GT(there.left - a.rounding - b.rounding,
                          gap - 1e-9 * small - 1e-13 * (a.radius + b.radius));
                EXPECT_NEAR(there.left, back.left, 1e-3 * small);
            }
        }
    }
}

// Closed forms

TYPED_TEST(CurvedPairs, OfRoundEllipsoidsAreThoseOfBalls) {
    constexpr int D = TypeParam::value;
    Vec<D> round;
    for (int i = 0; i < D; ++i) round[i] = 0.5;
    const Grain<D> egg = grain("egg", make_curved<D>(Ellipsoid<D>{round}, 0.0)), ball = ball_grain<D>(0.3);
    Random random(16);
    for (int k = 0; k < 200; ++k) {
        const Vec<D> place = random.uniform(0.3, 1.0) * any_unit<D>(random);
        const Pose<D> p = any_pose<D>(random, {}), q = any_pose<D>(random, place);
        for (const auto& [other, radius] : {std::pair(&egg, 0.5), std::pair(&ball, 0.3)}) {
            const Touch<D> touch = ball_ball<D>({}, 0.5, place, radius);
            ASSERT_TRUE(curved_contact(egg.at(p), other->at(q), {{}, 1.0, PointRule::vertices}, this->scratch,
                                       this->manifold));
            EXPECT_NEAR(this->manifold.points[0].gap, touch.gap, 1e-13);
            EXPECT_LT(norm(this->manifold.normal - touch.normal), 1e-10);
        }
    }
}

double segment_distance(const Vec<3>& p, const Vec<3>& u, const Vec<3>& q, const Vec<3>& v) {
    double best = 1e300;  // ends against the other segment, and where the lines are nearest
    const auto to = [](const Vec<3>& x, const Vec<3>& p0, const Vec<3>& e) {
        return norm(x - p0 - std::clamp(dot(x - p0, e) / dot(e, e), 0.0, 1.0) * e);
    };
    for (const double t : {0.0, 1.0}) best = std::min({best, to(p + t * u, q, v), to(q + t * v, p, u)});
    const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), det = uu * vv - uv * uv;
    const Vec<3> d = q - p;
    const double s = (dot(d, u) * vv - dot(d, v) * uv) / det, t = (dot(d, u) * uv - dot(d, v) * uu) / det;
    if (s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0) best = std::min(best, norm(d + t * v - s * u));
    return best;
}

TEST(TwoCapsules, AreAsFarApartAsTheirSegments) {
    const Grain<3> one = grain("one", make_curved<3>(Segment<3>{0.6}, 0.25)),
                   other = grain("other", make_curved<3>(Segment<3>{0.9}, 0.1));
    Random random(17);
    CommonNormalScratch<3> scratch;
    for (int k = 0; k < 2000; ++k) {
        const Pose<3> p = any_pose<3>(random, {}),
                      q = any_pose<3>(random, random.uniform(0.05, 1.5) * any_unit<3>(random));
        const Vec<3> u = 1.2 * transpose(p.turn)[2], v = 1.8 * transpose(q.turn)[2];
        const double distance = segment_distance(p.position - 0.5 * u, u, q.position - 0.5 * v, v);
        const CommonNormal<3> plane = common_normal(one.at(p), other.at(q), 3.0, scratch);
        ASSERT_TRUE(plane.within);
        EXPECT_NEAR(plane.left, distance, 1e-12);
    }
}

// Nearly parallel, where the crossing point runs along them as they turn a little: still the distance of the segments.
TEST(TwoCapsules, SideBySideAreAsFarApartAsTheirSegments) {
    const Grain<3> one = grain("one", make_curved<3>(Segment<3>{0.6}, 0.25));
    Random random(18);
    CommonNormalScratch<3> scratch;
    for (int k = 0; k < 2000; ++k) {
        const double skew = std::pow(10.0, random.uniform(-12.0, -1.0));
        const Pose<3> p;
        const Pose<3> q = pose_of(Vec<3>{{0.5, random.uniform(-0.1, 0.1), random.uniform(-1.0, 1.0)}},
                                  rotation_by(skew * any_unit<3>(random)));
        const Vec<3> u{{0.0, 0.0, 1.2}}, v = 1.2 * transpose(q.turn)[2];
        const double distance = segment_distance(-0.5 * u, u, q.position - 0.5 * v, v);
        EXPECT_NEAR(common_normal(one.at(p), one.at(q), 3.0, scratch).left, distance,
                    2e-11);  // what counts as equal
    }
}

// A box without rounding is a block: the same gap, normal, points, shares.
TEST(ARoundedBoxWithoutRounding, TouchesAsTheBlockDoes) {
    const Convex<3> brick = box<3>({{0.8, 0.6, 1.0}});
    const Grain<3> own = block_grain(brick);
    Random random(19);
    CurvedScratch<3> scratch;
    ConvexScratch<3> blocks;
    Manifold<3> curved, exact;
    for (int k = 0; k < 3000; ++k) {
        const bool flush = k % 2 == 0;  // face on face, turned about the normal
        Pose<3> p = any_pose<3>(random, {}), q;
        if (flush) {
            const Vec<3> shift{
                {random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), 1.0 + random.uniform(-0.01, 0.01)}};
            q = {p.turn * shift, p.turn * matrix(rotation_by({{0.0, 0.0, random.uniform(-1.0, 1.0)}}))};
        } else {
            q = any_pose<3>(random, random.uniform(0.5, 1.2) * any_unit<3>(random));
        }
        const bool near =
            curved_contact(own.at(p), own.at(q), {{}, 0.05, PointRule::vertices}, scratch, curved);
        ASSERT_EQ(near, convex_convex({brick, p}, {brick, q}, {0.05, PointRule::vertices}, blocks, exact));
        if (!near) continue;
        EXPECT_NEAR(least_gap(curved), least_gap(exact), 1e-10);
        if (!flush) continue;
        EXPECT_LT(norm(curved.normal - exact.normal), 1e-10);
        ASSERT_EQ(curved.points.size(), exact.points.size());
        for (std::size_t i = 0; i < exact.points.size(); ++i) {
            EXPECT_EQ(curved.points[i].feature & 0xc0000000U, exact.points[i].feature & 0xc0000000U);
            EXPECT_LT(norm(curved.points[i].point - exact.points[i].point), 1e-10);
            EXPECT_NEAR(curved.points[i].area, exact.points[i].area, 1e-10);
        }
    }
}

// Planes

template <int D>
struct OnAPlane {
    CurvedScratch<D> scratch;
    Manifold<D> manifold;

    /// Of the shape with the local direction `down` turned to -z (2D: -y), its lowest point `gap` above the ground.
    const Manifold<D>& lying(const Curved<D>& shape, const Pose<D>& pose, double gap_sought = 1e-3,
                             PointRule rule = PointRule::vertices) {
        const Grain<D> one = grain("one", shape);
        Vec<D> up = Vec<D>::axis(D - 1), place = pose.position;
        place += (dot(up, one.at(pose).support(-up)) - one.rounding - dot(up, pose.position)) * up;
        curved_plane(one.at(pose), {place - 1e-9 * up, up}, {{}, gap_sought, rule}, scratch, manifold);
        return manifold;
    }
    double area() const {
        double sum = 0.0;
        for (const auto& p : manifold.points) sum += p.area;
        return sum;
    }
};

Pose<3> turned(const Vec<3>& by) { return pose_of(Vec<3>{}, rotation_by(by)); }

TEST(ACylinderOnItsEnd, BearsOnTheWholeDisc) {
    OnAPlane<3> ground;
    for (const double rounding : {0.0, 0.1}) {
        const Curved<3> shape = make_curved<3>(Frustum{0.4, 0.4, 0.7}, rounding);
        for (const Vec<3>& turn : {Vec<3>{}, Vec<3>{{pi, 0.0, 0.0}}, Vec<3>{{0.0, 0.0, 0.3}}}) {
            for (const PointRule rule : {PointRule::vertices, PointRule::gauss}) {
                const auto& points = ground.lying(shape, turned(turn), 1e-3, rule).points;
                EXPECT_EQ(points.size(), std::size_t(Frustum::rim_points));
                EXPECT_NEAR(ground.area(), pi * 0.16, 1e-12);
                for (const auto& p : points) EXPECT_NEAR(p.gap, 1e-9, 1e-14);
            }
        }
    }
}

// Tilted by any angle, its true lowest point is among the points: it rolls on its rim, not on a polygon.
TEST(ATiltedCylinder, StandsOnItsRim) {
    OnAPlane<3> ground;
    const Curved<3> shape = make_curved<3>(Frustum{0.4, 0.4, 0.7}, 0.0);
    for (const double tilt : {1e-10, 1e-7, 1e-5, 1e-3, 0.01, 0.02, 0.1, 1.0}) {
        for (int k = 0; k < 7; ++k) {
            const double azimuth = 0.37 * k;
            const auto& points =
                ground.lying(shape, turned({{tilt * std::cos(azimuth), tilt * std::sin(azimuth), 0.0}}))
                    .points;
            double least = 1e300;
            for (const auto& p : points) least = std::min(least, p.gap);
            EXPECT_NEAR(least, 1e-9, 1e-8) << tilt;
        }
    }
}

TEST(ALyingShape, TouchesAlongALine) {
    OnAPlane<3> ground;
    const double half = 0.7;
    for (const Curved<3>& shape :
         {make_curved<3>(Frustum{0.4, 0.4, half}, 0.0), make_curved<3>(Frustum{0.3, 0.3, half}, 0.1),
          make_curved<3>(Segment<3>{half}, 0.4)}) {
        for (const double tilt : {0.0, 1e-4, -1e-3}) {
            const auto& points = ground.lying(shape, turned({{0.5 * pi + tilt, 0.0, 0.0}}), 0.05).points;
            ASSERT_EQ(points.size(), 2U);
            EXPECT_NEAR(norm(points[0].point - points[1].point), 2.0 * half, 1e-5);
            EXPECT_NEAR(std::abs(points[0].gap - points[1].gap), 2.0 * half * std::sin(std::abs(tilt)),
                        1e-12);
            EXPECT_NE(points[0].feature, points[1].feature);
        }
    }
    const Curved<3> cone = make_curved<3>(Frustum{0.4, 0.0, half}, 0.0);
    const double slope = std::atan2(0.4, 2.0 * half);  // its side lies flat when the axis is raised by it
    const auto& points = ground.lying(cone, turned({{0.5 * pi + slope, 0.0, 0.0}})).points;
    ASSERT_EQ(points.size(), 2U);
    EXPECT_NEAR(norm(points[0].point - points[1].point), std::hypot(0.4, 2.0 * half), 1e-9);
}

TEST(ARoundedBoxOnAPlane, BearsOnItsFlatFace) {
    OnAPlane<3> ground;
    EXPECT_EQ(ground.lying(make_rounded(shared_box<3>({{0.8, 0.6, 1.0}}), 0.1), {}).points.size(), 4U);
    EXPECT_NEAR(ground.area(), 0.8 * 0.6, 1e-14);
    OnAPlane<2> floor;
    EXPECT_EQ(floor.lying(make_rounded(shared_box<2>({{0.8, 0.6}}), 0.1), {}).points.size(), 2U);
    EXPECT_NEAR(floor.area(), 0.8, 1e-14);
    EXPECT_EQ(floor.lying(make_curved<2>(Segment<2>{0.6}, 0.25), pose_of(Vec<2>{}, Rotation<2>{0.5 * pi}))
                  .points.size(),
              2U);
    EXPECT_NEAR(floor.area(), 1.2, 1e-14);
}

// Faces of two shapes

double area_of(const Manifold<3>& manifold) {
    double sum = 0.0;
    for (const auto& p : manifold.points) sum += p.area;
    return sum;
}

TEST(TwoCylinders, EndOnEndShareTheSmallerDisc) {
    CurvedScratch<3> scratch;
    Manifold<3> manifold;
    Random random(20);
    const Grain<3> lower = grain("lower", make_curved<3>(Frustum{0.6, 0.6, 0.5}, 0.0));
    for (const double R : {0.6, 0.35}) {
        const Grain<3> upper = grain("upper", make_curved<3>(Frustum{R, R, 0.5}, 0.0));
        for (int k = 0; k < 50; ++k) {
            const Pose<3> p = any_pose<3>(random, {});
            const Pose<3> q{p.turn * Vec<3>{{0.0, 0.0, 1.0 + 1e-6}},
                            p.turn * matrix(rotation_by({{0.0, 0.0, 0.1 * k}}))};
            ASSERT_TRUE(
                curved_contact(lower.at(p), upper.at(q), {{}, 1e-3, PointRule::vertices}, scratch, manifold));
            EXPECT_EQ(manifold.points.size(), std::size_t(Frustum::rim_points)) << R << " " << k;
            EXPECT_NEAR(area_of(manifold), pi * R * R, 1e-6);
            for (const auto& point : manifold.points) EXPECT_NEAR(point.gap, 1e-6, 1e-12);
        }
    }
}

// Moved aside by c, two discs have a lens in common: 2 R^2 acos(c/2R) - c/2 sqrt(4 R^2 - c^2).
TEST(TwoCylinders, MovedAsideShareALens) {
    CurvedScratch<3> scratch;
    Manifold<3> manifold;
    const double R = 0.5;
    const Grain<3> drum = grain("drum", make_curved<3>(Frustum{R, R, 0.5}, 0.0));
    for (const double c : {0.01, 0.1, 0.3, 0.6}) {
        const Pose<3> q = pose_of(Vec<3>{{0.8 * c, 0.6 * c, 1.0}}, rotation_by({{0.0, 0.0, 0.4}}));
        ASSERT_TRUE(
            curved_contact(drum.at({}), drum.at(q), {{}, 1e-3, PointRule::vertices}, scratch, manifold));
        const double lens = 2.0 * R * R * std::acos(0.5 * c / R) - 0.5 * c * std::sqrt(4.0 * R * R - c * c);
        EXPECT_NEAR(area_of(manifold), lens, 0.04 * lens) << c;  // 16 corners a circle
    }
}

TEST(ACylinderOnABlock, BearsOnWhatIsAboveIt) {
    CurvedScratch<3> scratch;
    Manifold<3> manifold;
    const double R = 0.5;
    const Grain<3> drum = grain("drum", make_curved<3>(Frustum{R, R, 0.5}, 0.0)),
                   slab = block_grain(box<3>({{4.0, 4.0, 1.0}}));
    ASSERT_TRUE(curved_contact(slab.at({}),
                               drum.at(pose_of(Vec<3>{{0.3, 0.2, 1.0}}, rotation_by({{0.0, 0.0, 0.4}}))),
                               {{}, 1e-3, PointRule::vertices}, scratch, manifold));
    EXPECT_EQ(manifold.points.size(), std::size_t(Frustum::rim_points));
    EXPECT_NEAR(area_of(manifold), pi * R * R, 1e-9);
    ASSERT_TRUE(curved_contact(slab.at({}), drum.at(pose_of(Vec<3>{{2.0, 0.2, 1.0}}, Rotation<3>{})),
                               {{}, 1e-3, PointRule::vertices}, scratch, manifold));
    EXPECT_NEAR(area_of(manifold), 0.5 * pi * R * R, 1e-9);  // half of it hangs over the edge
}

// Logs side by side, a log on a block, a log across a log.
TEST(Logs, TouchAlongWhatTheyHaveInCommon) {
    CurvedScratch<3> scratch;
    Manifold<3> manifold;
    const Grain<3> slab = block_grain(box<3>({{1.0, 1.0, 1.0}}));
    for (const Grain<3>& log : {grain("cylinder", make_curved<3>(Frustum{0.2, 0.2, 0.7}, 0.0)),
                                grain("capsule", make_curved<3>(Segment<3>{0.7}, 0.2))}) {
        const auto touch = [&](const Supported<3>& a, const Pose<3>& q) {
            EXPECT_TRUE(curved_contact(a, log.at(q), {{}, 1e-3, PointRule::vertices}, scratch, manifold));
            return manifold.points;
        };
        for (const double skew : {0.0, 1e-6, 1e-3}) {
            const auto points =
                touch(log.at({}), pose_of(Vec<3>{{0.4, 0.0, 0.5}}, rotation_by({{0.0, skew, 0.0}})));
            if (skew > 1e-4) continue;  // the far end is out of reach
            ASSERT_EQ(points.size(), 2U) << log.name;
            EXPECT_NEAR(norm(points[0].point - points[1].point), 0.9, 1e-4);  // 1.4 less 0.5
        }
        const auto over =
            touch(slab.at({}), pose_of(Vec<3>{{0.0, 0.1, 0.7}}, rotation_by({{0.5 * pi, 0.0, 0.0}})));
        ASSERT_EQ(over.size(), 2U) << log.name;
        EXPECT_NEAR(norm(over[0].point - over[1].point), 1.0, 1e-9);  // as long as the block
        const auto cross_over =
            touch(log.at({}), pose_of(Vec<3>{{0.4, 0.0, 0.1}}, rotation_by({{0.5 * pi, 0.0, 0.0}})));
        ASSERT_EQ(cross_over.size(), 1U) << log.name;
        EXPECT_LT(norm(cross_over[0].point - Vec<3>{{0.2, 0.0, 0.1}}), 1e-9);
    }
}

// Names stay while a log rolls on its side, a cylinder stands and turns, a capsule slides along another.
TEST(Names, StayWhileShapesRollAndSlide) {
    CurvedScratch<3> scratch;
    Manifold<3> manifold;
    const Grain<3> log = grain("log", make_curved<3>(Frustum{0.2, 0.2, 0.7}, 0.0)),
                   slab = block_grain(box<3>({{5.0, 5.0, 1.0}}));
    const auto names = [&](const Pose<3>& q) {
        curved_contact(slab.at({}), log.at(q), {{}, 1e-3, PointRule::vertices}, scratch, manifold);
        std::set<std::uint32_t> all;
        for (const auto& p : manifold.points) all.insert(p.feature);
        return all;
    };
    const Rotation<3> lie = rotation_by({{0.5 * pi, 0.0, 0.0}});
    const auto rolling = names(pose_of(Vec<3>{{0.0, 0.0, 0.7}}, lie)),
               standing = names(pose_of(Vec<3>{{0.0, 0.0, 1.2}}, Rotation<3>{}));
    EXPECT_EQ(rolling.size(), 2U);
    EXPECT_EQ(standing.size(), std::size_t(Frustum::rim_points));
    for (int k = 1; k < 60; ++k) {
        const double phi = 0.13 * k;
        EXPECT_EQ(names(pose_of(Vec<3>{{0.02 * k, 0.0, 0.7}}, rotation_by({{0.0, phi, 0.0}}) * lie)),
                  rolling);
        EXPECT_EQ(names(pose_of(Vec<3>{{0.01 * k, -0.02 * k, 1.2}}, rotation_by({{0.0, 0.0, phi}}))),
                  standing);
    }
}

// Drums

TEST(AShapeInADrum, TouchesWhereItIsFarthestFromTheAxis) {
    CurvedScratch<3> scratch;
    std::vector<DrumTouch<3>> touches;
    const Hollow<3> drum{{}, Vec<3>::axis(2), 1.0, 4.0};
    const Grain<3> capsule = grain("capsule", make_curved<3>(Segment<3>{0.5}, 0.1)),
                   egg = grain("egg", make_curved<3>(Ellipsoid<3>{{{0.3, 0.3, 0.6}}}, 0.0)),
                   log = grain("log", make_curved<3>(Frustum{0.2, 0.2, 0.5}, 0.0));
    const auto find = [&](const Grain<3>& one, const Pose<3>& pose, double most) {
        curved_drum(one.at(pose), drum, {{}, most, PointRule::vertices}, scratch, touches);
        return touches;
    };
    const Rotation<3> across = rotation_by({{0.5 * pi, 0.0, 0.0}});  // along y
    // Along the axis, near the wall: both ends of a line.
    for (const Grain<3>& one : {capsule, log}) {
        const auto found = find(one, pose_of(Vec<3>{{0.75, 0.0, 0.0}}, Rotation<3>{}), 0.2);
        ASSERT_EQ(found.size(), 2U) << one.name;
        for (const auto& t : found) {
            EXPECT_NEAR(t.touch.gap, one.name == "log" ? 0.05 : 0.15, 1e-12);
            EXPECT_LT(norm(t.touch.normal - Vec<3>::axis(0)), 1e-9);
        }
    }
    // Across: the two ends, each with its own normal; off the axis by 0.3.
    const auto ends = find(capsule, pose_of(Vec<3>{{0.3, 0.0, 0.0}}, across), 0.4);
    ASSERT_EQ(ends.size(), 2U);
    for (const auto& t : ends) EXPECT_NEAR(t.touch.gap, 1.0 - std::hypot(0.3, 0.5) - 0.1, 1e-12);
    EXPECT_LT(ends[0].touch.normal[1] * ends[1].touch.normal[1], 0.0);
    // An ellipsoid across the axis touches with both tips.
    const auto tips = find(egg, pose_of(Vec<3>{}, across), 0.45);
    ASSERT_EQ(tips.size(), 2U);
    for (const auto& t : tips) EXPECT_NEAR(t.touch.gap, 0.4, 1e-12);
    // On a flat end: the disc, and nothing of the shell.
    const auto flat = find(log, pose_of(Vec<3>{{0.0, 0.0, 1.5}}, Rotation<3>{}), 1e-3);
    EXPECT_EQ(flat.size(), std::size_t(Frustum::rim_points));
}

TEST(AShapeInADrum, IsInItsFarthestPointsIn2D) {
    CurvedScratch<2> scratch;
    std::vector<DrumTouch<2>> touches;
    const Grain<2> egg = grain("egg", make_curved<2>(Ellipsoid<2>{{{0.3, 0.6}}}, 0.0));
    Random random(21);
    for (int k = 0; k < 200; ++k) {
        const Pose<2> pose = any_pose<2>(random, random.uniform(0.0, 0.3) * any_unit<2>(random));
        curved_drum(egg.at(pose), {{}, {}, 1.0, 0.0}, {{}, 1.0, PointRule::vertices}, scratch, touches);
        double farthest = 0.0;
        for (int i = 0; i < 20000; ++i) {
            const double phi = 2.0 * pi * i / 20000;
            farthest = std::max(
                farthest,
                norm(pose.position + pose.turn * Vec<2>{{0.3 * std::cos(phi), 0.6 * std::sin(phi)}}));
        }
        double least = 1e300;
        for (const auto& t : touches) least = std::min(least, t.touch.gap);
        EXPECT_NEAR(least, 1.0 - farthest, 1e-6);
    }
}

}  // namespace
}  // namespace drystone::curved_contact_test
