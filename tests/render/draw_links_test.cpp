#include <gtest/gtest.h>

#include "render/draw.h"

namespace drystone::render::draw_links_test {
namespace {

/// A row of links, one above the other, from x = 0 to x = 1.
ShownFrame links_of(const ShownBodies& bodies, std::uint8_t status) {
    ShownFrame frame;
    const int d = bodies.dimension;
    for (std::size_t k = 0; k < bodies.link_type.size(); ++k) {
        for (const float x : {0.0F, bodies.link_type[k] < 4 ? 0.0F : 1.0F}) {
            frame.link_ends.insert(frame.link_ends.end(), {x, static_cast<float>(k)});
            if (d == 3) frame.link_ends.push_back(0.5F);
        }
        frame.link_status.push_back(status);
    }
    return frame;
}

TEST(DrawLinks, LinesGoFromEndToEndAndKnotsStayInPlace) {
    for (const int d : {2, 3}) {
        ShownBodies bodies;
        bodies.dimension = d;
        bodies.link_type = {0, 1, 2, 3, 4, 5, 6};
        Drawing drawing;
        draw_links(bodies, links_of(bodies, 1), 0.01, drawing);
        ASSERT_EQ(drawing.strokes.size(), 7u);
        for (std::size_t k = 0; k < 7; ++k) {
            const Stroke& one = drawing.strokes[k];
            const double length = norm(one.points.back() - one.points.front());
            EXPECT_NEAR(length, k < 4 ? 0.0 : 1.0, 1e-3);
            EXPECT_NEAR(one.points.front()[1], static_cast<double>(k), 1e-6);
            EXPECT_EQ(one.points.size(), k == 6 ? 16u : 2u);
            EXPECT_EQ(one.radius, k < 4 ? 0.015 : 0.005);
        }
    }
}

TEST(DrawLinks, SlackAndYieldingOnesHaveColoursAndBrokenOnesAreGone) {
    ShownBodies bodies;
    bodies.dimension = 2;
    bodies.link_type = {5};
    Colour colours[4];
    for (std::uint8_t status = 0; status < 4; ++status) {
        Drawing drawing;
        draw_links(bodies, links_of(bodies, status), 0.01, drawing);
        ASSERT_EQ(drawing.strokes.size(), status == 0 ? 0u : 1u);
        if (status > 0) colours[status] = drawing.strokes[0].colour;
    }
    EXPECT_FALSE(colours[1] == colours[2] || colours[1] == colours[3] || colours[2] == colours[3]);
}

}  // namespace
}  // namespace drystone::render::draw_links_test
