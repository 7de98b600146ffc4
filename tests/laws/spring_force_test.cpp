// The one law of springs, of soft grains and of statics. docs/theory.md (12.1), (13.1)-(13.6).

#include "laws/spring_force.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::spring_force_test {
namespace {

const Spring law{.normal_stiffness = 1e5,
                 .tangential_stiffness = 4e4,
                 .twist_stiffness = 30.0,
                 .bend_stiffness = 20.0,
                 .friction = 0.5,
                 .rolling_friction = 0.01,
                 .torsion_friction = 0.02};

template <int D>
SpringContact<D> pressed(double overlap) {
    SpringContact<D> m;
    m.normal = Vec<D>::axis(0);
    m.overlap = overlap;
    m.dt = 1.0;
    return m;
}

template <int D>
struct Springs {
    SpringMemory<D> memory{};
    SpringForce<D> answer(const SpringContact<D>& m) {
        return respond<true>(law, m, memory.slip, memory.turn);
    }
};

// Drawn aside, T = -k_T x up to mu N and no further; back again it is mu N / k_T behind. What the slider took is mu N times its way.
template <int D>
void springs_draw_and_slide() {
    Springs<D> springs;
    SpringContact<D> m = pressed<D>(1e-3);
    const double N = 1e5 * 1e-3, limit = 0.5 * N, reach = limit / 4e4, step = reach / 8.0;
    m.velocity = step * Vec<D>::axis(1);
    double lost = 0.0;
    for (int k = 1; k <= 20; ++k) {
        const SpringForce<D> f = springs.answer(m);
        const double x = std::min(k * step, reach);
        ASSERT_NEAR(f.shear[1], -4e4 * x, 1e-12 * limit) << k;
        ASSERT_NEAR(f.press, N, 1e-12 * N);
        ASSERT_NEAR(norm(f.force - (f.press * m.normal + f.shear)), 0.0, 1e-12 * N);
        ASSERT_EQ(f.slides, k > 8) << k;
        ASSERT_NEAR(f.shear_share, k > 8 ? 8.0 / 9.0 : 1.0, 1e-12);
        lost += f.friction;
    }
    EXPECT_NEAR(lost, limit * 12.0 * step, 1e-12 * limit);
    EXPECT_NEAR(elastic_energy(law, 1e-3, 0.0, m.normal, springs.memory), 0.5 * (N * 1e-3 + limit * reach),
                1e-12);
    m.velocity = -20.0 * step * Vec<D>::axis(1);  // back where it began
    EXPECT_NEAR(springs.answer(m).shear[1], limit, 1e-12 * limit);
}
TEST(SpringForce, IsDrawnAndSlides) {
    springs_draw_and_slide<2>();
    springs_draw_and_slide<3>();
}

// Rolling, and in space torsion, each up to its own limit.
TEST(SpringForce, MomentsHaveLimitsOfTheirOwn) {
    Springs<3> springs;
    SpringContact<3> m = pressed<3>(1e-3);  // N = 100
    m.spin = {{0.04, 0.03, 0.0}};
    SpringForce<3> f = springs.answer(m);
    EXPECT_NEAR(f.moment[0], -30.0 * 0.04, 1e-12);
    EXPECT_NEAR(f.moment[1], -20.0 * 0.03, 1e-12);
    f = springs.answer(m);
    EXPECT_NEAR(f.moment[0], -2.0, 1e-12);  // l_n N
    EXPECT_NEAR(f.moment[1], -1.0, 1e-12);  // l_t N
    EXPECT_NEAR(f.twist_share, 2.0 / 2.4, 1e-12);
    EXPECT_NEAR(f.roll_share, 1.0 / 1.2, 1e-12);
    m.bonded = true;  // a bond knows none
    EXPECT_NEAR(springs.answer(m).moment[0], -2.0 - 1.2, 1e-12);

    Springs<2> plane;
    SpringContact<2> flat = pressed<2>(1e-3);
    flat.spin = {{0.03}};
    EXPECT_NEAR(plane.answer(flat).moment[0], -0.6, 1e-12);
    EXPECT_NEAR(plane.answer(flat).moment[0], -1.0, 1e-12);
}

// A bond pulls; a contact that does not turn has no moment, and its springs resist nothing.
TEST(SpringForce, OfABondHasEitherSign) {
    Springs<2> springs;
    SpringContact<2> m = pressed<2>(-2e-3);
    m.bonded = true;
    m.velocity = {{0.0, 1e-3}};
    const SpringForce<2> f = springs.answer(m);
    EXPECT_EQ(f.press, -200.0);
    EXPECT_EQ(f.shear[1], -40.0);
    EXPECT_FALSE(f.slides);
    const Spring smooth{.normal_stiffness = 1e5, .tangential_stiffness = 1e4};
    SpringContact<3> dry = pressed<3>(1e-3);
    dry.velocity = {{0.0, 1e-3, 0.0}};
    dry.spin = {{0.1, 0.1, 0.1}};
    SpringMemory<3> memory;
    const SpringForce<3> none = respond<true>(smooth, dry, memory.slip, memory.turn);
    EXPECT_EQ(none.shear, Vec<3>{});
    EXPECT_EQ(none.moment, Vec<3>{});
    EXPECT_EQ(none.shear_share, 0.0);
    EXPECT_EQ(none.roll_share, 0.0);
    SpringMemory<3> untouched;
    EXPECT_EQ(respond<true>(smooth, pressed<3>(1e-3), untouched.slip, untouched.turn).shear_share,
              0.0);  // also at rest
}

// Statics draws springs by displacements, soft grains by velocities: nothing damps the first, whatever the law says.
TEST(SpringForce, WithoutTimeNothingDamps) {
    Spring damped = law;
    damped.tangential_damping = 1e3;
    SpringContact<2> m = pressed<2>(1e-3);
    m.velocity = {{0.0, 1e-4}};
    SpringMemory<2> memory;
    EXPECT_LT(respond<true>(damped, m, memory.slip, memory.turn).shear[1], -4.0);
    m.damps = false;
    memory = {};
    EXPECT_EQ(respond<true>(damped, m, memory.slip, memory.turn).shear[1], -4.0);
}

// Whatever is done to a contact: what its springs hold and what sliders took grow by the work of the springs' mean force; sliders
// never give; the cone is kept; in other units the digits are the same.
template <int D>
void work_is_held_or_lost() {
    Random random(11);
    const double m = 4.0, kg = 0.5, s = 2.0, force = kg * m / (s * s);
    Spring scaled = law;
    for (double* k : {&scaled.normal_stiffness, &scaled.tangential_stiffness}) *k *= force / m;
    for (double* k : {&scaled.twist_stiffness, &scaled.bend_stiffness}) *k *= force * m;
    for (double* l : {&scaled.rolling_friction, &scaled.torsion_friction}) *l *= m;
    for (int trial = 0; trial < 40; ++trial) {
        Springs<D> springs;
        SpringMemory<D> other;
        SpringContact<D> now = pressed<D>(1e-3 * random.uniform(0.1, 1.0));
        for (int k = 0; k < 50; ++k) {
            for (int i = 1; i < D; ++i) now.velocity[i] = 3e-4 * random.uniform(-1.0, 1.0);
            for (int i = 0; i < spin_dim<D>; ++i) now.spin[i] = 3e-3 * random.uniform(-1.0, 1.0);
            const SpringMemory<D> was = springs.memory;
            const SpringForce<D> f = springs.answer(now);
            ASSERT_LE(norm(f.shear), law.friction * f.press * (1.0 + 1e-12));
            const double held = elastic_energy(law, now.overlap, 0.0, now.normal, springs.memory) -
                                elastic_energy(law, now.overlap, 0.0, now.normal, was);
            double work = 0.5 * law.tangential_stiffness * dot(was.slip + springs.memory.slip, now.velocity);
            for (int i = 0; i < spin_dim<D>; ++i) {
                const double k_i = D == 3 && i == 0 ? law.twist_stiffness : law.bend_stiffness;
                work += 0.5 * k_i * (was.turn[i] + springs.memory.turn[i]) * now.spin[i];
            }
            ASSERT_NEAR(held + f.friction, work, 1e-12);
            ASSERT_GE(f.friction, -1e-18);

            SpringContact<D> same = now;
            same.overlap *= m;
            same.velocity = (m / s) * now.velocity;
            same.spin = (1.0 / s) * now.spin;
            same.dt = s;
            const SpringForce<D> g = respond<true>(scaled, same, other.slip, other.turn);
            ASSERT_EQ(g.force, force * f.force);
            ASSERT_EQ(g.moment, force * m * f.moment);
            ASSERT_EQ(other.slip, m * springs.memory.slip);
        }
    }
}
TEST(SpringForce, WorkIsHeldOrLost) {
    work_is_held_or_lost<2>();
    work_is_held_or_lost<3>();
}

}  // namespace
}  // namespace drystone::spring_force_test
