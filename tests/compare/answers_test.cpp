// Answers laid side by side: what differences are, and what pictures and tables show of them.

#include <gtest/gtest.h>

#include <cmath>

#include "compare/comparison.h"
#include "compare/forces.h"
#include "compare/pile_scene.h"
#include "compare/words.h"
#include "core/input_error.h"

namespace drystone::answers_test {
namespace {

int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

Answer answer(const std::string& method, const std::vector<double>& normal) {
    Answer one;
    one.method = method;
    double sum = 0.0;
    for (std::size_t k = 0; k < normal.size(); ++k) {
        one.pairs.push_back({static_cast<int>(k), static_cast<int>(k) + 1, static_cast<int>(k),
                             static_cast<int>(k) + 1, normal[k], 0.1 * normal[k]});
        sum += normal[k];
    }
    one.mean_normal = normal.empty() ? 0.0 : sum / static_cast<double>(normal.size());
    one.walls = {{0, {0.0, -sum, 0.0}}};
    return one;
}

Comparison side_by_side(std::vector<Answer> answers) {
    static const SceneFile scene(triangular_pile(4, 1e6, 1e-9));
    ComparedScene asked;
    asked.path = scene.path();
    return lay_side_by_side(asked, std::move(answers));
}

TEST(Differences, OfAnAnswerFromItselfAreNone) {
    const Comparison all = side_by_side({answer("cd", {1.0, 2.0, 3.0}), answer("md", {1.0, 2.0, 3.0})});
    ASSERT_EQ(all.differences.size(), 1u);
    EXPECT_EQ(all.differences[0].both, 3);
    EXPECT_EQ(all.differences[0].rms, 0.0);
    EXPECT_EQ(all.differences[0].largest, 0.0);
    EXPECT_EQ(all.differences[0].tangential_rms, 0.0);
    EXPECT_EQ(all.differences[0].walls, 0.0);
}

TEST(Differences, AreTheSameBothWaysAndInAnyUnit) {
    const std::vector<double> x = {1.0, 2.0, 3.0, 0.5}, y = {1.5, 1.0, 3.0};
    const Difference one = side_by_side({answer("cd", x), answer("md", y)}).differences.at(0),
                     other = side_by_side({answer("cd", y), answer("md", x)}).differences.at(0);
    EXPECT_DOUBLE_EQ(one.rms, other.rms);
    EXPECT_DOUBLE_EQ(one.largest, other.largest);
    EXPECT_DOUBLE_EQ(one.tangential_rms, other.tangential_rms);
    EXPECT_EQ(one.only_first, other.only_second);
    std::vector<double> larger_x, larger_y;
    for (const double f : x) larger_x.push_back(1024.0 * f);
    for (const double f : y) larger_y.push_back(1024.0 * f);
    const Difference larger =
        side_by_side({answer("cd", larger_x), answer("md", larger_y)}).differences.at(0);
    EXPECT_EQ(one.rms, larger.rms);
    EXPECT_EQ(one.largest, larger.largest);
    EXPECT_EQ(one.walls, larger.walls);
}

TEST(Differences, AreOfEveryTwoThatRan) {
    Answer refused;
    refused.method = "kishino";
    refused.refusal = "for a reason";
    const Comparison all =
        side_by_side({answer("cd", {1.0}), refused, answer("md", {1.0}), answer("serrano", {2.0})});
    EXPECT_EQ(all.ran(), (std::vector<int>{0, 2, 3}));
    ASSERT_EQ(all.differences.size(), 3u);
    for (const Difference& one : all.differences) EXPECT_LT(one.first, one.second);
    EXPECT_THROW(side_by_side({refused}), InputError);
}

TEST(Rows, AreEveryPairThatBearsByAnyMethod) {
    Answer x = answer("cd", {}), y = answer("md", {});
    x.pairs = {{0, 1, 0, 1, 1.0, 0.0}, {2, 5, 2, 5, 2.0, 0.0}};
    y.pairs = {{0, 3, 0, 3, 4.0, 0.0}, {2, 5, 2, 5, 3.0, 0.0}};
    x.mean_normal = y.mean_normal = 1.0;
    const Comparison all = side_by_side({x, y});
    ASSERT_EQ(all.rows.size(), 3u);
    for (std::size_t k = 0; k + 1 < all.rows.size(); ++k)
        EXPECT_LT(std::pair(all.rows[k].a, all.rows[k].b), std::pair(all.rows[k + 1].a, all.rows[k + 1].b));
    EXPECT_TRUE(all.rows[0].force[0] && !all.rows[0].force[1]);
    EXPECT_TRUE(!all.rows[1].force[0] && all.rows[1].force[1]);
    EXPECT_TRUE(all.rows[2].force[0] && all.rows[2].force[1]);
    EXPECT_EQ(count(in_csv(all), "\n"), 4);
}

// Of a method that ran away only what is on the scale is drawn.
TEST(ComparePicture, HasAMarkAPairAndLeavesOutWhatRanAway) {
    const Comparison all = side_by_side(
        {answer("cd", {1.0, 2.0, 3.0}), answer("md", {1.0, 2.0, 3.5}), answer("serrano", {1.0, 1e9, NAN})});
    const std::string svg = in_svg(all);
    const auto group = [&](const std::string& id) {
        const std::size_t at = svg.find("<g id=\"" + id + "\">");
        return at == std::string::npos ? std::string() : svg.substr(at, svg.find("</g>", at) - at);
    };
    EXPECT_EQ(count(group("md"), "<circle "), 3);
    EXPECT_EQ(count(group("serrano"), "<circle "), 1);
    EXPECT_EQ(group("cd"), "");  // it is the axis
    EXPECT_EQ(count(svg, "cx=\"nan\"") + count(svg, "cx=\"inf\""), 0);
    EXPECT_EQ(count(svg, "<g"), count(svg, "</g>"));
}

// Walls carry the weight; bodies in equilibrium leave no imbalance.
TEST(Forces, OfAPileAtRestAreInBalance) {
    const SceneFile scene(triangular_pile(3, 1e7, 1e-9));
    ComparedScene asked;
    asked.path = scene.path();
    const Answer cd = answer_by("cd", asked);
    ASSERT_TRUE(cd.ran() && cd.converged) << cd.refusal;
    EXPECT_LT(cd.imbalance, 1e-6);
    double down = 0.0;
    for (const WallForce& wall : cd.walls) down -= wall.force[1];
    EXPECT_GT(down, 0.0);
    for (std::size_t k = 0; k + 1 < cd.pairs.size(); ++k)
        EXPECT_LT(std::pair(cd.pairs[k].a, cd.pairs[k].b), std::pair(cd.pairs[k + 1].a, cd.pairs[k + 1].b));
    const Answer again = answer_by("cd", asked);
    ASSERT_EQ(again.pairs.size(), cd.pairs.size());
    for (std::size_t k = 0; k < cd.pairs.size(); ++k) EXPECT_EQ(again.pairs[k].normal, cd.pairs[k].normal);
}

}  // namespace
}  // namespace drystone::answers_test
