#include <cmath>

#include "core/input_error.h"
#include "io/deformable_layout.h"
#include "io/folders.h"
#include "io/frames_file.h"
#include "io/frames_writer.h"
#include "io/xdmf.h"
#include "measure/probe.h"
#include "scene/scene.h"
#include "step/world.h"

namespace drystone::deformable_test {
namespace {

using DeformableFrames = InAFolder;

constexpr double rho = 1000.0, g = 8.0, height = 2.0;

/// Blocks of 1 x 2 m on a floor without friction: one with a mesh of 2 x 8, one of uniform strain, one rigid.
const std::string blocks = R"(
[scene]
dimension = 2
gravity = [0.0, -8.0]
[time]
step = 1.0
duration = 3.0
quasistatic = true
[solver]
tolerance = 1e-11
max_iterations = 20000
[materials.stone]
density = 1000.0
young = 1e7
poisson = 0.25
[[interactions]]
between = ["*", "*"]
friction = 0.0
[[bodies]]
name = "floor"
material = "stone"
fixed = true
shape = { type = "plane", normal = [0, 1] }
[[bodies]]
name = "uniform"
material = "stone"
shape = { type = "box", size = [1.0, 2.0] }
position = [-3.0, 1.0]
deformable = "uniform"
[[bodies]]
name = "meshed"
material = "stone"
shape = { type = "box", size = [1.0, 2.0] }
position = [0.0, 1.0]
deformable = { divisions = [2, 8] }
[[bodies]]
name = "rigid"
material = "stone"
shape = { type = "box", size = [1.0, 2.0] }
position = [3.0, 1.0]
)";

struct Blocks {
    Scene scene;
    World<2> world;
    ThreadPool pool{1};

    explicit Blocks(const std::string& folder)
        : scene(scene_in(folder)), world(make_world(std::get<WorldDescription<2>>(scene.world))) {}
    static Scene scene_in(const std::string& folder) {
        put_file(folder + "/scene.toml", blocks);
        return read_scene(folder + "/scene.toml", {});
    }
    void step() { advance(world, scene.settings, pool); }
};

const FramesHead head{"0.1", "a title", "[scene]\n", {}, 1.0};

/// Frames before the first step and after each.
void write_frames(Blocks& run, const std::string& path, int steps) {
    auto writer = FramesWriter<2>::create(path, run.world, head);
    writer.write(run.world, 1.0);
    for (int k = 0; k < steps; ++k) {
        run.step();
        writer.write(run.world, 1.0);
    }
    writer.close(run.world);
}

TEST_F(DeformableFrames, HoldTheStressOfABlockUnderItsOwnWeight) {
    Blocks run(folder);
    write_frames(run, path("frames.h5"), 6);
    const FramesFile file(path("frames.h5"));
    const DeformableGeometry& geometry = file.geometry().deformable;
    ASSERT_EQ(geometry.body, (std::vector<std::int32_t>{2, 1}));  // those with a mesh first
    EXPECT_EQ(geometry.node_start, (std::vector<std::int32_t>{0, 27, 31}));
    EXPECT_EQ(geometry.element_start, (std::vector<std::int32_t>{0, 16, 17}));
    EXPECT_EQ(geometry.element_type[16], uniform_element);
    const DeformableFrame frame = file.read(6).deformable;
    const double bottom = rho * g * height;
    for (std::size_t e = 0; e < 16; ++e) {
        double y = 0.0;
        for (std::size_t k = 0; k < 4; ++k)
            y +=
                0.25 * geometry.reference[2 * static_cast<std::size_t>(geometry.element_node[4 * e + k]) + 1];
        EXPECT_NEAR(frame.stress[4 * e + 1], -rho * g * (height - y), 1e-5 * bottom);
        EXPECT_NEAR(frame.stress[4 * e], 0.0, 0.01 * bottom);  // to the error of the mesh
        // Plane strain: sigma_zz = nu (sigma_xx + sigma_yy), and Hooke's law with it.
        const double xx = frame.stress[4 * e], yy = frame.stress[4 * e + 1], zz = frame.stress[4 * e + 3];
        EXPECT_NEAR(zz, 0.25 * (xx + yy), 1e-5 * bottom);
        EXPECT_NEAR(frame.strain[3 * e + 1], (yy - 0.25 * (xx + zz)) / 1e7, 1e-5 * bottom / 1e7);
        // Energy of the mean stress, and of what varies in the element besides.
        const double mean = 0.5 * (xx * frame.strain[3 * e] + yy * frame.strain[3 * e + 1]) +
                            frame.stress[4 * e + 2] * frame.strain[3 * e + 2];
        EXPECT_GE(frame.energy_density[e], mean * (1.0 - 1e-5));
        EXPECT_LE(frame.energy_density[e], mean + 0.01 * bottom * bottom / 1e7);
    }
    EXPECT_NEAR(frame.stress[4 * 16 + 1], -0.5 * bottom, 1e-5 * bottom);  // the mean, of uniform strain
    EXPECT_NEAR(frame.gradient[4 + 3], 1.0 - 0.9375 * 0.5 * bottom / 1e7, 1e-6);
    EXPECT_EQ(frame.node_stress[4 * 30 + 1], frame.stress[4 * 16 + 1]);
    EXPECT_EQ(frame.node_stress[1], frame.stress[1]);  // a corner has one element
}

/// A meshed box of 1 x 1 x 2 m and one of uniform strain, in space.
const std::string boxes = R"(
[scene]
dimension = 3
gravity = [0.0, 0.0, -8.0]
[time]
step = 1.0
duration = 3.0
quasistatic = true
[solver]
tolerance = 1e-11
max_iterations = 20000
[materials.stone]
density = 1000.0
young = 1e7
poisson = 0.25
[[interactions]]
between = ["*", "*"]
friction = 0.0
[[bodies]]
name = "floor"
material = "stone"
fixed = true
shape = { type = "plane", normal = [0, 0, 1] }
[[bodies]]
name = "meshed"
material = "stone"
shape = { type = "box", size = [1.0, 1.0, 2.0] }
position = [0.0, 0.0, 1.0]
deformable = { divisions = [1, 1, 2] }
[[bodies]]
name = "uniform"
material = "stone"
shape = { type = "box", size = [1.0, 1.0, 2.0] }
position = [3.0, 0.0, 1.0]
deformable = "uniform"
)";

