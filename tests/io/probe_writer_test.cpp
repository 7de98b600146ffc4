#include "io/probe_writer.h"

#include <cmath>

#include "io/folders.h"
#include "measure/small_worlds.h"

namespace drystone::probe_writer_test {
namespace {

using ProbeFiles = InAFolder;

std::vector<long> due_steps(double every, double h, long steps) {
    Schedule schedule(every, h);
    std::vector<long> due;
    for (long step = 1; step <= steps; ++step) {
        if (schedule.is_due(step)) due.push_back(step);
    }
    return due;
}

TEST(Schedule, WritesAtTheFirstStepEndAtOrAfterEachMultiple) {
    EXPECT_EQ(due_steps(0.0, 0.1, 4), (std::vector<long>{1, 2, 3, 4}));
    EXPECT_EQ(due_steps(0.3, 0.1, 7), (std::vector<long>{3, 6}));  // 0.1 + 0.1 + 0.1 != 0.3 must not matter
    EXPECT_EQ(due_steps(0.07, 0.01, 21), (std::vector<long>{7, 14, 21}));  // 0.07 / 0.01 is more than 7
    EXPECT_EQ(due_steps(0.25, 0.1, 10), (std::vector<long>{3, 5, 8, 10}));
    EXPECT_EQ(due_steps(0.01, 0.1, 3), (std::vector<long>{1, 2, 3}));  // several multiples, one row
    EXPECT_EQ(due_steps(9.0, 0.1, 50), (std::vector<long>{}));
}

TEST(Schedule, NeitherLosesNorAddsARowInAMillionSteps) {
    EXPECT_EQ(due_steps(0.01, 5e-4, 1000000).size(), 50000u);
    EXPECT_EQ(due_steps(1e-3, 1e-4, 1000000).size(), 100000u);
    EXPECT_EQ(due_steps(1.0 / 3.0, 1e-3, 1000000).size(), 3000u);
}

TEST_F(ProbeFiles, HaveAHeaderAndARowPerStep) {
    World<2> world;
    add_bare_body(world, 1.0);
    ProbeWriter<2> writer(folder, {{"ball", 0, {"position", "angle"}, 0.0}, {"all", -1, {"iterations"}, 0.2}},
                          0.1);
    for (int step = 1; step <= 3; ++step) {
        world.steps = step;
        world.time = 0.1 * step;
        world.bodies.position[0] = {{1.0 / 3.0, -2e-300}};
        world.last.solve.iterations = step;
        writer.record(world);
    }
    writer.close();
    EXPECT_EQ(content_of_file(path("ball.csv")),
              "time,position.x,position.y,angle\n"
              "0.1,0.3333333333333333,-2e-300,0\n"
              "0.2,0.3333333333333333,-2e-300,0\n"
              "0.30000000000000004,0.3333333333333333,-2e-300,0\n");
    EXPECT_EQ(content_of_file(path("all.csv")), "time,iterations\n0.2,2\n");
}

/// Takes steps first .. last, in which the body is at x = 1, 2, 4, 8, ...
void step_through(World<2>& world, int first, int last, ProbeWriter<2>& writer) {
    for (int step = first; step <= last; ++step) {
        world.steps = step;
        world.time = 0.25 * step;
        world.bodies.position[0][0] = std::ldexp(1.0, step - 1);
        writer.record(world);
    }
}

TEST_F(ProbeFiles, HaveMeansOfTheStepsSinceTheLastRow) {
    World<2> world;
    add_bare_body(world, 1.0);
    const std::vector<Probe> probes = {{.name = "mean", .body = 0, .quantities = {"position"}, .every = 0.75, .average = true},
                                       {.name = "each", .body = 0, .quantities = {"position"}, .every = 0.75},
                                       {.name = "all", .body = 0, .quantities = {"position"}, .average = true}};
    ProbeWriter<2> writer(folder, probes, 0.25);
    step_through(world, 1, 7, writer);
    EXPECT_EQ(writer.means_under_way(), (std::vector<double>{1, 64, 0, 0}));
    writer.close();
    EXPECT_EQ(content_of_file(path("mean.csv")), "time,position.x,position.y\n0.75,2.3333333333333335,0\n1.5,18.666666666666668,0\n");
    EXPECT_EQ(content_of_file(path("each.csv")), "time,position.x,position.y\n0.75,4,0\n1.5,32,0\n");
    EXPECT_EQ(content_of_file(path("all.csv")).substr(0, 40), "time,position.x,position.y\n0.25,1,0\n0.5,");
}

TEST_F(ProbeFiles, MeansGoOnThroughARestart) {
    World<2> world;
    add_bare_body(world, 1.0);
    const std::vector<Probe> probes = {{.name = "mean", .body = 0, .quantities = {"position"}, .every = 0.75, .average = true}};
    for (int stop = 0; stop <= 6; ++stop) {
        ProbeWriter<2> first(folder, probes, 0.25);
        step_through(world, 1, stop, first);
        first.flush();
        const auto sizes = first.sizes();
        const auto means = first.means_under_way();
        step_through(world, stop + 1, 6, first);  // lost
        first.close();
        const std::string whole = content_of_file(path("mean.csv"));
        auto second = ProbeWriter<2>::go_on(folder, probes, 0.25, stop, sizes);
        second.go_on_with(means);
        step_through(world, stop + 1, 6, second);
        second.close();
        EXPECT_EQ(content_of_file(path("mean.csv")), whole) << stop;
    }
}

TEST_F(ProbeFiles, HaveTheirHeaderBeforeTheFirstStep) {
    ProbeWriter<3> writer(folder, {{"all", -1, {"contacts"}, 0.0}}, 0.1);
    EXPECT_EQ(content_of_file(path("all.csv")), "time,contacts\n");
}

TEST_F(ProbeFiles, NeedTheirFolder) {
    EXPECT_THROW(ProbeWriter<2>(path("none"), {{"all", -1, {"contacts"}, 0.0}}, 0.1), FileError);
}

}  // namespace
}  // namespace drystone::probe_writer_test
