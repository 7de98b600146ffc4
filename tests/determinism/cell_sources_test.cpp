// Bodies that come into a cell that repeats and leave it: clear of images, with books that close, the same bits on threads and after a restart.

#include <gtest/gtest.h>

#include <algorithm>

#include "measure/probe.h"
#include "scene/parse_toml.h"
#include "scene/scene.h"
#include "step/state.h"

namespace drystone::cell_sources_test {
namespace {

Scene read(const std::string& text) { return read_scene(parse_toml_text(text, "scene.toml"), ".", {}); }

template <int D>
World<D> begun(const Scene& scene) {
    return make_world(std::get<WorldDescription<D>>(scene.world));
}

template <int D>
void step(World<D>& world, const Scene& scene, int steps, int threads = 1) {
    ThreadPool pool(threads);
    for (int k = 0; k < steps; ++k) advance(world, scene.settings, pool);
}

/// All of a cell is a source; below is a sink, or gravity is none and the cell is pressed or sheared.
std::string rain(int dimension, const std::string& cell, const std::string& gravity) {
    const bool flat = dimension == 2;
    return "[scene]\ndimension = " + std::to_string(dimension) + "\n" + gravity +
           "[time]\nstep = 1e-3\nduration = 1.0\n[materials.stone]\ndensity = 1000\n"
           "[[interactions]]\nbetween = [\"*\", \"*\"]\nfriction = 0.4\n[cell]\nsize = " +
           (flat ? "[0.4, 0.5]" : "[0.4, 0.4, 0.5]") + "\n" + cell +
           "[[sources]]\nname = \"rain\"\nmaterial = \"stone\"\nshape = \"" + (flat ? "disk" : "sphere") +
           "\"\nradius = [0.03, 0.05]\nregion = { type = \"box\", min = " +
           (flat ? "[-0.02, 0.2]" : "[-0.02, -0.02, 0.2]") + ", max = " + (flat ? "[0.42, 0.5]" : "[0.42, 0.42, 0.5]") +
           " }\nrate = 100\ncount = 12\n";
}

const std::string sink = R"([[sinks]]
name = "drain"
region = { type = "box", min = [-9, -9], max = [9, 0.05] }
)";

template <int D>
double deepest(const World<D>& world) {
    double depth = 0.0;
    for (const ContactPoint<D>& c : world.contacts.point) depth = std::max(depth, -c.gap);
    return depth;
}

template <int D>
void fills(const std::string& text) {
    const Scene scene = read(text);
    World<D> one = begun<D>(scene), two = begun<D>(scene);
    step(one, scene, 120);
    step(two, scene, 120, 2);
    EXPECT_EQ(one.bodies.position, two.bodies.position);
    EXPECT_GT(one.census.by_source[0].bodies, 5);
    EXPECT_LT(deepest(one), 2e-3);
    EXPECT_NEAR(one.energy.balance_error(), 0.0, 1e-11 * (1.0 + std::abs(one.energy.entered) + std::abs(one.energy.work)));
    World<D> again = begun<D>(scene);
    ThreadPool pool(1);
    put_state<D>(one, again, pool);
    EXPECT_EQ(one.cell_model.mass, again.cell_model.mass);
    step(one, scene, 60);
    step(again, scene, 60);
    EXPECT_EQ(one.bodies.position, again.bodies.position);
    EXPECT_EQ(one.bodies.velocity, again.bodies.velocity);
    EXPECT_EQ(one.cell, again.cell);
    EXPECT_EQ(one.census.by_source, again.census.by_source);
}

TEST(CellSources, ACellIsFilledThroughItsBorder) {
    const std::string falls2 = "gravity = [0, -10]\n", falls3 = "gravity = [0, 0, -10]\n";
    const std::string floor2 =
        "[[bodies]]\nname = \"floor\"\nmaterial = \"stone\"\nfixed = true\nshape = { type = \"plane\", normal = [0, 1] }\n";
    const std::string floor3 =
        "[[bodies]]\nname = \"floor\"\nmaterial = \"stone\"\nfixed = true\nshape = { type = \"plane\", normal = [0, 0, 1] }\n";
    fills<2>(rain(2, "periodic = [true, false]\n", falls2) + floor2);
    fills<3>(rain(3, "periodic = [true, true, false]\n", falls3) + floor3);
    fills<2>(rain(2, "periodic = [true, false]\ncontrol = { xx = { rate = -0.2 } }\n", falls2) + floor2);
    fills<2>(rain(2, "periodic = [true, true]\ncontrol = { xy = { rate = 2.0 } }\n", ""));
    fills<2>(rain(2, "periodic = [true, true]\ncontrol = { xx = { stress = 30.0 }, yy = { stress = 30.0 } }\nmass = 5.0\n", ""));
}

TEST(CellSources, WhatFallsThroughTheFloorIsTakenWhereItIsInTheCell) {
    const Scene scene = read(rain(2, "periodic = [true, false]\n", "gravity = [0, -10]\n") + sink);
    World<2> world = begun<2>(scene);
    step(world, scene, 600);
    EXPECT_EQ(world.census.by_source[0].bodies, 12);
    EXPECT_EQ(world.census.by_sink[0].bodies, 12);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-11 * world.energy.entered);
}

/// Bodies go round: those that leave the cell on the right are in the sink's place again when they come in on the left.
TEST(CellSources, ASinkSeesImages) {
    const Scene scene = read(R"([scene]
dimension = 2
[time]
step = 1e-3
duration = 1.0
[materials.stone]
density = 1000
[[interactions]]
between = ["*", "*"]
friction = 0.4
[cell]
size = [1.0, 1.0]
periodic = [true, true]
[[bodies]]
name = "ball"
material = "stone"
shape = { type = "disk", radius = 0.05 }
position = [0.5, 0.5]
velocity = [2.0, 0.0]
[[sinks]]
name = "drain"
region = { type = "box", min = [0.1, 0.0], max = [0.3, 1.0] }
)");
    World<2> world = begun<2>(scene);
    step(world, scene, 290);
    EXPECT_EQ(world.census.by_sink[0].bodies, 0);
    step(world, scene, 20);
    EXPECT_EQ(world.census.by_sink[0].bodies, 1);
}

/// Under stress a cell without a mass of its own is as heavy as those in it.
TEST(CellSources, ACellIsAsHeavyAsItsBodies) {
    const Scene scene = read(R"([scene]
dimension = 2
[time]
step = 1e-3
duration = 1.0
[materials.stone]
density = 1000
[[interactions]]
between = ["*", "*"]
friction = 0.4
[cell]
size = [1.0, 1.0]
periodic = [true, true]
control = { xx = { stress = 1.0 } }
[[bodies]]
name = "ball"
material = "stone"
shape = { type = "disk", radius = 0.1 }
position = [0.5, 0.5]
[[sources]]
name = "more"
material = "stone"
shape = "disk"
radius = 0.1
region = { type = "box", min = [0.0, 0.0], max = [1.0, 1.0] }
rate = 10
count = 2
)");
    World<2> world = begun<2>(scene);
    const double alone = world.cell_model.mass;
    step(world, scene, 150);
    EXPECT_NEAR(world.cell_model.mass, 3.0 * alone, 1e-12 * alone);
    EXPECT_NEAR(world.energy.balance_error(), 0.0, 1e-13);
}

}  // namespace
}  // namespace drystone::cell_sources_test
