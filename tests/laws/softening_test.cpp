// How strength falls with what has given way: docs/theory.md (3.16), (3.17).

#include "laws/softening.h"

#include <cmath>

#include <gtest/gtest.h>

namespace drystone::softening_test {
namespace {

constexpr Softening both[] = {Softening::linear, Softening::exponential};

/// A joint with k = f = 1, so that its strength is reached at a displacement of 1.
struct Joint {
    Softening softening = Softening::linear;
    double G = 1.0;
    double S = 1.0;
    double kappa = 0.0;  // what does not spring back

    /// To the displacement d, in so many strides. Returns the energy that its strength took, int S dkappa.
    double move(double d, int strides) {
        const double from = kappa + S, spent = spent_at(softening, S);
        for (int k = 1; k <= strides; ++k) {
            const SofteningMode mode{1.0, G, 1.0, from + (d - from) * k / strides - kappa - S};
            const double left = soften(softening, S, {&mode, 1});
            EXPECT_LE(left, S);
            kappa += mode.gives(S - left);
            S = left;
        }
        return G * (spent_at(softening, S) - spent);
    }
};

TEST(Softening, TheStraightLineIsOneWhateverTheStiffnessAndTheStrides) {
    for (const double G : {0.6, 2.0, 50.0}) {
        const double last = 2.0 * G;  // displacement at which nothing is left
        for (const double share : {0.1, 0.5, 0.9}) {
            for (const int strides : {1, 2, 7}) {
                Joint joint{.G = G};
                joint.move(1.0 + share * (last - 1.0), strides);
                EXPECT_NEAR(joint.S, 1.0 - share, 1e-12);
            }
        }
    }
}

TEST(Softening, TheExponentialFallsAsOneBehindTheSprings) {
    for (const double x : {0.3, 1.0, 3.0}) {
        for (const int strides : {1, 5, 100}) {
            Joint joint{.softening = Softening::exponential, .G = 20.0};
            const double S = std::exp(-x);
            joint.move(S + x * joint.G, strides);
            EXPECT_NEAR(joint.S, S, 1e-12);
        }
    }
}

TEST(Softening, TearingTakesTheFractureEnergy) {
    for (const Softening softening : both) {
        for (const int strides : {1, 30}) {
            Joint joint{.softening = softening, .G = 20.0};
            EXPECT_NEAR(joint.move(1.0 + 1.2 * longest_opening(softening, joint.G), strides), joint.G, 1e-12);
            EXPECT_EQ(joint.S, 0.0);
        }
    }
}

// Two modes weaken one strength: their shares add up.
TEST(Softening, ModesAddUp) {
    const SofteningMode first{1.0, 10.0, 1e9, 2.0}, second{4.0, 20.0, 1e9, 1.0};
    const SofteningMode modes[] = {first, second};
    EXPECT_NEAR(soften(Softening::linear, 1.0, modes), 1.0 - 0.5 * (2.0 / 10.0 + 4.0 / 20.0), 1e-8);
    EXPECT_NEAR(soften(Softening::exponential, 0.5, modes), 0.5 * std::exp(-0.4), 1e-8);
}

TEST(Softening, NothingWeakensBelowTheLimit) {
    const SofteningMode within{1.0, 1.0, 1.0, 0.0};
    for (const Softening softening : both) EXPECT_EQ(soften(softening, 0.7, {&within, 1}), 0.7);
}

}  // namespace
}  // namespace drystone::softening_test
