// Expressions, [variables], and numbers written with them: every kind of value, in every kind of place, in 2D and 3D.

#include <cmath>
#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "scene/expression.h"
#include "scene/mistakes.h"

namespace drystone::variables_test {
namespace {

const std::map<std::string, double> given = {{"w", 0.6}, {"h2", 4.0}, {"_n", 3.0}};
const std::vector<std::string> names = {"w", "h2", "_n"};

std::optional<double> look_up(const std::string& name) {
    const auto found = given.find(name);
    return found == given.end() ? std::nullopt : std::optional(found->second);
}

TEST(Expressions, FollowTheRulesOfArithmetic) {
    const std::vector<std::pair<std::string, double>> cases = {{"2*w+0.1", 2 * 0.6 + 0.1},
                                                               {" 1 - 2 - 3 ", -4.0},
                                                               {"8/4/2", 1.0},
                                                               {"1+2*3", 7.0},
                                                               {"(1+2)*3", 9.0},
                                                               {"-2^2", -4.0},
                                                               {"2^-1", 0.5},
                                                               {"2^3^2", 512.0},
                                                               {"--3", 3.0},
                                                               {"+-3", -3.0},
                                                               {"2*-3", -6.0},
                                                               {"h2^0.5", 2.0},
                                                               {"1e-3", 1e-3},
                                                               {".5", 0.5},
                                                               {"2.", 2.0},
                                                               {"pi", std::numbers::pi},
                                                               {"sqrt(h2)", 2.0},
                                                               {"sin(pi/2)", 1.0},
                                                               {"cos(0)", 1.0},
                                                               {"tan(w)", std::tan(0.6)},
                                                               {"asin(1)", std::asin(1.0)},
                                                               {"acos(0)", std::acos(0.0)},
                                                               {"atan(1)", std::atan(1.0)},
                                                               {"abs(-w)", 0.6},
                                                               {"min(3, w, 2)", 0.6},
                                                               {"max(3,w , 2)", 3.0},
                                                               {"exp(1)", std::exp(1.0)},
                                                               {"log(exp(2))", 2.0},
                                                               {"floor(2.7)", 2.0},
                                                               {"ceil(2.1)", 3.0},
                                                               {"round(2.5)", 3.0},
                                                               {"_n*_n", 9.0},
                                                               {"sqrt(3^2 + min(h2,5)^2)", 5.0}};
    for (const auto& [text, value] : cases) EXPECT_DOUBLE_EQ(evaluate(text, look_up, names), value) << text;
}

TEST(Expressions, SayWhereTheyGoWrong) {
    struct Case {
        std::string text;  // ^ before what the message must point at
        std::string says;
    };
    for (const auto& [marked, says] :
         std::vector<Case>{{"^", "here should be a number"},
                           {"2*^", "not the end"},
                           {"2*^)", "not \")\""},
                           {"(1+2^", "here should be the ) of the bracket"},
                           {"1 ^!2", "here should be +, -, *, /, ^ or the end"},
                           {"2*^wd", "no variable named \"wd\"; did you mean \"w\"?"},
                           {"1+^sqr(4)", "did you mean \"sqrt\"?"},
                           {"sqrt ^4", "sqrt is a function: write sqrt(..)"},
                           {"^sin(1,2)", "sin takes one number, not 2"},
                           {"min(1^;2)", "here should be , or ) of min, not \";\""},
                           {"1^/(2-2)", "this divides by zero"},
                           {"2*^sqrt(-1)", "the result of sqrt is no finite number"},
                           {"^log(0)", "the result of log is no finite number"},
                           {"1+^1e999", "no number that can be read"},
                           {"1e200^*1e200", "the result of * is no finite number"},
                           {"^$", "not \"$\""}}) {
        const auto at = marked.find('^');
        std::string text = marked;
        text.erase(at, 1);
        try {
            evaluate(text, look_up, names);
            ADD_FAILURE() << text;
        } catch (const ExpressionError& error) {
            EXPECT_EQ(error.position, at) << text << ": " << error.what();
            EXPECT_NE(std::string(error.what()).find(says), std::string::npos) << error.what();
        }
    }
    EXPECT_THROW(evaluate(std::string(100000, '('), look_up, names), ExpressionError);
    EXPECT_THROW(evaluate("2" + std::string(100000, '^'), look_up, names), ExpressionError);
    std::string tower = "1";
    for (int k = 0; k < 100000; ++k) tower += "^1";
    EXPECT_THROW(evaluate(tower, look_up, names), ExpressionError);
    EXPECT_EQ(evaluate(std::string(100000, '-') + "1", look_up, names), 1.0);
}

template <int D>
std::string scene_with_variables() {
    const std::string vector = D == 2 ? R"(["=w", "=-g"])" : R"([0, "=w", "=-g"])";
    const std::string place = D == 2 ? R"(["=2*r", "=r+gap"])" : R"(["=2*r", 0, "=r+gap"])";
    const std::string counts = D == 2 ? R"(["=n", "=n-1"])" : R"(["=n", "=n-1", 1])";
    const std::string ball = D == 2 ? "disk" : "sphere";
    const std::string up = D == 2 ? "[0, 1]" : "[0, 0, 1]";
    return "[scene]\ndimension = \"=" + std::to_string(D) + "*1\"\ngravity = " + vector + R"(
[variables]
gap = "=w/10 + far"
w = 0.6
g = 9.81
n = 3
r = "=sqrt(0.0025)*1"
far = "=2*r"
[time]
step = "=1e-3"
duration = "=n/2"
[solver]
max_iterations = "=100*n"
[materials.m]
density = "=1000*2"
[[interactions]]
between = ["m", "m"]
friction = "=tan(30*pi/180) + 0"
restitution = ["=w/2", 0]
[[bodies]]
name = "plate"
material = "m"
fixed = true
shape = { type = "plane", normal = )" +
           up + R"( }
[[bodies]]
name = "ball"
material = "m"
shape = { type = ")" +
           ball + R"(", radius = "=r" }
position = )" +
           place +
           R"(
[[generate]]
type = "lattice"
name = "grid"
shape = ")" +
           ball + R"("
material = "m"
radius = "=r"
spacing = "=3*r"
counts = )" +
           counts +
           R"(
origin = )" +
           (D == 2 ? R"([1, "=w"])" : R"([1, 0, "=w"])") +
           R"(
