#include "render/raster.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "render/light.h"

namespace drystone::render::raster_test {
namespace {

constexpr Colour black{0.0, 0.0, 0.0}, red{1.0, 0.0, 0.0}, blue{0.0, 0.0, 1.0};
constexpr RasterSettings small{.width = 400, .height = 300};

/// From +z, 100 pixels a metre, the origin in the middle.
Camera from_above(double distance = 0.0) {
    return {.scale = 100.0, .distance = distance, .middle_x = 200.0, .middle_y = 150.0};
}

Image image_of(const Drawing& drawing, const Camera& camera, int threads = 1, double opacity = 1.0) {
    ThreadPool pool(threads);
    RasterSettings settings = small;
    settings.opacity = opacity;
    return rasterise(drawing, camera, {}, settings, pool);
}

/// Pixels that are not white, by how much: of black things the area they cover.
double covered(const Image& image) {
    double sum = 0.0;
    for (std::size_t i = 0; i < image.rgb.size(); i += 3) sum += (255 - image.rgb[i]) / 255.0;
    return sum;
}

Drawing one_ball(double radius, const Colour& colour, double z = 0.0) {
    Drawing drawing;
    drawing.balls.push_back({{{0.0, 0.0, z}}, radius, colour});
    return drawing;
}

/// A cube of side 1 about the origin, turned about z.
Drawing cube(const Colour& colour, double angle) {
    Drawing drawing;
    const double c = std::cos(angle), s = std::sin(angle);
    for (int axis = 0; axis < 3; ++axis) {
        for (const double side : {-0.5, 0.5}) {
            Face face{.corners = {}, .colour = colour};
            for (const auto& [u, v] : {std::pair{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}) {
                Vec<3> p;
                p[axis] = side;
                p[(axis + 1) % 3] = side > 0.0 ? u : v;
                p[(axis + 2) % 3] = side > 0.0 ? v : u;
                face.corners.push_back({{c * p[0] - s * p[1], s * p[0] + c * p[1], p[2]}});
            }
            drawing.faces.push_back(face);
        }
    }
    return drawing;
}

TEST(ABall, CoversADiscOfItsRadius) {
    for (const double radius : {0.15, 0.3, 1.2}) {
        const double area = std::numbers::pi * radius * radius * 1e4;
        EXPECT_NEAR(covered(image_of(one_ball(radius, black), from_above())), area, 0.01 * area) << radius;
    }
}

// In perspective one sees the tangent cone: sin(half angle) = r / D', and the disc has the radius scale D tan(half angle).
TEST(ABall, CoversItsTangentConeInPerspective) {
    const double D = 3.0, r = 0.5;
    for (const double z : {-1.0, 0.0, 0.8}) {
        const double half = std::asin(r / (D - z)), radius = 100.0 * D * std::tan(half);
        const double area = std::numbers::pi * radius * radius;
        EXPECT_NEAR(covered(image_of(one_ball(r, black, z), from_above(D))), area, 0.01 * area) << z;
    }
}

// Aside of the axis the cone is cut askew: an ellipse from tan(a - h) to tan(a + h), with the other half axis
// sin h / sqrt(cos^2 h - sin^2 a).
TEST(ABall, IsAnEllipseAsideOfTheMiddleInPerspective) {
    const double D = 3.0, r = 0.3, x = 1.0, a = std::atan2(x, D), h = std::asin(r / std::hypot(x, D));
    Drawing drawing = one_ball(r, black);
    drawing.balls[0].centre[0] = x;
    const double major = 0.5 * (std::tan(a + h) - std::tan(a - h));
    const double minor = std::sin(h) / std::sqrt(std::cos(h) * std::cos(h) - std::sin(a) * std::sin(a));
    const double area = std::numbers::pi * major * minor * 1e4 * D * D;
    EXPECT_NEAR(covered(image_of(drawing, from_above(D))), area, 0.01 * area);
}

TEST(ABall, IsLitWithinBounds) {
    const Image image = image_of(one_ball(1.0, red), from_above());
    int least = 255, most = 0;
    for (int y = 60; y < 240; ++y) {
        for (int x = 110; x < 290; ++x) {
            if (std::hypot(x + 0.5 - 200.0, y + 0.5 - 150.0) > 97.0) continue;
            least = std::min<int>(least, image.at(x, y)[0]);
            most = std::max<int>(most, image.at(x, y)[0]);
            ASSERT_EQ(image.at(x, y)[1], 0);
        }
    }
    EXPECT_GE(least, std::floor(255.0 * darkest));
    EXPECT_LE(least, 255.0 * (darkest + 0.15));  // the side away from the light is dark
    EXPECT_GE(most, 254);
    EXPECT_GT(image.at(170, 110)[0], image.at(230, 190)[0]);  // light comes from above left
}

TEST(TheNearer, HidesTheFarther) {
    for (const double distance : {0.0, 10.0}) {
        for (const bool swapped : {false, true}) {
            Drawing drawing;
            drawing.balls = {{{{0.0, 0.0, 1.0}}, 0.5, red}, {{{0.0, 0.0, -1.0}}, 1.0, blue}};
            if (swapped) std::swap(drawing.balls[0], drawing.balls[1]);
            const Image image = image_of(drawing, from_above(distance));
            EXPECT_EQ(image.at(200, 150)[2], 0) << "the small red one is in front";
            EXPECT_EQ(image.at(200, 220)[0], 0) << "the large blue one looks out behind it";
            EXPECT_GT(image.at(200, 220)[2], 100);
        }
    }
}

TEST(ABallInAFloor, IsCutWhereTheyMeet) {
    Drawing drawing = one_ball(1.0, red);
    drawing.faces.push_back({.corners = {{{-9, -9, 0.8}}, {{9, -9, 0.8}}, {{9, 9, 0.8}}, {{-9, 9, 0.8}}},
                             .colour = blue,
                             .layer = Layer::wall});
    const Image image = image_of(drawing, from_above());  // the cap above z = 0.8 has the radius 0.6
    EXPECT_EQ(image.at(200, 150 - 58)[2], 0);
    EXPECT_EQ(image.at(200, 150 - 62)[0], 0);
    EXPECT_EQ(image.at(200, 150 - 62)[2], 255);
}

TEST(ACube, CoversItsShadow) {
    for (const double angle : {0.0, 0.3, std::numbers::pi / 4}) {
        EXPECT_NEAR(covered(image_of(cube(black, angle), from_above())), 1e4, 100.0) << angle;
    }
    // In perspective its top, which is half a metre nearer, hides the rest.
    EXPECT_NEAR(covered(image_of(cube(black, 0.2), from_above(4.0))), 1e4 * std::pow(4.0 / 3.5, 2), 150.0);
    // From the side, along a diagonal of the base.
    Camera beside = from_above();
    beside.axes = view_axes({{1.0, 1.0, 0.0}}, {{0.0, 0.0, 1.0}});
    EXPECT_NEAR(covered(image_of(cube(black, 0.0), beside)), std::sqrt(2.0) * 1e4, 150.0);
}

TEST(AStroke, CoversACapsule) {
    Drawing drawing;
    drawing.strokes.push_back(
        {.points = {{{-1.0, 0.0, 0.0}}, {{1.0, 0.5, 0.0}}}, .radius = 0.1, .colour = black});
    const double area = (std::hypot(2.0, 0.5) * 0.2 + std::numbers::pi * 0.01) * 1e4;
    for (const bool flat : {false, true}) {
        drawing.flat = flat;
        EXPECT_NEAR(covered(image_of(drawing, from_above())), area, 0.01 * area);
    }
}

TEST(ADisk, HasItsColourUnlit) {
    Drawing drawing = one_ball(1.0, {0.2, 0.4, 0.6});
    drawing.flat = true;
    const Image image = image_of(drawing, from_above());
    for (const int x : {130, 200, 270}) {
        EXPECT_EQ(image.at(x, 150)[0], 51);
        EXPECT_EQ(image.at(x, 150)[1], 102);
        EXPECT_EQ(image.at(x, 150)[2], 153);
    }
}

TEST(TranslucentBodies, VeilWhatIsBehindAndNotWhatIsBefore) {
    Drawing drawing = one_ball(1.0, black);
    drawing.strokes.push_back(
        {.points = {{{-0.5, 0.0, 0.0}}, {{0.5, 0.0, 0.0}}}, .radius = 0.1, .colour = red});
    drawing.strokes.push_back(
        {.points = {{{-0.5, 0.5, 2.0}}, {{0.5, 0.5, 2.0}}}, .radius = 0.1, .colour = red});
    const Image image = image_of(drawing, from_above(), 1, 0.25);
    EXPECT_NEAR(image.at(200, 150)[0], 0.75 * 255, 2.0);  // inside the ball
    EXPECT_NEAR(image.at(200, 100)[0], 255, 1.0);         // before it
    EXPECT_NEAR(image.at(200, 190)[0], 0.75 * 255, 2.0);  // white seen through it
}

TEST(ThePicture, HasTheSameBitsForAnyNumberOfThreads) {
    Drawing drawing = cube(red, 0.4);
    for (int i = 0; i < 200; ++i)
        drawing.balls.push_back({{{std::sin(1.7 * i), std::cos(2.3 * i), std::sin(0.9 * i)}},
                                 0.05 + 0.001 * i,
                                 on_ramp(i / 200.0)});
    for (const double distance : {0.0, 5.0}) {
        const Image one = image_of(drawing, from_above(distance), 1);
        EXPECT_EQ(image_of(drawing, from_above(distance), 2), one);
        EXPECT_EQ(image_of(drawing, from_above(distance), 5), one);
    }
}

// A ball may touch many bands of rows: none may forget it, wherever it is.
TEST(ThePicture, HasNoHoleBetweenBands) {
    for (const double distance : {0.0, 3.0}) {
        for (const double y : {-1.3, -0.41, 0.9}) {
            Drawing drawing = one_ball(0.4, black);
            drawing.balls[0].centre[1] = y;
            const Camera camera = from_above(distance);
            const Image image = image_of(drawing, camera);
            const double a = std::atan2(y, distance), h = std::asin(0.4 / std::hypot(y, distance));
            const double high = distance > 0.0 ? distance * std::tan(a + h) : y + 0.4;
            const double low = distance > 0.0 ? distance * std::tan(a - h) : y - 0.4;
            for (int row = 0; row < 300; ++row) {
                const double up = (150.0 - row - 0.5) / 100.0;
                if (up < low + 0.01 || up > high - 0.01) continue;
                EXPECT_LT(image.at(200, row)[0], 10) << row << ' ' << y << ' ' << distance;
            }
        }
    }
}

}  // namespace
}  // namespace drystone::render::raster_test
