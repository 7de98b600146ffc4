#include <gtest/gtest.h>

#include "scene/mistakes.h"

namespace drystone {
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
            {"young = ", "young = ^0", "young must be greater than zero"},
            {"poisson = ", "poisson = ^0.5", "at the ends a stiffness is infinite"},
            {"poisson = ", "poisson = ^-1.0", "at the ends a stiffness is infinite"},
            {"damping = ", "damping = ^-1e-5", "damping must be zero or more"},
            {"damping = ", "damping = { mass = ^-1 }", "mass must be zero or more"},
            {"damping = ", "damping = { ^alpha = 1 }", "unknown key \"alpha\" in a damping"},
            {"deformable = ", "deformable = ^\"soft\"", "deformable must be \"uniform\" or a table"},
            {"deformable = ", "deformable = ^3", "deformable must be a string in quotes"},
            {"deformable = ", "deformable = ^{}", "one of divisions, size and refine"},
            {"deformable = ", "deformable = ^{ size = 0.1, refine = 1 }", "one of divisions, size and refine"},
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
            {"deformable = ", "deformable = { uniform = true, size = ^0.1 }", "size belongs to a mesh"},
            {"deformable = ", "deformable = { uniform = true, candidates = ^\"nodes\" }", "belongs to a mesh"},
            {"deformable = ", "deformable = ^{ size = 0.5 }\nfixed = true", "a fixed body does not deform"},
            {"deformable = ", "deformable = ^{ size = 0.5 }\nmass = 3.0", "drop mass"},
            {"position = ", "deformable = { divisions = ^[2, 2] }", "need a shape with four corners"},
            {"position = ", "deformable = { size = ^1e-4 }", "at most 6 times"},
            {"where = ", "where = ^[0, 1]", "where must be a table"},
            {"where = ", "where = { min = ^[0], max = [1, 1] }", "min must be two numbers"},
            {"where = ", "where = ^{ min = [0, 0] }", "where has no \"max\""},
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

}  // namespace
}  // namespace drystone