TEST_F(DeformableFrames, HoldTheSurfaceAndTheStressInSpace) {
    put_file(path("scene.toml"), boxes);
    Scene scene = read_scene(path("scene.toml"), {});
    World<3> world = make_world(std::get<WorldDescription<3>>(std::move(scene.world)));
    ThreadPool pool(1);
    auto writer = FramesWriter<3>::create(path("frames.h5"), world, head);
    for (int k = 0; k < 5; ++k) advance(world, scene.settings, pool);
    writer.write(world, 1.0);
    writer.close(world);
    const FramesFile file(path("frames.h5"));
    const DeformableGeometry& geometry = file.geometry().deformable;
    EXPECT_EQ(geometry.node_start, (std::vector<std::int32_t>{0, 12, 20}));
    EXPECT_EQ(geometry.face_start,
              (std::vector<std::int32_t>{0, 10, 16}));  // two cubes have ten sides outside
    for (std::size_t e = 0; e < 3; ++e) EXPECT_NEAR(geometry.element_volume[e], e < 2 ? 1.0 : 2.0, 1e-12);
    const DeformableFrame frame = file.read(0).deformable;
    const double bottom = rho * g * height;
    for (std::size_t e = 0; e < 2; ++e) {
        double z = 0.0;
        for (std::size_t k = 0; k < 8; ++k)
            z += geometry.reference[3 * static_cast<std::size_t>(geometry.element_node[8 * e + k]) + 2] / 8.0;
        EXPECT_NEAR(frame.stress[6 * e + 2], -rho * g * (height - z), 1e-5 * bottom);
        const float* sigma = &frame.stress[6 * e];
        EXPECT_NEAR(frame.strain[6 * e + 2], (sigma[2] - 0.25 * (sigma[0] + sigma[1])) / 1e7,
                    1e-5 * bottom / 1e7);
    }
    EXPECT_NEAR(frame.stress[6 * 2 + 2], -0.5 * bottom, 1e-5 * bottom);
    for (int c = 3; c < 6; ++c)
        EXPECT_NEAR(frame.stress[6 * 2 + static_cast<std::size_t>(c)], 0.0, 1e-5 * bottom);
    std::vector<double> values;
    measure(world, Probe{.name = "", .body = 2, .quantities = {"displacement"}, .at = {3.1, 0.2, 2.0}}, 1.0,
            values);
    EXPECT_NEAR(values.at(2), -0.5 * bottom / 1e7 * height, 1e-4 * height * bottom / 1e7);
}

