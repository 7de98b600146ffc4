#include <gtest/gtest.h>

#include "scene/mistakes.h"

namespace drystone::mistakes_of_cells_test {
namespace {

const std::string in_a_cell = R"([scene]
dimension = 2
[time]
step = 1e-3
duration = 1.0
[cell]
size = [1.0, 2.0]
periodic = [true, true]
damping = 1.0
mass = 2.0
control = { xx = { stress = 100.0 }, xy = { rate = 1.0 } }
[materials.stone]
density = 2300.0
[[interactions]]
between = ["stone", "stone"]
friction = 0.6
[[bodies]]
name = "ball"
material = "stone"
shape = { type = "disk", radius = 0.05 }
position = [0.5, 0.5]
[[probes]]
name = "cell"
quantities = ["cell.stress", "cell.size"]
)";

TEST(Mistakes, OfCells) {
    check_mistakes(in_a_cell,
                   {
                       {"size = ", "size = ^[1.0, 0.0]", "positive in all directions"},
                       {"size = ", "size = ^1.0", "size must be"},
                       {"periodic = ", "periodic = ^[true]", "periodic is a list of 2"},
                       {"periodic = ", "periodic = [true, ^1]", "periodic must be true or false"},
                       {"periodic = ", "periodic = ^[false, false]", "repeats in no direction"},
                       {"damping = ", "damping = ^-1.0", "damping must be zero or more"},
                       {"mass = ", "mass = ^0.0", "mass must be greater than zero"},
                       {"control = ", "control = { ^zz = { rate = 1.0 } }", "unknown key \"zz\""},
                       {"control = ", "control = { xx = ^{ rate = 1.0, stress = 1.0 } }", "one of rate"},
                       {"control = ", "control = { xx = ^{} }", "one of rate"},
                       {"control = ", "control = { xx = { ^speed = 1.0 } }", "unknown key \"speed\""},
                       {"control = ", "control = { xx = { rate = ^\"fast\" } }", "rate must be"},
                       {"quantities = ", "region = ^{ type = \"box\", min = [0.0, 0.0], max = [1.5, 1.0] }\nquantities = [\"count\"]", "wider than the cell"},
                       {"quantities = ", "cut = ^{ point = [0.0, 0.0], normal = [1, 0] }\nquantities = [\"force\"]", "not alike at all images"},
                       {"quantities = ", "cut = ^{ point = [0.0, 0.0], normal = [1, 1] }\nquantities = [\"force\"]", "not alike at all images"},
                       {"quantities = ", "cut = { point = [0.0, 0.0], normal = [0, 1] }\nquantities = [^\"moment\"]", "no point to be about"},
                   });
    check_mistakes(flat, {{"quantities = ", "quantities = [^\"cell.stress\"]", "the scene has no [cell]"}});
}

/// A cut that a stage shears has no images in one plane from there on.
TEST(Mistakes, OfCutsThatAreShearedLater) {
    const auto scene = [](const std::string& cut, const std::string& more) {
        std::string text = in_a_cell;
        const auto put = [&](const std::string& was, const std::string& is) { text.replace(text.find(was), was.size(), is); };
        put("control = { xx = { stress = 100.0 }, xy = { rate = 1.0 } }", "control = { xx = { stress = 100.0 } }");
        put("duration = 1.0\n", "");
        put("quantities = [\"cell.stress\", \"cell.size\"]\n", "cut = { point = [0.0, 0.0], normal = " + cut + " }\nquantities = [\"force\"]\n" + more);
        return text;
    };
    const std::string first = "[[stages]]\nname = \"a\"\nduration = 0.1\n", last = "[[stages]]\nname = \"c\"\nduration = 0.1\n";
    const std::string shear = "[[stages]]\nname = \"b\"\nduration = 0.1\nset = { \"cell.control.xy\" = ^{ rate = 1.0 } }\n";
    const std::string waits = "[[stages]]\nname = \"b\"\nset = { \"cell.control.xy\" = ^{ rate = 1.0 } }\n"
                              "until = { quantity = \"force.x\", cut = { point = [0.0, 0.0], normal = [1, 0] }, above = 1.0 }\n";
    const Folder folder;
    const auto accepted = [&](std::string text) {
        take_mark(text);
        EXPECT_EQ(objection(folder.write("good.toml", text)), "");
    };
    const auto refused = [&](std::string text) {
        const std::string place = take_mark(text), path = folder.write("bad.toml", text), said = objection(path);
        EXPECT_TRUE(said.starts_with(path + ":" + place + ": ")) << said;
        EXPECT_NE(said.find("shears the cell against the cut"), std::string::npos) << said;
    };
    refused(scene("[1, 0]", first + shear));
    refused(scene("[1, 0]", "stage = \"a\"\n" + first + waits));
    refused(scene("[1, 0]", "stage = \"c\"\n" + first + shear + last));
    accepted(scene("[1, 0]", "stage = \"a\"\n" + first + shear + last));
    accepted(scene("[0, 1]", first + shear));
}

/// Newton's method on assembled blocks knows no moments; a cell needs those where it gives way to stresses, in any of its stages.
TEST(Mistakes, OfNewtonsMethodInCellsUnderStress) {
    const auto scene = [](const std::string& control, const std::string& more) {
        std::string text = in_a_cell;
        const auto put = [&](const std::string& was, const std::string& is) { text.replace(text.find(was), was.size(), is); };
        put("control = { xx = { stress = 100.0 }, xy = { rate = 1.0 } }\n", control);
        put("friction = 0.6\n", "friction = 0.6\nrolling_friction = 0.01\n");
        put("[cell]\n", "[solver]\nmethod = ^\"newton\"\n[cell]\n");
        if (!more.empty()) put("duration = 1.0\n", "");
        return text + more;
    };
    const std::string stages = "[[stages]]\nname = \"a\"\nduration = 0.1\n[[stages]]\nname = \"b\"\nduration = 0.1\n";
    const Folder folder;
    const auto says = [&](std::string text) {
        const std::string place = take_mark(text), path = folder.write("scene.toml", text), said = objection(path);
        EXPECT_TRUE(said.empty() || said.starts_with(path + ":" + place + ": ")) << said;
        return said;
    };
    const std::string no_moments = "a cell is under stress";
    EXPECT_EQ(says(scene("", "")), "");
    EXPECT_EQ(says(scene("control = { xx = { strain = 0.1 }, xy = { rate = 1.0 } }\n", stages)), "");
    EXPECT_NE(says(scene("control = { yy = { stress = 100.0 } }\n", "")).find(no_moments), std::string::npos);
    EXPECT_NE(says(scene("", stages + "set = { \"cell.control.xx\" = { stress = 100.0 } }\n")).find(no_moments), std::string::npos);
}

}  // namespace
}  // namespace drystone::mistakes_of_cells_test
