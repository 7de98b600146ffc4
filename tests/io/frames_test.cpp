#include "io/frames_file.h"

#include "core/input_error.h"
#include "hdf5/file.h"
#include "io/folders.h"
#include "io/frames_writer.h"
#include "scene/scene.h"
#include "step/world.h"

namespace drystone::frames_test {
namespace {

using Frames = InAFolder;

const FramesHead head{"0.1", "a title", "[scene]\n", {"time.step=1"}, 1e-3};

/// Runs a scene for some steps, writing a frame every `every` of them and before the first.
template <int D>
World<D> run_scene(const std::string& folder, const std::string& text, int steps, int every) {
    put_file(folder + "/scene.toml", text);
    Scene scene = read_scene(folder + "/scene.toml", {});
    World<D> world = make_world(std::get<WorldDescription<D>>(std::move(scene.world)));
    ThreadPool pool(1);
    auto writer = FramesWriter<D>::create(folder + "/frames.h5", world, head);
    writer.write(world, scene.settings.step);
    for (int k = 1; k <= steps; ++k) {
        advance(world, scene.settings, pool);
        if (k % every == 0) writer.write(world, scene.settings.step);
    }
    writer.close(world);
    return world;
}

const std::string balls = R"(
[scene]
dimension = 3
gravity   = [0, 0, -10]
[time]
step     = 1e-3
duration = 1
[materials.stone]
density = 2000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 0.5
[[bodies]]
name     = "floor"
material = "stone"
fixed    = true
shape    = { type = "plane", normal = [0, 0, 1] }
[[bodies]]
name     = "ball"
material = "stone"
shape    = { type = "sphere", radius = 0.5 }
position = [0, 0, 0.5]
[[bodies]]
name     = "dumbbell"
material = "stone"
shape    = { type = "compound", parts = [{ type = "sphere", radius = 0.5, position = [-1, 0, 0] }, { type = "sphere", radius = 0.5, position = [1, 0, 0] }] }
position = [5, 0, 3]
angular_velocity = [0, 0, 2]
)";

TEST_F(Frames, HoldGeometryMotionAndContacts) {
    const World<3> world = run_scene<3>(folder, balls, 100, 10);
    const FramesFile file(path("frames.h5"));
    const FramesGeometry& g = file.geometry();
    EXPECT_EQ(g.dimension, 3);
    EXPECT_EQ(g.head.title, "a title");
    EXPECT_EQ(g.head.scene, "[scene]\n");
    EXPECT_EQ(g.head.overrides, head.overrides);
    EXPECT_EQ(g.name, (std::vector<std::string>{"floor", "ball", "dumbbell"}));
    EXPECT_EQ(g.fixed, (std::vector<std::uint8_t>{1, 0, 0}));
    EXPECT_EQ(g.part_body, (std::vector<std::int32_t>{0, 1, 2, 2}));
    EXPECT_EQ(g.part_kind, (std::vector<std::uint8_t>{1, 0, 0, 0}));
    ASSERT_EQ(file.frames(), 11);

    const Frame start = file.read(0);
    EXPECT_EQ(start.time, 0.0);
    EXPECT_EQ(start.contacts, 0);

    const Frame end = file.read(10);
    EXPECT_EQ(end.time, world.time);
    EXPECT_EQ(end.step, 100);
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            EXPECT_EQ(end.position[3 * i + k], world.bodies.position[i][k]);
            EXPECT_EQ(end.velocity[3 * i + k], static_cast<float>(world.bodies.velocity[i].v[k]));
        }
        EXPECT_EQ(end.orientation[4 * i], world.bodies.rotation[i].w);
        EXPECT_EQ(end.orientation[4 * i + 3], world.bodies.rotation[i].q[2]);
    }
    EXPECT_EQ(end.angular_velocity[8], 2.0f);
    ASSERT_EQ(end.contacts, 1);
    EXPECT_EQ(end.contact_bodies, (std::vector<std::int32_t>{0, 1}));
    EXPECT_NEAR(end.point[2], 0.0, 1e-6);
    EXPECT_EQ(end.normal, (std::vector<float>{0, 0, 1}));
    EXPECT_NEAR(end.force[2], g.mass[1] * 10.0, 1e-3);  // its weight
    EXPECT_EQ(end.status[0], 1);
    EXPECT_TRUE(end.memory.empty());  // Coulomb's law remembers nothing
    EXPECT_EQ(file.read(3).step, 30);
}

