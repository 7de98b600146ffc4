#include "render/draw.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "charts/scale.h"
#include "render/camera.h"
#include "render/colours.h"
#include "render/legend.h"
#include "render/letters.h"
#include "render/svg.h"
#include "report/stress_field.h"

namespace drystone::render::draw_test {
namespace {

/// Three disks of radius 1, 2 and 3 on the x axis, 10 m apart; the first is fixed.
ShownBodies disks() {
    ShownBodies bodies;
    bodies.dimension = 2;
    bodies.materials = {"stone", "lead"};
    for (int i = 0; i < 3; ++i) {
        bodies.material.push_back(i == 2 ? 1 : 0);
        bodies.group.push_back(-1);
        bodies.fixed.push_back(i == 0);
        bodies.wall.push_back(i == 0);
        bodies.names.push_back("disk." + std::to_string(i));
        bodies.volume.push_back(3.0F);
        bodies.part_body.push_back(i);
        bodies.part_kind.push_back(ShownPart::ball);
        bodies.part_radius.push_back(static_cast<float>(i + 1));
        bodies.part_length.push_back(0.0F);
        bodies.part_centre.insert(bodies.part_centre.end(), {0.0F, 0.0F, 0.0F});
        bodies.part_axis.insert(bodies.part_axis.end(), {0.0F, 0.0F, 0.0F});
        bodies.part_turn.insert(bodies.part_turn.end(), {0.0F, 0.0F, 0.0F, 1.0F});
        bodies.part_solid.push_back(-1);
    }
    return bodies;
}

ShownFrame in_a_row() {
    ShownFrame frame;
    for (int i = 0; i < 3; ++i) {
        frame.position.insert(frame.position.end(), {10.0F * static_cast<float>(i), 0.0F});
        frame.velocity.insert(frame.velocity.end(), {static_cast<float>(i), 0.0F});
        frame.rotation.push_back(0.0F);
    }
    return frame;
}

void push(ShownFrame& frame, int a, int b, Vec<2> point, Vec<2> force) {
    frame.a.push_back(a);
    frame.b.push_back(b);
    for (int c = 0; c < 2; ++c) {
        frame.point.push_back(static_cast<float>(point[c]));
        frame.force.push_back(static_cast<float>(force[c]));
        frame.normal.push_back(c == 0 ? 1.0F : 0.0F);
    }
}

TEST(Chains, GoFromCentreToCentreAndEndAtWalls) {
    ShownFrame frame = in_a_row();
    push(frame, 0, 1, {{5.0, 0.0}}, {{10.0, 4.0}});
    push(frame, 1, 2, {{15.0, 0.0}}, {{-30.0, 0.0}});
    push(frame, 1, 2, {{16.0, 0.0}}, {{1e-4, 5.0}});  // hardly presses
    Drawing out;
    draw_forces(disks(), frame, ForceStyle::chains, {.newton = 10.0, .width = 2.0}, out);
    ASSERT_EQ(out.strokes.size(), 2U);
    EXPECT_EQ(out.strokes[0].points, (std::vector<Vec<3>>{{{5, 0, 0}}, {{10, 0, 0}}}));
    EXPECT_EQ(out.strokes[1].points, (std::vector<Vec<3>>{{{10, 0, 0}}, {{15, 0, 0}}, {{20, 0, 0}}}));
    EXPECT_DOUBLE_EQ(2.0 * out.strokes[0].radius, 2.0);
    EXPECT_DOUBLE_EQ(2.0 * out.strokes[1].radius, 6.0);
    EXPECT_EQ(out.strokes[0].colour, pressing);
    EXPECT_EQ(out.strokes[1].colour, pulling);
}

// A wall need not be fixed, and is at either side; between two walls there is no line.
TEST(Chains, EndAtTheContactOfWallsThatMove) {
    ShownBodies bodies = disks();
    bodies.fixed = {0, 0, 0};
    ShownFrame frame = in_a_row();
    push(frame, 0, 1, {{5.0, 0.0}}, {{10.0, 0.0}});
    push(frame, 1, 2, {{15.0, 0.0}}, {{10.0, 0.0}});
    const auto points = [&](std::vector<std::uint8_t> wall) {
        bodies.wall = std::move(wall);
        Drawing out;
        draw_forces(bodies, frame, ForceStyle::chains, {.newton = 10.0, .width = 2.0}, out);
        std::vector<std::vector<Vec<3>>> lines;
        for (const Stroke& stroke : out.strokes) lines.push_back(stroke.points);
        return lines;
    };
    using Lines = std::vector<std::vector<Vec<3>>>;
    EXPECT_EQ(points({1, 0, 1}), (Lines{{{{5, 0, 0}}, {{10, 0, 0}}}, {{{10, 0, 0}}, {{15, 0, 0}}}}));
    EXPECT_EQ(points({0, 1, 1}), (Lines{{{{0, 0, 0}}, {{5, 0, 0}}}}));
}

TEST(ChainsOrBars, AreChosenByTheBodiesThatAreNoWalls) {
    ShownBodies bodies = disks();
    EXPECT_EQ(usual_forces(bodies), ForceStyle::chains);
    bodies.part_kind[0] = ShownPart::solid;  // a plate: the wall
    EXPECT_EQ(usual_forces(bodies), ForceStyle::chains);
    bodies.part_kind[1] = ShownPart::solid;
    EXPECT_EQ(usual_forces(bodies), ForceStyle::bars);
}

// Two contacts of one joint, 1 N and 3 N: the resultant of 4 N acts at 3/4 of the way.
TEST(Bars, GoThroughTheCentreOfPressureAlongTheResultant) {
    ShownFrame frame = in_a_row();
    push(frame, 1, 2, {{5.0, 0.0}}, {{1.0, 0.0}});
    push(frame, 1, 2, {{5.0, 1.0}}, {{3.0, 3.0}});
    Drawing out;
    draw_forces(disks(), frame, ForceStyle::bars, {.newton = 10.0, .width = 2.0, .length = 5.0}, out);
    ASSERT_EQ(out.strokes.size(), 1U);
    const Stroke& bar = out.strokes[0];
    ASSERT_EQ(bar.points.size(), 3U);
    EXPECT_NEAR(norm(bar.points[1] - Vec<3>{{5.0, 0.75, 0.0}}), 0.0, 1e-12);
    EXPECT_NEAR(norm(bar.points[2] - bar.points[0] - Vec<3>{{4.0, 3.0, 0.0}}), 0.0, 1e-12);
    EXPECT_NEAR(norm(bar.points[2] - bar.points[1] - Vec<3>{{2.0, 1.5, 0.0}}), 0.0, 1e-12);
    EXPECT_NEAR(2.0 * bar.radius, 2.0 * 5.0 / 10.0, 1e-12);
}

// Body 0, a wall, is on the left: of the bar the half in body 1 is left, whether the joint presses or pulls.
TEST(Bars, EndAtTheContactWithAWall) {
    for (const double sign : {1.0, -1.0}) {
        ShownFrame frame = in_a_row();
        push(frame, 0, 1, {{5.0, 0.0}}, {{sign * 10.0, 0.0}});
        Drawing out;
        draw_forces(disks(), frame, ForceStyle::bars, {.newton = 10.0, .width = 2.0, .length = 5.0}, out);
        ASSERT_EQ(out.strokes.size(), 1U);
        EXPECT_EQ(out.strokes[0].points, (std::vector<Vec<3>>{{{5, 0, 0}}, {{7.5, 0, 0}}})) << sign;
    }
}

/// Ten bodies in a row that press on each other at x = 5, 15, .., 85, the first and the last of them walls.
ShownBodies row_of_ten() {
    ShownBodies bodies = disks();
    for (auto* list : {&bodies.fixed, &bodies.wall}) {
        list->assign(10, 0);
        list->front() = list->back() = 1;
    }
    bodies.material.assign(10, 0);
    bodies.names = {"wall", "a.0", "a.1", "a.2", "b.0", "b.1", "b.2", "b.3", "b.4", "end"};
    return bodies;
}

ShownFrame pressed_row() {
    ShownFrame frame;
    for (int i = 0; i + 1 < 10; ++i) {
        push(frame, i, i + 1, {{10.0 * i + 5.0, 0.0}}, {{1.0, 0.0}});
        push(frame, i, i + 1, {{10.0 * i + 5.0, 4.0}}, {{3.0, 9.0}});
    }
    return frame;
}

std::vector<Vec<3>> at_height_three(const std::vector<double>& x) {
    std::vector<Vec<3>> line;
    for (const double one : x) line.push_back({{one, 3.0, 0.0}});
    return line;
}

TEST(TheThrustLine, IsOneLineThroughAllCentresOfPressureFromWallToWall) {
    const auto lines = thrust_lines(row_of_ten(), pressed_row(), "");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0], at_height_three({5, 15, 25, 35, 45, 55, 65, 75, 85}));
}

