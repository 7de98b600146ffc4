#include "report/report.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <numbers>

#include "core/input_error.h"
#include "io/folders.h"
#include "io/frames_writer.h"
#include "report/run_reader.h"
#include "report/served_run.h"
#include "step/world.h"

namespace drystone::report_test {
namespace {

/// A ball above a floor, in a material whose name wants to break out of the page.
World<3> ball_above_floor() {
    WorldDescription<3> scene;
    scene.gravity = {{0.0, 0.0, -10.0}};
    scene.materials = {{"</script>", 1000.0}};
    scene.bodies.resize(2);
    scene.bodies.edit(0).name = "floor";
    scene.bodies.edit(0).fixed = true;
    scene.bodies.edit(0).geometry = {{Plane<3>{{{0.0, 0.0, 1.0}}}}};
    scene.bodies.edit(1).name = "ball";
    scene.bodies.edit(1).group = "grains";
    scene.bodies.edit(1).geometry = {{Ball<3>{0.5}}};
    scene.bodies.edit(1).position = {{1.0, 2.0, 0.5}};
    return make_world(std::move(scene));
}

/// A folder with a run of three frames in it.
class ReportOfARun : public InAFolder {
  protected:
    void SetUp() override {
        InAFolder::SetUp();
        World<3> world = ball_above_floor();
        ThreadPool pool(1);
        StepSettings settings;
        settings.step = 0.01;
        auto frames = FramesWriter<3>::create(path("frames.h5"), world,
                                              FramesHead{"0.1", "A <ball>", "", {}, settings.step});
        frames.write(world, settings.step);
        for (int i = 0; i < 2; ++i) {
            advance(world, settings, pool);
            frames.write(world, settings.step);
        }
        frames.close(world);
        put_file(path("scene.toml"), "# <scene> & all\n");
        put_file(path("summary.json"),
                 R"({"title": "A <ball>", "steps": 2, "warnings": ["1 of 2 steps did not converge"],)"
                 R"( "residual": {"max": null}})");
        put_file(path("steps.csv"), "step,time,residual\n1,0.01,1e-06\n2,0.02,2e-06\n");
    }

