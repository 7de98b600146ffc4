// What a run says while it goes: once a tenth of the way, whatever its steps are, wherever it begins.

#include "run/progress.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace drystone::progress_test {
namespace {

/// Lines of a run to `end` whose steps are as given, one after the other, from where it begins.
std::vector<std::string> lines_of(double end, const std::vector<double>& steps, Progress::Place now = {},
                                  Progress::Style style = Progress::Style::lines) {
    std::vector<std::string> lines;
    Progress progress(style, end, now, [&](const std::string& text) { lines.push_back(text); });
    for (const double h : steps) {
        now = {now.time + h, now.steps + 1};
        progress.show(now, {});
    }
    progress.clear();
    return lines;
}

double percent(const std::string& line) { return std::stod(line); }

TEST(Progress, TellsEachTenthOnceWhateverTheStep) {
    for (const int steps : {10, 30, 100, 1000, 12345}) {
        const std::vector<std::string> lines = lines_of(0.7, std::vector<double>(static_cast<std::size_t>(steps), 0.7 / steps));
        ASSERT_EQ(lines.size(), 10U) << steps;
        for (std::size_t k = 0; k < 10; ++k) {
            EXPECT_GE(percent(lines[k]), 10.0 * static_cast<double>(k + 1) - 0.05) << steps << lines[k];
            EXPECT_LE(percent(lines[k]), 10.0 * static_cast<double>(k + 1) + 100.0 / steps) << steps << lines[k];
        }
        EXPECT_NE(lines[9].find("t = 0.7 s"), std::string::npos) << lines[9];
        EXPECT_NE(lines[9].find("0 s left"), std::string::npos) << lines[9];
    }
}

TEST(Progress, FewStepsHaveALineEach) {
    const std::vector<std::string> lines = lines_of(3.0, {1.0, 1.0, 1.0});
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_NEAR(percent(lines[0]), 33.3, 0.05);
    EXPECT_NEAR(percent(lines[2]), 100.0, 0.05);
}

TEST(Progress, StagesWithShortStepsEndAtAHundredPerCent) {
    std::vector<double> steps = {0.5, 0.5};
    steps.insert(steps.end(), 1000, 1e-3);  // as long as these two
    const std::vector<std::string> lines = lines_of(2.0, steps);
    ASSERT_EQ(lines.size(), 7U);  // 25, 50, then 60 to 100
    for (std::size_t k = 1; k < lines.size(); ++k) EXPECT_GT(percent(lines[k]), percent(lines[k - 1]));
    EXPECT_NEAR(percent(lines.back()), 100.0, 0.05);
}

TEST(Progress, ARunThatGoesOnBeginsWhereItStopped) {
    const std::vector<std::string> lines = lines_of(1.0, std::vector<double>(65, 0.01), {0.35, 35});
    ASSERT_EQ(lines.size(), 7U);  // 40 to 100
    EXPECT_NEAR(percent(lines[0]), 40.0, 0.05);
}

TEST(Progress, BeyondTheEndThereIsNothingLeft) {
    for (const double end : {0.0, 0.02}) {
        for (const std::string& line : lines_of(end, std::vector<double>(5, 0.01))) {
            EXPECT_LE(percent(line), 100.0);
            EXPECT_EQ(line.find('-'), std::string::npos) << line;
            EXPECT_EQ(line.find("nan"), std::string::npos) << line;
        }
    }
}

TEST(Progress, SilenceSaysNothing) {
    EXPECT_TRUE(lines_of(1.0, std::vector<double>(10, 0.1), {}, Progress::Style::silent).empty());
    EXPECT_TRUE(lines_of(1.0, {}, {}, Progress::Style::redrawn).empty());  // nothing drawn, nothing to take away
}

TEST(Progress, TimesAreInWords) {
    EXPECT_EQ(in_words(0.0), "0 s");
    EXPECT_EQ(in_words(59.4), "59 s");
    EXPECT_EQ(in_words(59.6), "1 min 00 s");
    EXPECT_EQ(in_words(185.0), "3 min 05 s");
    EXPECT_EQ(in_words(3599.6), "1 h 00 min");
    EXPECT_EQ(in_words(7800.0), "2 h 10 min");
}

}  // namespace
}  // namespace drystone::progress_test
