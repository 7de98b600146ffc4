// What contacts carry besides dry friction: mortar, bonds, links, rolling friction; held degrees of freedom, water.

#include <cmath>

#include <gtest/gtest.h>

#include "limit/admissible.h"
#include "limit/limit_scenes.h"

namespace drystone::strengths_test {
namespace {

constexpr double g = 9.81;
constexpr double weight = 1000.0 * g;  // of a box

template <int D>
std::string pull(double x, double z) {
    return fmt::format("[[drives]]\nname = \"pull\"\nbody = \"top\"\nforce = {}\n[limit]\ndrives = [\"pull\"]\n", place(D, x, z));
}

template <int D>
std::string glued(const std::string& drive) {
    return box(D, "base", place(D, 0, -0.25), "fixed = true") + box(D, "top", place(D, 0, 0.25)) + drive;
}

template <int D>
double limit_of(const std::string& law, const std::string& text) {
    const LimitLoad<D> limit = Scaled<D>(stones(D, law, text)).limit();
    EXPECT_TRUE(limit.found && limit.feasible && !limit.unbounded) << law;
    EXPECT_LE(limit.lower, limit.upper);
    EXPECT_LT(limit.upper - limit.lower, 1e-6 * limit.upper);
    return limit.multiplier;
}

const std::string mortar =
    "law = \"mohr_coulomb\"\ntensile_strength = 3e4\ncohesion = 5e4\nfriction = 0.7\ncompressive_strength = 1e6\n"
    "residual_friction = 0.7";

// The joint's area is 1 m2 (2D: 1 m).
template <int D>
void mortar_has_its_strengths() {
    EXPECT_NEAR(limit_of<D>(mortar, glued<D>(pull<D>(0, 1))), 3e4 + weight, 1e-5 * weight);
    EXPECT_NEAR(limit_of<D>(mortar, glued<D>(pull<D>(0, -1))), 1e6 - weight, 1e-5 * weight);
    // Sheared at the joint, so that nothing turns.
    const std::string shear = fmt::format("[[drives]]\nname = \"pull\"\nbody = \"top\"\nforce = {}\npoint = {}\n[limit]\ndrives = [\"pull\"]\n",
                                          place(D, 1, 0), place(D, 0, -0.25));
    EXPECT_NEAR(limit_of<D>(mortar, glued<D>(shear)), 5e4 + 0.7 * weight, 1e-5 * weight);
}

TEST(Strengths, MortarHoldsToItsStrengths) {
    mortar_has_its_strengths<2>();
    mortar_has_its_strengths<3>();
}

// Two points a joint in the plane, half the area each: about one corner, W b/2 + f_t A/2 b = F h/2.
TEST(Strengths, MortarHoldsAgainstOverturning) {
    const std::string law = "law = \"mohr_coulomb\"\ntensile_strength = 3e4\ncohesion = 5e5\nfriction = 0.7\nresidual_friction = 0.7";
    EXPECT_NEAR(limit_of<2>(law, glued<2>(pull<2>(1, 0))), (0.5 * weight + 0.5 * 3e4) / 0.25, 1e-4 * weight);
}

TEST(Strengths, ACeilingOfMortarCarriesOrDoesNot) {
    const auto hanging = [&](double strength) {
        const std::string law = fmt::format("law = \"mohr_coulomb\"\ntensile_strength = {0}\ncohesion = 5e4\nfriction = 0.7\nresidual_friction = 0.7", strength);
        return Scaled<3>(stones(3, law, box(3, "ceiling", "[0, 0, 0.75]", "fixed = true") + box(3, "top", "[0, 0, 0.25]"))).rest().found;
    };
    EXPECT_EQ(hanging(1.001 * weight), RestFound::possible);
    EXPECT_EQ(hanging(0.999 * weight), RestFound::impossible);
}

const std::string zone =
    "law = \"cohesive_zone\"\nnormal_stiffness = 1e9\nshear_stiffness = 1e9\ntensile_strength = 3e4\nshear_strength = 5e4\n"
    "energy_opening = 10.0\nenergy_shear = 20.0\nfriction = 0.7";

TEST(Strengths, ACohesiveZoneHoldsToItsPeakBeforeItIsDamaged) {
    EXPECT_NEAR(limit_of<2>(zone, glued<2>(pull<2>(0, 1))), 3e4 + weight, 1e-5 * weight);
    EXPECT_NEAR(limit_of<3>(zone, glued<3>(pull<3>(0, 1))), 3e4 + weight, 1e-5 * weight);
}

// A joint may be two contacts at one place that share by their stiffness: one that has none, however strong, takes nothing.
TEST(Strengths, ALayerWithoutStiffnessCarriesNothing) {
    Scaled<2> joint(stones(2, mortar, glued<2>(pull<2>(0, 1))));
    World<2>& world = joint.world;
    const auto press = [&](std::size_t i, double compliance) {
        world.problem.law.change(i, [&](LocalLaw<2>& law) { law.yields.pressed = compliance; });
    };
    const auto add_layer = [&](double compliance) {
        for (std::size_t i = 0; i < 2; ++i) {
            const std::size_t at = 2 * i;
            std::vector<ContactPoint<2>>& points = world.contacts.point.whole();
            points.insert(points.begin() + static_cast<std::ptrdiff_t>(at) + 1, ContactPoint<2>(points[at]));
            std::vector<ContactArms<2>>& arms = world.problem.W.contact.whole();
            arms.insert(arms.begin() + static_cast<std::ptrdiff_t>(at) + 1, arms[at]);
            world.problem.law.push_back(world.problem.law.back());
            for (std::size_t k = world.problem.law.size() - 2; k > at; --k) world.problem.law.set(k, world.problem.law[k - 1]);
            press(at, 1e-9);
            press(at + 1, compliance);
        }
    };
    ASSERT_EQ(world.problem.law.size(), 2u);
    add_layer(1.0);
    EXPECT_NEAR(joint.limit().multiplier, 3e4 + weight, 1e-5 * weight);
    for (std::size_t i : {1u, 3u}) press(i, 2e-9);
    EXPECT_NEAR(joint.limit().multiplier, 2 * 3e4 + weight, 1e-5 * weight);
}

TEST(Strengths, AJointThatIsBrokenRubs) {
    const std::string shear = "[[drives]]\nname = \"pull\"\nbody = \"top\"\nforce = [1.0, 0.0]\npoint = [0.0, -0.25]\n[limit]\ndrives = [\"pull\"]\n";
    EXPECT_NEAR(limit_of<2>(zone + "\ninitially = \"broken\"", glued<2>(shear)), 0.7 * weight, 1e-5 * weight);
    EXPECT_NEAR(limit_of<2>(mortar + "\ninitially = \"broken\"", glued<2>(shear)), 0.7 * weight, 1e-5 * weight);
}

TEST(Strengths, ElasticJointsHoldAsDryOnes) {
    const std::string law = "law = \"elastic\"\nnormal_stiffness = 1e9\nshear_stiffness = 5e8\nfriction = 0.3";
    EXPECT_NEAR(limit_of<2>(law, glued<2>("[limit]\nacceleration = [9.81, 0.0]\n")), 0.3, 1e-8);
    EXPECT_NEAR(limit_of<3>(law, glued<3>("[limit]\nacceleration = [9.81, 0.0, 0.0]\n")), 0.3, 1e-8);
}

/// A ball of 1 m hanging below a fixed one.
template <int D>
std::string two_balls(const std::string& more) {
    const char* shape = D == 2 ? "disk" : "sphere";
    const auto ball = [&](const char* name, double z, const char* extra) {
        return fmt::format("[[bodies]]\nname = \"{}\"\nmaterial = \"stone\"\nmass = 100.0\nshape = {{ type = \"{}\", radius = 0.5 }}\nposition = {}\n{}\n",
                           name, shape, place(D, 0, z), extra);
    };
    return ball("support", 0.5, "fixed = true") + ball("top", -0.5, "") + more;
}

template <int D>
void bonds_have_their_strengths() {
    const std::string bond = "law = \"bonded\"\ntensile_force = 3000.0\nshear_force = 2000.0\nbending_moment = 500.0\nfriction = 0.5\n" +
                             std::string(D == 3 ? "twisting_moment = 200.0\n" : "");
    EXPECT_NEAR(limit_of<D>(bond, two_balls<D>(pull<D>(0, -1))), 3000.0 - 100.0 * g, 1e-4);
    EXPECT_NEAR(limit_of<D>(bond, two_balls<D>(pull<D>(1, 0))), 500.0 / 0.5, 1e-4);  // its centre is 0.5 m below the bond
    const std::string twist = "[[drives]]\nname = \"twist\"\nbody = \"top\"\ntorque = [0.0, 0.0, 1.0]\n[limit]\ndrives = [\"twist\"]\n";
    EXPECT_NEAR(limit_of<D>(bond, two_balls<D>(twist)), D == 2 ? 500.0 : 200.0, 1e-4);
}

TEST(Strengths, BondsHoldToTheirForcesAndMoments) {
    bonds_have_their_strengths<2>();
    bonds_have_their_strengths<3>();
}

template <int D>
void links_hold_all() {
    const auto link = [](const char* type) {
        return fmt::format("[[links]]\nname = \"hook\"\ntype = \"{}\"\nbetween = [\"top\", \"support\"]\npoint = {}\n", type, place(D, 0, 0));
    };
    const auto found = [&](const std::string& text) { return Scaled<D>(stones(D, "friction = 0.0", two_balls<D>(text))).limit(); };
    EXPECT_TRUE(found(link("weld") + pull<D>(1, 0)).unbounded);
    EXPECT_TRUE(found(link("ball") + pull<D>(0, -1)).unbounded);
    const LimitLoad<D> swings = found(link("ball") + pull<D>(1, 0));
    EXPECT_TRUE(swings.found && swings.feasible && !swings.unbounded);
    EXPECT_NEAR(swings.multiplier, 0.0, 1e-6);
}

TEST(Strengths, LinksHoldWithoutLimit) {
    links_hold_all<2>();
    links_hold_all<3>();
}

/// Weight and pull together have the strength for their length, in any direction: |m d - W up| = S.
template <int D>
void links_break_by_the_length_of_their_force() {
    const double S = 2000.0, W = 100.0 * g;
    const auto bracket = [](const Vec<D>& v) { return D == 2 ? fmt::format("[{}, {}]", v[0], v[1]) : fmt::format("[{}, {}, {}]", v[0], v[1], v[D - 1]); };
    for (const char* type : {"weld", "hinge"}) {
        const bool turns = type == std::string("hinge");
        for (const double angle : {0.0, 0.4, 0.785398, 1.2, 2.5}) {
            Vec<D> d;
            d[0] = std::cos(angle), d[D - 1] += std::sin(angle);
            if (D == 3 && !turns) d[1] = 0.5;
            const std::string scene = two_balls<D>(fmt::format(
                "[[links]]\nname = \"hook\"\ntype = \"{}\"\nbetween = [\"support\", \"top\"]\npoint = {}\nstrength = {}\n{}"
                "[[drives]]\nname = \"pull\"\nbody = \"top\"\nforce = {}\n[limit]\ndrives = [\"pull\"]\n",
                type, place(D, 0, -0.5), S, D == 3 && turns ? "axis = [0, 1, 0]\n" : "", bracket(d)));
            const double dd = dot(d, d), dz = d[D - 1], m = (W * dz + std::sqrt(W * W * dz * dz + dd * (S * S - W * W))) / dd;
            EXPECT_NEAR(limit_of<D>("friction = 0.0", scene), m, 1e-5 * m) << type << " " << angle;
        }
    }
}
TEST(Strengths, LinksBreakByTheLengthOfTheirForceInThePlane) { links_break_by_the_length_of_their_force<2>(); }
TEST(Strengths, LinksBreakByTheLengthOfTheirForceInSpace) { links_break_by_the_length_of_their_force<3>(); }

// A weld at the centre of what hangs on it, twisted about an axis that is askew to its frame.
TEST(Strengths, WeldsBreakByTheLengthOfTheirMoment) {
    for (const char* torque : {"[3.0, 0.0, 0.0]", "[2.0, 1.0, -2.0]", "[0.0, -2.4, 1.8]"}) {  // all 3 N m
        const std::string scene = two_balls<3>(fmt::format(
            "[[links]]\nname = \"hook\"\ntype = \"weld\"\nbetween = [\"support\", \"top\"]\npoint = [0, 0, -0.5]\nmoment_strength = 60.0\n"
            "[[drives]]\nname = \"twist\"\nbody = \"top\"\ntorque = {}\n[limit]\ndrives = [\"twist\"]\n", torque));
        EXPECT_NEAR(limit_of<3>("friction = 0.0", scene), 60.0 / 3.0, 1e-6) << torque;
    }
}

/// What a body that is pushed at by one contact alone, of this law, can take along n, either way.
std::pair<ConicAnswer, ConicAnswer> along_normal(const LocalLaw<2>& law) {
    const auto answer = [&](double sign) {
        ConicProgram program;
        program.b.assign(3, 0.0);
        program.begin_block(admissible_forces(law).variables, -1, 0);
        program.on_b[0] = {1.0};
        add_limits(law, false, {}, program);
        program.add_multiplier({sign, 0.0, 0.0});
        return solve(program, 1e-11);
    };
    return {answer(-1.0), answer(1.0)};  // pressed; pulled
}

// A number between two stops, at the upper one when the shift is zero and at the lower when it is -w.
TEST(Strengths, AStopCarriesNothingBeforeItIsReached) {
    using Found = ConicAnswer::Found;
    LocalLaw<2> stops{.tension = Yielding::never};
    stops.yields.gives_at = 0.0;
    stops.yields.gives_by = 2.0;
    const auto [pressed, pulled] = along_normal(stops);
    EXPECT_NEAR(pressed.primal, 0.0, 1e-8);
    EXPECT_EQ(pulled.found, Found::unbounded);
    stops.velocity_shift[0] = -1.0;
    const auto [between_1, between_2] = along_normal(stops);
    EXPECT_EQ(between_1.found, Found::optimum);
    EXPECT_NEAR(between_1.primal, 0.0, 1e-8);
    EXPECT_NEAR(between_2.primal, 0.0, 1e-8);
    stops.velocity_shift[0] = -2.0;
    const auto [low_pressed, low_pulled] = along_normal(stops);
    EXPECT_EQ(low_pressed.found, Found::unbounded);
    EXPECT_NEAR(low_pulled.primal, 0.0, 1e-8);
}

// A stone that hangs on a hinge with friction, pushed at its middle 0.25 m below: stops that it has yet to reach do not help.
template <int D>
void stops_of_a_hinge_do_not_hold() {
    const std::string hinge = fmt::format(
        "[[links]]\nname = \"pin\"\nbetween = [\"world\", \"top\"]\ntype = \"hinge\"\npoint = {}\n{}friction = 100\nlimits = [-1, 1]\n",
        place(D, 0, 0), D == 3 ? "axis = [0, 1, 0]\n" : "");
    EXPECT_NEAR(limit_of<D>("friction = 0.5", box(D, "top", place(D, 0, -0.25)) + hinge + pull<D>(1, 0)), 100.0 / 0.25, 1e-3);
}

TEST(Strengths, StopsOfAHingeDoNotHold) {
    stops_of_a_hinge_do_not_hold<2>();
    stops_of_a_hinge_do_not_hold<3>();
}

// A rod and a cable, as laws: along their line, both ways or one.
TEST(Strengths, LinesPullAndPushToTheirYield) {
    LocalLaw<2> rod{.tension = 3.0};
    rod.yields.gives_at = 3.0;
    const auto [pressed, pulled] = along_normal(rod);
    EXPECT_NEAR(pressed.primal, -3.0, 1e-8);
    EXPECT_NEAR(pulled.primal, -3.0, 1e-8);
    rod.yields.gives_at = 0.0;
    EXPECT_NEAR(along_normal(rod).first.primal, 0.0, 1e-8);
    EXPECT_NEAR(along_normal(rod).second.primal, -3.0, 1e-8);
}

/// A ball on a floor.
template <int D>
std::string ball_on_floor() {
    return fmt::format(
        "[[bodies]]\nmaterial = \"stone\"\nfixed = true\nshape = {{ type = \"plane\", normal = {} }}\n"
        "[[bodies]]\nname = \"top\"\nmaterial = \"stone\"\nshape = {{ type = \"{}\", radius = 0.5 }}\nposition = {}\n",
        place(D, 0, 1), D == 2 ? "disk" : "sphere", place(D, 0, 0.5));
}

template <int D>
void a_ball_rolls_at_its_length() {
    const std::string push = D == 2 ? "[limit]\nacceleration = [9.81, 0.0]\n" : "[limit]\nacceleration = [9.81, 0.0, 0.0]\n";
    EXPECT_NEAR(limit_of<D>("friction = 0.6\nrolling_friction = 0.05", ball_on_floor<D>() + push), 0.05 / 0.5, 1e-8);
    EXPECT_NEAR(limit_of<D>("friction = 0.06\nrolling_friction = 0.05", ball_on_floor<D>() + push), 0.06, 1e-8);
}

TEST(Strengths, ABallRollsAtItsRollingLength) {
    a_ball_rolls_at_its_length<2>();
    a_ball_rolls_at_its_length<3>();
    const std::string twist = "[[drives]]\nname = \"twist\"\nbody = \"top\"\ntorque = [0.0, 0.0, 1.0]\n[limit]\ndrives = [\"twist\"]\n";
    const double load = 2000.0 * 4.0 / 3.0 * 3.14159265358979 * 0.125 * g;
    EXPECT_NEAR(limit_of<3>("friction = 0.6\ntorsion_friction = 0.02", ball_on_floor<3>() + twist) / (0.02 * load), 1.0, 1e-8);
}

TEST(Strengths, RollingThatGrowsWithTheLoadIsRefusedAtItsLaw) {
    const Scene scene = read_scene(Folder().write("scene.toml", stones(2, "friction = 0.6\nrolling_growth = 0.01", ball_on_floor<2>())), {});
    try {
        require_convex(std::get<WorldDescription<2>>(scene.world));
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(error.place().find("scene.toml:9:1"), std::string::npos) << error.place();
    }
}

TEST(Strengths, DegreesOfFreedomThatAreHeldAskForNothing) {
    const std::string push = "[[drives]]\nbody = \"top\"\nfix = [\"rz\"]\n[limit]\nacceleration = [9.81, 0.0]\n";
    EXPECT_NEAR(limit_of<2>("friction = 0.6", ball_on_floor<2>() + push), 0.6, 1e-8);  // it cannot roll
}

TEST(Strengths, WaterLiftsAndIsDead) {
    const std::string water = "[water]\nlevel = 5.0\ndensity = 1000.0\n[limit]\nacceleration = [9.81, 0.0]\n";
    // Friction of the weight less its lift, against the whole mass.
    EXPECT_NEAR(limit_of<2>("friction = 0.6", glued<2>(water)), 0.6 * 0.5, 1e-8);
}

// What a step from rest holds, forces hold: of every law, in both dimensions.
template <int D>
void a_step_at_rest_is_rest() {
    for (const std::string& law : {std::string("friction = 0.6"), mortar, zone, std::string("law = \"elastic\"\nnormal_stiffness = 1e12\nshear_stiffness = 1e12\nfriction = 0.6"),
                                   std::string("friction = 0.6\nrolling_friction = 0.01"), std::string("friction = 0.6\ncohesion_force = 100.0")}) {
        const std::string text = glued<D>(box(D, "next", place(D, 0.3, 0.75)));
        Scaled<D> first(stones(D, law, text));
        EXPECT_EQ(first.rest().found, RestFound::possible) << law;
        Scaled<D> over(stones(D, "friction = 0.6", glued<D>(box(D, "next", place(D, 0.7, 0.75)))));
        EXPECT_EQ(over.rest().found, RestFound::impossible);
    }
}

TEST(Strengths, WhatStandsStandsUnderEveryLaw) {
    a_step_at_rest_is_rest<2>();
    a_step_at_rest_is_rest<3>();
}

}  // namespace
}  // namespace drystone::strengths_test