TEST_F(DeformableFrames, AreTheStateOfTheWorld) {
    Blocks run(folder);
    write_frames(run, path("frames.h5"), 2);
    const FramesFile file(path("frames.h5"));
    const DeformableGeometry& geometry = file.geometry().deformable;
    const DeformableFrame start = file.read(0).deformable, end = file.read(2).deformable;
    EXPECT_EQ(start.position, geometry.reference);
    const ElasticBody<2>& meshed = run.world.elastic[1];
    ASSERT_EQ(meshed.x.size(), 27u);
    for (std::size_t a = 0; a < 27; ++a) {
        for (int c = 0; c < 2; ++c) {
            EXPECT_EQ(end.position[2 * a + static_cast<std::size_t>(c)], meshed.x[a][c]);
            EXPECT_EQ(end.velocity[2 * a + static_cast<std::size_t>(c)], static_cast<float>(meshed.v[a][c]));
        }
    }
    // The corners of the body of uniform strain: those that detection sees.
    const Solids<2>& solids = run.world.parts.solids;
    const std::size_t solid = static_cast<std::size_t>(
        run.world.parts.solid[static_cast<std::size_t>(run.world.elastic_parts[0].first_part)]);
    for (std::size_t v = 0; v < 4; ++v) {
        const Vec<2> seen = solids.origin[solid] + solids.turn[solid] * solids.shape[solid]->vertex[v];
        for (int c = 0; c < 2; ++c)
            EXPECT_NEAR(end.position[2 * (27 + v) + static_cast<std::size_t>(c)], seen[c], 1e-12);
    }
    EXPECT_LT(end.position[2 * 29 + 1], height);  // the upper corner has come down
    EXPECT_EQ(file.geometry().part_kind, (std::vector<std::uint8_t>{1, 3, 4, 3}));
}

TEST_F(DeformableFrames, GoOnAfterACheckpoint) {
    Blocks run(folder);
    write_frames(run, path("frames.h5"), 4);
    const DeformableFrame last = FramesFile(path("frames.h5")).read(4).deformable;
    auto writer = FramesWriter<2>::go_on(path("frames.h5"), run.world, 2);
    writer.write(run.world, 1.0);
    writer.close(run.world);
    const FramesFile file(path("frames.h5"));
    EXPECT_EQ(file.frames(), 3);
    EXPECT_EQ(file.read(2).deformable.position, last.position);
    EXPECT_EQ(file.read(2).deformable.stress, last.stress);
}

TEST_F(DeformableFrames, HaveGridsForParaView) {
    Blocks run(folder);
    auto writer = FramesWriter<2>::create(path("frames.h5"), run.world, head);
    writer.write(run.world, 1.0);
    std::string text;
    write_xdmf({.count = writer.frames(),
                .marks = [&](std::int64_t first, std::int64_t count) { return writer.marks(first, count); },
                .drawn = writer.drawn_sizes(),
                .meshes = writer.mesh_sizes(),
                .dimension = 2},
               [&](const std::string& more) { text += more; });
    EXPECT_EQ(writer.mesh_sizes().mesh_topology, 16 * 5);  // a number for "quad" and four corners each
    EXPECT_EQ(writer.mesh_sizes().uniform_topology, 6);
    for (const char* name : {"Name=\"meshes\"", "Name=\"uniform\"", "\"stress_xx\"", "\"node_stress_yy\"",
                             "\"sigma_1\"", "\"direction_2\"", "\"displacement\"", "\"energy_density\""})
        EXPECT_NE(text.find(name), std::string::npos) << name;
    writer.close(run.world);
}

double value_of(const World<2>& world, int body, const std::string& quantity, std::size_t column = 0,
                std::vector<double> at = {}) {
    std::vector<double> values;
    measure(world, Probe{.name = "", .body = body, .quantities = {quantity}, .at = std::move(at)}, 1.0,
            values);
    return values.at(column);
}

