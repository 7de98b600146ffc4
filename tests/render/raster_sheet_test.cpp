// Charts as pixels: what is drawn is where SVG would have it, at twice the size.

#include "render/raster_sheet.h"

#include <gtest/gtest.h>

namespace drystone::render::raster_sheet_test {
namespace {

struct Rgb {
    int r, g, b;
    bool operator==(const Rgb&) const = default;
};

Rgb at(const Image& image, int x, int y) {
    const std::uint8_t* p = &image.rgb[3 * (static_cast<std::size_t>(y) * image.width + x)];
    return {p[0], p[1], p[2]};
}

constexpr Rgb white{255, 255, 255}, blue{0, 0x72, 0xb2};

TEST(RasterSheets, HaveLinesCirclesAndPolygonsWhereTheyBelong) {
    RasterSheet sheet(100.0, 60.0, 2.0);
    sheet.polygon(std::vector<Pixel>{{60, 10}, {90, 10}, {90, 30}, {60, 30}},
                  {.fill = "#0072b2", .opacity = 0.5});
    sheet.line({10, 20}, {50, 20}, {.stroke = "#0072b2", .width = 4.0});
    sheet.circle({30, 45}, 5.0, {.fill = "white", .stroke = "#0072b2", .width = 2.0});
    ThreadPool alone(1);
    const Image image = sheet.finish(alone);
    EXPECT_EQ(image.width, 200);
    EXPECT_EQ(image.height, 120);
    EXPECT_EQ(at(image, 60, 40), blue);
    EXPECT_EQ(at(image, 60, 37), blue);  // 4 wide: from 18 to 22, here 36 to 44
    EXPECT_EQ(at(image, 60, 34), white);
    EXPECT_EQ(at(image, 60, 46), white);
    EXPECT_EQ(at(image, 60, 90), white);                  // the middle of the circle
    EXPECT_EQ(at(image, 70, 90), blue);                   // its rim
    EXPECT_EQ(at(image, 150, 40), (Rgb{128, 185, 216}));  // half of it
}

TEST(RasterSheets, DashLines) {
    RasterSheet sheet(100.0, 20.0, 2.0);
    sheet.line({0, 10}, {100, 10}, {.stroke = "#000000", .width = 1.0, .dashed = true});
    ThreadPool alone(1);
    const Image image = sheet.finish(alone);
    EXPECT_EQ(at(image, 5, 20).r, 0);     // 0 .. 5: a dash
    EXPECT_EQ(at(image, 14, 20).r, 255);  // 5 .. 9: none
    EXPECT_EQ(at(image, 23, 20).r, 0);
}

/// Where there is ink, [left, right, top, bottom].
std::array<int, 4> ink(const Image& image) {
    std::array<int, 4> box{image.width, -1, image.height, -1};
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            if (at(image, x, y).r > 100) continue;
            box = {std::min(box[0], x), std::max(box[1], x), std::min(box[2], y), std::max(box[3], y)};
        }
    }
    return box;
}

TEST(RasterSheets, WriteWordsByTheirEndMiddleOrUpwards) {
    const auto box_of = [](const Letters& letters) {
        RasterSheet sheet(200.0, 200.0, 1.0);
        sheet.text({100, 100}, "HOOH", letters);
        ThreadPool alone(1);
        return ink(sheet.finish(alone));
    };
    const auto start = box_of({.size = 20.0}), middle = box_of({.size = 20.0, .anchor = Anchor::middle}),
               end = box_of({.size = 20.0, .anchor = Anchor::end}),
               up = box_of({.size = 20.0, .anchor = Anchor::middle, .upward = true});
    EXPECT_NEAR(start[0], 100, 2);
    EXPECT_NEAR(end[1], 100, 2);
    EXPECT_NEAR(0.5 * (middle[0] + middle[1]), 100, 2);
    EXPECT_NEAR(start[3], 100, 2);            // the baseline
    EXPECT_NEAR(start[3] - start[2], 14, 2);  // capitals have 0.7 of the size
    EXPECT_NEAR(0.5 * (up[2] + up[3]), 100, 2);
    EXPECT_NEAR(up[1], 100, 2);  // reads from below: the baseline is on the right
    EXPECT_NEAR(up[3] - up[2], middle[1] - middle[0], 2);
}

}  // namespace
}  // namespace drystone::render::raster_sheet_test
