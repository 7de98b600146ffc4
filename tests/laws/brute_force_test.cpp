// Every form a law takes at a contact, at every kind of contact: the solution against a search that knows nothing of pieces, cones and roots.
//
// Forms:    dry, cohesive, joints with limits of their own, springs, staircases that give way, unbreakable bonds
// Contacts: a round body; the corner of a block; one that wedges (mu |W_nt| > W_nn); bodies whose degrees of freedom are held: on an axis, on a
//           rail that lies askew, across n, along n, altogether.

#include <cmath>

#include <gtest/gtest.h>

#include "laws/local_cases.h"
#include "laws/prepared_contact.h"

namespace drystone::brute_force_test {
namespace {

using namespace local_cases;

/// (3.11) word by word. `size` [N s], `speed` [m/s]: what errors are measured with.
template <int D>
void expect_obeyed(const LocalLaw<D>& law, const Vec<D>& r, const Vec<D>& v, double size, double speed) {
    const double tiny = 1e-8 * size, slow = 1e-8 * speed;
    const Yielding& y = law.yields;
    ASSERT_TRUE(std::isfinite(norm(r)));
    ASSERT_GE(r[0], -law.tension - tiny);
    if (r[0] < -tiny) {
        ASSERT_GE(v[0], -y.pulled * r[0] - slow);
        if (r[0] > -law.tension + tiny) { ASSERT_NEAR(v[0], -y.pulled * r[0], slow); }
    } else if (r[0] < y.gives_at - tiny) {
        ASSERT_GE(v[0], -y.pressed * r[0] - slow);
        if (r[0] > tiny) { ASSERT_NEAR(v[0], -y.pressed * r[0], slow); }
    } else if (r[0] <= y.gives_at + tiny) {
        if (r[0] > tiny || law.tension > tiny) { ASSERT_LE(v[0], -y.pressed * r[0] + slow); }
        ASSERT_GE(v[0], -y.pressed * r[0] - y.gives_by - slow);
    } else {
        ASSERT_NEAR(v[0], -y.pressed * r[0] - y.gives_by, slow);
    }
    const double limit = law.shear_limit(r[0]), shear = tangential_norm(r);
    ASSERT_LE(shear, limit + tiny);
    Vec<D> slip = v + y.slip * r;
    slip[0] = 0.0;
    if (norm(slip) <= slow) return;
    ASSERT_NEAR(shear, limit, tiny);
    ASSERT_NEAR(dot(slip, r) - slip[0] * r[0], -norm(slip) * shear, 1e-8 * size * speed);
}

/// The shear that friction answers with at a given limit, by going downhill within its disk.
template <int D>
Vec<D> shear_at(const LocalLaw<D>& law, const Place<D>& at, double r_n) {
    const double limit = law.shear_limit(r_n);
    double steep = law.yields.slip;
    for (int i = 1; i < D; ++i) steep += at.W[i][i];
    Vec<D> r = r_n * Vec<D>::axis(0);
    for (int k = 0; k < 400; ++k) {
        Vec<D> down = at.W * r + at.q + law.yields.slip * r;
        down[0] = 0.0;
        r = r - (1.0 / steep) * down;
        const double shear = tangential_norm(r);
        for (int i = 1; shear > limit && i < D; ++i) r[i] *= limit / shear;
    }
    return r;
}

/// One r that obeys the law, where v_n rises with r_n: the place on the staircase, walked along as a line in the plane of r_n and v_n, is bisected.
template <int D>
Vec<D> searched(const LocalLaw<D>& law, const Place<D>& at) {
    const Yielding& y = law.yields;
    // Along s the staircase goes from tension, high v_n, to pressure, low v_n.
    const auto stairs = [&](double s) -> std::array<double, 2> {  // r_n, v_n
        if (s < 0.0) {
            const double pull = std::min(-s, law.tension);
            return {-pull, y.pulled * pull + std::max(0.0, -s - law.tension)};
        }
        if (s <= y.gives_at) return {s, -y.pressed * s};
        const double beyond = s - y.gives_at;
        if (beyond <= y.gives_by) return {y.gives_at, -y.pressed * y.gives_at - beyond};
        const double r_n = y.gives_at + (beyond - y.gives_by);
        return {r_n, -y.gives_by - y.pressed * r_n};
    };
    double low = -100.0, high = 100.0;
    for (int k = 0; k < 60; ++k) {
        const double s = 0.5 * (low + high);
        const auto [r_n, v_n] = stairs(s);
        const double moves = dot(at.W[0], shear_at(law, at, r_n)) + at.q[0];
        (moves < v_n ? low : high) = s;
    }
    return shear_at(law, at, stairs(0.5 * (low + high))[0]);
}

template <int D>
void solutions_obey(Form form, Body body, int trials) {
    Random random(11 + 100 * static_cast<unsigned>(form) + static_cast<unsigned>(body));
    for (int k = 0; k < trials; ++k) {
        SCOPED_TRACE(std::string(name_of(form)) + ", " + name_of(body) + ", trial " + std::to_string(k));
        const LocalLaw<D> law = law_of<D>(form, random);
        const Place<D> at = place_of<D>(body, random);
        const Vec<D> r = solve_local(law, at.W, at.q), v = at.W * r + at.q;
        const double speed = norm(at.q) + norm(v), size = norm(r) + 1.0;
        ASSERT_NO_FATAL_FAILURE(expect_obeyed(law, r, v, size, speed));
        PreparedContact<D> prepared(law, at.W);
        const Vec<D> again = prepared.solve(at.q);
        ASSERT_NO_FATAL_FAILURE(expect_obeyed(law, again, at.W * again + at.q, size, speed)) << "prepared";
    }
}

class Everywhere : public testing::TestWithParam<std::tuple<Form, Body>> {};
TEST_P(Everywhere, TheSolutionObeysTheLawInThePlane) { solutions_obey<2>(std::get<0>(GetParam()), std::get<1>(GetParam()), 1500); }
TEST_P(Everywhere, TheSolutionObeysTheLawInSpace) { solutions_obey<3>(std::get<0>(GetParam()), std::get<1>(GetParam()), 1500); }
INSTANTIATE_TEST_SUITE_P(BruteForce, Everywhere, testing::Combine(testing::ValuesIn(forms), testing::ValuesIn(bodies)),
                         [](const auto& one) { return name_of(one.param); });

template <int D>
void solution_is_the_searched_one(Form form, Body body) {
    Random random(7 + 100 * static_cast<unsigned>(form) + static_cast<unsigned>(body));
    for (int k = 0; k < 40; ++k) {
        SCOPED_TRACE("trial " + std::to_string(k));
        LocalLaw<D> law = law_of<D>(form, random);
        law.mu = std::min(law.mu, 0.4);  // v_n rises with r_n: there is one solution
        if (form == Form::cohesive || form == Form::staircase) law.cohesion = law.mu * law.tension;
        const Place<D> at = place_of<D>(body, random);
        const Vec<D> r = solve_local(law, at.W, at.q), expected = searched(law, at);
        ASSERT_LT(norm(r - expected), 1e-9 * (1.0 + norm(expected)));
    }
}
class OneSolution : public testing::TestWithParam<std::tuple<Form, Body>> {};
TEST_P(OneSolution, IsFoundByWhoeverLooks) {
    solution_is_the_searched_one<2>(std::get<0>(GetParam()), std::get<1>(GetParam()));
    solution_is_the_searched_one<3>(std::get<0>(GetParam()), std::get<1>(GetParam()));
}
INSTANTIATE_TEST_SUITE_P(BruteForce, OneSolution, testing::Combine(testing::ValuesIn(forms), testing::Values(Body::round, Body::corner)),
                         [](const auto& one) { return name_of(one.param); });

}  // namespace
}  // namespace drystone::brute_force_test
