// A cell that repeats, in files: checkpoints, frames.

#include "core/reduced_space.h"
#include "hdf5/file.h"
#include "io/checkpoint.h"
#include "io/folders.h"
#include "io/frames_file.h"
#include "io/frames_writer.h"
#include "physics/cell_stage.h"

namespace drystone::cell_test {
namespace {

using CellInFiles = InAFolder;

template <int D>
CellStage<D> sheared() {
    Vec<D> size;
    for (double& one : size.c) one = 1.0;
    CellStage<D> stage(Coulomb{.friction = 0.4}, size);
    stage.crowd(D == 2 ? 5 : 3, 0.9, 0.3);
    stage.pressed(2000.0).control("xy", CellDescription<D>::Control::rate, 2.0);
    return stage;
}

template <int D>
void goes_on_to_the_same_bits(const std::string& folder) {
    const CellStage<D> stage = sheared<D>();
    World<D> whole = stage.build();
    run(whole, stage.settings, 60);
    RunMark mark;
    mark.version = "1";
    mark.dimension = D;
    write_checkpoint(folder, mark, whole);
    run(whole, stage.settings, 30);
    for (const int threads : {1, 2}) {
        World<D> resumed = stage.build();
        ThreadPool pool(1);
        put_state(open_checkpoint(folder, "1").state(resumed), resumed, pool);
        run(resumed, stage.settings, 30, threads);
        EXPECT_EQ(resumed.bodies.position, whole.bodies.position);
        EXPECT_EQ(resumed.cell, whole.cell);
        EXPECT_EQ(resumed.contacts.impulse, whole.contacts.impulse);
    }
    EXPECT_GT(whole.contacts.size(), 6);
}

TEST_F(CellInFiles, ACheckpointHasTheCellAndTheImages) {
    goes_on_to_the_same_bits<2>(folder);
    goes_on_to_the_same_bits<3>(folder);
}

TEST_F(CellInFiles, FramesHaveItsEdges) {
    const CellStage<2> stage = sheared<2>();
    World<2> world = stage.build();
    const std::string path = folder + "/frames.h5";
    FramesWriter<2> writer = FramesWriter<2>::create(path, world, {});
    writer.write(world, 0.0);
    run(world, stage.settings, 10);
    writer.write(world, stage.settings.step);
    writer.close(world);
    const FramesFile file(path);
    EXPECT_EQ(file.geometry().cell_periodic, (std::vector<std::uint8_t>{1, 1}));
    EXPECT_EQ(file.geometry().cell_origin, (std::vector<double>{world.cell_model.origin[0], world.cell_model.origin[1]}));
    EXPECT_EQ(file.read(0).cell_edges[0], 1.0);
    const Frame last = file.read(1);
    EXPECT_NE(world.cell.velocity[0][1], 0.0);
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) {
            EXPECT_EQ(last.cell_edges[static_cast<std::size_t>(2 * i + j)], world.cell.edges[i][j]);
            EXPECT_EQ(last.cell_velocity[static_cast<std::size_t>(2 * i + j)], world.cell.velocity[i][j]);
        }
    }
}

/// Read again: edges and their velocities, and the cell as it is drawn, whose bodies are in it however far they have come.
TEST_F(CellInFiles, FramesAreReadWithTheirCell) {
    CellStage<2> stage = sheared<2>();
    stage.cell().origin = {{0.25, -0.5}};
    World<2> world = stage.build();
    for (Vec<2>& x : world.bodies.position) x += Vec<2>{{7.0, -3.0}};
    world.cell.edges[0][1] = 1.8;
    place_cell(world);
    const std::string path = folder + "/frames.h5";
    FramesWriter<2> writer = FramesWriter<2>::create(path, world, {});
    run(world, stage.settings, 10);
    writer.write(world, stage.settings.step);
    writer.close(world);
    const FramesFile file(path);
    ASSERT_EQ(file.geometry().cell_origin, (std::vector<double>{0.25, -0.5}));
    const Frame frame = file.read(0);
    ASSERT_EQ(frame.cell_edges.size(), 4U);
    EXPECT_EQ(frame.cell_edges[1], world.cell.edges[0][1]);
    EXPECT_EQ(frame.cell_velocity[1], world.cell.velocity[0][1]);
    const hdf5::File raw = hdf5::File::open(path);
    const auto corner = raw.group("cell").read<float>("corner", {1, 4, 3});
    EXPECT_NEAR(corner[6], 0.25 + world.cell.edges[0][1] - 2.0 * world.cell.edges[0][0], 1e-5);  // within half an edge
    const auto ball = raw.group("drawn").read<float>("ball", {1, world.bodies.size(), 3});
    const Mat<2> fraction = inverse(reduced(world.parts.space).edges());
    for (std::size_t i = 0; i < ball.size() / 3; ++i) {
        const Vec<2> f = fraction * (Vec<2>{{ball[3 * i], ball[3 * i + 1]}} - world.cell_model.origin);
        for (const double one : f.c) EXPECT_TRUE(one > -1e-5 && one < 1.0 + 1e-5);
    }
}

}  // namespace
}  // namespace drystone::cell_test
