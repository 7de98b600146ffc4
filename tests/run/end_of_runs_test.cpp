// When a run is over: after its last step and no other, whatever rounding the time has gathered; behind it, at rest or when its time for that is over.

#include "run/run_loop.h"

#include <cmath>

#include <gtest/gtest.h>

#include "run/load.h"
#include "run/stages.h"

namespace drystone::end_of_runs_test {
namespace {

Scene scene_of(double step) {
    Scene scene;
    scene.settings.step = step;
    return scene;
}

/// How many steps a run takes that goes on until it has ended, its time added up as a world's is.
long steps_until_the_end(const Scene& scene, double duration, const RunTotals& totals = {}) {
    RunEnd end{.duration = duration};
    while (!has_ended(scene, end, totals, {}) && end.steps < 1000000) end.time = static_cast<double>(++end.steps) * scene.settings.step;
    return end.steps;
}

TEST(EndOfRuns, IsTheNearestNumberOfSteps) {
    for (const double step : {1e-3, 0.1, 1.0 / 3.0, 7e-5, 0.25}) {
        for (const long steps : {0L, 1L, 2L, 10L, 777L, 10000L}) {
            const Scene scene = scene_of(step);
            for (const double off : {0.0, 0.4, -0.4}) {
                if (steps == 0 && off != 0.0) continue;
                const double duration = (static_cast<double>(steps) + off) * step;
                EXPECT_EQ(steps_until_the_end(scene, duration), steps) << step << " " << off;
                EXPECT_EQ(number_of_steps(duration, step), steps);
            }
        }
    }
}

TEST(EndOfRuns, DoesNotComeBackOnceItIsThere) {
    const Scene scene = scene_of(1e-3);
    for (long steps = 0; steps < 300; ++steps)
        EXPECT_EQ(has_ended(scene, {.duration = 0.1, .time = 1e-3 * static_cast<double>(steps), .steps = steps}, {}, {}), steps >= 100) << steps;
}

TEST(EndOfRuns, WaitsForRestNoLongerThanItMay) {
    Scene scene = scene_of(1e-2);
    scene.settle.wanted = true;
    scene.settle.at_most = 0.5;
    EXPECT_EQ(steps_until_the_end(scene, 1.0), 150);
    RunTotals rests;
    rests.settled = 1;
    EXPECT_EQ(steps_until_the_end(scene, 1.0, rests), 100);
    scene.settle.wanted = false;
    EXPECT_EQ(steps_until_the_end(scene, 1.0), 100);
}

TEST(EndOfRuns, InStagesIsTheEndOfTheLastOne) {
    Scene scene = scene_of(1e-3);
    scene.stages.resize(2);
    for (StagePlan& stage : scene.stages) stage.settings.step = 1e-3;
    StageLog log;
    log.stages.resize(1);
    EXPECT_FALSE(has_ended(scene, {.steps = 10}, {}, log));
    log.now().ended = "duration";
    EXPECT_FALSE(has_ended(scene, {.steps = 10}, {}, log));  // the other has not begun
    log.stages.resize(2);
    EXPECT_FALSE(has_ended(scene, {.steps = 20}, {}, log));
    log.now().ended = "condition";
    EXPECT_TRUE(has_ended(scene, {.steps = 20}, {}, log));
    EXPECT_TRUE(have_ended(scene, log));
}

TEST(EndOfRuns, InStagesMayBeGivenByTime) {
    Scene scene = scene_of(1.0);
    scene.stages.resize(1);
    scene.stages[0].settings.step = 1e-3;  // a step of its own
    StageLog log;
    log.stages.resize(1);
    for (const long k : {98L, 99L, 100L, 101L})
        EXPECT_EQ(has_ended(scene, {.duration = 0.1, .time = 1e-3 * static_cast<double>(k), .steps = k}, {}, log), k >= 100) << k;
}

TEST(Stages, HaveTheSettingsOfTheOneUnderWay) {
    Scene scene = scene_of(1.0);
    scene.output.frames_every = 5.0;
    scene.stages.resize(2);
    scene.stages[0].settings.step = 0.5;
    scene.stages[1].settings.step = 0.25;
    scene.stages[1].output.frames_every = 2.0;
    StageLog log;
    EXPECT_EQ(settings_in(scene, log).step, 1.0);
    EXPECT_EQ(output_in(scene, log).frames_every, 5.0);
    log.stages.resize(1);
    EXPECT_EQ(settings_in(scene, log).step, 0.5);
    log.stages.resize(2);
    EXPECT_EQ(settings_in(scene, log).step, 0.25);
    EXPECT_EQ(output_in(scene, log).frames_every, 2.0);
}

}  // namespace
}  // namespace drystone::end_of_runs_test
