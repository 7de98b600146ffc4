// compare.json and contacts.csv are the answers, to the digit.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include <nlohmann/json.hpp>

#include "compare/comparison.h"
#include "compare/cost_map.h"
#include "compare/pile_scene.h"
#include "compare/words.h"

namespace drystone::files_test {
namespace {

using Json = nlohmann::json;

const Comparison& compared_pile() {
    static const Comparison all = [] {
        const SceneFile file(triangular_pile(4, 1e7, 1e-9, "normal_damping = 3e3"));
        ComparedScene scene;
        scene.path = file.path();
        scene.threads = 1;
        std::vector<Answer> answers;
        for (const char* method : {"cd", "kishino", "bagi-bojtar"})
            answers.push_back(answer_by(method, scene));
        Answer refused;
        refused.method = "serrano";
        refused.refusal = "for a \"reason\"";
        answers.push_back(refused);
        return lay_side_by_side(scene, std::move(answers));
    }();
    return all;
}

TEST(CompareFiles, TheSummaryHasEveryAnswer) {
    const Comparison& all = compared_pile();
    const Json json = Json::parse(in_json(all));
    EXPECT_EQ(json.at("dimension"), 2);
    EXPECT_EQ(json.at("converged"), all.converged());
    ASSERT_EQ(json.at("methods").size(), all.answers.size());
    for (std::size_t k = 0; k < all.answers.size(); ++k) {
        const Answer& answer = all.answers[k];
        const Json& one = json.at("methods")[k];
        EXPECT_EQ(one.at("method"), answer.method);
        EXPECT_EQ(one.at("ran"), answer.ran());
        if (!answer.ran()) {
            EXPECT_EQ(one.at("refusal"), answer.refusal);
            continue;
        }
        EXPECT_EQ(one.at("contacts"), answer.pairs.size());
        EXPECT_EQ(one.at("mean_normal_force"), answer.mean_normal);
        EXPECT_EQ(one.at("imbalance"), answer.imbalance);
        EXPECT_EQ(one.at("work").at("iterations"), answer.iterations);
        EXPECT_EQ(one.at("walls").size(), answer.walls.size());
        double down = 0.0;
        for (const WallForce& wall : answer.walls) down += wall.force[1];
        EXPECT_NEAR(one.at("total_force_on_walls")[1].get<double>(), down, 1e-12);
    }
    ASSERT_EQ(json.at("differences").size(), 3u);
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(json.at("differences")[k].at("normal_force_rms"), all.differences[k].rms);
        EXPECT_EQ(json.at("differences")[k].at("contacts_in_both"), all.differences[k].both);
    }
}

TEST(CompareFiles, TheTableHasEveryForce) {
    const Comparison& all = compared_pile();
    std::istringstream lines(in_csv(all));
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(
        line,
        "part_a,part_b,body_a,body_b,name_a,name_b,cd.normal_force,cd.tangential_force,kishino.normal_force,"
        "kishino.tangential_force,bagi-bojtar.normal_force,bagi-bojtar.tangential_force");
    for (const ForceRow& row : all.rows) {
        ASSERT_TRUE(std::getline(lines, line));
        std::vector<std::string> cells;
        std::istringstream text(line);
        for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
        ASSERT_EQ(cells.size(), 12u) << line;
        EXPECT_EQ(std::stoi(cells[2]), row.body_a);
        EXPECT_EQ(std::stoi(cells[3]), row.body_b);
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_EQ(std::stod(cells[6 + 2 * k]), row.force[k]->normal);
            EXPECT_EQ(std::stod(cells[7 + 2 * k]), row.force[k]->tangential);
        }
    }
    EXPECT_FALSE(std::getline(lines, line));
}

TEST(CompareFiles, WordsNameEveryMethodAndWhatTheyAgreeOn) {
    const std::string words = in_words(compared_pile());
    for (const char* part : {"cd ", "kishino", "bagi-bojtar", "serrano     not possible: for a \"reason\"",
                             "all methods agree to a hundredth"})
        EXPECT_NE(words.find(part), std::string::npos) << part << "\n" << words;
}

// Units of a pile: v = sqrt(g r), h = r / (10 v), and reduced stiffness there and back.
TEST(PileUnits, AreThoseOfAFall) {
    for (const PileUnits& units : {PileUnits{}, PileUnits{.radius = 0.5, .mass = 3.0, .gravity = 1.6}}) {
        EXPECT_NEAR(units.speed(), std::sqrt(units.gravity * units.radius), 1e-15);
        EXPECT_NEAR(units.step(), units.radius / (10.0 * units.speed()), 1e-15);
        for (const double K : {1e2, 1e6}) {
            EXPECT_NEAR(units.reduced(K), K * units.radius / (units.mass * units.gravity),
                        1e-9 * units.reduced(K));
            EXPECT_NEAR(units.stiffness_of(units.reduced(K)), K, 1e-12 * K);
        }
    }
}

// Forces of a pile are in balance by themselves: what balls pass down is their weight.
template <int D>
void known_forces_carry_the_pile(const Pile<D>& pile, const PileUnits& units) {
    std::vector<Vec<D>> sum(pile.description.bodies.size());
    for (const KnownForce& one : pile.forces) {
        const Vec<D> apart = pile.description.bodies[static_cast<std::size_t>(one.b)].position -
                             pile.description.bodies[static_cast<std::size_t>(one.a)].position;
        const Vec<D> f = (one.force / norm(apart)) * apart;
        sum[static_cast<std::size_t>(one.b)] += f;
        sum[static_cast<std::size_t>(one.a)] -= f;
        EXPECT_LT(one.a, one.b);
        EXPECT_GT(one.force, 0.0);
    }
    int movable = 0;
    for (std::size_t i = 0; i < sum.size(); ++i) {
        if (pile.description.bodies[i].fixed) continue;
        ++movable;
        EXPECT_LT(norm(sum[i] - units.mass * units.gravity * Vec<D>::axis(D - 1)),
                  1e-9 * units.mass * units.gravity)
            << i;
    }
    EXPECT_EQ(movable, pile.movable);
}
TEST(Piles, HaveForcesInBalance) {
    const PileUnits units;
    for (const int size : {1, 3, 10, 60}) {
        SCOPED_TRACE(size);
        known_forces_carry_the_pile(stack_of(size, 1e5, 0.0, units), units);
        known_forces_carry_the_pile(pile_of<2>(size, 1e5, 0.0, units), units);
        known_forces_carry_the_pile(pile_of<3>(size, 1e5, 0.0, units), units);
    }
}

TEST(Exponents, AreSlopesOfPowerLaws) {
    std::vector<double> x, y;
    for (const double at : {1.0, 3.0, 10.0, 70.0}) {
        x.push_back(at);
        y.push_back(0.3 * std::pow(at, -1.7));
    }
    EXPECT_NEAR(exponent_of(x, y), -1.7, 1e-12);
    EXPECT_TRUE(std::isnan(exponent_of({2.0}, {1.0})));
    EXPECT_TRUE(std::isnan(exponent_of({2.0, 2.0}, {1.0, 3.0})));
}

}  // namespace
}  // namespace drystone::files_test
