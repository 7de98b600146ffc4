// Pressures and membranes: from TOML to the description, and what is refused.

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "scene/scene_text.h"
#include "step/world.h"

namespace drystone::read_pressures_test {
namespace {

/// A box of walls with a ball in it, the last two of them without a mass.
const std::string cell = R"([scene]
dimension = 2
gravity = [0, -9.81]
[time]
step = 1e-3
duration = 0.01
[materials.m]
density = 1000.0
[[interactions]]
between = ["m", "m"]
law = "coulomb"
friction = 0.3
[[bodies]]
name = "floor"
material = "m"
fixed = true
shape = { type = "plane", normal = [0, 1] }
[[bodies]]
name = "left"
material = "m"
fixed = true
shape = { type = "plane", normal = [1, 0] }
[[bodies]]
name = "right"
material = "m"
shape = { type = "plane", normal = [-1, 0] }
position = [1, 0]
[[bodies]]
name = "top"
material = "m"
shape = { type = "plane", normal = [0, -1] }
position = [0, 1]
[[generate]]
type = "lattice"
name = "beads"
shape = "disk"
material = "m"
radius = 0.1
spacing = 0.21
origin = [0.15, 0.15]
counts = [4, 4]
)";

const std::string top = "[[drives]]\nname = \"top\"\nbody = \"top\"\npressure = 100.0\n";
const std::string side = "[[drives]]\nname = \"side\"\nbody = \"right\"\n";

template <int D = 2>
WorldDescription<D> read(const std::string& text) {
    const Folder folder;
    return world_of<D>(read_scene(folder.write("scene.toml", text), {}));
}

std::string told(const std::string& text) {
    try {
        const auto world = read(text);
        make_world(world);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

void expect_told(const std::string& text, const std::string& what) {
    EXPECT_NE(told(text).find(what), std::string::npos) << told(text) << " for " << text.substr(cell.size());
}

TEST(ReadPressures, APlaneWithoutAMassGetsOneAndNoWeight) {
    const auto world =
        read(cell + top + side + "pressure = { kind = \"ramp\", from = 0, to = 50, over = 1 }\n");
    ASSERT_EQ(world.pressings.size(), 2u);
    const double grains = 16 * 1000.0 * 3.14159265358979 * 0.01;
    EXPECT_NEAR(world.bodies[3].mass, 0.1 * grains, 1e-9);
    EXPECT_TRUE(world.pressings[0].weightless);
    EXPECT_EQ(world.pressings[0].pressure.at(3.0), 100.0);
    EXPECT_EQ(world.pressings[1].pressure.at(0.5), 25.0);
    EXPECT_NO_THROW(make_world(world));
}

TEST(ReadPressures, StressPaths) {
    const auto share =
        read(cell + top + side + "pressure = { of = \"top\", ratio = 0.5, plus = 3 }\n").pressings[1];
    EXPECT_EQ(share.share_of, "top");
    EXPECT_EQ(share.ratio, 0.5);
    EXPECT_EQ(share.pressure.at(0.0), 3.0);
    const auto felt =
        read(cell + top + side + "pressure = { of = \"top\", ratio = 0.5, measured = true }\n").pressings[1];
    EXPECT_EQ(felt.measured_at, 3);
    EXPECT_DOUBLE_EQ(felt.over, 0.02);
    const auto wall =
        read(cell + top + side + "pressure = { of = \"floor\", ratio = 2, over = 0.1 }\n").pressings[1];
    EXPECT_EQ(wall.measured_at, 0);
    EXPECT_EQ(wall.over, 0.1);
}

TEST(ReadPressures, Mistakes) {
    const std::string both = cell + top;
    expect_told(both, "no mass of its own, and no pressure is on this one");
    expect_told(both + side + "pressure = { of = \"tip\", ratio = 1 }\n", "scene.toml");
    expect_told(both + side + "pressure = { of = \"tip\", ratio = 1 }\n",
                "neither a drive above with a pressure nor a body");
    expect_told(both + side + "pressure = { of = \"top\" }\n", "ratio");
    expect_told(both + side + "pressure = { of = \"top\", ratio = 1, over = 1 }\n",
                "over smooths a stress that is measured");
    expect_told(both + side + "pressure = { of = \"right\", ratio = 1 }\n", "cannot follow its own stress");
    expect_told(both + side + "pressure = 1\narea = 0\n", "area must be greater than zero");
    expect_told(both + side + "pressure = 1\narea = 1\nbetween = [\"floor\"]\n", "give one of the two");
    expect_told(both + side + "pressure = 1\nforce = [1, 0]\n", "unknown key \"force\"");
    expect_told(both + side + "pressure = 1\nfree = [\"z\"]\n", "no degree of freedom in 2D");
    expect_told(both + side + "pressure = 1\nbetween = [\"floor\"]\n", "has no end");
    expect_told(both + side + "pressure = 1\ndirection = [0, 1]\n",
                "no flat side that looks in that direction");
    expect_told(both + side +
                    "pressure = 1\n[[drives]]\nbody = \"top\"\nmotion = { quantity = \"velocity\", direction "
                    "= [0, 1], kind = \"constant\", value = 1 }\n",
                "at once");
    expect_told(
        both + side +
            "pressure = 1\n[[probes]]\nname = \"p\"\ndrive = \"side\"\nquantities = [\"multiplier\"]\n",
        "has a pressure: ask for its");
    expect_told(
        both + side + "pressure = 1\n[[probes]]\nname = \"p\"\ndrive = \"sid\"\nquantities = [\"stress\"]\n",
        "did you mean \"side\"?");
}

const std::string foil = "[[membranes]]\nname = \"foil\"\nof = \"beads\"\n";

TEST(ReadMembranes, KeysAndMistakes) {
    const std::string base = cell + top + side + "pressure = 1\n";
    const auto world = read(
        cell + top + "area = 1.0\n" + side + "pressure = 1\n" + foil + "pressure = 7\nplatens = [\"floor\", \"top\"]\npush_platens = true\nreach = 0.2\n");
    ASSERT_EQ(world.membranes.size(), 1u);
    EXPECT_EQ(world.membranes[0].bodies.size(), 16u);
    EXPECT_EQ(world.membranes[0].platens, (std::vector<int>{0, 3}));
    EXPECT_TRUE(world.membranes[0].pushes_platens);
    EXPECT_NO_THROW(make_world(world));
    expect_told(base + foil, "pressure");
    expect_told(base + foil + "pressure = 7\npush_platens = true\n", "name them, platens");
    expect_told(base + foil + "pressure = 7\nplatens = [\"beads\"]\n", "it cannot end on it");
    expect_told(base + foil + "pressure = 7\nreach = 0.01\n", "outside this membrane at time 0");
    expect_told(base + foil + "pressure = 7\n" + foil + "pressure = 7\n", "foil");
    expect_told(
        base + foil +
            "pressure = 7\n[[probes]]\nname = \"p\"\nmembrane = \"fool\"\nquantities = [\"volume\"]\n",
        "did you mean \"foil\"?");
    expect_told(base + foil + "pressure = 7\n[[probes]]\nname = \"p\"\nquantities = [\"outside\"]\n",
                "a quantity of a membrane");
}

}  // namespace
}  // namespace drystone::read_pressures_test
