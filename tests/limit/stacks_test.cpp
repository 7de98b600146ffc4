// Stacks of blocks of any widths, pushed sideways: every law in the plane and in space. The multiplier does not know left from right, nor units; grows with
// friction and strength; and it is where rest ceases to be possible, which another program finds out.

#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/random.h"
#include "limit/limit_scenes.h"

namespace drystone::stacks_test {
namespace {

struct Rule {
    const char* name;
    double friction, tension, cohesion;  // Pa; 0: dry
};

/// What is asked: units by powers of two, mirrored or not, and gravity along x besides.
struct Ask {
    double side = 1.0, metre = 1.0, weight = 1.0, tilt = 0.0, friction = 1.0, strength = 1.0;
};

template <int D>
std::string vector(double x, double z) {
    return D == 2 ? fmt::format("[{:.17g}, {:.17g}]", x, z) : fmt::format("[{:.17g}, 0.0, {:.17g}]", x, z);
}

/// Some blocks on a base, each a little beside the one below.
template <int D>
std::string stack(const Rule& rule, int seed, const Ask& ask) {
    Random random(static_cast<std::uint64_t>(seed));
    const double m = ask.metre, density = 2000.0 * ask.weight;
    std::string text = fmt::format("[scene]\ndimension = {}\ngravity = {}\n[time]\nstep = 1e-3\nduration = 1.0\n[materials.stone]\ndensity = {:.17g}\n", D,
                                   vector<D>(ask.side * ask.tilt, -9.81), density);
    text += fmt::format("[[interactions]]\nbetween = [\"stone\", \"stone\"]\nfriction = {:.17g}\n", ask.friction * rule.friction);
    if (rule.cohesion > 0.0)
        text += fmt::format("law = \"mohr_coulomb\"\ntensile_strength = {:.17g}\ncohesion = {:.17g}\nresidual_friction = {:.17g}\n",
                            ask.strength * ask.weight * rule.tension, ask.strength * ask.weight * rule.cohesion, ask.friction * rule.friction);
    const auto block = [&](const std::string& name, double width, double height, double x, double z) {
        const std::string size = D == 2 ? fmt::format("[{:.17g}, {:.17g}]", m * width, m * height)
                                        : fmt::format("[{:.17g}, {:.17g}, {:.17g}]", m * width, m * 0.6, m * height);
        text += fmt::format("[[bodies]]\nname = \"{}\"\nmaterial = \"stone\"\nshape = {{ type = \"box\", size = {} }}\nposition = {}\n", name, size,
                            vector<D>(m * ask.side * x, m * z));
    };
    block("base", 4.0, 0.5, 0.0, -0.25);
    text += "fixed = true\n";
    double z = 0.0, x = 0.0;
    const int count = 2 + seed % 3;
    for (int k = 0; k < count; ++k) {
        const double width = random.uniform(0.6, 1.4), height = random.uniform(0.2, 0.7);
        x += random.uniform(-0.1, 0.1);
        block(fmt::format("b{}", k), width, height, x, z + 0.5 * height);
        z += height;
    }
    return text + fmt::format("[limit]\nacceleration = {}\n", vector<D>(ask.side * 9.81, 0.0));
}

template <int D>
double multiplier(const Rule& rule, int seed, const Ask& ask = {}) {
    const LimitLoad<D> limit = Scaled<D>(stack<D>(rule, seed, ask)).limit();
    EXPECT_TRUE(limit.found && limit.feasible && !limit.unbounded) << rule.name << " " << seed;
    EXPECT_LE(limit.lower, limit.upper * (1.0 + 1e-12));
    EXPECT_LT(limit.upper - limit.lower, 1e-5 * limit.upper);
    return limit.multiplier;
}

class Stacks : public testing::TestWithParam<std::tuple<Rule, int>> {};

template <int D>
void sides_and_units_do_not_matter(const Rule& rule, int seed) {
    const double found = multiplier<D>(rule, seed), close = 2e-5 * found;
    EXPECT_NEAR(multiplier<D>(rule, seed, {.side = -1.0}), found, close);
    EXPECT_NEAR(multiplier<D>(rule, seed, {.weight = 1024.0}), found, close);
    if (rule.cohesion == 0.0) { EXPECT_NEAR(multiplier<D>(rule, seed, {.metre = 0.125}), found, close); }
}
TEST_P(Stacks, AreTheSameFromTheOtherSideAndInOtherUnits) {
    sides_and_units_do_not_matter<2>(std::get<0>(GetParam()), std::get<1>(GetParam()));
    sides_and_units_do_not_matter<3>(std::get<0>(GetParam()), std::get<1>(GetParam()));
}

template <int D>
void more_holds_more(const Rule& rule, int seed) {
    double last = 0.0;
    for (const double friction : {0.5, 0.8, 1.0}) {
        const double found = multiplier<D>(rule, seed, {.friction = friction});
        EXPECT_GE(found, last * (1.0 - 1e-5));
        EXPECT_LE(rule.cohesion == 0.0 ? found : 0.0, rule.friction * friction * (1.0 + 1e-5));  // a dry block slides at mu
        last = found;
    }
    if (rule.cohesion == 0.0) return;
    for (const double strength : {1.5, 4.0}) {
        const double found = multiplier<D>(rule, seed, {.strength = strength});
        EXPECT_GE(found, last * (1.0 - 1e-5));
        last = found;
    }
}
TEST_P(Stacks, HoldMoreWhereFrictionAndStrengthAreMore) {
    more_holds_more<2>(std::get<0>(GetParam()), std::get<1>(GetParam()));
    more_holds_more<3>(std::get<0>(GetParam()), std::get<1>(GetParam()));
}

// Gravity that leans by the multiplier, a hundredth less and more.
template <int D>
void rest_ends_at_the_multiplier(const Rule& rule, int seed) {
    const double found = multiplier<D>(rule, seed);
    EXPECT_EQ(Scaled<D>(stack<D>(rule, seed, {.tilt = 0.99 * found * 9.81})).rest().found, RestFound::possible);
    EXPECT_EQ(Scaled<D>(stack<D>(rule, seed, {.tilt = 1.01 * found * 9.81})).rest().found, RestFound::impossible);
}
TEST_P(Stacks, RestAsFarAsTheMultiplierAndNoFarther) {
    rest_ends_at_the_multiplier<2>(std::get<0>(GetParam()), std::get<1>(GetParam()));
    rest_ends_at_the_multiplier<3>(std::get<0>(GetParam()), std::get<1>(GetParam()));
}

// A dry stack slides at mu, or what is above a joint overturns about the end of that joint: the least of these is the multiplier.
double closed_form(const Rule& rule, int seed) {
    Random random(static_cast<std::uint64_t>(seed));
    struct Block {
        double x, z, width, height;
    };
    std::vector<Block> blocks{{0.0, -0.25, 4.0, 0.5}};
    double z = 0.0, x = 0.0;
    for (int k = 0; k < 2 + seed % 3; ++k) {
        const double width = random.uniform(0.6, 1.4), height = random.uniform(0.2, 0.7);
        x += random.uniform(-0.1, 0.1);
        blocks.push_back({x, z + 0.5 * height, width, height});
        z += height;
    }
    double least = rule.friction;
    for (std::size_t k = 1; k < blocks.size(); ++k) {
        const double toe = std::min(blocks[k].x + 0.5 * blocks[k].width, blocks[k - 1].x + 0.5 * blocks[k - 1].width), joint = blocks[k].z - 0.5 * blocks[k].height;
        double weight = 0.0, arm = 0.0, rise = 0.0;
        for (std::size_t i = k; i < blocks.size(); ++i) {
            const double m = blocks[i].width * blocks[i].height;
            weight += m;
            arm += m * (toe - blocks[i].x);
            rise += m * (blocks[i].z - joint);
        }
        least = std::min(least, arm / rise);
    }
    return least;
}
TEST_P(Stacks, SlideOrOverturnAtTheirClosedForm) {
    const auto& [rule, seed] = GetParam();
    if (rule.cohesion > 0.0) return;
    EXPECT_NEAR(multiplier<2>(rule, seed), closed_form(rule, seed), 2e-5 * rule.friction);
    EXPECT_NEAR(multiplier<3>(rule, seed), closed_form(rule, seed), 2e-5 * rule.friction);
}

INSTANTIATE_TEST_SUITE_P(Laws, Stacks,
                         testing::Combine(testing::Values(Rule{"dry", 0.6, 0.0, 0.0}, Rule{"smoother", 0.2, 0.0, 0.0}, Rule{"mortar", 0.6, 2e3, 5e3}), testing::Range(0, 4)),
                         [](const auto& one) { return std::string(std::get<0>(one.param).name) + "_" + std::to_string(std::get<1>(one.param)); });

}  // namespace
}  // namespace drystone::stacks_test
