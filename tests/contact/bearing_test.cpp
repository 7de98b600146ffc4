// What contact points bear on: docs/theory.md (3.20).

#include "contact/bearing.h"

#include <gtest/gtest.h>

#include <memory>

#include "narrowphase/convex_plane.h"

namespace drystone::bearing_test {
namespace {

/// One block above a plane, turned as a body would be.
template <int D>
struct OnAPlane {
    Parts<D> parts;
    Convex<D> shape;

    explicit OnAPlane(const Vec<D>& size) : shape(box<D>(size)) {
        parts.kind = {PartKind::solid, PartKind::plane};
        parts.solid = {0, -1};
        parts.solids.shape = {std::make_shared<const Convex<D>>(shape)};
        parts.solids.turn = {Mat<D>::scaled_identity(1.0)};
    }

    /// The area under the lowest corner, seen from as far as that.
    double bearing(const Mat<D>& turn, double reach) {
        parts.solids.turn[0] = turn;
        const Vec<D> up = Vec<D>::axis(D - 1);
        double below = 0.0;
        for (const Vec<D>& v : shape.vertex) below = std::min(below, dot(up, turn * v));
        FlatScratch scratch;
        Manifold<D> manifold;
        convex_plane<D>({shape, {{}, turn}}, {below * up, up}, {reach, PointRule::vertices}, scratch, manifold);
        const ManifoldPoint<D>* lowest = &manifold.points[0];
        for (const ManifoldPoint<D>& p : manifold.points)
            if (p.gap < lowest->gap) lowest = &p;
        return bearing_area(parts, {.a = 0, .b = 1, .normal = -up, .gap = lowest->gap, .area = lowest->area});
    }
};

template <int D>
Mat<D> tilted(double angle) {
    Spin<D> phi{};
    phi[0] = angle;
    return matrix(rotation_by(phi));
}

/// Continuous as the block rocks from one face over an edge to the next, and right on both.
template <int D>
void goes_over_continuously(const Vec<D>& size, double flat, double upright) {
    OnAPlane<D> block(size);
    const double quarter = 1.57079632679489662;
    for (const double reach : {1e-3, 0.05, 1.0}) {
        EXPECT_NEAR(block.bearing(tilted<D>(0.0), reach), flat, 1e-12);
        EXPECT_NEAR(block.bearing(tilted<D>(quarter), reach), upright, 1e-12);
        double before = flat, least = flat, most = flat;
        for (int k = 1; k <= 1000; ++k) {
            const double now = block.bearing(tilted<D>(quarter * k / 1000.0), reach);
            EXPECT_LT(std::abs(now - before), 0.01 * std::max(flat, upright)) << k;
            least = std::min(least, now);
            most = std::max(most, now);
            before = now;
        }
        EXPECT_GT(least, 0.5 * std::min(flat, upright));
        EXPECT_LE(most, 1.2 * std::max(flat, upright));
    }
}
TEST(Bearing, ItGoesOverContinuouslyAsABlockRocksInThePlane) {
    goes_over_continuously<2>({{0.4, 0.2}}, 0.2, 0.1);
}
TEST(Bearing, ItGoesOverContinuouslyAsABlockRocksInSpace) {
    goes_over_continuously<3>({{0.4, 0.3, 0.2}}, 0.4 * 0.3 / 4.0, 0.4 * 0.2 / 4.0);
}

TEST(Bearing, SliversBearOnAtLeastAShareAndBallsOnNothing) {
    OnAPlane<2> block(Vec<2>{{0.4, 0.2}});
    const ContactPoint<2> sliver{.a = 0, .b = 1, .normal = {{0.0, -1.0}}, .area = 1e-9};
    EXPECT_NEAR(bearing_area(block.parts, sliver), least_bearing * 0.2, 1e-12);
    const ContactPoint<2> whole{.a = 0, .b = 1, .normal = {{0.0, -1.0}}, .area = 0.15};
    EXPECT_NEAR(bearing_area(block.parts, whole), 0.15, 1e-12);
    block.parts.kind[0] = PartKind::ball;
    EXPECT_EQ(bearing_area(block.parts, whole), 0.0);
    block.parts.kind[0] = PartKind::curved;  // on a flat end
    EXPECT_EQ(bearing_area(block.parts, whole), 0.15);
}

}  // namespace
}  // namespace drystone::bearing_test