const std::string blocks = R"(
[scene]
dimension = 2
gravity   = [0, -10]
[time]
step     = 1e-3
duration = 1
[materials.stone]
density = 2000.0
[[interactions]]
between = ["stone", "stone"]
law = "cohesive_zone"
friction = 0.5
normal_stiffness = 1e9
shear_stiffness = 1e9
tensile_strength = 1e5
shear_strength = 1e5
energy_opening = 100.0
energy_shear = 100.0
[[bodies]]
material = "stone"
fixed    = true
shape    = { type = "box", size = [4, 1] }
[[bodies]]
name     = "upper"
material = "stone"
shape    = { type = "polygon", vertices = [[-1, 0], [1, 0], [0.5, 1], [-0.5, 1]] }
position = [0, 0.5]
)";

TEST_F(Frames, HoldSolidsAndWhatJointsRemember) {
    const World<2> world = run_scene<2>(folder, blocks, 3, 1);
    const FramesFile file(path("frames.h5"));
    const FramesGeometry& g = file.geometry();
    EXPECT_EQ(g.solid_shape, (std::vector<std::int32_t>{0, 1}));
    EXPECT_EQ(g.vertex_start, (std::vector<std::int32_t>{0, 4, 8}));
    EXPECT_EQ(g.corner, (std::vector<std::int32_t>{0, 1, 2, 3, 0, 1, 2, 3}));
    const Frame frame = file.read(3);
    ASSERT_EQ(frame.contacts, world.contacts.size());
    ASSERT_GE(frame.contacts, 2);
    ASSERT_TRUE(frame.remembered("intact") && frame.remembered("slip"));
    EXPECT_EQ(frame.remembered("intact")->values[0], 1.0f);
    EXPECT_FALSE(frame.remembered("touched"));  // bookkeeping
    EXPECT_GT(frame.area[0], 0.0f);
    EXPECT_EQ(frame.remembered("slip")->values.size(), static_cast<std::size_t>(2 * frame.contacts));
    EXPECT_EQ(frame.remembered("slip")->unit, "m");
    // The world place of the upper block's first vertex, from what the file says of frame and shape.
    const double c = std::cos(frame.orientation[1]), s = std::sin(frame.orientation[1]);
    double local[2], placed[2];
    for (int i = 0; i < 2; ++i)
        local[i] = g.solid_origin[2 + i] + g.solid_turn[4 + 2 * i] * g.vertex[8] +
                   g.solid_turn[4 + 2 * i + 1] * g.vertex[9];
    placed[0] = frame.position[2] + c * local[0] - s * local[1];
    placed[1] = frame.position[3] + s * local[0] + c * local[1];
    EXPECT_NEAR(placed[0], -1.0, 1e-4);
    EXPECT_NEAR(placed[1], 0.5, 1e-4);
}

const std::string rollers = R"(
[scene]
dimension = 3
gravity   = [0, 0, -10]
[time]
step     = 1e-3
duration = 1
[materials.stone]
density = 2000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 0.5
[[bodies]]
material = "stone"
shape    = { type = "ellipsoid", half_axes = [0.5, 0.4, 0.3] }
[[bodies]]
material = "stone"
shape    = { type = "cylinder", radius = 0.5, height = 1 }
position = [2, 0, 0]
[[bodies]]
material = "stone"
shape    = { type = "ellipsoid", half_axes = [0.5, 0.4, 0.3] }
position = [4, 0, 0]
)";

// Curved shapes are stored as the faces that are drawn, equal ones once: readers know solids, and need no more.
/// Of every body, the same numbers frame by frame.
void expect_tracks_as_in_frames(const FramesFile& file) {
    const int D = file.geometry().dimension, spins = D == 2 ? 1 : 3;
    for (int i = 0; i < file.geometry().bodies(); ++i) {
        const BodyTrack track = file.follow(i);
        ASSERT_EQ(static_cast<int>(track.time.size()), file.frames());
        for (int k = 0; k < file.frames(); ++k) {
            const Frame frame = file.read(k, FrameParts::without_contacts);
            EXPECT_TRUE(frame.contact_bodies.empty() && frame.force.empty());
            EXPECT_EQ(track.time[k], frame.time);
            for (int c = 0; c < D; ++c) {
                EXPECT_EQ(track.position[D * k + c], frame.position[D * i + c]);
                EXPECT_EQ(track.velocity[D * k + c], frame.velocity[D * i + c]);
            }
            for (int c = 0; c < spins; ++c)
                EXPECT_EQ(track.angular_velocity[spins * k + c], frame.angular_velocity[spins * i + c]);
        }
    }
}

TEST_F(Frames, AreFollowedBodyByBodyAndReadWithoutContacts) {
    run_scene<3>(folder, balls, 60, 20);
    expect_tracks_as_in_frames(FramesFile(path("frames.h5")));
    run_scene<2>(folder, blocks, 20, 10);
    expect_tracks_as_in_frames(FramesFile(path("frames.h5")));
}

