// What a joint or a contact bears before it moves, law by law, in closed form; and what does not depend on directions, on the step or on
// where a memory is kept.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/random.h"
#include "laws/lone_contact.h"

namespace drystone::limits_test {
namespace {

constexpr double N = 50.0;  // normal load [N]
constexpr double A = 0.5;   // area [m2]
constexpr double never = std::numeric_limits<double>::infinity();

/// A law and the forces at which a contact of area A under a load of N just does not move.
struct Limit {
    const char* name;
    Law law;
    double pull;   // [N], without a load
    double shear;  // [N], under the load
};

std::vector<Limit> limits() {
    const double f_t = 100.0, c = 200.0, mu = 0.5;
    const Coulomb sticky{.friction = mu, .cohesion = {.force = 64.0}};  // GCC 13 gives up where these stand in the list
    const Coulomb sticky_near{.friction = mu, .cohesion = {.force = 64.0, .range = 1e-3}};
    return {
        {"coulomb", Coulomb{.friction = mu}, 0.0, mu * N},
        {"smooth", Coulomb{}, 0.0, 0.0},
        {"static friction", Coulomb{.friction = 0.25, .static_friction = mu}, 0.0, mu * N},
        {"cohesion", sticky, 64.0, mu * (N + 64.0)},
        {"cohesion of finite range", sticky_near, 64.0, mu * (N + 64.0)},
        {"mohr_coulomb", MohrCoulomb{.tensile_strength = f_t, .cohesion = c, .friction = mu}, A * f_t,
         A * c + mu * N},
        {"bonded", Bonded{.tensile_force = 100.0, .shear_force = 80.0, .friction = mu}, 100.0, 80.0},
        {"bonded for ever", Bonded{}, never, never},
    };
}

/// Whether the contact, at rest and whole, moves when pushed by a force for a step.
template <int D>
bool moves(const Law& law, const Vec<D>& force, double h) {
    LoneContact<D> contact(law, Mat<D>::scaled_identity(1.0));
    contact.h = h;
    contact.area = A;
    contact.step((h * N) * (-1.0 * Vec<D>::axis(0)));  // made, and pressed
    contact.velocity = {};
    contact.gap = 0.0;
    contact.step(h * force);
    return norm(contact.velocity) > 1e-10 * h * norm(force);
}

/// Unit vectors across the normal.
template <int D>
std::vector<Vec<D>> directions() {
    if constexpr (D == 2) {
        return {Vec<2>{{0.0, 1.0}}, Vec<2>{{0.0, -1.0}}};
    } else {
        std::vector<Vec<3>> all;
        for (int k = 0; k < 8; ++k) {
            const double angle = 0.25 * k * std::numbers::pi + 0.1;
            all.push_back({{0.0, std::cos(angle), std::sin(angle)}});
        }
        return all;
    }
}

template <int D>
void contacts_bear_what_they_can() {
    constexpr double slightly = 1e-6;
    for (const Limit& limit : limits()) {
        for (const double h : {1e-2, 1e-3, 1e-4}) {
            SCOPED_TRACE(std::string(limit.name) + ", h = " + std::to_string(h));
            if (limit.pull == never) {
                EXPECT_FALSE(moves<D>(limit.law, 1e12 * Vec<D>::axis(0), h));
            } else {
                if (limit.pull > 0.0) {
                    EXPECT_FALSE(moves<D>(limit.law, (1.0 - slightly) * limit.pull * Vec<D>::axis(0), h));
                }
                EXPECT_TRUE(
                    moves<D>(limit.law, ((1.0 + slightly) * limit.pull + slightly) * Vec<D>::axis(0), h));
            }
            for (const Vec<D>& t : directions<D>()) {
                const Vec<D> press = -N * Vec<D>::axis(0);
                if (limit.shear == never) {
                    EXPECT_FALSE(moves<D>(limit.law, press + 1e12 * t, h));
                    continue;
                }
                if (limit.shear > 0.0) {
                    EXPECT_FALSE(moves<D>(limit.law, press + (1.0 - slightly) * limit.shear * t, h));
                }
                EXPECT_TRUE(moves<D>(limit.law, press + ((1.0 + slightly) * limit.shear + slightly) * t, h));
            }
        }
    }
}
TEST(Limits, AreThoseOfTheLawInThePlane) { contacts_bear_what_they_can<2>(); }
TEST(Limits, AreThoseOfTheLawInSpace) { contacts_bear_what_they_can<3>(); }

/// Once it slides, the friction that is left: static friction and cohesion are gone, residual values act.
TEST(Limits, OnceBrokenAreTheResidualOnes) {
    struct Broken {
        const char* name;
        Law law;
        double shear;
    };
    const std::vector<Broken> all = {
        {"static friction", Coulomb{.friction = 0.25, .static_friction = 0.5}, 0.25 * N},
        {"mohr_coulomb",
         MohrCoulomb{.tensile_strength = 10.0, .cohesion = 20.0, .friction = 0.5, .residual_friction = 0.3},
         0.3 * N},
        {"mohr_coulomb with residual cohesion",
         MohrCoulomb{.tensile_strength = 10.0,
                     .cohesion = 40.0,
                     .friction = 0.5,
                     .residual_cohesion = 30.0,
                     .residual_friction = 0.3},
         A * 30.0 + 0.3 * N},
        {"bonded", Bonded{.tensile_force = 10.0, .shear_force = 20.0, .friction = 0.4}, 0.4 * N},
    };
    for (const Broken& one : all) {
        SCOPED_TRACE(one.name);
        LoneContact<3> contact(one.law, Mat<3>::scaled_identity(1.0));
        contact.area = A;
        const double h = contact.h;
        for (int k = 0; k < 3; ++k) contact.step({{-h * N, h * 1000.0, 0.0}});
        const auto sliding = contact.step({{-h * N, 0.0, 0.0}});
        EXPECT_GT(contact.velocity[1], 0.0);
        EXPECT_NEAR(sliding.r[0], h * N, 1e-12);
        EXPECT_NEAR(sliding.r[1], -h * one.shear, 1e-12);
        EXPECT_NEAR(sliding.r[2], 0.0, 1e-15);
    }
}

/// The same history turned about the normal ends turned: no tangential direction is another's better.
TEST(EveryLaw, KnowsNoDirectionAcrossTheNormal) {
    for (const auto& [name, law] : every_law()) {
        SCOPED_TRACE(name);
        for (const double angle : {0.3, 1.1, 2.9}) {
            const double c = std::cos(angle), s = std::sin(angle);
            Mat<3> turn;
            turn[0] = {{1.0, 0.0, 0.0}};
            turn[1] = {{0.0, c, -s}};
            turn[2] = {{0.0, s, c}};
            LoneContact<3> one(law, Mat<3>::scaled_identity(1.0)), other = one;
            Random random(31);
            for (int k = 0; k < 30; ++k) {
                Vec<3> push;
                for (double& x : push.c) x = 0.2 * random.uniform(-1.0, 1.0);
                const auto a = one.step(push), b = other.step(turn * push);
                ASSERT_LT(norm(turn * a.r - b.r), 1e-10 * (1.0 + norm(a.r))) << k;
                ASSERT_NEAR(a.losses.total(), b.losses.total(), 1e-10) << k;
                ASSERT_NEAR(one.number("stored"), other.number("stored"), 1e-12) << k;
            }
        }
    }
}

/// The plane is a slice of space.
TEST(EveryLaw, IsThatOfSpaceInThePlane) {
    for (const auto& [name, law] : every_law()) {
        SCOPED_TRACE(name);
        LoneContact<2> plane(law, Mat<2>::scaled_identity(1.0));
        LoneContact<3> space(law, Mat<3>::scaled_identity(1.0));
        Random random(37);
        for (int k = 0; k < 40; ++k) {
            const Vec<2> push{{0.3 * random.uniform(-1.0, 0.7), 0.2 * random.uniform(-1.0, 1.0)}};
            const auto a = plane.step(push);
            const auto b = space.step({{push[0], push[1], 0.0}});
            const double size = 1e-12 * (1.0 + norm(a.r));
            ASSERT_NEAR(a.r[0], b.r[0], size) << k;
            ASSERT_NEAR(a.r[1], b.r[1], size) << k;
            ASSERT_NEAR(b.r[2], 0.0, size) << k;
            for (const char* field : {"intact", "stored", "damage"})
                ASSERT_NEAR(plane.number(field), space.number(field), 1e-12) << field;
        }
    }
}

/// A restart, a contact moved in its list: the row is all that a law knows of the past.
TEST(EveryLaw, GoesOnFromItsRowAlone) {
    for (const auto& [name, law] : every_law()) {
        SCOPED_TRACE(name);
        for (const int when : {1, 5, 12}) {
            LoneContact<3> whole(law, Mat<3>::scaled_identity(1.0));
            Random random(41);
            const auto push = [&] {
                Vec<3> p;
                for (double& x : p.c) x = 0.2 * random.uniform(-1.0, 1.0);
                return p;
            };
            for (int k = 0; k < when; ++k) whole.step(push());
            LoneContact<3> resumed(law, Mat<3>::scaled_identity(1.0));
            resumed.row = whole.row;
            resumed.gap = whole.gap;
            resumed.velocity = whole.velocity;
            resumed.first = false;
            for (int k = 0; k < 10; ++k) {
                const Vec<3> p = push();
                const auto a = whole.step(p), b = resumed.step(p);
                ASSERT_EQ(a.r, b.r) << k;
                ASSERT_EQ(whole.row, resumed.row) << k;
            }
        }
    }
}

}  // namespace
}  // namespace drystone::limits_test
