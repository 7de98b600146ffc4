// A map of numbers: where each piece lies, by the closed form of its axes, and in which colour; the bar from low to high.

#include "charts/heat_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace drystone::heat_map_test {
namespace {

struct Piece {
    std::string colour;
    Pixel low, high;
};

/// Keeps the boxes and words that are drawn.
class Listing : public Sheet {
  public:
    std::vector<Piece> pieces;
    std::vector<std::pair<std::string, Pixel>> words;

    void line(const Pixel&, const Pixel&, const Paint&) override {}
    void circle(const Pixel&, double, const Paint&) override {}
    void polyline(std::span<const Pixel>, const Paint&) override {}
    void polygon(std::span<const Pixel> points, const Paint& paint) override {
        Piece piece{paint.fill, points[0], points[0]};
        for (const Pixel& p : points) {
            piece.low = {std::min(piece.low.x, p.x), std::min(piece.low.y, p.y)};
            piece.high = {std::max(piece.high.x, p.x), std::max(piece.high.y, p.y)};
        }
        pieces.push_back(piece);
    }
    void text(const Pixel& at, const std::string& text, const Letters&) override { words.emplace_back(text, at); }
    void power(const Pixel&, int, const Letters&) override {}
    void open(const std::string&) override {}
    void close() override {}

    const Piece& of(const std::string& colour) const {
        return *std::find_if(pieces.begin(), pieces.end(), [&](const Piece& piece) { return piece.colour == colour; });
    }
    double height_of(const std::string& word) const {
        return std::find_if(words.begin(), words.end(), [&](const auto& one) { return one.first == word; })->second.y;
    }
};

/// Three columns and two rows, pieces twice as wide as high; #rc is in row r, column c.
HeatMap three_by_two() {
    return {.columns = 3,
            .rows = 2,
            .left = -1.0,
            .bottom = 4.0,
            .width = 2.0,
            .height = 1.0,
            .colour = {"#00", "#01", "none", "#10", "#11", "#12"},
            .low = -10.0,
            .high = 30.0,
            .bar = {"bar0", "bar1", "bar2", "bar3"}};
}

TEST(HeatMap, LengthsOfBothAxesHaveOneScale) {
    Listing sheet;
    draw(three_by_two(), 600.0, sheet);
    for (const char* colour : {"#00", "#01", "#10", "#11", "#12"}) {
        const Piece& piece = sheet.of(colour);
        EXPECT_NEAR(piece.high.x - piece.low.x, 200.0, 1e-9) << colour;
        EXPECT_NEAR(piece.high.y - piece.low.y, 100.0, 1e-9) << colour;
    }
    const Pixel size = size_of(three_by_two(), 600.0);
    EXPECT_GE(size.x, 600.0);
    EXPECT_GE(size.y, 200.0);
}

TEST(HeatMap, TheFirstPieceIsBelowAndToTheLeft) {
    Listing sheet;
    draw(three_by_two(), 600.0, sheet);
    const Pixel& first = sheet.of("#00").low;
    EXPECT_NEAR(sheet.of("#01").low.x - first.x, 200.0, 1e-9);
    EXPECT_NEAR(sheet.of("#01").low.y - first.y, 0.0, 1e-9);
    EXPECT_NEAR(sheet.of("#10").low.x - first.x, 0.0, 1e-9);
    EXPECT_NEAR(sheet.of("#10").low.y - first.y, -100.0, 1e-9);  // pixels count downwards
    EXPECT_NEAR(sheet.of("#12").low.x - first.x, 400.0, 1e-9);
}

TEST(HeatMap, NoColourPaintsNothing) {
    Listing sheet;
    draw(three_by_two(), 600.0, sheet);
    EXPECT_TRUE(std::none_of(sheet.pieces.begin(), sheet.pieces.end(), [](const Piece& piece) { return piece.colour == "none"; }));
    EXPECT_EQ(std::count_if(sheet.pieces.begin(), sheet.pieces.end(), [](const Piece& piece) { return piece.colour[0] == '#' && piece.colour.size() == 3; }), 5);
}

TEST(HeatMap, TheBarHasItsNumbersAtItsEndsAndIsAsHighAsTheMap) {
    Listing sheet;
    draw(three_by_two(), 600.0, sheet);
    double low = 1e9, high = -1e9;
    for (const char* colour : {"bar0", "bar1", "bar2", "bar3"}) {
        low = std::min(low, sheet.of(colour).low.y);
        high = std::max(high, sheet.of(colour).high.y);
        EXPECT_GE(sheet.of(colour).low.x, sheet.of("#12").high.x) << colour;
    }
    EXPECT_NEAR(high - low, 200.0, 1e-9);
    EXPECT_GT(sheet.of("bar0").low.y, sheet.of("bar3").low.y);  // the least is lowest
    EXPECT_NEAR(sheet.height_of("-10") - sheet.height_of("30"), 200.0, 1e-9);
    EXPECT_NEAR(sheet.height_of("-10") - sheet.height_of("10"), 100.0, 1e-9);
}

TEST(HeatMap, IsWithinItsSheetWhateverItsShape) {
    for (const int columns : {1, 7, 40}) {
        for (const int rows : {1, 9, 30}) {
            HeatMap map = three_by_two();
            map.columns = columns;
            map.rows = rows;
            map.colour.assign(static_cast<std::size_t>(columns * rows), "#00");
            const Pixel size = size_of(map, 300.0);
            Listing sheet;
            draw(map, 300.0, sheet);
            for (const Piece& piece : sheet.pieces) {
                EXPECT_GE(piece.low.x, 0.0);
                EXPECT_GE(piece.low.y, 0.0);
                EXPECT_LE(piece.high.x, size.x);
                EXPECT_LE(piece.high.y, size.y);
            }
        }
    }
}

}  // namespace
}  // namespace drystone::heat_map_test
