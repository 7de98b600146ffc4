// Boxes, balls and cylinders that grains are put into: who is inside, where the nearest place inside is, how much there is of it. Asked of
// points taken at random.

#include "geometry/region.h"

#include <cmath>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::region_test {
namespace {

CylinderRegion leaning_cylinder() {
    const Vec<3> axis{2.0, -1.0, 2.0};
    return {{0.3, -0.2, 0.5}, (1.0 / 3.0) * axis, 0.4, 1.1};
}

std::vector<Region<2>> regions(Vec<2>) {
    return {BoxRegion<2>{{-1.0, 0.5}, {2.0, 1.5}}, BallRegion<2>{{0.4, -0.7}, 0.9}};
}
std::vector<Region<3>> regions(Vec<3>) {
    return {BoxRegion<3>{{-1.0, 0.5, 0.0}, {2.0, 1.5, 0.8}}, BallRegion<3>{{0.4, -0.7, 0.1}, 0.9}, leaning_cylinder(),
            CylinderRegion{{0.0, 0.3, -0.4}, {0.0, 0.0, 1.0}, 0.7, 0.6}};
}

template <int D>
Vec<D> nearest(const Region<D>& region, const Vec<D>& x, double r) {
    return std::visit([&](const auto& one) { return one.nearest(x, r); }, region);
}

/// In a box about the region, `margin` wider on every side.
template <int D>
Vec<D> somewhere(const Region<D>& region, double margin, Random& random) {
    const BoxRegion<D> box = bounds<D>(region);
    Vec<D> x;
    for (int k = 0; k < D; ++k) x[k] = random.uniform(box.min[k] - margin, box.max[k] + margin);
    return x;
}

template <class Dimension>
class RegionOf : public testing::Test {};
using Dimensions = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(RegionOf, Dimensions);

TYPED_TEST(RegionOf, BallsPutInsideAreInsideWithAllTheirPoints) {
    constexpr int D = TypeParam::value;
    Random random(1);
    for (const Region<D>& region : regions(Vec<D>{})) {
        for (const double r : {0.0, 0.1, 0.3}) {
            for (int k = 0; k < 200; ++k) {
                const Vec<D> x = sample<D>(region, r, random), d = unit(sample<D>(BallRegion<D>{{}, 1.0}, 0.0, random));
                EXPECT_TRUE(holds<D>(region, x, r));
                EXPECT_TRUE(holds<D>(region, x + (1.0 - 1e-12) * r * d));
            }
        }
    }
}

TYPED_TEST(RegionOf, NoPlaceInsideIsNearerThanTheNearest) {
    constexpr int D = TypeParam::value;
    Random random(2);
    for (const Region<D>& region : regions(Vec<D>{})) {
        for (const double r : {0.0, 0.25}) {
            std::vector<Vec<D>> inside;
            for (int k = 0; k < 400; ++k) inside.push_back(sample<D>(region, r, random));
            for (int k = 0; k < 100; ++k) {
                const Vec<D> x = somewhere<D>(region, 1.0, random), y = nearest<D>(region, x, r);
                EXPECT_TRUE(holds<D>(region, y, r * (1.0 - 1e-12) - 1e-13));
                EXPECT_LE(norm(nearest<D>(region, y, r) - y), 1e-14);
                for (const Vec<D>& z : inside) EXPECT_LE(dot(x - y, z - y), 1e-12);  // the plane through y across x - y has them all behind it
            }
        }
    }
}

TYPED_TEST(RegionOf, WhoIsInsideIsWhoseNearestPlaceIsHisOwn) {
    constexpr int D = TypeParam::value;
    Random random(3);
    int held = 0;
    for (const Region<D>& region : regions(Vec<D>{})) {
        for (int k = 0; k < 500; ++k) {
            const Vec<D> x = somewhere<D>(region, 0.1, random);
            EXPECT_EQ(holds<D>(region, x, 0.1), norm(nearest<D>(region, x, 0.1) - x) < 1e-13);
            held += holds<D>(region, x, 0.1);
        }
    }
    EXPECT_GT(held, 200);
}

TYPED_TEST(RegionOf, ItsVolumeIsTheShareOfPointsThatItHolds) {
    constexpr int D = TypeParam::value;
    constexpr int n = 40000;
    Random random(4);
    for (const Region<D>& region : regions(Vec<D>{})) {
        int held = 0;
        for (int k = 0; k < n; ++k) held += holds<D>(region, somewhere<D>(region, 0.0, random));
        const double box = bounds<D>(region).volume(), volume = std::visit([](const auto& one) { return one.volume(); }, region);
        EXPECT_NEAR(held / double(n), volume / box, 4.0 * 0.5 / std::sqrt(n));  // four times the scatter of a share of one half
    }
}

TYPED_TEST(RegionOf, ItsBoundsTouchItOnEverySide) {
    constexpr int D = TypeParam::value;
    for (const Region<D>& region : regions(Vec<D>{})) {
        const BoxRegion<D> box = bounds<D>(region);
        for (int k = 0; k < D; ++k) {
            for (const double sign : {-1.0, 1.0}) {
                Vec<D> far = 0.5 * (box.min + box.max);
                far[k] += sign * 1e6;
                EXPECT_NEAR(nearest<D>(region, far, 0.0)[k], sign < 0.0 ? box.min[k] : box.max[k], 1e-6);
            }
        }
    }
}

TYPED_TEST(RegionOf, TheLargestBallThatFitsIsAsWideAsItIsNarrow) {
    constexpr int D = TypeParam::value;
    for (const Region<D>& region : regions(Vec<D>{})) {
        const BoxRegion<D> box = bounds<D>(region);
        const double r = 0.5 * least_width<D>(region);
        const Vec<D> middle = 0.5 * (box.min + box.max);  // of all three kinds
        EXPECT_TRUE(holds<D>(region, middle, r));
        EXPECT_FALSE(holds<D>(region, middle, r * (1.0 + 1e-9)));
        EXPECT_LT(norm(nearest<D>(region, box.max, 2.0 * r) - nearest<D>(region, box.min, 2.0 * r)),
                  norm(nearest<D>(region, box.max, 0.0) - nearest<D>(region, box.min, 0.0)));
    }
}

TYPED_TEST(RegionOf, ABoxIsNearToWhatABallOfThatReachTouches) {
    constexpr int D = TypeParam::value;
    const BoxRegion<D> box = std::get<BoxRegion<D>>(regions(Vec<D>{})[0]);
    Vec<D> beyond = box.max;
    EXPECT_TRUE(box.is_near(beyond, 0.0));
    for (int k = 0; k < D; ++k) beyond[k] += 1.0;  // off a corner: farther than off a face
    const double away = std::sqrt(double(D));
    EXPECT_FALSE(box.is_near(beyond, away * (1.0 - 1e-12)));
    EXPECT_TRUE(box.is_near(beyond, away * (1.0 + 1e-12)));
    Vec<D> beside = 0.5 * (box.min + box.max);
    EXPECT_TRUE(box.is_near(beside, 0.0));
    beside[0] = box.min[0] - 0.5;
    EXPECT_FALSE(box.is_near(beside, 0.499));
    EXPECT_TRUE(box.is_near(beside, 0.5));
}

}  // namespace
}  // namespace drystone::region_test