TEST(TheThrustLine, OfSomeBodiesGoesToTheJointsAtTheirEnds) {
    const auto lines = thrust_lines(row_of_ten(), pressed_row(), "a");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0], at_height_three({5, 15, 25, 35}));
    ASSERT_EQ(thrust_lines(row_of_ten(), pressed_row(), "b").size(), 1U);
    EXPECT_EQ(thrust_lines(row_of_ten(), pressed_row(), "b")[0], at_height_three({35, 45, 55, 65, 75, 85}));
}

// A load of 12 N on body 2, from body 9: three lines meet at the mean of its centres of pressure, weighted by 4, 4 and 12 N.
TEST(TheThrustLine, BranchesWhereABodyIsPressedThrice) {
    ShownFrame frame = pressed_row();
    push(frame, 2, 9, {{20.0, 13.0}}, {{12.0, 0.0}});
    for (auto* list : {&frame.a, &frame.b})
        std::rotate(list->begin() + 6, list->end() - 1, list->end());  // by (a, b)
    for (auto* list : {&frame.point, &frame.force, &frame.normal})
        std::rotate(list->begin() + 12, list->end() - 2, list->end());
    const Vec<3> hub{{(4 * 15.0 + 4 * 25.0 + 12 * 20.0) / 20, (8 * 3.0 + 12 * 13.0) / 20, 0.0}};
    const auto lines = thrust_lines(row_of_ten(), frame, "");
    ASSERT_EQ(lines.size(), 3U);
    std::size_t points = 0;
    for (const auto& line : lines) {
        EXPECT_TRUE(norm(line.front() - hub) < 1e-12 || norm(line.back() - hub) < 1e-12);
        points += line.size();
    }
    EXPECT_EQ(points, 10U + 3U);
}

