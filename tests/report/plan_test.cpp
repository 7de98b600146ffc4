#include "report/plan.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::plan_test {
namespace {

/// Balls at random places, each in contact with the next; no two frames alike.
struct RandomRun {
    ShownBodies bodies;
    std::vector<int> turning;

    explicit RandomRun(int count) {
        bodies.material.assign(count, 0);
        bodies.fixed.assign(count, 0);
        bodies.volume.assign(count, 1.0F);
        for (int i = 0; i < count; ++i) bodies.part_body.push_back(i);
        bodies.part_kind.assign(count, ShownPart::ball);
        bodies.part_radius.assign(count, 0.5F);
        bodies.part_centre.assign(3 * count, 0.0F);
        turning = turning_bodies(bodies);
    }

    ShownFrame frame(int index) const {
        Random random(1, index);
        const int n = bodies.size();
        const auto draw = [&](int count) {
            std::vector<float> out(count);
            for (float& value : out) value = static_cast<float>(random.uniform());
            return out;
        };
        ShownFrame out;
        out.time = index;
        out.position = draw(3 * n);
        out.rotation = draw(4 * n);
        out.velocity = draw(3 * n);
        out.spin = draw(3 * n);
        for (int i = 0; i + 1 < n; ++i) {
            out.a.push_back(i);
            out.b.push_back(i + 1);
        }
        out.point = draw(3 * (n - 1));
        out.normal = draw(3 * (n - 1));
        out.force = draw(3 * (n - 1));
        out.gap = draw(n - 1);
        out.status.assign(n - 1, 1);
        return out;
    }

    ReportPlan plan(int frames, double bytes) const {
        return make_plan(
            bodies, turning, frames, [&](int i) { return frame(i); }, bytes);
    }
    double size(const ReportPlan& plan) const {
        double sum = 0.0;
        for (const int i : plan.frames) sum += encode_frame(bodies, turning, frame(i), plan.coding).size();
        return sum;
    }
};

TEST(Evenly, HasBothEnds) {
    EXPECT_EQ(evenly(5, 9), (std::vector<int>{0, 1, 2, 3, 4}));
    EXPECT_EQ(evenly(101, 5), (std::vector<int>{0, 25, 50, 75, 100}));
    EXPECT_EQ(evenly(7, 1), std::vector<int>{6});
    EXPECT_EQ(evenly(0, 5), std::vector<int>{});
}

TEST(PlanOfAReport, LeavesASmallRunAsItIs) {
    const RandomRun run(20);
    const ReportPlan plan = run.plan(30, 1e6);
    EXPECT_EQ(plan.frames.size(), 30U);
    EXPECT_EQ(plan.coding.precision, Precision::exact);
    EXPECT_TRUE(plan.words.empty());
}

// Each way of thinning, in its order: the budget is a share of what the exact run takes.
TEST(PlanOfAReport, ThinsInItsOrderAndKeepsToTheBudget) {
    const RandomRun run(300);
    const int frames = 120;
    const double whole = run.size(run.plan(frames, 1e12));  // exact
    struct Case {
        double share;
        std::size_t words;
        bool fewer_frames, fewer_contacts, no_contacts;
    };
    for (const auto& [share, words, fewer_frames, fewer_contacts, no_contacts] :
         {Case{0.70, 1, false, false, false}, Case{0.40, 2, true, false, false},
          Case{0.16, 3, true, true, false}, Case{0.05, 3, true, false, true}}) {
        const ReportPlan plan = run.plan(frames, share * whole);
        EXPECT_EQ(plan.words.size(), words) << share;
        EXPECT_EQ(plan.frames.size() < frames, fewer_frames) << share;
        EXPECT_EQ(plan.coding.least_force > 0.0F, fewer_contacts) << share;
        EXPECT_EQ(!plan.coding.contacts, no_contacts) << share;
        EXPECT_EQ(plan.frames.front(), 0);
        EXPECT_EQ(plan.frames.back(), frames - 1);
        EXPECT_LE(run.size(plan), 1.05 * share * whole) << share;
        EXPECT_GE(run.size(plan), 0.5 * share * whole) << share;
    }
}

}  // namespace
}  // namespace drystone::plan_test
