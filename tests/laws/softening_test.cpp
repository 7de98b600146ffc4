// How strength falls with the energy spent: docs/theory.md (3.16), (3.17).

#include "laws/softening.h"

#include <cmath>

#include <gtest/gtest.h>

namespace drystone {
namespace {

constexpr Softening both[] = {Softening::linear, Softening::exponential};

TEST(Softening, TheStrengthFallsFromAllToNothing) {
    for (const Softening softening : both) {
        EXPECT_EQ(strength_left(softening, 0.0), 1.0);
        EXPECT_EQ(strength_left(softening, 1.0), 0.0);
        double last = 1.0;
        for (double e = 0.05; e < 1.0; e += 0.05) {
            EXPECT_LT(strength_left(softening, e), last);
            last = strength_left(softening, e);
        }
    }
    const double S = strength_left(Softening::exponential, 0.7);
    EXPECT_NEAR(1.0 - S + 0.5 * S * std::log(S), 0.7, 1e-14);
}

/// Opens a joint with k = f = 1 (so that its strength is reached at an opening of 1) by n steps up to `end`; returns what
/// the damage took, with the traction on the envelope in `traction`.
double tear(Softening softening, double G, double end, int n, double& traction) {
    double d = 0.0, e = 0.0, spent = 0.0;
    for (int k = 1; k <= n; ++k) {
        const double opening = end * k / n, before = d;
        grow(softening, opening, 0.5 * opening * opening / G, d, e);
        EXPECT_GE(d, before);
        spent += (d - before) * 0.5 * opening * opening;
        traction = (1.0 - d) * opening;
    }
    return spent;
}

TEST(Softening, TheLinearEnvelopeIsAStraightLineWhateverTheStiffness) {
    for (const double G : {0.6, 2.0, 50.0}) {
        const double last = 2.0 * G;  // opening at which nothing is left
        for (const double share : {0.1, 0.5, 0.9}) {
            const double opening = 1.0 + share * (last - 1.0);
            for (const int strides : {1, 2, 7}) {
                double traction = 0.0;
                tear(Softening::linear, G, opening, strides, traction);
                EXPECT_NEAR(traction, 1.0 - share, 1e-12);
            }
        }
    }
}

TEST(Softening, TearingTakesTheFractureEnergy) {
    for (const Softening softening : both) {
        double traction = 0.0;
        const double G = 20.0, torn = longest_opening(softening, G) + 1.0;
        EXPECT_NEAR(tear(softening, G, 1.2 * torn, 4000, traction), G, 0.01 * G);
        EXPECT_EQ(traction, 0.0);
    }
}

TEST(Softening, TheExponentialFallsAsOneBehindAStiffOnset) {
    const double G = 1000.0;
    for (const double x : {0.3, 1.0, 3.0}) {
        double traction = 0.0;
        tear(Softening::exponential, G, 1.0 + x * G, 2000, traction);
        EXPECT_NEAR(traction, std::exp(-x), 0.005);
    }
}

TEST(Softening, NothingGrowsBelowTheLimit) {
    double d = 0.3, e = 0.2;
    grow(Softening::linear, 0.8 / 0.7, 0.1, d, e);
    EXPECT_EQ(d, 0.3);
    EXPECT_EQ(e, 0.2);
}

}  // namespace
}  // namespace drystone
