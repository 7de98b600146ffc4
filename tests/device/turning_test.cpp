// What a device says of moments at one contact is what the laws room says, for every kind of rolling and torsion friction.

#include "device/turning.h"

#include <gtest/gtest.h>

#include "core/random.h"
#include "laws/local_solve.h"

namespace drystone::device::turning_test {
namespace {

std::vector<TurningLaw> laws() {
    std::vector<TurningLaw> all;
    for (const double rolling : {0.0, 0.3})
        for (const double torsion : {0.0, 0.2})
            for (const double power : {0.0, 1.0 / 3.0})
                for (const double lag : {0.0, 0.7}) {
                    TurningLaw law;
                    law.rolling = rolling, law.torsion = torsion, law.power = power, law.lag = lag;
                    all.push_back(law);
                }
    return all;
}

template <int S>
Vec<S> some(Random& random) {
    Vec<S> x;
    for (int k = 0; k < S; ++k) x[k] = random.uniform(-2.0, 2.0);
    return x;
}

template <int S>
void the_same() {
    Random random(7);
    int carried = 0;
    for (const TurningLaw& law : laws()) {
        EXPECT_EQ(carries_moments(law), law.turns());
        for (int k = 0; k < 200; ++k) {
            const double s_n = random.uniform(-0.5, 2.0), rho = random.uniform(0.1, 2.0);
            Mat<S> W = Mat<S>::scaled_identity(random.uniform(0.5, 2.0));
            if (k % 2 == 0) W = W + outer(some<S>(random), Vec<S>::axis(0));
            if (k % 2 == 0) W = W + transpose(W) + Mat<S>::scaled_identity(8.0);
            const Vec<S> q = some<S>(random), m = some<S>(random), Omega = some<S>(random);
            EXPECT_EQ(moment_at(law, s_n, W, q, m), solve_turning(law, s_n, W, q, m));
            EXPECT_EQ(turning_error(law, s_n, m, Omega, rho), turning_map(law, s_n, m, Omega, rho));
            carried += !(moment_at(law, s_n, W, q, m) == Vec<S>{});
        }
    }
    EXPECT_GT(carried, 1000);
}
TEST(Turning, IsThatOfTheLawsInThePlane) { the_same<1>(); }
TEST(Turning, IsThatOfTheLawsInSpace) { the_same<3>(); }

}  // namespace
}  // namespace drystone::device::turning_test
