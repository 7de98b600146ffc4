// Curved shapes in scenes: what their keys mean, and what is refused.

#include <functional>
#include <numbers>

#include <gtest/gtest.h>

#include "geometry/curved.h"
#include "scene/mistakes.h"
#include "step/abilities.h"
#include "step/world.h"

namespace drystone::read_curved_test {
namespace {

using std::numbers::pi;

template <int D>
BodyDescription<D> body_of(const std::string& shape) {
    const Folder folder;
    const Scene scene = read_scene(
        folder.write("s.toml", head(D) + "[[bodies]]\nmaterial = \"m\"\nshape = " + shape + "\n"), {});
    return world_of<D>(scene).bodies[0];
}

template <int D>
double mass_of(const std::string& shape) {
    return mass_properties(body_of<D>(shape).geometry, 1000.0).mass;
}

TEST(CurvedShapes, WeighWhatTheirKeysSay) {
    const double r = 0.1;
    EXPECT_NEAR(mass_of<3>("{ type = \"cylinder\", radius = 0.2, height = 0.5 }"), 1000.0 * pi * 0.04 * 0.5,
                1e-9);
    EXPECT_NEAR(mass_of<3>("{ type = \"cone\", radius = 0.2, height = 0.6 }"), 1000.0 * pi * 0.04 * 0.2,
                1e-9);
    EXPECT_NEAR(mass_of<3>("{ type = \"cone\", radius = 0.2, top_radius = 0.1, height = 0.6 }"),
                1000.0 * pi * 0.2 * 0.07, 1e-9);
    EXPECT_NEAR(mass_of<3>("{ type = \"capsule\", radius = 0.1, height = 0.5 }"),
                1000.0 * pi * (0.005 + 4.0 / 3.0 * 1e-3), 1e-9);
    EXPECT_NEAR(mass_of<3>("{ type = \"ellipsoid\", half_axes = [0.1, 0.2, 0.3] }"),
                1000.0 * 4.0 / 3.0 * pi * 0.006, 1e-9);
    EXPECT_NEAR(mass_of<3>("{ type = \"superquadric\", half_axes = [0.1, 0.2, 0.3], exponents = [2, 2] }"),
                1000.0 * 4.0 / 3.0 * pi * 0.006, 1e-9);
    EXPECT_NEAR(mass_of<3>("{ type = \"box\", size = [1, 1, 1], rounding = 0.1 }"),
                1000.0 * (1.0 + 6.0 * r + 3.0 * pi * r * r + 4.0 / 3.0 * pi * r * r * r), 1e-9);
    EXPECT_NEAR(mass_of<2>("{ type = \"box\", size = [1, 1], rounding = 0.1 }"),
                1000.0 * (1.0 + 4.0 * r + pi * r * r), 1e-9);
    EXPECT_NEAR(mass_of<2>("{ type = \"polygon\", vertices = [[0, 0], [1, 0], [0, 1]], rounding = 0.1 }"),
                1000.0 * (0.5 + (2.0 + std::sqrt(2.0)) * r + pi * r * r), 1e-9);
    EXPECT_NEAR(mass_of<2>("{ type = \"capsule\", radius = 0.1, height = 0.5 }"), 1000.0 * (0.1 + pi * 0.01),
                1e-9);
    EXPECT_NEAR(mass_of<2>("{ type = \"ellipse\", half_axes = [0.1, 0.2] }"), 1000.0 * pi * 0.02, 1e-9);
    EXPECT_NEAR(mass_of<2>("{ type = \"superellipse\", half_axes = [0.1, 0.2], exponent = 2 }"),
                1000.0 * pi * 0.02, 1e-9);
}

TEST(ACylinder, IsAPrismWhereItHasSides) {
    const auto round = body_of<3>("{ type = \"cylinder\", radius = 0.2, height = 0.5 }").geometry[0].shape;
    EXPECT_TRUE(std::holds_alternative<CurvedSolid<3>>(round));
    const auto prism =
        body_of<3>("{ type = \"cylinder\", radius = 0.2, height = 0.5, sides = 12 }").geometry[0].shape;
    ASSERT_TRUE(std::holds_alternative<Solid<3>>(prism));
    EXPECT_EQ(std::get<Solid<3>>(prism).convex->faces(), 14);
    EXPECT_NEAR(mass_of<3>("{ type = \"cylinder\", radius = 0.2, height = 0.5, sides = 12 }"),
                1000.0 * pi * 0.04 * 0.5, 1e-9);
}

TEST(ABlock, StaysABlockWithoutRounding) {
    EXPECT_TRUE(std::holds_alternative<Solid<3>>(
        body_of<3>("{ type = \"box\", size = [1, 1, 1], rounding = 0 }").geometry[0].shape));
}

TEST(Compounds, MayHaveCurvedParts) {
    const auto body = body_of<3>(
        "{ type = \"compound\", parts = [ { type = \"cylinder\", radius = 0.1, height = 1.0 }, "
        "{ type = \"ellipsoid\", half_axes = [0.2, 0.2, 0.1], position = [0, 0, 0.6] }, { type = \"sphere\", "
        "radius = 0.1, position = [0, 0, -0.6] } ] }");
    EXPECT_EQ(body.geometry.size(), 3U);
    EXPECT_NEAR(mass_properties(body.geometry, 1.0).mass, pi * 0.01 + 4.0 / 3.0 * pi * (0.004 + 0.001),
                1e-12);
}

TEST(Mistakes, OfCurvedShapes) {
    const auto wrong = [](const std::string& shape, const std::string& says) {
        return Mistake{"shape = { type = \"sphere\", radius = 0.05", "shape = " + shape, says};
    };
    check_mistakes(
        solid,
        {
            wrong("^{ type = \"cylinder\", height = 1 }", "a cylinder has no \"radius\""),
            wrong("{ type = \"cylinder\", radius = ^0, height = 1 }", "radius must be greater than zero"),
            wrong("{ type = \"cylinder\", radius = 1, height = 1, rounding = ^-0.1 }",
                  "rounding must be zero or more"),
            wrong("{ type = \"cone\", radius = 1, height = ^-1 }", "height must be greater than zero"),
            wrong("{ type = \"cone\", radius = 1, height = 1, top_radius = ^-1 }",
                  "top_radius must be zero or more"),
            wrong("{ type = \"cone\", radius = 1, ^hight = 1 }", "did you mean \"height\"?"),
            wrong("{ type = \"capsule\", radius = 1, ^length = 1 }", "unknown key \"length\" in a capsule"),
            wrong("{ type = \"ellipsoid\", half_axes = ^[1, 0, 1] }",
                  "every half axis must be greater than zero, found 0"),
            wrong("{ type = \"ellipsoid\", half_axes = ^[1, 1] }", "half_axes must be three numbers"),
            wrong("{ type = \"ellipsoid\", half_axes = ^[1, 1, 1e-12] }", "in one body"),
            wrong("^{ type = \"ellipsoid\" }", "an ellipsoid has no \"half_axes\""),
            wrong("{ type = \"superquadric\", half_axes = [1, 1, 1], exponents = ^[2] }",
                  "exponents are two numbers"),
            wrong("{ type = \"superquadric\", half_axes = [1, 1, 1], exponents = [^1, 2] }",
                  "an exponent must be between 1.1 and 20"),
            wrong("{ type = \"superquadric\", half_axes = [1, 1, 1], exponents = [2, ^50] }",
                  "an exponent must be between 1.1 and 20"),
            wrong("{ type = \"box\", size = [1, 1, 1], rounding = ^\"much\" }", "rounding must be a number"),
            wrong("{ type = ^\"ellipse\", half_axes = [1, 1] }", "an ellipse needs dimension = 2"),
            wrong("{ type = ^\"elipsoid\", half_axes = [1, 1, 1] }", "did you mean \"ellipsoid\"?"),
            wrong("{ type = \"compound\", parts = [ { type = \"capsule\", radius = 0.1, height = ^0 } ] }",
                  "height must be greater than zero"),
        });
}

std::string refusal(const std::function<void()>& what) {
    try {
        what();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(CurvedShapes, AreRefusedWhereNothingKnowsThem) {
    const Folder folder;
    const std::string capsule =
        "[[bodies]]\nname = \"pill\"\nmaterial = \"m\"\nshape = { type = \"capsule\", radius = 0.1, height = "
        "0.5 }\n";
    const Scene scene = read_scene(folder.write("s.toml", head(3) + capsule), {});
    for (const Solves who : {Solves::soft_grains, Solves::statics})
        EXPECT_NE(refusal([&] {
                      require_able(who, world_of<3>(scene));
                  }).find("s.toml:11:1: body 'pill' is not round"),
                  std::string::npos)
            << refusal([&] { require_able(who, world_of<3>(scene)); });
    for (const Solves who : {Solves::time_steps, Solves::stability, Solves::ensemble})
        EXPECT_EQ(refusal([&] { require_able(who, world_of<3>(scene)); }), "");
    const std::string soft =
        "[materials.soft]\ndensity = 1000.0\nyoung = 1e6\npoisson = 0.2\n[[interactions]]\nbetween = [\"m\", "
        "\"soft\"]\nfriction = 0.5\n"
        "[[bodies]]\nmaterial = \"soft\"\nshape = { type = \"box\", size = [1, 1, 1] }\nposition = [0, 0, "
        "3]\n";
    const auto build = [&](const std::string& deformable) {
        const Scene both = read_scene(folder.write("both.toml", head(3) + capsule + soft + deformable), {});
        return refusal([&] { make_world(world_of<3>(both)); });
    };
    EXPECT_NE(
        build("deformable = { divisions = [1, 1, 1] }\n")
            .find("both.toml:11:1: body 'pill' is a curved shape, which bodies with a mesh do not touch"),
        std::string::npos);
    EXPECT_EQ(build("deformable = \"uniform\"\n"), "");
    EXPECT_NE(
        objection(folder.write("u.toml",
                               head(3) + "[materials.soft]\ndensity = 1000.0\nyoung = 1e6\npoisson = 0.2\n"
                                         "[[bodies]]\nmaterial = \"soft\"\nshape = { type = \"cylinder\", "
                                         "radius = 0.1, height = 0.5 }\n"
                                         "deformable = \"uniform\"\n"))
            .find("curved shapes stay rigid"),
        std::string::npos);
}

}  // namespace
}  // namespace drystone::read_curved_test
