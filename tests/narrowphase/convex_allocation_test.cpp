#include <gtest/gtest.h>

#include "counted_new.h"
#include "narrowphase/convex_convex.h"
#include "narrowphase/convex_drum.h"
#include "narrowphase/convex_samples.h"
#include "narrowphase/curved_stage.h"

namespace drystone::convex_allocation_test {
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
            convex_convex({cube, a}, {log, b}, {0.3, PointRule::gauss}, scratch, manifold);
            points += manifold.points.size();
            convex_plane<3>({cube, b}, {{}, {{0, 0, 1}}}, {0.5, PointRule::gauss}, flat, manifold);
            convex_drum({log, b}, {{}, {{0, 0, 1}}, 1.5, 3.0}, {0.5, PointRule::vertices}, flat, touches);
        }
        return points;
    };
    const std::size_t points = round();
    EXPECT_GT(points, 300u);
    const long before = allocations;
    EXPECT_EQ(round(), points);
    EXPECT_EQ(allocations - before, 0);
}

template <int D>
void expect_no_allocations() {
    const std::vector<samples::Grain<D>> all = samples::all_grains<D>();
    CurvedScratch<D> scratch;
    Manifold<D> manifold;
    std::vector<DrumTouch<D>> touches;
    const auto round = [&] {
        Random random(3);
        std::size_t points = 0;
        for (std::size_t i = 0; i + 2 < all.size(); ++i) {
            for (const samples::Grain<D>& other : all) {
                const auto pose = [&] { return pose_of(0.5 * samples::any_unit<D>(random), samples::any_turn(random, Vec<D>{})); };
                const Pose<D> p = pose(), q = pose();
                const Sought<D> sought{{}, 0.5, PointRule::gauss};
                curved_contact(all[i].at(p), other.at(q), sought, scratch, manifold);
                points += manifold.points.size();
                curved_plane(all[i].at(p), {{}, Vec<D>::axis(D - 1)}, sought, scratch, manifold);
                curved_drum(all[i].at(p), {{}, Vec<D>::axis(D - 1), 1.5, 3.0}, sought, scratch, touches);
            }
        }
        return points;
    };
    const std::size_t points = round();
    EXPECT_GT(points, 30u);
    const long before = allocations;
    EXPECT_EQ(round(), points);
    EXPECT_EQ(allocations - before, 0);
}
TEST(CurvedContact, AllocatesNothingOnceItsScratchHasGrown) {
    expect_no_allocations<2>();
    expect_no_allocations<3>();
}

}  // namespace
}  // namespace drystone::convex_allocation_test
