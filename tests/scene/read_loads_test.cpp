// Gravity, water, ellipses, groups: from TOML to the description.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "scene/scene_text.h"
#include "step/drives.h"
#include "step/gravity.h"

namespace drystone::read_loads_test {
namespace {

constexpr double deg = std::numbers::pi / 180.0;

template <int D>
WorldDescription<D> read(const std::string& text, const std::vector<std::string>& overrides = {}) {
    const Folder folder;
    return world_of<D>(read_scene(folder.write("scene.toml", text), overrides));
}

const std::string plate = R"([[bodies]]
name = "plate"
material = "m"
fixed = true
shape = { type = "plane", normal = [0, 0, 1] }
)";

TEST(ReadGravity, AVectorATableAndATableOfFunctions) {
    const auto with = [](const std::string& gravity) {
        return read<3>(head(3) + plate, {"scene.gravity=" + gravity});
    };
    EXPECT_FALSE(with("[0, 0, -9.81]").gravity_change);
    EXPECT_FALSE(with("{ vector = [0, 0, -9.81] }").gravity_change);
    const auto still = with("{ vector = [0, 0, -10], axis = [0, 2, 0], tilt_deg = 30 }");
    EXPECT_NEAR(gravity_at(still, 7.0)[0], -5.0, 1e-14);
    const auto moving = with(
        "{ vector = [0, 0, -10], axis = [0, 1, 0], tilt_deg = { kind = \"ramp\", from = 0, to = 60, over = "
        "2, stop = "
        "1 }, scale = { kind = \"sine\", amplitude = 1, frequency_hz = 0.25, phase_deg = 90 } }");
    EXPECT_NEAR(norm(gravity_at(moving, 0.5) -
                     std::cos(45 * deg) * Vec<3>{{-10 * std::sin(15 * deg), 0, -10 * std::cos(15 * deg)}}),
                0.0, 1e-14);
    EXPECT_NEAR(gravity_at(moving, 2.0)[0], 5.0,
                1e-14);  // the tilt stays at its stop, the scale goes on to -1
}

TEST(ReadGravity, ThePartsOfATableCanBeSet) {
    const auto tilted = read<3>(
        head(3) + plate, {"scene.gravity={vector=[0,0,-10],axis=[0,1,0]}", "scene.gravity.tilt_deg=90"});
    EXPECT_NEAR(gravity_at(tilted, 0.0)[0], -10.0, 1e-14);
}

TEST(ReadDrives, AnEllipseIsASineAlongEachSemiAxis) {
    const auto world = read<3>(head(3) + plate + R"([[drives]]
body = "plate"
motion = { quantity = "displacement", kind = "ellipse", semi_axes = [[0.3, 0, 0], [0, 0, 0.1]], frequency_hz = 2.0, phase_deg = 30 }
)");
    ASSERT_EQ(world.motions.size(), 2u);
    for (const double t : {0.0, 0.1, 0.33}) {
        Vec<3> x{};
        for (const auto& m : world.motions) x += displacement(m.signal, m.quantity, t) * m.direction;
        const double angle = 4 * std::numbers::pi * t + 30 * deg;
        EXPECT_NEAR(x[0], 0.3 * std::cos(angle), 1e-15);
        EXPECT_NEAR(x[2], 0.1 * std::sin(angle), 1e-15);
    }
}

TEST(ReadDrives, AGroupSharesADrive) {
    const auto world = read<2>(head(2) + R"([[generate]]
type = "lattice"
name = "row"
shape = "disk"
material = "m"
radius = 0.1
spacing = 0.3
counts = [3, 1]
[[bodies]]
name = "one"
material = "m"
shape = { type = "disk", radius = 0.1 }
position = [5, 5]
[[drives]]
bodies = ["row", "one"]
fix = ["rz"]
force = [1, 2]
point = [0.1, 0.0]
follows = true
)");
    ASSERT_EQ(world.loads.size(), 4u);
    ASSERT_EQ(world.holds.size(), 4u);
    EXPECT_EQ(world.loads[0].body, 1);
    EXPECT_EQ(world.loads[3].body, 0);
    EXPECT_TRUE(world.loads[2].has_point && world.loads[2].follows);
    EXPECT_EQ(world.loads[2].point, (Vec<2>{{0.1, 0}}));
}

const std::string block = R"([[bodies]]
name = "block"
material = "m"
shape = { type = "box", size = [1, 1, 1] }
position = [0, 0, 0.5]
)";

TEST(ReadDrives, LoadsThatTravelBySpeedByStationsAndByPosition) {
    const auto with = [](const std::string& how) {
        return read<3>(head(3) + plate + block + "[[drives]]\nname = \"truck\"\nbodies = \"block\"\nforce = [0, 0, -10]\ntravel = { from = [0, 0, 5], "
                       "to = [4, 0, 5], axles = [[0, 1], [2, 3]], " + how + " }\n").moving_loads.at(0);
    };
    const auto by_speed = with("speed = 3, start = 1");
    EXPECT_EQ(by_speed.name, "truck");
    EXPECT_EQ(by_speed.axles.at(1).behind, 2.0);
    EXPECT_EQ(by_speed.axles.at(1).share, 3.0);
    EXPECT_EQ(by_speed.position.start, 1.0);
    EXPECT_DOUBLE_EQ(by_speed.position.held(2.0), 3.0);
    EXPECT_DOUBLE_EQ(by_speed.position.held(99.0), 6.0);  // the last axle has left
    const auto by_stations = with("stations = 4, every = 0.5");
    EXPECT_DOUBLE_EQ(by_stations.position.held(0.49), 0.0);
    EXPECT_DOUBLE_EQ(by_stations.position.held(0.51), 2.0);
    EXPECT_DOUBLE_EQ(by_stations.position.held(1.49), 4.0);
    EXPECT_DOUBLE_EQ(by_stations.position.held(7.0), 6.0);
    EXPECT_DOUBLE_EQ(with("position = 1.25").position.held(3.0), 1.25);
    EXPECT_DOUBLE_EQ(with("position = { kind = \"ramp\", from = 0, to = 2, over = 2 }").position.held(1.0), 1.0);
}

