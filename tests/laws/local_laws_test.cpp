#include "laws/local_laws.h"

#include <gtest/gtest.h>

namespace drystone::local_laws_test {
namespace {

template <int D>
std::vector<LocalLaw<D>> of_every_kind() {
    const Vec<D> shift = 0.25 * Vec<D>::axis(0) - 0.5 * Vec<D>::axis(D - 1);
    return {{},
            {.mu = 0.3},
            {.mu = 0.4, .velocity_shift = shift},
            {.mu = 0.5, .tension = 2.0},
            {.mu = 0.5, .velocity_shift = shift, .cohesion = 3.0},
            {.mu = 0.5, .yields = {.pulled = 1.0, .pressed = 2.0, .slip = 3.0, .gives_at = 4.0, .gives_by = 5.0}},
            {.mu = 0.5, .turning = {.rolling = 0.1, .torsion = 0.2, .lag = 0.3, .play = 0.4}}};
}

// The list takes less space than its laws; none of them is another for that, whoever came before and after.
template <int D>
void what_is_put_in_comes_out() {
    const std::vector<LocalLaw<D>> kinds = of_every_kind<D>();
    for (const LocalLaw<D>& first : kinds) {
        for (const LocalLaw<D>& second : kinds) {
            for (const bool rest : {false, true}) {
                LocalLaws<D> pushed, put;
                pushed.push_back(first), pushed.push_back(second), pushed.push_back(first);
                put.resize(3, rest);
                put.set(1, second), put.set(0, first), put.set(2, first);
                EXPECT_EQ(put[std::size_t{0}], first);
                EXPECT_EQ(put[1], second);
                EXPECT_EQ(put.back(), first);
                EXPECT_EQ(pushed, put);
                EXPECT_EQ(put.mu(1), second.mu);
                EXPECT_EQ(put.velocity_shift(1), second.velocity_shift);
                std::size_t i = 0;
                for (const LocalLaw<D>& law : pushed) EXPECT_EQ(law, i++ == 1 ? second : first);
                EXPECT_EQ(i, 3u);
                EXPECT_EQ((LocalLaws<D>{first, second, first}), put);
            }
        }
    }
}

TEST(LocalLaws, WhatIsPutInComesOut) {
    what_is_put_in_comes_out<2>();
    what_is_put_in_comes_out<3>();
}

TEST(LocalLaws, DryFrictionTakesTheRoomOfItsNumbers) {
    LocalLaws<3> laws;
    laws.resize(1000, false, false);
    for (std::size_t i = 0; i < 1000; ++i) laws.set(i, {.mu = 0.3, .velocity_shift = {{1.0, 0.0, 0.0}}});
    EXPECT_TRUE(laws.all_dry());
    EXPECT_LE(laws.bytes(), 1125u * 16u);
    laws.change(7, [](LocalLaw<3>& law) { law.tension = 1.0; });
    EXPECT_FALSE(laws.all_dry());
    EXPECT_EQ(laws[7], (LocalLaw<3>{.mu = 0.3, .velocity_shift = {{1.0, 0.0, 0.0}}, .tension = 1.0}));
    EXPECT_EQ(laws[8], (LocalLaw<3>{.mu = 0.3, .velocity_shift = {{1.0, 0.0, 0.0}}}));
}

// Most scenes have a few coefficients: then a contact keeps which of them it has.
TEST(LocalLaws, OfAFewCoefficientsOneIsChosen) {
    LocalLaws<2> laws;
    for (const double wanted : {0.3, 0.9}) {  // again, of others
        laws.begin_anew();
        for (const double mu : {0.0, wanted, 0.5, wanted}) laws.expect(mu);
        laws.resize(1000, false, false);
        for (std::size_t i = 0; i < 1000; ++i) laws.set_dry(i, i % 2 == 0 ? wanted : 0.5, {{0.1 * static_cast<double>(i), 0.0}});
        EXPECT_LE(laws.bytes(), 1125u * 9u);
        for (std::size_t i = 0; i < 1000; ++i) EXPECT_EQ(laws[i], (LocalLaw<2>{.mu = i % 2 == 0 ? wanted : 0.5, .velocity_shift = {{0.1 * static_cast<double>(i), 0.0}}}));
    }
    laws.push_back({.mu = 0.5});
    EXPECT_EQ(laws.back(), (LocalLaw<2>{.mu = 0.5}));
    laws.set_dry(7, 0.7, {{2.0, 0.0}});  // one that nobody expected
    EXPECT_EQ(laws.mu(7), 0.7);
    EXPECT_EQ(laws.mu(6), 0.9);
    EXPECT_EQ(laws.mu(1000), 0.5);
    laws.push_back({.mu = 0.8});
    EXPECT_EQ(laws.back().mu, 0.8);
}

TEST(LocalLaws, OfManyCoefficientsEachIsKept) {
    LocalLaws<2> laws;
    laws.begin_anew();
    for (int k = 0; k < 20; ++k) laws.expect(0.05 * k);
    laws.resize(1000, false, false);
    for (std::size_t i = 0; i < 1000; ++i) laws.set_dry(i, 0.05 * static_cast<double>(i % 20), {});
    for (std::size_t i = 0; i < 1000; ++i) EXPECT_EQ(laws.mu(i), 0.05 * static_cast<double>(i % 20));
}

// Bodies that bounce shift tangential velocities too: one is enough, and the others' are zero.
TEST(LocalLaws, ShiftsOfTangentialVelocitiesAreKeptWhereThereAreAny) {
    LocalLaws<3> laws;
    laws.resize(1000, false, false);
    for (std::size_t i = 0; i < 1000; ++i) laws.set_dry(i, 0.3, {{1.0, 0.0, 0.0}});
    laws.set_dry(7, 0.3, {{1.0, 2.0, 3.0}});
    EXPECT_EQ(laws.velocity_shift(7), (Vec<3>{{1.0, 2.0, 3.0}}));
    EXPECT_EQ(laws.velocity_shift(8), (Vec<3>{{1.0, 0.0, 0.0}}));
    EXPECT_LE(laws.bytes(), 1125u * 32u);
    laws.push_back({.mu = 0.2, .velocity_shift = {{4.0, 5.0, 6.0}}});
    EXPECT_EQ(laws.back(), (LocalLaw<3>{.mu = 0.2, .velocity_shift = {{4.0, 5.0, 6.0}}}));
    LocalLaws<3> others;
    others.resize_as(laws, 2);
    const std::size_t before = others.bytes();
    others.set_dry(1, 0.3, laws.velocity_shift(7));
    EXPECT_EQ(others.bytes(), before);  // several threads may set them
    laws.set_dry(7, 0.3, {{1.0, 0.0, 0.0}});
    EXPECT_EQ(laws.velocity_shift(7), (Vec<3>{{1.0, 0.0, 0.0}}));
}

TEST(LocalLaws, DryFrictionInThePlaceOfAJointIsDry) {
    LocalLaws<2> laws{{.mu = 0.3, .tension = 1.0}, {.mu = 0.2, .cohesion = 2.0}};
    laws.set_dry(0, 0.6, {{0.1, 0.2}});
    EXPECT_EQ(laws[0], (LocalLaw<2>{.mu = 0.6, .velocity_shift = {{0.1, 0.2}}}));
    laws.resize(2, false);
    laws.resize(2, true);
    EXPECT_EQ(laws[1], (LocalLaw<2>{.mu = 0.2}));
    EXPECT_EQ(laws, (LocalLaws<2>{{.mu = 0.6, .velocity_shift = {{0.1, 0.2}}}, {.mu = 0.2}}));
    EXPECT_FALSE(laws == (LocalLaws<2>{{.mu = 0.6}, {.mu = 0.2}}));
    EXPECT_FALSE(laws == (LocalLaws<2>{{.mu = 0.6, .velocity_shift = {{0.1, 0.2}}}}));
}

}  // namespace
}  // namespace drystone::local_laws_test
