// A whole assembly from mesh files and drawings.

#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scene/polycubes.h"
#include "scene/scene_text.h"
#include "step/world.h"

namespace drystone::assembly_test {
namespace {

/// A cube with its lowest corner at (0, 0, z), as OBJ.
std::string cube(double z) {
    std::string text;
    for (int k = 0; k < 8; ++k)
        text += "v " + std::to_string(k & 1) + " " + std::to_string((k >> 1) & 1) + " " +
                std::to_string(((k >> 2) & 1) + z) + "\n";
    return text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
}

const std::string head =
    "[scene]\ndimension = 3\n[time]\nstep = 1e-3\nduration = 1\n[materials.stone]\ndensity = 1000.0\n"
    "[[interactions]]\nbetween = [\"stone\", \"stone\"]\nfriction = 0.5\n[[generate]]\ntype = \"assembly\"\n"
    "name = \"ruin\"\nmaterial = \"stone\"\nscale = 0.5\n";

TEST(Assembly, AStoneForEachFileOfAFolder) {
    const Folder folder;
    folder.write("b_upper.obj", cube(1.0));
    folder.write("a_lower.obj", cube(0.0));
    folder.write("readme.txt", "not a mesh");
    for (const std::string& which :
         {std::string("folder = \".\"\n"), std::string("files = [\"a_lower.obj\", \"b_upper.obj\"]\n")}) {
        const Scene scene = read_scene(folder.write("scene.toml", head + which), {});
        const auto& world = std::get<WorldDescription<3>>(scene.world);
        ASSERT_EQ(world.bodies.size(), 2u);
        EXPECT_EQ(world.bodies[0].name, "ruin.a_lower");
        EXPECT_EQ(world.bodies[1].name, "ruin.b_upper");
        EXPECT_LT(norm(world.bodies[1].position - Vec<3>{{0.25, 0.25, 0.75}}), 1e-15);
        const World<3> built = make_world(world);
        EXPECT_NEAR(built.matter.mass[1], 125.0, 1e-9);
    }
}

TEST(Assembly, WhatIsNotThereIsRefused) {
    const Folder folder;
    EXPECT_NE(objection(folder.write("scene.toml", head)).find("one of the three"), std::string::npos);
    EXPECT_NE(objection(folder.write("scene.toml", head + "folder = \".\"\n"))
                  .find("there are no .obj, .stl, .ply or .dxf files"),
              std::string::npos);
    EXPECT_NE(objection(folder.write("scene.toml", head + "files = [\"none.obj\"]\n")).find("none.obj"),
              std::string::npos);
}


/// An assembly of the file `name` with that text; "" or what is said of it.
template <int D>
std::string said(const std::string& name, const std::string& text, const std::string& keys, WorldDescription<D>* out = nullptr) {
    const Folder folder;
    folder.write(name, text);
    const std::string scene = "[scene]\ndimension = " + std::to_string(D) +
                              "\n[time]\nstep = 1e-3\nduration = 1\n[materials.stone]\ndensity = 1000.0\n[materials.rock]\ndensity = 3000.0\n"
                              "[[interactions]]\nbetween = [\"stone\", \"stone\"]\nfriction = 0.5\n[[interactions]]\nbetween = [\"stone\", \"rock\"]\nfriction = 0.5\n"
                              "[[generate]]\ntype = \"assembly\"\nname = \"ruin\"\nmaterial = \"stone\"\nfile = \"" + name + "\"\n" + keys;
    const std::string path = folder.write("scene.toml", scene);
    try {
        const Scene read = read_scene(path, {});
        if (out) *out = world_of<D>(read);
    } catch (const InputError& error) {
        std::string words = error.what();
        for (const std::string& place : {folder.path(name), path})
            for (std::size_t at; (at = words.find(place)) != std::string::npos;) words.replace(at, place.size(), place == path ? "SCENE" : "FILE");
        return words;
    }
    return "";
}

template <int D>
std::vector<std::string> names(const WorldDescription<D>& world) {
    std::vector<std::string> list;
    for (const auto& body : world.bodies) list.push_back(body.name);
    return list;
}

const std::set<CubeCell> angle = bar({0, 0, 0}, {3, 1, 1}) + bar({0, 0, 1}, {1, 1, 2});
const std::set<CubeCell> beam = bar({1, 0, 1}, {3, 1, 2});

/// Two groups, one of them not convex, one of them in two pieces.
std::string grouped() {
    const SurfaceMesh first = polycube(angle, 0.5), second = polycube(beam, 0.5), third = polycube(bar({5, 0, 0}, {6, 1, 1}), 0.5);
    const int n = static_cast<int>(first.vertex.size()), m = n + static_cast<int>(second.vertex.size());
    return "o angle\n" + obj_text(first) + "g beam one\n" + obj_text(second, n) + obj_text(third, m);
}

TEST(Assembly, EveryGroupOfAnObjFileIsABody) {
    WorldDescription<3> world;
    ASSERT_EQ(said<3>("parts.obj", grouped(), "layers = { angle = { material = \"rock\", fixed = true } }\n", &world), "");
    EXPECT_EQ(names(world), (std::vector<std::string>{"ruin.angle", "ruin.beam_one.0", "ruin.beam_one.1"}));
    EXPECT_EQ(world.bodies[0].geometry.size(), 2u);
    EXPECT_EQ(world.bodies[1].geometry.size(), 1u);
    EXPECT_TRUE(world.bodies[0].fixed);
    EXPECT_FALSE(world.bodies[1].fixed);
    EXPECT_NE(world.bodies[0].material, world.bodies[1].material);
    const World<3> built = make_world(world);
    EXPECT_NEAR(built.matter.mass[1], 250.0, 1e-9);
    EXPECT_NE(said<3>("parts.obj", grouped(), "decompose = false\n").find("not convex: the surface bends inwards"), std::string::npos);
    EXPECT_EQ(said<3>("parts.obj", grouped(), "layers = { angel = { fixed = true } }\n"), "SCENE:21:12: no file has a layer or group \"angel\"");
    // Three cells about x = 0.75, one on top of the first: the parts are where the file has them.
    ASSERT_EQ(said<3>("parts.obj", grouped(), "", &world), "");
    const World<3> free = make_world(world);
    EXPECT_LT(norm(free.bodies.position[0] - Vec<3>{{0.625, 0.25, 0.375}}), 1e-14);
    EXPECT_EQ(said<3>("parts.obj", grouped(), "layers = { angle = { skip = true } }\n", &world), "");
    EXPECT_EQ(world.bodies.size(), 2u);
}

/// Pairs of group code and value, of the section ENTITIES.
std::string dxf(const std::string& entities) { return "0\nSECTION\n2\nENTITIES\n" + entities + "0\nENDSEC\n0\nEOF\n"; }

std::string polyline(const std::string& layer, const std::vector<Vec<2>>& loop, const std::string& more = "") {
    std::string text = "0\nLWPOLYLINE\n8\n" + layer + "\n90\n" + std::to_string(loop.size()) + "\n70\n1\n" + more;
    for (const Vec<2>& x : loop) text += "10\n" + std::to_string(x[0]) + "\n20\n" + std::to_string(x[1]) + "\n";
    return text;
}

std::string old_polyline(const std::string& layer, const std::vector<Vec<2>>& loop) {
    std::string text = "  0\r\nPOLYLINE\r\n  8\r\n" + layer + "\r\n 66\r\n1\r\n 70\r\n1\r\n";
    for (const Vec<2>& x : loop) text += "0\nVERTEX\n8\n" + layer + "\n10\n" + std::to_string(x[0]) + "\n20\n" + std::to_string(x[1]) + "\n30\n0.0\n";
    return text + "0\nSEQEND\n";
}

const std::vector<Vec<2>> square = {{{0, 0}}, {{1, 0}}, {{1, 1}}, {{0, 1}}};
const std::vector<Vec<2>> ell = {{{2, 0}}, {{5, 0}}, {{5, 1}}, {{3, 1}}, {{3, 2}}, {{2, 2}}};

TEST(Assembly, ClosedPolylinesOfADrawingAreBlocksInThePlane) {
    WorldDescription<2> world;
    const std::string text = dxf(polyline("GROUND", square) + "0\nLINE\n8\naxes\n10\n0\n20\n0\n11\n1\n21\n1\n" + old_polyline("big stones", ell) + polyline("GROUND", {{{7, 0}}, {{8, 0}}, {{7, 1}}}));
    ASSERT_EQ(said<2>("plan.DXF", text, "scale = 0.5\nlayers = { GROUND = { fixed = true, material = \"rock\" } }\n", &world), "");
    EXPECT_EQ(names(world), (std::vector<std::string>{"ruin.GROUND.0", "ruin.big_stones.0", "ruin.GROUND.1"}));
    const World<2> built = make_world(world);
    EXPECT_EQ(world.bodies[1].geometry.size(), 2u);
    EXPECT_NEAR(built.matter.mass[1], 1000.0, 1e-9);
    EXPECT_TRUE(world.bodies[2].fixed);
}

/// A cube as six 3DFACEs, and what they leave out: a prism as a polyface mesh, a polyline with a thickness.
std::string faces_of(const SurfaceMesh& mesh, const std::string& layer) {
    std::string text;
    for (const auto& p : mesh.polygon) {
        text += "0\n3DFACE\n8\n" + layer + "\n";
        for (std::size_t k = 0; k < 4; ++k)
            for (std::size_t i = 0; i < 3; ++i)
                text += std::to_string(10 * (i + 1) + k) + "\n" + std::to_string(mesh.vertex[std::size_t(p[std::min(k, p.size() - 1)])][int(i)]) + "\n";
    }
    return text;
}

std::string polyface(const SurfaceMesh& mesh, const std::string& layer) {
    std::string text = "0\nPOLYLINE\n8\n" + layer + "\n70\n64\n";
    for (const Vec<3>& x : mesh.vertex)
        text += "0\nVERTEX\n70\n192\n10\n" + std::to_string(x[0]) + "\n20\n" + std::to_string(x[1]) + "\n30\n" + std::to_string(x[2]) + "\n";
    for (const auto& p : mesh.polygon) {
        text += "0\nVERTEX\n70\n128\n";
        for (std::size_t k = 0; k < p.size(); ++k) text += std::to_string(71 + k) + "\n" + std::to_string(k == 1 ? -p[k] - 1 : p[k] + 1) + "\n";
    }
    return text + "0\nSEQEND\n";
}

TEST(Assembly, FacesAndPolylinesWithAThicknessAreBlocksInSpace) {
    const SurfaceMesh cube = polycube(bar({0, 0, 0}, {1, 1, 1}), 1.0), far = polycube(bar({3, 0, 0}, {4, 1, 1}), 1.0);
    SurfaceMesh tetrahedron;
    tetrahedron.vertex = {{{9, 0, 0}}, {{10, 0, 0}}, {{9, 1, 0}}, {{9, 0, 1}}};
    tetrahedron.polygon = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    WorldDescription<3> world;
    const std::string text = dxf(faces_of(cube, "a") + faces_of(tetrahedron, "b") + faces_of(far, "a") + polyface(polycube(angle, 1.0), "b") + polyline("c", ell, "38\n2\n39\n0.5\n"));
    ASSERT_EQ(said<3>("solids.dxf", text, "", &world), "");
    EXPECT_EQ(names(world), (std::vector<std::string>{"ruin.a.0", "ruin.a.1", "ruin.b.0", "ruin.b.1", "ruin.c.0"}));
    const World<3> built = make_world(world);
    const std::vector<double> volume = {1.0, 1.0, 4.0, 1.0 / 6.0, 2.0};
    for (std::size_t k = 0; k < volume.size(); ++k) EXPECT_NEAR(built.matter.mass[k], 1000.0 * volume[k], 1e-9) << k;
    EXPECT_NEAR(built.bodies.position[4][2], 2.25, 1e-12);
}

/// A voussoir between two arcs about the origin, and a half disk: areas of regular polygons' sectors.
TEST(Assembly, ArcsOfADrawingBecomeChords) {
    const double turn = 0.6, bulge = std::tan(0.25 * turn);
    const auto corner = [](double r, double a) { return "10\n" + fmt::format("{:.17g}", r * std::cos(a)) + "\n20\n" + fmt::format("{:.17g}", r * std::sin(a)) + "\n"; };
    const std::string voussoir = "0\nLWPOLYLINE\n8\na\n70\n1\n" + corner(3.0, 0.0) + fmt::format("42\n{:.17g}\n", bulge) + corner(3.0, turn) +
                                 corner(2.0, turn) + fmt::format("42\n{:.17g}\n", -bulge) + corner(2.0, 0.0);
    const std::string disk = "0\nPOLYLINE\n8\nb\n70\n1\n0\nVERTEX\n10\n11\n20\n0\n42\n1\n0\nVERTEX\n10\n9\n20\n0\n0\nSEQEND\n";
    WorldDescription<2> world;
    ASSERT_EQ(said<2>("a.dxf", dxf(voussoir + disk), "arc_deg = 12\n", &world), "");
    const World<2> built = make_world(world);
    const double step = turn / 3.0, half = std::numbers::pi / 15.0;  // 34.4 degrees in three, 180 in fifteen
    EXPECT_NEAR(built.matter.mass[0], 1000.0 * 1.5 * std::sin(step) * (9.0 - 4.0), 1e-9);
    EXPECT_NEAR(built.matter.mass[1], 1000.0 * 7.5 * std::sin(half), 1e-9);
    EXPECT_GT(world.bodies[0].geometry.size(), 1u);  // its inner side bends inwards
    EXPECT_NE(said<2>("a.dxf", dxf(voussoir), "arc_deg = 0\n").find("arc_deg must be"), std::string::npos);
}

TEST(Assembly, DrawingsThatCannotBeReadAreRefusedAtTheirLine) {
    EXPECT_EQ(said<2>("a.dxf", "0\nSECTION\n2\nENTITIES\n", ""), "FILE:4: the file ends early: expected EOF");
    EXPECT_EQ(said<2>("a.dxf", "hello\n", ""), "FILE:1: expected a group code, found \"hello\"");
    EXPECT_EQ(said<2>("a.dxf", dxf("0\nLWPOLYLINE\n10\nx\n"), ""), "FILE:8: expected a number, found \"x\"");
    EXPECT_EQ(said<2>("a.dxf", dxf("0\nLWPOLYLINE\n10\n0\n20\n0\n10\n1\n20\n0\n10\n1\n20\n1\n"), ""), "FILE:5: this polyline is not closed");
    EXPECT_EQ(said<2>("a.dxf", dxf(polyline("a", square) + "42\n0.5\n"), ""), "FILE:5: an arc in a polyline; arc_deg = 5 makes chords of at most 5 degrees of it");
    EXPECT_EQ(said<2>("a.dxf", dxf("0\nINSERT\n8\nx\n"), ""), "FILE:5: INSERT is not read; explode it into closed polylines or 3DFACEs");
    EXPECT_EQ(said<2>("a.dxf", dxf(""), "").substr(0, 5), "SCENE");
    EXPECT_EQ(said<2>("a.dxf", dxf(polyline("a", {{{0, 0}}, {{2, 2}}, {{2, 0}}, {{0, 1}}})), ""), "FILE:5: the sides after vertex 0 and after vertex 2 cross");
    EXPECT_EQ(said<2>("a.dxf", dxf(polyline("a", ell)), "decompose = false\n"), "FILE:5: not convex");
    EXPECT_EQ(said<3>("a.dxf", dxf(polyline("a", square)), ""), "FILE:5: a polyline without a thickness is no body in 3D");
    SurfaceMesh open = polycube(bar({0, 0, 0}, {1, 1, 1}), 1.0);
    open.polygon.pop_back();
    EXPECT_NE(said<3>("a.dxf", dxf(faces_of(open, "a")), "").find("the surface is not closed"), std::string::npos);
    EXPECT_EQ(said<3>("a.dxf", dxf(faces_of(open, "a")), "").substr(0, 5), "FILE:");
    EXPECT_EQ(said<2>("a.obj", "v 0 0 0\n", "").find("SCENE:20:8: FILE is no drawing"), 0u) << said<2>("a.obj", "v 0 0 0\n", "");
    // What a layer holds that is not wanted may be anything.
    EXPECT_EQ(said<2>("a.dxf", dxf(polyline("a", square) + "0\nINSERT\n8\nx\n"), "layers = { x = { skip = true } }\n"), "");
    // Whatever a drawing is cut to, it is refused.
    const std::string whole = dxf(polyline("a", ell));
    for (std::size_t n = 0; n + 3 < whole.size(); n += 7) EXPECT_NE(said<2>("a.dxf", whole.substr(0, n), ""), "") << n;
}

}  // namespace
}  // namespace drystone::assembly_test
