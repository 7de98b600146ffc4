// Joints in pictures: kerns, cracks, thrust, mechanisms, against closed forms.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "render/draw.h"
#include "render/joint_faces.h"
#include "render/legend.h"
#include "render/svg.h"

namespace drystone::render::joints_test {
namespace {

/// The kern of a line of length l is its middle third.
TEST(Kerns, OfALineAreItsMiddleThird) {
    const Kern kern = kern_of({{{0.0, 0.0, 0.0}}, {{0.0, 0.6, 0.0}}});
    ASSERT_EQ(kern.outline.size(), 2u);
    EXPECT_NEAR(kern.outline[0][1], 0.2, 1e-15);
    EXPECT_NEAR(kern.outline[1][1], 0.4, 1e-15);
    for (const auto& [y, inside] :
         {std::pair(0.199, false), std::pair(0.201, true), std::pair(0.399, true), std::pair(0.401, false)})
        EXPECT_EQ(kern.holds({{0.0, y, 0.0}}), inside) << y;
}

/// Of a rectangle b x h the diamond with half diagonals b / 6 and h / 6, however it lies in space; of a hexagon and a triangle it holds what
/// the stress 1 + p . J^-1 r says at all corners.
TEST(Kerns, OfARectangleAreItsInnerDiamond) {
    const Vec<3> o{{1.0, 2.0, 3.0}}, x{{0.6, 0.8, 0.0}}, y{{0.0, 0.0, 1.0}};
    const double b = 0.9, h = 0.3;
    const Kern kern = kern_of({o, o + b * x, o + b * x + h * y, o + h * y});
    EXPECT_LT(norm(kern.centre - (o + 0.5 * b * x + 0.5 * h * y)), 1e-14);
    ASSERT_EQ(kern.outline.size(), 4u);
    double along = 0.0, up = 0.0;
    for (const Vec<3>& p : kern.outline) {
        along = std::max(along, dot(p - kern.centre, x));
        up = std::max(up, dot(p - kern.centre, y));
    }
    EXPECT_NEAR(along, b / 6.0, 1e-14);
    EXPECT_NEAR(up, h / 6.0, 1e-14);
    EXPECT_TRUE(kern.holds(kern.centre + 0.99 * b / 6.0 * x));
    EXPECT_FALSE(kern.holds(kern.centre + 0.6 * b / 6.0 * x + 0.6 * h / 6.0 * y));
}

TEST(Kerns, OfATriangleAreATriangleAQuarterAsLarge) {
    const Kern kern = kern_of({{{0.0, 0.0, 0.0}}, {{1.0, 0.0, 0.0}}, {{0.0, 1.0, 0.0}}});
    double area = 0.0;
    for (std::size_t i = 0; i < 3; ++i) area += 0.5 * cross(kern.outline[i], kern.outline[(i + 1) % 3])[2];
    EXPECT_NEAR(std::abs(area), 0.5 / 16.0, 1e-14);
}

/// Two squares of side 1 on each other, the joint at y = 1 from x = 0 to 1; the lower one is fixed.
ShownBodies two_squares() {
    ShownBodies bodies;
    bodies.dimension = 2;
    bodies.materials = {"stone"};
    bodies.shapes = {{.vertices = {-0.5F, -0.5F, 0, 0.5F, -0.5F, 0, 0.5F, 0.5F, 0, -0.5F, 0.5F, 0},
                      .faces = {{0, 1, 2, 3}}}};
    for (int i = 0; i < 2; ++i) {
        bodies.material.push_back(0);
        bodies.group.push_back(-1);
        bodies.fixed.push_back(i == 0);
        bodies.wall.push_back(i == 0);
        bodies.names.push_back("stone." + std::to_string(i));
        bodies.volume.push_back(1.0F);
        bodies.part_body.push_back(i);
        bodies.part_kind.push_back(ShownPart::solid);
        bodies.part_radius.push_back(0.7F);
        bodies.part_length.push_back(0.0F);
        bodies.part_centre.insert(bodies.part_centre.end(), {0.0F, 0.0F, 0.0F});
        bodies.part_axis.insert(bodies.part_axis.end(), {0.0F, 0.0F, 0.0F});
        bodies.part_turn.insert(bodies.part_turn.end(), {0.0F, 0.0F, 0.0F, 1.0F});
        bodies.part_solid.push_back(0);
    }
    bodies.joints = {.a = {0}, .b = {1}, .start = {0, 2}, .corner = {1, 1, 0, 1}, .normal = {0, 1, 0, 1}};
    return bodies;
}

/// The upper square turned by an angle about (0, 1).
ShownFrame tipped(double angle) {
    ShownFrame frame;
    const double c = std::cos(angle), s = std::sin(angle);
    frame.position = {0.5F, 0.5F, static_cast<float>(0.5 * c - 0.5 * s),
                      static_cast<float>(1.0 + 0.5 * s + 0.5 * c)};
    frame.rotation = {0.0F, static_cast<float>(angle)};
    frame.velocity.assign(4, 0.0F);
    const float open = static_cast<float>(2.0 * std::sin(0.5 * angle));
    frame.joints = {.opening = {open},
                    .slip = {0.0F},
                    .damage = {0.25F},
                    .utilisation = {0.5F},
                    .normal = {10.0F},
                    .shear = {1.0F},
                    .point = {0.0F, 1.0F},
                    .status = {1},
                    .corner_opening = {open, 0.0F}};
    return frame;
}

TEST(CrackMaps, AreAsWideAsTheJointIsOpenAlongIt) {
    const double angle = 0.01;
    const ShownFrame first = tipped(0.0), now = tipped(angle);
    Drawing out{.flat = true, .balls = {}, .faces = {}, .strokes = {}};
    const JointLook look{.by = ColourBy::opening, .top = 0.02, .least = 0.001, .width = 0.1, .grows = true};
    draw_joints(two_squares(), first, now, look, out);
    ASSERT_FALSE(out.strokes.empty());
    double covered = 0.0;
    for (const Stroke& piece : out.strokes) {
        const double x = 0.5 * (piece.points[0][0] + piece.points[1][0]);
        EXPECT_NEAR(2.0 * piece.radius, 0.1 * (angle * x) / 0.02,
                    1e-4);  // width x opening / top, the opening grows with x
        EXPECT_NEAR(piece.points[0][1], 1.0 + 0.5 * angle * piece.points[0][0],
                    1e-4);  // in the middle of the gap
        EXPECT_EQ(piece.layer, Layer::joint);
        covered += norm(piece.points[1] - piece.points[0]);
    }
    EXPECT_NEAR(covered, 0.9, 0.05);  // what is open by less than 1 mm is left out: x < 0.1
    const std::vector<CrackLabel> labels = crack_labels(two_squares(), first, now, 0.001);
    ASSERT_EQ(labels.size(), 1u);
    EXPECT_NEAR(labels[0].opening, angle, 1e-6);
    EXPECT_NEAR(labels[0].outwards[0], 1.0, 1e-4);
}

TEST(Joints, HaveTheColourOfWhatTheyAre) {
    const ShownFrame first = tipped(0.0), now = tipped(0.01);
    const auto colour = [&](ColourBy by, double top) {
        Drawing out{.flat = true, .balls = {}, .faces = {}, .strokes = {}};
        draw_joints(two_squares(), first, now, {.by = by, .top = top, .width = 0.01}, out);
        EXPECT_EQ(out.strokes.size(), 1u);
        return out.strokes.at(0).colour;
    };
    EXPECT_EQ(colour(ColourBy::damage, 1.0), on_joint_ramp(0.25));
    EXPECT_EQ(colour(ColourBy::utilisation, 1.0), on_joint_ramp(0.5));
    EXPECT_EQ(colour(ColourBy::status, 1.0), status_colour(1));
    EXPECT_EQ(colours_of(ColourBy::utilisation, two_squares(), now, first, 1.0)[1], on_ramp(0.5));
    EXPECT_EQ(colours_of(ColourBy::opening, two_squares(), now, first, 0.02)[1],
              on_ramp(0.5 * (now.joints.opening[0] / 0.01)));
}

/// Points that coincide stay together however much their displacement is magnified; here the hinge at (0, 1), and the far corner goes N times as far.
TEST(Mechanisms, KeepTheirHingesClosed) {
    const double angle = 0.01, times = 20.0;
    const ShownFrame first = tipped(0.0), now = tipped(angle);
    Drawing out{.flat = true, .balls = {}, .faces = {}, .strokes = {}};
    draw_bodies(two_squares(), {now, first, times}, std::vector<Colour>(2), out);
    const std::vector<Vec<3>>& upper = out.faces.at(1).corners;
    EXPECT_LT(norm(upper[0] - Vec<3>{{0.0, 1.0, 0.0}}), 1e-5);
    EXPECT_NEAR(upper[1][0], 1.0 + times * (std::cos(angle) - 1.0), 1e-5);
    EXPECT_NEAR(upper[1][1], 1.0 + times * std::sin(angle), 1e-5);

    Drawing arrows{.flat = true, .balls = {}, .faces = {}, .strokes = {}};
    draw_displacements(two_squares(), {now, first, times}, {.radius = 0.01}, arrows);
    ASSERT_EQ(arrows.strokes.size(), 1u);  // the lower one is fixed
    EXPECT_LT(norm(arrows.strokes[0].points[0] - Vec<3>{{0.5, 1.5, 0.0}}), 1e-6);
    const Vec<3> tip = arrows.faces.at(0).corners[1];
    EXPECT_NEAR(tip[0], 0.5 + times * (0.5 * std::cos(angle) - 0.5 * std::sin(angle) - 0.5), 1e-4);
    draw_ghosts(two_squares(), first, arrows);
    EXPECT_EQ(arrows.strokes.back().layer, Layer::ghost);
}

void press(ShownFrame& frame, Vec<2> point, double force) {
    frame.a.push_back(0);
    frame.b.push_back(1);
    frame.point.insert(frame.point.end(), {static_cast<float>(point[0]), static_cast<float>(point[1])});
    frame.normal.insert(frame.normal.end(), {0.0F, 1.0F});
    frame.force.insert(frame.force.end(), {0.0F, static_cast<float>(force)});
    frame.gap.push_back(0.0F);
    frame.status.push_back(1);
}

TEST(TheKern, IsLeftWhereTheThrustIsOutsideTheMiddleThird) {
    for (const auto& [right, left] : {std::pair(1.0, 0), std::pair(1.9, 0),
                                      std::pair(2.1, 1)}) {  // at right / (1 + right): 2/3 is the edge
        ShownFrame frame = tipped(0.0);
        press(frame, {{0.0, 1.0}}, 1.0);
        press(frame, {{1.0, 1.0}}, right);
        Drawing out{.flat = true, .balls = {}, .faces = {}, .strokes = {}};
        const KernCount count = draw_kern(two_squares(), tipped(0.0), frame, {"", 0.1}, out);
        EXPECT_EQ(count.joints, 1);
        EXPECT_EQ(count.left, left) << right;
        EXPECT_EQ(out.strokes.size(), static_cast<std::size_t>(left));
    }
}

TEST(SvgOfJoints, HasAGroupForEachKind) {
    Drawing drawing{.flat = true, .balls = {}, .faces = {}, .strokes = {}};
    draw_joints(two_squares(), tipped(0.0), tipped(0.01), {.by = ColourBy::status, .width = 0.02}, drawing);
    Camera camera{.scale = 100.0, .middle_x = 50.0, .middle_y = 350.0};
    const std::string svg = svg_of(drawing, camera, {}, 400, 400);
    for (const char* name : {"before", "kern", "joints", "forces", "thrust", "marks"})
        EXPECT_NE(svg.find("<g id=\"" + std::string(name) + "\">"), std::string::npos) << name;
    EXPECT_NE(svg.find("stroke-width=\"2\""), std::string::npos) << svg;  // 0.02 m at 100 pixels a metre
}

}  // namespace
}  // namespace drystone::render::joints_test
