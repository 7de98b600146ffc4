// Verdicts and limits against friction limits in closed form.

#include "stability/stability.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "physics/deformable_stage.h"
#include "stability/coulomb_range.h"
#include "stability/limit.h"

namespace drystone::stability_test {
namespace {

constexpr double g = 9.81;
constexpr double pi = std::numbers::pi;

template <int D>
Stability<D> judge(Stage<D> stage) {
    stage.settings.solver = {.tolerance = 1e-8, .max_iterations = 200000};
    ThreadPool pool(1);
    return judge_stability(make_world(at_rest(stage.description)), stage.settings, pool);
}

/// Two disks side by side on the floor and one on top of them.
Stage<2> three_disks(double mu) {
    Stage<2> stage({.friction = mu});
    stage.falling(g).floor();
    for (const double x : {-0.1, 0.1}) stage.ball(1.0, 0.1, {{x, 0.1}});
    stage.ball(1.0, 0.1, {{0.0, 0.1 + 0.1 * std::sqrt(3.0)}});
    return stage;
}

/// Three spheres on the floor and one on top of them.
Stage<3> four_spheres(double mu) {
    Stage<3> stage({.friction = mu});
    stage.falling(g).floor();
    const double r = 0.1, d = 2 * r / std::sqrt(3.0);
    for (int k = 0; k < 3; ++k)
        stage.ball(1.0, r, {{d * std::cos(2 * pi * k / 3), d * std::sin(2 * pi * k / 3), r}});
    stage.ball(1.0, r, {{0, 0, r + 2 * r * std::sqrt(2.0 / 3.0)}});
    return stage;
}

/// A ball that cannot turn, on a floor, gravity tilted by the angle.
Stage<2> slope(double mu, double angle) {
    Stage<2> stage({.friction = mu});
    stage.falling(g).floor();
    const int ball = stage.ball(1.0, 0.1, {{0, 0.1}});
    stage.description.holds = {{.body = ball, .rotations = {{1}}}};
    stage.description.gravity_change = GravityChange<2>{{{1}}, {.value = angle}};
    return stage;
}

// A lower disk is turned by friction at two points and so carries the same friction F at both. With phi the angle of the
// upper contact from the vertical, N sin phi = F (1 + cos phi): F / N = tan(phi / 2), 15 degrees here.
TEST(Stability, ThreeDisksStandFromAFrictionOfTanFifteenDegrees) {
    const double limit = std::tan(pi / 12);
    EXPECT_EQ(judge(three_disks(1.01 * limit)).judgement.verdict, Verdict::stands);
    EXPECT_EQ(judge(three_disks(0.97 * limit)).judgement.verdict, Verdict::moves);
}

TEST(Stability, FourSpheresStandFromTheirHalfAngle) {
    const double limit = std::tan(0.5 * std::asin(1 / std::sqrt(3.0)));
    EXPECT_EQ(judge(four_spheres(1.01 * limit)).judgement.verdict, Verdict::stands);
    EXPECT_EQ(judge(four_spheres(0.97 * limit)).judgement.verdict, Verdict::moves);
}

TEST(Stability, WhatFallsFreelyHasARatioOfOne) {
    Stage<3> stage;
    stage.falling(g).ball(1.0, 0.1, {{0, 0, 1}}, {{3, 0, 0}}, {{0, 5, 0}});  // its velocity is not asked for
    const auto result = judge(stage);
    EXPECT_EQ(result.judgement.verdict, Verdict::moves);
    EXPECT_NEAR(result.judgement.speed_ratio, 1.0, 1e-14);
    EXPECT_EQ(result.fastest, std::vector<int>{0});
}

// s = sin(theta) - mu cos(theta) on a slope: the share of free fall.
TEST(Stability, TheRatioIsTheShareOfFreeFall) {
    const auto result = judge(slope(0.5, 0.8));
    EXPECT_NEAR(result.judgement.speed_ratio, std::sin(0.8) - 0.5 * std::cos(0.8), 1e-12);
}

// A ball free to turn rolls away: |v| + |w| R is twice |v| = 2/3 g h sin(theta) of a disk.
TEST(Stability, TurningCounts) {
    Stage<2> stage = slope(0.5, 0.3);
    stage.description.holds.clear();
    EXPECT_NEAR(judge(stage).judgement.speed_ratio, 2.0 * 2.0 / 3.0 * std::sin(0.3), 1e-9);
}

TEST(Stability, DrivesAreStoppedAtTimeZero) {
    Stage<2> stage({.friction = 0.5});
    stage.falling(g);
    const int floor = stage.floor();
    stage.ball(1.0, 0.1, {{0, 0.1 + 0.2}});
    stage.moves(floor, Driven::displacement, {{0, 1}},
                {.kind = Signal::Kind::sine, .amplitude = 0.2, .frequency = 50.0, .phase = pi / 2});
    stage.moves(floor, Driven::velocity, {{1, 0}}, {.kind = Signal::Kind::constant, .value = 3.0});
    stage.description.loads = {{.body = 1,
                                .force = {{100, 0}},
                                .history = {.kind = Signal::Kind::ramp, .from = 0, .to = 1, .over = 1e-3}}};
    EXPECT_EQ(judge(stage).judgement.verdict, Verdict::stands);
}

// That forces could hold it is known all the same, so a search goes on.
TEST(Stability, ASolveThatDidNotConvergeSaysNothingOfTheStep) {
    Stage<2> stage = three_disks(0.5);
    stage.settings.solver = {.tolerance = 1e-14, .max_iterations = 1};
    ThreadPool pool(1);
    const auto result = judge_stability(make_world(at_rest(stage.description)), stage.settings, pool);
    EXPECT_EQ(result.judgement.verdict, Verdict::undecided);
    EXPECT_NE(result.judgement.doubt.find("tolerance"), std::string::npos);
    EXPECT_EQ(result.judgement.rest, Judgement::Rest::possible);
    EXPECT_EQ(result.judgement.side(), Verdict::stands);
}

TEST(Stability, ThatNothingCanHoldItNeedsNoStep) {
    Stage<2> stage = three_disks(0.2);
    stage.settings.solver = {.tolerance = 1e-14, .max_iterations = 1};
    ThreadPool pool(1);
    const auto result = judge_stability(make_world(at_rest(stage.description)), stage.settings, pool);
    EXPECT_FALSE(result.judgement.trusted);
    EXPECT_EQ(result.judgement.verdict, Verdict::moves);
    EXPECT_EQ(result.judgement.decided_by, Criterion::rest_impossible);
}

TEST(Stability, WithoutGravityLoadsAreTheMeasure) {
    Stage<2> stage;
    const int ball = stage.ball(2.0, 0.1, {});
    EXPECT_EQ(judge(stage).judgement.verdict, Verdict::stands);  // nothing pulls
    stage.description.loads = {{.body = ball, .force = {{3, 0}}}};
    EXPECT_NEAR(judge(stage).judgement.speed_ratio, 1.0, 1e-14);
}

/// Rows of n, n - 1, ... 1 disks, each in the hollows of the row below.
Stage<2> pyramid(int rows, double mu) {
    Stage<2> stage({.friction = mu});
    stage.falling(g).floor();
    for (int j = 0; j < rows; ++j) {
        for (int i = 0; i < rows - j; ++i)
            stage.ball(1.0, 0.1, {{0.2 * i + 0.1 * j, 0.1 + 0.1 * std::sqrt(3.0) * j}});
    }
    return stage;
}

// One contact problem, solved to 1e-8 in two orders: rest, and motion. It is not the solver that is wrong.
TEST(Stability, RestAndMotionMayBothSatisfyTheLaws) {
    Stage<2> stage = pyramid(5, 1.0);
    ThreadPool pool(1);
    for (const SweepOrder order : {SweepOrder::coloured, SweepOrder::sequential}) {
        stage.settings.solver = {.order = order, .tolerance = 1e-8, .max_iterations = 200000};
        const auto result = judge_stability(make_world(at_rest(stage.description)), stage.settings, pool);
        const Judgement& j = result.judgement;
        EXPECT_TRUE(j.solve.converged);
        EXPECT_EQ(j.rest, Judgement::Rest::possible);
        EXPECT_EQ(j.side(), Verdict::stands);
        EXPECT_EQ(j.verdict, j.speed_ratio < stands_below ? Verdict::stands : Verdict::undecided);
    }
}

TEST(Stability, WhereItMovesNoForcesCanHoldIt) {
    EXPECT_EQ(judge(three_disks(0.26)).judgement.rest, Judgement::Rest::impossible);
    EXPECT_EQ(judge(four_spheres(0.3)).judgement.rest, Judgement::Rest::impossible);
    EXPECT_EQ(judge(slope(0.5, 0.5)).judgement.rest, Judgement::Rest::impossible);
    EXPECT_EQ(judge(pyramid(5, 0.45)).judgement.verdict, Verdict::moves);
}

// The limit goes by the existence of rest, so it is the same however the sweeps go; it rises with the rows.
TEST(Limit, OfAPyramidDoesNotDependOnTheOrderOfSweeps) {
    double last = std::tan(pi / 12);
    for (const int rows : {3, 4, 6}) {
        double limits[2];
        for (const int order : {0, 1}) {
            const Limit limit = find_limit(0.2, 0.8, 1e-3, [&](double mu) {
                Stage<2> stage = pyramid(rows, mu);
                ThreadPool pool(1);
                stage.settings.solver = {.order = order == 0 ? SweepOrder::coloured : SweepOrder::sequential,
                                         .tolerance = 1e-8,
                                         .max_iterations = 200000};
                return judge_stability(make_world(at_rest(stage.description)), stage.settings, pool)
                    .judgement;
            });
            EXPECT_TRUE(limit.reached);
            limits[order] = limit.low.value;
        }
        EXPECT_EQ(limits[0], limits[1]) << rows;
        EXPECT_GT(limits[0], last);
        last = limits[0];
    }
}

TEST(Limit, OfASlopeIsTheAngleOfFriction) {
    const Limit limit =
        find_limit(0.1, 1.0, 1e-3, [](double angle) { return judge(slope(0.5, angle)).judgement; });
    EXPECT_TRUE(limit.reached);
    EXPECT_LE(limit.low.value, std::atan(0.5));
    EXPECT_GE(limit.high.value, std::atan(0.5));
    EXPECT_LE(limit.high.value - limit.low.value, 1e-3 * limit.high.value);
    EXPECT_EQ(limit.standing().value, limit.low.value);
    EXPECT_LT(limit.tried.size(), 15u);
}

TEST(Limit, OfThreeDisksFromEitherEnd) {
    for (const auto& [a, b] : {std::pair{0.1, 0.5}, {0.5, 0.1}}) {
        const Limit limit =
            find_limit(a, b, 1e-3, [](double mu) { return judge(three_disks(mu)).judgement; });
        EXPECT_NEAR(0.5 * (limit.low.value + limit.high.value), std::tan(pi / 12), 1e-3 * std::tan(pi / 12));
        EXPECT_EQ(limit.standing().value, limit.high.value);
    }
}

TEST(Limit, RefusesEndsThatAgree) {
    EXPECT_THROW(find_limit(0.6, 0.9, 1e-3, [](double mu) { return judge(slope(mu, 0.1)).judgement; }),
                 InputError);
}

Judgement made_up(double speed_ratio, bool trusted) {
    Judgement j;
    j.speed_ratio = speed_ratio;
    j.trusted = trusted;
    j.verdict = !trusted ? Verdict::undecided : speed_ratio < stands_below ? Verdict::stands : Verdict::moves;
    return j;
}

// Stands below 0.3, moves above 0.5, and between the two nothing converges.
TEST(Limit, ClosesInOnWhatCannotBeJudgedFromBothSides) {
    const Limit limit =
        find_limit(0.0, 1.0, 1e-3, [](double x) { return made_up(x < 0.4 ? 0.0 : 1.0, x < 0.3 || x > 0.5); });
    EXPECT_FALSE(limit.reached);
    EXPECT_NEAR(limit.low.value, 0.3, 1e-3);
    EXPECT_NEAR(limit.high.value, 0.5, 1e-3);
    EXPECT_LT(limit.low.value, 0.3);
    EXPECT_GT(limit.high.value, 0.5);
}

/// A block on a slope, rigid (parts < 0), of uniform strain (0) or meshed.
template <int D>
Verdict block_on_slope(int parts, double angle) {
    Vec<D> size;
    std::array<int, D> divisions;
    for (int k = 0; k < D; ++k) size[k] = 1.0;
    ElasticStage<D> stage(Law(Coulomb{.friction = 0.3}), 1e8);
    stage.floor();
    stage.description.gravity[0] = g * std::sin(angle);
    stage.description.gravity[D - 1] = -g * std::cos(angle);
    divisions.fill(parts);
    parts < 0 ? stage.rigid_box(size, 0.5 * Vec<D>::axis(D - 1))
              : stage.box_of(size, divisions, 0.5 * Vec<D>::axis(D - 1));
    return judge<D>(stage).judgement.verdict;
}

// They settle under their weight, which is no mechanism: static steps take them to where they stand, or slide.
TEST(Stability, DeformableBlocksStandAndSlideAsRigidOnesDo) {
    const double limit = std::atan(0.3);
    for (const int parts : {-1, 0, 2}) {
        EXPECT_EQ(block_on_slope<2>(parts, limit - 0.02), Verdict::stands) << parts;
        EXPECT_EQ(block_on_slope<2>(parts, limit + 0.02), Verdict::moves) << parts;
        EXPECT_EQ(block_on_slope<3>(parts, limit - 0.02), Verdict::stands) << parts;
        EXPECT_EQ(block_on_slope<3>(parts, limit + 0.02), Verdict::moves) << parts;
    }
}

TEST(Stability, SoftGrainsHaveNoContactProblemToJudgeBy) {
    const Stage<2> stage = three_disks(0.3);
    ThreadPool pool(1);
    StepSettings settings = stage.settings;
    settings.solver.method = SolverMethod::md;
    EXPECT_THROW(judge_stability(make_world(at_rest(stage.description)), settings, pool), InputError);
}

TEST(Stability, AVerdictSaysWhatItRestsOn) {
    EXPECT_EQ(judge(three_disks(0.3)).judgement.decided_by, Criterion::rest_possible);
    EXPECT_EQ(judge(three_disks(0.2)).judgement.decided_by, Criterion::rest_impossible);
    // Rolling friction that grows with the load is no convex limit: rest is not sought, and the speed alone decides.
    Stage<2> rolling = three_disks(0.2);
    rolling.description.interactions[0].law = Coulomb{.friction = 0.2, .rolling_growth = 1e-6};
    const Judgement judgement = judge(rolling).judgement;
    EXPECT_EQ(judgement.verdict, Verdict::moves);
    EXPECT_EQ(judgement.rest, Judgement::Rest::unknown);
    EXPECT_EQ(judgement.decided_by, Criterion::speed);
}

// The rolling moment helps: below tan 15 degrees a little of it holds the disks.
TEST(Stability, RollingFrictionAndMortarAreDecidedToo) {
    Stage<2> rolling = three_disks(0.25);
    rolling.description.interactions[0].law = Coulomb{.friction = 0.25, .rolling_friction = 0.02};
    EXPECT_EQ(judge(rolling).judgement.rest, Judgement::Rest::possible);
    rolling.description.interactions[0].law = Coulomb{.friction = 0.25, .rolling_friction = 1e-5};
    EXPECT_EQ(judge(rolling).judgement.rest, Judgement::Rest::impossible);
    for (const double strength : {1e3, 1e-3}) {  // of joints between disks that hang in a row
        Stage<2> hanging(Law(MohrCoulomb{.tensile_strength = strength, .cohesion = strength, .friction = 0.5, .joint = {.area = 0.01}}));
        hanging.falling(g);
        hanging.description.bodies.clear();
        for (int k = 0; k < 3; ++k) hanging.ball(1.0, 0.1, {{0, -0.2 * k}});
        hanging.description.bodies.edit(0).fixed = true;
        const Judgement j = judge(hanging).judgement;
        EXPECT_EQ(j.rest, strength * 0.01 > 2 * g ? Judgement::Rest::possible : Judgement::Rest::impossible) << strength;
    }
}

TEST(Stability, RestIsJudgedWithoutAStep) {
    ThreadPool pool(1);
    for (const double mu : {0.2, 0.3}) {
        const Stage<2> stage = three_disks(mu);
        const auto rest = judge_rest(make_world(at_rest(stage.description)), stage.settings, pool);
        EXPECT_FALSE(rest.judgement.stepped);
        EXPECT_EQ(rest.judgement.rest, judge(stage).judgement.rest);
        EXPECT_EQ(rest.judgement.verdict, mu > 0.268 ? Verdict::stands : Verdict::moves);
        if (mu < 0.268) {
            EXPECT_NEAR(rest.speed_ratio[static_cast<std::size_t>(rest.fastest[0])], 1.0, 1e-9);
        }
    }
}

TEST(Limit, IsFoundBetweenEndsThatAreAlike) {
    const auto stands_between = [](double x) {
        Judgement j;
        j.rest = x > 0.3 && x < 0.6 ? Judgement::Rest::possible : Judgement::Rest::impossible;
        return j;
    };
    const Limit limit = find_limit(0.0, 1.0, 1e-3, stands_between);
    EXPECT_NEAR(limit.low.value, limit.low.value < 0.45 ? 0.3 : 0.6, 1e-3);
    EXPECT_NE(limit.low.judgement.side(), limit.high.judgement.side());
    EXPECT_NEAR(find_limit(1.0, 0.45, 1e-3, stands_between).low.value, 0.6, 1e-3);  // from above, too
}

/// A pyramid under a push to the side.
LimitCase<2> pushed(const Stage<2>& stage) {
    LimitSettings settings;
    settings.given = true;
    settings.acceleration = {g, 0.0};
    return limit_case(stage.description, settings);
}

// A pyramid that moves in one order of sweeps under its weight alone, and a pile where rest is all there is.
TEST(Limit, FrictionLeavesARangeOfBoth) {
    ThreadPool pool(1);
    StepSettings settings{.step = 1e-3, .solver = {.order = SweepOrder::coloured, .tolerance = 1e-8, .max_iterations = 200000}};
    const LimitCase<2> wide = pushed(pyramid(5, 1.0)), none = pushed(slope(0.5, 0.0));
    const auto limit_of = [&](const LimitCase<2>& scene) {
        World<2> world = make_world(scene.dead);
        find_first_problem(world, settings, pool);
        return limit_load<2>(world, settings.step, live_loads<2>(world, scene.acceleration, scene.loads)).lower;
    };
    const CoulombRange slides = coulomb_range(none, settings, {.limit = limit_of(none)}, pool);
    EXPECT_NEAR(slides.high, 0.5, 1e-8);
    EXPECT_EQ(slides.low, slides.high);  // a block slides where it must and nowhere before
    const CoulombRange both = coulomb_range(wide, settings, {.limit = limit_of(wide)}, pool);
    EXPECT_GT(both.high, 0.0);
    EXPECT_LT(both.low, both.high);
    for (const Trial& trial : both.tried) EXPECT_EQ(trial.judgement.rest, RestFound::possible);
}

TEST(Stability, ALimitIsOneOfEquilibriumOnlyWhereRestWasDecided) {
    const auto by_friction = [](double rolling) {
        return find_limit(0.2, 0.5, 1e-2, [&](double mu) {
            Stage<2> stage = three_disks(mu);
            stage.description.interactions[0].law = Coulomb{.friction = mu, .rolling_growth = rolling};
            return judge(stage).judgement;
        });
    };
    EXPECT_TRUE(by_friction(0.0).of_equilibrium());
    EXPECT_FALSE(by_friction(1e-9).of_equilibrium());
}

}  // namespace
}  // namespace drystone::stability_test
