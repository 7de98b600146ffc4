#include <gtest/gtest.h>

#include "scene/mistakes.h"

namespace drystone::mistakes_of_drives_test {
namespace {

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

TEST(Mistakes, OfLoadsThatTravelOrAreControlled) {
    const std::string way = "force = [0, 0, -1]\ntravel = { from = [0, 0, 1], to = [1, 0, 1], ";
    const std::string held = "control = { body = \"ball\", direction = [1, 0, 0], kind = \"constant\", value = 1 }";
    const std::string plain = "[[drives]]\nbody = \"ball\"\n";
    check_mistakes(
        solid + plain + "acceleration = [1, 0, 0]\n",
        {
            {"acceleration = ", way + "speed = ^0 }", "speed must be greater than zero"},
            {"acceleration = ", "force = [0, 0, -1]\ntravel = ^{ from = [0, 0, 1], to = [1, 0, 1] }", "say how the load travels"},
            {"acceleration = ", "force = [0, 0, -1]\ntravel = ^{ from = [0, 0, 1], to = [1, 0, 1], speed = 1, position = 2 }",
             "say how the load travels"},
            {"acceleration = ", way + "stations = ^1, every = 1 }", "stations must be"},
            {"acceleration = ", way + "speed = 1, every = ^1 }", "and there are none"},
            {"acceleration = ", way + "position = 1, start = ^1 }", "start belongs to speed or stations"},
            {"acceleration = ", way + "speed = 1, axles = [^[-1, 1]] }", "counted backwards"},
            {"acceleration = ", way + "speed = 1, axles = [[0, 1], ^[1, 0]] }", "share of the force must be greater"},
            {"acceleration = ", way + "speed = 1, axles = ^[] }", "axles is empty"},
            {"acceleration = ", "force = ^[0, 0, 0]\ntravel = { from = [0, 0, 1], to = [1, 0, 1], speed = 1 }", "must not be zero"},
            {"acceleration = ", "force = [0, 0, 1]\ntravel = { from = [0, 0, 1], to = ^[0, 0, 1], speed = 1 }", "the same place"},
            {"acceleration = ", "^torque = [0, 0, 1]\nforce = [0, 0, 1]\ntravel = { from = [0, 0, 1], to = [1, 0, 1], speed = 1 }",
             "unknown key \"torque\" in a drive that travels"},
            {"acceleration = ", "force = [1, 0, 0]\ncontrol = ^{ body = \"ball\", direction = [1, 0, 0], kind = \"constant\", value = 1 }",
             "say quasistatic = true"},
            {"acceleration = ", "force = [1, 0, 0]\ncontrol = { body = ^\"plate\", direction = [1, 0, 0], kind = \"constant\", value = 1 }",
             "is fixed: no load moves it"},
            {"acceleration = ", "force = [1, 0, 0]\ncontrol = ^\"push\"", "there is no drive \"push\" above"},
            {"acceleration = ", "fix = [\"x\"]\ncontrol = ^{ body = \"ball\" }", "and there is none"},
            {"acceleration = ", "acceleration = ^[1, 0]", "acceleration must be three numbers"},
        });
    check_mistakes(solid + "[[settlements]]\nhistory = { kind = \"constant\", value = 1 }\nof = [{ body = \"plate\", by = [0, 0, 1] }]\n",
                   {
                       {"of = ", "of = ^[]", "of is empty"},
                       {"of = ", "of = [^{ body = \"plate\" }]", "this support does not settle"},
                       {"of = ", "of = [^{ body = \"ball\", by = [0, 0, 1] }]", "\"ball\" is not fixed"},
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

}  // namespace
}  // namespace drystone::mistakes_of_drives_test
