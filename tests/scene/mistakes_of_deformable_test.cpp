#include <fstream>
#include <regex>

#include <gtest/gtest.h>

#include "scene/mistakes.h"

namespace drystone::mistakes_of_deformable_test {
namespace {

TEST(Mistakes, OfDeformableBodies) {
    const std::string bodies = R"([scene]
dimension = 2
gravity = [0, -9.81]
[time]
step = 1e-3
duration = 1.0
[materials.stone]
density = 2300.0
young = 1e9
poisson = 0.2
damping = { mass = 0.1, stiffness = 1e-5 }
[materials.soap]
density = 900.0
[[interactions]]
between = ["stone", "*"]
friction = 0.6
[[bodies]]
name = "block"
material = "stone"
shape = { type = "box", size = [1, 1] }
deformable = { divisions = [4, 2] }
[[bodies]]
name = "hard"
material = "stone"
position = [5, 0]
shape = { type = "polygon", vertices = [[0, 0], [1, 0], [0, 1]] }
[[drives]]
body = "block"
where = { min = [-1, -0.6], max = [1, -0.4] }
fix = ["x", "y"]
)";
    check_mistakes(
        bodies,
        {
            {"step = ", "step = 1e-3\ntheta = ^0.4", "theta must be between 0.5 and 1"},
            {"step = ", "step = 1e-3\nintegrator = \"euler\"\ntheta = ^0.5", "theta is 1 there"},
            {"step = ", "step = 1e-3\nquasistatic = true\ntheta = ^0.5", "theta is 1 there"},
            {"step = ", "step = 1e-3\nquasistatic = ^1", "quasistatic must be true or false"},
            {"step = ", "step = 1e-3\nquasistatic = true\nintegrator = ^\"moreau\"", "say \"euler\", or drop it"},
            {"duration = ",
             "duration = 1.0\n[solver]\nmethod = ^\"newton\"\n[[interactions]]\nbetween = [\"stone\", \"stone\"]\n"
             "friction = 0.5\nrolling_friction = 0.1",
             "knows no moments"},
            {"young = ", "young = ^0", "young must be greater than zero"},
            {"young = ", "young = ^-1e9", "young must be greater than zero"},
            {"poisson = ", "poisson = ^0.5", "at the ends a stiffness is infinite"},
            {"poisson = ", "poisson = ^0.6", "poisson must be between -1 and 0.5"},
            {"poisson = ", "poisson = ^-1.0", "at the ends a stiffness is infinite"},
            {"damping = ", "damping = ^-1e-5", "damping must be zero or more"},
            {"damping = ", "damping = { mass = ^-1 }", "mass must be zero or more"},
            {"damping = ", "damping = { ^alpha = 1 }", "unknown key \"alpha\" in a damping"},
            {"deformable = ", "deformable = ^\"soft\"", "deformable must be \"uniform\" or a table"},
            {"deformable = ", "deformable = ^3", "deformable must be a string in quotes"},
            {"deformable = ", "deformable = ^{}", "one of divisions, size and refine"},
            {"deformable = ", "deformable = ^{ size = 0.1, refine = 1 }", "one of divisions, size and refine"},
            {"deformable = ", "deformable = ^{ divisions = [4, 2], size = 0.1 }", "one of divisions, size and refine"},
            {"deformable = ", "deformable = ^{ uniform = false }", "one of divisions, size and refine"},
            {"deformable = ", "deformable = { uniform = ^\"yes\" }", "uniform must be true or false"},
            {"deformable = ", "deformable = { size = 1, ^colour = 3 }", "unknown key \"colour\" in deformable; known: \"uniform\""},
            {"deformable = ", "deformable = { divisions = ^4 }", "divisions must be an array"},
            {"deformable = ", "deformable = { divisions = ^[4] }", "must be 2 numbers in 2D, found 1"},
            {"deformable = ", "deformable = { ^division = [4, 2] }", "did you mean \"divisions\"?"},
            {"deformable = ", "deformable = { divisions = ^[4, 2, 2] }", "must be 2 numbers in 2D, found 3"},
            {"deformable = ", "deformable = { divisions = [4, ^0] }", "a division must be at least 1"},
            {"deformable = ", "deformable = { divisions = [4, ^2.0] }", "a division must be a whole number"},
            {"deformable = ", "deformable = { divisions = ^[9999, 9999] }", "too many elements"},
            {"deformable = ", "deformable = { size = ^0 }", "size must be greater than zero"},
            {"deformable = ", "deformable = { size = ^1e-300 }", "too many elements"},
            {"deformable = ", "deformable = { refine = ^7 }", "refine must be at most 6"},
            {"deformable = ", "deformable = { refine = 1, elements = ^\"quads\" }", "for bricks only"},
            {"deformable = ", "deformable = { size = 1, elements = ^\"hexahedra\" }", "it can be \"quads\""},
            {"deformable = ", "deformable = { size = 1, formulation = ^\"reduced\" }", "\"incompatible\""},
            {"deformable = ", "deformable = { size = 1, mass = ^\"lump\" }", "did you mean \"lumped\"?"},
            {"deformable = ", "deformable = { size = 1, elasticity = ^\"linear\" }", "\"corotational\""},
            {"deformable = ", "deformable = { size = 1, plane = ^\"strains\" }", "did you mean \"strain\"?"},
            {"deformable = ", "deformable = { size = 1, candidates = ^\"node\" }", "did you mean \"nodes\"?"},
            {"deformable = ", "deformable = { size = 1, candidates = ^\"corners\" }",
             "it can be \"nodes\", \"faces\", \"gauss\""},
            {"deformable = ", "deformable = { uniform = true, size = ^0.1 }", "size belongs to a mesh"},
            {"deformable = ", "deformable = { uniform = true, candidates = ^\"nodes\" }", "belongs to a mesh"},
            {"deformable = ", "deformable = ^{ size = 0.5 }\nfixed = true", "a fixed body does not deform"},
            {"deformable = ", "deformable = ^{ size = 0.5 }\nmass = 3.0", "drop mass"},
            {"position = ", "deformable = { divisions = ^[2, 2] }", "need a shape with four corners"},
            {"position = ", "deformable = { size = ^1e-4 }", "at most 6 times"},
            {"where = ", "where = ^[0, 1]", "where must be a table"},
            {"where = ", "where = { min = ^[0], max = [1, 1] }", "min must be two numbers"},
            {"where = ", "where = ^{ min = [0, 0] }", "where has no \"max\""},
            {"where = ", "where = ^{ min = [-1, 0.1], max = [1, 0.4] }",
             "no node of body \"block\" is in this box at time 0; they are between [-0.5, -0.5] and [0.5, 0.5]"},
            {"position = ", "deformable = { size = 0.3, elements = ^\"quads\" }", "for bricks only"},
            {"fix = ", "fix = ^[\"x\"]", "held as a whole: say fix = [\"x\", \"y\"]"},
            {"where = ", "where = ^{ min = [-1, -1], max = [1, 0] }\nforce = [1, 0]\npoint = [0, 0]",
             "where spreads a force"},
            {"where = ", "where = ^{ min = [-1, -1], max = [1, 0] }\ntorque = 1.0", "where spreads a force"},
            {"where = ", "where = { min = [-1, -1], max = [1, 0] }\nforce = [1, 0]\nfollows = ^true",
             "keeps its direction"},
        });
    const std::string body = "[[bodies]]\nmaterial = \"stone\"\nposition = [9, 9]\n", drive = "[[drives]]\nbody = ";
    const std::string box = "{ min = [-1, -1], max = [1, 0] }\n";
    const auto more = [](const std::string& entry, const std::string& says) {
        return Mistake{"[[drives]]", entry + "\n[[drives]]", says};
    };
    check_mistakes(
        bodies,
        {
            more(body + "shape = { type = \"disk\", radius = 1 }\ndeformable = ^\"uniform\"", "into an ellipse"),
            more(body + "shape = { type = \"disk\", radius = 1 }\ndeformable = ^{ size = 0.1 }",
                 "only a single box, polygon or polyhedron"),
            more(body + "shape = { type = \"compound\", parts = [{ type = \"box\", size = [1, 1] }, "
                        "{ type = \"box\", size = [1, 1], position = [1, 0] }] }\ndeformable = ^{ size = 0.1 }",
                 "mesh other shapes with Gmsh"),
            more(body + "shape = ^{ type = \"box\", size = [1, 1] }\ndeformable = { mesh = \"none.msh\" }",
                 "drop one of the two"),
            more(body + "deformable = { mesh = ^\"none.msh\" }", "none.msh"),
            more(body + "deformable = { mesh = ^3 }", "mesh must be a string in quotes"),
            more(body + "deformable = { mesh = \"none.msh\", uniform = ^true }", "does not go with a mesh"),
            more(body + "deformable = { mesh = \"none.msh\", size = ^1.0 }", "does not go with a mesh"),
            more("[[bodies]]\nmaterial = \"soap\"\nshape = { type = \"box\", size = [1, 1] }\n"
                 "deformable = ^\"uniform\"",
                 "give them to [materials.soap]"),
            more(drive + "\"hard\"\nwhere = ^" + box + "fix = [\"x\", \"y\"]", "and this body has none"),
            more(drive + "\"block\"\nwhere = ^" + box + "fix = [\"x\", \"y\", \"rz\"]", "no rotation to hold"),
            more("^" + drive + "\"block\"\nfix = [\"x\", \"y\"]", "say where = { min"),
            more("[[generate]]\ntype = \"stack\"\nmaterial = \"stone\"\nsizes = [[1, 1]]\n"
                 "deformable = ^{ mesh = \"b.msh\" }",
                 "a generator makes its own stones"),
            more("[[generate]]\ntype = \"stack\"\nmaterial = \"soap\"\nsizes = [[1, 1]]\n"
                 "deformable = ^\"uniform\"",
                 "give them to [materials.soap]"),
            more("[[generate]]\ntype = \"column\"\nmaterial = \"stone\"\nradius = 1\nheight = 3\ndrums = 3\n"
                 "deformable = { divisions = ^[1] }",
                 "must be 2 numbers in 2D"),
        });
    check_mistakes(head(3) + "[[bodies]]\nmaterial = \"m\"\nshape = { type = \"box\", size = [1, 1, 1] }\n",
                   {{"shape = ", "shape = { type = \"box\", size = [1, 1, 1] }\n"
                                 "deformable = { size = 1, plane = ^\"strain\" }",
                     "plane belongs to scenes in 2D"}});
}

/// Rollers are for bodies whose axes stay the world's: `small` ones that are not turned.
TEST(Mistakes, OfNodesHeldAlongSomeAxes) {
    for (const int dimension : {2, 3}) {
        const bool flat = dimension == 2;
        const auto held = [&](const std::string& elasticity, const std::string& turned, const std::string& fix) {
            return head(dimension) + "[materials.e]\ndensity = 1\nyoung = 1e6\n[[bodies]]\nname = \"b\"\n" +
                   "material = \"e\"\n" + turned + "shape = { type = \"box\", size = [1, 1" + (flat ? "" : ", 1") +
                   "] }\ndeformable = { size = 1, elasticity = \"" + elasticity + "\" }\n" +
                   "[[drives]]\nbody = \"b\"\nwhere = { min = [-9, -9" + (flat ? "" : ", -9") + "], max = [9, 9" +
                   (flat ? "" : ", 9") + "] }\nfix = " + fix + "\n";
        };
        const std::string all = flat ? "[\"x\", \"y\"]" : "[\"x\", \"y\", \"z\"]";
        const std::string turned = flat ? "orientation = { angle_deg = 30 }\n"
                                        : "orientation = { axis = [0, 0, 1], angle_deg = 30 }\n";
        const std::vector<Mistake> loose = {{"fix = ", "fix = ^[\"y\"]", "nodes are held as a whole: say fix = " + all},
                                            {"fix = ", "fix = ^[\"x\"]", "only those of bodies with elasticity = \"small\""}};
        check_mistakes(held("corotational", "", all), loose);
        check_mistakes(held("svk", "", all), loose);
        check_mistakes(held("small", turned, all), loose);
        check_mistakes(held("small", "", "[\"y\"]"), {});  // this one is fine
    }
}

/// The program's own list of keys against the section of the reference.
TEST(Mistakes, ListsTheKeysThatTheReferenceNames) {
    const Folder folder;
    const std::string said = objection(folder.write(
        "keys.toml", head(2) + "[[bodies]]\nmaterial = \"m\"\nshape = { type = \"box\", size = [1, 1] }\n" +
                         "deformable = { colour = 3 }\n"));
    std::ifstream file(DRYSTONE_SOURCE_DIR "/docs/scene.md");
    std::string page{std::istreambuf_iterator<char>(file), {}};
    page = page.substr(page.find("\n### deformable"));
    page = page.substr(0, page.find("```toml"));
    const std::string list = said.substr(said.find("known: "));
    const std::regex key("\"(\\w+)\"");
    int keys = 0;
    for (std::sregex_iterator k(list.begin(), list.end(), key), end; k != end; ++k, ++keys)
        EXPECT_TRUE(std::regex_search(page, std::regex("(`|\\{ )" + (*k)[1].str() + "( =|`)"))) << (*k)[1];
    EXPECT_GE(keys, 11);
}

/// A mistake within the mesh is of the mesh's file and line; what is no text file of Gmsh's is said in the scene's words.
TEST(Mistakes, OfMeshFiles) {
    const Folder folder;
    const auto said_of = [&](const std::string& mesh) {
        return objection(folder.write(
            "mesh.toml", head(2) + "[materials.e]\ndensity = 1\nyoung = 1e6\n[[bodies]]\nmaterial = \"e\"\n" +
                             "deformable = { mesh = \"" + mesh + "\" }\n"));
    };
    const std::string meshes = std::string(DRYSTONE_SOURCE_DIR) + "/tests/elastic/meshes/";
    EXPECT_EQ(said_of(meshes + "binary.msh"),
              meshes + "binary.msh:2: a binary file: only ASCII is read (in Gmsh: Mesh.Binary = 0)");
    EXPECT_TRUE(said_of(meshes + "second_order.msh").starts_with(meshes + "second_order.msh:115: "));
    const std::string broken = folder.write("broken.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n3\n1 0 0 0\n");
    EXPECT_EQ(said_of("broken.msh"), broken + ":6: the file ends where a node should follow");
    folder.write("empty.msh", "");
    EXPECT_TRUE(said_of("empty.msh").starts_with(folder.path("empty.msh") + ":")) << said_of("empty.msh");
    const std::string here = folder.path("mesh.toml") + ":16:23: ";
    EXPECT_TRUE(said_of("none.msh").starts_with(here)) << said_of("none.msh");
    EXPECT_NE(said_of("none.msh").find(folder.path("none.msh")), std::string::npos) << said_of("none.msh");
    EXPECT_TRUE(said_of(".").starts_with(here)) << said_of(".");  // a folder
}

}  // namespace
}  // namespace drystone::mistakes_of_deformable_test
