// Rest and limit loads in cells that repeat and stay as they are: contacts across the border are contacts.

#include <gtest/gtest.h>

#include <cmath>

#include "core/input_error.h"
#include "limit/limit_load.h"
#include "physics/cell_stage.h"
#include "stability/stability.h"

namespace drystone::cell_test {
namespace {

constexpr double g = 9.81;

void in_a_cell(Stage<2>& stage, double width) {
    stage.description.cell.emplace();
    stage.description.cell->size = {{width, 4.0}};
    stage.description.cell->periodic = {true, false};
}

/// Two rows of disks without friction, the upper in the hollows of the lower: an endless row stands, a short one is pushed apart.
Stage<2> two_rows(bool endless) {
    constexpr double r = 0.1, s = 2.1 * r;
    Stage<2> stage(Coulomb{});
    stage.falling(g).floor();
    for (int k = 0; k < 3; ++k) {
        stage.ball(1.0, r, {{k * s, r}});
        stage.ball(1.0, r, {{(k + 0.5) * s, r + std::sqrt(4.0 * r * r - 0.25 * s * s)}});
    }
    if (endless) in_a_cell(stage, 3.0 * s);
    return stage;
}

Stability<2> judge(Stage<2> stage) {
    stage.settings.solver = {.tolerance = 1e-8, .max_iterations = 200000};
    ThreadPool pool(1);
    return judge_stability(make_world(at_rest(stage.description)), stage.settings, pool);
}

TEST(StabilityInCells, AnEndlessRowOfDisksStandsWithoutFriction) {
    const Stability<2> endless = judge(two_rows(true)), of_three = judge(two_rows(false));
    EXPECT_EQ(endless.judgement.verdict, Verdict::stands) << endless.judgement.doubt;
    EXPECT_EQ(endless.judgement.rest, RestFound::possible);
    EXPECT_EQ(endless.judgement.contacts, 9);
    EXPECT_EQ(of_three.judgement.verdict, Verdict::moves);
    Stage<2> tilted = two_rows(true);
    tilted.description.gravity = {{0.01 * g, -g}};
    EXPECT_EQ(judge(tilted).judgement.verdict, Verdict::moves);
}

/// Boxes of width w and height h side by side on a floor with friction mu, pushed to the side: one alone turns over at w / h. In an endless row
/// there is no room to turn, for they would have to slide along each other: the row slides, at mu.
double pushed(int boxes, bool endless) {
    constexpr double w = 0.2, height = 0.5, mu = 0.5;
    Stage<2> stage(Coulomb{.friction = mu});
    stage.falling(g).floor();
    for (int k = 0; k < boxes; ++k) {
        BodyDescription<2> body;
        body.geometry = {{Solid<2>{std::make_shared<const Convex<2>>(box<2>({{w, height}}))}, {}, {}}};
        body.position = {{(k + 0.5) * w, 0.5 * height}};
        stage.add(body);
    }
    if (endless) in_a_cell(stage, boxes * w);
    World<2> world = make_world(at_rest(stage.description));
    ThreadPool pool(1);
    find_first_problem(world, stage.settings, pool);
    const std::vector<Twist<2>> live = live_loads<2>(world, {{g, 0.0}}, {});
    const LimitLoad<2> limit = limit_load<2>(world, stage.settings.step, live);
    EXPECT_TRUE(limit.found && limit.feasible && !limit.unbounded);
    EXPECT_NEAR(limit.lower, limit.upper, 1e-6);
    return limit.multiplier;
}

TEST(LimitInCells, AnEndlessRowOfBoxesSlidesWhereOneTurnsOver) {
    EXPECT_NEAR(pushed(1, false), 0.4, 1e-6);
    EXPECT_NEAR(pushed(3, true), 0.5, 1e-6);
    EXPECT_NEAR(pushed(2, true), 0.5, 1e-6);
    EXPECT_NEAR(pushed(1, true), 0.5, 1e-6);  // one that touches its own images
}

TEST(StabilityInCells, ACellThatMovesIsRefused) {
    for (const auto control : {CellDescription<2>::Control::stress, CellDescription<2>::Control::rate}) {
        Stage<2> stage = two_rows(true);
        stage.description.cell->component[0].control = control;
        EXPECT_THROW(judge(stage), InputError);
        EXPECT_THROW(require_able(Solves::limit, stage.description), InputError);
        EXPECT_THROW(require_able(Solves::statics, stage.description), InputError);
    }
}

}  // namespace
}  // namespace drystone::cell_test
