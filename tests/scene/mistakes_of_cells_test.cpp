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

}  // namespace
}  // namespace drystone::mistakes_of_cells_test