[[drives]]
body = "plate"
motion = { quantity = "displacement", direction = )" +
           up + R"(, kind = "sine", amplitude = "=w/6", frequency_hz = "=n" }
[[drives]]
body = "ball"
force = )" +
           place +
           R"(
history = { kind = "table", points = [[0, 0], ["=n/4", "=w"]] }
[[probes]]
name = "ball"
body = "ball"
quantities = ["position"]
every = "=w/100"
)";
}

template <int D>
void numbers_are_computed() {
    const Folder folder;
    const Scene scene = read_scene(folder.write("scene.toml", scene_with_variables<D>()), {});
    const WorldDescription<D>& world = world_of<D>(scene);
    const double r = 0.05, gap = 0.06 + 0.1;
    EXPECT_EQ(scene.dimension, D);
    EXPECT_EQ(world.gravity[D - 1], -9.81);
    EXPECT_EQ(world.gravity[D - 2], 0.6);
    EXPECT_EQ(scene.duration, 1.5);
    EXPECT_EQ(scene.settings.solver.max_iterations, 300);
    EXPECT_EQ(world.materials[0].density, 2000.0);
    EXPECT_DOUBLE_EQ(std::get<Coulomb>(world.interactions[0].law).friction, std::tan(std::numbers::pi / 6));
    EXPECT_DOUBLE_EQ(world.bodies[1].position[D - 1], r + gap);
    EXPECT_EQ(world.bodies.size(), 2u + 6u);
    EXPECT_EQ(world.bodies[2].position[D - 1], 0.6);
    EXPECT_DOUBLE_EQ(world.motions[0].signal.amplitude, 0.1);
    EXPECT_EQ(world.motions[0].signal.frequency, 3.0);
    EXPECT_EQ(world.loads[0].history.points[1].time, 0.75);
    EXPECT_DOUBLE_EQ(world.loads[0].force[0], 2 * r);
    EXPECT_EQ(scene.probes[0].every, 0.006);
    EXPECT_EQ(scene.variables.size(), 6u);
    EXPECT_EQ(scene.variables[0].name, "gap");
    EXPECT_DOUBLE_EQ(scene.variables[0].value, gap);
    EXPECT_TRUE(scene.warnings.empty());
}
TEST(Variables, StandInEveryKindOfPlaceInThePlane) { numbers_are_computed<2>(); }
TEST(Variables, StandInEveryKindOfPlaceInSpace) { numbers_are_computed<3>(); }

