#include <algorithm>

#include <gtest/gtest.h>

#include "scene/scene_text.h"

namespace drystone {
namespace {

// A scene without mistakes. Each case below spoils one line of it, with a ^ where the report must point.
const std::string solid = R"([scene]
title = "Base"
dimension = 3
gravity = [0, 0, -9.81]
[time]
step = 1e-3
duration = 1.0
[solver]
tolerance = 1e-5
[materials.stone]
density = 2300.0
[[interactions]]
between = ["stone", "stone"]
law = "coulomb"
friction = 0.6
restitution = [0.1, 0.0]
[[bodies]]
name = "ball"
material = "stone"
shape = { type = "sphere", radius = 0.05 }
position = [0.0, 0.0, 0.3]
[[bodies]]
name = "plate"
material = "stone"
fixed = true
shape = { type = "plane", normal = [0, 0, 1] }
[[bodies]]
name = "clump"
material = "stone"
shape = { type = "compound", parts = [ { type = "sphere", radius = 0.1 } ] }
position = [5, 0, 1]
[[generate]]
type = "packing"
name = "grains"
count = 20
shape = "sphere"
material = "stone"
radius = [0.01, 0.02]
inside = { type = "box", min = [1, 1, 1], max = [2, 2, 2] }
[[generate]]
type = "lattice"
shape = "sphere"
material = "stone"
radius = 0.1
spacing = 0.3
counts = [2, 2, 2]
origin = [10, 10, 10]
[[drives]]
body = "plate"
motion = { quantity = "displacement", direction = [1, 0, 0], kind = "sine", amplitude = 0.02, frequency_hz = 3.0 }
[[drives]]
body = "ball"
fix = ["x", "rz"]
force = [0, 0, 1]
history = { kind = "table", points = [[0, 0], [1, 1]] }
[[probes]]
name = "ball"
body = "ball"
quantities = ["position"]
every = 0.0
[output]
frames_every = 0.02
)";

const std::string flat = R"([scene]
dimension = 2
gravity = [0, -9.81]
[time]
step = 1e-3
duration = 1.0
[materials.stone]
density = 2300.0
[[interactions]]
between = ["stone", "*"]
friction = 0.6
[[bodies]]
name = "ball"
material = "stone"
shape = { type = "disk", radius = 0.05 }
position = [0.0, 0.3]
[[bodies]]
name = "drum"
material = "stone"
fixed = true
shape = { type = "drum", radius = 1.0 }
[[drives]]
body = "drum"
motion = { quantity = "velocity", axis = [0, 0, 1], kind = "ramp", from = 0, to = 1, over = 0.5 }
[[probes]]
name = "all"
quantities = ["kinetic_energy"]
)";

struct Mistake {
    std::string line;     // of the scene, the first that begins so (whole line is replaced)
    std::string instead;  // with ^ before what the report must point at
    std::string says;
};

std::string spoil(const std::string& scene, const Mistake& mistake) {
    std::string text = "\n" + scene;
    const auto begin = text.find("\n" + mistake.line);
    EXPECT_NE(begin, std::string::npos) << mistake.line;
    text.replace(begin + 1, text.find('\n', begin + 1) - begin - 1, mistake.instead);
    return text.substr(1);
}

/// Takes the ^ out of the text and says where it was.
std::string take_mark(std::string& text) {
    const auto at = text.find('^');
    const auto line = std::count(text.begin(), text.begin() + static_cast<long>(at), '\n') + 1;
    const auto begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    text.erase(at, 1);
    return std::to_string(line) + ":" + std::to_string(at - begin + 1);
}

