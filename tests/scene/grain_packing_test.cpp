// Packings of grains of any shape: apart, inside, turned at random, and as large as the law of radii says.

#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "geometry/scaled.h"
#include "scene/scene_text.h"
#include "step/world.h"

namespace drystone::grain_packing_test {
namespace {

const std::vector<std::string> flat = {
    R"({ type = "polygon", vertices = [[0, 0], [2, 0], [1, 3]] })",
    R"({ type = "box", size = [2.0, 0.5] })",
    R"({ type = "ellipse", half_axes = [1.0, 0.4] })",
    R"({ type = "capsule", radius = 0.2, height = 1.0 })",
    R"({ type = "superellipse", half_axes = [1.0, 0.5], exponent = 4.0 })",
    R"({ type = "box", size = [1.0, 1.0], rounding = 0.2 })",
    R"({ type = "polygon", vertices = [[0, 0], [3, 0], [3, 1], [1, 1], [1, 2], [0, 2]] })",
    R"({ type = "compound", parts = [{ type = "disk", radius = 1.0 }, { type = "disk", radius = 0.5, position = [1.2, 0.3] }] })"};
const std::vector<std::string> solid = {
    R"({ type = "polyhedron", vertices = [[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 1]] })",
    R"({ type = "box", size = [2.0, 1.0, 0.5] })",
    R"({ type = "cylinder", radius = 0.3, height = 2.0 })",
    R"({ type = "cone", radius = 1.0, top_radius = 0.2, height = 1.0, rounding = 0.1 })",
    R"({ type = "ellipsoid", half_axes = [1.0, 0.6, 0.4] })",
    R"({ type = "superquadric", half_axes = [1.0, 1.0, 0.5], exponents = [4.0, 3.0] })",
    R"({ type = "compound", parts = [{ type = "sphere", radius = 1.0 }, { type = "box", size = [0.5, 0.5, 3.0], position = [0, 0, 2.5] }] })"};

template <int D>
std::string packing(const std::string& shape, const std::string& radius, int count, int seed = 1) {
    return fmt::format(
        "{}[solver]\nseed = {}\n[[generate]]\ntype = \"packing\"\nname = \"g\"\nmaterial = \"m\"\n{}\ncount "
        "= {}\n{}inside = {{ type = \"box\", min = {}, max = {} }}\n",
        head(D), seed, shape, count, radius.empty() ? "" : "radius = " + radius + "\n",
        D == 2 ? "[0, 0]" : "[0, 0, 0]", D == 2 ? "[1, 2]" : "[1, 1, 2]");
}

template <int D>
WorldDescription<D> packed(const std::string& text) {
    const Folder folder;
    const std::string path = folder.write("s.toml", text);
    EXPECT_EQ(objection(path), "") << text;
    return world_of<D>(read_scene(path, {}));
}

/// Radius of the ball of a body's volume.
template <int D>
double size_of(const BodyDescription<D>& body) {
    return std::pow(
        mass_properties(body.geometry, 1.0).mass / (D == 2 ? std::numbers::pi : 4.0 / 3.0 * std::numbers::pi),
        1.0 / D);
}

template <int D>
void expect_apart_and_inside(const WorldDescription<D>& world) {
    std::vector<PlacedBall<D>> balls;
    for (const auto& body : world.bodies) {
        PlacedBall<D> ball = surrounding_ball(body.geometry);
        ball.centre = body.position + rotate(body.orientation, ball.centre);
        for (int i = 0; i < D; ++i) {
            EXPECT_GT(ball.centre[i] - ball.radius, -1e-9);
            EXPECT_LT(ball.centre[i] + ball.radius, (i == D - 1 ? 2.0 : 1.0) + 1e-9);
        }
        for (const PlacedBall<D>& other : balls)
            EXPECT_GT(norm(ball.centre - other.centre), ball.radius + other.radius);
        balls.push_back(ball);
    }
    World<D> built = make_world(world);
    ThreadPool pool(1);
    StepSettings settings;
    settings.step = 1e-6;
    EXPECT_EQ(advance(built, settings, pool).contacts, 0);
}

template <int D>
void every_shape_by_every_law(const std::vector<std::string>& shapes) {
    const std::vector<std::string> laws = {
        "0.02",
        "[0.01, 0.02]",
        R"({ law = "uniform", min = 0.01, max = 0.02 })",
        R"({ law = "normal", mean = 0.015, deviation = 0.002, min = 0.01, max = 0.02 })",
        R"({ law = "two", small = 0.01, large = 0.02, fraction = 0.3 })",
        R"({ law = "grading", points = [[0.02, 0], [0.03, 50], [0.04, 100]] })"};
    for (std::size_t s = 0; s < shapes.size(); ++s) {
        const std::string& law = laws[s % laws.size()];
        SCOPED_TRACE(shapes[s] + law);
        const WorldDescription<D> world = packed<D>(packing<D>("shape = " + shapes[s], law, 60));
        ASSERT_EQ(world.bodies.size(), 60u);
        expect_apart_and_inside(world);
        for (const auto& body : world.bodies) {
            EXPECT_GT(size_of(body), 0.01 * (1.0 - 1e-9));
            EXPECT_LT(size_of(body), 0.02 * (1.0 + 1e-9));
        }
    }
}

TEST(GrainPacking, GrainsOfEveryShapeAreAsLargeAsTheLawSays) {
    every_shape_by_every_law<2>(flat);
    every_shape_by_every_law<3>(solid);
}

/// Half of the mass passes the middle sieve, whatever the shape.
TEST(GrainPacking, ASieveCurveIsOneOfMasses) {
    const auto world =
        packed<3>(packing<3>("shape = " + solid[0],
                             R"({ law = "grading", points = [[0.01, 0], [0.016, 50], [0.04, 100]] })", 1500));
    double passing = 0.0, all = 0.0;
    for (const auto& body : world.bodies) {
        const double r = size_of(body);
        all += r * r * r;
        if (2.0 * r < 0.016) passing += r * r * r;
    }
    EXPECT_NEAR(passing / all, 0.5, 0.02);
}

/// Axes of grains point everywhere alike: their mean and the mean of their squares, to four deviations.
TEST(GrainPacking, GrainsAreTurnedAtRandom) {
    const int n = 1000;
    const auto world = packed<3>(packing<3>("shape = " + solid[4], "0.008", n));
    Vec<3> mean{}, square{};
    for (const auto& body : world.bodies) {
        const Vec<3> axis = rotate(body.orientation, Vec<3>::axis(0));
        mean += (1.0 / n) * axis;
        for (int i = 0; i < 3; ++i) square[i] += axis[i] * axis[i] / n;
    }
    for (int i = 0; i < 3; ++i) {
        EXPECT_LT(std::abs(mean[i]), 4.0 / std::sqrt(3.0 * n));
        EXPECT_NEAR(square[i], 1.0 / 3.0, 4.0 * std::sqrt(4.0 / 45.0 / n));
    }
}

TEST(GrainPacking, AMixtureHasItsWeightsAndOwnSizesWithoutARadius) {
    const std::string shapes =
        R"(shapes = [{ shape = { type = "disk", radius = 0.004 }, weight = 3 }, { shape = { type = "box", size = [0.01, 0.01] } }])";
    const auto world = packed<2>(packing<2>(shapes, "", 800));
    int disks = 0;
    for (const auto& body : world.bodies) {
        const bool disk = std::holds_alternative<Ball<2>>(body.geometry[0].shape);
        disks += disk;
        EXPECT_NEAR(mass_properties(body.geometry, 1.0).mass, disk ? std::numbers::pi * 1.6e-5 : 1e-4, 1e-15);
    }
    EXPECT_NEAR(disks, 600, 50);
    expect_apart_and_inside(world);
    // The same seed is the same packing, another one another; boxes of one size share their shape.
    const auto again = packed<2>(packing<2>(shapes, "", 800)),
               other = packed<2>(packing<2>(shapes, "", 800, 2));
    EXPECT_EQ(again.bodies[11].position, world.bodies[11].position);
    EXPECT_TRUE(again.bodies[11].orientation == world.bodies[11].orientation);
    EXPECT_NE(other.bodies[11].position, world.bodies[11].position);
}

TEST(GrainPacking, WhatIsNoGrainIsRefused) {
    const Folder folder;
    const auto said = [&](const std::string& shape, const std::string& radius = "0.01") {
        return objection(folder.write("s.toml", packing<2>(shape, radius, 5)));
    };
    EXPECT_NE(said(R"(shape = { type = "plane", normal = [0, 1] })").find("a grain needs a volume"),
              std::string::npos);
    EXPECT_NE(said(R"(shapes = [])").find("at least one shape"), std::string::npos);
    EXPECT_NE(said("shape = \"disk\"\nshapes = []").find("not both"), std::string::npos);
    EXPECT_NE(said("").find("\"shape\""), std::string::npos);
    EXPECT_NE(said(R"(shape = "box")").find("must be a \"disk\""), std::string::npos);
    EXPECT_NE(said(R"(shape = "disk")", R"({ law = "uniform", min = 2, max = 1 })")
                  .find("max must not be less than min"),
              std::string::npos);
    EXPECT_NE(said("shape = " + flat[0], "3.0").find("does not fit in a region"), std::string::npos);
}

}  // namespace
}  // namespace drystone::grain_packing_test
