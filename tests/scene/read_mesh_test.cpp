#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "scene/read_mesh.h"

namespace drystone::read_mesh_test {
namespace {

const std::string cube_obj = R"(# a unit cube
mtllib nothing.mtl
v 0 0 0
v 1 0 0
v 0 1 0
v 1 1 0
v 0 0 1
v 1 0 1
v 0 1 +1e0
v 1 1 1
vn 0 0 1
f 1//1 5//1 7//1 3//1
f 2/1 4/1 8/1 6/1
f 1 2 6 5
f 3 7 8 4
f -8 -6 -5 -7
f 5 6 8 7
)";

std::string message_of(SurfaceMesh (*read)(std::string_view, const std::string&), std::string_view text) {
    try {
        read(text, "m");
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

const std::vector<Vec<3>>& corners() {
    static const SurfaceMesh cube = read_obj(cube_obj, "cube.obj");
    return cube.vertex;
}

/// Twelve triangles of the cube.
std::vector<std::array<int, 3>> triangles() {
    std::vector<std::array<int, 3>> list;
    for (const auto& p : read_obj(cube_obj, "cube.obj").polygon) {
        list.push_back({p[0], p[1], p[2]});
        list.push_back({p[0], p[2], p[3]});
    }
    return list;
}

std::string stl_text() {
    std::string text = "solid cube\n";
    for (const auto& t : triangles()) {
        text += "facet normal 0 0 0\n outer loop\n";
        for (const int v : t) {
            text += "  vertex";
            for (const double x : corners()[std::size_t(v)].c) text += x == 0.0 ? " -0.0" : " 1.0";
            text += "\n";
        }
        text += " endloop\nendfacet\n";
    }
    return text + "endsolid cube\n";
}

template <class T>
void append(std::string& bytes, T value, bool big = false) {
    std::array<char, sizeof(T)> raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
    if (big) std::reverse(raw.begin(), raw.end());
    bytes.append(raw.data(), raw.size());
}

std::string stl_binary() {
    std::string bytes = "solid misleading";
    bytes.resize(80, ' ');
    append(bytes, std::uint32_t{12});
    for (const auto& t : triangles()) {
        for (int k = 0; k < 3; ++k) append(bytes, 0.0f);
        for (const int v : t)
            for (const double x : corners()[std::size_t(v)].c) append(bytes, static_cast<float>(x));
        append(bytes, std::uint16_t{7});
    }
    return bytes;
}

std::string ply_header(const std::string& format) {
    return "ply\nformat " + format + " 1.0\ncomment made by a test\nelement vertex 8\nproperty uchar red\n" +
           "property float x\nproperty double y\nproperty float z\nelement face 6\nproperty list uchar int "
           "vertex_indices\n" +
           "property short group\nend_header\n";
}

std::string ply_text() {
    std::string text = ply_header("ascii");
    for (const Vec<3>& v : corners())
        text +=
            "255 " + std::to_string(v[0]) + " " + std::to_string(v[1]) + " " + std::to_string(v[2]) + "\n";
    for (const auto& p : read_obj(cube_obj, "cube.obj").polygon) {
        text += "4";
        for (const int v : p) text.append(" ").append(std::to_string(v));
        text += " -3\n";
    }
    return text;
}

std::string ply_binary(bool big) {
    std::string bytes = ply_header(big ? "binary_big_endian" : "binary_little_endian");
    for (const Vec<3>& v : corners()) {
        append(bytes, std::uint8_t{200});
        append(bytes, static_cast<float>(v[0]), big);
        append(bytes, v[1], big);
        append(bytes, static_cast<float>(v[2]), big);
    }
    for (const auto& p : read_obj(cube_obj, "cube.obj").polygon) {
        append(bytes, std::uint8_t{4});
        for (const int v : p) append(bytes, std::int32_t{v}, big);
        append(bytes, std::int16_t{-3}, big);
    }
    return bytes;
}

void expect_cube(const SurfaceMesh& mesh) {
    EXPECT_EQ(mesh.vertex.size(), 8u);
    const MeshedConvex cube = convex_from_mesh(mesh);
    ASSERT_TRUE(cube.convex) << cube.error;
    EXPECT_EQ(cube.convex->size(), 8);
    EXPECT_EQ(cube.convex->faces(), 6);
    EXPECT_NEAR(mass_properties(*cube.convex, 1.0).mass, 1.0, 1e-12);
}

TEST(ReadMesh, ACubeIsACubeInEveryFormat) {
    expect_cube(read_obj(cube_obj, "cube.obj"));
    expect_cube(read_stl(stl_text(), "cube.stl"));
    expect_cube(read_stl(stl_binary(), "cube.stl"));
    expect_cube(read_ply(ply_text(), "cube.ply"));
    expect_cube(read_ply(ply_binary(false), "cube.ply"));
    expect_cube(read_ply(ply_binary(true), "cube.ply"));
}

TEST(ReadMesh, TheEndingTellsTheFormat) {
    const auto folder = std::filesystem::temp_directory_path() / "drystone_read_mesh_test";
    std::filesystem::create_directories(folder);
    const std::pair<std::string, std::string> files[] = {
        {"cube.OBJ", cube_obj}, {"cube.stl", stl_binary()}, {"cube.ply", ply_binary(true)}};
    for (const auto& [name, text] : files) {
        std::ofstream(folder / name, std::ios::binary) << text;
        expect_cube(read_mesh((folder / name).string(), {}));
    }
    EXPECT_THROW(read_mesh((folder / "missing.obj").string(), {}), InputError);
    std::ofstream(folder / "cube.step") << "x";
    EXPECT_THROW(read_mesh((folder / "cube.step").string(), {}), InputError);
    std::filesystem::remove_all(folder);
}

TEST(ReadMesh, MistakesAreNamedWithTheirLine) {
    EXPECT_EQ(message_of(read_obj, "v 0 0 0\nv 1 x 0\n"), "m:2: y must be a number, found \"x\"");
    EXPECT_EQ(message_of(read_obj, "v 0 0 0\nf 1 1 2\n"),
              "m:2: corner 2 names no vertex; 1 were given so far");
    EXPECT_EQ(message_of(read_obj, "v 0 0 0\nf 1 1 0\n"),
              "m:2: corner 0 names no vertex; 1 were given so far");
    EXPECT_EQ(message_of(read_obj, "v 0 0\n"), "m:1: z is missing");
    EXPECT_EQ(message_of(read_obj, "v 0 0 0\nf 1 1\n"), "m:2: a face needs three corners");
    EXPECT_EQ(message_of(read_obj, ""), "m: the file has no faces");
    EXPECT_EQ(message_of(read_stl, "solid\nfacet\nvertex 0 0 0\nendfacet\n"),
              "m:4: a facet must have three vertices, found 1");
    EXPECT_EQ(message_of(read_ply, "ply\nformat ascii 1.0\nelement vertex x\n"),
              "m:3: the count must be a whole number, found \"x\"");
    EXPECT_EQ(message_of(read_ply, "ply\nformat ascii 1.0\nelement vertex 1\nproperty colour x\n"),
              "m:4: \"colour\" is not a type of a PLY file");
}

TEST(ReadMesh, EveryTruncatedFileIsRefused) {
    const std::string text = stl_text(), binary = stl_binary(), ply = ply_text();
    for (const double part : {0.99, 0.9, 0.5, 0.1, 0.01}) {
        const auto cut = [&](const std::string& whole) {
            return whole.substr(0, static_cast<std::size_t>(part * static_cast<double>(whole.size())));
        };
        EXPECT_NE(message_of(read_stl, cut(text)), "") << part;
        EXPECT_NE(message_of(read_stl, cut(binary)), "") << part;
        EXPECT_NE(message_of(read_ply, cut(ply)), "") << part;
        EXPECT_NE(message_of(read_ply, cut(ply_binary(true))), "") << part;
    }
    std::string without_name = binary;
    std::fill(without_name.begin(), without_name.begin() + 80, ' ');
    EXPECT_EQ(message_of(read_stl, without_name.substr(0, 300)),
              "m: says it has 12 triangles, 684 bytes in all, but has 300 bytes");
    // Whatever a file is cut to, it is read or refused.
    const std::string whole = ply_binary(false);
    for (std::size_t n = 0; n < whole.size(); ++n)
        EXPECT_NE(message_of(read_ply, whole.substr(0, n)), "") << n;
}

TEST(ReadMesh, ASurfaceThatIsNotClosedOrConvexIsRefusedWithThePlace) {
    SurfaceMesh open = read_obj(cube_obj, "cube.obj");
    open.polygon.pop_back();
    EXPECT_NE(convex_from_mesh(open).error.find("not closed: the edge from (0, 0, 1) to"), std::string::npos);
    SurfaceMesh turned = read_obj(cube_obj, "cube.obj");
    std::reverse(turned.polygon[2].begin(), turned.polygon[2].end());
    EXPECT_NE(convex_from_mesh(turned).error.find("not oriented alike"), std::string::npos);
    SurfaceMesh inwards = read_obj(cube_obj, "cube.obj");
    for (auto& p : inwards.polygon) std::reverse(p.begin(), p.end());
    expect_cube(inwards);

    SurfaceMesh dented = read_obj(cube_obj, "cube.obj");  // a pit instead of the top
    dented.vertex.push_back({{0.5, 0.5, 0.8}});
    dented.polygon.pop_back();
    for (const auto& [a, b] : {std::pair{4, 5}, std::pair{5, 7}, std::pair{7, 6}, std::pair{6, 4}})
        dented.polygon.push_back({a, b, 8});
    EXPECT_NE(convex_from_mesh(dented).error.find("not convex: the surface bends inwards"),
              std::string::npos);

    SurfaceMesh two = read_obj(cube_obj, "cube.obj");
    const SurfaceMesh one = two;
    for (const Vec<3>& v : one.vertex) two.vertex.push_back(v + Vec<3>{{3, 0, 0}});
    for (auto p : one.polygon) {
        for (int& v : p) v += 8;
        two.polygon.push_back(p);
    }
    EXPECT_NE(convex_from_mesh(two).error.find("not one convex piece"), std::string::npos);
}

/// The refusal of a file in a scene: at the file's line where it has lines, else where the scene names it.
TEST(ReadMesh, AFileThatIsNoBodyIsRefusedAtItsLine) {
    const auto folder = std::filesystem::temp_directory_path() / "drystone_read_convex_mesh_test";
    std::filesystem::create_directories(folder);
    const Place here{std::make_shared<const std::string>("scene.toml"), 7, 9};
    const auto said = [&](const std::string& name, const std::string& text) -> std::string {
        std::ofstream(folder / name, std::ios::binary) << text;
        try {
            read_solid_mesh((folder / name).string(), here, false);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    const auto place = [&](const std::string& name, int line) { return (folder / name).string() + ":" + std::to_string(line) + ": "; };
    EXPECT_EQ(said("cube.obj", cube_obj), "");
    EXPECT_EQ(said("cube.obj", cube_obj + "v 9 9 9\n"), "");  // no part of the surface
    EXPECT_TRUE(said("open.obj", cube_obj.substr(0, cube_obj.find("f 5 6 8 7"))).starts_with(place("open.obj", 14) + "the surface is not closed"))
        << said("open.obj", cube_obj.substr(0, cube_obj.find("f 5 6 8 7")));
    EXPECT_NE(said("doubled.obj", cube_obj + "f 5 6 8 7\n").find("has more than two faces"), std::string::npos);
    EXPECT_TRUE(said("doubled.obj", cube_obj + "f 5 6 8 7\n").starts_with(place("doubled.obj", 18)));
    // The same cube once more, points and all.
    const std::string copy = cube_obj.substr(cube_obj.find("v 0"));
    const std::string twice = cube_obj + copy.substr(0, copy.find("f 1")) + "f 9 13 15 11\nf 10 12 16 14\nf 9 10 14 13\nf 11 15 16 12\nf 9 11 12 10\nf 13 14 16 15\n";
    EXPECT_TRUE(said("twice.obj", twice).starts_with("scene.toml:7:9: ")) << said("twice.obj", twice);
    EXPECT_NE(said("twice.obj", twice).find("not one convex piece"), std::string::npos);
    // A corner pulled through the opposite face.
    std::string crossed = cube_obj;
    crossed.replace(crossed.find("v 1 1 1"), 7, "v 1 1 -1");
    EXPECT_NE(said("crossed.obj", crossed), "");
    const std::string cut = said("cut.ply", ply_binary(false).substr(0, 300));
    EXPECT_TRUE(cut.starts_with("scene.toml:7:9: " + (folder / "cut.ply").string() + ": the file ends early")) << cut;
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace drystone::read_mesh_test