TEST_F(Frames, HoldTheSkinsOfCurvedShapesOnce) {
    const World<3> world = run_scene<3>(folder, rollers, 3, 1);
    const FramesFile file(path("frames.h5"));
    const FramesGeometry& g = file.geometry();
    EXPECT_EQ(g.part_kind, (std::vector<std::uint8_t>{3, 3, 3}));
    EXPECT_EQ(g.solid_shape, (std::vector<std::int32_t>{0, 1, 0}));
    for (const int k : {0, 1}) {
        const Skin<3> skin = world.parts.solids.skin(k);
        const auto s = static_cast<std::size_t>(k);
        EXPECT_EQ(g.vertex_start[s + 1] - g.vertex_start[s], static_cast<std::int32_t>(skin.vertex.size()));
        EXPECT_EQ(g.face_start[s + 1] - g.face_start[s], static_cast<std::int32_t>(skin.faces.size()));
        for (std::size_t v = 0; v < skin.vertex.size(); ++v)
            for (int i = 0; i < 3; ++i)
                EXPECT_EQ(g.vertex[3 * (static_cast<std::size_t>(g.vertex_start[s]) + v) + static_cast<std::size_t>(i)], skin.vertex[v][i]);
    }
}

TEST_F(Frames, GoOnAfterACheckpointAndReplaceWhatCameAfterIt) {
    World<3> world = run_scene<3>(folder, balls, 40, 10);
    const Frame fourth = FramesFile(path("frames.h5")).read(4);
    auto writer = FramesWriter<3>::go_on(path("frames.h5"), world, 4);
    writer.write(world, 1e-3);
    EXPECT_EQ(writer.frames(), 5);
    writer.close(world);
    const FramesFile file(path("frames.h5"));
    EXPECT_EQ(file.frames(), 5);
    EXPECT_EQ(file.read(4).force, fourth.force);
    EXPECT_EQ(file.read(4).position, fourth.position);
    EXPECT_THROW(FramesWriter<3>::go_on(path("frames.h5"), world, 6), InputError);
}

TEST_F(Frames, OfAForeignFileAreRefused) {
    hdf5::File::create(path("foreign.h5")).close();
    try {
        const FramesFile file(path("foreign.h5"));
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.what(), path("foreign.h5") + ": is an HDF5 file, but not one of Drystone's frames");
    }
    run_scene<3>(folder, balls, 1, 1);
    {
        hdf5::File file = hdf5::File::open_for_writing(path("frames.h5"));
        file.set_whole_number("format_version", 99);
        file.close();
    }
    try {
        const FramesFile file(path("frames.h5"));
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.what(),
                  path("frames.h5") + ": is of format version 99; this program reads versions 1 and 2");
    }
}

/// A block on a fixed one that tips about its lower left corner.
const std::string tipping = R"(
[scene]
dimension = 2
gravity   = [0, -10]
[time]
step     = 1e-3
duration = 1
[materials.stone]
density = 2000.0
[[interactions]]
between  = ["stone", "stone"]
friction = 0.9
[[bodies]]
name     = "base"
material = "stone"
fixed    = true
shape    = { type = "box", size = [0.4, 0.2] }
position = [0, 0.1]
[[bodies]]
name     = "block"
material = "stone"
shape    = { type = "box", size = [0.4, 0.8] }
position = [0, 0.6]
velocity = [-0.6, 0.3]
angular_velocity = 1.5
)";

TEST_F(Frames, HaveTheOpeningOfAJointThatDetectionNoLongerSees) {
    const World<2> world = run_scene<2>(folder, tipping, 100, 100);
    const FramesFile file(folder + "/frames.h5");
    const FramesGeometry& g = file.geometry();
    ASSERT_EQ(g.joints(), 1);
    ASSERT_EQ(g.joint_area.size(), 2u);
    const Frame first = file.read(0), last = file.read(1);
    EXPECT_EQ(first.joints.opening[0], 0.0F);
    const double angle = world.bodies.rotation[1].angle;
    ASSERT_GT(angle, 0.05);
    EXPECT_EQ(last.contacts, 1);
    EXPECT_NEAR(last.joints.opening[0], 0.8 * std::sin(0.5 * angle),
                2e-4);  // 2 l sin(angle / 2), and how well its corner stays
    EXPECT_EQ(last.joints.opening[0], std::max(last.joints.corner_opening[0], last.joints.corner_opening[1]));
    EXPECT_EQ(last.utilisation.size(), 1u);
    EXPECT_GE(last.joints.utilisation[0], 0.0F);
}

}  // namespace
}  // namespace drystone::frames_test
