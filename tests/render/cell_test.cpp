// Pictures of a cell that repeats: bodies are in it, images that reach in beside them, its edges, forces through the border.

#include <cmath>

#include "core/input_error.h"
#include "io/folders.h"
#include "io/frames_writer.h"
#include "physics/cell_stage.h"
#include "render/run_pictures.h"
#include "report/shown_cell.h"

namespace drystone::render::cell_test {
namespace {

using CellPictures = InAFolder;

int times_in(const std::string& text, const std::string& word) {
    int count = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++count;
    return count;
}

template <int D>
void write_run(const std::string& folder, World<D>& world, double h) {
    FramesHead head;
    head.step = h;
    FramesWriter<D> writer = FramesWriter<D>::create(folder + "/frames.h5", world, head);
    writer.write(world, h);
    writer.close(world);
    put_file(folder + "/summary.json", "{}");
}

/// One disk in the middle, far away by its name; one on the lower edge, one in a corner.
TEST_F(CellPictures, ImagesThatReachInAreDrawnAndNoOthers) {
    CellStage<2> stage(Coulomb{}, {{1.0, 1.0}});
    stage.ball(1.0, 0.1, {{0.5 + 12.0, 0.5 - 7.0}});
    stage.ball(1.0, 0.1, {{0.4, 0.02}});
    stage.ball(1.0, 0.1, {{0.98, 3.97}});
    World<2> world = stage.build();
    write_run(folder, world, 1e-3);
    RunPictures pictures(folder, {});
    pictures.look_at(0, 0);
    EXPECT_EQ(times_in(pictures.svg(0), "<circle"), 1 + 2 + 4);
    const RunReader reader(folder);
    const ShownFrame frame = reader.frame(0);
    EXPECT_NEAR(norm(home(reader.bodies(), frame, 0) - Vec<3>{{0.5, 0.5, 0.0}}), 0.0, 1e-5);
    EXPECT_EQ(outline(frame.space, 2).size(), 4U);
    EXPECT_EQ(shifts_of_images(frame.space, {{0.5, 0.5, 0.0}}, 0.1).size(), 0U);
    EXPECT_EQ(shifts_of_images(frame.space, {{0.95, 0.95, 0.0}}, 0.1).size(), 3U);
}

/// Two disks that press each other through the border: their force is drawn once, short, and their pressures are alike.
TEST_F(CellPictures, ForcesGoThroughTheBorder) {
    CellStage<2> stage(Coulomb{}, {{0.4, 1.0}});
    stage.pressed(100.0);
    stage.cell().component[1].control = CellDescription<2>::Control::fixed;
    stage.ball(1.0, 0.1, {{0.1, 0.5}});
    stage.ball(1.0, 0.1, {{0.3, 0.5}});
    World<2> world = stage.build();
    run(world, stage.settings, 3);
    ASSERT_EQ(world.contacts.size(), 2);
    write_run(folder, world, stage.settings.step);
    const RunReader reader(folder);
    const ShownFrame frame = reader.frame(0);
    for (std::size_t k = 0; k < frame.contacts(); ++k) {
        const ContactAtHome seen = contact_at_home(reader.bodies(), frame, k);
        EXPECT_NEAR(norm(seen.point - seen.a), 0.1, 1e-4);
        EXPECT_NEAR(norm(seen.point - seen.b), 0.1, 1e-4);
    }
    const std::vector<float> p = pressures(reader.bodies(), frame);
    EXPECT_NEAR(p[0], p[1], 1e-4 * p[0]);
    EXPECT_GT(p[0], 0.0F);
    PictureSettings settings;
    settings.forces = true;
    RunPictures pictures(folder, settings);
    pictures.look_at(0, 0);
    EXPECT_FALSE(pictures.svg(0).empty());
}

TEST_F(CellPictures, InSpaceASphereInACornerIsSeenEightTimes) {
    CellStage<3> stage(Coulomb{}, {{1.0, 1.0, 1.0}});
    stage.ball(1.0, 0.1, {{0.0, 0.0, 0.0}});
    World<3> world = stage.build();
    write_run(folder, world, 1e-3);
    const RunReader reader(folder);
    const ShownFrame frame = reader.frame(0);
    EXPECT_EQ(shifts_of_images(frame.space, home(reader.bodies(), frame, 0), 0.1).size(), 7U);
    EXPECT_EQ(outline(frame.space, 3).size(), 12U);
}

TEST_F(CellPictures, MotionsAreNotMagnified) {
    CellStage<2> stage(Coulomb{}, {{1.0, 1.0}});
    stage.ball(1.0, 0.1, {{0.5, 0.5}});
    World<2> world = stage.build();
    write_run(folder, world, 1e-3);
    PictureSettings settings;
    settings.magnified = 10.0;
    EXPECT_THROW(RunPictures(folder, settings), InputError);
}

}  // namespace
}  // namespace drystone::render::cell_test
