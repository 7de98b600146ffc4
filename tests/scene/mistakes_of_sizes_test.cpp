// What doubles, memory and files cannot hold: refused with a place before any work.

#include <fcntl.h>
#include <sys/stat.h>

#include <regex>

#include "scene/mistakes.h"
#include "step/world.h"

namespace drystone::mistakes_of_sizes_test {
namespace {

/// What is said of a scene once its world is made, or "".
std::string objection_to_world(const std::string& path, const std::vector<std::string>& overrides = {}) {
    try {
        Scene scene = read_scene(path, overrides);
        std::visit([](auto& description) { make_world(std::move(description)); }, scene.world);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Mistakes, OfSizesThatDoublesCannotHold) {
    const std::string ball = "shape = { type = \"sphere\"",
                      body = "[[bodies]]\nname = \"odd\"\nmaterial = \"stone\"\n";
    std::vector<Mistake> mistakes;
    for (const std::string size : {"1e-108", "1e-31", "1e31", "1e300"}) {
        mistakes.push_back({"shape = { type = \"sphere\"",
                            "shape = { type = \"box\", size = ^[" + size + ", " + size + ", " + size + "] }",
                            "must be between 1e-30 m and 1e+30 m"});
        mistakes.push_back({"[[generate]]",
                            "^" + body + "shape = { type = \"sphere\", radius = " + size + " }\n[[generate]]",
                            "sizes must be between 1e-30 and 1e+30 m"});
        mistakes.push_back(
            {"[[generate]]",
             "^" + body + "fixed = true\nshape = { type = \"drum\", radius = " + size + " }\n[[generate]]",
             "sizes must be between"});
    }
    for (const std::string thin : {"1e-15", "1e-11"}) {
        mistakes.push_back({ball, "shape = { type = \"box\", size = ^[1, " + thin + ", 1] }",
                            "in one body: the least must be 1e-10 of"});
        mistakes.push_back(
            {ball, "shape = ^{ type = \"cylinder\", radius = " + thin + ", height = 1 }", "in one body"});
        mistakes.push_back(
            {ball,
             "shape = { type = \"polyhedron\", vertices = ^[[0,0,0],[1,0,0],[0,1,0],[0,0," + thin + "]] }",
             "this polyhedron: "});
    }
    mistakes.push_back({"[[generate]]",
                        "^" + body +
                            "shape = { type = \"compound\", parts = [{ type = \"sphere\", radius = 1 }, "
                            "{ type = \"sphere\", radius = 1e-11 }] }\n[[generate]]",
                        "in one body"});
    mistakes.push_back(
        {"[[generate]]",
         "^" + body + "shape = { type = \"sphere\", radius = 1 }\nposition = [1e11, 0, 0]\n[[generate]]",
         "move the scene to the origin"});
    mistakes.push_back({"[[generate]]",
                        "^" + body +
                            "fixed = true\nshape = { type = \"plane\", normal = [0, 0, 1] }\nposition = "
                            "[1e200, 0, 0]\n[[generate]]",
                        "places must be within 1e+30 m"});
    mistakes.push_back({"radius = [0.01", "radius = ^1e-108", "a ball of 1e-108 m"});
    mistakes.push_back(
        {"inside = ", "inside = ^{ type = \"box\", min = [-1e308, 1, 1], max = [1e308, 2, 2] }", "a region"});
    check_mistakes(solid, mistakes);
    check_mistakes(
        flat,
        {{"shape = { type = \"disk\"", "shape = { type = \"box\", size = ^[1, 1e-15] }", "in one body"},
         {"shape = { type = \"disk\"",
          "shape = { type = \"polygon\", vertices = ^[[0, 0], [1e-108, 0], [0, 1e-108]] }", "its size is"},
         {"shape = { type = \"disk\"",
          "shape = { type = \"polygon\", vertices = ^[[0, 0], [1, 0], [0, 1e-15]] }", "this polygon: "}});
}

TEST(Mistakes, OfNumbersThatMeanNothing) {
    check_mistakes(solid,
                   {
                       {"friction = ", "friction = ^1e300", "friction must be between 0 and 1000"},
                       {"friction = ", "friction = ^1001", "friction must be between 0 and 1000"},
                       {"friction = ", "friction = 1\nstatic_friction = ^1e9",
                        "static_friction must be between 0 and 1000"},
                       {"tolerance = ", "tolerance = ^1e9", "tolerance is relative and must be less than 1"},
                       {"tolerance = ", "tolerance = ^1", "tolerance is relative and must be less than 1"},
                       {"[output]", "[statics]\ntolerance = ^1e9\n[output]",
                        "tolerance is relative and must be less than 1"},
                       {"position = [0.0", "orientation = { axis = [0, 0, 1], angle_deg = ^-1e300 }",
                        "angle_deg must be between -1000000 and 1000000"},
                       {"duration = ", "duration = ^1e14", "a run can have 2^53 = 9e15 steps"},
                       {"[output]", "[md]\nstep = ^1e-300\n[output]", "a time step of 0.001 s would need 1e+297 of these"},
                       {"duration = ", "duration = ^1e300", "a run can have 2^53 = 9e15 steps"},
                   });
}

TEST(Mistakes, OfCountsThatMemoryCannotHold) {
    const auto made = [](const std::string& entry, const std::string& says) {
        return Mistake{"[[drives]]", "[[generate]]\nmaterial = \"stone\"\n" + entry + "\n[[drives]]", says};
    };
    check_mistakes(
        solid,
        {
            {"count = ", "count = ^2000000000", "bodies would need"},
            {"count = ", "count = ^1000000000000", "count must be at most"},
            {"counts = ", "counts = ^[1000, 1000, 2000]", "bodies would need"},
            {"counts = ", "counts = ^[1000000, 1000000, 1]", "too many bodies"},
            made("type = \"wall\"\nlength = 1e5\nheight = 1e5\nthickness = 1\nblock = ^[1, 1]",
                 "would make 2e+10 stones"),
            made("type = \"wall\"\nlength = ^1e12\nheight = 1\nthickness = 1\nblock = [1, 1]",
                 "stones; there can be 1000000"),
            made("type = \"arch\"\nradius = 1\nthickness = 0.1\ndepth = 1\nvoussoirs = ^2000000000",
                 "would make 2e+09 stones"),
            made("type = \"dome\"\nradius = 1\nthickness = 0.1\ncourses = 100000\nstones = "
                 "^100000\noculus_deg = 10",
                 "would make 1e+10 stones"),
            made("type = \"column\"\nradius = 1\nheight = 3\ndrums = ^2000000000", "would make 2e+09 stones"),
            made("type = \"column\"\nradius = 1\nheight = 3\ndrums = 1\nsides = ^1000000",
                 "sides must be between 3 and 1000"),
            made("type = \"stack\"\nsizes = [[1, 1, 1]]\ncount = ^2000000000", "would make 2e+09 stones"),
            made("type = \"rubble\"\nlength = 100\nheight = 100\nthickness = 100\nstone = ^0.01",
                 "would make 1e+12 stones"),
            made("type = \"barrel_vault\"\nradius = 1\nthickness = 0.1\nvoussoirs = 1001\nlength = "
                 "1e5\nblock_length = ^1",
                 "stones; there can be"),
        });
}

TEST(Mistakes, OfFramesWithoutNumber) {
    check_mistakes(std::regex_replace(head(3), std::regex("duration = 1.0"), "duration = 1e6") +
                       "[output]\nframes_every = 1\n",
                   {{"frames_every = ", "frames_every = ^1e-3",
                     "1e+09 frames: a run can keep 1e+07; say frames_every = 1e+03"}});
}

/// A scene, a record, a mesh: each a pipe nobody writes to, a device without an end, a folder.
TEST(Mistakes, OfPipesAndDevicesAsFiles) {
    const Folder folder;
    ASSERT_EQ(mkfifo(folder.path("pipe.toml").c_str(), 0600), 0);
    for (const std::string name : {"pipe.at2", "pipe.obj", "pipe.stl", "pipe.ply", "pipe.msh"})
        std::filesystem::create_symlink("pipe.toml", folder.path(name));
    for (const std::string name : {"device.obj", "device.msh", "device.at2"})
        std::filesystem::create_symlink("/dev/zero", folder.path(name));
    const std::string refusal = "is a pipe or a device, not a file";
    EXPECT_EQ(objection(folder.path("pipe.toml")),
              folder.path("pipe.toml") + ": \"" + folder.path("pipe.toml") + "\" " + refusal);
    EXPECT_NE(objection("/dev/zero").find(refusal), std::string::npos);
    const std::string body =
        head(3) + "[materials.e]\ndensity = 1\nyoung = 1e6\n[[bodies]]\nmaterial = \"e\"\nname = \"b\"\n";
    const auto said = [&](std::string text) {
        const std::string place = take_mark(text), path = folder.write("scene.toml", text);
        const std::string words = objection(path);
        EXPECT_TRUE(words.starts_with(path + ":" + place + ": ")) << words;
        EXPECT_NE(words.find(refusal), std::string::npos) << words;
    };
    for (const std::string name : {"pipe.obj", "pipe.stl", "pipe.ply", "device.obj"})
        said(body + "shape = { type = \"mesh\", file = ^\"" + name + "\" }\n");
    for (const std::string name : {"pipe.msh", "device.msh"})
        said(body + "deformable = { mesh = ^\"" + name + "\" }\n");
    for (const std::string name : {"pipe.at2", "device.at2"})
        said(body +
             "shape = { type = \"sphere\", radius = 1 }\n[[drives]]\nbody = \"b\"\nforce = [1, 0, 0]\n"
             "history = { kind = \"record\", file = ^\"" +
             name + "\" }\n");
}

/// What only shows when the world is made has the place of what it speaks of: in the file, or the option that brought it.
TEST(Mistakes, OfWorldsHaveAPlace) {
    const Folder folder;
    const std::string
        elastic = "[materials.e]\ndensity = 1000\nyoung = 1e6\n",
        soft =
            "[[bodies]]\nname = \"soft\"\nmaterial = \"e\"\n"
            "position = [0, 5]\nshape = { type = \"box\", size = [1, 1] }\ndeformable = { size = 1 }\n";
    const std::string ball =
        "[[bodies]]\nname = \"ball\"\nmaterial = \"m\"\nshape = { type = \"disk\", radius = 1 }\n";
    const std::string falling =
        std::regex_replace(head(2), std::regex("dimension = 2"), "dimension = 2\ngravity = [0, -9.81]");
    const std::pair<std::string, std::string> cases[] = {
        {head(2) + ball +
             "^[[drives]]\nbody = \"ball\"\nmotion = { quantity = \"velocity\", axis = [0, 0, 1], point = "
             "[3, 0], "
             "kind = \"constant\", value = 1 }\n",
         "turns about a `point` of its drive"},
        {head(2) + "[materials.heavy]\ndensity = 1e200\n^" +
             std::regex_replace(ball, std::regex("\"m\""), "\"heavy\""),
         "too light or too heavy"},
        {head(2) + "[materials.light]\ndensity = 1e-200\n^" +
             std::regex_replace(ball, std::regex("\"m\""), "\"light\""),
         "too light or too heavy"},
    };
    for (auto [text, says] : cases) {
        const std::string place = take_mark(text), path = folder.write("scene.toml", text),
                          said = objection_to_world(path);
        EXPECT_TRUE(said.starts_with(path + ":" + place + ": ")) << said;
        EXPECT_NE(said.find(says), std::string::npos) << said;
    }
    const std::string good = folder.write("good.toml", head(2) + ball);
    for (const std::string option : {"bodies.0.shape.radius=0", "interactions.0.friction=1e300",
                                     "time.duration=1e300", "bodies.ball.position=[1e300, 0]"}) {
        const std::string said = objection_to_world(good, {option});
        EXPECT_TRUE(said.starts_with("--set " + option + ": ")) << said;
    }
}

}  // namespace
}  // namespace drystone::mistakes_of_sizes_test
