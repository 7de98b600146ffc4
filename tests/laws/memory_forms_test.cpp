// How memories evolve, against closed forms: a single contact, step by step.

#include <cmath>

#include <gtest/gtest.h>

#include "laws/lone_contact.h"

namespace drystone::memory_forms_test {
namespace {

template <int D>
Mat<D> mass(double m) {
    return Mat<D>::scaled_identity(1.0 / m);
}

// A mass on the springs of an elastic joint, pressed and sheared: implicit Euler, x+ = (x + h u) / (1 + h^2 k / m) in both directions
// while it neither opens nor slides; the energies of the springs are k x^2 / 2.
template <int D>
void springs_take_implicit_steps() {
    const double m = 2.0, k_n = 3e4, k_t = 1e4, A = 0.5, h = 1e-3;
    LoneContact<D> contact(Elastic{.normal_stiffness = k_n, .shear_stiffness = k_t, .friction = 10.0},
                           mass<D>(m));
    contact.area = A;
    contact.gap = -1e-3;
    contact.velocity = 1e-3 * Vec<D>::axis(1);
    double x = contact.gap, u = 0.0, slip = 0.0, u_t = 1e-3;
    for (int k = 0; k < 12; ++k) {
        contact.step();
        u = (u - h * k_n * A / m * x) / (1.0 + h * h * k_n * A / m);
        x += h * u;
        u_t = (u_t - h * k_t * A / m * slip) / (1.0 + h * h * k_t * A / m);
        slip += h * u_t;
        ASSERT_NEAR(contact.gap, x, 1e-15);
        ASSERT_NEAR(contact.velocity[1], u_t, 1e-15);
        const MemoryField& field = *contact.schema.find("slip");
        ASSERT_NEAR(contact.row[static_cast<std::size_t>(field.first) + 1], slip, 1e-17);
        ASSERT_EQ(contact.row[static_cast<std::size_t>(field.first)], 0.0);
        ASSERT_NEAR(contact.number("stored"), 0.5 * A * (k_n * x * x + k_t * slip * slip), 1e-15);
        ASSERT_LT(x, 0.0);
    }
}
TEST(ElasticMemory, TakesImplicitSteps) {
    springs_take_implicit_steps<2>();
    springs_take_implicit_steps<3>();
}

/// Opens the joint to `opening` in so many strides: a body so heavy that nothing stops it.
template <int D>
LoneContact<D> opened(const CohesiveZone& law, int direction, double opening, int strides) {
    LoneContact<D> contact(law, mass<D>(1e20));
    contact.velocity = (opening / (strides * contact.h)) * Vec<D>::axis(direction);
    for (int k = 0; k < strides; ++k) contact.step();
    return contact;
}

// Straight softening: sigma = f (d_f - d) / (d_f - d_0) between d_0 = f / k and d_f = 2 G / f, whatever the strides. Opening is damage,
// its springs reach from nothing to sigma at d; slip is plastic, its springs hold sigma^2 / 2 k.
template <int D>
void softening_is_straight() {
    const CohesiveZone law{.normal_stiffness = 1e9,
                           .shear_stiffness = 4e8,
                           .tensile_strength = 1e5,
                           .shear_strength = 2e5,
                           .energy_opening = 50.0,
                           .energy_shear = 400.0};
    struct Mode {
        int direction;
        double k, f, G;
    };
    for (const Mode& mode : {Mode{0, law.normal_stiffness, law.tensile_strength, law.energy_opening},
                             Mode{1, law.shear_stiffness, law.shear_strength, law.energy_shear}}) {
        const double d_0 = mode.f / mode.k, d_f = 2.0 * mode.G / mode.f;
        for (const double share : {0.02, 0.3, 0.9}) {
            const double d = d_0 + share * (d_f - d_0), sigma = mode.f * (1.0 - share),
                         held = 0.5 * sigma * (mode.direction == 0 ? d : sigma / mode.k);
            for (const int strides : {1, 7, 100}) {
                const LoneContact<D> joint = opened<D>(law, mode.direction, d, strides);
                EXPECT_NEAR(joint.number("damage"), share, 1e-9) << strides;
                EXPECT_NEAR(joint.number("opened"), mode.direction == 0 ? d : 0.0, 1e-9 * d);
                EXPECT_NEAR(joint.number("stored"), held * joint.area, 1e-6 * mode.f * d_f);
                EXPECT_EQ(joint.number("intact"), 1.0);
            }
        }
        EXPECT_EQ(opened<D>(law, mode.direction, 0.999 * d_0, 3).number("damage"), 0.0);
        const LoneContact<D> torn = opened<D>(law, mode.direction, 1.01 * d_f, 50);
        EXPECT_EQ(torn.number("damage"), 1.0);
        EXPECT_EQ(torn.number("intact"), 0.0);
    }
}
TEST(CohesiveMemory, SoftensAlongAStraightLine) {
    softening_is_straight<2>();
    softening_is_straight<3>();
}

// Joints that hold up to a limit and no further; the load is an impulse a step, on a body that rests.
template <int D>
void joints_hold_to_their_limits() {
    const double h = 1e-3, A = 0.5;
    struct Case {
        const char* name;
        Law law;
        Vec<D> limit;  // impulse at which it fails
    };
    const Vec<D> n = Vec<D>::axis(0), t = Vec<D>::axis(1);
    const MohrCoulomb mortar{.tensile_strength = 100.0, .cohesion = 200.0, .friction = 0.5};
    const Bonded bond{.tensile_force = 30.0, .shear_force = 20.0};
    const Spring glue{.normal_stiffness = 1e6,
                      .tangential_stiffness = 1e6,
                      .bonded = true,
                      .tension_strength = 30.0,
                      .shear_strength = 20.0};
    for (const Case& c :
         {Case{"mortar, pulled", mortar, h * A * 100.0 * n},
          Case{"mortar, sheared", mortar, h * A * 200.0 * t}, Case{"bond, pulled", bond, h * 30.0 * n},
          Case{"bond, sheared", bond, h * 20.0 * t}, Case{"glue, pulled", glue, h * 30.0 * n},
          Case{"glue, sheared", glue, h * 20.0 * t}}) {
        for (const double factor : {0.99, 1.01}) {
            LoneContact<D> contact(c.law, mass<D>(3.0));
            contact.area = A;
            const auto first = contact.step(factor * c.limit);
            EXPECT_EQ(contact.number("intact"), factor < 1.0 ? 1.0 : 0.0) << c.name << factor;
            EXPECT_NEAR(norm(first.r), std::min(factor, 1.0) * norm(c.limit), 1e-12) << c.name;
            EXPECT_EQ(contact.number("holds"), contact.number("intact"));
            if (factor < 1.0) continue;
            EXPECT_EQ(norm(contact.step().r), 0.0) << c.name;  // broken for good, and nothing presses
            EXPECT_EQ(contact.number("intact"), 0.0);
        }
    }
}
TEST(JointMemory, HoldsToItsLimits) {
    joints_hold_to_their_limits<2>();
    joints_hold_to_their_limits<3>();
}

// Crushing moves the place of rest: the gap at the end of the step in which it crushed.
TEST(JointMemory, CrushingMovesThePlaceOfRest) {
    LoneContact<3> contact(MohrCoulomb{.cohesion = 1e3, .friction = 0.5, .compressive_strength = 1000.0},
                           mass<3>(2.0));
    const auto s = contact.step(-1.5 * Vec<3>::axis(0));  // 1 N s is the limit
    EXPECT_NEAR(s.r[0], 1.0, 1e-12);
    EXPECT_NEAR(contact.velocity[0], -0.25, 1e-12);
    EXPECT_NEAR(contact.number("rest_gap"), -0.25e-3, 1e-15);
    EXPECT_EQ(contact.number("intact"), 1.0);
}

// A bridge of finite range takes F_C d_C to part, in one step or in many; it is there as long as the gap is within its range.
template <int D>
void bridges_take_their_energy() {
    const double F = 50.0, range = 1e-3, m = 0.5;
    for (const double speed : {0.5, 0.6, 5.0, 50.0}) {
        LoneContact<D> contact(Coulomb{.cohesion = {.force = F, .range = range}}, mass<D>(m));
        contact.velocity = speed * Vec<D>::axis(0);
        const double before = 0.5 * m * speed * speed;
        for (int k = 0; k < 100 && (contact.number("intact") > 0.0 || k == 0); ++k) {
            EXPECT_LE(contact.gap, range);
            contact.step();
        }
        EXPECT_EQ(contact.number("intact"), 0.0);
        EXPECT_GE(contact.gap, range);
        const double after = 0.5 * m * contact.velocity[0] * contact.velocity[0];
        EXPECT_NEAR(before - after, F * range, 0.25 * F * range) << speed;  // to the first order in the step
    }
}
TEST(CohesionMemory, ABridgeTakesItsEnergy) {
    bridges_take_their_energy<2>();
    bridges_take_their_energy<3>();
}

TEST(CoulombMemory, KnowsWhetherItSlid) {
    LoneContact<2> contact(Coulomb{.friction = 0.25, .static_friction = 0.5}, mass<2>(1.0));
    const Vec<2> pressed{{-1.0, 0.0}};
    EXPECT_EQ(contact.step(pressed).law.mu, 0.5);
    EXPECT_EQ(contact.number("sliding"), 0.0);
    EXPECT_EQ(contact.step(pressed + Vec<2>{{0.0, 0.6}}).law.mu, 0.5);  // beyond static friction
    EXPECT_EQ(contact.number("sliding"), 1.0);
    EXPECT_EQ(contact.step(pressed).law.mu, 0.25);  // and stops: 0.1 is left, friction takes 0.25
    EXPECT_EQ(contact.number("sliding"), 0.0);
    EXPECT_EQ(contact.step(pressed).law.mu, 0.5);
}

}  // namespace
}  // namespace drystone::memory_forms_test