TEST(TheThrustLine, OfARingIsClosed) {
    ShownBodies bodies = disks();
    bodies.wall = {0, 0, 0};
    ShownFrame frame = in_a_row();
    push(frame, 0, 1, {{0.0, 0.0}}, {{1.0, 0.0}});
    push(frame, 0, 2, {{1.0, 0.0}}, {{1.0, 0.0}});
    push(frame, 1, 2, {{0.0, 1.0}}, {{1.0, 0.0}});
    const auto lines = thrust_lines(bodies, frame, "");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].size(), 4U);
    EXPECT_EQ(lines[0].front(), lines[0].back());
}

TEST(TheThrustLine, PassesJointsByThatPullOrHardlyPress) {
    ShownFrame frame = in_a_row();
    push(frame, 0, 1, {{5.0, 0.0}}, {{1.0, 0.0}});
    push(frame, 1, 2, {{15.0, 0.0}}, {{-1.0, 0.0}});
    EXPECT_TRUE(thrust_lines(disks(), frame, "").empty());
    frame.force[2] = 0.5e-4F;
    EXPECT_TRUE(thrust_lines(disks(), frame, "").empty());
    frame.force[2] = 2e-4F;
    EXPECT_EQ(thrust_lines(disks(), frame, "").size(), 1U);
    EXPECT_TRUE(thrust_lines(disks(), in_a_row(), "").empty());
}

TEST(AStrongForce, IsOneOfThoseDrawn) {
    ShownFrame frame = in_a_row();
    EXPECT_EQ(strong_force(disks(), frame, ForceStyle::chains), 0.0);
    push(frame, 0, 1, {{5.0, 0.0}}, {{3.0, 2.0}});
    push(frame, 0, 1, {{5.0, 1.0}}, {{3.0, 6.0}});
    EXPECT_DOUBLE_EQ(strong_force(disks(), frame, ForceStyle::chains), 3.0);
    EXPECT_DOUBLE_EQ(strong_force(disks(), frame, ForceStyle::bars), 10.0);
    EXPECT_EQ(strong_force(disks(), frame, ForceStyle::none), 0.0);
}

TEST(TheBounds, LeaveStragglersOutButNoWall) {
    Drawing drawing;
    for (int i = 0; i < 1000; ++i) drawing.balls.push_back({{{0.01 * i, 0.0, 0.0}}, 0.1, {}});
    drawing.balls[500].centre[1] = 1e6;
    drawing.strokes.push_back({.points = {{{-5.0, 0.0, 0.0}}, {{20.0, 7.0, 0.0}}}, .layer = Layer::wall});
    Bounds bounds{ViewAxes::scaled_identity(1.0)};
    bounds.add(drawing);
    EXPECT_DOUBLE_EQ(bounds.high[1], 7.0);
    EXPECT_DOUBLE_EQ(bounds.low[0], -5.0);
    EXPECT_DOUBLE_EQ(bounds.view_high[0], 20.0);
}

