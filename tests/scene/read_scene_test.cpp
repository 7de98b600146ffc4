#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "scene/parse_toml.h"
#include "scene/scene_text.h"

namespace drystone::read_scene_test {
namespace {

std::string example(const std::string& name) { return DRYSTONE_SOURCE_DIR "/examples/" + name + ".toml"; }

TEST(ReadScene, KnowsTheFilesItRead) {
    const Scene scene = read_scene(example("shaken_box"), {});
    ASSERT_FALSE(scene.inputs.empty());
    EXPECT_EQ(scene.inputs[0].key, "drives.0.motion.file");
    EXPECT_EQ(scene.inputs[0].path, DRYSTONE_SOURCE_DIR "/examples/shake.at2");
}

TEST(ReadScene, BouncingBallHasTheContractsValues) {
    const Scene scene = read_scene(example("bouncing_ball"), {});
    EXPECT_EQ(scene.title, "Bouncing ball");
    EXPECT_EQ(scene.dimension, 3);
    EXPECT_EQ(scene.settings.step, 1e-4);
    EXPECT_EQ(scene.duration, 3.0);
    EXPECT_EQ(scene.settings.solver.tolerance, 1e-12);
    EXPECT_EQ(scene.output.frames_every, 0.02);
    EXPECT_EQ(scene.output.checkpoint_wall, 600.0);
    EXPECT_TRUE(scene.warnings.empty());

    const auto& world = world_of<3>(scene);
    EXPECT_EQ(world.gravity, (Vec<3>{{0.0, 0.0, -9.81}}));
    ASSERT_EQ(world.materials.size(), 1u);
    EXPECT_EQ(world.materials[0].name, "steel");
    EXPECT_EQ(world.materials[0].density, 7800.0);
    ASSERT_EQ(world.interactions.size(), 1u);
    const auto& law = std::get<Coulomb>(world.interactions[0].law);
    EXPECT_EQ(law.friction, 0.3);
    EXPECT_EQ(law.restitution_normal, 0.8);
    EXPECT_EQ(law.restitution_tangential, 0.0);

    ASSERT_EQ(world.bodies.size(), 2u);
    EXPECT_TRUE(world.bodies[0].fixed);
    EXPECT_EQ(std::get<Plane<3>>(world.bodies[0].geometry[0].shape).normal, (Vec<3>{{0, 0, 1}}));
    EXPECT_FALSE(world.bodies[1].fixed);
    EXPECT_EQ(std::get<Ball<3>>(world.bodies[1].geometry[0].shape).radius, 0.05);
    EXPECT_EQ(world.bodies[1].position, (Vec<3>{{0, 0, 1.05}}));

    ASSERT_EQ(scene.probes.size(), 1u);
    EXPECT_EQ(scene.probes[0].body, 1);
    EXPECT_EQ(scene.probes[0].every, 0.0);
    EXPECT_EQ(scene.probes[0].quantities,
              (std::vector<std::string>{"position", "velocity", "angular_velocity", "contact_force"}));
}

TEST(ReadScene, DefaultsAreThoseOfTheContract) {
    const Folder folder;
    const Scene scene = read_scene(folder.write("plain.toml", head(2)), {});
    EXPECT_EQ(scene.title, "plain");
    EXPECT_EQ(scene.settings.integrator, Integrator::moreau);
    EXPECT_EQ(scene.settings.overlap, Overlap::project);
    EXPECT_EQ(scene.settings.solver.order, SweepOrder::coloured);
    EXPECT_EQ(scene.settings.solver.tolerance, 1e-5);
    EXPECT_EQ(scene.settings.solver.max_iterations, 10000);
    EXPECT_EQ(scene.settings.solver.fixed_iterations, 0);
    EXPECT_EQ(scene.settings.solver.seed, 1u);
    EXPECT_EQ(scene.threads, 0);
    EXPECT_EQ(world_of<2>(scene).gravity, (Vec<2>{{0, 0}}));
    EXPECT_TRUE(scene.warnings.empty());
}

TEST(ReadScene, InclineIsIntegratedByEuler) {
    EXPECT_EQ(read_scene(example("incline"), {}).settings.integrator, Integrator::euler);
}

TEST(ReadScene, PileIsSweptAtRandomWithItsSeed) {
    const Scene scene = read_scene(example("pile_2d"), {});
    EXPECT_EQ(scene.settings.solver.order, SweepOrder::random);
    EXPECT_EQ(scene.settings.solver.seed, 7u);
    const auto& world = world_of<2>(scene);
    ASSERT_EQ(world.bodies.size(), 6u);
    EXPECT_EQ(world.bodies[5].name, "d0");
    EXPECT_EQ(world.bodies[5].position, (Vec<2>{{0.0204, 0.034406976036}}));
    EXPECT_EQ(scene.probes[1].body, -1);
}

TEST(ReadScene, DrumTurnsAndIsFilled) {
    const Scene scene = read_scene(example("drum"), {});
    const auto& world = world_of<2>(scene);
    ASSERT_EQ(world.bodies.size(), 701u);
    EXPECT_EQ(std::get<Drum<2>>(world.bodies[0].geometry[0].shape).radius, 0.25);
    ASSERT_EQ(world.motions.size(), 1u);
    const auto& motion = world.motions[0];
    EXPECT_EQ(motion.body, 0);
    EXPECT_EQ(motion.quantity, Driven::velocity);
    EXPECT_TRUE(motion.rotates);
    EXPECT_EQ(motion.axis[0], 1.0);
    EXPECT_EQ(motion.signal.kind, Signal::Kind::ramp);
    EXPECT_EQ(motion.signal.to, 1.0);
    EXPECT_EQ(motion.signal.over, 0.5);
}

TEST(ReadScene, TwoBallsShakeAsTheContractsPageSays) {
    const Scene scene = read_scene(example("two_balls"), {});
    const auto& world = world_of<3>(scene);
    const auto& motion = world.motions.at(0);
    EXPECT_EQ(motion.body, 2);
    EXPECT_EQ(motion.quantity, Driven::displacement);
    EXPECT_FALSE(motion.rotates);
    EXPECT_EQ(motion.direction, (Vec<3>{{1, 0, 0}}));
    EXPECT_EQ(motion.signal.kind, Signal::Kind::sine);
    EXPECT_EQ(motion.signal.amplitude, 0.02);
    EXPECT_EQ(motion.signal.frequency, 3.0);
    EXPECT_EQ(motion.signal.start, 0.5);
    EXPECT_EQ(motion.signal.stop, 1.5);
    EXPECT_TRUE(scene.warnings.empty());
}

TEST(ReadScene, PistonIsHeldPressedAndHasAMass) {
    const Scene scene = read_scene(example("piston"), {});
    const auto& world = world_of<2>(scene);
    EXPECT_EQ(world.bodies[3].mass, 4.0);
    EXPECT_FALSE(world.bodies[3].fixed);
    ASSERT_EQ(world.holds.size(), 1u);
    EXPECT_EQ(world.holds[0].body, 3);
    EXPECT_EQ(world.holds[0].directions, (Vec<2>{{1, 0}}));
    EXPECT_EQ(world.holds[0].rotations[0], 1.0);
    ASSERT_EQ(world.loads.size(), 1u);
    EXPECT_EQ(world.loads[0].force, (Vec<2>{{0, -200}}));
    EXPECT_EQ(world.loads[0].history.kind, Signal::Kind::ramp);
    EXPECT_EQ(world.bodies[4].name, "beads.0");
    EXPECT_EQ(world.bodies[4].group, "beads");
    EXPECT_TRUE(scene.warnings.empty()) << scene.warnings[0];  // planes do not meet planes
}

TEST(ReadScene, ShakenBoxFollowsItsRecord) {
    const Scene scene = read_scene(example("shaken_box"), {});
    const auto& world = world_of<2>(scene);
    ASSERT_EQ(world.motions.size(), 3u);
    Signal signal = world.motions[0].signal;
    ASSERT_EQ(signal.points.size(), 201u);
    EXPECT_NEAR(signal.points[200].time, 2.0, 1e-12);
    // The record is the second derivative of a motion that ends where it began: 7 digits, steps of 0.01 s.
    signal.prepare();
    EXPECT_NEAR(signal.integral(2.5), 0.0, 1e-4);
    EXPECT_NEAR(signal.double_integral(2.5), 0.0, 1e-4);
}

TEST(ReadScene, OrientationIsInDegrees) {
    const Folder folder;
    const auto flat = read_scene(folder.write("flat.toml", head(2) + R"(
[[bodies]]
material = "m"
shape = { type = "disk", radius = 0.1 }
orientation = { angle_deg = 90 }
angular_velocity = 2
velocity = [1, 2]
)"),
                                 {});
    EXPECT_NEAR(world_of<2>(flat).bodies[0].orientation.angle, std::numbers::pi / 2, 1e-15);
    EXPECT_EQ(world_of<2>(flat).bodies[0].angular_velocity[0], 2.0);
    EXPECT_EQ(world_of<2>(flat).bodies[0].velocity, (Vec<2>{{1, 2}}));

    const auto solid = read_scene(folder.write("solid.toml", head(3) + R"(
[[bodies]]
material = "m"
shape = { type = "sphere", radius = 0.1 }
orientation = { axis = [0, 0, 5], angle_deg = 90 }
angular_velocity = [1, 2, 3]
)"),
                                  {});
    const auto& body = world_of<3>(solid).bodies[0];
    EXPECT_NEAR(norm(rotate(body.orientation, Vec<3>{{1, 0, 0}}) - Vec<3>{{0, 1, 0}}), 0.0, 1e-15);
    EXPECT_EQ(body.angular_velocity, (Vec<3>{{1, 2, 3}}));
}

TEST(ReadScene, ShapesOfEveryKindAreRead) {
    const Folder folder;
    const auto scene = read_scene(folder.write("s.toml", head(3) + R"(
[[bodies]]
material = "m"
fixed = true
shape = { type = "plane", normal = [0, 3, 4] }
[[bodies]]
material = "m"
fixed = true
shape = { type = "drum", radius = 2.0 }
[[bodies]]
material = "m"
fixed = true
shape = { type = "drum", radius = 2.0, length = 0.5 }
[[bodies]]
material = "m"
mass = 3
shape = { type = "compound", parts = [ { type = "sphere", radius = 0.1 }, { type = "sphere", radius = 0.2, position = [0.1, 0, 0] } ] }
)"),
                                  {});
    const auto& bodies = world_of<3>(scene).bodies;
    EXPECT_EQ(std::get<Plane<3>>(bodies[0].geometry[0].shape).normal, (Vec<3>{{0, 0.6, 0.8}}));
    EXPECT_TRUE(std::isinf(std::get<Drum<3>>(bodies[1].geometry[0].shape).length));
    EXPECT_EQ(std::get<Drum<3>>(bodies[2].geometry[0].shape).length, 0.5);
    ASSERT_EQ(bodies[3].geometry.size(), 2u);
    EXPECT_EQ(bodies[3].mass, 3.0);
    EXPECT_EQ(bodies[3].geometry[1].position, (Vec<3>{{0.1, 0, 0}}));
    EXPECT_EQ(std::get<Ball<3>>(bodies[3].geometry[1].shape).radius, 0.2);
}

TEST(ReadScene, MaterialsKeepTheOrderOfTheFile) {
    const Folder folder;
    const auto scene = read_scene(
        folder.write("s.toml",
                     head(3) + "[materials.a]\ndensity = 1\nyoung = 1e9\npoisson = 0.2\ndamping = 0\n"),
        {});
    EXPECT_EQ(world_of<3>(scene).materials[0].name, "m");
    EXPECT_EQ(world_of<3>(scene).materials[1].name, "a");
}

TEST(ReadScene, MaterialsNobodySpokeOfAreWarnedAbout) {
    const Folder folder;
    const std::string two = head(2) + R"([materials.ice]
density = 900
[[bodies]]
material = "m"
shape = { type = "disk", radius = 0.1 }
[[bodies]]
material = "ice"
shape = { type = "disk", radius = 0.1 }
position = [1, 0]
)";
    const auto warned = read_scene(folder.write("two.toml", two), {});
    ASSERT_EQ(warned.warnings.size(), 1u);
    EXPECT_EQ(
        warned.warnings[0],
        "no [[interactions]] entry for \"m\" and \"ice\": their contacts are frictionless and do not bounce");
    const std::string any = two + "[[interactions]]\nbetween = [\"ice\", \"*\"]\nfriction = 0.02\n";
    EXPECT_TRUE(read_scene(folder.write("any.toml", any), {}).warnings.empty());
}

TEST(ReadScene, CohesionMayHaveNoRangeAndRollingMayBeViscous) {
    const Folder folder;
    const std::string law = "rolling_friction = 0.01\nrolling_viscosity = 0.002\ncohesion_force = 3\n";
    for (const std::string range : {"", "cohesion_range = 0\n", "cohesion_range = 0.5\n"}) {
        const Scene scene = read_scene(folder.write("sticky.toml", head(2) + law + range), {});
        const auto& read = std::get<Coulomb>(world_of<2>(scene).interactions[0].law);
        EXPECT_EQ(read.rolling_viscosity, 0.002);
        EXPECT_EQ(read.cohesion.force, 3.0);
        EXPECT_EQ(read.cohesion.range, range.find("0.5") == std::string::npos ? 0.0 : 0.5);
    }
}

TEST(ReadScene, AForceOnAFixedBodyIsWarnedAbout) {
    const Folder folder;
    const auto scene = read_scene(folder.write("s.toml", head(2) + R"(
[[bodies]]
name = "anvil"
material = "m"
fixed = true
shape = { type = "disk", radius = 0.1 }
[[drives]]
body = "anvil"
force = [0, -1]
)"),
                                  {});
    ASSERT_EQ(scene.warnings.size(), 1u);
    EXPECT_EQ(scene.warnings[0], "body \"anvil\" is fixed: the force or torque on it changes nothing");
}

TEST(ReadScene, ADocumentOfAProgramIsReadLikeItsFile) {
    const std::string path = example("two_balls");
    const Scene file = read_scene(path, {});
    const Scene text = read_scene(parse_toml_text(read_text_file(path, {}), "here"), "", {});
    EXPECT_EQ(text.title, file.title);
    EXPECT_EQ(world_of<3>(text).bodies.size(), world_of<3>(file).bodies.size());
    EXPECT_EQ(world_of<3>(text).bodies[1].position, world_of<3>(file).bodies[1].position);
    try {
        read_scene(parse_toml_text("[scene]\ndimension = 3\n", "here"), "", {});
        ADD_FAILURE() << "a scene without time";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "here:1:1: there is no [time] table; a scene needs one");
    }
}

