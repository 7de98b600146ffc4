// Blocks cut from a solid by planes fill it, whatever it is.

#include <numbers>

#include <gtest/gtest.h>

#include "narrowphase/convex_convex.h"
#include "scene/polycubes.h"
#include "scene/scene_text.h"
#include "step/world.h"

namespace drystone::cut_solid_test {
namespace {

template <int D>
WorldDescription<D> cut(const Folder& folder, const std::string& keys) {
    const std::string path = folder.write(
        "scene.toml", head(D) + "[[generate]]\ntype = \"cut\"\nname = \"s\"\nmaterial = \"m\"\n" + keys);
    EXPECT_EQ(objection(path), "");
    return world_of<D>(read_scene(path, {}));
}

template <int D>
const Convex<D>& shape_of(const BodyDescription<D>& body) {
    EXPECT_EQ(body.geometry.size(), 1u) << body.name;
    return *std::get<Solid<D>>(body.geometry[0].shape).convex;
}

template <int D>
double expect_filled(const WorldDescription<D>& world) {
    double volume = 0.0;
    ConvexScratch<D> scratch;
    Manifold<D> manifold;
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        const Convex<D>& a = shape_of(world.bodies[i]);
        volume += mass_properties(a, 1.0).mass;
        for (std::size_t j = 0; j < i; ++j) {
            convex_convex({a, {world.bodies[i].position}}, {shape_of(world.bodies[j]), {world.bodies[j].position}},
                          {0.0, PointRule::vertices}, scratch, manifold);
            for (const auto& p : manifold.points)
                EXPECT_GT(p.gap, -1e-11) << world.bodies[i].name << " " << world.bodies[j].name;
        }
    }
    return volume;
}

const std::string ell =
    "shape = { type = \"polygon\", vertices = [[0, 0], [3, 0], [3, 1], [1, 1], [1, 2.5], [0, 2.5]] }\n";

TEST(CutSolid, CoursesAndCellsFillAPolygonThatIsNotConvex) {
    const Folder folder;
    const auto courses = cut<2>(folder, ell + "block = [0.5, 0.25]\n");
    EXPECT_NEAR(expect_filled(courses), 4.5, 1e-11);
    EXPECT_EQ(courses.bodies[0].name, "s.0.0");
    // Four courses of six stones, seven where they are shifted; six of two, or three.
    EXPECT_EQ(courses.bodies.size(), 2u * 6 + 2 * 7 + 3 * 2 + 3 * 3);
    const auto cells = cut<2>(folder, ell + "stone = 0.3\n");
    EXPECT_NEAR(expect_filled(cells), 4.5, 1e-11);
    EXPECT_GE(cells.bodies.size(), 50u);
    EXPECT_EQ(cut<2>(folder, ell + "stone = 0.3\n").bodies[7].position, cells.bodies[7].position);
}

TEST(CutSolid, AndASolidInSpace) {
    const Folder folder;
    auto cells = bar({0, 0, 0}, {3, 3, 1}) + bar({0, 0, 1}, {1, 3, 3});
    cells.erase({1, 1, 0});
    folder.write("frame.obj", obj_text(polycube(cells, 0.5)));
    const double volume = 0.125 * 14.0;
    EXPECT_NEAR(expect_filled(cut<3>(
                    folder, "shape = { type = \"mesh\", file = \"frame.obj\" }\nblock = [0.4, 0.5, 0.2]\n")),
                volume, 1e-11);
    EXPECT_NEAR(
        expect_filled(cut<3>(
            folder, "shape = { type = \"mesh\", file = \"frame.obj\" }\nstone = 0.3\nrelaxation = 2\n")),
        volume, 1e-11);
    EXPECT_NEAR(
        expect_filled(cut<3>(
            folder, "shape = { type = \"cylinder\", radius = 1.0, height = 2.0, sides = 9 }\nstone = 0.6\n")),
        2.0 * std::numbers::pi, 1e-10);
}

TEST(CutSolid, WhatCannotBeCutIsRefused) {
    const Folder folder;
    const auto said = [&](const std::string& keys) {
        return objection(
            folder.write("scene.toml", head(2) + "[[generate]]\ntype = \"cut\"\nmaterial = \"m\"\n" + keys));
    };
    EXPECT_NE(said(ell).find("one of the two"), std::string::npos);
    EXPECT_NE(said(ell + "block = [0.5, 0.2]\nstone = 0.2\n").find("one of the two"), std::string::npos);
    EXPECT_NE(said(ell + "block = [0.5, -0.2]\n").find("block must be greater than zero"), std::string::npos);
    EXPECT_NE(said(ell + "stone = 1e-4\n").find("stone would make 4.5e+08 stones; there can be 10000"),
              std::string::npos);
    EXPECT_NE(said("shape = { type = \"disk\", radius = 1 }\nstone = 0.2\n").find("can be cut into stones"),
              std::string::npos);
}

}  // namespace
}  // namespace drystone::cut_solid_test