void check_mistakes(const std::string& scene, const std::vector<Mistake>& mistakes) {
    const Folder folder;
    ASSERT_EQ(objection(folder.write("good.toml", scene)), "");
    for (const Mistake& mistake : mistakes) {
        std::string text = spoil(scene, mistake);
        const std::string place = take_mark(text);
        const std::string path = folder.write("bad.toml", text);
        const std::string said = objection(path);
        EXPECT_TRUE(said.starts_with(path + ":" + place + ": ")) << mistake.instead << "\nsaid: " << said;
        EXPECT_NE(said.find(mistake.says), std::string::npos)
            << "said: " << said << "\nwanted: " << mistake.says;
    }
}

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
            {"duration = ", "duration = 1\noverlap = ^\"shove\"", "it can be \"keep\", \"push\""},
            {"tolerance = ", "tolerance = ^0.0", "tolerance must be greater than zero"},
            {"tolerance = ", "method = ^\"simplex\"",
             "method \"simplex\" is not known in [solver]; it can be \"auto\", \"nlgs\""},
            {"tolerance = ", "order = ^\"colored\"", "did you mean \"coloured\"?"},
            {"tolerance = ", "max_iterations = ^0", "max_iterations must be at least 1"},
            {"tolerance = ", "max_iterations = ^1e4", "max_iterations must be a whole number"},
            {"tolerance = ", "max_iterations = ^3000000000", "max_iterations must be at most 2147483647"},
            {"tolerance = ", "fixed_iterations = ^-1", "fixed_iterations must be at least 0"},
            {"tolerance = ", "seed = ^-1", "seed must be at least 0"},
            {"tolerance = ", "threads = ^-2", "threads must be at least 0"},
            {"tolerance = ", "threads = ^true", "threads must be a whole number, found true"},
            {"[output]", "[^outputs]", "unknown key \"outputs\" in a scene; did you mean \"output\"?"},
            {"frames_every = ", "frames_every = ^-0.1", "frames_every must be zero or more"},
            {"frames_every = ", "frames_every = ^2020-01-01", "found a date or time"},
        });
}

TEST(Mistakes, OfMaterialsAndInteractions) {
    check_mistakes(
        solid,
        {
            {"density = ", "density = ^0", "density must be greater than zero"},
            {"density = ", "density = ^-2300", "density must be greater than zero, found the number -2300"},
            {"density = ", "density = 1\npoisson = ^0.7", "poisson must be between -1 and 0.5"},
            {"[materials.stone]", "^[materials.stone]\n[materials.wood]",
             "[materials.stone] has no \"density\""},
            {"between = ", "between = [\"stone\", ^\"stome\"]",
             "no material, body or group named \"stome\"; did you mean \"stone\"?"},
            {"between = ", "between = ^[\"stone\"]",
             "between must be two materials, bodies or groups in brackets"},
            {"between = ", "between = ^\"stone\"",
             "between must be two materials, bodies or groups in brackets"},
            {"law = ", "law = ^\"hertz\"", "law \"hertz\" is not known"},
            {"law = ", "rolling_friction = ^-0.1", "rolling_friction"},
            {"law = ", "torsion_friction = ^\"much\"", "torsion_friction"},
            {"[[interactions]]", "^[[interactions]]\ncohesion_force = 0.1",
             "cohesion_force and cohesion_range go together"},
            {"[[interactions]]", "^[[interactions]]\ncohesion_range = 0.1",
             "cohesion_force and cohesion_range go together"},
            {"law = ", "cohesion_force = 0.1\ncohesion_range = ^0",
             "cohesion_range must be greater than zero"},
            {"law = ", "cohesion_force = ^-1\ncohesion_range = 1", "cohesion_force must be zero or more"},
            {"law = ", "static_friction = ^0.1", "static_friction must be at least friction"},
            {"law = ", "restitution_threshold = ^-0.1", "restitution_threshold must be zero or more"},
            {"law = ", "^tensile_strength = 1", "unknown key \"tensile_strength\""},
            {"friction = ", "friction = ^-0.1", "friction must be zero or more"},
            {"friction = ", "^fricton = 0.1", "did you mean \"friction\"?"},
            {"[[interactions]]", "^[[interactions]]\n[[interactions]]",
             "[[interactions]] has no \"between\""},
            {"restitution = ", "restitution = ^0.5",
             "two numbers, [normal, tangential], found the number 0.5"},
            {"restitution = ", "restitution = [^1.1, 0]",
             "restitution must be between 0 and 1, found the number 1.1"},
            {"restitution = ", "restitution = [0, ^-0.1]", "restitution must be between 0 and 1"},
        });
}

