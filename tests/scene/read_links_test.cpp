// [[links]]: what is read, and what is refused where.

#include <gtest/gtest.h>

#include "scene/mistakes.h"
#include "scene/scene_text.h"

namespace drystone::read_links_test {
namespace {

const std::string bodies = R"(
[scene]
dimension = 2
[time]
step = 1e-3
duration = 0.01
[materials.steel]
density = 7800.0
[[bodies]]
name = "a"
material = "steel"
shape = { type = "disk", radius = 0.1 }
position = [0.0, 0.0]
[[bodies]]
name = "b"
material = "steel"
shape = { type = "disk", radius = 0.1 }
position = [0.0, 1.0]
)";

std::string with_link(const std::string& keys) { return bodies + "[[links]]\n" + keys + "\n"; }

TEST(ReadLinks, BodiesTheWorldAndThePointAreRead) {
    const Folder folder;
    const Scene scene =
        read_scene(folder.write("scene.toml", with_link("name = \"pin\"\nbetween = [\"b\", \"world\"]\ntype "
                                                        "= \"weld\"\npoint = [0.5, 0.25]\ncollide = true")),
                   {});
    const WorldDescription<2>& world = std::get<WorldDescription<2>>(scene.world);
    ASSERT_EQ(world.links.size(), 1u);
    EXPECT_EQ(world.links[0].body_a, 1);
    EXPECT_EQ(world.links[0].body_b, -1);
    EXPECT_EQ(world.links[0].type, LinkType::weld);
    EXPECT_EQ(world.links[0].point, (Vec<2>{{0.5, 0.25}}));
    EXPECT_TRUE(world.links[0].collide);
}

TEST(ReadLinks, MistakesAreToldWhereTheyAre) {
    const Folder folder;
    const auto told = [&](const std::string& text) { return objection(folder.write("scene.toml", text)); };
    const std::string start = "name = \"pin\"\n", point = "point = [0.0, 0.0]\n", type = "type = \"ball\"\n",
                      pair = "between = [\"a\", \"b\"]\n";
    EXPECT_NE(told(with_link(start + pair + point + "type = \"wled\"")).find("weld"), std::string::npos);
    EXPECT_NE(told(with_link(start + type + point + "between = [\"a\", \"c\"]")).find("\"c\""),
              std::string::npos);
    EXPECT_NE(told(with_link(start + type + point + "between = [\"a\", \"a\"]")).find("the same"),
              std::string::npos);
    EXPECT_NE(told(with_link(start + type + point + "between = [\"a\"]")).find("two bodies"),
              std::string::npos);
    EXPECT_NE(told(with_link(start + type + pair)).find("point"), std::string::npos);
    EXPECT_NE(told(with_link(start + type + pair + point + "pont = 1")).find("pont"), std::string::npos);
    EXPECT_NE(told(with_link(start + type + pair + point) + "[[links]]\n" + start + type + pair + point)
                  .find("pin"),
              std::string::npos);
    const std::string probe = "[[probes]]\nname = \"p\"\n";
    EXPECT_NE(
        told(with_link(start + type + pair + point) + probe + "link = \"pim\"\nquantities = [\"force\"]")
            .find("pin"),
        std::string::npos);
    EXPECT_NE(
        told(with_link(start + type + pair + point) + probe + "link = \"pin\"\nquantities = [\"opening\"]")
            .find("joint"),
        std::string::npos);
    EXPECT_EQ(told(with_link(start + type + pair + point) + probe +
                   "link = \"pin\"\nquantities = [\"force\", \"moment\", \"status\"]"),
              "");
    EXPECT_NE(told(with_link(start + pair + point + "type = \"wled\"")).find("scene.toml:23:"),
              std::string::npos);
}

// A mistake, the words that tell of it, and the line after the name where it is.
struct Mistake {
    const char *keys, *says;
    int line;
};

TEST(ReadLinks, WhatATypeHasNotIsRefusedAtItsKey) {
    const Folder folder;
    const Mistake mistakes[] = {
        {"type = \"ball\"\npoint = [0.0, 0.0]\nfriction = 1.0",
         "friction is of hinges and sliders, and this link is a ball", 4},
        {"type = \"ball\"\npoint = [0.0, 0.0]\nmoment_strength = 1.0", "moment_strength is of welds", 4},
        {"type = \"rod\"\npoint = [0.0, 0.0]", "points = [p_a, p_b]", 3},
        {"type = \"weld\"\npoints = [[0.0, 0.0], [0.0, 1.0]]", "one place is point", 3},
        {"type = \"rod\"\npoints = [[0.0, 0.0]]", "two places", 3},
        {"type = \"rod\"\npoints = [[0.0, 0.0], [0.0, 0.0]]", "needs a length", 3},
        {"type = \"rod\"\npoints = [[0.0, 0.0], [0.0, 1.0]]\nprestress = 5.0",
         "needs a stiffness, which a rod has not", 4},
        {"type = \"rod\"\npoints = [[0.0, 0.0], [0.0, 1.0]]\nstiffness = 5.0",
         "stiffness is of cables and springs", 4},
        {"type = \"cable\"\npoints = [[0.0, 0.0], [0.0, 1.0]]\nprestress = 5.0", "needs a stiffness", 4},
        {"type = \"cable\"\npoints = [[0.0, 0.0], [0.0, 1.0]]\nstiffness = 5.0\nprestress = -1.0",
         "prestress of a cable", 5},
        {"type = \"cable\"\npoints = [[0.0, 0.0], [0.0, 1.0]]\nstiffness = 5.0\naxial_stiffness = 1.0",
         "not both", 4},
        {"type = \"spring\"\npoints = [[0.0, 0.0], [0.0, 1.0]]\nstiffness = 5.0\nprestress = 3.0\nyield = "
         "2.0",
         "more than the link can carry", 5},
        {"type = \"spring\"\npoints = [[0.0, 0.0], [0.0, 1.0]]", "a spring needs a stiffness", 0},
        {"type = \"hinge\"\npoint = [0.0, 0.0]\naxis = [0.0, 1.0]", "in 2D a hinge turns about z", 4},
        {"type = \"slider\"\npoint = [0.0, 0.0]", "a slider needs an axis", 0},
        {"type = \"hinge\"\npoint = [0.0, 0.0]\nlimits = [0.5, -0.5]", "the lower first", 4},
        {"type = \"hinge\"\npoint = [0.0, 0.0]\nlimits = [0.5, 0.7]", "have 0 between them", 4},
        {"type = \"hinge\"\npoint = [0.0, 0.0]\nmotor = { quantity = \"speed\", value = 1.0 }", "velocity",
         4},
        {"type = \"hinge\"\npoint = [0.0, 0.0]\nmotor = { quantity = \"velocity\", kind = \"constant\", "
         "value = 1.0, most = 0.0 }",
         "most", 4},
        {"type = \"hinge\"\npoint = [0.0, 0.0]\nmotor = { quantity = \"velocity\", value = 1.0, mots = 2.0 }",
         "mots", 4},
        {"type = \"hinge\"\npoint = [0.0, 0.0]\nstrength = -2.0", "strength", 4},
    };
    const int begins = 19;  // line of [[links]]
    for (const Mistake& m : mistakes) {
        const std::string text = objection(folder.write(
            "scene.toml", with_link("name = \"pin\"\nbetween = [\"a\", \"b\"]\n" + std::string(m.keys))));
        EXPECT_NE(text.find(m.says), std::string::npos) << m.keys << ": " << text;
        const int line = begins + (m.line == 0 ? 0 : m.line + 1);
        EXPECT_NE(text.find("scene.toml:" + std::to_string(line) + ":"), std::string::npos)
            << m.keys << ": " << text;
    }
}

TEST(ReadLinks, AProbeAsksForWhatTheTypeHas) {
    const Folder folder;
    const std::string pin =
        with_link("name = \"pin\"\nbetween = [\"a\", \"b\"]\ntype = \"weld\"\npoint = [0.0, 0.5]");
    for (const char* quantity : {"tension", "elongation", "angle"}) {
        const std::string text = objection(folder.write(
            "scene.toml",
            pin + "[[probes]]\nname = \"p\"\nlink = \"pin\"\nquantities = [\"" + quantity + "\"]"));
        EXPECT_NE(text.find("this link is a weld"), std::string::npos) << text;
    }
}

TEST(ReadLinks, EveryKeyIsRead) {
    const Folder folder;
    const std::string pair = "between = [\"a\", \"b\"]\n";
    const Scene scene = read_scene(
        folder.write(
            "scene.toml",
            with_link(
                "name = \"hinge\"\n" + pair +
                "type = \"hinge\"\npoint = [0.0, 0.5]\nfriction = 2.0\nlimits = [-1.0, 0.5]\nstrength = 7.0\n"
                "moment_strength = 8.0\nmotor = { quantity = \"displacement\", kind = \"ramp\", from = 0.0, "
                "to = 1.0, over = 2.0, most = 9.0 }") +
                "[[links]]\nname = \"tie\"\n" + pair +
                "type = \"cable\"\npoints = [[0.0, 0.1], [0.0, 0.9]]\naxial_stiffness = 100.0\nprestress = "
                "3.0\nyield = 4.0\ndamping = 5.0\n" +
                "[[links]]\nname = \"rail\"\n" + pair +
                "type = \"slider\"\npoint = [0.0, 0.5]\naxis = [0.0, 2.0]\nmotor = { quantity = "
                "\"velocity\", value = 0.25 }"),
        {});
    const auto& links = std::get<WorldDescription<2>>(scene.world).links;
    ASSERT_EQ(links.size(), 3u);
    LinkProperties hinge, tie, rail;
    hinge.friction = 2.0, hinge.low = -1.0, hinge.high = 0.5, hinge.strength = 7.0,
    hinge.moment_strength = 8.0, hinge.most = 9.0;
    hinge.motor = LinkProperties::Motor::displacement;
    tie.axial_stiffness = 100.0, tie.prestress = 3.0, tie.yield = 4.0, tie.damping = 5.0;
    rail.motor = LinkProperties::Motor::velocity;
    EXPECT_EQ(links[0].is, hinge);
    EXPECT_EQ(links[0].motor.at(1.0), 0.5);
    EXPECT_EQ(links[1].is, tie);
    EXPECT_EQ(links[1].end, (Vec<2>{{0.0, 0.9}}));
    EXPECT_EQ(links[2].is, rail);
    EXPECT_EQ(links[2].axis, (Vec<2>{{0.0, 1.0}}));
    EXPECT_EQ(links[2].motor.at(3.0), 0.25);
}

TEST(ReadLinks, ABodyCalledWorldIsNotTheWorld) {
    const Folder folder;
    std::string text =
        with_link("name = \"pin\"\nbetween = [\"a\", \"world\"]\ntype = \"ball\"\npoint = [0.0, 0.0]");
    text +=
        "[[bodies]]\nname = \"world\"\nmaterial = \"steel\"\nshape = { type = \"disk\", radius = 0.1 "
        "}\nposition = [3.0, 0.0]\n";
    EXPECT_NE(objection(folder.write("scene.toml", text)).find("another name"), std::string::npos);
}

}  // namespace
}  // namespace drystone::read_links_test
