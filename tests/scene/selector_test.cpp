// Selectors: every kind, in every place that names bodies, in 2D and 3D.

#include <algorithm>

#include <gtest/gtest.h>

#include "step/tabulate_laws.h"

#include "scene/mistakes.h"  // its scene `flat` would hide arguments of the same name

namespace drystone::selector_test {
namespace {

/// Plate (0), balls arch.left (1) and arch.right (2) at x = 1 and 2, a lattice "grid" of three (3, 4, 5) at x = 5, 6, 7 and a ball
/// without a name (6) at x = 9; all but the plate 1 m up. `more` is appended, with VEC(a, b) for a vector along x and up.
template <int D>
std::string crowd(std::string more) {
    const auto vec = [](const std::string& x, const std::string& up) {
        return "[" + x + (D == 3 ? ", 0, " : ", ") + up + "]";
    };
    const std::string ball =
        std::string("shape = { type = \"") + (D == 2 ? "disk" : "sphere") + "\", radius = 0.1 }\n";
    std::string text = head(D) +
                       "[materials.n]\ndensity = 1\n[[bodies]]\nname = \"plate\"\nmaterial = \"m\"\nfixed = "
                       "true\nshape = { type = \"plane\", normal = " +
                       vec("0", "1") + " }\n";
    text +=
        "[[bodies]]\nname = \"arch.left\"\nmaterial = \"m\"\n" + ball + "position = " + vec("1", "1") + "\n";
    text +=
        "[[bodies]]\nname = \"arch.right\"\nmaterial = \"m\"\n" + ball + "position = " + vec("2", "1") + "\n";
    text += "[[bodies]]\nmaterial = \"m\"\n" + ball + "position = " + vec("9", "1") + "\n";
    text += std::string("[[generate]]\ntype = \"lattice\"\nname = \"grid\"\nmaterial = \"m\"\nshape = \"") +
            (D == 2 ? "disk" : "sphere") +
            "\"\nradius = 0.1\nspacing = 1.0\ncounts = " + (D == 2 ? "[3, 1]" : "[3, 1, 1]") +
            "\norigin = " + vec("5", "1") + "\n";
    for (auto at = more.find("VEC("); at != std::string::npos; at = more.find("VEC(")) {
        const auto comma = more.find(", ", at), close = more.find(')', at);
        more.replace(at, close - at + 1,
                     vec(more.substr(at + 4, comma - at - 4), more.substr(comma + 2, close - comma - 2)));
    }
    return text + more;
}

struct Case {
    std::string selector;
    std::vector<int> bodies;
};

const std::vector<Case> cases = {
    {"\"arch.left\"", {1}},
    {"\"grid\"", {4, 5, 6}},
    {"\"arch.*\"", {1, 2}},
    {"\"*.left\"", {1}},
    {"\"a*.*t\"", {1, 2}},
    {"\"grid.*\"", {4, 5, 6}},
    {"\"gr*d\"", {4, 5, 6}},  // the group's name
    {"\"grid.1\"", {5}},
    {"{ box = { min = VEC(1.5, 0), max = VEC(5, 1) } }", {2, 4}},  // ends included
    {"{ box = { min = VEC(8, 0), max = VEC(10, 2) } }", {3}},      // without a name
    {"[\"arch.right\", \"grid.2\"]", {2, 6}},
    {"[\"arch.*\", \"arch.left\", { box = { min = VEC(0, 0), max = VEC(5, 2) } }]", {1, 2, 4}},  // joined
    {"[\"grid.2\", \"grid.0\"]", {6, 4}}};

template <int D>
WorldDescription<D> read(const std::string& more) {
    const Folder folder;
    return world_of<D>(read_scene(folder.write("scene.toml", crowd<D>(more)), {}));
}

std::vector<int> sorted(std::vector<int> v) {
    std::sort(v.begin(), v.end());
    return v;
}

template <class List>
std::vector<int> bodies_in(const List& list) {
    std::vector<int> bodies;
    for (const auto& one : list) bodies.push_back(one.body);
    return bodies;
}

template <int D>
void every_place_takes_every_selector() {
    for (const auto& [selector, bodies] : cases) {
        SCOPED_TRACE(selector);
        EXPECT_EQ(bodies_in(read<D>("[[drives]]\nforce = VEC(1, 0)\nbodies = " + selector).loads), bodies);
        EXPECT_EQ(bodies_in(read<D>("[[drives]]\nfix = [\"x\"]\nbodies = " + selector).holds), bodies);
        EXPECT_EQ(bodies_in(read<D>("[[drives]]\nmotion = { quantity = \"velocity\", direction = VEC(1, 0), "
                                    "kind = \"constant\", value = 1 "
                                    "}\nbodies = " +
                                    selector)
                                .motions),
                  bodies);
        EXPECT_EQ(bodies_in(read<D>("[[supports]]\nstiffness = VEC(1, 0)\nbodies = " + selector).supports),
                  bodies);
        const auto wet = read<D>(
            "[scene.gravity]\nvector = VEC(0, -9.81)\n[water]\nlevel = 1.0\n[[water.pressure]]\ndirection = "
            "VEC(1, "
            "0)\nbodies = " +
            selector);
        EXPECT_EQ(bodies_in(wet.water->pressures), bodies);
        const Folder folder;
        const auto probes =
            read_scene(
                folder.write(
                    "s.toml",
                    crowd<D>("[[probes]]\nname = \"p\"\nquantities = [\"mass\"]\nbodies = " + selector +
                             "\n[[probes]]\nname = \"q\"\nquantities = [\"force\"]\nbetween = [\"plate\", " +
                             selector + "]\n")),
                {})
                .probes;
        EXPECT_EQ(probes[0].bodies, sorted(bodies));
        EXPECT_EQ(probes[1].bodies, std::vector<int>{0});
        EXPECT_EQ(probes[1].others, sorted(bodies));
        std::string staged = crowd<D>("[[stages]]\nname = \"one\"\nduration = 2.0\nhold = " + selector +
                                      "\n[[stages]]\nname = \"two\"\nduration = 2.0\nrelease = " + selector +
                                      "\n[[stages]]\nname = \"three\"\nduration = 2.0\nremove = " + selector + "\n");
        staged.erase(staged.find("duration = 1.0\n"), 15);
        const auto stages = world_of<D>(read_scene(folder.write("s.toml", staged), {})).stages;
        std::vector<int> held;
        for (const auto& [id, fixed] : stages[0].fixed) {
            if (fixed) held.push_back(id);
        }
        EXPECT_EQ(held, sorted(bodies));
        EXPECT_FALSE(stages[1].fixed[0].second);
        EXPECT_EQ(stages[2].remove.ids, sorted(bodies));
    }
}
TEST(Selectors, NameBodiesEverywhereInThePlane) { every_place_takes_every_selector<2>(); }
TEST(Selectors, NameBodiesEverywhereInSpace) { every_place_takes_every_selector<3>(); }

/// The law between the plate and each body.
template <int D>
void interactions_take_every_selector() {
    for (const auto& [selector, bodies] : cases) {
        SCOPED_TRACE(selector);
        const auto world =
            read<D>("[[interactions]]\nbetween = [\"plate\", " + selector + "]\nfriction = 0.9\n");
        std::vector<int> surface, found;
        const LawBook book = tabulate_laws(world, surface);
        for (int i = 1; i < static_cast<int>(world.bodies.size()); ++i) {
            const int law = book.between[static_cast<std::size_t>(surface[0] * book.surfaces +
                                                                  surface[static_cast<std::size_t>(i)])];
            if (std::get<Coulomb>(book.laws[static_cast<std::size_t>(law)]).friction == 0.9)
                found.push_back(i);
        }
        EXPECT_EQ(found, sorted(bodies));
    }
}
TEST(Selectors, SayBetweenWhomALawIs) {
    interactions_take_every_selector<2>();
    interactions_take_every_selector<3>();
}

TEST(Selectors, AStarAloneIsEveryBody) {
    EXPECT_EQ(bodies_in(read<2>("[[drives]]\nforce = VEC(1, 0)\nbodies = \"*\"").loads),
              (std::vector<int>{0, 1, 2, 3, 4, 5, 6}));
}

TEST(Selectors, MayStandForOneBody) {
    const auto world = read<3>(
        "[[links]]\nname = \"l\"\ntype = \"ball\"\npoint = [1.5, 0, 1]\nbetween = [\"arch.l*\", { box = { "
        "min = [2, 0, 1], max = [2, 0, 1] } }]\n"
        "[[drives]]\nbody = \"*.right\"\nforce = [1, 0, 0]\n");
    EXPECT_EQ(world.links[0].body_a, 1);
    EXPECT_EQ(world.links[0].body_b, 2);
    EXPECT_EQ(world.loads[0].body, 2);
}

TEST(Selectors, ThatNameNobodyAreRefused) {
    const std::string good = crowd<2>(
        "[[drives]]\nforce = [1, 0]\nbodies = \"grid\"\n[[supports]]\nbody = \"arch.left\"\nstiffness = [1, "
        "0]\n"
        "[[interactions]]\nbetween = [\"plate\", \"grid\"]\nfriction = 0.1\n[[probes]]\nname = "
        "\"p\"\nquantities = [\"contacts\"]\n"
        "bodies = [\"grid\"]\n");
    check_mistakes(
        good,
        {{"bodies = \"grid\"", "bodies = ^\"grit\"",
          "no body or group named \"grit\"; did you mean \"grid\"?"},
         {"bodies = \"grid\"", "bodies = ^\"acrh.*\"",
          "no body or group has a name like \"acrh.*\"; did you mean \"arch.left\"?"},
         {"bodies = \"grid\"", "bodies = [\"grid\", ^\"zzz.*\"]",
          "no body or group has a name like \"zzz.*\""},
         {"bodies = \"grid\"", "bodies = [\"grid\", ^\"grid.0\"]",
          "\"grid.0\" names a body for the second time"},
         {"bodies = \"grid\"", "bodies = ^[]", "bodies is empty"},
         {"bodies = \"grid\"", "bodies = ^3", "bodies must name bodies: a name, a pattern with *"},
         {"bodies = \"grid\"", "bodies = [^[\"grid\"]]", "bodies must name bodies"},
         {"bodies = \"grid\"", "bodies = ^{ box = { min = [1, 3], max = [2, 4] } }",
          "no body has its centre of mass in this box at time 0; the nearest is \"arch.left\" at [1, 1]"},
         {"bodies = \"grid\"", "bodies = { box = { min = [1, 3], max = ^[0, 4] } }",
          "max must not be less than min"},
         {"bodies = \"grid\"", "bodies = { ^ball = 3 }", "unknown key \"ball\" in a selector"},
         {"body = \"arch.left\"", "body = ^\"arch.*\"", "body is one body, and this names 2"},
         {"body = \"arch.left\"", "body = ^\"grid\"", "body is one body, and this names 3"},
         {"body = \"arch.left\"", "body = ^\"arch.lft\"",
          "there is no body named \"arch.lft\"; did you mean \"arch.left\"?"},
         {"between = [\"plate\"", "between = [\"plate\", ^\"grit.*\"]",
          "no body or group has a name like \"grit.*\"; did you mean \"grid.0\"?"},
         {"between = [\"plate\"", "between = [\"plate\", [\"grid\", ^\"m\"]]",
          "no body or group named \"m\""},
         {"bodies = [\"grid\"]", "between = ^[\"grid\", \"gr*\"]", "both sides of between name \"grid.0\""},
         {"bodies = [\"grid\"]", "bodies = ^\"grid\"\nbody = \"plate\"", "a probe is of a body, of bodies"},
         {"quantities = [\"contacts\"]", "quantities = [^\"angle\"]", "is a quantity of a body; say which"},
         {"quantities = [\"contacts\"]", "average = ^1\nquantities = [\"contacts\"]",
          "average must be true or false"}});
}

}  // namespace
}  // namespace drystone::selector_test