    std::string report() {
        write_report(folder, {});
        return content_of_file(path("report.html"));
    }
};

int times_in(const std::string& text, const std::string& word) {
    int count = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++count;
    return count;
}

TEST_F(ReportOfARun, SaysInWordsWhatItIsAbout) {
    const std::string text = report();
    EXPECT_NE(text.find("<title>A &lt;ball&gt;</title>"), std::string::npos);
    EXPECT_NE(text.find("<li>1 of 2 steps did not converge</li>"), std::string::npos);
    EXPECT_NE(text.find("# &lt;scene&gt; &amp; all\n</pre>"), std::string::npos);
    EXPECT_NE(text.find("<tr><th>max</th><td>not finite</td></tr>"), std::string::npos);
    EXPECT_EQ(text.find("</script>\""), std::string::npos);
}

TEST_F(ReportOfARun, AppearsWholeAndReplacesTheOneBefore) {
    put_file(path("report.html"), "old");
    const std::string text = report();
    EXPECT_TRUE(text.starts_with("<!doctype html>"));
    EXPECT_TRUE(text.ends_with("</html>\n"));
    EXPECT_FALSE(std::filesystem::exists(path("report.html.part")));
}

TEST_F(ReportOfARun, IsServedInPiecesAndNothingElse) {
    ServedRun served(folder, false);
    for (const char* path : {"run.json", "geometry", "table/0", "frame/0", "frame/2", "frame/1/bodies", "frame/1/values/velocity",
                             "frame/1/values/displacement", "frame/1/values/rotation", "frame/1/values/pressure", "frame/1/values/opening",
                             "frame/1/values/slip", "frame/1/values/damage", "frame/1/values/utilisation", "frame/1/values/status",
                             "frame/1/forces/5", "frame/1/body/1", "body/1"}) {
        const std::optional<HttpAnswer> answer = served.answer(path);
        ASSERT_TRUE(answer) << path;
        EXPECT_EQ(answer->status, 200) << path;
        EXPECT_FALSE(answer->body.empty()) << path;
    }
    for (const char* path : {"", "run.json/", "frame", "frame/", "frame/3", "frame/-1", "frame/1/", "frame/1/values", "frame/1/values/",
                             "frame/1/values/weight", "frame/1/forces/0", "frame/1/forces/-1", "frame/1/body/2", "frame/1/body/1/",
                             "body/2", "body/", "table/1", "scene.toml", "../frames.h5"})
        EXPECT_FALSE(served.answer(path)) << path;
}

// The ball lies: its weight is borne, and it has not moved.
TEST_F(ReportOfARun, TellsTheNumbersOfABody) {
    const std::string numbers = ServedRun(folder, false).answer("frame/2/body/1")->body;
    const double weight = 1000.0 * 4.0 / 3.0 * std::numbers::pi * 0.125 * 10.0;
    const std::size_t at = numbers.find("\"force\":[");
    double force[3] = {};
    ASSERT_NE(at, std::string::npos) << numbers;
    ASSERT_EQ(std::sscanf(numbers.c_str() + at, "\"force\":[%lf,%lf,%lf]", &force[0], &force[1], &force[2]), 3) << numbers;
    EXPECT_NEAR(force[2], weight, 1e-4 * weight);
    EXPECT_NE(numbers.find("\"bearing\":1"), std::string::npos) << numbers;
    EXPECT_NE(numbers.find("\"position\":[1.0,2.0,0.5]"), std::string::npos) << numbers;
}

TEST_F(ReportOfARun, FollowsABody) {
    const NumberTable track = RunReader(folder).track(1);
    EXPECT_EQ(track.name, "ball");
    EXPECT_EQ(track.columns, (std::vector<std::string>{"time", "position.x", "position.y", "position.z", "velocity.x", "velocity.y", "velocity.z",
                                                       "angular_velocity.x", "angular_velocity.y", "angular_velocity.z"}));
    ASSERT_EQ(track.rows(), 3U);
    EXPECT_NEAR(track.values[0][2], 0.02, 1e-12);
    EXPECT_EQ(track.values[2], (std::vector<double>{2.0, 2.0, 2.0}));
}

TEST_F(ReportOfARun, ReadsTheFramesAsTheyWere) {
    RunReader run(folder);
    ASSERT_EQ(run.frames(), 3);
    EXPECT_EQ(run.bodies().names, (std::vector<std::string>{"floor", "ball"}));
    EXPECT_EQ(run.bodies().groups, std::vector<std::string>{"grains"});
    EXPECT_EQ(run.bodies().group, (std::vector<int>{-1, 0}));
    EXPECT_EQ(run.bodies().up, (std::array{0.0, 0.0, 1.0}));
    EXPECT_NEAR(run.bodies().volume[1], std::acos(-1.0) / 6.0, 1e-6);
    const ShownFrame last = run.frame(2);
    EXPECT_FLOAT_EQ(last.position[3], 1.0F);
    EXPECT_FLOAT_EQ(last.position[5], 0.5F);
    ASSERT_EQ(last.contacts(), 1U);
    EXPECT_NEAR(last.force[2], 1000.0 * 10.0 * std::acos(-1.0) / 6.0, 1e-2);  // its weight
    EXPECT_EQ(run.tables().at(0).values[2], (std::vector<double>{1e-6, 2e-6}));
}

TEST_F(ReportOfARun, ThatWasKilledSaysSo) {
    std::filesystem::remove(path("summary.json"));
    EXPECT_NE(report().find("<li>the run has not come to its end"), std::string::npos);
}

TEST_F(ReportOfARun, OfASummaryThatSomebodyChangedSaysSo) {
    for (const char* text : {"{ \"interrupted\": \"no\" }", "{ \"warnings\": 3, \"steps\": \"many\" }", "[1, 2]", "{ cut o"}) {
        put_file(path("summary.json"), text);
        EXPECT_NE(report().find("<li>summary.json cannot be read"), std::string::npos) << text;
    }
    std::filesystem::remove(path("summary.json"));
    std::filesystem::create_directory(path("summary.json"));
    EXPECT_NE(report().find("<li>the run has not come to its end"), std::string::npos);
}

TEST_F(ReportOfARun, WithoutFramesHasTheWordsAndThePlots) {
    std::filesystem::remove(path("frames.h5"));
    const std::string text = report();
    EXPECT_NE(text.find("did not converge"), std::string::npos);
    EXPECT_EQ(times_in(text, "id=\"frame/"), 0);
}

TEST_F(ReportOfARun, RefusesFramesThatAreNone) {
    put_file(path("frames.h5"), "not HDF5");
    try {
        report();
        FAIL();
    } catch (const InputError& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with(path("frames.h5"))) << error.what();
    }
    EXPECT_FALSE(std::filesystem::exists(path("report.html")));
}

TEST_F(InAFolder, AReportOfAnEmptyFolderIsRefused) {
    EXPECT_THROW(write_report(folder, {}), InputError);
    EXPECT_THROW(write_report(folder + "/nowhere", {}), InputError);
}

}  // namespace
}  // namespace drystone::report_test