/// Nine hundred faces of one body do not make a straggler of another that has one.
TEST(TheBounds, HoldAFewBodiesHoweverManyFacesOneHas) {
    Drawing drawing;
    for (int k = 0; k < 900; ++k) drawing.faces.push_back({.corners = {{{0.0, 0.0, 0.0}}, {{1.0, 0.0, 0.0}}, {{0.0, 1.0, 0.001 * k}}}, .body = 0});
    drawing.faces.push_back({.corners = {{{5.0, 0.0, 0.0}}, {{6.0, 0.0, 0.0}}, {{5.0, 1.0, -3.0}}}, .body = 1});
    drawing.balls.push_back({.centre = {{-4.0, 0.0, 0.0}}, .radius = 0.5, .body = 2});
    Bounds bounds{ViewAxes::scaled_identity(1.0)};
    bounds.add(drawing);
    EXPECT_DOUBLE_EQ(bounds.high[0], 6.0);
    EXPECT_DOUBLE_EQ(bounds.low[0], -4.5);
    EXPECT_DOUBLE_EQ(bounds.low[2], -3.0);
    EXPECT_DOUBLE_EQ(bounds.view_high[2], 0.899);
}

TEST(Colours, OfMaterialsAndNumbers) {
    const ShownBodies bodies = disks();
    const ShownFrame frame = in_a_row();
    const std::vector<Colour> kinds = colours_of(ColourBy::material, bodies, frame, frame, 0.0);
    EXPECT_EQ(kinds[1], kind_colour(0));
    EXPECT_EQ(kinds[2], kind_colour(1));
    EXPECT_NE(kinds[1], kinds[2]);
    const std::vector<Colour> speeds = colours_of(ColourBy::velocity, bodies, frame, frame, 2.0);
    EXPECT_EQ(speeds[0], fixed_colour);
    EXPECT_EQ(speeds[1], on_ramp(0.5));
    EXPECT_EQ(speeds[2], on_ramp(1.0));
    for (const Colour& colour : colours_of(ColourBy::displacement, bodies, frame, frame, 0.0))
        EXPECT_TRUE(colour == on_ramp(0.0) || colour == fixed_colour);
}

TEST(Planes, EndAtTheBoxAndAtOtherPlanes) {
    ShownBodies bodies = disks();
    bodies.dimension = 3;
    bodies.part_kind = {ShownPart::plane, ShownPart::plane, ShownPart::ball};
    bodies.part_axis = {0, 0, 1, 1, 0, 0, 0, 0, 0};
    ShownFrame frame;
    frame.position = {0, 0, 0, -1, 0, 0, 1, 1, 1};
    frame.rotation = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    Drawing out;
    draw_planes(bodies, frame, {{-2.0, -3.0, -1.0}}, {{4.0, 5.0, 2.0}}, out);
    ASSERT_EQ(out.faces.size(), 2U);
    Bounds floor{ViewAxes::scaled_identity(1.0)};
    out.faces.resize(1);
    floor.add(out);
    EXPECT_NEAR(norm(floor.low - Vec<3>{{-1.0, -3.0, 0.0}}), 0.0, 1e-9);  // the wall at x = -1 cuts it
    EXPECT_NEAR(norm(floor.high - Vec<3>{{4.0, 5.0, 0.0}}), 0.0, 1e-9);
}

TEST(TheCamera, ShowsAllOfTheBounds) {
    const ViewAxes axes = view_axes({{1.0, -2.0, 0.7}}, {{0.0, 0.0, 1.0}});
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) EXPECT_NEAR(dot(axes[i], axes[j]), i == j, 1e-15);
    }
    EXPECT_NEAR(norm(cross(axes[0], axes[1]) - axes[2]), 0.0, 1e-15);
    EXPECT_GT(axes[1][2], 0.5);  // up is up
    Drawing drawing;
    drawing.balls = {
        {{{5.0, 1.0, 2.0}}, 0.5, {}}, {{{-4.0, 3.0, 0.0}}, 1.0, {}}, {{{0.0, -7.0, 1.0}}, 0.1, {}}};
    Bounds bounds(axes);
    bounds.add(drawing);
    for (const bool perspective : {false, true}) {
        const Camera camera = fit(axes, bounds, {10.0, 20.0, 300.0, 200.0}, perspective);
        for (const Ball& ball : drawing.balls) {
            for (const Vec<3>& way : {axes[0], axes[1], -axes[0], -axes[1]}) {
                const Vec<3> p = camera.project(camera.to_view(ball.centre + ball.radius * way));
                EXPECT_GE(p[0], 10.0 - 1e-9);
                EXPECT_LE(p[0], 310.0 + 1e-9);
                EXPECT_GE(p[1], 20.0 - 1e-9);
                EXPECT_LE(p[1], 220.0 + 1e-9);
            }
        }
    }
    EXPECT_NEAR(norm(cross(view_axes({{0, 0, 1}}, {{0, 0, 1}})[0], Vec<3>{{1, 0, 0}})), 0.0,
                1e-15);  // from straight above
}

