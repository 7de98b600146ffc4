// One scene by all methods: D08, walls of a frictional packing, refusals.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "compare/comparison.h"
#include "compare/pile_scene.h"
#include "compare/words.h"
#include "core/input_error.h"

namespace drystone::compare_test {
namespace {

Comparison compare(const std::string& path, const std::vector<std::string>& methods,
                   const std::vector<std::string>& overrides = {}) {
    ComparedScene scene;
    scene.path = path;
    scene.overrides = overrides;
    scene.threads = 1;
    std::vector<Answer> answers;
    for (const std::string& method : methods) answers.push_back(answer_by(method, scene));
    return lay_side_by_side(scene, std::move(answers));
}

/// Forces of D08 by bodies: the k-th contact down a line carries k w / (2 cos phi).
std::map<std::pair<int, int>, double> exact_forces(int n) {
    const double each = 1.0 / (2.0 * std::sqrt(1.0 - 0.25 * 1.02 * 1.02));
    std::map<std::pair<int, int>, double> forces;
    std::vector<int> first(1, 0);
    for (int row = 0; row < n; ++row) first.push_back(first.back() + n - row);
    for (int row = 1; row < n; ++row) {
        for (int i = 0; i < n - row; ++i) {
            const int ball = first[static_cast<std::size_t>(row)] + i,
                      below = first[static_cast<std::size_t>(row) - 1] + i;
            forces[{below, ball}] = each * (n - row - i);
            forces[{below + 1, ball}] = each * (i + 1);
        }
    }
    return forces;
}

double largest_error(const Answer& answer, const std::map<std::pair<int, int>, double>& exact) {
    double worst = answer.pairs.size() == exact.size() ? 0.0 : 1e9;
    for (const PairForce& pair : answer.pairs) {
        const auto found = exact.find({pair.body_a, pair.body_b});
        worst = std::max(worst, found == exact.end() ? 1e9 : std::abs(pair.normal - found->second));
    }
    return worst;
}

// D08: forces are unique; rigid, soft and static methods find them. Soft contacts move the disks by some k w / K, here 1e-6 of
// a radius, and forces by as much.
TEST(Compare, AllMethodsFindTheForcesOfAnIsostaticPile) {
    const SceneFile scene(triangular_pile(8, 1e7, 1e-9, "normal_damping = 3e3"));
    const Comparison all = compare(scene.path(), {"cd", "md", "kishino", "bagi-bojtar", "serrano"});
    ASSERT_EQ(all.ran().size(), 5u) << in_words(all);
    EXPECT_TRUE(all.converged()) << in_words(all);
    const auto exact = exact_forces(8);
    ASSERT_EQ(exact.size(), 56u);
    const std::map<std::string, double> tolerance = {
        {"cd", 1e-8}, {"md", 1e-3}, {"kishino", 1e-4}, {"bagi-bojtar", 1e-4}, {"serrano", 1e-4}};
    for (const Answer& answer : all.answers) {
        EXPECT_LT(largest_error(answer, exact), tolerance.at(answer.method)) << in_words(all);
        double floor = 0.0;
        for (const WallForce& wall : answer.walls) {
            EXPECT_NEAR(wall.force[1], -3.5, 8e-3) << answer.method;  // uniform: 4.5 w less its own weight
            floor += wall.force[1];
        }
        EXPECT_NEAR(floor, -28.0, 1e-2) << answer.method;
        EXPECT_LT(answer.imbalance, 1e-2) << answer.method;
    }
    EXPECT_EQ(all.differences.size(), 10u);
    for (const Difference& one : all.differences) {
        EXPECT_EQ(one.both, 56);
        EXPECT_EQ(one.only_first + one.only_second, 0);
        EXPECT_LT(one.rms, 1e-3);
        EXPECT_LE(one.rms, one.largest);
    }
}

// Columns of disks that touch each other, with friction, under a plate: forces are open, what plate and floor carry is not.
const char* packing = R"([scene]
dimension = 2
gravity = [0.0, -10.0]
[time]
step = 1e-3
duration = 0.5
[solver]
tolerance = 1e-9
[statics]
load_steps = 10
tolerance = 1e-9
[materials.stone]
density = 1000.0
[[interactions]]
between = ["stone", "stone"]
law = "spring"
normal_stiffness = 1e7
tangential_stiffness = 5e6
friction = 0.5
restitution = [0.0, 0.0]
normal_damping = 2e4
tangential_damping = 1e4
[[bodies]]
name = "floor"
material = "stone"
fixed = true
shape = { type = "plane", normal = [0, 1] }
[[generate]]
type = "lattice"
name = "grains"
shape = "disk"
material = "stone"
radius = 0.05
spacing = 0.1
counts = [4, 3]
origin = [0.0, 0.05]
[[bodies]]
name = "top"
material = "stone"
mass = 100.0
shape = { type = "plane", normal = [0, -1] }
position = [0.0, 0.3]
[[drives]]
body = "top"
fix = ["x", "rz"]
)";

TEST(Compare, ResultantsOfAHyperstaticPackingAgreeWhereForcesDoNot) {
    const SceneFile scene(packing);
    const Comparison all =
        compare(scene.path(), {"cd", "md", "bagi-bojtar"}, {"bodies.top.position=[0.0, 0.29999999]"});
    ASSERT_EQ(all.ran().size(), 3u) << in_words(all);
    EXPECT_TRUE(all.converged()) << in_words(all);
    const double weight = (100.0 + 12 * std::acos(-1.0) * 0.05 * 0.05 * 1000.0) * 10.0;
    for (const Answer& answer : all.answers) {
        ASSERT_EQ(answer.walls.size(), 2u) << in_words(all);
        EXPECT_NEAR(answer.walls[0].force[1], -weight, 2e-3 * weight) << answer.method;
    }
    for (const Difference& one : all.differences) EXPECT_LT(one.walls, 2e-3) << in_words(all);
    EXPECT_GT(all.differences[1].rms, 0.05);  // cd and bagi-bojtar share the plate's weight otherwise
    EXPECT_NE(in_words(all).find("resultants agree to a hundredth, single forces do not"), std::string::npos);
}

TEST(Compare, AMethodThatCannotTakeTheSceneSaysSoAndTheOthersGoOn) {
    std::string text = packing;
    text +=
        "[[bodies]]\nname = \"block\"\nmaterial = \"stone\"\nfixed = true\nshape = { type = \"box\", size = "
        "[0.1, 0.1] }\nposition = [5.0, 0.0]\n";
    const SceneFile scene(text);
    const Comparison all = compare(scene.path(), {"md", "kishino", "cd"}, {"time.duration=0.01"});
    EXPECT_NE(all.answers[0].refusal.find("knows disks"), std::string::npos) << all.answers[0].refusal;
    EXPECT_NE(all.answers[1].refusal.find("is not round"), std::string::npos) << all.answers[1].refusal;
    EXPECT_TRUE(all.answers[2].ran());
    EXPECT_TRUE(all.differences.empty());
    EXPECT_NE(in_words(all).find("not possible"), std::string::npos);
    EXPECT_THROW(compare(scene.path(), {"md", "kishino"}), InputError);
    EXPECT_THROW(compare(scene.path(), {"cd"}, {"time.step=-1"}), InputError);
}

TEST(Compare, AMethodThatDidNotConvergeIsSaidToBeSo) {
    const SceneFile scene(triangular_pile(5, 1e6, 1e-9));
    const Comparison all = compare(scene.path(), {"cd", "bagi-bojtar"},
                                   {"solver.max_iterations=1", "solver.method=nlgs", "time.duration=0.02"});
    EXPECT_FALSE(all.answers[0].converged);
    EXPECT_TRUE(all.answers[1].converged);
    EXPECT_FALSE(all.converged());
    EXPECT_NE(in_words(all).find("DID NOT CONVERGE"), std::string::npos);
}

TEST(Compare, DifferencesCountAbsentPairsAsUnloaded) {
    const SceneFile scene(triangular_pile(2, 1e6, 1e-9));
    Answer x, y;
    x.method = "cd";
    y.method = "md";
    x.pairs = {{0, 2, 0, 2, 3.0, 0.0}, {1, 2, 1, 2, 1.0, 0.5}};
    y.pairs = {{0, 2, 0, 2, 2.0, 0.0}};
    x.mean_normal = y.mean_normal = 2.0;
    x.walls = {{0, {0.0, -3.0, 0.0}}, {1, {0.0, -1.0, 0.0}}};
    y.walls = {{0, {0.0, -2.0, 0.0}}};
    ComparedScene asked;
    asked.path = scene.path();
    const Comparison all = lay_side_by_side(asked, {x, y});
    ASSERT_EQ(all.differences.size(), 1u);
    const Difference& d = all.differences[0];
    EXPECT_EQ(d.both, 1);
    EXPECT_EQ(d.only_first, 1);
    EXPECT_EQ(d.only_second, 0);
    EXPECT_DOUBLE_EQ(d.rms, 0.5);
    EXPECT_DOUBLE_EQ(d.largest, 0.5);
    EXPECT_DOUBLE_EQ(d.tangential_rms, 0.25 / std::sqrt(2.0));
    EXPECT_DOUBLE_EQ(d.walls, 1.0 / 3.0);
    EXPECT_NE(in_csv(all).find("0,2,0,2,,,3,0,2,0\n"), std::string::npos) << in_csv(all);
    EXPECT_NE(in_csv(all).find("1,2,1,2,,,1,0.5,,\n"), std::string::npos) << in_csv(all);
}

}  // namespace
}  // namespace drystone::compare_test