TEST(Mistakes, OfJoints) {
    const std::string start =
        "[scene]\ndimension = 3\n[time]\nstep = 1e-3\nduration = 1\n[materials.stone]\ndensity = 1\n"
        "[[bodies]]\nname = \"ball\"\nmaterial = \"stone\"\nshape = { type = \"sphere\", radius = 1 }\n";
    const std::string mohr = start +
                             "[[interactions]]\nbetween = [\"stone\", \"ball\"]\nlaw = \"mohr_coulomb\"\n"
                             "tensile_strength = 1.0\ncohesion = 2.0\nfriction = 0.5\narea = 0.1\n";
    check_mistakes(
        mohr,
        {
            {"tensile_strength = ", "tensile_strength = ^5.0", "at most cohesion / friction = 4"},
            {"cohesion = ", "cohesion = ^-1", "cohesion must be zero or more"},
            {"area = ", "area = 0.1\ncompressive_strength = ^0", "compressive_strength must be greater"},
            {"area = ", "area = 0.1\ninitially = ^\"whole\"", "initially \"whole\" is not known"},
            {"area = ", "area = 0.1\n^softening = \"linear\"", "unknown key \"softening\""},
            {"area = ", "area = ^0", "area must be greater than zero"},
            {"area = ", "area = 0.1\njoint_gap = ^-1", "joint_gap must be zero or more"},
            {"area = ", "area = 0.1\nresidual_tensile_strength = ^1", "must be at most cohesion / friction"},
            {"[[interactions]]", "^[[interactions]]\narea_ratio = 0.5", "two ways to say one thing"},
            {"between = ", "between = [\"stone\", ^\"bell\"]", "did you mean \"ball\"?"},
        });
    const std::string whole =
        start +
        "[[interactions]]\nbetween = [\"*\", \"*\"]\nlaw = \"elastic\"\nnormal_stiffness = 1e3\n"
        "shear_stiffness = 1e3\nfriction = 0.5\narea = 0.1\n";
    const Folder folder;
    EXPECT_NE(objection(folder.write("bare.toml", whole.substr(0, whole.find("area = "))))
                  .find("needs the area of its joints"),
              std::string::npos);
    const std::string zone = start +
                             "[[interactions]]\nbetween = [\"*\", \"*\"]\nlaw = \"cohesive_zone\"\n"
                             "normal_stiffness = 1e3\nshear_stiffness = 1e3\ntensile_strength = 1.0\n"
                             "shear_strength = 1.0\nenergy_opening = 1.0\nenergy_shear = 1.0\n"
                             "softening = \"linear\"\nfriction = 0.5\narea = 0.1\n";
    check_mistakes(
        zone,
        {
            {"energy_opening = ", "energy_opening = ^4e-4", "more than strength^2 / (2 stiffness) = 0.0005"},
            {"energy_shear = ", "energy_shear = ^0", "energy_shear must be greater than zero"},
            {"softening = ", "softening = ^\"quadratic\"", "softening \"quadratic\" is not known"},
            {"tensile_strength = ", "tensile_strength = ^0", "tensile_strength must be greater than zero"},
        });
    const std::string bond = start +
                             "[[interactions]]\nbetween = [\"*\", \"*\"]\nlaw = \"bonded\"\nfriction = 0.5\n"
                             "moments = true\n";
    check_mistakes(bond, {
                             {"moments = ", "moments = false\nbending_moment = ^1",
                              "moments = false: then there is no bending_moment"},
                             {"moments = ", "^area = 1", "unknown key \"area\""},
                             {"moments = ", "tensile_force = ^-1", "tensile_force must be zero or more"},
                         });
}

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

TEST(Mistakes, Springs) {
    const std::string spring = head(2) +
                               "[[interactions]]\nbetween = [\"m\", \"m\"]\nlaw = \"spring\"\n"
                               "normal_stiffness = 1e6\ntangential_stiffness = 5e5\nfriction = 0.5\n"
                               "restitution = [0.5, 0.0]\nbonded = true\nbend_stiffness = 1.0\n";
    check_mistakes(
        spring,
        {
            {"normal_stiffness = 1e6", "normal_stiffness = ^0", "normal_stiffness must be greater than zero"},
            {"bend_stiffness = 1.0", "normal_damping = ^3.0", "two ways to say one thing"},
            {"bend_stiffness = 1.0", "twist_stiffness = ^3.0", "there is none in 2D"},
            {"bend_stiffness = 1.0", "torsion_friction = ^3.0", "there is none in 2D"},
            {"bend_stiffness = 1.0", "bend_strength = ^3.0", "bend_strength needs bend_stiffness > 0"},
            {"bonded = true", "tension_strength = ^3.0", "it needs bonded = true"},
            {"bonded = true", "^static_friction = 0.6", "unknown key \"static_friction\""},
        });
    const std::string smooth = head(2) +
                               "[[interactions]]\nbetween = [\"m\", \"m\"]\nlaw = \"spring\"\n"
                               "normal_stiffness = 1e6\nfriction = 0.0\n";
    check_mistakes(smooth,
                   {{"friction = 0.0", "friction = ^0.5", "friction needs tangential_stiffness > 0"}});
}