TEST(Variables, OptionsMayUseThem) {
    const Folder folder;
    const std::string path = folder.write("scene.toml", scene_with_variables<2>());
    const Scene scene = read_scene(path, {"variables.w=1.2", "variables.n==2+3", "time.duration==w*10"});
    EXPECT_EQ(scene.duration, 12.0);
    EXPECT_DOUBLE_EQ(scene.variables[0].value, 0.12 + 0.1);
    EXPECT_EQ(world_of<2>(scene).motions[0].signal.frequency, 5.0);
    EXPECT_NE(objection(path, {"variables.W=1"})
                  .find("--set variables.W=1: the scene has no variable named \"W\"; did you mean \"w\""),
              std::string::npos);
    EXPECT_NE(objection(path, {"time.duration==2*"}).find("not the end, at character 4 of \"=2*\""),
              std::string::npos)
        << objection(path, {"time.duration==2*"});
}

TEST(Variables, ThatNobodyUsesAreTold) {
    const Folder folder;
    const Scene scene = read_scene(folder.write("s.toml", "[variables]\nwdth = 2\n" + head(2)), {});
    ASSERT_EQ(scene.warnings.size(), 1u);
    EXPECT_EQ(scene.warnings[0], "the variable wdth is used nowhere");
}

TEST(Variables, MistakesAreReportedWithinTheString) {
    const std::string with = "[variables]\nw = 0.6\nv = \"=w\"\n" + solid;
    check_mistakes(
        with, {{"duration", "duration = \"=2*^x\"", "there is no variable named \"x\""},
               {"duration", "duration = \"=2*^\"", "not the end"},
               {"duration", "duration = '=w  ^w'", "here should be +"},
               {"duration", "duration = ^\"=w-3\"", "duration must be zero or more, found the number -2.4"},
               {"count", "count = ^\"=w\"", "count must be a whole number, found the number 0.6"},
               {"position", "position = [0, \"=1^/0\", 3]", "this divides by zero"},
               {"title", "title = ^\"=2*3\"", "title must be a string in quotes, found the number 6"},
               {"motion",
                "motion = { quantity = \"displacement\", direction = [1, 0, 0], kind = \"sine\", amplitude = "
                "\"=w*^q\", frequency_hz = 3.0 }",
                "no variable named \"q\""},
               {"v =", "^v = \"=2*v\"", "this variable needs itself: v -> v"},
               {"w =", "^w = \"=v\"", "this variable needs itself: w -> v -> w"},
               {"w =", "w = ^[1]", "the variable w must be a number, found an array"},
               {"w =", "w = ^\"a\"", "the variable w must be a number, found the string"},
               {"w =", "^sin = 2", "\"sin\" has a meaning in expressions"},
               {"w =", "^w-1 = 2", "\"w-1\" cannot be a variable's name"},
               {"v =", "v = \"=w+^vv\"", "no variable named \"vv\""}});
    const Folder folder;
    EXPECT_NE(objection(folder.write("s.toml", "variables = 3\n" + head(2)))
                  .find(":1:13: [variables] must be a table"),
              std::string::npos);
}

}  // namespace
}  // namespace drystone::variables_test
