#include "charts/chart.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace drystone::chart_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                 infinity = std::numeric_limits<double>::infinity();

int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

TEST(Scale, OfPowersOfTenEnclosesWhatItTakesIn) {
    Scale scale = Scale::powers_of_ten();
    scale.include(3e-4);
    scale.include(20.0);
    for (const double no_say : {0.0, -5.0, nan, infinity}) scale.include(no_say);
    EXPECT_EQ(scale.low(), -4.0);
    EXPECT_EQ(scale.high(), 2.0);
    EXPECT_DOUBLE_EQ(scale.share(1e-4), 0.0);
    EXPECT_DOUBLE_EQ(scale.share(1e-1), 0.5);
    EXPECT_DOUBLE_EQ(scale.share(1e2), 1.0);
}

TEST(Scale, OfPowersHasWhatIsLessAtItsLowEnd) {
    Scale scale = Scale::powers_of_ten();
    scale.include(1e-3);
    scale.include(1.0);
    for (const double less : {1e-9, 0.0, -1.0}) EXPECT_EQ(scale.share(less), 0.0);
}

TEST(Scale, OfPowersIsADecadeAtLeast) {
    Scale nothing = Scale::powers_of_ten(), one = Scale::powers_of_ten();
    one.include(1000.0);
    EXPECT_EQ(nothing.share(10.0), 1.0);
    EXPECT_EQ(one.share(1e4), 1.0);
    EXPECT_EQ(one.ticks(5), (std::vector<double>{3.0, 4.0}));
}

TEST(Scale, TicksOfPowersAreWholeAndNotTooMany) {
    Scale scale = Scale::powers_of_ten();
    scale.include(1e-12);
    scale.include(1.0);
    EXPECT_EQ(scale.ticks(6), (std::vector<double>{-12, -10, -8, -6, -4, -2, 0}));
    EXPECT_EQ(scale.ticks(20).size(), 13u);
}

TEST(Scale, TicksOfALinearOneAreRoundNumbersWithinIt) {
    for (const double low : {-7.3, 0.0, 0.013}) {
        for (double length = 1e-3; length < 1e4; length *= 1.7) {
            for (const int most : {3, 6, 8}) {
                const std::vector<double> ticks = Scale::linear(low, low + length).ticks(most);
                if (most > 3) {
                    ASSERT_GE(ticks.size(), 2u) << low << " " << length << " " << most;
                }
                ASSERT_LE(ticks.size(), static_cast<std::size_t>(most) + 1);
                if (ticks.size() < 2) continue;
                const double step = ticks[1] - ticks[0];
                EXPECT_NEAR(step / round_number(step), 1.0, 1e-6);
                EXPECT_GE(ticks.front(), low - 1e-6 * length);
                EXPECT_LE(ticks.back(), low + length * (1.0 + 1e-6));
                EXPECT_LT(ticks.front(), low + step);
                EXPECT_GT(ticks.back(), low + length - step);
            }
        }
    }
}

Chart small_chart() {
    Chart chart{.title = "a < b & c",
                .of_x = "N",
                .of_y = "cost",
                .x = Scale::linear(0.0, 10.0),
                .corner = {100.0, 50.0},
                .size = {200.0, 120.0}};
    for (const double y : {1.0, 100.0}) chart.y.include(y);
    return chart;
}

TEST(Chart, PutsNumbersWhereTheAxesSay) {
    const Chart chart = small_chart();
    const Pixel origin = chart.at(0.0, 1.0), middle = chart.at(5.0, 10.0), end = chart.at(10.0, 100.0);
    EXPECT_EQ(origin.x, 100.0);
    EXPECT_EQ(origin.y, 170.0);  // pixels go down
    EXPECT_EQ(middle.x, 200.0);
    EXPECT_EQ(middle.y, 110.0);
    EXPECT_EQ(end.x, 300.0);
    EXPECT_EQ(end.y, 50.0);
}

TEST(Chart, DrawsALineAndItsMarks) {
    Chart chart = small_chart();
    chart.series.push_back({.id = "one", .colour = "#123456", .points = {{0.0, 1.0}, {5.0, 10.0, false}}});
    chart.series.push_back({.colour = "#654321", .line = 0.0, .points = {{10.0, 100.0, false}}});
    chart.series.push_back({.colour = "#abcdef", .mark = 0.0, .points = {{0.0, 1.0}, {10.0, 100.0}}});
    SvgSheet sheet(400.0, 300.0);
    draw(chart, sheet);
    const std::string svg = sheet.finish();
    EXPECT_EQ(count(svg, "<polyline points=\"100,170 200,110\""), 1);
    EXPECT_EQ(count(svg, "<polyline "), 2);
    EXPECT_EQ(count(svg, "<circle "), 3);
    EXPECT_EQ(count(svg, "<circle cx=\"100\" cy=\"170\" r=\"3\" fill=\"#123456\""), 1);
    EXPECT_EQ(count(svg, "<circle cx=\"200\" cy=\"110\" r=\"3\" fill=\"white\""), 1);  // over its own line
    EXPECT_EQ(count(svg, "<circle cx=\"300\" cy=\"50\" r=\"3\" fill=\"none\""), 1);
    EXPECT_EQ(count(svg, "<g id=\"one\">"), 1);
    EXPECT_EQ(count(svg, "<g"), count(svg, "</g>"));
    EXPECT_EQ(count(svg, ">10<tspan"), 3);  // 1, 10 and 100 by powers
    EXPECT_EQ(count(svg, "a &lt; b &amp; c"), 1);
}

TEST(Chart, ABandGoesAlongItsUpperEdgeAndBack) {
    Chart chart = small_chart();
    chart.bands.push_back({.colour = "#0072b2", .points = {{0.0, 1.0, 10.0}, {10.0, 10.0, 100.0}}});
    SvgSheet sheet(400.0, 300.0);
    draw(chart, sheet);
    EXPECT_EQ(count(sheet.finish(), "<polygon points=\"100,110 300,50 300,110 100,170\""), 1);
}

TEST(Chart, OfNothingIsWhole) {
    SvgSheet sheet(400.0, 300.0);
    draw(Chart{}, sheet);
    const std::string svg = sheet.finish();
    EXPECT_EQ(count(svg, "nan") + count(svg, "inf"), 0);
    EXPECT_EQ(count(svg, "<"), count(svg, ">"));
    EXPECT_NE(svg.find("</svg>"), std::string::npos);
}

TEST(Chart, KeysOfALegendAreAsWideAsTheirWords) {
    SvgSheet sheet(400.0, 300.0);
    const double narrow = draw_key({.label = "a"}, {}, sheet),
                 wide = draw_key({.label = "abcdefgh"}, {}, sheet);
    EXPECT_GT(wide, narrow);
    EXPECT_EQ(count(sheet.finish(), "<circle "), 2);
}

TEST(SvgSheet, WordsCannotBreakTheFile) {
    SvgSheet sheet(10.0, 10.0);
    sheet.text({1.0, 2.0}, "\"<g>\"&\x01\n");
    sheet.open("a\"b");
    sheet.close();
    const std::string svg = sheet.finish();
    EXPECT_EQ(count(svg, ">&quot;&lt;g&gt;&quot;&amp;</text>"), 1);
    EXPECT_EQ(count(svg, "<g id=\"a&quot;b\">"), 1);
}

TEST(Colours, OfNeighboursDiffer) {
    for (int k = 0; k < 20; ++k) EXPECT_STRNE(distinct_colour(k), distinct_colour(k + 1));
}

}  // namespace
}  // namespace drystone::chart_test
