// Plots of columns, and the findings of a report in words, against closed forms.

#include "report/xy_plot.h"

#include <cmath>
#include <limits>
#include <regex>

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "report/findings.h"

namespace drystone::xy_plot_test {
namespace {

/// A probe "support" with a position that moves by 1 mm a second and a force of 1000 N and more.
std::vector<NumberTable> tables() {
    NumberTable support{
        .name = "support",
        .columns = {"time", "position.x", "contact_force.x"},
        .values = {{0, 1, 2, 3, 4}, {5.0, 5.001, 5.002, 5.003, 5.004}, {0, 1000, 2000, 3000, 4000}}};
    NumberTable coarse{.name = "coarse", .columns = {"time", "normal"}, .values = {{0, 2, 4}, {0, 20, 60}}};
    return {support, coarse};
}

std::vector<std::array<double, 2>> points_of(const std::string& svg) {
    std::smatch found;
    EXPECT_TRUE(std::regex_search(svg, found, std::regex("<polyline points=\"([^\"]*)\"")));
    std::vector<std::array<double, 2>> out;
    const std::string list = found[1];
    std::istringstream words(list);
    for (std::string pair; words >> pair;)
        out.push_back({std::stod(pair), std::stod(pair.substr(pair.find(',') + 1))});
    return out;
}

TEST(XyPlots, HaveTheirPointsWhereTheNumbersSay) {
    const Track x = track_of(tables(), {"support.position.x", true}, 2, "run"),
                y = track_of(tables(), {"-support.contact_force.x"}, 2, "run");
    const XyCurve curve = curve_of(x, y);
    EXPECT_NEAR(curve.x[4], 0.004, 1e-12);
    EXPECT_EQ(curve.y[4], -4000.0);
    const std::string svg = plot_svg({curve}, "F over u", {900.0, 600.0});
    const auto points = points_of(svg);
    ASSERT_EQ(points.size(), 5u);
    // A straight line, in steps of a quarter, falling: pixels grow downwards.
    for (std::size_t k = 1; k < 5; ++k) {
        EXPECT_NEAR(points[k][0] - points[0][0],
                    0.25 * static_cast<double>(k) * (points[4][0] - points[0][0]), 2e-3);
        EXPECT_NEAR(points[k][1] - points[0][1],
                    0.25 * static_cast<double>(k) * (points[4][1] - points[0][1]), 2e-3);
    }
    // x begins at 0, at the axis (84 px), and 4 mm of 4.12 are at 1/1.03 of the width.
    EXPECT_NEAR(points[0][0], 84.0, 1e-3);
    EXPECT_NEAR(points[4][0], 84.0 + (900.0 - 84.0 - 24.0) / 1.03, 0.01);
    EXPECT_GT(points[4][1], points[0][1]);
    for (const char* word :
         {"F over u", "position.x of support since the start [mm]", "-contact force.x of support [kN]"})
        EXPECT_NE(svg.find(word), std::string::npos) << word;
}

TEST(XyPlots, TakeXBetweenItsRowsWhereTimesDiffer) {
    const XyCurve curve = curve_of(track_of(tables(), {"coarse.normal"}, 2, "run"),
                                   track_of(tables(), {"support.contact_force.x"}, 2, "run"));
    EXPECT_EQ(curve.x, (std::vector<double>{0, 10, 20, 40, 60}));
    const XyCurve over_time =
        curve_of(track_of(tables(), {"time"}, 2, "run"), track_of(tables(), {"coarse.normal"}, 2, "run"));
    EXPECT_EQ(over_time.x, (std::vector<double>{0, 2, 4}));
}

TEST(XyPlots, SayWhichColumnsThereAre) {
    try {
        track_of(tables(), {"support.position.z"}, 2, "run");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(),
                     "run: there is no column \"support.position.z\"; there are time, support.position.x, "
                     "support.contact_force.x, coarse.normal");
    }
}

TEST(XyPlots, InterruptTheirLineWhereANumberIsNone) {
    XyCurve curve{.label = "a",
                  .of_x = "x",
                  .of_y = "y",
                  .unit_x = "",
                  .unit_y = "",
                  .x = {0, 1, 2, 3},
                  .y = {0, std::nan(""), 1, 2}};
    const std::string svg = plot_svg({curve}, "", {400.0, 300.0});
    int lines = 0;
    for (std::size_t at = svg.find("<polyline"); at != std::string::npos; at = svg.find("<polyline", at + 1))
        ++lines;
    EXPECT_EQ(lines, 2);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_NE(plot_svg({}, "", {400.0, 300.0}).find("</svg>"),
              std::string::npos);  // nothing to draw is no mistake
}

TEST(XyPlots, HaveUnitsThatLeaveNumbersReadable) {
    EXPECT_EQ(shown_unit("m", 0.05).name, "mm");
    EXPECT_EQ(shown_unit("m", 3.0).name, "m");
    EXPECT_EQ(shown_unit("N", 5e4).name, "kN");
    EXPECT_EQ(shown_unit("Pa", 5e6).factor, 1e-6);
    EXPECT_EQ(shown_unit("", 5e6).factor, 1.0);
    EXPECT_EQ(unit_of_column("area", 2), "m");
    EXPECT_EQ(unit_of_column("strain.xx", 2), "");
    EXPECT_EQ(unit_of_column("dissipation.friction", 3), "J");
}

/// The potential has a zero that nobody chose: it is left out, and shown apart as what has changed of it.
TEST(Energies, AreShownWithoutThePotential) {
    const NumberTable steps{.name = "steps",
                            .columns = {"time", "kinetic", "potential", "work", "dissipated"},
                            .values = {{1, 2}, {0.5, 0.25}, {1e6, 1e6 - 3.0}, {0, 0}, {1, 2}}};
    const std::vector<XyCurve> energies = energy_curves(steps), released = released_curves(steps);
    ASSERT_EQ(energies.size(), 2u);  // work is nothing
    EXPECT_EQ(energies[0].label, "kinetic");
    EXPECT_EQ(energies[1].label, "dissipated");
    ASSERT_EQ(released.size(), 1u);
    EXPECT_EQ(released[0].y, (std::vector<double>{0.0, -3.0}));
}

ShownBodies two_stones() {
    ShownBodies bodies;
    bodies.dimension = 2;
    for (int i = 0; i < 2; ++i) {
        bodies.material.push_back(0);
        bodies.names.push_back(i == 0 ? "base" : "");
        bodies.fixed.push_back(i == 0);
        bodies.wall.push_back(i == 0);
        bodies.part_body.push_back(i);
        bodies.part_kind.push_back(ShownPart::solid);
        bodies.part_radius.push_back(0.5F);
        bodies.part_centre.insert(bodies.part_centre.end(), {0.0F, 0.0F, 0.0F});
    }
    bodies.joints = {.a = {0}, .b = {1}, .start = {0, 2}, .corner = {0, 0, 1, 0}, .normal = {0, 1, 0, 1}};
    return bodies;
}

ShownFrame at(float x, float speed, float opening) {
    ShownFrame frame;
    frame.position = {0, 0, x, 1};
    frame.velocity = {0, 0, speed, 0};
    frame.joints = {.opening = {opening},
                    .slip = {0},
                    .damage = {0},
                    .utilisation = {0.5F},
                    .normal = {1},
                    .shear = {0},
                    .point = {0, 0},
                    .status = {1},
                    .corner_opening = {opening, 0}};
    return frame;
}

/// A second stone that moves, `radius` large; the others are as large as before.
std::string of_a_small_stone(float radius, float speed) {
    ShownBodies bodies = two_stones();
    bodies.material.push_back(0);
    bodies.names.push_back("pebble");
    bodies.fixed.push_back(false);
    bodies.wall.push_back(false);
    bodies.part_body.push_back(2);
    bodies.part_kind.push_back(ShownPart::solid);
    bodies.part_radius.push_back(radius);
    bodies.part_centre.insert(bodies.part_centre.end(), {0.0F, 0.0F, 0.0F});
    ShownFrame first = at(0, 0, 0);
    first.position.insert(first.position.end(), {2.0F, 1.0F});
    first.velocity.insert(first.velocity.end(), {speed, 0.0F});
    return findings_of_structure(bodies, first, first)[0].text.substr(0, 12);
}

TEST(Findings, SayWhetherItStands) {
    const auto said = [](const ShownFrame& last) {
        return findings_of_structure(two_stones(), at(0, 0, 0), last);
    };
    EXPECT_EQ(said(at(0.002F, 0, 0))[0].text,
              "Stands: at rest at the end; the largest displacement is 2 mm (body 1).");
    EXPECT_EQ(said(at(0.002F, 0.1F, 0))[0].text,
              "Still moving at the end, at up to 0.1 m/s; the largest displacement is 2 mm (body 1).");
    EXPECT_EQ(said(at(0.3F, 0, 0))[0].text,
              "Collapsed: 1 of 1 bodies have moved by more than half their radius.");
    EXPECT_EQ(said(at(0, 0, 0))[1].text, "No joint of 1 is open by more than 0.1 mm.");
    EXPECT_EQ(said(at(0, 0, 0.003F))[1].text,
              "Largest opening 3 mm, between base and body 1; 1 of 1 joints are open by more than 0.1 mm.");
    ShownFrame carried = at(0.302F, 0.5F, 0);  // by ground that moves as a whole
    carried.position[0] = 0.3F;
    carried.velocity[0] = 0.5F;
    EXPECT_EQ(said(carried)[0].text.substr(0, 75),
              "Stands: at rest at the end; the largest displacement is 2 mm (body 1).");
    EXPECT_TRUE(findings_of_structure(ShownBodies{}, {}, {}).empty());
}

/// docs/report.md: faster than sqrt(g r) / 1000 with its own radius r, not that of the largest.
TEST(Findings, ASmallStoneIsFastByItsOwnSize) {
    EXPECT_EQ(of_a_small_stone(0.005F, 0.001F), "Still moving");  // 0.2 mm/s are allowed
    EXPECT_EQ(of_a_small_stone(0.005F, 0.0002F), "Stands: at r");
    EXPECT_EQ(of_a_small_stone(0.5F, 0.001F), "Stands: at r");  // 2.2 mm/s
}

TEST(Findings, SayWhetherStepsConverged) {
    const auto said = [](const std::string& summary) { return findings_of_solution(summary); };
    EXPECT_EQ(
        said(R"({"steps": 10, "steps_not_converged": 0, "tolerance": 1e-6, "residual": {"max": 1e-7}})")[0]
            .text,
        "All 10 steps converged (largest residual 1e-07, tolerance 1e-06).");
    const std::vector<Finding> bad =
        said(R"({"steps": 10, "steps_not_converged": 2, "energy": {"balance_error_relative": -0.2}})");
    EXPECT_EQ(bad[0].tone, Finding::Tone::bad);
    EXPECT_EQ(bad[1].text, "Energies do not add up: 20 % of what was turned over is missing.");
    EXPECT_EQ(said("")[0].text, "The run has not come to its end.");
}

}  // namespace
}  // namespace drystone::xy_plot_test
