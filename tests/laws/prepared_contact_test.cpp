#include "laws/prepared_contact.h"

#include <gtest/gtest.h>

#include "core/random.h"
#include "laws/local_solve.h"

namespace drystone::prepared_contact_test {
namespace {

/// Symmetric, positive definite, coupled.
template <int D>
Mat<D> random_block(Random& random) {
    Mat<D> A;
    for (int i = 0; i < D; ++i)
        for (int j = 0; j < D; ++j) A[i][j] = random.uniform(-1.0, 1.0);
    return transpose(A) * A + Mat<D>::scaled_identity(0.3);
}

/// Visited again and again, whatever the last answer was: sticking, sliding or open.
template <int D>
void agrees_with_the_plain_solution() {
    Random random(2);
    for (int contact = 0; contact < 50; ++contact) {
        const Mat<D> W = random_block<D>(random);
        LocalLaw<D> law;
        law.mu = contact % 5 == 0 ? 0.0 : random.uniform(0.0, 0.4);
        if (contact % 3 == 0) law.tension = random.uniform(0.0, 0.5);
        law.cohesion = law.mu * law.tension;
        if (contact % 7 == 0) law.yields.pressed = 0.2;  // no cone any more
        PreparedContact<D> prepared(law, W);
        for (int visit = 0; visit < 40; ++visit) {
            Vec<D> q;
            for (int k = 0; k < D; ++k) q[k] = random.uniform(-1.0, 1.0);
            const Vec<D> expected = solve_local(law, W, q);
            EXPECT_LT(norm(prepared.solve(q) - expected), 1e-13 * (1.0 + norm(expected)))
                << contact << " " << visit;
        }
    }
}
TEST(PreparedContact, AgreesWithThePlainSolutionInThePlane) { agrees_with_the_plain_solution<2>(); }
TEST(PreparedContact, AgreesWithThePlainSolutionInSpace) { agrees_with_the_plain_solution<3>(); }

TEST(PreparedContact, WhatNothingMovesGetsNoImpulse) {
    PreparedContact<3> held({.mu = 0.5}, Mat<3>{});
    EXPECT_EQ(held.solve({{-1.0, 2.0, 3.0}}), Vec<3>{});
}

}  // namespace
}  // namespace drystone::prepared_contact_test