TEST(Mistakes, OfSoftGrains) {
    const std::string soft = "[scene]\ndimension = 2\n[time]\nstep = 1e-3\nduration = 1\n[materials.m]\ndensity = 1\n"
                             "[solver]\nmethod = \"md\"\n[md]\nsteps_per_collision = 50\n"
                             "[[interactions]]\nbetween = [\"m\", \"m\"]\nlaw = \"spring\"\n"
                             "normal_stiffness = 1e6\nfriction = 0.0\n"
                             "[[bodies]]\nmaterial = \"m\"\nshape = { type = \"disk\", radius = 1 }\n";
    check_mistakes(
        soft,
        {
            {"steps_per_collision", "steps_per_collision = ^2", "steps_per_collision must be"},
            {"steps_per_collision", "^steps = 2", "unknown key \"steps\" in [md]"},
            {"steps_per_collision", "steps_per_collision = 50\nstep = ^1e-5", "two ways to say one thing"},
            {"shape = ", "shape = ^{ type = \"box\", size = [1, 1] }", "not this shape"},
            {"[[interactions]]", "^[[interactions]]\nbonded = true", "method = \"md\" has no bonds"},
            {"[[interactions]]", "^[[interactions]]\nrestitution = [0.5, 0.5]", "has no tangential restitution"},
            {"[[interactions]]", "^[[interactions]]\nbetween = [\"m\", \"m\"]\nfriction = 0.5\n[[interactions]]",
             "method = \"md\" needs law = \"spring\""},
        });
}

