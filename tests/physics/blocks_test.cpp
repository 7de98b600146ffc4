// Blocks that slide, rock and topple: validation cases A16, A29, B01, B02, B07, B10, B12, C11, C13, C16-C18.

#include <numbers>

#include <gtest/gtest.h>

#include "physics/first_step.h"
#include "step/world.h"

namespace drystone::blocks_test {
namespace {

constexpr double g = 9.81, degree = std::numbers::pi / 180.0;

const char* floor_text =
    "[[bodies]]\nname = \"floor\"\nmaterial = \"stone\"\nfixed = true\nshape = { type = \"plane\", normal = "
    "[0, 1] }\n";

std::string block(double width, double height, double x = 0.0, double bottom = 0.0,
                  const std::string& more = "") {
    return fmt::format(
        "[[bodies]]\nname = \"block\"\nmaterial = \"stone\"\nshape = {{ type = \"box\", size = [{:.17g}, "
        "{:.17g}] }}\n"
        "position = [{:.17g}, {:.17g}]\n{}\n",
        width, height, x, bottom + 0.5 * height, more);
}

// A16: corner forces at rest and sliding.
TEST(Block, OnASlopeItsCornersShareTheWeight) {
    const double b = 0.2, h = 0.1, mu = 0.5;  // half width, half height
    for (const double slope : {20.0, 26.5, 26.6, 35.0}) {
        Blocks blocks(block_scene(floor_text + block(2 * b, 2 * h), mu, slope * degree));
        blocks.step(3);
        const double W = blocks.world.matter.mass[1] * g, c = std::cos(slope * degree),
                     s = std::sin(slope * degree);
        const bool slides = slope > 26.56505;
        const double a = slides ? g * (s - mu * c) : 0.0;
        EXPECT_NEAR(blocks.world.bodies.velocity[1].v[0], a * 3e-3, 1e-10);
        ASSERT_EQ(blocks.world.contacts.size(), 2);
        for (int k = 0; k < 2; ++k) {
            const bool lower = blocks.world.contacts.point[k].point[0] > blocks.world.bodies.position[1][0];
            const double N = std::abs(blocks.world.contacts.impulse[k][1]) / 1e-3;
            const double tilting = (lower ? 1.0 : -1.0) * (slides ? mu * c : s) * h / b;
            EXPECT_NEAR(N, 0.5 * W * (c + tilting), 1e-6 * W);
        }
    }
    Blocks steep(block_scene(floor_text + block(0.4, 0.2), 0.5, 35.0 * degree));
    steep.step();
    EXPECT_NEAR(steep.world.bodies.velocity[1].v[0] / 1e-3, 1.608844, 1e-5);
}

// A29: a block on a plank on a smooth floor.
TEST(Block, OnAPlankTheySlideToACommonVelocity) {
    const std::string plank =
        "[[bodies]]\nname = \"plank\"\nmaterial = \"wood\"\nmass = 2.0\nshape = { type = \"box\", size = "
        "[2.0, 0.1] }\n"
        "position = [0.0, 0.05]\n[materials.wood]\ndensity = 500.0\n"
        "[[interactions]]\nbetween = [\"floor\", \"plank\"]\nfriction = 0.0\n"
        "[[interactions]]\nbetween = [\"block\", \"plank\"]\nfriction = 0.2\n";
    Blocks blocks(block_scene(
        floor_text + plank + block(0.2, 0.2, -0.5, 0.1, "mass = 1.0\nvelocity = [1.0, 0.0]"), 0.5));
    blocks.step(339);
    const int top = blocks.body("block"), below = blocks.body("plank");
    EXPECT_GT(blocks.world.bodies.velocity[top].v[0], 1.0 / 3.0 + 1e-4);
    blocks.step(61);
    EXPECT_NEAR(blocks.world.bodies.velocity[top].v[0], 1.0 / 3.0, 1e-8);
    EXPECT_NEAR(blocks.world.bodies.velocity[below].v[0], 1.0 / 3.0, 1e-8);
    const double slip = blocks.world.bodies.position[top][0] + 0.5 - blocks.world.bodies.position[below][0];
    EXPECT_NEAR(slip, 0.169895, 1e-3);
}

// B01: slides or topples on a tilting table, whichever comes first.
TEST(Block, OnATiltingTableItSlidesOrTopples) {
    const double b = 0.1, h = 0.4;
    for (const double mu : {1.0, 0.2}) {
        const double limit = std::min(mu, b / h);
        EXPECT_TRUE(rests(block_scene(floor_text + block(2 * b, 2 * h), mu, std::atan(0.995 * limit))));
        EXPECT_FALSE(rests(block_scene(floor_text + block(2 * b, 2 * h), mu, std::atan(1.005 * limit))));
    }
    // Just above toppling it starts with omega' = p^2 sin(theta - alpha).
    const double R = std::hypot(b, h), p2 = 0.75 * g / R, theta = std::atan(1.1 * 0.25),
                 alpha = std::atan(0.25);
    Blocks blocks(block_scene(floor_text + block(2 * b, 2 * h), 1.0, theta));
    blocks.step();
    EXPECT_NEAR(std::abs(blocks.world.bodies.velocity[1].w[0]) / 1e-3, p2 * std::sin(theta - alpha),
                1e-6 * p2);
}

// B02: Housner's ratio of a rocking block that comes down flat, at once.
TEST(Block, RockingLosesHousnersShare) {
    for (const double slenderness : {4.0, 2.0, 1.5, 1.0}) {
        const double b = 0.1, h = slenderness * b, omega = -0.5;
        // It turns about its left corner (-b, 0): v = omega x r.
        const std::string motion = fmt::format("velocity = [{:.17g}, {:.17g}]\nangular_velocity = {:.17g}",
                                               -omega * h, omega * b, omega);
        std::string text = block_scene(floor_text + block(2 * b, 2 * h, 0.0, 0.0, motion), 10.0, 0.0, 1e-6);
        Blocks blocks(text);
        blocks.world.gravity = blocks.world.description.gravity = {};
        blocks.step();
        const double alpha = std::atan(b / h), sine = std::sin(alpha);
        EXPECT_NEAR(blocks.world.bodies.velocity[1].w[0] / omega, 1.0 - 1.5 * sine * sine, 1e-5)
            << slenderness;
    }
}

// B07: under a base that accelerates steadily it sticks iff a < g min(mu, b / h); the same as tilting gravity.
TEST(Block, OnAnAcceleratedBaseItUplifts) {
    const double b = 0.1, h = 0.4;
    for (const double factor : {0.99, 1.01}) {
        const std::string drive = fmt::format(
            "[[drives]]\nbody = \"floor\"\nmotion = {{ quantity = \"acceleration\", direction = [1, 0], kind "
            "= \"constant\", value = {:.17g} }}\n",
            factor * 0.25 * g);
        Blocks blocks(block_scene(floor_text + block(2 * b, 2 * h) + drive, 1.0));
        blocks.step(20);
        EXPECT_EQ(std::abs(blocks.world.bodies.velocity[1].w[0]) > 1e-6, factor > 1.0);
    }
}

// B10: Newmark's sliding block under a rectangular pulse.
TEST(Block, NewmarksBlockSlidesByTheBook) {
    const std::string drive =
        "[[drives]]\nbody = \"floor\"\nmotion = { quantity = \"acceleration\", direction = [1, 0], kind = "
        "\"constant\", value = 4.905, stop = 0.4 }\n";
    Blocks blocks(block_scene(floor_text + block(0.6, 0.2) + drive, 0.2));
    blocks.step(1100);
    const double base = 0.5 * 4.905 * 0.16 + 4.905 * 0.4 * 0.7;
    EXPECT_NEAR(base - blocks.world.bodies.position[1][0], 0.5886, 3e-3);
    EXPECT_NEAR(blocks.world.bodies.velocity[1].v[0], 4.905 * 0.4, 1e-8);
}

// B12: a harmonic base within the friction limit does not move the block against it at all.
TEST(Block, AGentleHarmonicBaseCarriesTheBlockAlong) {
    const double omega = 2.0 * std::numbers::pi * 2.0, amplitude = 0.9 * 0.3 * g / (omega * omega);
    const std::string drive = fmt::format(
        "[[drives]]\nbody = \"floor\"\nmotion = {{ quantity = \"displacement\", direction = [1, 0], kind = "
        "\"sine\", amplitude = {:.17g}, frequency_hz = 2.0, phase_deg = 90.0 }}\n",
        amplitude);
    Blocks blocks(block_scene(floor_text + block(0.6, 0.2) + drive, 0.3));
    const double x0 = blocks.world.bodies.position[1][0] - blocks.world.bodies.position[0][0];
    blocks.step(500);  // a whole period: the block is half a step of its velocity behind
    const double x1 = blocks.world.bodies.position[1][0] - blocks.world.bodies.position[0][0];
    EXPECT_NEAR(x1, x0, 1e-6);
    blocks.step(1500);
    EXPECT_NEAR(blocks.world.bodies.position[1][0] - blocks.world.bodies.position[0][0], x1, 1e-9);
}

// B09: one cycle of a sine overturns the standard block above its first boundary, and not in the window far above it.
TEST(Block, OneCycleOfASineOverturnsItAboveItsBoundary) {
    const double b = 0.1, h = 0.4, R = std::hypot(b, h), p = std::sqrt(0.75 * g / R);
    const auto overturns = [&](double ratio, double a) {
        const double omega = ratio * p, f = omega / (2.0 * std::numbers::pi), period = 1.0 / f;
        const std::string drive = fmt::format(
            "[[drives]]\nbody = \"floor\"\nmotion = {{ quantity = \"acceleration\", direction = [1, 0], kind "
            "= \"sine\", amplitude = {:.17g}, frequency_hz = {:.17g}, stop = {:.17g} }}\n",
            a * g, f, period);
        Blocks blocks(block_scene(floor_text + block(2 * b, 2 * h) + drive, 5.0, 0.0, 5e-4));
        blocks.scene.settings.solver.tolerance = 1e-7;
        for (int k = 0; k < 12000; ++k) {
            blocks.step();
            if (std::abs(blocks.world.bodies.rotation[1].angle) > 1.0) return true;
        }
        return false;
    };
    for (const auto& [ratio, first] : {std::pair(3.0, 0.35008), std::pair(5.0, 0.71231)}) {
        EXPECT_FALSE(overturns(ratio, 0.97 * first)) << ratio;
        EXPECT_TRUE(overturns(ratio, 1.03 * first)) << ratio;
    }
    EXPECT_FALSE(overturns(5.0, 1.754));
}

// H17: the same box with more contact points moves the same.
TEST(Block, MorePointsBelowChangeNothing) {
    const auto pieces = [](int n) {
        std::string parts;
        for (int k = 0; k < n; ++k)
            parts += fmt::format("{}{{ type = \"box\", size = [{:.17g}, 0.2], position = [{:.17g}, 0.0] }}",
                                 k ? ", " : "", 0.4 / n, -0.2 + 0.4 * (k + 0.5) / n);
        return fmt::format(
            "[[bodies]]\nname = \"block\"\nmaterial = \"stone\"\nshape = {{ type = \"compound\", parts = "
            "[{}] }}\nposition = [0.0, 0.1]\n",
            parts);
    };
    for (const double tilt : {0.2, 0.6}) {  // rests, slides
        std::vector<Vec<2>> places;
        for (const int n : {1, 2, 4}) {
            Blocks blocks(block_scene(floor_text + pieces(n), 0.5, tilt));
            blocks.step(200);
            EXPECT_EQ(blocks.world.contacts.size(), 2 * n);
            const Vec<2> force = blocks.force(0, 1);
            EXPECT_NEAR(force[1], blocks.world.matter.mass[1] * g * std::cos(tilt), 1e-6 * force[1]);
            places.push_back(blocks.world.bodies.position[1]);
        }
        for (const Vec<2>& place : places) EXPECT_LT(norm(place - places[0]), 1e-9);
    }
}

// A35: a small block in a rotating drum slides at atan(mu) from the bottom when the drum turns slowly, and goes round with it when it
// turns fast enough.
TEST(Block, InARotatingDrum) {
    const double mu = 0.5, R = 1.0, height = 0.02;
    const auto scene = [&](double omega, bool moving) {
        const double r = R - 0.5 * height;
        const std::string motion =
            moving ? fmt::format("velocity = [{:.17g}, 0.0]\nangular_velocity = {:.17g}", omega * r, omega)
                   : "";
        return block_scene(fmt::format("[[bodies]]\nname = \"drum\"\nmaterial = \"stone\"\nfixed = "
                                       "true\nshape = {{ type = \"drum\", radius = {} }}\n"
                                       "[[drives]]\nbody = \"drum\"\nmotion = {{ quantity = \"velocity\", "
                                       "axis = [0, 0, 1], kind = \"constant\", value = {:.17g} }}\n",
                                       R, omega) +
                               block(0.06, height, 0.0, -std::sqrt(R * R - 0.03 * 0.03), motion),
                           mu);
    };
    Blocks slow(scene(0.02, false));  // it swings about its place by 0.02 R over the root of g / R
    slow.scene.settings.solver.tolerance = 1e-7;
    slow.step(30000);
    const Vec<2>& x = slow.world.bodies.position[1];
    EXPECT_NEAR(std::atan2(x[0], -x[1]) * 180.0 / std::numbers::pi, std::atan(mu) * 180.0 / std::numbers::pi,
                0.4);

    for (const double factor : {0.97, 1.03}) {
        const double omega = std::sqrt(factor * std::sqrt(1.0 + 1.0 / (mu * mu)) * g / (R - 0.5 * height));
        Blocks fast(scene(omega, true));
        fast.scene.settings.solver.tolerance = 1e-7;
        double slip = 0.0;
        for (int k = 0; k < 3000; ++k) {
            fast.step();
            const Twist<2>& t = fast.world.bodies.velocity[1];
            slip = std::max(slip, std::abs(t.w[0] / omega - 1.0));
        }
        EXPECT_EQ(slip<1e-3, factor> 1.0) << slip;
    }
}

// C11: a pier that takes a thrust at its top stands on its own weight alone.
TEST(Pier, LaHiresWidth) {
    const double H = 5000.0, B = std::sqrt(2.0 * H / (2000.0 * g));
    EXPECT_NEAR(B, 0.713922, 1e-6);
    for (const double height : {2.0, 5.0}) {
        for (const double factor : {0.995, 1.005}) {
            const double width = factor * B;
            // The thrust at the top: a force and its moment about the centre.
            const std::string load =
                fmt::format("[[drives]]\nbody = \"block\"\nforce = [{:.17g}, 0.0]\ntorque = {:.17g}\n", H,
                            -H * 0.5 * height);
            EXPECT_EQ(rests(block_scene(floor_text + block(width, height) + load, 2.0)), factor > 1.0)
                << height;
        }
    }
}

// C13: a dry stack overturns as a whole at tan = b / (n h); a stack of half-true offsets at the harmonic limit (C16).
TEST(Stack, TiltsOverAsAWhole) {
    const std::string stack =
        "[[generate]]\ntype = \"stack\"\nname = \"s\"\nmaterial = \"stone\"\nsizes = [[0.4, 0.2]]\ncount = "
        "5\n";
    const double limit = 2.0 / 5.0;
    EXPECT_TRUE(rests(block_scene(floor_text + stack, 0.8, std::atan(0.995 * limit))));
    EXPECT_FALSE(rests(block_scene(floor_text + stack, 0.8, std::atan(1.005 * limit))));
    EXPECT_FALSE(rests(block_scene(floor_text + stack, 0.3, std::atan(0.32))));

    // Before that every joint carries what is above it.
    Blocks blocks(block_scene(floor_text + stack, 0.8, 0.1));
    blocks.step();
    for (int k = 1; k <= 5; ++k) {
        const Vec<2> joint = blocks.force(k - 1, k);
        const double above = (6 - k) * blocks.world.matter.mass[k] * g;
        EXPECT_NEAR(joint[1], above * std::cos(0.1), 1e-6 * above);
        EXPECT_NEAR(joint[0], -above * std::sin(0.1), 1e-6 * above);
    }
}

TEST(Stack, HarmonicOverhang) {
    for (const double factor : {0.99, 1.01}) {
        std::string stones;
        const double L = 1.0;
        double x = 0.0;
        for (int k = 5; k >= 1;
             --k) {  // from below; block k from the top overhangs the one below by L / (2 k)
            stones += fmt::format(
                "[[bodies]]\nname = \"b{}\"\nmaterial = \"stone\"\nshape = {{ type = \"box\", size = [1.0, "
                "0.2] }}\nposition = [{:.17g}, {:.17g}]\n",
                k, x + (k == 5 ? 0.0 : factor * L / (2.0 * k)), 0.2 * (5 - k) + 0.1);
            x += k == 5 ? 0.0 : factor * L / (2.0 * k);
        }
        EXPECT_EQ(rests(block_scene(floor_text + stones, 0.7)), factor < 1.0);
    }
}

// C17: a keystone between fixed abutments, without friction: N = W / (2 sin beta).
TEST(Wedge, AFrictionlessKeystonePressesItsAbutments) {
    const double beta = 10.0 * degree, half = 0.2, height = 0.3, narrow = half - height * std::tan(beta);
    const auto polygon = [](const char* name, bool fixed, const std::vector<Vec<2>>& p) {
        std::string list;
        for (const Vec<2>& v : p)
            list += fmt::format("{}[{:.17g}, {:.17g}]", list.empty() ? "" : ", ", v[0], v[1]);
        return fmt::format(
            "[[bodies]]\nname = \"{}\"\nmaterial = \"stone\"\nfixed = {}\nshape = {{ type = \"polygon\", "
            "vertices = [{}] }}\n",
            name, fixed, list);
    };
    const std::string text =
        polygon("left", true, {{{-1.0, 0.0}}, {{-narrow, 0.0}}, {{-half, height}}, {{-1.0, height}}}) +
        polygon("right", true, {{{narrow, 0.0}}, {{1.0, 0.0}}, {{1.0, height}}, {{half, height}}}) +
        polygon("key", false, {{{-narrow, 0.0}}, {{narrow, 0.0}}, {{half, height}}, {{-half, height}}});
    Blocks blocks(block_scene(text, 0.0));
    blocks.step();
    const double W = blocks.world.matter.mass[2] * g;
    EXPECT_NEAR(norm(blocks.force(0, 2)) / W, 2.879385, 1e-5);
    EXPECT_NEAR(norm(blocks.force(1, 2)) / W, 2.879385, 1e-5);
    // With friction below tan beta the normal force lies in its interval, whatever the solver picked.
    for (const double mu : {0.05, 0.15}) {
        Blocks rough(block_scene(text, mu));
        rough.step();
        const Vec<2> n{{std::cos(beta), std::sin(beta)}};
        const double N = std::abs(dot(rough.force(0, 2), n)) / W, s = std::sin(beta), c = std::cos(beta);
        EXPECT_GE(N, 0.5 / (s + mu * c) - 1e-6);
        EXPECT_LE(N, 0.5 / (s - mu * c) + 1e-6);
    }
}

// C18: a ladder rests iff tan theta >= (1 - mu_f mu_w) / (2 mu_f).
TEST(Ladder, RestsAboveItsAngle) {
    for (const auto& [mu_w, limit] : {std::pair(0.0, 1.0), std::pair(0.3, 0.85)}) {
        for (const double factor : {0.99, 1.01}) {
            // A thin rod: the polygon's lowest and leftmost corners are its ends.
            const double theta = std::atan(factor * limit), L = 2.0, t = 1e-4;
            const Vec<2> along{{-std::cos(theta), std::sin(theta)}},
                across{{std::sin(theta), std::cos(theta)}};
            const double x = L * std::cos(theta);
            const std::string text = fmt::format(
                "[[bodies]]\nname = \"wall\"\nmaterial = \"stone\"\nfixed = true\nshape = {{ type = "
                "\"plane\", normal = [1, 0] }}\n"
                "[[bodies]]\nname = \"ladder\"\nmaterial = \"stone\"\nshape = {{ type = \"polygon\", "
                "vertices = [[{:.17g}, 0.0], [{:.17g}, {:.17g}], [0.0, {:.17g}]] }}\n"
                "[[interactions]]\nbetween = [\"wall\", \"ladder\"]\nfriction = {}\n",
                x, x + L * along[0] * 0.5 + t * across[0], 0.5 * L * along[1] + t * across[1],
                L * std::sin(theta), mu_w);
            // The triangle's centre of mass is at half its length, to t / 3.
            EXPECT_EQ(rests(block_scene(floor_text + text, 0.5)), factor > 1.0) << mu_w;
        }
    }
}

}  // namespace
}  // namespace drystone::blocks_test
