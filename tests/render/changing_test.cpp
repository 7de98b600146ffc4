// Pictures of a run whose bodies come and go, and colours by rotation, since a frame, and from a table.

#include <cmath>

#include "core/input_error.h"
#include "io/changing_world.h"
#include "io/folders.h"
#include "io/frames_writer.h"
#include "render/body_values.h"
#include "render/run_pictures.h"
#include "report/encode.h"

namespace drystone::render::changing_test {
namespace {

using ChangingPictures = InAFolder;
using Ids = std::vector<int>;

/// Frames with the balls of these slots; the floor is number 0.
void write_run(const std::string& folder, const std::vector<Ids>& frames) {
    const ChangingStage<2> stage(ChangingStage<2>::Kind::balls);
    const double h = stage.stage.settings.step;
    FramesHead head;
    head.step = h;
    head.changes = true;
    head.regions = {{"source", false, {{-1.0, 1.0, 1.0, 1.0}}}, {"out", true, {{-1.0, 0.0, 1.0, 0.0}}}};
    std::optional<FramesWriter<2>> writer;
    std::size_t ever = 0;
    long steps = 0;
    for (const Ids& ids : frames) {
        World<2> world = stage.with(ids, steps, 0);
        ever = std::max(ever, world.slot.size());
        world.slot.resize(ever, -1);
        if (!writer) writer = FramesWriter<2>::create(folder + "/frames.h5", world, head);
        for (Rotation<2>& rotation : world.bodies.rotation)
            rotation.angle = 0.25 * static_cast<double>(steps) / 10.0;
        for (Vec<2>& place : world.bodies.position)
            place += 0.001 * static_cast<double>(steps) * Vec<2>::axis(0);
        writer->write(world, h);
        steps += 10;
        if (steps == 10 * static_cast<long>(frames.size())) writer->close(world);
    }
    put_file(folder + "/summary.json", "{}");
}

int times_in(const std::string& text, const std::string& word) {
    int count = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++count;
    return count;
}

TEST_F(ChangingPictures, ShowWhoIsThere) {
    write_run(folder, {{0, 1, 2}, {0, 1, nobody, 3}, {0, nobody, 4, 3, 5}, {0}});
    const int there[] = {2, 2, 3, 0};
    for (const bool whole : {false, true}) {
        RunPictures pictures(folder, {});
        for (int k = 0; k < 4; ++k) {
            pictures.look_at(whole ? 0 : k, whole ? 3 : k);
            const std::string svg = pictures.svg(k);
            EXPECT_EQ(times_in(svg, "<circle"), there[k]) << k;
            EXPECT_NE(svg.find(std::to_string(there[k] + 1) + " bodies"), std::string::npos);
            EXPECT_EQ(svg.find("nan"), std::string::npos);
        }
    }
}

TEST_F(ChangingPictures, OfMechanismsHaveNoOutlinesOfThoseWhoLeft) {
    write_run(folder, {{0, 1, 2}, {0, 1, nobody, 3}});
    RunPictures pictures(folder, {.mechanism = true});
    pictures.look_at(1, 1);
    const std::string svg = pictures.svg(1);
    EXPECT_EQ(times_in(svg, "<circle"), 2);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST_F(ChangingPictures, CountDisplacementAndRotationFromWhereABodyWasFirstSeen) {
    write_run(folder, {{0, 1}, {0, 1, 2}, {0, 1, 2}});
    const RunReader run(folder);
    const ShownFrame first = run.first_places(run.frame(0)), last = run.frame(2);
    const std::vector<float> turned = rotations_since(run.bodies(), first, last);
    EXPECT_NEAR(turned[1], 0.5, 1e-6);   // since frame 0
    EXPECT_NEAR(turned[2], 0.25, 1e-6);  // since frame 1
    EXPECT_NEAR(last.position[2] - first.position[2], 0.02, 1e-6);
    EXPECT_NEAR(last.position[4] - first.position[4], 0.01, 1e-6);
    ExtentsOf extents(run.bodies());
    for (int k = 0; k < 3; ++k) extents.add(run.frame(k));
    EXPECT_NEAR(extents.result().displacement, 0.02, 1e-6);
    EXPECT_NEAR(extents.result().rotation, 0.5, 1e-6);
    EXPECT_TRUE(std::isfinite(extents.result().low[0]) && std::isfinite(extents.result().high[1]));
}

TEST(Rotation, InSpaceIsTheAngleFromOneFrameToTheOther) {
    ShownBodies bodies;
    bodies.material = {0, 0, 0};
    const double angles[] = {0.0, 1e-3, 3.0};
    ShownFrame before, now;
    for (const double angle : angles) {
        // About two unlike axes: q = turn by `angle` about (1, 2, 2) / 3, after p.
        const double p[4] = {0.5, -0.5, 0.5, 0.5}, s = std::sin(0.5 * angle) / 3.0,
                     q[4] = {s, 2.0 * s, 2.0 * s, std::cos(0.5 * angle)};
        for (const double x : p) before.rotation.push_back(static_cast<float>(x));
        now.rotation.push_back(static_cast<float>(q[3] * p[0] + q[0] * p[3] + q[1] * p[2] - q[2] * p[1]));
        now.rotation.push_back(static_cast<float>(q[3] * p[1] + q[1] * p[3] + q[2] * p[0] - q[0] * p[2]));
        now.rotation.push_back(static_cast<float>(q[3] * p[2] + q[2] * p[3] + q[0] * p[1] - q[1] * p[0]));
        now.rotation.push_back(static_cast<float>(q[3] * p[3] - q[0] * p[0] - q[1] * p[1] - q[2] * p[2]));
    }
    const std::vector<float> turned = rotations_since(bodies, before, now);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(turned[k], angles[k], 3e-7);
}

TEST_F(ChangingPictures, TakeColoursFromATable) {
    write_run(folder, {{0, 1, 2}, {0, 1, 2}});
    put_file(path("t.csv"), "body,name,heat,cold\n1,\"a, b\",1.5,0\n2,c,-0.5,0\n9,d,,0\n");
    const BodyValues values(path("t.csv:heat"));
    EXPECT_EQ(values.low(), -0.5);
    EXPECT_EQ(values.high(), 1.5);
    const std::vector<float> found = values.at(0.0, {0, 1, 2});
    EXPECT_TRUE(std::isnan(found[0]));
    EXPECT_EQ(found[1], 1.5F);
    EXPECT_EQ(found[2], -0.5F);
    RunPictures pictures(folder, {.values = values});
    pictures.look_at(0, 0);
    EXPECT_NE(pictures.svg(0).find("heat"), std::string::npos);

    put_file(path("times.csv"), "time,id,heat\n0,1,1\n0.5,1,2\n");
    const BodyValues later(path("times.csv:heat"));
    EXPECT_EQ(later.at(0.1, {1})[0], 1.0F);
    EXPECT_EQ(later.at(0.4, {1})[0], 2.0F);

    for (const auto& [told, word] :
         {std::pair("t.csv", "names no column"), std::pair("none.csv:a", "cannot be read"),
          std::pair("t.csv:hot", "there are body, name, heat, cold"), std::pair("t.csv:name", "`name` has no number in it"),
          std::pair("bad.csv:a", "no column `body`"), std::pair("short.csv:a", "1 cells, 2 wanted"),
          std::pair("odd.csv:a", "not the number of a body")}) {
        put_file(path("bad.csv"), "a\n1\n");
        put_file(path("short.csv"), "id,a\n1\n");
        put_file(path("odd.csv"), "id,a\n1.5,1\n");
        try {
            const BodyValues refused(path(told));
            FAIL() << told;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
        }
    }
}

// In the page a frame has the rows of those that are there, and a run whose bodies stay is as it was.
TEST_F(ChangingPictures, AreEncodedWithoutThoseWhoAreNotThere) {
    write_run(folder, {{0, 1, 2, 3, 4, 5}, {0, nobody, 2}});
    const RunReader run(folder);
    EXPECT_EQ(present_bodies(run.bodies(), run.frame(1)), (std::vector<int>{0, 2}));
    const std::vector<int> turning = turning_bodies(run.bodies());
    for (const Precision precision : {Precision::exact, Precision::compact}) {
        const FrameCoding coding{.precision = precision};
        EXPECT_LT(encode_frame(run.bodies(), turning, run.frame(1), coding).size(),
                  encode_frame(run.bodies(), turning, run.frame(0), coding).size() + 60);
    }
}

}  // namespace
}  // namespace drystone::render::changing_test
