#include "contact/mobile_bodies.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::mobile_bodies_test {
namespace {

MobileBody<3> sphere(double light) { return {true, Mat<3>::scaled_identity(light), Mat<3>::scaled_identity(3.0 * light)}; }

MobileBody<3> block(Random& random) {
    MobileBody<3> body{false, Mat<3>::scaled_identity(0.5), {}};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) body.inverse_inertia[i][j] = random.uniform(-1.0, 1.0);
    }
    return body;
}

TEST(MobileBodies, WhatIsReadIsWhatWasWritten) {
    Random random(1);
    for (const double blocks : {0.0, 0.3, 1.0}) {
        std::vector<MobileBody<3>> all;
        MobileBodies<3> rows, others;
        for (int i = 0; i < 40; ++i) {
            all.push_back(random.uniform() < blocks ? block(random) : sphere(random.uniform(1.0, 2.0)));
            rows.push_back(all.back());
        }
        others.begin_anew(all.size());
        for (std::size_t i = all.size(); i-- > 0;) others.set(i, all[i]);
        ASSERT_EQ(rows.size(), all.size());
        std::size_t k = 0;
        for (const MobileBody<3>& body : rows) EXPECT_EQ(body, all[k++]);
        EXPECT_EQ(rows, others);
        others.change(7, [](MobileBody<3>& body) { body.inverse_inertia[1][2] = -7.0; });
        EXPECT_FALSE(rows == others);
        EXPECT_EQ(others[7].inverse_inertia[1][2], -7.0);
        EXPECT_EQ(others[8], all[8]);
    }
}

// A row keeps its matrices until the rows begin anew.
TEST(MobileBodies, SpheresTakeTwoNumbers) {
    MobileBodies<3> rows;
    for (int i = 0; i < 1000; ++i) rows.push_back(sphere(1.0 + i));
    EXPECT_LE(rows.bytes(), 2048u * 16u);
    Random random(2);
    const MobileBody<3> other = block(random);
    rows.set(5, other);
    EXPECT_EQ(rows[5], other);
    rows.set(5, sphere(2.0));
    EXPECT_EQ(rows[5], sphere(2.0));
    EXPECT_EQ(rows[6], sphere(7.0));
    rows.begin_anew(3);
    rows.set_numbers(1, 4.0, 12.0);
    EXPECT_EQ(rows[1], sphere(4.0));
}

/// Marked as one that is not, though its matrices are of one number each; and one whose zeros have signs.
TEST(MobileBodies, NothingIsTakenForASphereThatIsNotOneToTheBit) {
    MobileBodies<3> rows;
    MobileBody<3> held = sphere(1.0), signs = sphere(1.0);
    held.isotropic = false;
    signs.inverse_mass[0][1] = -0.0;
    rows.push_back(held);
    rows.push_back(signs);
    EXPECT_FALSE(rows[0].isotropic);
    EXPECT_TRUE(std::signbit(rows[1].inverse_mass[0][1]));
}

}  // namespace
}  // namespace drystone::mobile_bodies_test
