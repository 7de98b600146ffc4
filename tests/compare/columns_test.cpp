// A column of balls: the k-th contact from above carries k weights, by every method, in the plane and in space, whatever the units and the
// number of threads.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "compare/comparison.h"
#include "compare/pile_scene.h"

namespace drystone::columns_test {
namespace {

const std::vector<std::string> methods = {"cd", "md", "kishino", "bagi-bojtar"};

struct Column {
    int dimension = 2;
    int balls = 4;
    double weight = 1.0;     // of a ball [N]
    double radius = 0.5;     // [m]
    double stiffness = 1e6;  // [N/m] in units of weight / radius
    std::string more{};

    std::string text() const {
        const bool plane = dimension == 2;
        const auto at = [&](double height) {
            return plane ? fmt::format("[0.0, {:.17g}]", height) : fmt::format("[0.0, 0.0, {:.17g}]", height);
        };
        const double k = stiffness * weight / radius, g = 1.0, mass = weight / g;
        std::string scene = fmt::format(
            "[scene]\ndimension = {}\ngravity = {}\n[time]\nstep = 0.01\nduration = 1.0\n[solver]\ntolerance "
            "= 1e-12\n"
            "[statics]\nload_steps = 1\ntolerance = 1e-10\ntouching_gap = 1e-6\n[materials.stone]\ndensity = "
            "1.0\n"
            "[[interactions]]\nbetween = [\"stone\", \"stone\"]\nlaw = \"spring\"\nnormal_stiffness = "
            "{:.17g}\nfriction = 0.3\n"
            "tangential_stiffness = {:.17g}\nnormal_damping = {:.17g}\n{}\n"
            "[[bodies]]\nname = \"floor\"\nmaterial = \"stone\"\nfixed = true\nshape = {{ type = \"plane\", "
            "normal = {} }}\n",
            dimension, at(-g), k, k, std::sqrt(k * mass), more, at(1.0));
        for (int i = 0; i < balls; ++i)
            scene += fmt::format(
                "[[bodies]]\nname = \"ball{}\"\nmaterial = \"stone\"\nmass = {:.17g}\nshape = {{ type = "
                "\"{}\", radius = {:.17g} }}\n"
                "position = {}\n",
                i, mass, plane ? "disk" : "sphere", radius, at((1.0 - 1e-9) * radius * (2 * i + 1)));
        return scene;
    }
};

Answer solve(const Column& column, const std::string& method, int threads = 1) {
    const SceneFile file(column.text());
    ComparedScene scene;
    scene.path = file.path();
    scene.threads = threads;
    return answer_by(method, scene);
}

void expect_column(const Answer& answer, const Column& column) {
    const double w = column.weight;
    ASSERT_TRUE(answer.ran()) << answer.refusal;
    EXPECT_TRUE(answer.converged);
    ASSERT_EQ(answer.pairs.size(), static_cast<std::size_t>(column.balls));
    for (const PairForce& pair : answer.pairs) {
        const int above = column.balls - std::max(pair.body_a, pair.body_b) + 1;
        EXPECT_NEAR(pair.normal, above * w, 2e-3 * w) << pair.body_a << " " << pair.body_b;
        EXPECT_NEAR(pair.tangential, 0.0, 1e-4 * w);
    }
    ASSERT_EQ(answer.walls.size(), 1u);
    EXPECT_EQ(answer.walls[0].body, 0);
    EXPECT_NEAR(answer.walls[0].force[static_cast<std::size_t>(column.dimension) - 1], -column.balls * w,
                2e-3 * w);
    EXPECT_NEAR(answer.walls[0].force[0], 0.0, 1e-4 * w);
    EXPECT_NEAR(answer.mean_normal, 0.5 * (column.balls + 1) * w, 2e-3 * w);
    EXPECT_LT(answer.imbalance, 1e-2);
}

class ColumnBy : public testing::TestWithParam<std::tuple<std::string, int>> {
  protected:
    std::string method() const { return std::get<0>(GetParam()); }
    int dimension() const { return std::get<1>(GetParam()); }
};

TEST_P(ColumnBy, CarriesWhatIsAbove) {
    for (const int balls : {1, 2, 5}) {
        SCOPED_TRACE(balls);
        const Column column{.dimension = dimension(), .balls = balls};
        expect_column(solve(column, method()), column);
    }
}

// Forces do not know the stiffness, nor the unit of mass or length.
TEST_P(ColumnBy, HasTheSameForcesInOtherUnits) {
    for (const Column& other : {Column{.dimension = dimension(), .stiffness = 1e5},
                                Column{.dimension = dimension(), .weight = 1024.0},
                                Column{.dimension = dimension(), .weight = 0.125, .radius = 0.25}}) {
        SCOPED_TRACE(other.weight);
        expect_column(solve(other, method()), other);
    }
}

TEST_P(ColumnBy, HasTheSameBitsOnAnyNumberOfThreads) {
    const Column column{.dimension = dimension()};
    const Answer one = solve(column, method()), three = solve(column, method(), 3);
    ASSERT_EQ(one.pairs.size(), three.pairs.size());
    for (std::size_t k = 0; k < one.pairs.size(); ++k) {
        EXPECT_EQ(one.pairs[k].normal, three.pairs[k].normal);
        EXPECT_EQ(one.pairs[k].tangential, three.pairs[k].tangential);
    }
    EXPECT_EQ(one.imbalance, three.imbalance);
    EXPECT_EQ(one.iterations, three.iterations);
}

INSTANTIATE_TEST_SUITE_P(EveryMethod, ColumnBy,
                         testing::Combine(testing::ValuesIn(methods), testing::Values(2, 3)),
                         [](const auto& which) {
                             std::string name = std::get<0>(which.param) +
                                                (std::get<1>(which.param) == 2 ? "Plane" : "Space");
                             std::erase(name, '-');
                             return name;
                         });

// Without springs against rolling a column is a mechanism. Iterations that only ask for balance stand on it; a matrix that is factorised
// once does not, and says so.
TEST(Columns, AreMechanismsToSerrano) {
    const Answer answer = solve(Column{}, "serrano");
    ASSERT_TRUE(answer.ran()) << answer.refusal;
    EXPECT_FALSE(answer.converged);
}

// What a method cannot take is its own refusal, and no other's.
TEST(Refusals, AreTheMethodsOwn) {
    const std::string block =
        "[[bodies]]\nname = \"block\"\nmaterial = \"stone\"\nshape = { type = \"box\", size = [1.0, 1.0] "
        "}\nposition = [9.0, 0.5]\n";
    const std::string link =
        "[[links]]\nname = \"arm\"\ntype = \"ball\"\nbetween = [\"ball0\", \"ball1\"]\npoint = [0.0, 1.0]\n";
    for (const auto& [added, refusing] :
         {std::pair{block, std::vector<std::string>{"md", "kishino", "bagi-bojtar"}},
          std::pair{link, std::vector<std::string>{"md", "kishino", "bagi-bojtar"}}}) {
        for (const std::string& method : methods) {
            SCOPED_TRACE(method);
            const SceneFile file(Column{}.text() + added);
            ComparedScene scene;
            scene.path = file.path();
            scene.threads = 1;
            const Answer answer = answer_by(method, scene);
            const bool refuses = std::find(refusing.begin(), refusing.end(), method) != refusing.end();
            EXPECT_EQ(answer.ran(), !refuses) << answer.refusal;
            EXPECT_EQ(answer.refusal.empty(), !refuses);
        }
    }
}

}  // namespace
}  // namespace drystone::columns_test
