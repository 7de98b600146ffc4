// What contacts say of grains, against identities that hold for any forces.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/rotation.h"
#include "granular/contact_measures.h"
#include "granular/random_assembly.h"
#include "granular/tensor.h"

namespace drystone::contact_measures_test {
namespace {

double largest(const Mat<3>& m) {
    double most = 0.0;
    for (const Vec<3>& row : m.row) {
        for (const double x : row.c) most = std::max(most, std::abs(x));
    }
    return most;
}

void expect_near(const Mat<3>& a, const Mat<3>& b, double tolerance) { EXPECT_LT(largest(a - b), tolerance); }

/// Dimension, and whether the cell repeats.
class AnyGrains : public testing::TestWithParam<std::tuple<int, bool>> {
  protected:
    Assembly assembly(bool round = false) const {
        return AnyAssembly{.dimension = std::get<0>(GetParam()), .repeats = std::get<1>(GetParam()), .round = round}.made();
    }
};
INSTANTIATE_TEST_SUITE_P(All, AnyGrains, testing::Combine(testing::Values(2, 3), testing::Bool()));

TEST_P(AnyGrains, MomentsOfTilesAddUpToTheWhole) {
    const Assembly all = assembly();
    Mat<3> moments{}, couples{};
    double contacts = 0.0;
    for (int tile = 0; tile < 4; ++tile) {
        const auto holds = [&](const Vec<3>& x) { return std::clamp(static_cast<int>(4.0 * (x[1] + 1.0) / 3.0), 0, 3) == tile; };
        const GrainSelection selection = select(all, holds, 0.25);
        moments = moments + internal_moments(all, selection);
        couples = couples + couple_moments(all, selection);
        contacts += bearing_contacts(all, selection);
    }
    const GrainSelection everyone = everybody(all);
    expect_near(moments, internal_moments(all, everyone), 1e-12);
    expect_near(couples, couple_moments(all, everyone), 1e-12);
    EXPECT_GT(largest(couples), 0.1);
    EXPECT_EQ(contacts, bearing_contacts(all, everyone));
}

TEST_P(AnyGrains, StrongAndWeakContactsAreAll) {
    const Assembly all = assembly();
    const GrainSelection everyone = everybody(all);
    const NetworkMoments networks = network_moments(all, everyone);
    expect_near(networks.strong + networks.weak, internal_moments(all, everyone), 1e-12);
    EXPECT_GT(mean_of_diagonal(networks.strong, all.dimension()), mean_of_diagonal(networks.weak, all.dimension()));
    const double share = strong_fraction(all, everyone);
    EXPECT_GT(share, 0.2);
    EXPECT_LT(share, 0.8);
}

// Moreau's internal moments against forces from outside: with F_i the resultant of the contacts on grain i, V s = - sym(sum at walls of f x_c - sum F_i x_i).
TEST(InternalMoments, AreThoseOfTheForcesFromOutside) {
    for (const int d : {2, 3}) {
        const Assembly all = AnyAssembly{.dimension = d}.made();
        Mat<3> outside{};
        for (const GrainContact& contact : all.contacts) {
            if (contact.b < 0) outside = outside + outer(contact.force, contact.point);  // on the grain: minus the force
        }
        const std::vector<Vec<3>> resultant = resultants(all);
        for (std::size_t i = 0; i < resultant.size(); ++i) outside = outside + outer(resultant[i], all.grains.position[i]);
        expect_near(internal_moments(all, everybody(all)), symmetric(outside), 1e-12);
    }
}

// The ratio of stresses is the sum of the anisotropies, exactly; of round grains without friction the tangential one is nothing.
TEST_P(AnyGrains, AnisotropiesAddUpToTheRatioOfStresses) {
    for (const bool round : {false, true}) {
        Assembly all = assembly(round);
        for (GrainContact& contact : all.contacts) {
            if (round) contact.force = contact.normal_force() * contact.normal;
        }
        const GrainSelection everyone = everybody(all);
        const Anisotropies a = anisotropies(all, everyone);
        const double sum = a.contacts + a.branches + a.normal + a.tangential;
        EXPECT_NEAR(deviator_ratio(internal_moments(all, everyone), all.dimension()), (all.dimension() == 2 ? 0.5 : 0.4) * sum, 1e-12);
        if (round) {
            EXPECT_NEAR(a.tangential, 0.0, 1e-12);
        } else {
            EXPECT_GT(std::abs(a.tangential), 1e-6);
        }
    }
}

TEST_P(AnyGrains, NothingDependsOnAxesOrOnTheOrderOfContacts) {
    const Assembly all = assembly();
    Assembly turned = all;
    turned.grains.space = {};
    turned.grains.gradient = {};
    const Mat<3> turn = matrix(rotation_by(all.dimension() == 2 ? Vec<3>{{0.0, 0.0, 0.7}} : Vec<3>{{0.3, -0.5, 0.7}}));
    for (GrainContact& c : turned.contacts) {
        for (Vec<3>* v : {&c.point, &c.normal, &c.force, &c.moment, &c.arm_a, &c.arm_b}) *v = turn * *v;
    }
    std::reverse(turned.contacts.begin(), turned.contacts.end());
    const GrainSelection everyone = everybody(all), same = everybody(turned);
    EXPECT_NEAR(deviator_ratio(internal_moments(all, everyone), all.dimension()),
                deviator_ratio(internal_moments(turned, same), all.dimension()), 1e-12);
    expect_near(turn * internal_moments(all, everyone) * transpose(turn), internal_moments(turned, same), 1e-12);
    expect_near(turn * fabric(all, everyone) * transpose(turn), fabric(turned, same), 1e-12);
    const Anisotropies a = anisotropies(all, everyone), b = anisotropies(turned, same);
    EXPECT_NEAR(a.contacts, b.contacts, 1e-11);
    EXPECT_NEAR(a.normal, b.normal, 1e-11);
    EXPECT_EQ(coordination_of(all, everyone).all, coordination_of(turned, same).all);
    EXPECT_NEAR(mean_mobilisation(all, everyone), mean_mobilisation(turned, same), 1e-12);
}

// E(angle) = (1 + a_c cos 2 angle) / 2 pi, f_n = f (1 + a_n cos 2 angle), f_t = f a_t sin 2 angle: to first order these are the anisotropies.
TEST(Anisotropies, AreTheAmplitudesOfTheSecondHarmonics) {
    constexpr double ac = 0.02, an = 0.03, at = 0.01;
    constexpr int count = 20000;
    Assembly all;
    all.grains.dimension = 2;
    all.grains.id = {0, 1};
    for (int k = 0; k < count; ++k) {
        double angle = 2.0 * std::numbers::pi * (k + 0.5) / count;  // of a share of the contacts: the angle up to which so many are
        for (int newton = 0; newton < 20; ++newton)
            angle -= (angle + 0.5 * ac * std::sin(2.0 * angle) - 2.0 * std::numbers::pi * (k + 0.5) / count) / (1.0 + ac * std::cos(2.0 * angle));
        GrainContact& contact = all.contacts.emplace_back();
        contact.a = 0;
        contact.b = 1;
        contact.normal = {{std::cos(angle), std::sin(angle), 0.0}};
        const Vec<3> along{{std::sin(angle), -std::cos(angle), 0.0}};
        contact.force = (1.0 + an * std::cos(2.0 * angle)) * contact.normal + at * std::sin(2.0 * angle) * along;
        contact.arm_a = 0.5 * contact.normal;
        contact.arm_b = -0.5 * contact.normal;
    }
    all.grains.position = {{}, {}};
    const Anisotropies a = anisotropies(all, everybody(all));
    EXPECT_NEAR(a.contacts, ac, 1e-8);
    EXPECT_NEAR(a.branches, 0.0, 1e-12);
    EXPECT_NEAR(a.normal, an, 1e-3 * an);
    EXPECT_NEAR(a.tangential, at, 1e-2 * at);
}

// A triangle of three, one that hangs on it by one contact, and one alone.
TEST(Coordination, LeavesOutRattlersAndTheirContacts) {
    Assembly all;
    all.grains.dimension = 2;
    for (int i = 0; i < 5; ++i) {
        all.grains.id.push_back(i);
        all.grains.position.push_back({{1.0 * i, 0.0, 0.0}});
    }
    for (const auto& [a, b] : {std::pair{0, 1}, {1, 2}, {2, 0}, {2, 3}})
        all.contacts.push_back({.a = a, .b = b, .normal = {{1, 0, 0}}, .force = {{1, 0, 0}}});
    all.contacts.push_back({.a = 0, .b = 4, .normal = {{1, 0, 0}}});                         // touches and bears nothing
    all.contacts.push_back({.a = 0, .b = -1, .normal = {{1, 0, 0}}, .force = {{1, 0, 0}}});  // a wall
    all.contacts.push_back({.a = 3, .b = 4, .normal = {{1, 0, 0}}, .force = {{5, 0, 0}}, .is_link = true});
    const Coordination z = coordination_of(all, everybody(all));
    EXPECT_DOUBLE_EQ(z.all, 9.0 / 5.0);
    EXPECT_DOUBLE_EQ(z.rattlers, 2.0);
    EXPECT_DOUBLE_EQ(z.without_rattlers, 7.0 / 3.0);
    EXPECT_EQ(bearing_contacts(all, among_grains(all, everybody(all))), 4.0);
}

// A cell that shears takes grains along; that is no heat.
TEST(Fluctuations, AreThoseAgainstTheMotionOfTheCell) {
    Assembly all = AnyAssembly{.dimension = 2, .repeats = true}.made();
    GrainList& grains = all.grains;
    for (std::size_t i = 0; i < grains.size(); ++i) {
        grains.position[i] += grains.space.shift({static_cast<int>(i) % 3, -static_cast<int>(i) % 5, 0});
        grains.velocity[i] = grains.gradient * grains.position[i] + Vec<3>{{0.1 * (i % 2), 0.0, 0.0}};
    }
    EXPECT_NEAR(granular_temperature(all, everybody(all)), 0.5 * 0.05 * 0.05, 1e-14);
    Mat<3> heat = fluctuation_moments(all, everybody(all));
    EXPECT_NEAR(heat[1][1], 0.0, 1e-14);
    EXPECT_GT(heat[0][0], 0.1);
}

TEST(PrincipalValues, RebuildTheTensor) {
    Random random(3, 1);
    for (const int d : {2, 3}) {
        Mat<3> m{};
        for (int i = 0; i < d; ++i) {
            for (int j = 0; j <= i; ++j) m[i][j] = m[j][i] = random.uniform(-1.0, 1.0);
        }
        const PrincipalValues p = principal_values(m, d);
        Mat<3> again{};
        for (int k = 0; k < d; ++k) again = again + p.value[k] * outer(p.direction[k], p.direction[k]);
        expect_near(again, m, 1e-14);
        for (int k = 1; k < d; ++k) EXPECT_GE(p.value[k - 1], p.value[k]);
    }
}

TEST(NearestDifference, IsTheShortestOfAllImages) {
    Random random(5, 2);
    for (int k = 0; k < 200; ++k) {
        Mat<3> edges = Mat<3>::scaled_identity(1.0);
        for (int i = 0; i < 3; ++i) {
            for (int j = i + 1; j < 3; ++j) edges[i][j] = random.uniform(-7.0, 7.0);
        }
        const Space<3> space = reduced(Space<3>({}, edges, {true, true, true}));
        const Vec<3> x = random_vector(random, 3, -3.0, 3.0), y = random_vector(random, 3, -3.0, 3.0);
        const Vec<3> d = nearest_difference(space, x, y);
        for (int i = -2; i <= 2; ++i) {
            for (int j = -2; j <= 2; ++j) {
                for (int l = -2; l <= 2; ++l) EXPECT_LE(norm(d), norm(d + space.shift({i, j, l})) + 1e-12);
            }
        }
        const Vec<3> images = inverse(edges) * (x - y - d);  // whole numbers of the edges as they were told
        for (const double n : images.c) EXPECT_NEAR(n, std::round(n), 1e-9);
    }
}

}  // namespace
}  // namespace drystone::contact_measures_test
