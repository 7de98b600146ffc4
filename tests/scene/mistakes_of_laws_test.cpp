#include <gtest/gtest.h>

#include "scene/mistakes.h"

namespace drystone::mistakes_of_laws_test {
namespace {

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
            {"law = ", "cohesion_range = ^0.1",
             "cohesion_range is the distance over which cohesion_force acts"},
            {"law = ", "cohesion_force = 0.1\ncohesion_range = ^-1e-3",
             "cohesion_range must be zero or more"},
            {"law = ", "rolling_viscosity = ^-0.1", "rolling_viscosity must be zero or more"},
            {"law = ", "rolling_viscosity = ^\"high\"", "rolling_viscosity must be a number"},
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

TEST(Mistakes, OfDampingAndSettling) {
    const std::string damped = solid + "[[damping]]\nof = \"ball\"\nmass = 1.0\n";
    check_mistakes(damped, {
                               {"of = ", "of = ^\"bell\"", "did you mean \"ball\"?"},
                               {"of = ", "of = ^3", "of must name bodies"},
                               {"mass = ", "mass = ^-1.0", "mass must be zero or more"},
                               {"mass = ", "mass = 1.0\n^stiffness = 1", "unknown key \"stiffness\""},
                               {"step = ", "step = 1e-3\nsettle = ^3", "settle must be true or false"},
                               {"step = ", "step = 1e-3\nsettle = { below = ^0 }", "below must be greater than zero"},
                               {"step = ", "step = 1e-3\nsettle = { ^until = 1 }", "unknown key \"until\""},
                               {"step = ", "step = 1e-3\nquasistatic = true\nsettle = ^true", "begin at rest as it is"},
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
    const std::string of_blocks =  // the ball is of another material, which has no joints
        "[scene]\ndimension = 2\n[time]\nstep = 1e-3\nduration = 1.0\n[materials.stone]\ndensity = 1.0\n[materials.rubble]\ndensity = 1.0\n"
        "[[interactions]]\nbetween = [\"stone\", \"stone\"]\nlaw = \"elastic\"\nnormal_stiffness = 1e3\nshear_stiffness = 1e3\nfriction = 0.5\n"
        "[[interactions]]\nbetween = [\"rubble\", \"*\"]\nfriction = 0.5\n"
        "[[bodies]]\nname = \"block\"\nmaterial = \"stone\"\nfixed = true\nshape = { type = \"box\", size = [1.0, 1.0] }\n"
        "[[bodies]]\nname = \"ball\"\nmaterial = \"rubble\"\nshape = { type = \"disk\", radius = 0.1 }\nposition = [0.0, 2.0]\n";
    EXPECT_EQ(objection(folder.write("blocks.toml", of_blocks)), "");
    const std::size_t name = of_blocks.find("\"rubble\"\nshape");
    EXPECT_NE(objection(folder.write("balls.toml", std::string(of_blocks).replace(name, 8, "\"stone\""))).find("needs the area of its joints"),
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
            {"tensile_strength = ", "tensile_strength = ^2.5", "at most shear_strength / friction = 2"},
            {"area = ", "area = 0.1\ndilatancy = ^0.6", "dilatancy must be at most friction"},
            {"area = ", "area = 0.1\nenergy_crushing = ^1", "it needs compressive_strength"},
            {"area = ", "area = 0.1\ncompressive_strength = 7\nresidual_compressive_strength = ^1", "it needs energy_crushing"},
            {"area = ", "area = 0.1\ncompressive_strength = 7\nenergy_crushing = ^0.01", "more than strength^2 / (2 stiffness) = 0.018"},
            {"area = ", "area = 0.1\ncompressive_strength = 7\nenergy_crushing = 1\nresidual_compressive_strength = ^7",
             "must be less than compressive_strength, 7"},
            {"area = ", "area = 0.1\nrestitution = ^0.5", "two numbers, [normal, tangential]"},
            {"area = ", "area = 0.1\nrolling_friction = ^-1", "rolling_friction must be zero or more"},
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

}  // namespace
}  // namespace drystone::mistakes_of_laws_test