TEST_F(DeformableFrames, ProbesMeasureBodiesAndTheirPoints) {
    Blocks run(folder);
    for (int k = 0; k < 6; ++k) run.step();
    const double bottom = rho * g * height, tolerance = 1e-5 * bottom;
    const World<2>& world = run.world;
    EXPECT_EQ(
        probe_columns<2>({.name = "", .body = 2, .quantities = {"stress", "strain", "principal_stress"}}),
        (std::vector<std::string>{"stress.xx", "stress.yy", "stress.xy", "stress.zz", "strain.xx",
                                  "strain.yy", "strain.xy", "principal_stress.1", "principal_stress.2"}));
    EXPECT_NEAR(value_of(world, 2, "stress", 1), -0.5 * bottom, tolerance);
    EXPECT_NEAR(value_of(world, 1, "stress", 1), -0.5 * bottom, tolerance);
    EXPECT_NEAR(value_of(world, 2, "principal_stress", 1), -0.5 * bottom, tolerance);
    EXPECT_NEAR(value_of(world, 2, "min_stress"), -bottom * 15.0 / 16.0,
                tolerance);  // the middle of the lowest row
    EXPECT_NEAR(value_of(world, 2, "max_stress"), 0.0, 0.01 * bottom);
    // Energy of a bar under its own weight: A (rho g)^2 H^3 / 6 E', to the error of the mesh.
    const double stiff = 1e7 / 0.9375, energy = rho * g * rho * g * height * height * height / (6.0 * stiff);
    EXPECT_NEAR(value_of(world, 2, "strain_energy"), energy, 0.01 * energy);
    EXPECT_TRUE(std::isnan(value_of(world, 3, "strain_energy")));

    // The top comes down by rho g H^2 / 2 E', and nothing else is as simple.
    const double sunk = rho * g * height * height / (2.0 * stiff);
    EXPECT_NEAR(value_of(world, 2, "displacement", 1, {0.1, 2.0}), -sunk, 0.01 * sunk);
    EXPECT_NEAR(value_of(world, 2, "position", 1, {0.1, 2.0}), height - sunk, 0.01 * sunk);
    EXPECT_NEAR(value_of(world, 2, "stress", 1, {0.1, 0.3}), -bottom * 13.0 / 16.0,
                tolerance);  // its element's
    EXPECT_NEAR(value_of(world, 1, "displacement", 1, {-3.2, 2.0}), -2.0 * 0.5 * bottom / stiff, 1e-4 * sunk);
    EXPECT_TRUE(std::isnan(value_of(world, 2, "velocity", 0, {5.0, 1.0})));
}

TEST_F(DeformableFrames, TheReactionOfASupportBearsTheWeight) {
    const std::string held = R"(
[[bodies]]
name = "hanging"
material = "stone"
shape = { type = "box", size = [1.0, 2.0] }
position = [6.0, 5.0]
deformable = { divisions = [2, 4] }
[[drives]]
body = "hanging"
fix = ["x", "y"]
where = { min = [5.0, 6.0], max = [7.0, 6.0] }
)";
    put_file(path("scene.toml"), blocks + held);
    Scene scene = read_scene(path("scene.toml"), {});
    World<2> world = make_world(std::get<WorldDescription<2>>(std::move(scene.world)));
    ThreadPool pool(1);
    for (int k = 0; k < 3; ++k) advance(world, scene.settings, pool);
    const double weight = rho * g * height;
    EXPECT_NEAR(value_of(world, 4, "reaction", 1), weight, 1e-6 * weight);
    EXPECT_NEAR(value_of(world, 4, "reaction", 0), 0.0, 1e-6 * weight);
    EXPECT_EQ(value_of(world, 2, "reaction", 1), 0.0);
}

void expect_refused(const std::string& folder, const std::string& probe, const std::string& words) {
    put_file(folder + "/scene.toml", blocks + "[[probes]]\nname = \"p\"\n" + probe);
    try {
        read_scene(folder + "/scene.toml", {});
        ADD_FAILURE() << words;
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
}

TEST_F(DeformableFrames, ProbesOfNoPointOfADeformableBodyAreRefused) {
    const std::string stress = "quantities = [\"stress\"]\n";
    expect_refused(folder, "body = \"rigid\"\nat = [3.0, 1.0]\n" + stress,
                   ":44:6: at is a point of a deformable body, and \"rigid\" does not deform");
    expect_refused(folder, "body = \"meshed\"\nat = [0.6, 1.0]\n" + stress,
                   "at is not in the body \"meshed\"");
    expect_refused(folder, "body = \"uniform\"\nat = [0.0, 1.0]\n" + stress,
                   "at is not in the body \"uniform\"");
    expect_refused(folder, "at = [0.0, 1.0]\n" + stress, "say of which with body");
    expect_refused(folder, "body = \"rigid\"\n" + stress,
                   "\"stress\" is a quantity of deformable bodies, and \"rigid\" does not deform");
    expect_refused(folder, "body = \"meshed\"\nquantities = [\"displacement\"]\n",
                   "is a quantity of a point of a deformable body");
}

}  // namespace
}  // namespace drystone::deformable_test
