// Frames of a run whose bodies come and go: rows are ids, who is not there has no place, and the file is as safe as any other.

#include <cmath>
#include <csignal>
#include <cstring>

#include <sys/wait.h>

#include "core/input_error.h"
#include "io/changing_world.h"
#include "io/folders.h"
#include "io/frame_recorder.h"
#include "io/frames_file.h"
#include "io/frames_writer.h"
#include "io/state_writer.h"

namespace drystone::changing_frames_test {
namespace {

using ChangingFrames = InAFolder;
using Ids = std::vector<int>;

/// What is in which slot, frame after frame.
struct Story {
    const char* name;
    std::vector<Ids> slots;
};
const Story stories[] = {{"come", {{0, 1, 2}, {0, 1, 2, 3}, {0, 1, 2, 3, 4, 5, 6, 7}}},
                         {"go", {{0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, nobody, 3, 4, nobody, 6, 7}, {0, 1}}},
                         {"both", {{0, 1, 2}, {0, 3, 2, 4}, {0, 3, nobody, 4, 7}, {7, 0, nobody, 3}}},
                         {"from nothing to nothing", {{0}, {0, 1}, {0}}}};

FramesHead changing_head(double step) {
    return {.version = "1",
            .title = "comes and goes",
            .scene = "",
            .overrides = {},
            .step = step,
            .changes = true,
            .coming = {"source"},
            .regions = {{"source", false, {{0.0, 0.0, 1.0, 0.0}}}}};
}

template <int D>
FramesHead head_of(double step) {
    FramesHead head = changing_head(step);
    head.regions[0].lines[0].resize(2 * D);
    return head;
}

template <int D>
std::vector<World<D>> worlds_of(const ChangingStage<D>& stage, const Story& story) {
    std::vector<World<D>> worlds;
    long steps = 0;
    std::size_t ever = 0;  // ids are never given again
    for (const Ids& ids : story.slots) {
        worlds.push_back(stage.with(ids, steps, steps == 0 ? 0 : 2));
        ever = std::max(ever, worlds.back().slot.size());
        worlds.back().slot.resize(ever, -1);
        steps += 10;
    }
    return worlds;
}

template <int D>
void expect_frame(const FramesGeometry& g, const Frame& frame, const World<D>& world) {
    EXPECT_EQ(frame.step, world.steps);
    for (int id = 0; id < g.bodies(); ++id) {
        const bool is_there =
            id < static_cast<int>(world.slot.size()) && world.slot[static_cast<std::size_t>(id)] >= 0;
        const auto i = static_cast<std::size_t>(id);
        for (std::size_t c = 0; c < D; ++c) {
            if (!is_there) {
                EXPECT_TRUE(std::isnan(frame.position[D * i + c]) && std::isnan(frame.velocity[D * i + c]))
                    << id;
                continue;
            }
            const auto slot = static_cast<std::size_t>(world.slot[i]);
            EXPECT_EQ(frame.position[D * i + c], world.bodies.position[slot][static_cast<int>(c)]);
            EXPECT_EQ(frame.velocity[D * i + c],
                      static_cast<float>(world.bodies.velocity[slot].v[static_cast<int>(c)]));
        }
        if (!is_there) continue;
        EXPECT_TRUE(std::isfinite(g.first_position[D * i]));
        const auto& description = world.description.bodies[static_cast<std::size_t>(world.slot[i])];
        EXPECT_EQ(g.name[i], description.name);
        EXPECT_EQ(g.group[i], description.group);
        EXPECT_EQ(g.mass[i], world.matter.mass[static_cast<std::size_t>(world.slot[i])]);
    }
    ASSERT_EQ(frame.contacts, world.steps == 0 ? 0 : world.contacts.size());
    for (std::size_t k = 0; k < frame.contact_bodies.size(); ++k) {
        const auto body = static_cast<std::size_t>(frame.contact_bodies[k]);
        EXPECT_GE(world.slot[body], 0);
        EXPECT_EQ(g.part_body[static_cast<std::size_t>(frame.contact_parts[k])], frame.contact_bodies[k]);
    }
}

/// Each body has the parts that the world of a frame with it has.
template <int D>
void expect_parts(const FramesGeometry& g, const World<D>& world) {
    for (int p = 0; p < world.parts.shapes(); ++p) {
        const int id =
            world.bodies.id[static_cast<std::size_t>(world.parts.body[static_cast<std::size_t>(p)])];
        int found = 0;
        for (std::size_t q = 0; q < g.part_body.size(); ++q) {
            if (g.part_body[q] != id) continue;
            bool same = g.part_radius[q] == world.parts.radius[static_cast<std::size_t>(p)];
            for (int c = 0; c < D; ++c)
                same = same && g.part_centre[D * q + static_cast<std::size_t>(c)] ==
                                   world.parts.local_centre[static_cast<std::size_t>(p)][c];
            found += same;
        }
        EXPECT_EQ(found, 1) << "part " << p << " of body " << id;
    }
}

template <int D>
void hold_all(const std::string& folder) {
    using Stage = ChangingStage<D>;
    for (const auto kind : {Stage::Kind::balls, Stage::Kind::clumps, Stage::Kind::solids,
                            Stage::Kind::deformable, Stage::Kind::mixed}) {
        const Stage stage(kind);
        for (const Story& story : stories) {
            // Deformable bodies are there from the beginning.
            if (kind == Stage::Kind::deformable && story.slots[0].size() < 3) continue;
            SCOPED_TRACE(std::string(story.name) + ", kind " + std::to_string(static_cast<int>(kind)));
            const double h = stage.stage.settings.step;
            const std::vector<World<D>> worlds = worlds_of(stage, story);
            const std::string path = folder + "/frames.h5";
            auto writer = FramesWriter<D>::create(path, worlds[0], head_of<D>(h));
            for (const World<D>& world : worlds) writer.write(world, h);
            writer.close(worlds.back());
            FramesWriter<D>::expect_whole(path, worlds[0], head_of<D>(h), writer.frames(), writer.index());
            const FramesFile file(path);
            ASSERT_EQ(file.frames(), static_cast<int>(worlds.size()));
            int most = 0;
            for (const World<D>& world : worlds) most = std::max(most, static_cast<int>(world.slot.size()));
            EXPECT_EQ(file.geometry().bodies(), most);
            EXPECT_EQ(file.geometry().head.regions[0].name, "source");
            for (std::size_t k = 0; k < worlds.size(); ++k) {
                expect_frame(file.geometry(), file.read(static_cast<int>(k)), worlds[k]);
                expect_parts(file.geometry(), worlds[k]);
            }
        }
    }
}
TEST_F(ChangingFrames, HoldWhoIsThereByTheirIds) {
    hold_all<2>(folder);
    hold_all<3>(folder);
}

void expect_same_frames(const FramesFile& a, const FramesFile& b) {
    ASSERT_EQ(a.frames(), b.frames());
    EXPECT_EQ(a.geometry().name, b.geometry().name);
    EXPECT_EQ(a.geometry().part_body, b.geometry().part_body);
    EXPECT_EQ(a.geometry().solid_shape, b.geometry().solid_shape);
    EXPECT_EQ(a.geometry().vertex, b.geometry().vertex);
    EXPECT_EQ(a.geometry().wall, b.geometry().wall);
    const auto same_bits = [](const auto& x, const auto& y) {
        return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof x[0]) == 0;
    };
    for (int k = 0; k < a.frames(); ++k) {
        const Frame one = a.read(k), other = b.read(k);
        EXPECT_TRUE(same_bits(one.position, other.position)) << k;
        EXPECT_TRUE(same_bits(one.orientation, other.orientation)) << k;
        EXPECT_TRUE(same_bits(one.velocity, other.velocity)) << k;
        EXPECT_EQ(one.contact_bodies, other.contact_bodies);
        EXPECT_EQ(one.contact_parts, other.contact_parts);
        EXPECT_EQ(one.force, other.force);
        EXPECT_TRUE(same_bits(one.joints.opening, other.joints.opening)) << k;
        EXPECT_TRUE(same_bits(one.deformable.position, other.deformable.position)) << k;
    }
}

/// Stopped after any number of frames, of which some more had been written: the same as never stopped.
template <int D>
void go_on_anywhere(const std::string& folder) {
    using Stage = ChangingStage<D>;
    for (const auto kind : {Stage::Kind::deformable, Stage::Kind::mixed}) {
        const Stage stage(kind);
        const double h = stage.stage.settings.step;
        for (const Story& story : stories) {
            if (kind == Stage::Kind::deformable && story.slots[0].size() != 3) continue;
            const std::vector<World<D>> worlds = worlds_of(stage, story);
            const std::string whole = folder + "/whole.h5", path = folder + "/frames.h5";
            auto writer = FramesWriter<D>::create(whole, worlds[0], head_of<D>(h));
            std::vector<std::string> index;
            for (const World<D>& world : worlds) {
                writer.write(world, h);
                index.push_back(writer.index());
            }
            writer.close(worlds.back());
            for (std::size_t kept = 1; kept <= worlds.size(); ++kept) {
                for (const std::size_t written : {kept, worlds.size()}) {
                    SCOPED_TRACE(std::string(story.name) + std::to_string(kept) + std::to_string(written));
                    {
                        auto first = FramesWriter<D>::create(path, worlds[0], head_of<D>(h));
                        for (std::size_t k = 0; k < written; ++k) first.write(worlds[k], h);
                    }
                    const auto n = static_cast<std::int64_t>(kept);
                    FramesWriter<D>::expect_whole(path, worlds[0], head_of<D>(h), n, index[kept - 1]);
                    auto second = FramesWriter<D>::go_on(path, worlds[kept - 1], n);
                    EXPECT_EQ(second.index(), index[kept - 1]);
                    if (kept < worlds.size()) second.write(worlds[kept], h);
                    second.close(worlds[std::min(kept, worlds.size() - 1)]);
                    const FramesFile file(path);
                    EXPECT_EQ(file.frames(), static_cast<int>(std::min(kept + 1, worlds.size())));
                    EXPECT_EQ(file.geometry().bodies(), [&] {
                        std::size_t most = 0;
                        for (std::size_t k = 0; k <= std::min(kept, worlds.size() - 1); ++k)
                            most = std::max(most, worlds[k].slot.size());
                        return static_cast<int>(most);
                    }());
                    if (kept + 1 >= worlds.size()) expect_same_frames(file, FramesFile(whole));
                }
            }
        }
    }
}
TEST_F(ChangingFrames, GoOnAfterACheckpointAsIfNeverStopped) {
    go_on_anywhere<2>(folder);
    go_on_anywhere<3>(folder);
}

/// Writes frames, a body more in each, and one less in every third, until it is killed.
void write_until_killed(const std::string& path, const ChangingStage<3>& stage) {
    const double h = stage.stage.settings.step;
    auto writer = FramesWriter<3>::create(path, stage.with({0, 1}, 0, 0), head_of<3>(h));
    Ids ids = {0, 1};
    for (int k = 0;; ++k) {
        if (static_cast<int>(ids.size()) < 60) ids.push_back(static_cast<int>(ids.size()));
        if (k % 3 == 0 && ids.size() > 5) ids[ids.size() - 4] = nobody;
        writer.write(stage.with(ids, k, 0), h);
    }
}

TEST_F(ChangingFrames, AreWholeUpToTheLastAfterAKillAtAnyTime) {
    const ChangingStage<3> stage(ChangingStage<3>::Kind::mixed, 60);
    for (const int wait : {30, 60, 90, 130, 170, 230}) {
        const pid_t writer = fork();
        if (writer == 0) {
            try {
                write_until_killed(path("frames.h5"), stage);
            } catch (...) {
            }
            _exit(1);
        }
        usleep(static_cast<useconds_t>(1000 * wait));
        // Read while it is written.
        if (std::filesystem::exists(path("frames.h5"))) {
            FramesFile file(path("frames.h5"));
            for (int k = 0; k < 5; ++k) {
                file.refresh();
                if (file.frames() == 0) continue;
                EXPECT_EQ(file.read(file.frames() - 1).position.size(), 3 * file.geometry().name.size());
            }
        }
        kill(writer, SIGKILL);
        int status = 0;
        waitpid(writer, &status, 0);
        EXPECT_TRUE(WIFSIGNALED(status));
        if (!std::filesystem::exists(path("frames.h5"))) continue;
        int frames = 0;
        {
            const FramesFile file(path("frames.h5"));
            frames = file.frames();
            for (int k = 0; k < frames; ++k) EXPECT_EQ(file.read(k).step, k);
            EXPECT_EQ(file.geometry().bodies(), frames > 0 ? std::min(frames + 2, 60) : 0);
        }
        // And it goes on.
        World<3> world = stage.with({0, 1, 2}, frames, 1);
        if (frames == 0) continue;
        world.slot.resize(static_cast<std::size_t>(std::min(frames + 2, 60)), -1);
        auto again = FramesWriter<3>::go_on(path("frames.h5"), world, frames);
        again.write(world, 1e-3);
        again.close(world);
        const FramesFile file(path("frames.h5"));
        EXPECT_EQ(file.frames(), frames + 1);
        EXPECT_EQ(file.read(frames).step, frames);
    }
}

TEST_F(ChangingFrames, ThatAreDamagedAreRefused) {
    const ChangingStage<2> stage(ChangingStage<2>::Kind::mixed);
    const double h = stage.stage.settings.step;
    const std::vector<World<2>> worlds = worlds_of(stage, stories[2]);
    auto writer = FramesWriter<2>::create(path("frames.h5"), worlds[0], head_of<2>(h));
    for (const World<2>& world : worlds) writer.write(world, h);
    writer.close(worlds.back());
    for (const auto& [group, name] :
         {std::pair("bodies", "mass"), std::pair("parts", "radius"), std::pair("shapes", "vertex")}) {
        std::filesystem::copy_file(path("frames.h5"), path("copy.h5"),
                                   std::filesystem::copy_options::overwrite_existing);
        {
            hdf5::File file = hdf5::File::open_for_writing(path("copy.h5"));
            const bool is_vector = std::string(name) == "vertex";
            auto series = hdf5::Series<double>::open(file.group(group), name,
                                                     is_vector ? hdf5::Shape{2} : hdf5::Shape{});
            std::vector<double> row = series.read(1, 1);
            row[0] += 1.0;
            series.write(1, row);
            file.close();
        }
        EXPECT_THROW(FramesWriter<2>::expect_whole(path("copy.h5"), worlds[0], head_of<2>(h), writer.frames(),
                                                   writer.index()),
                     InputError)
            << name;
    }
}

/// A file that was begun for bodies that stay takes no others: its rows would be of somebody else.
TEST_F(ChangingFrames, AreToBeAskedForBeforehand) {
    const ChangingStage<2> stage(ChangingStage<2>::Kind::balls);
    FramesHead head = head_of<2>(1e-3);
    head.changes = false;
    for (const Ids& later : {Ids{0, 1}, Ids{0, 1, 2, 3}, Ids{0, 1, 3}}) {
        auto writer = FramesWriter<2>::create(path("frames.h5"), stage.with({0, 1, 2}, 0, 0), head);
        writer.write(stage.with({2, 0, 1}, 0, 0), 1e-3);
        EXPECT_THROW(writer.write(stage.with(later, 10, 0), 1e-3), InputError);
    }
}

/// ParaView's frames name only those that are there: as many points and faces as the worlds have.
TEST_F(ChangingFrames, AreListedForParaViewWithoutThoseThatAreNotThere) {
    const ChangingStage<3> stage(ChangingStage<3>::Kind::mixed);
    const double h = stage.stage.settings.step;
    const std::vector<World<3>> worlds = worlds_of(stage, stories[2]);
    auto recorder = FrameRecorder<3>::begin(folder, worlds[0], head_of<3>(h), 10 * h);
    for (std::size_t k = 1; k < worlds.size(); ++k) recorder.record(worlds[k]);
    recorder.finish();
    recorder.close(worlds.back());
    const std::string text = content_of_file(path("frames.xdmf"));
    std::size_t at = 0;
    for (const World<3>& world : worlds) {
        const auto balls = std::count(world.parts.kind.begin(), world.parts.kind.end(), PartKind::ball);
        at = text.find("<Grid Name=\"balls\" GridType=\"Uniform\"", at);
        ASSERT_NE(at, std::string::npos);
        const std::string points = "NumberOfElements=\"" + std::to_string(balls) + "\"";
        EXPECT_EQ(text.find("NumberOfElements", at), text.find(points, at));
        ++at;
    }
    const hdf5::File file = hdf5::File::open(path("frames.h5"));
    const hdf5::Group drawn = file.group("drawn");
    const auto first = hdf5::Series<std::int64_t>::open(drawn, "first", {4}),
               count = hdf5::Series<std::int64_t>::open(drawn, "count", {4});
    for (std::size_t k = 0; k < worlds.size(); ++k) {
        const auto from = first.read(static_cast<std::int64_t>(k), 1),
                   n = count.read(static_cast<std::int64_t>(k), 1);
        const auto body = hdf5::Series<std::int32_t>::open(drawn, "ball_body", {}).read(from[0], n[0]);
        for (const std::int32_t id : body) EXPECT_GE(worlds[k].slot[static_cast<std::size_t>(id)], 0);
        for (const std::int32_t vertex :
             hdf5::Series<std::int32_t>::open(drawn, "topology", {}).read(from[3], n[3]))
            EXPECT_LT(vertex, std::max<std::int64_t>(n[1], 7));
        for (const float x : hdf5::Series<float>::open(drawn, "ball", {3}).read(from[0], n[0]))
            EXPECT_TRUE(std::isfinite(x));
    }
}

TEST_F(ChangingFrames, TablesOfTheLastStateListThoseThatAreThere) {
    const ChangingStage<2> stage(ChangingStage<2>::Kind::mixed);
    write_state(stage.with({4, 0, nobody, 2}, 10), stage.stage.settings.step, folder);
    const std::string bodies = content_of_file(path("bodies.csv"));
    EXPECT_NE(bodies.find("\n0,floor,"), std::string::npos);
    EXPECT_NE(bodies.find("\n2,source.2,source,"), std::string::npos);
    EXPECT_NE(bodies.find("\n4,source.4,source,"), std::string::npos);
    EXPECT_EQ(std::count(bodies.begin(), bodies.end(), '\n'), 4);
}

}  // namespace
}  // namespace drystone::changing_frames_test