/// The numbers of an attribute of all elements of a kind.
std::vector<double> values(const std::string& svg, const std::string& element, const std::string& attribute) {
    std::vector<double> out;
    for (std::size_t at = 0; (at = svg.find("<" + element + " ", at)) != std::string::npos; ++at) {
        const std::size_t from = svg.find(" " + attribute + "=\"", at);
        out.push_back(std::stod(svg.substr(from + attribute.size() + 3)));
    }
    return out;
}

TEST(AnSvg, HasCirclesOfTheRightRadiiAndLinesAsWideAsForces) {
    ShownFrame frame = in_a_row();
    push(frame, 0, 1, {{5.0, 0.0}}, {{10.0, 0.0}});
    push(frame, 1, 2, {{15.0, 0.0}}, {{25.0, 0.0}});
    Drawing drawing{.flat = true, .balls = {}, .faces = {}, .strokes = {}};
    draw_bodies(disks(), frame, std::vector<Colour>(3), drawing);
    draw_forces(disks(), frame, ForceStyle::chains, {.newton = 5.0, .width = 0.2}, drawing);
    const Camera camera{.scale = 20.0, .middle_x = 100.0, .middle_y = 100.0};
    const std::string svg = svg_of(drawing, camera, {}, 800, 600);
    const std::vector<double> r = values(svg, "circle", "r"), line = values(svg, "circle", "stroke-width");
    ASSERT_EQ(r.size(), 3U);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(r[i] + 0.5 * line[i], 20.0 * (i + 1), 1e-3);
    EXPECT_NEAR(values(svg, "circle", "cx")[1], 300.0, 1e-3);
    const std::vector<double> widths = values(svg, "polyline", "stroke-width");
    ASSERT_EQ(widths.size(), 2U);
    EXPECT_NEAR(widths[0], 20.0 * 0.4, 1e-3);
    EXPECT_NEAR(widths[1] / widths[0], 2.5, 1e-4);
}

TEST(Legends, UseRoundNumbers) {
    EXPECT_DOUBLE_EQ(round_number(1.0), 1.0);
    EXPECT_DOUBLE_EQ(round_number(4.9), 2.0);
    EXPECT_DOUBLE_EQ(round_number(0.0073), 0.005);
    EXPECT_EQ(round_number(0.0), 0.0);
    EXPECT_EQ(round_number(INFINITY), 0.0);
    const Overlay none = legend({.way = ColourBy::velocity, .top = 0.0}, 0.0, 600.0, 10.0);  // nothing moves
    EXPECT_EQ(none.lines.size(), 0U);
    const Overlay some =
        legend({.way = ColourBy::velocity, .top = 0.7}, 0.0, 600.0, 10.0);  // 0, 0.2, 0.4, 0.6
    ASSERT_EQ(some.texts.size(), 6U);
    EXPECT_EQ(some.texts[5].text, "0.6");
    EXPECT_NEAR((some.lines[3].y0 - some.lines[0].y0) / (0.3 * 600.0), -0.6 / 0.7, 1e-12);
}

/// Two squares of side 2 of one body, the second stretched to the right by 0.1, under tension and compression.
ShownBodies squares() {
    ShownBodies bodies;
    bodies.dimension = 2;
    bodies.material = {0};
    bodies.meshes = {.body = {0},
                     .node_start = {0, 6},
                     .face_start = {0, 2},
                     .reference = {0, 0, 2, 0, 4, 0, 0, 2, 2, 2, 4, 2},
                     .face_element = {0, 1},
                     .corner_start = {0, 4, 8},
                     .corner = {0, 1, 4, 3, 1, 2, 5, 4}};
    return bodies;
}