TEST(Mistakes, AWordThatNamesTwoThingsIsRefused) {
    check_mistakes(
        "[scene]\ndimension = 2\n[time]\nstep = 1e-3\nduration = 1\n[materials.stone]\ndensity = 1\n"
        "[[bodies]]\nname = \"stone\"\nmaterial = \"stone\"\nshape = { type = \"disk\", radius = 1 }\n"
        "[[interactions]]\nbetween = [\"*\", \"*\"]\nfriction = 0.5\n",
        {{"between = ", "between = [\"*\", ^\"stone\"]", "names a material and a body"}});
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

TEST(Mistakes, OfDrives) {
    const std::string motion = "motion = { quantity = \"displacement\"";
    const std::string of = "motion = { quantity = \"displacement\", direction = [1, 0, 0], kind = ";
    check_mistakes(
        solid,
        {
            {"body = \"plate\"", "body = ^\"plat\"",
             "there is no body named \"plat\"; did you mean \"plate\"?"},
            {motion, "motion = ^3", "a motion must be a table, found the number 3"},
            {motion,
             "motion = { quantity = ^\"displacment\", direction = [1, 0, 0], kind = \"constant\", value = 1 "
             "}",
             "did you mean \"displacement\"?"},
            {motion,
             "motion = { quantity = \"velocity\", direction = ^[0, 0, 0], kind = \"constant\", value = 1 }",
             "direction must not be zero"},
            {motion, "motion = ^{ quantity = \"velocity\", kind = \"constant\", value = 1 }",
             "either a direction (it moves along it) or an axis"},
            {motion,
             "motion = { quantity = \"velocity\", direction = [1, 0, 0], axis = ^[0, 0, 1], kind = "
             "\"constant\", value = 1 }",
             "either a direction"},
            {motion,
             "motion = { quantity = \"velocity\", direction = [1, 0, 0], point = ^[0, 0, 1], kind = "
             "\"constant\", value = 1 }",
             "a point belongs to an axis"},
            {motion, of + "^\"sin\", amplitude = 1, frequency_hz = 1 }", "did you mean \"sine\"?"},
            {motion, of + "\"sine\", amplitude = 1, frequency_hz = ^0 }",
             "frequency_hz must be greater than zero"},
            {motion, of + "\"sine\", amplitude = 1, ^frequency = 3 }",
             "unknown key \"frequency\" in a motion of kind \"sine\"; did you mean \"frequency_hz\"?"},
            {motion, of + "\"ramp\", from = 0, to = 1, over = ^-1 }", "over must be zero or more"},
            {motion, of + "\"ramp\", from = 0, to = 1, over = 1, ^amplitude = 1 }", "of kind \"ramp\""},
            {motion, of + "\"constant\", value = 1, start = 1, stop = ^1 }",
             "stop must come after start (1)"},
            {motion, of + "\"table\", points = ^[] }", "points is empty"},
            {motion, of + "\"table\", points = [[0, 0], ^[0, 1]] }", "must ascend, but 0 follows 0"},
            {motion, of + "\"table\", points = [^[-1, 0], [0, 1]] }", "must not be negative"},
            {motion, of + "\"table\", points = [[0, 0], ^[1]] }",
             "a point of the table, [time, value], must be two"},
            {motion, of + "\"record\", file = ^\"none.at2\" }", "there is no file"},
            {motion, of + "\"record\", file = ^\".\" }", "is a folder, not a file"},
            {"fix = ", "fix = [\"x\", ^\"a\"]", "\"a\" is no degree of freedom in 3D"},
            {"fix = ", "fix = [\"x\", ^\"x\"]", "\"x\" is held twice"},
            {"fix = ", "fix = ^[]", "fix is empty"},
            {"fix = ", "fix = ^\"x\"", "fix must be an array of degrees of freedom"},
            {"force = ", "force = ^[0, 1]", "force must be three numbers"},
            {"force = ", "torque = ^3", "torque must be three numbers"},
        });
}

TEST(Mistakes, OfEllipsesPointsAndGroups) {
    const std::string of = "motion = { kind = \"ellipse\", quantity = \"displacement\", frequency_hz = 2, ";
    const std::string motion = "motion = ";
    check_mistakes(
        solid,
        {
            {motion, of + "semi_axes = ^[[1, 0, 0]] }", "semi_axes must be two vectors"},
            {motion, of + "semi_axes = [[1, 0, 0], ^[0, 1]] }", "a semi-axis must be three numbers"},
            {motion, of + "semi_axes = ^[[0, 0, 0], [0, 0, 0]] }", "must not both be zero"},
            {motion, of + "^direction = [1, 0, 0], semi_axes = [[1, 0, 0], [0, 1, 0]] }",
             "unknown key \"direction\" in a motion of kind \"ellipse\""},
            {motion, of + "semi_axes = [[1, 0, 0], [0, 1, 0]], start = 2, stop = ^1 }",
             "stop must come after start"},
            {"history = ", "history = { kind = ^\"ellipse\" }", "an ellipse is a motion in two directions"},
            {"force = ", "torque = [1, 0, 0]\npoint = ^[0, 0, 0]", "a point is where a force acts"},
            {"force = ", "force = [1, 0, 0]\npoint = ^[0, 0]", "point must be three numbers"},
            {"force = ", "force = [1, 0, 0]\nfollows = ^1", "follows must be true or false"},
            {motion, "fix = [\"x\"]\nfollows = ^true", "turns with its body, and there is none"},
            {"body = \"plate\"", "bodies = [\"plate\", ^\"grain\"]",
             "no body or group named \"grain\"; did you mean"},
            {"body = \"plate\"", "bodies = [\"grains\", ^\"grains.3\"]", "for the second time"},
            {"body = \"plate\"", "bodies = ^[]", "bodies is empty"},
            {"body = \"plate\"", "body = \"plate\"\nbodies = ^\"grains\"", "either body or bodies"},
        });
}

TEST(Mistakes, OfBaselines) {
    const Folder folder;
    folder.write("one.csv", "0, 1\n");
    const auto says = [&](const std::string& quantity, const std::string& baseline) {
        const std::string motion =
            "motion = { quantity = \"" + quantity +
            "\", direction = [1, 0, 0], kind = \"record\", file = \"one.csv\", baseline = " + baseline + " }";
        const std::string path = folder.write("bad.toml", spoil(solid, {"motion = ", motion, ""}));
        return objection(path).substr(path.size() + 1);
    };
    EXPECT_TRUE(says("acceleration", "\"cubic\"").starts_with("50:108: baseline \"cubic\" is not known"))
        << says("acceleration", "\"cubic\"");
    EXPECT_TRUE(
        says("velocity", "\"linear\"").starts_with("50:104: a baseline is taken from an acceleration"));
    EXPECT_TRUE(
        says("acceleration", "\"linear\"").starts_with("50:108: a record of one value has no baseline"));
}

TEST(Mistakes, OfChangingGravity) {
    check_mistakes(
        solid,
        {
            {"gravity = ", "gravity = ^{ tilt_deg = 3, axis = [0, 1, 0] }", "gravity has no \"vector\""},
            {"gravity = ", "gravity = { vector = ^[0, 1] }", "vector must be three numbers"},
            {"gravity = ", "gravity = ^{ vector = [0, 0, -9.81], tilt_deg = 3 }", "gravity has no \"axis\""},
            {"gravity = ", "gravity = { vector = [0, 0, -9.81], axis = ^[0, 1, 0] }",
             "an axis belongs to tilt_deg"},
            {"gravity = ", "gravity = { vector = [0, 0, -9.81], ^tilt = 3, axis = [0, 1, 0] }",
             "did you mean \"tilt_deg\"?"},
            {"gravity = ", "gravity = { vector = [0, 0, -9.81], axis = ^[0, 0, 0], tilt_deg = 1 }",
             "axis must not be zero"},
            {"gravity = ", "gravity = { vector = [0, 0, -9.81], axis = [0, 1, 0], tilt_deg = ^\"3\" }",
             "tilt_deg must be a number, or a function of time"},
            {"gravity = ", "gravity = { vector = [0, 0, -9.81], scale = { kind = \"ramp\", ^form = 1 } }",
             "unknown key \"form\" in scale of kind \"ramp\"; did you mean \"from\"?"},
        });
    check_mistakes(flat, {{"gravity = ", "gravity = { vector = [0, -9.81], ^axis = [0, 0, 1], tilt_deg = 3 }",
                           "unknown key \"axis\" in gravity"}});
}

TEST(Mistakes, OfWater) {
    const std::string output = "[output]";
    const auto water = [](const std::string& lines) { return "[water]\n" + lines + "\n[output]"; };
    check_mistakes(
        solid,
        {
            {output, "^[water]\ndensity = 1000\n[output]", "[water] has no \"level\""},
            {output, water("level = ^[1]"), "level must be a number, or a function of time"},
            {output, water("level = 1\ndensity = ^0"), "density must be greater than zero"},
            {output, water("level = 1\n^depth = 0"), "unknown key \"depth\" in [water]"},
            {output, water("level = 1\ndrag = ^3"), "drag must be a table"},
            {output, water("level = 1\ndrag = { coefficient = ^-1 }"), "coefficient must be zero or more"},
            {output, water("level = 1\ndrag = { coefficient = 1, velocity = ^[1, 0] }"), "three numbers"},
            {output, water("level = 1\npressure = ^{ bodies = \"grains\" }"), "must be an array of tables"},
            {output, water("level = 1\n[[water.pressure]]\nbodies = \"grains\"\ndirection = ^[1, 0, 1]"),
             "direction must be horizontal"},
            {output, water("level = 1\n[[water.pressure]]\nbodies = ^\"graens\"\ndirection = [1, 0, 0]"),
             "did you mean \"grains\"?"},
            {output, water("level = 1\n^[[water.pressure]]\ndirection = [1, 0, 0]"), "which body?"},
            {"gravity = ",
             "gravity = { vector = [0, 0, -9.81], axis = [0, 1, 0], tilt_deg = 3 }\n^[water]\nlevel = 0",
             "cannot go with a gravity that tilts"},
            {"gravity = ", "^[water]\nlevel = 0", "water needs a gravity"},
        });
}

TEST(Mistakes, OfDrivesInThePlane) {
    check_mistakes(
        flat,
        {
            {"motion = ",
             "motion = { quantity = \"velocity\", axis = ^[1, 0, 0], kind = \"constant\", value = 1 }",
             "axis must be along z in 2D"},
            {"motion = ",
             "motion = { quantity = \"velocity\", axis = ^[0, 0, 0], kind = \"constant\", value = 1 }",
             "axis must not be zero"},
            {"motion = ",
             "motion = { quantity = \"velocity\", axis = ^[0, 1], kind = \"constant\", value = 1 }",
             "axis must be three numbers"},
            {"motion = ", "fix = [^\"z\"]", "fix can hold \"x\", \"y\", \"rz\""},
            {"motion = ", "torque = ^[1, 0, 0]", "torque must be along z in 2D"},
            {"motion = ", "fix = [\"x\"]\nhistory = ^{ kind = \"constant\", value = 1 }", "there is none"},
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
             "it can be \"normal\", \"lognormal\", \"two\""},
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
              "48:1: this drive does nothing; give it a motion, fix, force or torque");
    EXPECT_EQ(says(solid, "type = \"packing\"", "# none"),
              "32:1: [[generate]] has no \"type\"; it needs one");
    EXPECT_EQ(says(solid, "material = ", "# none"), "17:1: [[bodies]] has no \"material\"; it needs one");
    EXPECT_EQ(says(solid, "density = ", "# none"),
              "10:1: [materials.stone] has no \"density\"; it needs one");
    EXPECT_EQ(says(flat, "fixed = ", "# none"),
              "21:9: a plane or drum has no mass of its own: say fixed = true, or give it a mass (a piston)");
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

}  // namespace
}  // namespace drystone
