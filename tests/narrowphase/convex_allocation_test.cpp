#include <gtest/gtest.h>

#include "counted_new.h"
#include "narrowphase/convex_convex.h"
#include "narrowphase/convex_drum.h"
#include "narrowphase/convex_samples.h"

namespace drystone {
namespace {

TEST(ConvexContact, AllocatesNothingOnceItsScratchHasGrown) {
    const Convex<3> cube = box<3>({{1, 1, 1}}), log = prism(12, 0.5, 1.0);
    ConvexScratch<3> scratch;
    FlatScratch flat;
    Manifold<3> manifold;
    std::vector<DrumTouch<3>> touches;
    const auto round = [&] {
        Random random(3);
        std::size_t points = 0;
        for (int i = 0; i < 300; ++i) {
            const Pose<3> a = pose_of<3>({}, samples::tricky_rotation(random));
            const Pose<3> b = pose_of<3>(samples::direction(random), samples::tricky_rotation(random));
            convex_convex(cube, a, log, b, 0.3, PointRule::gauss, scratch, manifold);
            points += manifold.points.size();
            convex_plane<3>(cube, b, {}, {{0, 0, 1}}, 0.5, PointRule::gauss, flat, manifold);
            convex_drum(log, b, {{}, {{0, 0, 1}}, 1.5, 3.0}, 0.5, PointRule::vertices, flat, touches);
        }
        return points;
    };
    const std::size_t points = round();
    EXPECT_GT(points, 300u);
    const long before = allocations;
    EXPECT_EQ(round(), points);
    EXPECT_EQ(allocations - before, 0);
}

}  // namespace
}  // namespace drystone