ShownFrame stretched() {
    ShownFrame frame;
    frame.displacement = {0, 0, 0, 0, 0.1F, 0, 0, 0, 0, 0, 0.1F, 0};
    frame.stress = {-100, 0, 0, 0, 0, 0, 50, 0};  // xx, yy, xy, zz
    return frame;
}

TEST(Meshes, HaveTheColoursOfTheirFieldAndMagnifiedDisplacements) {
    Drawing drawing;
    drawing.flat = true;
    const ShownFrame now = stretched();
    ShownFrame before = now;
    std::fill(before.displacement.begin(), before.displacement.end(), 0.0F);
    draw_meshes(squares(), {now, before, 10.0}, {fixed_colour},
                {.field = "sigma_xx", .low = -100.0, .top = 0.0}, drawing);
    ASSERT_EQ(drawing.faces.size(), 2U);
    EXPECT_EQ(drawing.faces[0].colour, on_ramp(1.0));  // strong compression is dark
    EXPECT_EQ(drawing.faces[1].colour, on_ramp(0.0));
    EXPECT_EQ(on_ramp_between(30.0, 0.0, 40.0), on_ramp(0.75));
    EXPECT_NEAR(drawing.faces[1].corners[1][0], 5.0, 1e-6);
    EXPECT_EQ(drawing.faces[1].corners[0][0], 2.0);

    Drawing plain;
    plain.flat = true;
    draw_meshes(squares(), stretched(), {fixed_colour}, {}, plain);
    EXPECT_EQ(plain.faces[1].colour, fixed_colour);
    EXPECT_NEAR(plain.faces[1].corners[1][0], 4.1, 1e-6);
}

TEST(Fields, AreThoseOfTheTextbook) {
    const auto values = [](const char* name) { return face_values(name, squares(), stretched()); };
    EXPECT_EQ(values("sigma_1"), (std::vector<float>{0.0F, 50.0F}));
    EXPECT_EQ(values("sigma_2"), (std::vector<float>{-100.0F, -50.0F}));
    EXPECT_EQ(values("sigma_xy"), (std::vector<float>{0.0F, 50.0F}));
    EXPECT_EQ(values("von_mises"), (std::vector<float>{100.0F, static_cast<float>(std::sqrt(3.0) * 50.0)}));
    EXPECT_EQ(values("displacement"), (std::vector<float>{0.0F, 0.05F}));
    EXPECT_TRUE(is_field("sigma_3", 3));
    EXPECT_FALSE(is_field("sigma_3", 2));
}

TEST(Crosses, LieAlongPrincipalStresses) {
    Drawing drawing;
    drawing.flat = true;
    draw_crosses(squares(), stretched(), 100.0, drawing);
    ASSERT_EQ(drawing.strokes.size(), 3U);  // one of compression, two of shear
    const Stroke& pressed = drawing.strokes[0];
    EXPECT_EQ(pressed.colour, pressing);
    EXPECT_NEAR(norm(pressed.points[1] - pressed.points[0]), 2.0, 1e-6);  // all through the element
    EXPECT_NEAR(pressed.points[0][1], 1.0, 1e-6);
    const Vec<3> tension = drawing.strokes[1].points[1] - drawing.strokes[1].points[0];
    EXPECT_EQ(drawing.strokes[1].colour, pulling);
    EXPECT_NEAR(tension[0], tension[1], 1e-6);  // at 45 degrees
    EXPECT_EQ(drawing.strokes[2].colour, pressing);
}

TEST(Letters, AllThatLegendsNeedAreInTheFont) {
    const auto unknown = strokes_of("\x01");
    ASSERT_EQ(unknown.size(), 4U);  // a box
    for (const char letter :
         std::string("0123456789.-+eabcdfghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/=_")) {
        const auto strokes = strokes_of(std::string(1, letter));
        EXPECT_FALSE(strokes.empty()) << letter;
        EXPECT_NE(strokes, unknown) << letter;
        for (const auto& [x0, y0, x1, y1] : strokes) {
            EXPECT_GE(std::min(x0, x1), 0.0) << letter;
            EXPECT_LE(std::max(x0, x1), 0.7) << letter;
            EXPECT_GE(std::min(y0, y1), -0.34) << letter;
            EXPECT_LE(std::max(y0, y1), 1.0 + 1e-9) << letter;
        }
    }
    EXPECT_GT(strokes_of("mm").back()[0], strokes_of("m").back()[0]);
}

}  // namespace
}  // namespace drystone::render::draw_test
