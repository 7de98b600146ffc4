// [[links]]: what is read, and what is refused where.

#include <gtest/gtest.h>

#include "scene/mistakes.h"
#include "scene/scene_text.h"

namespace drystone {
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
    EXPECT_NE(told(with_link(start + pair + point + "type = \"hinge\"")).find("not there yet"),
              std::string::npos);
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
    for (const std::string& text : {told(with_link(start + pair + point + "type = \"hinge\""))})
        EXPECT_NE(text.find("scene.toml:23:"), std::string::npos) << text;
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
}  // namespace drystone
