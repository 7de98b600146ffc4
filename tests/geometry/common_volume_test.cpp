// What two solids have in common: sums over pieces that tile a solid, the same pieces turned, and integrals done another way.

#include "geometry/common_volume.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/mat.h"
#include "core/random.h"
#include "core/rotation.h"

namespace drystone::common_volume_test {
namespace {

constexpr double pi = std::numbers::pi;

/// Midpoints after x = m + r sin(theta), which smooths the ends of circles.
template <class F>
double integral(double from, double to, const F& f) {
    const int n = 40000;
    const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
    double sum = 0.0;
    for (int k = 0; k < n; ++k) {
        const double theta = -0.5 * pi + pi * (k + 0.5) / n;
        sum += f(middle + half * std::sin(theta)) * half * std::cos(theta);
    }
    return sum * pi / n;
}

double overlap(double a, double b, double c, double d) {
    return std::max(0.0, std::min(b, d) - std::max(a, c));
}

double by_chords(const BallRegion<2>& disk, const BoxRegion<2>& box) {
    const double low = std::max(disk.centre[0] - disk.radius, box.min[0]),
                 high = std::min(disk.centre[0] + disk.radius, box.max[0]);
    if (low >= high) return 0.0;
    return integral(low, high, [&](double x) {
        const double half =
            std::sqrt(std::max(0.0, disk.radius * disk.radius - (x - disk.centre[0]) * (x - disk.centre[0])));
        return overlap(disk.centre[1] - half, disk.centre[1] + half, box.min[1], box.max[1]);
    });
}

double by_slices(const BallRegion<3>& ball, const BoxRegion<3>& box) {
    const double low = std::max(ball.centre[2] - ball.radius, box.min[2]),
                 high = std::min(ball.centre[2] + ball.radius, box.max[2]);
    if (low >= high) return 0.0;
    const BoxRegion<2> flat{{{box.min[0], box.min[1]}}, {{box.max[0], box.max[1]}}};
    return integral(low, high, [&](double z) {
        const double r =
            std::sqrt(std::max(0.0, ball.radius * ball.radius - (z - ball.centre[2]) * (z - ball.centre[2])));
        return r > 0.0 ? common_volume(outline(flat), BallRegion<2>{{{ball.centre[0], ball.centre[1]}}, r})
                       : 0.0;
    });
}

template <int D>
Vec<D> somewhere(Random& random, double reach) {
    Vec<D> x;
    for (int k = 0; k < D; ++k) x[k] = random.uniform(-reach, reach);
    return x;
}

TEST(CommonVolume, OfADiskAndABoxIsThatOfItsChords) {
    Random random(5);
    const BoxRegion<2> box{{{-0.6, -0.3}}, {{0.7, 0.4}}};
    for (int k = 0; k < 40; ++k) {
        const BallRegion<2> disk{somewhere<2>(random, 1.0), random.uniform(0.05, 1.2)};
        EXPECT_NEAR(common_volume(outline(box), disk), by_chords(disk, box), 1e-7) << k;
    }
    EXPECT_DOUBLE_EQ(common_volume(outline(box), BallRegion<2>{{}, 9.0}), 1.3 * 0.7);
    EXPECT_DOUBLE_EQ(common_volume(outline(box), BallRegion<2>{{}, 0.2}), pi * 0.04);
    EXPECT_NEAR(common_volume(outline(box), BallRegion<2>{{{0.7, 0.4}}, 0.2}), pi * 0.01, 1e-15);  // a corner
    EXPECT_EQ(common_volume(outline(box), BallRegion<2>{{{3, 3}}, 0.2}), 0.0);
}

TEST(CommonVolume, OfABallAndABoxIsThatOfItsSlices) {
    Random random(6);
    const BoxRegion<3> box{{{-0.6, -0.3, -0.2}}, {{0.7, 0.4, 0.5}}};
    for (int k = 0; k < 12; ++k) {
        const BallRegion<3> ball{somewhere<3>(random, 0.8), random.uniform(0.05, 1.1)};
        EXPECT_NEAR(common_volume(outline(box), ball), by_slices(ball, box), 1e-6) << k;
    }
    EXPECT_NEAR(common_volume(outline(box), BallRegion<3>{{}, 9.0}), 1.3 * 0.7 * 0.7, 1e-12);
    EXPECT_NEAR(common_volume(outline(box), BallRegion<3>{{}, 0.2}), 4.0 / 3.0 * pi * 0.008, 1e-15);
    EXPECT_NEAR(common_volume(outline(box), BallRegion<3>{box.max, 0.2}), pi / 6.0 * 0.008,
                1e-16);  // an eighth
    EXPECT_NEAR(common_volume(outline(box), BallRegion<3>{{{0.0, 0.4, 0.0}}, 0.2}), 2.0 / 3.0 * pi * 0.008,
                1e-15);  // a half
    EXPECT_NEAR(common_volume(outline(box), BallRegion<3>{{{5, 5, 5}}, 0.2}), 0.0, 1e-17);
}

/// Boxes that tile a larger one, and what they have of a ball or block.
template <int D, class Solid>
double over_tiles(const Solid& solid, int n) {
    double sum = 0.0;
    for (int k = 0; k < (D == 2 ? n * n : n * n * n); ++k) {
        const int at[3] = {k % n, k / n % n, k / n / n};
        BoxRegion<D> tile;
        for (int c = 0; c < D; ++c) {
            tile.min[c] = -2.0 + 4.0 * at[c] / n;
            tile.max[c] = -2.0 + 4.0 * (at[c] + 1) / n;
        }
        if constexpr (std::is_same_v<Solid, BallRegion<D>>)
            sum += common_volume(outline(tile), solid);
        else
            sum += common_volume(solid, tile);
    }
    return sum;
}

template <class Solid, class Map>
Solid mapped(Solid solid, const Map& map) {
    for (auto& piece : solid) {
        if constexpr (std::is_same_v<Solid, Polygon>)
            piece = map(piece);
        else
            for (auto& x : piece) x = map(x);
    }
    return solid;
}

TEST(CommonVolume, OfTilesAddsUpInThePlane) {
    Random random(7);
    for (const int n : {1, 3, 8}) {
        const BallRegion<2> disk{somewhere<2>(random, 0.5), random.uniform(0.1, 1.4)};
        EXPECT_NEAR(over_tiles<2>(disk, n), disk.volume(), 1e-13);
        const Rotation<2> turn{random.uniform(0.0, 3.0)};
        const Vec<2> shift = somewhere<2>(random, 0.5);
        const Polygon block = mapped(outline(BoxRegion<2>{{{-0.5, -0.25}}, {{0.5, 0.75}}}),
                                     [&](const Vec<2>& x) { return rotate(turn, x) + shift; });
        EXPECT_NEAR(over_tiles<2>(block, n), 1.0, 1e-13);
    }
}

TEST(CommonVolume, OfTilesAddsUpInSpace) {
    Random random(8);
    for (const int n : {1, 2, 5}) {
        const BallRegion<3> ball{somewhere<3>(random, 0.5), random.uniform(0.1, 1.4)};
        EXPECT_NEAR(over_tiles<3>(ball, n), ball.volume(), 1e-12);
        const Rotation<3> turn = normalised(Rotation<3>{random.uniform(0.1, 1.0), somewhere<3>(random, 1.0)});
        const Vec<3> shift = somewhere<3>(random, 0.5);
        const Polyhedron block = mapped(outline(BoxRegion<3>{{{-0.5, -0.25, -0.5}}, {{0.5, 0.75, 0.5}}}),
                                        [&](const Vec<3>& x) { return rotate(turn, x) + shift; });
        EXPECT_NEAR(over_tiles<3>(block, n), 1.0, 1e-12);
    }
    // Where faces lie in the planes that cut: nothing is lost or counted twice.
    EXPECT_NEAR(over_tiles<3>(outline(BoxRegion<3>{{{-1, -1, -1}}, {{1, 1, 0}}}), 4), 4.0, 1e-13);
    EXPECT_NEAR(over_tiles<3>(BallRegion<3>{{}, 1.0}, 4), 4.0 / 3.0 * pi, 1e-12);
}

TEST(CommonVolume, DoesNotDependOnTheAxes) {
    Random random(9);
    const BoxRegion<3> box{{{-0.6, -0.3, -0.2}}, {{0.7, 0.4, 0.5}}};
    for (int k = 0; k < 20; ++k) {
        const Rotation<3> turn = normalised(Rotation<3>{random.uniform(0.1, 1.0), somewhere<3>(random, 1.0)});
        const BallRegion<3> ball{somewhere<3>(random, 0.8), random.uniform(0.05, 1.1)};
        const Polyhedron turned = mapped(outline(box), [&](const Vec<3>& x) { return rotate(turn, x); });
        EXPECT_NEAR(common_volume(turned, BallRegion<3>{rotate(turn, ball.centre), ball.radius}),
                    common_volume(outline(box), ball), 1e-13)
            << k;
    }
}

TEST(CommonVolume, OfTwoBallsIsALens) {
    const BallRegion<2> a{{}, 1.0}, b{{{1.0, 0.0}}, 1.0};
    EXPECT_NEAR(common_volume(a, b), 2.0 * pi / 3.0 - std::sqrt(3.0) / 2.0, 1e-14);
    const BallRegion<3> c{{}, 1.0}, d{{{0.0, 1.0, 0.0}}, 1.0};
    EXPECT_NEAR(common_volume(c, d), 5.0 * pi / 12.0, 1e-14);
    EXPECT_EQ(common_volume(a, BallRegion<2>{{{3.0, 0.0}}, 1.0}), 0.0);
    EXPECT_DOUBLE_EQ(common_volume(a, BallRegion<2>{{{0.3, 0.0}}, 0.5}), 0.25 * pi);
    // The middle of the smaller one beyond the plane where they meet.
    const BallRegion<3> small{{{0.95, 0.0, 0.0}}, 0.3};
    EXPECT_NEAR(common_volume(c, small),
                integral(0.65, 1.0,
                         [](double x) { return pi * std::min(1.0 - x * x, 0.09 - (x - 0.95) * (x - 0.95)); }),
                1e-8);
}

}  // namespace
}  // namespace drystone::common_volume_test
