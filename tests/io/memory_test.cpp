// What a law of a user's own remembers, in files: checkpoints, frames, contacts.csv.

#include <functional>

#include "core/input_error.h"
#include "io/checkpoint.h"
#include "io/folders.h"
#include "io/frames_file.h"
#include "io/frames_writer.h"
#include "io/state_writer.h"
#include "physics/diary_law.h"
#include "physics/stage.h"

namespace drystone::memory_test {
namespace {

using MemoryInFiles = InAFolder;

/// Balls that slide, roll and meet on a floor.
template <int D>
Stage<D> sliding_balls(const Law& law) {
    Stage<D> stage(law);
    stage.falling().settings.solver.tolerance = 1e-9;
    stage.floor();
    for (int i = 0; i < 6; ++i) {
        Vec<D> x{};
        x[0] = 0.11 * i;
        x[D - 1] = 0.05;
        if (D == 3) x[1] = 0.01 * (i % 2);
        stage.ball(1.0, 0.05, x, (i < 3 ? 0.8 : 0.1) * Vec<D>::axis(0));
    }
    return stage;
}

const Law diary = OwnLaw(Diary{.friction = 0.4, .wear = 0.02});

RunMark mark_of(int dimension) {
    RunMark mark;
    mark.version = "1";
    mark.dimension = dimension;
    return mark;
}

template <int D>
void goes_on_to_the_same_bits(const std::string& folder) {
    const Stage<D> stage = sliding_balls<D>(diary);
    World<D> whole = stage.build();
    run(whole, stage.settings, 80);
    write_checkpoint(folder, mark_of(D), whole);
    run(whole, stage.settings, 40);
    for (const int threads : {1, 3}) {
        World<D> resumed = stage.build();
        ThreadPool pool(1);
        put_state(open_checkpoint(folder, "1").state(resumed), resumed, pool);
        EXPECT_GT(resumed.contacts.memory.number("path", 0), 0.0);
        run(resumed, stage.settings, 40, threads);
        EXPECT_EQ(resumed.bodies.position, whole.bodies.position);
        EXPECT_EQ(resumed.contacts.memory, whole.contacts.memory);
    }
    EXPECT_GT(whole.contacts.size(), 6);
}
TEST_F(MemoryInFiles, ACheckpointKeepsAllOfIt) {
    goes_on_to_the_same_bits<2>(folder);
    goes_on_to_the_same_bits<3>(folder);
}

std::string refusal(const std::function<void()>& act) {
    try {
        act();
    } catch (const InputError& error) {
        return error.what();
    }
    return "no refusal";
}

// The law was changed between the two runs: the numbers would be taken for others.
TEST_F(MemoryInFiles, ACheckpointOfOtherMemoriesIsRefused) {
    const Stage<2> stage = sliding_balls<2>(diary);
    World<2> world = stage.build();
    run(world, stage.settings, 10);
    write_checkpoint(folder, mark_of(2), world);
    const Law elastic = Elastic{.normal_stiffness = 1e8, .shear_stiffness = 1e8, .joint = {.area = 1.0}};
    World<2> other = sliding_balls<2>(elastic).build(), dry = sliding_balls<2>(Coulomb{}).build();
    const CheckpointFile file = open_checkpoint(folder, "1");
    const std::string said = refusal([&] { file.state(other); });
    EXPECT_NE(said.find("checkpoint.h5: /state/memory_fields"), std::string::npos) << said;
    EXPECT_NE(said.find("slip [m], tangent instead of path [m], number"), std::string::npos) << said;
    EXPECT_NE(refusal([&] { file.state(dry); }).find("nothing instead of stored [J], number"),
              std::string::npos);
    ThreadPool pool(1);
    EXPECT_NE(refusal([&] { put_state(world, other, pool); }).find("remember other things"),
              std::string::npos);
}

TEST_F(MemoryInFiles, ACheckpointOfAnotherFormatSaysSo) {
    World<2> world = sliding_balls<2>(diary).build();
    write_checkpoint(folder, mark_of(2), world);
    {
        hdf5::File file = hdf5::File::open_for_writing(path("checkpoint.h5"));
        file.set_whole_number("format_version", 3);
        file.close();
    }
    const std::string said = refusal([&] { open_checkpoint(folder, "1"); });
    EXPECT_NE(said.find("is a checkpoint of format 3, and this program reads format 10"), std::string::npos)
        << said;
}

template <int D>
void frames_show_it(const std::string& folder) {
    const Stage<D> stage = sliding_balls<D>(diary);
    World<D> world = stage.build();
    const std::string file = folder + "/frames" + std::to_string(D) + ".h5";
    auto writer = FramesWriter<D>::create(file, world, {"0.1", "", "", {}, 1e-3});
    run(world, stage.settings, 30);
    writer.write(world, 1e-3);
    writer.close(world);
    const Frame frame = FramesFile(file).read(0);
    ASSERT_EQ(frame.contacts, world.contacts.size());
    for (const MemoryField& field : world.book.memory.fields) {
        const FrameMemory* column = frame.remembered(field.name);
        ASSERT_EQ(column != nullptr, !field.inner) << field.name;
        if (!column) continue;
        EXPECT_EQ(column->unit, field.unit);
        ASSERT_EQ(column->components, field.count);
        std::vector<float> expected;
        for (std::size_t i = 0; i < world.contacts.memory.size(); ++i) {
            for (const double value : world.contacts.memory.of(field, i))
                expected.push_back(static_cast<float>(value));
        }
        EXPECT_EQ(column->values, expected) << field.name;
    }
}
TEST_F(MemoryInFiles, FramesShowItByName) {
    frames_show_it<2>(folder);
    frames_show_it<3>(folder);
}

TEST_F(MemoryInFiles, TheTableOfContactsShowsItByName) {
    const Stage<2> stage = sliding_balls<2>(diary);
    World<2> world = stage.build();
    run(world, stage.settings, 30);
    write_state(world, 1e-3, folder);
    const std::string table = content_of_file(path("contacts.csv"));
    EXPECT_NE(table.find(",name_a,name_b,memory.stored,memory.intact,memory.path,memory.slid.x,memory.slid.y,"
                         "memory.heading.x,memory.heading.y,memory.mark_a.x,memory.mark_a.y,memory.mark_b.x,"
                         "memory.mark_b.y,"
                         "memory.pages,memory.own\n"),
              std::string::npos)
        << table;
    EXPECT_NE(table.find(",30,29\n"), std::string::npos);  // thirty steps
}

}  // namespace
}  // namespace drystone::memory_test
