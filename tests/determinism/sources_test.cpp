// [[sources]] and [[sinks]]: what is read, what is refused and where, and what runs of them do: counts, masses, momenta and energies
// against closed forms, the same bits on two threads and after a restart, worlds that do not grow.

#include "step/sources.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/input_error.h"
#include "measure/probe.h"
#include "scene/parse_toml.h"
#include "scene/scene.h"
#include "step/state.h"

namespace drystone::sources_test {
namespace {

Scene read(const std::string& text) { return read_scene(parse_toml_text(text, "scene.toml"), ".", {}); }

std::string why_not(const std::string& text) {
    try {
        read(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

std::string head(int dimension, const std::string& more = "", const std::string& solver = "") {
    return "[scene]\ndimension = " + std::to_string(dimension) +
           "\ngravity = " + (dimension == 2 ? "[0, -10]" : "[0, 0, -10]") +
           "\n[time]\nstep = 1e-3\nduration = 1.0\n" + more + "[solver]\n" + solver +
           "\n[materials.stone]\ndensity = 1000\n"
           "[[interactions]]\nbetween = [\"*\", \"*\"]\nfriction = 0.4\n";
}

template <int D>
World<D> begun(const Scene& scene) {
    return make_world(std::get<WorldDescription<D>>(scene.world));
}

template <int D>
void step(World<D>& world, const Scene& scene, int steps, int threads = 1) {
    ThreadPool pool(threads);
    for (int k = 0; k < steps; ++k) advance(world, scene.settings, pool);
}

/// A stream of balls that fall freely: one every 1/rate from t = 0, h apart in time; those below the sink's edge have left.
TEST(Sources, AStreamOfFallingBalls) {
    const Scene scene = read(head(3) + R"(
[[sources]]
name = "rain"
material = "stone"
shape = "sphere"
radius = 0.01
region = { type = "box", min = [-0.5, -0.5, 0.98], max = [0.5, 0.5, 1.02] }
rate = 100
velocity = [0.5, 0, -2]
[[sinks]]
name = "drain"
region = { type = "box", min = [-9, -9, -9], max = [9, 9, 0] }
)");
    World<3> world = begun<3>(scene);
    step(world, scene, 1000);
    const double h = 1e-3, mass = 1000.0 * 4.0 / 3.0 * std::numbers::pi * 1e-6;
    long left = 0;
    double height_in = 0.0, out_momentum = 0.0;
    EXPECT_EQ(world.census.by_source[0].bodies, 100);
    EXPECT_NEAR(world.census.in.passed.mass, 100 * mass, 1e-12 * 100 * mass);
    EXPECT_NEAR(world.census.in.momentum[2], -200 * mass, 1e-12 * 200 * mass);
    EXPECT_NEAR(world.census.in.momentum[0], 50 * mass, 1e-12 * 200 * mass);
    // A ball from height z falls z - 2 t - 5 t^2 (exactly, by moreau's mean of the velocities), t a whole number of steps
    for (int k = 0; k < 100; ++k) {
        const double fallen = 1.0 - k * 0.01;  // its time so far
        const double least = 0.99 - 2.0 * fallen - 5.0 * fallen * fallen, most = least + 0.02;
        if (most < 0.0) ++left;
        if (least > 0.0) height_in += 1.0;
    }
    EXPECT_GE(world.census.by_sink[0].bodies, left);
    EXPECT_LE(world.census.by_sink[0].bodies, 100 - static_cast<long>(height_in));
    EXPECT_NEAR(world.census.by_sink[0].mass, static_cast<double>(world.census.by_sink[0].bodies) * mass,
                1e-12);
    EXPECT_EQ(std::ssize(world.bodies.position) - std::ssize(world.census.vacant),
              100 - world.census.by_sink[0].bodies);
    EXPECT_NEAR(world.census.out.momentum[0], 0.5 * world.census.out.passed.mass, 1e-12);
    // each leaves at the first end of a step below 0: its speed is 2 + 10 t
    EXPECT_LT(world.census.out.momentum[2], -4.0 * world.census.out.passed.mass);
    out_momentum = world.census.out.momentum[2];
    EXPECT_GT(out_momentum, -5.1 * world.census.out.passed.mass);
    EXPECT_LT(std::abs(world.energy.balance_error()), 1e-12 * (world.energy.entered + world.energy.left));
    // what is left of the energy that came in: nothing is lost in free fall
    EXPECT_NEAR(world.energy.kinetic + world.energy.potential, world.energy.entered - world.energy.left,
                1e-10);
    EXPECT_NEAR(world.census.in.energy, world.energy.entered, 1e-12 * world.energy.entered);
    EXPECT_LT(h, 1.0);
}

TEST(Sources, ComeAsFastAsTheyAreDue) {
    const auto came = [](const std::string& pace, int steps) {
        const Scene scene = read(head(2) + R"(
[[sources]]
name = "s"
material = "stone"
shape = "disk"
radius = 0.01
region = { type = "box", min = [-5, 0], max = [5, 5] }
)" + pace);
        World<2> world = begun<2>(scene);
        step(world, scene, steps);
        return world.census.by_source[0];
    };
    EXPECT_EQ(came("rate = 50", 1).bodies, 1);
    EXPECT_EQ(came("rate = 50", 20).bodies, 1);
    EXPECT_EQ(came("rate = 50", 21).bodies, 2);
    EXPECT_EQ(came("rate = 50", 1000).bodies, 50);
    EXPECT_EQ(came("rate = 50\ncount = 7", 1000).bodies, 7);
    EXPECT_EQ(came("rate = 50\nfrom = 0.5", 1000).bodies, 25);
    EXPECT_EQ(came("rate = 50\nuntil = 0.5", 1000).bodies, 25);
    EXPECT_EQ(came("batch = { count = 9, every = 0.1 }", 1).bodies, 9);
    EXPECT_EQ(came("batch = { count = 9, every = 0.1 }", 1000).bodies, 90);
    EXPECT_EQ(came("rate = 5000", 100).bodies, 496);  // five a step: 5000 * 0.099 + 1
    const double mass = 1000.0 * std::numbers::pi * 1e-4;
    EXPECT_NEAR(came("mass_rate = 20", 1000).mass, 20.0, mass);
}

/// Nothing is there twice: every newcomer is clear of walls of each kind and of those before it, and waits where it finds no room.
template <int D>
void comes_in_clear(const std::string& grains, const std::string& bodies, const std::string& region) {
    const Scene scene = read(head(D) + bodies + "[[sources]]\nname = \"s\"\nmaterial = \"stone\"\n" + grains +
                             "region = " + region + "\nbatch = { count = 60, every = 10 }\n");
    WorldDescription<D> description = std::get<WorldDescription<D>>(scene.world);
    description.gravity = {};
    World<D> world = make_world(description);
    step(world, scene, 1);
    EXPECT_GT(world.census.by_source[0].bodies, 3);
    EXPECT_EQ(world.last.max_penetration, 0.0);
    for (int k = 0; k < world.contacts.size(); ++k)
        EXPECT_GT(world.contacts.point[static_cast<std::size_t>(k)].gap, 0.0);
    EXPECT_EQ(world.energy.kinetic, 0.0);
}

TEST(Sources, ComeInWhereNothingIsInTheirWay) {
    const std::string walls2 = R"(
[[bodies]]
name = "floor"
material = "stone"
fixed = true
shape = { type = "plane", normal = [0.2, 1] }
[[bodies]]
name = "block"
material = "stone"
fixed = true
shape = { type = "box", size = [0.6, 0.1] }
position = [0, 0.5]
)";
    const std::string walls3 = R"(
[[bodies]]
name = "floor"
material = "stone"
fixed = true
shape = { type = "plane", normal = [0, 0.2, 1] }
[[bodies]]
name = "block"
material = "stone"
fixed = true
shape = { type = "box", size = [0.6, 0.6, 0.1] }
position = [0, 0, 0.5]
[[bodies]]
name = "pole"
material = "stone"
fixed = true
shape = { type = "cylinder", radius = 0.1, height = 3.0 }
position = [0.2, 0.2, 0.5]
)";
    comes_in_clear<2>("shape = \"disk\"\nradius = [0.02, 0.06]\n", walls2,
                      "{ type = \"box\", min = [-0.5, -0.2], max = [0.5, 1] }");
    comes_in_clear<2>("shape = { type = \"box\", size = [0.1, 0.05] }\n", walls2,
                      "{ type = \"disk\", centre = [0, 0.5], radius = 0.6 }");
    comes_in_clear<3>(
        "shape = \"sphere\"\nradius = { law = \"two\", small = 0.03, large = 0.06, fraction = 0.3 }\n",
        walls3, "{ type = \"cylinder\", centre = [0, 0, 0.5], radius = 0.6, height = 1.0 }");
    comes_in_clear<3>(
        "shapes = [{ shape = { type = \"box\", size = [0.1, 0.05, 0.05] } }, { shape = { type = "
        "\"ellipsoid\", half_axes = [0.06, 0.04, "
        "0.03] }, weight = 2 }]\n",
        walls3, "{ type = \"box\", min = [-0.6, -0.6, 0], max = [0.6, 0.6, 1] }");
}

std::string loop(int dimension, const std::string& grains, const std::string& more,
                 const std::string& solver) {
    const std::string low = dimension == 2 ? "[-0.3, 0.5]" : "[-0.3, -0.3, 0.5]",
                      high = dimension == 2 ? "[0.3, 0.9]" : "[0.3, 0.3, 0.9]";
    return head(dimension, more, solver) +
           "[[bodies]]\nname = \"tray\"\nmaterial = \"stone\"\nfixed = true\nshape = { type = \"plane\", "
           "normal = " +
           (dimension == 2 ? "[0.5, 1]" : "[0.5, 0, 1]") +
           " }\n[[sources]]\nname = \"s\"\nmaterial = \"stone\"\n" + grains +
           "region = { type = \"box\", min = " + low + ", max = " + high + " }\nrate = 120\n" +
           (dimension == 2 ? "velocity = [0, -2]\n" : "velocity = [0, 0, -2]\n") +
           "[[sinks]]\nname = \"out\"\nof = \"s\"\noutside = { type = \"box\", min = " +
           (dimension == 2 ? "[-5, -5]" : "[-5, -5, -5]") +
           ", max = " + (dimension == 2 ? "[0.45, 5]" : "[0.45, 5, 5]") + " }\n";
}

template <int D>
void expect_same(const World<D>& a, const World<D>& b, const std::string& what) {
    SCOPED_TRACE(what);
    ASSERT_EQ(a.bodies.id, b.bodies.id);
    ASSERT_TRUE(a.bodies == b.bodies);
    ASSERT_EQ(a.contacts.impulse, b.contacts.impulse);
    ASSERT_TRUE(a.contacts.memory == b.contacts.memory);
    ASSERT_TRUE(a.listed == b.listed);
    ASSERT_EQ(a.energy.balance_error(), b.energy.balance_error());
    ASSERT_EQ(a.census.in, b.census.in);
    ASSERT_EQ(a.census.out, b.census.out);
    ASSERT_EQ(a.census.by_source, b.census.by_source);
    ASSERT_EQ(a.census.by_sink, b.census.by_sink);
    ASSERT_EQ(a.census.origin, b.census.origin);
}

/// Through a slope and out: the same on two threads, and from states of the middle in new worlds of the scene.
template <int D>
void loops_the_same(const std::string& grains, const std::string& more, const std::string& solver) {
    SCOPED_TRACE(grains + more + solver);
    const Scene scene = read(loop(D, grains, more, solver));
    World<D> whole = begun<D>(scene), shared = begun<D>(scene), again = begun<D>(scene);
    for (int k = 0; k < 6; ++k) {
        step(whole, scene, 120);
        step(shared, scene, 120, 2);
        ThreadPool pool(1);
        World<D> next = begun<D>(scene);
        put_state(again, next, pool);
        again = std::move(next);
        step(again, scene, 120);
        expect_same(whole, shared, "two threads");
        expect_same(whole, again, "restart");
        if (::testing::Test::HasFatalFailure()) return;
    }
    EXPECT_GT(whole.census.by_sink[0].bodies, 10);
    EXPECT_EQ(whole.census.by_source[0].bodies - whole.census.by_sink[0].bodies,
              std::ssize(whole.bodies.position) - 1 - std::ssize(whole.census.vacant));
    const double turned_over = std::abs(whole.energy.entered) + std::abs(whole.energy.left);
    EXPECT_LT(std::abs(whole.energy.balance_error()), 1e-11 * turned_over);
}

TEST(Sources, LoopTheSameOnThreadsAndAfterARestart) {
    const std::string euler = "integrator = \"euler\"\n";
    const std::string nlgs = "tolerance = 1e-6\n";
    loops_the_same<2>("shape = \"disk\"\nradius = [0.02, 0.03]\n", "", nlgs);
    loops_the_same<2>("shape = { type = \"box\", size = [0.05, 0.04] }\n", euler, nlgs);
    loops_the_same<3>("shape = \"sphere\"\nradius = [0.02, 0.03]\n", euler, nlgs);
    loops_the_same<3>(
        "shapes = [{ shape = { type = \"box\", size = [0.05, 0.04, 0.03] } }, { shape = { type = "
        "\"compound\", parts = "
        "[{ type = \"sphere\", radius = 0.02 }, { type = \"sphere\", radius = 0.015, position = [0.02, 0, 0] "
        "}] } }]\n",
        "", nlgs);
}

TEST(Sources, OfSoftGrainsLoopTheSame) {
    const std::string grains = "shape = \"disk\"\nradius = [0.02, 0.03]\n";
    std::string text = loop(2, grains, "", "method = \"md\"\n");
    const std::string coulomb = "friction = 0.4\n";
    text.replace(text.find(coulomb), coulomb.size(),
                 "law = \"spring\"\nnormal_stiffness = 1e5\ntangential_stiffness = 8e4\nfriction = "
                 "0.4\nrestitution = [0.5, 0.0]\n");
    const Scene scene = read(text);
    World<2> whole = begun<2>(scene), again = begun<2>(scene);
    for (int k = 0; k < 5; ++k) {
        step(whole, scene, 120, 2);
        ThreadPool pool(1);
        World<2> next = begun<2>(scene);
        put_state(again, next, pool);
        again = std::move(next);
        step(again, scene, 120);
        expect_same(whole, again, "restart");
    }
    EXPECT_GT(whole.census.by_sink[0].bodies, 10);
    EXPECT_LT(std::abs(whole.energy.balance_error()),
              1e-11 * (whole.energy.entered + std::abs(whole.energy.left)));
}

/// Many times as many pass as are there: the world stays as large as it was when it was fullest.
TEST(Sources, DoNotGrowTheWorld) {
    const Scene scene = read(loop(2, "shape = \"disk\"\nradius = 0.02\n", "", "tolerance = 1e-6\n"));
    World<2> world = begun<2>(scene);
    step(world, scene, 1500);
    const auto slots = world.bodies.position.size();
    step(world, scene, 4500);
    EXPECT_GT(world.census.by_source[0].bodies, 10 * static_cast<long>(slots) / 2);
    EXPECT_LT(world.bodies.position.size(), slots + slots / 4);
}

TEST(Sources, AreFoundByTheirNames) {
    const Scene scene = read(head(2) + R"(
[[interactions]]
between = ["rain", "floor"]
friction = 0.9
[[interactions]]
between = ["rain.*", "rain"]
friction = 0.7
[[bodies]]
name = "floor"
material = "stone"
fixed = true
shape = { type = "plane", normal = [0, 1] }
[[bodies]]
name = "stone.1"
material = "stone"
shape = { type = "disk", radius = 0.1 }
position = [3, 0.1]
[[sources]]
name = "rain"
material = "stone"
shape = "disk"
radius = 0.05
region = { type = "box", min = [-1, 0.0], max = [1, 0.3] }
batch = { count = 5, every = 1 }
[[sinks]]
name = "one"
region = { type = "box", min = [-9, -9], max = [9, 9] }
of = ["rain.2", "rain.4*"]
from = 0.05
[[sinks]]
name = "two"
region = { type = "box", min = [-9, -9], max = [9, 9] }
of = "stone.*"
from = 0.08
until = 0.09
[[probes]]
name = "count"
quantities = ["sources.rain.count", "sinks.one.count", "sinks.one.mass", "kinetic_energy"]
)");
    World<2> world = begun<2>(scene);
    step(world, scene, 40);
    ASSERT_EQ(world.census.by_source[0].bodies, 5);
    const int law = world.book.number(world.matter.surface[2], world.matter.surface[0]);
    EXPECT_EQ(law, 2);
    EXPECT_EQ(world.book.number(world.matter.surface[2], world.matter.surface[3]), 3);
    EXPECT_EQ(world.book.number(world.matter.surface[2], world.matter.surface[1]), 1);
    step(world, scene, 20);
    EXPECT_EQ(world.census.by_sink[0].bodies, 2);
    EXPECT_LT(world.slot[4], 0);
    EXPECT_LT(world.slot[6], 0);
    EXPECT_EQ(world.census.by_sink[1].bodies, 0);
    step(world, scene, 40);
    EXPECT_EQ(world.census.by_sink[1].bodies, 1);  // floor stays: it is fixed
    EXPECT_LT(world.slot[1], 0);
    std::vector<double> values;
    measure<2>(world, scene.probes[0], scene.settings.step, values);
    EXPECT_EQ(values[0], 5.0);
    EXPECT_EQ(values[1], 2.0);
    EXPECT_NEAR(values[2], 2.0 * 1000.0 * std::numbers::pi * 0.0025, 1e-9);
}

TEST(Sources, AreRefusedAtTheirPlace) {
    const auto source = [](const std::string& keys) { return why_not(head(2) + "[[sources]]\n" + keys); };
    const std::string rest =
        "name = \"s\"\nmaterial = \"stone\"\nshape = \"disk\"\nradius = 0.1\nregion = { type = \"box\", min "
        "= [0, 0], max = [1, 1] }\n";
    const auto has = [](const std::string& text, const std::string& words) {
        EXPECT_NE(text.find(words), std::string::npos) << text;
        EXPECT_NE(text.find("scene.toml:"), std::string::npos) << text;
    };
    EXPECT_EQ(source(rest + "rate = 1\n"), "");
    has(source(rest), "needs one of rate");
    has(source(rest + "rate = 1\nmass_rate = 1\n"), "one of rate, mass_rate and batch");
    has(source(rest + "rate = -1\n"), "rate");
    has(source(rest + "rate = 0\n"), "rate");
    has(source(rest + "batch = { count = 0, every = 1 }\n"), "count");
    has(source(rest + "batch = { count = 1, every = 0 }\n"), "every");
    has(source(rest + "rate = 1\ncount = -3\n"), "count");
    has(source(rest + "rate = 1\nfrom = -3\n"), "from");
    has(source(rest + "rate = 1\nfrom = 3\nuntil = 2\n"), "until");
    has(source(rest + "rate = 1\nstage = \"pour\"\n"), "no stage named");
    has(source(rest + "rate = 1\ndeformable = \"uniform\"\n"), "deformable");
    has(why_not(head(2) + "[[sources]]\n" + rest + "rate = 1\n[[sources]]\n" + rest + "rate = 1\n"),
        "already");
    has(why_not(head(2) +
                "[[bodies]]\nname = \"s.0\"\nmaterial = \"stone\"\nshape = { type = \"disk\", radius = 1 "
                "}\n[[sources]]\n" +
                rest + "rate = 1\n"),
        "already");
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string keys = rest + "rate = 1\n";
        keys.replace(keys.find(from), from.size(), to);
        return source(keys);
    };
    has(with("radius = 0.1", "radius = 0.6"), "does not fit");
    has(with("radius = 0.1", "radius = { law = \"normal\", mean = 0.1, deviation = 0.01 }"), "max");
    has(with("\"stone\"", "\"bone\""), "bone");
    has(with("type = \"box\"", "type = \"cylinder\""), "cylinder");
    has(with("shape = \"disk\"\nradius = 0.1", "shape = { type = \"plane\", normal = [0, 1] }"), "volume");
    has(with("name = \"s\"", "name = \"s*\""), "*");
    const auto sink = [&](const std::string& keys) {
        return why_not(head(2) + "[[sinks]]\nname = \"d\"\n" + keys);
    };
    has(sink(""), "region");
    has(sink("region = { type = \"disk\", radius = 1 }\noutside = { type = \"disk\", radius = 1 }\n"),
        "either region or outside");
    has(sink("region = { type = \"disk\", radius = 1 }\nof = \"nobody\"\n"), "nobody");
    has(sink("region = { type = \"disk\", radius = 1 }\n[[sinks]]\nname = \"d\"\nregion = { type = \"disk\", "
             "radius = 1 }\n"),
        "already");
    has(why_not(head(2) + "[[probes]]\nname = \"p\"\nquantities = [\"sources.s.count\"]\n"),
        "no source or sink");
    has(why_not(head(2, "", "method = \"md\"\n") + "[[sources]]\n" + rest + "rate = 1\n"), "spring");
}

}  // namespace
}  // namespace drystone::sources_test
