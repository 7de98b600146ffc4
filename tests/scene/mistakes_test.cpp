#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "scene/mistakes.h"

namespace drystone::mistakes_test {
namespace {

TEST(Mistakes, OfSceneTimeSolverAndOutput) {
    check_mistakes(
        solid,
        {
            {"[scene]", "[^]", "this is not TOML"},
            {"title = ", "title = ^3", "title must be a string in quotes, found the number 3"},
            {"title = ", "title = \"a\"\n^titel = \"b\"",
             "unknown key \"titel\" in [scene]; did you mean \"title\"?"},
            {"dimension = ", "dimension = ^4", "dimension must be 2 or 3, found the number 4"},
            {"dimension = ", "dimension = ^3.0", "dimension must be a whole number"},
            {"dimension = ", "dimension = ^\"3\"",
             "dimension must be a whole number, found the string \"3\""},
            {"gravity = ", "gravity = ^[0, -9.81]",
             "gravity must be three numbers in brackets, found an array of 2"},
            {"gravity = ", "gravity = ^-9.81",
             "gravity must be three numbers in brackets, found the number -9.81"},
            {"gravity = ", "gravity = [0, 0, ^nan]", "gravity must be a finite number"},
            {"gravity = ", "gravity = [0, 0, ^\"g\"]", "gravity must be a number, found the string \"g\""},
            {"step = ", "step = ^0", "step must be greater than zero, found the number 0"},
            {"step = ", "step = ^-1e-3", "step must be greater than zero"},
            {"step = ", "step = ^\"1e-3\"", "step must be a number, without quotes"},
            {"step = ", "step = ^inf", "step must be a finite number"},
            {"step = ", "^stpe = 1e-3", "unknown key \"stpe\" in [time]; did you mean \"step\"?"},
            {"duration = ", "duration = ^-1", "duration must be zero or more, found the number -1"},
            {"duration = ", "duration = 1\nintegrator = ^\"moreu\"", "did you mean \"moreau\"?"},
            {"duration = ", "duration = 1\noverlap = ^\"shove\"", "it can be \"project\", \"keep\", \"push\""},
            {"duration = ", "duration = 1\nintegrator = \"euler\"\noverlap = ^\"project\"",
             "\"project\" belongs to moreau"},
            {"[output]", "[contacts]\ninitial_overlaps = ^\"yes\"\n[output]", "it can be \"refuse\", \"accept\""},
            {"tolerance = ", "tolerance = ^0.0", "tolerance must be greater than zero"},
            {"tolerance = ", "method = ^\"simplex\"",
             "method \"simplex\" is not known in [solver]; it can be \"auto\", \"nlgs\""},
            {"tolerance = ", "order = ^\"colored\"", "did you mean \"coloured\"?"},
            {"tolerance = ", "max_iterations = ^0", "max_iterations must be at least 1"},
            {"tolerance = ", "max_iterations = ^1e4", "max_iterations must be a whole number"},
            {"tolerance = ", "max_iterations = ^3000000000", "max_iterations must be at most 2147483647"},
            {"tolerance = ", "fixed_iterations = ^-1", "fixed_iterations must be at least 0"},
            {"tolerance = ", "method = \"admm\"\nfixed_iterations = ^5", "fixed_iterations are plain sweeps"},
            {"tolerance = ", "method = \"anderson\"\nfixed_iterations = ^5",
             "fixed_iterations are plain sweeps"},
            {"tolerance = ", "seed = ^-1", "seed must be at least 0"},
            {"tolerance = ", "threads = ^-2", "threads must be at least 0"},
            {"tolerance = ", "threads = ^true", "threads must be a whole number, found true"},
            {"[output]", "[^outputs]", "unknown key \"outputs\" in a scene; did you mean \"output\"?"},
            {"frames_every = ", "frames_every = ^-0.1", "frames_every must be zero or more"},
            {"frames_every = ", "frames_every = ^2020-01-01", "found a date or time"},
        });
}

TEST(Mistakes, OfBodies) {
    check_mistakes(
        solid,
        {
            {"name = \"plate\"", "name = ^\"ball\"", "the name \"ball\" is already taken by another body"},
            {"name = \"ball\"", "name = ^\"\"", "name must not be empty"},
            {"material = ", "material = ^\"ston\"",
             "there is no material named \"ston\"; did you mean \"stone\"?"},
            {"fixed = ", "fixed = ^\"yes\"", "fixed must be true or false, found the string \"yes\""},
            {"position = [0.0", "position = ^[0, 0]", "position must be three numbers in brackets"},
            {"position = [0.0", "orientation = { ^angle = 30 }", "did you mean \"angle_deg\"?"},
            {"position = [0.0", "orientation = ^{ angle_deg = 30 }", "an orientation has no \"axis\""},
            {"position = [0.0", "orientation = { axis = ^[0, 0, 0], angle_deg = 30 }",
             "axis must not be zero"},
            {"position = [0.0", "angular_velocity = ^3", "angular_velocity must be three numbers"},
            {"position = [0.0", "mass = ^-1", "mass must be greater than zero"},
            {"position = [0.0", "^colour = \"red\"", "unknown key \"colour\" in [[bodies]]; known: \"name\""},
            {"position = [0.0", "fixed = true\nvelocity = ^[0, 0, 1]", "a fixed body cannot have a velocity"},
            {"shape = { type = \"sphere\"", "shape = { type = ^\"disk\", radius = 1 }",
             "a disk needs dimension = 2; in 3D a ball is a \"sphere\""},
            {"shape = { type = \"sphere\"", "shape = { type = \"box\", size = ^[1, 0, 1] }",
             "every size of a box must be greater than zero"},
            {"shape = { type = \"sphere\"", "shape = { type = \"polyhedron\", vertices = ^[] }",
             "a polyhedron needs at least 4 vertices, found 0"},
            {"shape = { type = \"sphere\"",
             "shape = { type = \"polyhedron\", vertices = ^[[0,0,0], [1,0,0], [0,1,0], [1,1,0]] }",
             "this polyhedron: "},
            {"shape = { type = \"sphere\"", "shape = ^{ type = \"cylinder\", radius = 1 }",
             "a cylinder has no \"height\""},
            {"shape = { type = \"sphere\"",
             "shape = { type = \"cylinder\", radius = 1, height = 1, sides = ^2 }", "sides"},
            {"shape = { type = \"sphere\"",
             "shape = { type = ^\"polygon\", vertices = [[0, 0], [1, 0], [0, 1]] }",
             "a polygon needs dimension = 2"},
            {"shape = { type = \"sphere\"", "shape = { type = ^\"sphre\", radius = 1 }",
             "did you mean \"sphere\"?"},
            {"shape = { type = \"sphere\"", "shape = { type = \"sphere\", radius = ^0 }",
             "radius must be greater"},
            {"shape = { type = \"sphere\"", "shape = { type = \"sphere\", ^raduis = 1 }",
             "did you mean \"radius\"?"},
            {"shape = { type = \"sphere\"", "shape = ^{ type = \"sphere\" }", "a sphere has no \"radius\""},
            {"shape = { type = \"sphere\"", "shape = ^{ radius = 1 }", "a shape has no \"type\""},
            {"shape = { type = \"sphere\"", "shape = ^\"sphere\"", "shape must be a table such as"},
            {"shape = { type = \"plane\"", "shape = { type = \"plane\", normal = ^[0, 0, 0] }",
             "must not be zero"},
            {"shape = { type = \"compound\"", "shape = { type = \"compound\", parts = ^[] }",
             "at least one part"},
            {"shape = { type = \"compound\"",
             "shape = { type = \"compound\", parts = [{ type = ^\"plane\" }] }",
             "a part of a compound must be a \"sphere\" or a convex shape"},
            {"shape = { type = \"compound\"",
             "shape = { type = \"compound\", parts = [{ type = \"sphere\", radius = ^-1 }] }",
             "greater than zero"},
        });
}

TEST(Mistakes, OfBodiesInThePlane) {
    check_mistakes(
        flat,
        {
            {"shape = { type = \"disk\"", "shape = { type = ^\"sphere\", radius = 1 }",
             "a sphere needs dimension = 3; in 2D a ball is a \"disk\""},
            {"shape = { type = \"drum\"", "shape = { type = \"drum\", radius = 1, ^length = 1 }",
             "unknown key \"length\""},
            {"position = ", "position = ^[0, 0, 1]", "position must be two numbers in brackets"},
            {"position = ", "angular_velocity = ^[0, 0, 1]", "angular_velocity must be a number"},
            {"position = ", "orientation = { ^axis = [0, 0, 1], angle_deg = 3 }", "unknown key \"axis\""},
            {"fixed = ",
             "# fixed\nshape = ^{ type = \"plane\", normal = [0, 1] }\n[[bodies]]\nmaterial = \"stone\"",
             "a plane or drum has no mass of its own"},
            {"fixed = ", "mass = 2\nangular_velocity = ^1", "a plane or drum with a mass only slides"},
        });
}

TEST(Mistakes, OfProbes) {
    check_mistakes(
        solid,
        {
            {"quantities = ",
             "quantities = [\"position\"]\n[[probes]]\nname = \"b\"\nquantities = [\"position\"]\nbody = "
             "^\"bal\"",
             "there is no body named \"bal\"; did you mean \"ball\"?"},
            {"quantities = ", "quantities = [^\"positon\"]", "did you mean \"position\"?"},
            {"quantities = ", "quantities = [^\"kinetic_energi\"]",
             "no quantity \"kinetic_energi\" of a body"},
            {"quantities = ", "quantities = [^\"iterations\"]", "ask for it in a probe without a body"},
            {"quantities = ", "quantities = [\"position\", ^\"position\"]", "asked for twice"},
            {"quantities = ", "quantities = ^[]", "name at least one"},
            {"quantities = ", "quantities = ^\"position\"", "quantities must be an array of names"},
            {"quantities = ",
             "quantities = [\"position\"]\n[[probes]]\nname = ^\"ball\"\nquantities = [\"contacts\"]",
             "already taken by another probe"},
            {"every = ", "every = ^-1", "every must be zero or more"},
            {"[[probes]]", "[[probes]]\nname = ^\"a/b\"\nquantities = [\"contacts\"]\n[[probes]]",
             "names a file"},
            {"[[probes]]", "^[[probes]]\nquantities = [\"contacts\"]\n[[probes]]",
             "[[probes]] has no \"name\""},
        });
}

TEST(Mistakes, OfGenerators) {
    const std::string radius = "radius = [0.01, 0.02]";
    check_mistakes(
        solid,
        {
            {"type = \"packing\"", "type = ^\"heap\"", "there is no generator \"heap\""},
            {"type = \"packing\"", "type = ^\"pakking\"", "did you mean \"packing\"?"},
            {"count = ", "count = ^0", "count must be at least 1"},
            {"type = \"lattice\"", "type = \"lattice\"\nname = ^\"grains\"", "\"grains.0\" is already taken"},
            {"count = ", "count = ^2.5", "count must be a whole number"},
            {"count = ", "count = ^3000000000", "count must be at most"},
            {"count = ", "count = ^300000", "300000 balls do not fit"},
            {"shape = \"sphere\"", "shape = ^\"disk\"", "a disk needs dimension = 2"},
            {"shape = \"sphere\"", "shape = ^\"box\"", "the shape of a packing must be a \"sphere\""},
            {radius, "radius = ^-0.01", "radius must be greater than zero"},
            {radius, "radius = ^[0.02, 0.01]", "[smallest, largest]"},
            {radius, "radius = ^[0, 0.01]", "radius must be greater than zero"},
            {radius, "radius = ^[0.01, 0.02, 0.03]",
             "radius, written as [smallest, largest], must be two numbers"},
            {radius, "radius = { law = ^\"gauss\", mean = 1 }",
             "it can be \"uniform\", \"normal\", \"lognormal\", \"two\""},
            {radius, "radius = { law = \"normal\", mean = 0.01, deviation = ^-1 }",
             "deviation must be zero or more"},
            {radius, "radius = ^{ law = \"normal\", mean = 0.01, deviation = 0.001, min = 0.1 }",
             "hardly any radius"},
            {radius, "radius = { law = \"normal\", mean = 1, deviation = 1, min = 2, max = ^1 }",
             "less than min"},
            {radius, "radius = { law = \"two\", small = 2, large = ^1, fraction = 0.5 }", "less than small"},
            {radius, "radius = { law = \"two\", small = 1, large = 2, fraction = ^1.5 }", "between 0 and 1"},
            {radius, "radius = ^{ law = \"grading\" }", "either points"},
            {radius, "radius = { law = \"grading\", points = ^[[0.01, 0], [0.02, 90]] }",
             "end with 100 percent"},
            {radius, "radius = { law = \"grading\", points = [[0.02, 0], ^[0.01, 100]] }", "must ascend"},
            {radius, "radius = { law = \"grading\", points = [[0.01, 50], ^[0.02, 40]] }", "cannot get less"},
            {radius, "radius = { law = \"grading\", points = [[0.01, 0], ^[0.02, 101]] }",
             "0 to 100 percent"},
            {"inside = ", "inside = { type = ^\"disk\", radius = 1 }",
             "it can be \"box\", \"sphere\", \"cylinder\""},
            {"inside = ", "inside = { type = \"box\", min = [1, 1, 1], max = ^[2, 2, 1] }",
             "greater than min"},
            {"inside = ", "inside = { type = \"cylinder\", ^length = 1 }", "unknown key \"length\""},
            {"inside = ", "inside = ^{ type = \"box\", min = [1, 1, 1], max = [2, 2, 1.01] }",
             "does not fit in a region"},
            {"spacing = ", "spacing = ^0.1", "the balls would overlap"},
            {"spacing = ", "spacing = 0.3\njitter = ^0.1", "the balls would overlap"},
            {"counts = ", "counts = ^[2, 2]", "counts must be 3 whole numbers in 3D"},
            {"counts = ", "counts = [2, ^0, 2]", "counts must be at least 1"},
            {"counts = ", "counts = ^[100000, 100000, 100000]", "too many bodies"},
        });
}

TEST(Mistakes, OfWhatIsMissingPointAtTheTable) {
    const Folder folder;
    const auto says = [&](const std::string& scene, const std::string& line, const std::string& instead) {
        const std::string path = folder.write("bad.toml", spoil(scene, {line, instead, ""}));
        return objection(path).substr(path.size() + 1);
    };
    EXPECT_EQ(says(solid, "step = ", "# none"), "5:1: [time] has no \"step\"; it needs one");
    EXPECT_EQ(says(solid, "motion = ", "# none"),
              "48:1: this drive does nothing; give it a motion, fix, force, torque, acceleration or pressure");
    EXPECT_EQ(says(solid, "type = \"packing\"", "# none"),
              "32:1: [[generate]] has no \"type\"; it needs one");
    EXPECT_EQ(says(solid, "material = ", "# none"), "17:1: [[bodies]] has no \"material\"; it needs one");
    EXPECT_EQ(says(solid, "density = ", "# none"),
              "10:1: [materials.stone] has no \"density\"; it needs one");
    EXPECT_EQ(says(flat, "fixed = ", "# none"),
              "21:9: a plane or drum has no mass of its own: say fixed = true, or give it a mass (a piston)");
}

/// They say which others there are, so nothing is known of the rest when they are looked for.
TEST(Mistakes, OfKeysThatChooseTheOthersAreMisspellings) {
    check_mistakes(
        solid,
        {
            {"shape = { type = \"sphere\"", "shape = { ^tpye = \"sphere\", radius = 0.05 }", "unknown key \"tpye\" in a shape; did you mean \"type\"?"},
            {"shape = { type = \"compound\"", "shape = { type = \"compound\", parts = [ { radius = 0.1, ^typ = \"sphere\" } ] }", "did you mean \"type\"?"},
            {"type = \"packing\"", "^tipe = \"packing\"", "unknown key \"tipe\" in [[generate]]; did you mean \"type\"?"},
            {"inside = ", "inside = { min = [1, 1, 1], max = [2, 2, 2], ^Type = \"box\" }", "unknown key \"Type\" in inside; did you mean \"type\"?"},
            {"motion = ", "motion = { quantity = \"velocity\", direction = [1, 0, 0], ^kid = \"constant\", value = 1 }", "did you mean \"kind\"?"},
            {"history = ", "history = { points = [[0, 0], [1, 1]], ^kimd = \"table\" }", "did you mean \"kind\"?"},
            {"shape = { type = \"sphere\"", "shape = ^{ size = 0.05 }", "a shape has no \"type\"; it needs one"},
            {"inside = ", "inside = ^{ min = [1, 1, 1], max = [2, 2, 2] }", "inside has no \"type\"; it needs one"},
            {"motion = ", "motion = ^{ quantity = \"velocity\", direction = [1, 0, 0], value = 1 }", "a motion has no \"kind\"; it needs one"},
        });
}

TEST(Mistakes, OfTheFileItself) {
    const Folder folder;
    EXPECT_EQ(objection("no/such/scene.toml"), "no/such/scene.toml: there is no file \"no/such/scene.toml\"");
    EXPECT_NE(objection(folder.path(".")).find("is a folder, not a file"), std::string::npos);
    const std::string empty = folder.write("empty.toml", "");
    EXPECT_EQ(objection(empty), empty + ":1:1: there is no [scene] table; a scene needs one");
    const std::string half = folder.write("half.toml", "[scene]\ndimension = 3\nx = = 1\n");
    EXPECT_TRUE(objection(half).starts_with(half + ":3:5: this is not TOML: ")) << objection(half);
}

TEST(Mistakes, OfSectionsWrittenAsTheWrongThing) {
    const Folder folder;
    const std::string one = folder.write("one.toml", head(2) + "[bodies]\nname = \"a\"\n");
    EXPECT_EQ(objection(one),
              one +
                  ":11:1: bodies must be an array of tables, found a table; write [[bodies]] above "
                  "each entry");
    const std::string two = folder.write("two.toml", "solver = 3\n" + head(2));
    EXPECT_EQ(objection(two), two + ":1:10: [solver] must be a table, found the number 3");
}

/// Words that several readers know are offered once.
TEST(Mistakes, OfShapesAreToldEveryShapeOnce) {
    for (const int dimension : {2, 3}) {
        const Folder folder;
        const std::string said =
            objection(folder.write("shape.toml", head(dimension) + "[[bodies]]\nmaterial = \"m\"\nshape = { type = \"zeppelin\" }\n"));
        ASSERT_NE(said.find("known: "), std::string::npos) << said;
        const std::string list = said.substr(said.find("known: "));
        const std::regex quoted("\"(\\w+)\"");
        std::set<std::string> words;
        for (std::sregex_iterator k(list.begin(), list.end(), quoted), end; k != end; ++k)
            EXPECT_TRUE(words.insert((*k)[1]).second) << (*k)[1] << " twice in " << list;
        EXPECT_TRUE(words.contains("box") && words.contains("compound")) << list;
        EXPECT_EQ(words.contains("cylinder"), dimension == 3) << list;
    }
}

}  // namespace
}  // namespace drystone::mistakes_test
