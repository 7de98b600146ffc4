// Joints that are led along a way: opened, pressed, sheared, there and back, in any order. What is put in is held by springs or lost, what is lost
// never comes back, and a one-point integrator in a few lines, with strides so small that order does not matter, finds the same tractions.

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "core/random.h"
#include "laws/lone_contact.h"

namespace drystone::one_point_test {
namespace {

struct Joint {
    std::string name;
    CohesiveZone law;
};

std::vector<Joint> joints() {
    std::vector<Joint> all;
    for (const Softening softening : {Softening::linear, Softening::exponential}) {
        for (const double friction : {0.0, 0.6}) {
            for (const double dilatancy : {0.0, 0.2}) {
                for (const int crushing : {0, 1, 2}) {
                    if (dilatancy > friction) continue;
                    CohesiveZone law{.normal_stiffness = 1e6,
                                     .shear_stiffness = 4e5,
                                     .tensile_strength = 100.0,
                                     .shear_strength = 150.0,
                                     .energy_opening = 0.05,
                                     .energy_shear = 0.2,
                                     .friction = friction};
                    law.dilatancy = dilatancy;
                    law.softening = softening;
                    if (crushing > 0) law.compressive_strength = 400.0;
                    if (crushing > 1) {
                        law.energy_crushing = 0.3;
                        law.residual_compressive_strength = 100.0;
                    }
                    all.push_back({std::string(softening == Softening::linear ? "linear" : "exponential") + (friction > 0.0 ? "_rough" : "_smooth") +
                                       (dilatancy > 0.0 ? "_lifting" : "") + std::array{"", "_crushing", "_weakening"}[static_cast<std::size_t>(crushing)],
                                   law});
                }
            }
        }
    }
    return all;
}

/// Displacements, normal and along two tangents, that a joint is led to one after the other [m].
using Way = std::vector<Vec<3>>;

Way any_way(Random& random, int legs) {
    Way way;
    for (int k = 0; k < legs; ++k) {
        const double n = random.uniform(-6e-4, 7e-4), angle = random.uniform(0.0, 6.3), t = random.uniform(0.0, 1.5e-3);
        way.push_back({{n, t * std::cos(angle), t * std::sin(angle)}});
    }
    return way;
}

template <int D>
Vec<D> in(const Vec<3>& x) {
    Vec<D> out;
    for (int i = 0; i < D; ++i) out[i] = x[i];
    return out;
}

/// What a joint told on its way, per area where it has one.
struct Told {
    double work = 0.0, stored = 0.0, friction = 0.0, damage = 0.0, least_loss = 0.0;
    double lost = 0.0;               // of S
    std::vector<double> traction{};  // normal ones at the ends of the legs, of the springs [Pa]
};

constexpr double A = 0.5;

/// By a body so heavy that nothing stops it, in so many strides a leg.
template <int D>
Told led(const CohesiveZone& law, const Way& way, int strides) {
    LoneContact<D> joint(law, Mat<D>::scaled_identity(1e-30));
    joint.area = A;
    Told told;
    joint.step();
    Vec<D> from{};
    for (const Vec<3>& corner : way) {
        const Vec<D> to = in<D>(corner);
        for (int k = 0; k < strides; ++k) {
            joint.velocity = (1.0 / (strides * joint.h)) * (to - from);
            const auto s = joint.step();
            told.work -= dot(s.r, joint.velocity) / A;
            told.friction += s.losses.friction / A;
            told.damage += s.losses.damage / A;
            told.least_loss = std::min(told.least_loss, std::min(s.losses.friction, s.losses.damage) / A);
        }
        from = to;
        joint.velocity = {};
        const auto held = joint.step();
        told.traction.push_back(held.r[0] / (joint.h * A));
        told.friction += held.losses.friction / A;
        told.damage += held.losses.damage / A;
    }
    told.stored = joint.number("stored") / A;
    told.lost = joint.number("damage");
    return told;
}

class LedAlongAWay : public testing::TestWithParam<Joint> {};

// work = stored + lost, but for what a stride does beyond the curve, which falls with its length.
template <int D>
void nothing_is_won(const CohesiveZone& law) {
    Random random(2);
    double coarse = 0.0, fine = 0.0, put_in = 0.0;
    for (int trial = 0; trial < 4; ++trial) {
        const Way way = any_way(random, 6);
        for (const int strides : {40, 320}) {
            const Told told = led<D>(law, way, strides);
            const double missing = told.work - told.stored - told.friction - told.damage;
            (strides == 40 ? coarse : fine) += std::abs(missing);
            put_in += std::abs(told.work);
            ASSERT_GE(told.least_loss, -1e-9) << "trial " << trial;
            ASSERT_GE(told.stored, 0.0);
        }
    }
    EXPECT_LT(fine, 0.25 * coarse + 1e-6 * put_in);
    EXPECT_LT(fine, 0.01 * put_in);
}
TEST_P(LedAlongAWay, WhatIsPutInIsHeldOrLostInThePlane) { nothing_is_won<2>(GetParam().law); }
TEST_P(LedAlongAWay, WhatIsPutInIsHeldOrLostInSpace) { nothing_is_won<3>(GetParam().law); }

/// (3.16)-(3.18) in so small strides that each is a first order of its own: strengths of before, then what gave way weakens them.
struct Integrator {
    const CohesiveZone& law;
    double S = 1.0, S_c = 1.0, rest = 0.0, widest = 0.0;
    Vec<3> slip{};     // of the springs
    double x_c = 0.0, x = 0.0;