TEST(ReadScene, AFunctionOfTimeIsForProgramsOnly) {
    Node document = parse_toml_file(example("piston"));
    const auto line = std::make_shared<GivenLine>();
    line->begin(0.25);
    const Place place{std::make_shared<const std::string>("drives[0].motion"), 0, 0};
    const auto value = [&](auto content) { return Node{place, std::move(content)}; };
    Node::Entries motion{{"quantity", place, value(std::string("velocity"))},
                       {"direction", place, value(Node::Array{value(1.0), value(0.0)})},
                       {"function", place, value(Node::Given(line))}};
    Node::Entries drive{{"body", place, value(std::string("piston"))}, {"motion", place, value(motion)}};
    find_entry(*document.as<Node::Entries>(), "drives")->value.value = Node::Array{value(drive)};
    const Scene scene = read_scene(document, "", {});
    const auto check = [&](const auto& world) {
        ASSERT_EQ(world.motions.size(), 1u);
        EXPECT_EQ(world.motions[0].signal.at(0.0), 0.25);
        line->begin(0.5);  // shared: what the program gives later is what the world sees
        EXPECT_EQ(world.motions[0].signal.at(0.0), 0.5);
    };
    std::visit(check, scene.world);

    motion[2].value = value(std::string("sin"));
    drive[1].value = value(motion);
    find_entry(*document.as<Node::Entries>(), "drives")->value.value = Node::Array{value(drive)};
    EXPECT_THROW(read_scene(document, "", {}), InputError);
}

}  // namespace
}  // namespace drystone::read_scene_test