TEST(ReadDrives, AControlAndThoseThatJoinIt) {
    const auto world = read<3>(head(3) + plate + block + R"([[drives]]
name = "push"
bodies = "block"
acceleration = [9.81, 0, 0]
control = { body = "block", point = [0, 0, 0.5], direction = [2, 0, 0], kind = "ramp", from = 0, to = 1e-3, over = 1 }
[[drives]]
body = "block"
torque = [0, 1, 0]
control = "push"
[[drives]]
body = "block"
force = [0, 0, -1]
)",
                               {"time.quasistatic=true"});
    ASSERT_EQ(world.controls.size(), 1u);
    EXPECT_EQ(world.controls[0].direction, (Vec<3>{{1, 0, 0}}));
    EXPECT_EQ(world.controls[0].point, (Vec<3>{{0, 0, 0.5}}));
    ASSERT_EQ(world.loads.size(), 3u);
    EXPECT_EQ(world.loads[0].acceleration, (Vec<3>{{9.81, 0, 0}}));
    EXPECT_EQ(world.loads[0].control, 0);
    EXPECT_EQ(world.loads[1].control, 0);
    EXPECT_EQ(world.loads[2].control, -1);
}

TEST(ReadSettlements, EachSupportByItsAmount) {
    const auto world = read<2>(head(2) + R"([[bodies]]
name = "left"
material = "m"
fixed = true
shape = { type = "box", size = [1, 1] }
[[bodies]]
name = "right"
material = "m"
fixed = true
shape = { type = "box", size = [1, 1] }
position = [5, 0]
[[settlements]]
history = { kind = "ramp", from = 0, to = 1, over = 2 }
of = [{ body = "left", by = [-0.3, 0.4] }, { bodies = ["right"], by = [0, -0.1], turn_deg = 90 }]
)");
    ASSERT_EQ(world.motions.size(), 3u);
    const auto moved = [&](std::size_t k) {
        return displacement(world.motions[k].signal, world.motions[k].quantity, 1.0);
    };
    EXPECT_DOUBLE_EQ(moved(0), 0.25);
    EXPECT_NEAR(norm(world.motions[0].direction - Vec<2>{{-0.6, 0.8}}), 0.0, 1e-15);
    EXPECT_DOUBLE_EQ(moved(1), 0.05);
    EXPECT_TRUE(world.motions[2].rotates);
    EXPECT_DOUBLE_EQ(moved(2), 45 * deg);
    EXPECT_EQ(world.motions[2].body, 1);
}

TEST(ReadWater, LevelDensityDragAndPressure) {
    const auto world = read<3>(head(3) + plate + R"([[bodies]]
name = "pier"
material = "m"
shape = { type = "sphere", radius = 0.5 }
[water]
level = { kind = "ramp", from = 0, to = 2, over = 4 }
density = 1025
drag = { coefficient = 0.5, velocity = [2, 0, 0] }
[[water.pressure]]
bodies = ["pier"]
direction = [3, 0, 0]
factor = 1.5
)",
                               {"scene.gravity=[0, 0, -9.81]"});
    ASSERT_TRUE(world.water);
    EXPECT_EQ(world.water->level.at(2.0), 1.0);
    EXPECT_EQ(world.water->density, 1025.0);
    EXPECT_EQ(world.water->drag, 0.5);
    ASSERT_EQ(world.water->pressures.size(), 1u);
    EXPECT_EQ(world.water->pressures[0].body, 1);
    EXPECT_EQ(world.water->pressures[0].direction, (Vec<3>{{1, 0, 0}}));
    EXPECT_EQ(world.water->pressures[0].factor, 1.5);
    EXPECT_TRUE(world.water->buoyancy && world.water->faces.empty());
}

TEST(ReadWater, Faces) {
    const auto world = read<3>(head(3) + plate + block + R"([water]
level = 2.0
buoyancy = false
[[water.pressure]]
bodies = "block"
faces = { min = [-1, -1, 0], max = [-0.4, 1, 1] }
factor = 2
)",
                               {"scene.gravity=[0, 0, -9.81]"});
    EXPECT_FALSE(world.water->buoyancy);
    ASSERT_EQ(world.water->faces.size(), 1u);
    EXPECT_EQ(world.water->faces[0].where.high, (Vec<3>{{-0.4, 1, 1}}));
    EXPECT_EQ(world.water->faces[0].factor, 2.0);
}

TEST(ReadRecord, ABaselineIsTakenOffWithTheScale) {
    const Folder folder;
    folder.write("a.csv", "0, 1\n1, 3\n2, 2\n");
    const Scene scene = read_scene(folder.write("scene.toml", head(3) + plate + R"([[drives]]
body = "plate"
motion = { quantity = "acceleration", direction = [1, 0, 0], kind = "record", file = "a.csv", scale = 10, baseline = "constant" }
)"),
                                   {});
    Signal signal = world_of<3>(scene).motions.at(0).signal;
    signal.prepare();
    EXPECT_DOUBLE_EQ(signal.at(1.0), 30.0 - 22.5);
    EXPECT_NEAR(signal.integral(5.0), 0.0, 1e-14);
}

}  // namespace
}  // namespace drystone::read_loads_test
