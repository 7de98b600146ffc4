#include "geometry/principal.h"

#include <gtest/gtest.h>

#include "geometry/clumps.h"

namespace drystone::principal_test {
namespace {

double largest_entry(const Mat<3>& m) {
    double largest = 0.0;
    for (const Vec<3>& row : m.row)
        for (const double x : row.c) largest = std::max(largest, std::abs(x));
    return largest;
}

/// |R diag R^T - I| / |I|.
double error_of(const PrincipalFrame<3>& frame, const Mat<3>& inertia) {
    const Mat<3> R = matrix(frame.rotation);
    return largest_entry(R * Mat<3>::diagonal(frame.moments) * transpose(R) - inertia) /
           largest_entry(inertia);
}

double determinant(const Mat<3>& m) { return dot(m[0], cross(m[1], m[2])); }

Mat<3> symmetric(const Mat<3>& m) { return 0.5 * (m + transpose(m)); }

TEST(PrincipalFrame, PutsAnyTensorTogetherAgain) {
    Random random(21);
    for (int k = 0; k < 2000; ++k) {
        const Mat<3> R = matrix(random_rotation_3(random));
        const double scale = std::pow(10.0, random.uniform(-20.0, 20.0));
        const Vec<3> moments{{scale, scale * random.uniform(0.01, 2.0), scale * random.uniform(0.01, 2.0)}};
        const Mat<3> inertia = symmetric(R * Mat<3>::diagonal(moments) * transpose(R));
        const PrincipalFrame<3> frame = principal_frame(inertia);
        ASSERT_LE(error_of(frame, inertia), 1e-14);
        ASSERT_NEAR(determinant(matrix(frame.rotation)), 1.0, 1e-14);
    }
}

TEST(PrincipalFrame, ADiagonalTensorKeepsItsAxesAndTheirOrder) {
    const Vec<3> moments{{2.0, 5.0, 3.0}};
    const PrincipalFrame<3> frame = principal_frame(Mat<3>::diagonal(moments));
    EXPECT_EQ(frame.moments, moments);
    EXPECT_EQ(frame.rotation, Rotation<3>{});
}

TEST(PrincipalFrame, ABallKeepsItsAxesAndHasOneMoment) {
    Mat<3> nearly = Mat<3>::scaled_identity(0.7);
    nearly[0][1] = nearly[1][0] = 3e-13;
    nearly[2][2] += 4e-13;
    const PrincipalFrame<3> frame = principal_frame(nearly);
    EXPECT_EQ(frame.rotation, Rotation<3>{});
    EXPECT_EQ(frame.moments[0], frame.moments[1]);
    EXPECT_EQ(frame.moments[0], frame.moments[2]);
    EXPECT_NEAR(frame.moments[0], 0.7, 1e-12);
}

TEST(PrincipalFrame, RoundingDoesNotTurnADumbbellAboutItsAxis) {
    Mat<3> dumbbell = Mat<3>::diagonal({{1.0, 1.0 + 1e-15, 0.4}});
    dumbbell[0][1] = dumbbell[1][0] = 1e-14;
    EXPECT_EQ(principal_frame(dumbbell).rotation, Rotation<3>{});
}

TEST(PrincipalFrame, TwoEqualMomentsAreFoundAlongAnyAxis) {
    Random random(22);
    for (int k = 0; k < 500; ++k) {
        const Vec<3> axis = random_direction<3>(random);
        const Mat<3> inertia = Mat<3>::scaled_identity(1.0) - 0.6 * outer(axis, axis);
        const PrincipalFrame<3> frame = principal_frame(inertia);
        ASSERT_LE(error_of(frame, inertia), 2e-12);
        Vec<3> moments = frame.moments;
        std::sort(moments.c.begin(), moments.c.end());
        EXPECT_NEAR(moments[0], 0.4, 1e-14);
        EXPECT_NEAR(moments[1], 1.0, 1e-12);
        EXPECT_NEAR(moments[2], 1.0, 1e-12);
    }
}

TEST(PrincipalFrame, AClumpDescribedInItsPrincipalFrameHasADiagonalTensor) {
    Random random(23);
    for (int k = 0; k < 10; ++k) {
        const Geometry<3> clump = random_clump<3>(random, 5);
        const PrincipalFrame<3> frame = principal_frame(mass_properties(clump, 1.0).inertia);
        const auto again = mass_properties(turned(clump, inverse(frame.rotation)), 1.0);
        EXPECT_LE(largest_entry(again.inertia - Mat<3>::diagonal(frame.moments)),
                  1e-12 * again.inertia[0][0]);
    }
}

TEST(PrincipalFrame, ThePlaneHasNothingToTurn) {
    const PrincipalFrame<2> frame = principal_frame(Mat<1>::scaled_identity(3.0));
    EXPECT_EQ(frame.moments[0], 3.0);
    EXPECT_EQ(frame.rotation.angle, 0.0);
}

}  // namespace
}  // namespace drystone::principal_test
