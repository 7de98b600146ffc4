// Moments at contacts: every form of rolling, torsion and bond, at every kind of body, against the law word by word and a walk downhill.

#include <array>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "core/random.h"
#include "laws/turning_solve.h"

namespace drystone::turning_force_test {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

struct Form {
    const char* name;
    TurningLaw law;
};
std::vector<Form> forms() {
    return {{"rolling", {.rolling = 0.3}},
            {"torsion", {.torsion = 0.2}},
            {"both", {.rolling = 0.3, .torsion = 0.2}},
            {"growing", {.rolling = 0.3, .torsion = 0.1, .power = 1.0 / 3.0}},
            {"viscous", {.torsion = 0.2, .lag = 0.4}},
            {"viscous_limited", {.rolling = 0.2, .torsion = 0.2, .lag = 0.4}},
            {"bond", {.bending = 0.5, .twisting = 0.3}},
            {"bond_and_rolling", {.rolling = 0.2, .torsion = 0.1, .bending = 0.1, .twisting = 0.2}},
            {"weld", {.bending = never, .twisting = never}},
            {"hinge", {.bending = 0.3, .twisting = 0.0}}};
}

enum class Body { ball, block, on_axis, on_two_axes };
constexpr std::array bodies{Body::ball, Body::block, Body::on_axis, Body::on_two_axes};
const char* name_of(Body body) { return std::array{"ball", "block", "on_axis", "on_two_axes"}[static_cast<std::size_t>(body)]; }

struct Place {
    Mat<3> W{};
    Vec<3> q{};
};
Place place_of(Body body, Random& random) {
    const auto any = [&] { return Vec<3>{{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}}; };
    Place at;
    const auto turns = [&](const Vec<3>& axis) {
        at.W = at.W + outer(axis, axis);
        at.q += random.uniform(-2.0, 2.0) * axis;
    };
    if (body == Body::ball) at.W = Mat<3>::scaled_identity(random.uniform(0.5, 2.0));
    if (body == Body::ball || body == Body::block) at.q = 3.0 * any();
    if (body == Body::block) at.W = Mat<3>::scaled_identity(0.3);
    for (int k = 0; k < std::array{0, 3, 1, 2}[static_cast<std::size_t>(body)]; ++k) turns(any());
    return at;
}

/// (3.8), (3.19).
void expect_obeyed(const TurningLaw& law, double s_n, const Vec<3>& m, const Vec<3>& spin, double size) {
    const double twist = law.torsion_limit(s_n), roll = law.rolling_limit(s_n), tiny = 1e-8 * size;
    ASSERT_TRUE(std::isfinite(norm(m)));
    ASSERT_LE(std::abs(m[0]), twist + tiny);
    if (std::abs(spin[0]) > tiny) { ASSERT_NEAR(m[0], -std::copysign(twist, spin[0]), tiny); }
    Vec<2> rolls{{spin[1], spin[2]}}, moment{{m[1], m[2]}};
    ASSERT_LE(norm(moment), roll + tiny);
    if (law.viscous() && norm(moment) < roll - tiny) {
        ASSERT_LT(norm(moment + law.viscosity(s_n) * rolls), tiny);
        return;
    }
    if (law.viscous()) rolls = rolls + (1.0 / law.viscosity(s_n)) * moment;  // what it rolls faster than viscosity asks for
    if (norm(rolls) <= tiny) return;
    ASSERT_NEAR(norm(moment), roll, tiny);
    ASSERT_NEAR(dot(moment, rolls), -roll * norm(rolls), tiny * size);
}

/// Torsion and rolling take turns until they agree.
Vec<3> solved(const TurningLaw& law, double s_n, const Place& at) {
    Vec<3> m{};
    for (int k = 0; k < 2000; ++k) m = solve_turning(law, s_n, at.W, at.q, m);
    return m;
}

class Moments : public testing::TestWithParam<std::tuple<Form, Body>> {};

TEST_P(Moments, ObeyTheirLawInSpace) {
    const auto& [form, body] = GetParam();
    Random random(13);
    for (int k = 0; k < 50; ++k) {
        SCOPED_TRACE("trial " + std::to_string(k));
        const double s_n = k % 10 == 0 ? 0.0 : random.uniform(0.1, 3.0);
        if (s_n == 0.0 && form.law.viscous()) continue;
        const Place at = place_of(body, random);
        const Vec<3> m = solved(form.law, s_n, at);
        ASSERT_NO_FATAL_FAILURE(expect_obeyed(form.law, s_n, m, at.W * m + at.q, 1.0 + norm(m) + norm(at.q)));
    }
}

// A dry law has a potential: downhill within an interval times a disk.
TEST_P(Moments, AreThoseFoundDownhill) {
    const auto& [form, body] = GetParam();
    const bool has_potential = !form.law.viscous(), has_one_answer = body == Body::ball || body == Body::block;
    Random random(17);
    for (int k = 0; k < (has_potential && has_one_answer ? 20 : 0); ++k) {
        const double s_n = random.uniform(0.1, 3.0), twist = form.law.torsion_limit(s_n), roll = form.law.rolling_limit(s_n);
        const Place at = place_of(body, random);
        const double steep = at.W[0][0] + at.W[1][1] + at.W[2][2];
        Vec<3> m{};
        for (int step = 0; step < 5000; ++step) {
            m = m - (1.0 / steep) * (at.W * m + at.q);
            m[0] = std::clamp(m[0], -twist, twist);
            const double size = std::hypot(m[1], m[2]);
            for (int i = 1; size > roll && i < 3; ++i) m[i] *= roll / size;
        }
        ASSERT_LT(norm(solved(form.law, s_n, at) - m), 1e-7 * (1.0 + norm(m))) << k;
    }
}

TEST_P(Moments, ObeyTheirLawInThePlane) {
    const auto& [form, body] = GetParam();
    Random random(19);
    for (int k = 0; k < 200; ++k) {
        const double s_n = random.uniform(0.1, 3.0), w = body == Body::on_axis ? 0.0 : random.uniform(0.2, 3.0), q = random.uniform(-3.0, 3.0);
        const double m = solve_turning(form.law, s_n, Mat<1>{{Vec<1>{{w}}}}, Vec<1>{{q}}, {})[0], spin = w * m + q, limit = form.law.rolling_limit(s_n);
        ASSERT_LE(std::abs(m), limit);
        if (w == 0.0) continue;  // nothing turns it
        const double wanted = form.law.viscous() ? spin + m / form.law.viscosity(s_n) : spin;
        if (std::abs(m) < limit * (1.0 - 1e-12)) { ASSERT_NEAR(wanted, 0.0, 1e-12 * (1.0 + std::abs(q))); }
        ASSERT_LE(m * wanted, 1e-12 * (1.0 + q * q));
    }
}

INSTANTIATE_TEST_SUITE_P(TurningForce, Moments, testing::Combine(testing::ValuesIn(forms()), testing::ValuesIn(bodies)),
                         [](const auto& one) { return std::string(std::get<0>(one.param).name) + "_" + name_of(std::get<1>(one.param)); });

}  // namespace
}  // namespace drystone::turning_force_test
