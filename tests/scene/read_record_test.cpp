#include <gtest/gtest.h>

#include "scene/scene_text.h"

namespace drystone::read_record_test {
namespace {

/// A plate that follows the record file.
std::string driven_by(const std::string& file, const std::string& more = "") {
    return head(2) + R"([[bodies]]
name = "plate"
material = "m"
fixed = true
shape = { type = "plane", normal = [0, 1] }
[[drives]]
body = "plate"
motion = { quantity = "acceleration", direction = [1, 0], kind = "record", file = ")" +
           file + "\"" + more + " }\n";
}

std::vector<Signal::Point> points_of(const Scene& scene) {
    return world_of<2>(scene).motions.at(0).signal.points;
}

/// Scene and record side by side; the scene names the record relative to itself.
std::vector<Signal::Point> points(const std::string& file, const std::string& text,
                                  const std::string& more = "") {
    const Folder folder;
    folder.write(file, text);
    return points_of(read_scene(folder.write("scene.toml", driven_by(file, more)), {}));
}

std::string complaint(const std::string& file, const std::string& text) {
    const Folder folder;
    const std::string record = folder.write(file, text);
    const std::string said = objection(folder.write("scene.toml", driven_by(file)));
    return said.starts_with(record) ? said.substr(record.size() + 1) : said;
}

void expect_three(const std::vector<Signal::Point>& p, double step, double scale) {
    ASSERT_EQ(p.size(), 3u);
    EXPECT_EQ(p[0].time, 0.0);
    EXPECT_DOUBLE_EQ(p[2].time, 2.0 * step);
    EXPECT_DOUBLE_EQ(p[0].value, 0.1 * scale);
    EXPECT_DOUBLE_EQ(p[1].value, -0.2 * scale);
    EXPECT_DOUBLE_EQ(p[2].value, 0.03 * scale);
}

TEST(ReadRecord, PeerFilesInTheirUsualForms) {
    const std::string title =
        "PEER NGA STRONG MOTION DATABASE RECORD\nImperial Valley-06, 10/15/1979\nUNITS OF G\n";
    expect_three(
        points("a.AT2", title + "NPTS=      3, DT=   .0050 SEC,\n  .1000E+00 -.2000E+00\n  .3000E-01\n"),
        0.005, 1);
    expect_three(points("b.at2", title + "NPTS = 3 , DT = 0.01\r\n0.1 -0.2 0.03\r\n"), 0.01, 1);
    expect_three(points("c.at2", title + "    3   0.0200   NPTS, DT\n0.1\n-0.2\n+0.03\n"), 0.02, 1);
    expect_three(points("d.txt", title + "npts=3, dt=.02 sec\n0.1, -0.2, 0.03\n"), 0.02, 1);
}

TEST(ReadRecord, ScaleMultipliesTheValues) {
    expect_three(points("a.at2", "NPTS= 3, DT= .5\n0.1 -0.2 0.03\n", ", scale = 9.81"), 0.5, 9.81);
}

TEST(ReadRecord, TwoColumnsWithCommentsAndTitles) {
    expect_three(points("a.csv", "time,acceleration\n0,0.1\n0.5,-0.2\n1.0,0.03\n"), 0.5, 1);
    expect_three(points("b.csv", "# measured\n\n0;0.1\n0.5;-0.2\n1.0;0.03"), 0.5, 1);
    expect_three(points("c.dat", "% t a\n0 0.1\n0.5\t-0.2\n1.0   0.03\n"), 0.5, 1);
}

TEST(ReadRecord, MistakesPointIntoTheRecord) {
    EXPECT_EQ(complaint("a.at2", "x\nNPTS= 3, DT= .5\n0.1 0.2 x3\n"), "3:9: \"x3\" is not a number");
    EXPECT_EQ(complaint("a.at2", "x\nNPTS= 4, DT= .5\n0.1 0.2 0.3\n"),
              "2:1: the header says NPTS = 4, but the record has 3 values");
    EXPECT_TRUE(
        complaint("a.at2", "NPTS= 3, DT= none\n0.1\n").starts_with("1:1: NPTS and DT of the record cannot"));
    EXPECT_EQ(complaint("a.csv", "0,1\n1,2\n1,3\n"),
              "3:1: the times of a record must ascend, but 1 follows 1");
    EXPECT_EQ(complaint("a.csv", "0,1\n1,2,3\n"), "2:5: expected two numbers in a line, found 3");
    EXPECT_EQ(complaint("a.csv", "0,1\n1\n"), "2:1: expected two numbers in a line, found 1");
    EXPECT_EQ(complaint("a.csv", "-1,1\n1,2\n"), "1:1: a time in a record must not be negative");
    EXPECT_EQ(complaint("a.csv", "0,1\n1,nan\n"), "2:3: \"nan\" is not a number");
    EXPECT_NE(complaint("a.at2", "0.1 0.2\n").find("scene.toml:18:83: \""), std::string::npos)
        << complaint("a.at2", "0.1 0.2\n");
    EXPECT_NE(complaint("a.csv", "# nothing\n").find("has no values"), std::string::npos);
}

}  // namespace
}  // namespace drystone::read_record_test
