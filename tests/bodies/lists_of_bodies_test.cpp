#include <gtest/gtest.h>

#include "bodies/principal_moments.h"
#include "bodies/projectors.h"

namespace drystone::lists_of_bodies_test {
namespace {

TEST(PrincipalMoments, AreReadAsTheyWereWritten) {
    const std::vector<Vec<3>> all = {{{2.0, 2.0, 2.0}}, {{1.0, 2.0, 3.0}}, {}, {{5.0, 5.0, 4.0}}, {{-0.0, 0.0, 0.0}}};
    PrincipalMoments<3> moments(all);
    ASSERT_EQ(moments.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(moments[i], all[i]) << i;
    EXPECT_EQ(moments.all(), all);
    moments.set(1, {{7.0, 7.0, 7.0}});  // what had a place of its own
    moments.set(0, {{7.0, 7.0, 8.0}});
    moments.resize(7);
    moments.push_back({{1.0, 1.0, 1.0}});
    EXPECT_EQ(moments[1], (Vec<3>{{7.0, 7.0, 7.0}}));
    EXPECT_EQ(moments[0], (Vec<3>{{7.0, 7.0, 8.0}}));
    EXPECT_EQ(moments[6], Vec<3>{});
    EXPECT_EQ(moments[7], (Vec<3>{{1.0, 1.0, 1.0}}));
    const PrincipalMoments<2> plane(std::vector<Vec<1>>{{{0.5}}, {{0.25}}});
    EXPECT_EQ(plane[1], (Vec<1>{{0.25}}));
}

TEST(PrincipalMoments, OfSpheresTakeANumberEach) {
    PrincipalMoments<3> moments;
    moments.reserve(1000);
    for (int i = 0; i < 1000; ++i) moments.push_back({{1.0 * i, 1.0 * i, 1.0 * i}});
    EXPECT_EQ(moments.bytes(), 1000 * sizeof(double));
}

TEST(Projectors, ThoseThatAreNewAreFreeAndTakeNoMemory) {
    Projectors<3> free;
    free.resize(1000);
    EXPECT_EQ(free.bytes(), 0u);
    EXPECT_EQ(free[999], Mat<3>::scaled_identity(1.0));
    const Mat<3> along_x = Mat<3>::diagonal({{1.0, 0.0, 0.0}});
    free.set(3, along_x);
    free.set(5, {});
    free.push_back(along_x);
    EXPECT_EQ(free[3], along_x);
    EXPECT_EQ(free[4], Mat<3>::scaled_identity(1.0));
    EXPECT_EQ(free[5], Mat<3>{});
    EXPECT_EQ(free[1000], along_x);
    free.set(3, Mat<3>::scaled_identity(1.0));
    EXPECT_EQ(free[3], Mat<3>::scaled_identity(1.0));
    EXPECT_EQ(free.all().size(), 1001u);
    EXPECT_EQ(free.all()[5], Mat<3>{});
}

}  // namespace
}  // namespace drystone::lists_of_bodies_test
