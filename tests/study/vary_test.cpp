// Plans, tables and what is collected: the parts of a study that need no runs.

#include "study/vary.h"

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "scene/scene_text.h"
#include "study/collapse.h"
#include "study/picture.h"
#include "study/plan_file.h"

namespace drystone::vary_test {
namespace {

using Words = std::vector<std::string>;

std::string refusal(const std::function<void()>& what) {
    try {
        what();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

void expect_says(const std::string& said, const std::string& wanted) {
    EXPECT_NE(said.find(wanted), std::string::npos) << "said: " << said << "\nwanted: " << wanted;
}

TEST(Vary, TakesRangesAndLists) {
    EXPECT_EQ(parse_vary("a.b=0.3:0.6:7").values,
              (Words{"0.3", "0.35", "0.4", "0.45", "0.5", "0.55", "0.6"}));
    EXPECT_EQ(parse_vary("a=-1e-3:1e-3:3").values, (Words{"-0.001", "0", "0.001"}));
    EXPECT_EQ(parse_vary("a=0.1:10:5:log").values,
              (Words{"0.1", "0.316227766017", "1", "3.16227766017", "10"}));
    EXPECT_EQ(parse_vary("a=5:1:2").values, (Words{"5", "1"}));
    EXPECT_EQ(parse_vary("a=1,2.5,1e4").values, (Words{"1", "2.5", "1e4"}));
    EXPECT_EQ(parse_vary("a=[0,-9.81],[0,-1.6]").values, (Words{"[0,-9.81]", "[0,-1.6]"}));
    EXPECT_EQ(parse_vary("a=\"x,y\",{k=\"a\",m=[1,2]}").values, (Words{"\"x,y\"", "{k=\"a\",m=[1,2]}"}));
    EXPECT_EQ(parse_vary("drives.0.file=a b.csv,1999.at2").set_to(0), "drives.0.file=\"a b.csv\"");
    EXPECT_EQ(parse_vary("drives.0.file=a b.csv,1999.at2").set_to(1), "drives.0.file=\"1999.at2\"");
    EXPECT_EQ(parse_vary("a=true,euler,=2*w").set_to(0), "a=true");
    EXPECT_EQ(parse_vary("a=true,euler,=2*w").set_to(1), "a=\"euler\"");
    EXPECT_EQ(parse_vary("a=true,euler,=2*w").set_to(2), "a==2*w");
}

TEST(Vary, RefusesWhatIsNeither) {
    for (const char* wrong : {"a", "=1", "a="})
        expect_says(refusal([&] { parse_vary(wrong); }), "write --vary key.path=a:b:n");
    for (const char* wrong : {"a=1:2:0", "a=1:2:1", "a=1:2:2.5", "a=1:2:x", "a=1:2:1e9"})
        expect_says(refusal([&] { parse_vary(wrong); }), "n must be a whole number, 2 to a million");
    expect_says(refusal([&] { parse_vary("a=0:1:3:log"); }), "needs two numbers above zero");
    expect_says(refusal([&] { parse_vary("a=1,,2"); }), "an empty value");
    expect_says(refusal([&] { parse_vary("a=1:2"); }), "how many values? write a:b:n, e.g. a=1:2:10");
    expect_says(refusal([&] { parse_varies({"a=1,2", "a=3"}); }), "the key a is varied twice");
    expect_says(refusal([&] { parse_varies({"a=1:2:1000", "b=1:2:1000", "c=1,2"}); }), "more than a million");
}

TEST(Vary, CombinesEveryValueWithEveryOther) {
    const std::vector<Vary> varies = parse_varies({"a=1,2", "b=x,y,z"});
    EXPECT_EQ(number_of_runs(varies), 6u);
    EXPECT_EQ(overrides_of_run(varies, 0), (Words{"a=1", "b=\"x\""}));
    EXPECT_EQ(overrides_of_run(varies, 4), (Words{"a=2", "b=\"y\""}));
    EXPECT_EQ(folder_of_run(7, 12), "0007");
    EXPECT_EQ(folder_of_run(7, 20000), "00007");
}

/// A scene with probes called "a", "a.b" and "joint".
std::string probed(int dimension) {
    const std::string ball = dimension == 2 ? "disk" : "sphere",
                      place = dimension == 2 ? "[0, 1]" : "[0, 0, 1]";
    return head(dimension) + "[[bodies]]\nname = \"x\"\nmaterial = \"m\"\nshape = { type = \"" + ball +
           "\", radius = 0.1 }\nposition = " + place +
           "\n[[probes]]\nname = \"a\"\nbody = \"x\"\nquantities = [\"position\"]\n[[probes]]\nname = "
           "\"a.b\"\nbody = \"x\"\nquantities = "
           "[\"velocity\", \"contacts\"]\n";
}

TEST(Collect, KnowsProbesAndColumns) {
    const Folder folder;
    for (const int dimension : {2, 3}) {
        const Scene scene = read_scene(folder.write("s.toml", probed(dimension)), {});
        EXPECT_EQ(parse_item("a.position.x:last", "--collect", scene).column, "position.x");
        EXPECT_EQ(parse_item("a.b.velocity.y:absmax", "--collect", scene).probe, "a.b");
        EXPECT_EQ(parse_item("a.b.contacts:mean", "--collect", scene).reduction, Reduction::mean);
        EXPECT_EQ(parse_item("a.time:max", "--collect", scene).column, "time");
        expect_says(refusal([&] { parse_item("a.positon.x:last", "--collect", scene); }),
                    "did you mean \"a.position.x\"?");
        expect_says(refusal([&] { parse_item("c.position.x:last", "--collect", scene); }),
                    "did you mean \"a.position.x\"?");
        for (const char* wrong : {"a.position.x", "a.position.x:", "a.position.x:sum"})
            expect_says(refusal([&] { parse_item(wrong, "--collect", scene); }),
                        "write --collect probe.column:last");
        if (dimension == 2)
            expect_says(refusal([&] { parse_item("a.position.z:last", "--collect", scene); }),
                        "no probe and column");
    }
    const Scene none = read_scene(folder.write("s.toml", head(2)), {});
    expect_says(refusal([&] { parse_item("a.x:max", "--collect", none); }), "the scene has no [[probes]]");
}

TEST(Collect, ReducesAColumnOverTime) {
    const Folder folder;
    std::filesystem::create_directories(folder.path("probes"));
    folder.write("probes/p.csv",
                 "time,x,y\n0.1,1,nan\n0.2,-5,2\n0.3,2.5,nan\n0.4,99");  // the last line was cut off
    const auto value = [&](const char* column, Reduction reduction) {
        return value_of({"", "p", column, reduction}, folder.path("."));
    };
    EXPECT_EQ(value("x", Reduction::last), 2.5);
    EXPECT_EQ(value("x", Reduction::max), 2.5);
    EXPECT_EQ(value("x", Reduction::min), -5.0);
    EXPECT_EQ(value("x", Reduction::absmax), 5.0);
    EXPECT_EQ(value("x", Reduction::mean), -0.5);
    EXPECT_EQ(value("time", Reduction::max), 0.3);
    EXPECT_EQ(value("y", Reduction::mean), 2.0);
    EXPECT_EQ(value("y", Reduction::last), std::nullopt);
    EXPECT_EQ(value("z", Reduction::max), std::nullopt);
    EXPECT_EQ(value_of({"", "q", "x", Reduction::max}, folder.path(".")), std::nullopt);
}

TEST(StudyPlan, KnowsWhatIsDifferent) {
    const Folder folder;
    const std::string scene = folder.write("s.toml", probed(2));
    const auto plan = [&](const Words& set, const Words& vary) {
        return make_plan("1", scene, set, parse_varies(vary));
    };
    const StudyPlan first = plan({}, {"interactions.0.friction=0.1,0.2"});
    folder.write("study.json", plan_json(first));
    const StudyPlan again = read_plan(folder.path(".")).value();
    EXPECT_EQ(difference(again, first), "");
    expect_says(difference(again, plan({"time.step=1e-4"}, {"interactions.0.friction=0.1,0.2"})),
                "--set was another");
    expect_says(difference(again, plan({}, {"interactions.0.friction=0.1,0.3"})),
                "--vary was another: interactions.0.friction (2 values)");
    folder.write("s.toml", probed(2) + "\n");
    expect_says(difference(again, plan({}, {"interactions.0.friction=0.1,0.2"})), "the scene was another");
    StudyPlan newer = first;
    newer.version = "2";
    expect_says(difference(again, newer), "begun by Drystone 1, and this is 2");
    expect_says(refusal([&] { plan({}, {"interactions.3.friction=1,2"}); }), "interactions has 1 entries");
    EXPECT_EQ(read_plan(folder.path("nowhere")), std::nullopt);
    folder.write("study.json", "{}");
    expect_says(refusal([&] { read_plan(folder.path(".")); }), "is not the plan of a study");
}

TEST(StudyPlan, KnowsTheFilesOfEveryRun) {
    const Folder folder;
    const std::string scene =
        folder.write("s.toml", probed(2) +
                                   "[[drives]]\nbody = \"x\"\nmotion = { quantity = \"velocity\", direction "
                                   "= [1, 0], kind = \"record\", file = \"a.csv\" }\n");
    folder.write("a.csv", "0,0\n1,1\n");
    const auto plan = [&] { return make_plan("1", scene, {}, parse_varies({"drives.0.file=a.csv,b.csv"})); };
    expect_says(refusal([&] { plan(); }), "there is no file");
    folder.write("b.csv", "0,0\n1,2\n");
    const StudyPlan first = plan();
    EXPECT_EQ(first.inputs.size(), 2u);
    folder.write("b.csv", "0,0\n1,3\n");
    expect_says(difference(first, plan()), "b.csv has changed");
}

StudyTable small_table() {
    StudyTable table{"A <title>", "nowhere", parse_varies({"a=1,2", "file=x.csv,\"y,z.csv\""}), {}, true, {}};
    table.items = {{"p.x:max", "p", "x", Reduction::max}};
    table.rows = {{RunStatus::done, {0.1}, false, ""},
                  {RunStatus::not_converged, {1e-300}, true, ""},
                  {RunStatus::refused, {}, std::nullopt, "it is <wrong>"},
                  {RunStatus::missing, {std::nullopt}, std::nullopt, ""}};
    return table;
}

TEST(StudyTable, IsACsvWithARowForEveryRun) {
    EXPECT_EQ(table_csv(small_table()),
              "run,a,file,p.x:max,status,collapsed\n"
              "0000,1,x.csv,0.1,done,0\n"
              "0001,1,\"\"\"y,z.csv\"\"\",1e-300,not_converged,1\n"
              "0002,2,x.csv,,refused,\n"
              "0003,2,\"\"\"y,z.csv\"\"\",,missing,\n");
    StudyTable plain = small_table();
    plain.judged = false;
    EXPECT_EQ(table_csv(plain).substr(0, 25), "run,a,file,p.x:max,status");
}

TEST(StudyTable, IsAPageWithItsPlotAndNothingLooseInIt) {
    const StudyTable table = small_table();
    const Fragility fragility = analyse(table, 0);
    const std::string html = table_html(table, &fragility);
    expect_says(html, "<h1>A &lt;title&gt;</h1>");
    expect_says(html, "it is &lt;wrong&gt;");
    expect_says(html, "<svg");
    expect_says(html, "p.x:max");
    EXPECT_EQ(html.find("<title>\""), std::string::npos);
    StudyTable empty = table;
    for (StudyRow& row : empty.rows) row = {};
    EXPECT_EQ(items_svg(empty), "");
    EXPECT_NE(table_html(empty, nullptr).find("missing"), std::string::npos);
}

TEST(RunStatus, IsWhatTheFolderTells) {
    const Folder folder;
    const auto with = [&](const char* summary) {
        folder.write("summary.json", summary);
        return status_in(folder.path("."));
    };
    EXPECT_EQ(status_in(folder.path("none")), RunStatus::missing);
    EXPECT_EQ(with(R"({"interrupted": false, "steps_not_converged": 0, "steps_not_finite": 0})"),
              RunStatus::done);
    EXPECT_EQ(with(R"({"interrupted": false, "steps_not_converged": 2, "steps_not_finite": 0})"),
              RunStatus::not_converged);
    EXPECT_EQ(with(R"({"interrupted": false, "steps_not_converged": 2, "steps_not_finite": 1})"),
              RunStatus::not_finite);
    EXPECT_EQ(with(R"({"interrupted": true})"), RunStatus::missing);
    folder.write("checkpoint.h5", "");
    EXPECT_EQ(with(R"({"interrupted": true})"), RunStatus::interrupted);
    EXPECT_EQ(with("{ cut o"), RunStatus::interrupted);
    EXPECT_EQ(with(R"({"interrupted": "no"})"), RunStatus::interrupted);
    EXPECT_EQ(with(R"({"steps_not_converged": [2]})"), RunStatus::interrupted);
}

}  // namespace
}  // namespace drystone::vary_test
