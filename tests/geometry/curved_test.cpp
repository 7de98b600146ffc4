// Curved shapes: support function, curvature, mass and skin of every core, with and without rounding.

#include "geometry/curved_samples.h"

#include <numbers>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::curved_test {
namespace {

using namespace samples;
using std::numbers::pi;

template <int D>
Vec<D> any_direction(Random& random) {
    Vec<D> d;
    for (int i = 0; i < D; ++i) d[i] = random.normal();
    return (1.0 / norm(d)) * d;
}

template <class T>
class ACurvedShape : public testing::Test {
  public:
    const std::vector<CurvedSample<T::value>> all = curved_samples(Vec<T::value>{});
};
using Dimensions = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(ACurvedShape, Dimensions);

// The support point is the last of the ray that is inside, and nothing inside lies beyond it.
TYPED_TEST(ACurvedShape, EndsAtItsSupportPoints) {
    constexpr int D = TypeParam::value;
    Random random(1);
    for (const auto& [name, shape, holds] : this->all) {
        for (int k = 0; k < 300; ++k) {
            const Vec<D> d = any_direction<D>(random), s = shape_support(*shape, d);
            EXPECT_TRUE(holds(s + 1e-9 * (shape->middle - s))) << name;
            EXPECT_FALSE(holds(s + 1e-9 * d)) << name;
            Vec<D> x;
            for (int i = 0; i < D; ++i) x[i] = shape->middle[i] + random.uniform(-1.5, 1.5);
            if (holds(x)) {
                EXPECT_LE(dot(d, x), dot(d, s) + 1e-12) << name;
            }
            EXPECT_LE(norm(s - shape->middle), shape->radius * (1.0 + 1e-12)) << name;
            EXPECT_GE(dot(d, s - shape->middle), shape->inner_radius * (1.0 - 1e-12)) << name;
        }
    }
}

// s(d) is the gradient of h, and R(d) the derivative of s.
TYPED_TEST(ACurvedShape, CurvesAsItsSupportPointsMove) {
    constexpr int D = TypeParam::value;
    Random random(2);
    constexpr double step = 1e-6;
    for (const auto& [name, shape, holds] : this->all) {
        for (int k = 0; k < 100; ++k) {
            const Vec<D> d = any_direction<D>(random), e = any_direction<D>(random);
            const auto ask = [&](const Vec<D>& at) {
                return std::visit([&](const auto& core) { return core.support(at); }, shape->core);
            };
            const Mat<D> R = std::visit([&](const auto& core) { return core.radii(d); }, shape->core);
            const Vec<D> moved = (0.5 / step) * (ask(d + step * e) - ask(d - step * e));
            if (norm(ask(d + step * e) - ask(d)) > 0.01)
                continue;  // from one end of a straight line to the other
            EXPECT_LT(norm(moved - R * e), 1e-5 * (1.0 + norm(R * e))) << name;
            EXPECT_LT(norm(R * d), 1e-9 * (1.0 + norm(R * e))) << name;
        }
    }
}

template <int D>
Moments<D> counted(const CurvedSample<D>& one, int cells) {
    const double width = 2.0 * one.shape->radius / cells;
    Moments<D> m;
    Random random(7);
    const long all = std::lround(std::pow(cells, D));
    for (long k = 0; k < all; ++k) {
        Vec<D> x = one.shape->middle;
        long rest = k;
        for (int i = 0; i < D; ++i, rest /= cells)
            x[i] += (static_cast<double>(rest % cells) + random.uniform()) * width - one.shape->radius;
        if (one.holds(x)) m += Moments<D>{1.0, x, outer(x, x)};
    }
    return std::pow(width, D) * m;
}

// Against cells counted one by one, each at a point of its own: its sides may lie along the grid.
TYPED_TEST(ACurvedShape, WeighsWhatItHolds) {
    constexpr int D = TypeParam::value;
    for (const auto& one : this->all) {
        const Moments<D>&m = one.shape->moments, c = counted(one, D == 3 ? 120 : 800);
        const double size = one.shape->radius, tolerance = D == 3 ? 2e-3 : 1e-3;
        EXPECT_NEAR(m.volume, c.volume, tolerance * m.volume) << one.name;
        EXPECT_LT(norm(m.first - c.first), tolerance * size * m.volume) << one.name;
        double trace = 0.0, counted_trace = 0.0;
        for (int i = 0; i < D; ++i) {
            trace += m.second[i][i];
            counted_trace += c.second[i][i];
            for (int j = 0; j < D && D == 3; ++j)
                EXPECT_NEAR(m.second[i][j], c.second[i][j], tolerance * size * size * m.volume)
                    << one.name << i << j;
        }
        EXPECT_NEAR(trace, counted_trace, tolerance * size * size * m.volume) << one.name;
    }
}

// What is drawn lies inside and fills nearly all of it, and is closed.
TYPED_TEST(ACurvedShape, IsDrawnByAClosedSkin) {
    constexpr int D = TypeParam::value;
    for (const auto& [name, shape, holds] : this->all) {
        const double drawn = volume_of(shape->skin);
        EXPECT_LT(drawn, shape->moments.volume * (1.0 + 1e-12)) << name;
        EXPECT_GT(drawn, 0.93 * shape->moments.volume) << name;
        for (const Vec<D>& x : shape->skin.vertex) {
            EXPECT_TRUE(holds(x + 1e-9 * (shape->middle - x))) << name;
            EXPECT_FALSE(holds(x - 1e-6 * (shape->middle - x))) << name;
        }
        if constexpr (D == 3) {
            Vec<3> area{};  // of a closed surface the oriented areas cancel
            for (const std::vector<int>& face : shape->skin.faces)
                for (std::size_t k = 1; k + 1 < face.size(); ++k) {
                    const auto at = [&](std::size_t i) {
                        return shape->skin.vertex[static_cast<std::size_t>(face[i])];
                    };
                    area += cross(at(k) - at(0), at(k + 1) - at(0));
                }
            EXPECT_LT(norm(area), 1e-12) << name;
        }
    }
}

TEST(ACylinder, HasTheMassOfTheTextbook) {
    const double R = 0.4, h = 1.4, rho = 2000.0, m = rho * pi * R * R * h;
    const MassProperties<3> p = mass_properties(make_curved<3>(Frustum{R, R, 0.5 * h}, 0.0), rho);
    EXPECT_NEAR(p.mass, m, 1e-12 * m);
    EXPECT_NEAR(p.inertia[2][2], 0.5 * m * R * R, 1e-12 * m);
    EXPECT_NEAR(p.inertia[0][0], m * (3.0 * R * R + h * h) / 12.0, 1e-12 * m);
}

TEST(ACone, HasTheMassOfTheTextbook) {
    const double R = 0.4, h = 1.4, m = pi * R * R * h / 3.0;
    const MassProperties<3> p = mass_properties(make_curved<3>(Frustum{R, 0.0, 0.5 * h}, 0.0), 1.0);
    EXPECT_NEAR(p.mass, m, 1e-13);
    EXPECT_NEAR(p.centre[2], -0.25 * h, 1e-13);  // a quarter of the height above the base at -h/2
    EXPECT_NEAR(p.inertia[2][2], 0.3 * m * R * R, 1e-13);
    EXPECT_NEAR(p.inertia[0][0], m * (0.15 * R * R + 3.0 / 80.0 * h * h), 1e-13);
}

TEST(ACapsule, HasTheMassOfTheTextbook) {
    const double r = 0.25, l = 1.2, rod = pi * r * r * l, ball = 4.0 / 3.0 * pi * r * r * r;
    const MassProperties<3> p = mass_properties(make_curved<3>(Segment<3>{0.5 * l}, r), 1.0);
    EXPECT_NEAR(p.mass, rod + ball, 1e-14);
    EXPECT_NEAR(p.inertia[2][2], 0.5 * rod * r * r + 0.4 * ball * r * r, 1e-14);
    EXPECT_NEAR(p.inertia[0][0],
                rod * (l * l / 12.0 + r * r / 4.0) + ball * (0.4 * r * r + l * l / 4.0 + 3.0 / 8.0 * l * r),
                1e-14);
}

TEST(AnEllipsoid, IsASuperquadricOfExponentTwo) {
    const Vec<3> a{{0.5, 0.8, 0.3}};
    const Curved<3> one = make_curved<3>(Ellipsoid<3>{a}, 0.0),
                    other = make_curved<3>(Superquadric<3>{a, 2.0, 2.0}, 0.0);
    EXPECT_NEAR(one.moments.volume, other.moments.volume, 1e-14);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(one.moments.second[i][i], other.moments.second[i][i], 1e-15);
    Random random(3);
    for (int k = 0; k < 100; ++k) {
        const Vec<3> d = any_direction<3>(random), e = any_direction<3>(random);
        EXPECT_LT(norm(shape_support(one, d) - shape_support(other, d)), 1e-14);
        const auto bent = [&](const Curved<3>& c) {
            return std::visit([&](const auto& core) { return core.radii(d) * e; }, c.core);
        };
        EXPECT_LT(norm(bent(one) - bent(other)), 1e-12);
    }
}

// V = abc + 2 r (ab + bc + ca) + pi r^2 (a + b + c) + 4/3 pi r^3 (Steiner), and by symmetry no first or mixed moments.
TEST(ARoundedBox, HasSteinersVolume) {
    const double a = 0.8, b = 0.6, c = 1.0, r = 0.1;
    const Curved<3> shape = make_rounded(shared_box<3>({{a, b, c}}), r);
    const double V =
        a * b * c + 2.0 * r * (a * b + b * c + c * a) + pi * r * r * (a + b + c) + 4.0 / 3.0 * pi * r * r * r;
    EXPECT_NEAR(shape.moments.volume, V, 1e-14);
    EXPECT_LT(norm(shape.moments.first), 1e-15);
    EXPECT_NEAR(shape.moments.second[0][1], 0.0, 1e-15);
    EXPECT_EQ(make_rounded(shared_box<3>({{a, b, c}}), 0.0).moments.volume,
              mass_properties(box<3>({{a, b, c}}), 1.0).mass);
}

// A square prism of many sides, rounded, becomes a rounded cylinder: two independent integrals.
TEST(ARoundedPolyhedron, ApproachesARoundedCylinder) {
    const double R = 0.4, half = 0.5, r = 0.2;
    const Moments<3> round = make_curved<3>(Frustum{R, R, half}, r).moments;
    double last = 1.0;
    for (const int sides : {16, 64, 256}) {
        const Moments<3> m =
            make_rounded(std::make_shared<const Convex<3>>(prism(sides, R, 2.0 * half)), r).moments;
        const double error =
            std::abs(m.second[2][2] - round.second[2][2]) + std::abs(m.second[0][0] - round.second[0][0]);
        EXPECT_LT(error, last / 14.0);  // falls as sides^-2
        last = error;
    }
    EXPECT_LT(last, 4e-5);
}

TEST(TheSurface, CurvesAsItsPlaceSays) {
    const Vec<3> x = Vec<3>::axis(0), z = Vec<3>::axis(2),
                 askew = (1.0 / std::sqrt(3.0)) * Vec<3>{{1.0, 1.0, 1.0}};
    const Curved<3> cylinder = make_curved<3>(Frustum{0.4, 0.4, 0.7}, 0.0),
                    capsule = make_curved<3>(Segment<3>{0.6}, 0.25),
                    egg = make_curved<3>(Ellipsoid<3>{{{0.5, 0.5, 0.8}}}, 0.0),
                    dice = make_rounded(shared_box<3>({{1.0, 1.0, 1.0}}), 0.1);
    EXPECT_DOUBLE_EQ(least_radius(cylinder, x), 0.4);
    EXPECT_EQ(least_radius(cylinder, z), std::numeric_limits<double>::infinity());
    EXPECT_EQ(least_radius(cylinder, askew), 0.0);  // its rim
    EXPECT_DOUBLE_EQ(least_radius(capsule, x), 0.25);
    EXPECT_DOUBLE_EQ(least_radius(capsule, z), 0.25);
    EXPECT_NEAR(least_radius(egg, z), 0.25 / 0.8, 1e-15);  // a^2 / c
    EXPECT_NEAR(least_radius(egg, x), 0.5, 1e-15);
    EXPECT_DOUBLE_EQ(least_radius(dice, askew), 0.1);
    EXPECT_EQ(least_radius(dice, -z), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace drystone::curved_test