    static double left(Softening softening, double x) { return softening == Softening::linear ? std::max(0.0, 1.0 - 0.5 * x) : (x > -std::log(1e-7) ? 0.0 : std::exp(-x)); }
    double cap() const {
        const double f_r = law.energy_crushing > 0.0 ? law.residual_compressive_strength : law.compressive_strength;
        return f_r < Yielding::never ? f_r + (law.compressive_strength - f_r) * S_c : f_r;
    }
    /// Compression positive.
    double traction(double n) const {
        const double away = n - rest;
        if (away <= 0.0) return std::min(-law.normal_stiffness * away, cap());
        if (S == 0.0) return 0.0;
        const double met = law.tensile_strength * S / law.normal_stiffness;
        const double secant = widest > met ? law.tensile_strength * S / widest : law.normal_stiffness;
        return -std::min(secant * away, law.tensile_strength * S);
    }
    double falls(double strength) const { return strength == 0.0 ? 0.0 : law.softening == Softening::linear ? 0.5 : strength; }  // -dS/dx
    void to(double n, const Vec<3>& by) {
        const double f = law.tensile_strength, k = law.normal_stiffness, c = law.shear_strength, k_t = law.shear_stiffness;
        const double away = n - rest, sigma = traction(n), limit = std::max(0.0, c * S + law.friction * sigma) / k_t;
        slip += by;
        const double opened = S > 0.0 ? std::max(0.0, away - std::max(widest, f * S / k)) : 0.0, beyond = std::max(0.0, norm(slip) - limit);
        // Each way that does not come back is its displacement beyond the springs, which let go as S falls: kappa = beyond + f (-dS) / k.
        const double I = f / law.energy_opening, II = c / law.energy_shear;
        const double by_itself = falls(S) * ((opened > 0.0 ? I * f / k : 0.0) + (beyond > 0.0 ? II * c / k_t : 0.0));
        const double given = S > 0.0 ? (I * opened + II * beyond) / (1.0 - by_itself) : 0.0;
        if (beyond > 0.0) {
            const double slid = std::min(norm(slip), beyond + falls(S) * given * c / k_t);
            slip = (1.0 - slid / norm(slip)) * slip;
            if (sigma > 0.0) rest += law.dilatancy * S * slid;
        }
        x += given;
        S = S == 0.0 ? 0.0 : left(law.softening, x);
        if (away > 0.0 && away * k > f * S) widest = std::max(widest, away);
        const double sunk = -(n - rest) - cap() / k;
        if (sunk > 0.0) {
            double kappa = sunk;
            if (law.energy_crushing > 0.0) {
                const double fall = law.compressive_strength - law.residual_compressive_strength;
                kappa = sunk / (1.0 - falls(S_c) * fall * fall / (law.energy_crushing * k));
                x_c += kappa * fall / law.energy_crushing;
                S_c = left(law.softening, x_c);
            }
            rest -= kappa;
        }
    }
};

template <int D>
void tractions_are_those_of_the_integrator(const CohesiveZone& law) {
    Random random(5);
    for (int trial = 0; trial < 2; ++trial) {
        SCOPED_TRACE("trial " + std::to_string(trial));
        Way way = any_way(random, 5);
        if (D == 2) for (Vec<3>& corner : way) corner[2] = 0.0;
        Integrator point{law};
        const Told told = led<D>(law, way, 500);
        Vec<3> from{};
        constexpr int strides = 2500;
        for (std::size_t leg = 0; leg < way.size(); ++leg) {
            Vec<3> by = (1.0 / strides) * (way[leg] - from);
            by[0] = 0.0;
            for (int k = 1; k <= strides; ++k) point.to(from[0] + (way[leg][0] - from[0]) * k / strides, by);
            from = way[leg];
            ASSERT_NEAR(told.traction[leg], point.traction(from[0]), 2.0) << "leg " << leg;  // of 100 to 400 Pa
        }
        ASSERT_NEAR(told.lost, 1.0 - point.S, 1e-2);
    }
}
TEST_P(LedAlongAWay, TractionsAreThoseOfSmallStridesInThePlane) { tractions_are_those_of_the_integrator<2>(GetParam().law); }
TEST_P(LedAlongAWay, TractionsAreThoseOfSmallStridesInSpace) { tractions_are_those_of_the_integrator<3>(GetParam().law); }

INSTANTIATE_TEST_SUITE_P(OnePoint, LedAlongAWay, testing::ValuesIn(joints()), [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace drystone::one_point_test
