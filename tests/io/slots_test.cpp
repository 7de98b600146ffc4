// A body is known by its id, whatever slot it has: the same scene with its bodies in other slots, some left empty, is the same
// outside.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

#include "core/input_error.h"
#include "io/checkpoint.h"
#include "io/folders.h"
#include "io/frames_file.h"
#include "io/frames_writer.h"
#include "io/outside.h"
#include "io/state_writer.h"
#include "measure/probe.h"
#include "physics/named_stage.h"
#include "step/slots.h"
#include "step/state.h"

namespace drystone::slots_test {
namespace {

using Slots = InAFolder;

/// Slots in another order than ids, two of them empty.
std::vector<int> shuffled(int bodies) {
    std::vector<int> ids = {nobody};
    for (int k = 0; k < bodies; ++k) ids.push_back((7 * k + 5) % bodies);
    ids.insert(ids.begin() + 5, nobody);
    return ids;
}

template <int D>
WorldDescription<D> in_other_slots(const WorldDescription<D>& description) {
    return arranged<D>(description, shuffled(static_cast<int>(description.bodies.size())));
}

/// The same cells: words and whole numbers exactly, others to what the solver leaves open.
void expect_same_table(const std::string& one, const std::string& other, const std::string& name) {
    SCOPED_TRACE(name);
    std::istringstream a(content_of_file(one + "/" + name)), b(content_of_file(other + "/" + name));
    std::string row_a, row_b;
    int rows = 0;
    while (std::getline(a, row_a)) {
        ASSERT_TRUE(std::getline(b, row_b)) << "after row " << rows;
        std::istringstream cells_a(row_a), cells_b(row_b);
        std::string x, y;
        while (std::getline(cells_a, x, ',')) {
            ASSERT_TRUE(std::getline(cells_b, y, ',')) << row_b;
            if (x == y) continue;
            char *end = nullptr, *end_y = nullptr;
            const double p = std::strtod(x.c_str(), &end), q = std::strtod(y.c_str(), &end_y);
            const bool are_numbers = *end == '\0' && *end_y == '\0';
            if (are_numbers && p == q) continue;  // 0 and -0
            const bool is_number = are_numbers && x.find_first_of(".e") != std::string::npos;
            ASSERT_TRUE(is_number && std::abs(p - q) < 1e-6 * (1.0 + std::abs(p))) << row_a << "\n" << row_b;
        }
        ++rows;
    }
    EXPECT_FALSE(std::getline(b, row_b)) << row_b;
    EXPECT_GT(rows, 2);
}

/// Contacts that files have the other way round.
template <int D>
bool has_turned_contacts(const World<D>& world) {
    const std::vector<ContactRow> rows = contact_rows(world, Outside<D>(world));
    return std::any_of(rows.begin(), rows.end(), [](const ContactRow& row) { return row.side < 0.0; });
}

template <int D>
void tables_are_the_same(const std::string& folder) {
    for (const Integrator integrator : {Integrator::moreau, Integrator::euler}) {
        const ElasticStage<D> stage = every_name<D>(integrator);
        World<D> plain = stage.build(), moved = make_world(in_other_slots(stage.description));
        ASSERT_NE(plain.bodies.id, moved.bodies.id);
        ASSERT_GT(moved.bodies.size(), plain.bodies.size());
        run(plain, stage.settings, 60);
        run(moved, stage.settings, 60);
        EXPECT_TRUE(has_turned_contacts(moved));  // and others
        EXPECT_FALSE(has_turned_contacts(plain));
        const std::string a = folder + "/plain", b = folder + "/moved";
        for (const std::string& one : {a, b}) std::filesystem::create_directories(one);
        write_state(plain, stage.settings.step, a);
        write_state(moved, stage.settings.step, b);
        for (const char* name : {"bodies.csv", "parts.csv", "contacts.csv", "joints.csv", "links.csv"})
            expect_same_table(a, b, name);
        EXPECT_NEAR(plain.energy.work, moved.energy.work, 1e-6);
    }
}
TEST_F(Slots, DoNotShowInTables) {
    tables_are_the_same<2>(folder);
    tables_are_the_same<3>(folder);
}

template <class T>
void expect_near(const std::vector<T>& a, const std::vector<T>& b, const char* what) {
    ASSERT_EQ(a.size(), b.size()) << what;
    for (std::size_t i = 0; i < a.size(); ++i)
        ASSERT_NEAR(a[i], b[i], 1e-5 * (1.0 + std::abs(static_cast<double>(a[i])))) << what << " " << i;
}

template <int D>
Frame frame_of(World<D> world, const StepSettings& settings, const std::string& path) {
    auto writer = FramesWriter<D>::create(path, world, {});
    run(world, settings, 40);
    writer.write(world, settings.step);
    writer.close(world);
    return FramesFile(path).read(0);
}

template <int D>
void frames_are_the_same(const std::string& folder) {
    const ElasticStage<D> stage = every_name<D>(Integrator::moreau);
    const std::string a = folder + "/a.h5", b = folder + "/b.h5";
    const Frame one = frame_of(stage.build(), stage.settings, a);
    const Frame other = frame_of(make_world(in_other_slots(stage.description)), stage.settings, b);
    const FramesFile file_a(a), file_b(b);
    EXPECT_EQ(file_a.geometry().name, file_b.geometry().name);
    EXPECT_EQ(file_a.geometry().part_body, file_b.geometry().part_body);
    EXPECT_EQ(file_a.geometry().part_kind, file_b.geometry().part_kind);
    EXPECT_EQ(file_a.geometry().deformable.body, file_b.geometry().deformable.body);
    EXPECT_EQ(one.contact_bodies, other.contact_bodies);
    EXPECT_EQ(one.contact_parts, other.contact_parts);
    EXPECT_GT(one.contacts, 5);
    expect_near(one.position, other.position, "position");
    expect_near(one.velocity, other.velocity, "velocity");
    expect_near(one.normal, other.normal, "normal");
    expect_near(one.force, other.force, "force");
    expect_near(one.deformable.position, other.deformable.position, "nodes");
    const std::vector<std::int32_t> ids =
        hdf5::File::open(b).group("bodies").read<std::int32_t>("id", {hdf5::any});
    for (std::size_t k = 0; k < ids.size(); ++k) EXPECT_EQ(ids[k], static_cast<int>(k));
    EXPECT_EQ(ids.size(), stage.description.bodies.size() + 1);  // and the world, which a link holds
}
TEST_F(Slots, DoNotShowInFrames) {
    frames_are_the_same<2>(folder);
    frames_are_the_same<3>(folder);
}

TEST_F(Slots, DoNotShowInProbes) {
    const ElasticStage<3> stage = every_name<3>(Integrator::moreau);
    World<3> plain = stage.build(), moved = make_world(in_other_slots(stage.description));
    run(plain, stage.settings, 60);
    run(moved, stage.settings, 60);
    const auto values = [&](const World<3>& world, const Probe& probe) {
        std::vector<double> out;
        measure(world, probe, stage.settings.step, out);
        return out;
    };
    for (int id = 0; id < static_cast<int>(stage.description.bodies.size()); ++id) {
        const Probe alone{.name = "", .body = id, .quantities = {"position", "velocity", "contact_force"}};
        expect_near(values(plain, alone), values(moved, alone), "alone");
        if (id == 0) continue;
        const Probe between{.name = "", .body = 0, .quantities = {"force"}, .other = id};
        expect_near(values(plain, between), values(moved, between), "between");
    }
}

/// A checkpoint is put into a world with other slots: it takes those of the checkpoint, and goes on with the same bits.
template <int D>
void restart_takes_the_slots(const std::string& folder, const Stage<D>& stage) {
    for (const bool was_moved : {false, true}) {
        const WorldDescription<D> other_slots = in_other_slots(stage.description);
        World<D> whole = make_world(was_moved ? other_slots : stage.description);
        run(whole, stage.settings, 40);
        RunMark mark;
        mark.version = "1";
        mark.dimension = D;
        write_checkpoint(folder, mark, whole);
        const State<D> kept = whole;
        run(whole, stage.settings, 30);
        for (const bool from_file : {true, false}) {
            World<D> resumed = make_world(was_moved ? stage.description : other_slots);
            ThreadPool pool(1);
            put_state(from_file ? open_checkpoint(folder, "1").state(resumed) : kept, resumed, pool);
            run(resumed, stage.settings, 30, from_file ? 1 : 3);
            EXPECT_EQ(resumed.bodies.id, whole.bodies.id);
            EXPECT_TRUE(resumed.bodies == whole.bodies);
            EXPECT_EQ(resumed.contacts.impulse, whole.contacts.impulse);
            EXPECT_EQ(resumed.contacts.status, whole.contacts.status);
            EXPECT_TRUE(resumed.contacts.memory == whole.contacts.memory);
            EXPECT_EQ(resumed.energy.balance_error(), whole.energy.balance_error());
        }
    }
}
TEST_F(Slots, ARestartTakesThem) {
    restart_takes_the_slots<2>(folder, every_name<2>(Integrator::moreau));
    restart_takes_the_slots<3>(folder, every_name<3>(Integrator::moreau));
    restart_takes_the_slots<3>(folder, every_name<3>(Integrator::euler));
}

TEST_F(Slots, ARestartOfSoftGrainsTakesThem) {
    restart_takes_the_slots<2>(folder, soft_heap<2>());
    restart_takes_the_slots<3>(folder, soft_heap<3>());
}

TEST_F(Slots, AreTakenBackToTheFirstOnes) {
    const ElasticStage<3> stage = every_name<3>(Integrator::moreau);
    const WorldDescription<3>& first = stage.description;
    std::vector<int> ids(first.bodies.size());
    std::iota(ids.begin(), ids.end(), 0);
    const WorldDescription<3> there = in_other_slots(first), back = arranged<3>(there, ids);
    EXPECT_NE(there.loads[0].body, first.loads[0].body);
    EXPECT_EQ(there.bodies[static_cast<std::size_t>(there.supports[0].body)].name, "body7");
    EXPECT_EQ(back.supports[0].body, first.supports[0].body);
    EXPECT_EQ(back.loads[0].body, first.loads[0].body);
    EXPECT_EQ(back.links[1].body_a, first.links[1].body_a);
    EXPECT_EQ(back.links[1].body_b, -1);
    EXPECT_EQ(back.interactions[1].a, first.interactions[1].a);
    for (std::size_t i = 0; i < first.bodies.size(); ++i)
        EXPECT_EQ(back.bodies[i].name, first.bodies[i].name);
}

TEST_F(Slots, OfOtherBodiesAreRefused) {
    const Stage<2> stage = soft_heap<2>();
    World<2> world = stage.build();
    for (const std::vector<int>& ids : {std::vector<int>{0, 1, 2}, std::vector<int>(13, 0)})
        EXPECT_THROW(take_population(ids, world.census, world), InputError);
}

}  // namespace
}  // namespace drystone::slots_test
