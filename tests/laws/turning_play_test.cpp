// A moment with two stops: docs/theory.md (3.44).

#include <cmath>

#include <gtest/gtest.h>

#include "laws/local_solve.h"
#include "laws/turning_law.h"

namespace drystone::turning_play_test {
namespace {

void expect_obeys(double m, double Omega, double play) {
    if (m < 0.0) {
        EXPECT_NEAR(Omega, 0.0, 1e-12);
    } else if (m > 0.0) {
        EXPECT_NEAR(Omega, -play, 1e-12);
    } else {
        EXPECT_LE(Omega, 1e-12);
        EXPECT_GE(Omega, -play - 1e-12);
    }
}

TEST(TurningPlay, TheMomentHoldsAtOneStopOrTheOtherAndNotBetween) {
    const double never = std::numeric_limits<double>::infinity(), play = 2.0;
    for (const double q : {-5.0, -2.0, -1.0, 0.0, 3.0}) {
        const TurningLaw plane{.bending = never, .play = play}, space{.twisting = never, .play = play};
        const Mat<1> w{{Vec<1>{{0.5}}}};
        const Vec<1> m = solve_turning(plane, 0.0, w, Vec<1>{{q}}, Vec<1>{});
        expect_obeys(m[0], 0.5 * m[0] + q, play);
        const Mat<3> W{{Vec<3>{{0.5, 0.1, 0.0}}, Vec<3>{{0.1, 0.7, 0.2}}, Vec<3>{{0.0, 0.2, 0.4}}}};
        const Vec<3> b{{q, 1.0, -1.0}}, n = solve_turning(space, 0.0, W, b, Vec<3>{});
        expect_obeys(n[0], 0.5 * n[0] + q, play);
        EXPECT_EQ(n[1], 0.0);
        for (const double rho : {0.1, 3.0}) {
            EXPECT_NEAR(norm(turning_map(plane, 0.0, m, w * m + Vec<1>{{q}}, rho)), 0.0, 1e-12);
            EXPECT_NEAR(turning_map(space, 0.0, n, W * n + b, rho)[0], 0.0, 1e-12);
        }
    }
}

TEST(TurningPlay, ItsMapSeesWhatIsWrong) {
    const TurningLaw law{.bending = 10.0, .play = 2.0};
    EXPECT_GT(norm(turning_map(law, 0.0, Vec<1>{{1.0}}, Vec<1>{{0.0}}, 1.0)), 0.1);   // pushes from the wrong stop
    EXPECT_GT(norm(turning_map(law, 0.0, Vec<1>{{0.0}}, Vec<1>{{0.5}}, 1.0)), 0.1);   // beyond the first
    EXPECT_GT(norm(turning_map(law, 0.0, Vec<1>{{0.0}}, Vec<1>{{-2.5}}, 1.0)), 0.1);  // beyond the second
    EXPECT_EQ(norm(turning_map(law, 0.0, Vec<1>{{0.0}}, Vec<1>{{-1.0}}, 1.0)), 0.0);
}

}  // namespace
}  // namespace drystone::turning_play_test
