#include "core/invariants.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/csv_field.h"
#include "core/rotation.h"
#include "core/stopwatch.h"

namespace drystone::invariants_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Invariants, UnitVectorsMayBeOffByRounding) {
    EXPECT_TRUE(is_unit(Vec<3>{{0.6, 0.0, 0.8}}));
    EXPECT_TRUE(is_unit(Vec<2>{{1.0 + 1e-12, 0.0}}));
    EXPECT_FALSE(is_unit(Vec<2>{{1.001, 0.0}}));
    EXPECT_FALSE(is_unit(Vec<3>{}));
}

TEST(Invariants, SymmetryIsJudgedByTheSizeOfTheMatrix) {
    const Mat<2> m{{Vec<2>{{1e9, 2e9}}, Vec<2>{{2e9 + 1.0, -3e9}}}};
    EXPECT_TRUE(is_symmetric(m));
    EXPECT_TRUE(is_symmetric(1e-30 * m));
    EXPECT_FALSE(is_symmetric(Mat<2>{{Vec<2>{{1.0, 2.0}}, Vec<2>{{2.1, 1.0}}}}));
    EXPECT_TRUE(is_symmetric(Mat<3>{}));
}

TEST(Invariants, RotationsAreOrthogonalAndTheirMultiplesAreNot) {
    const Mat<3> R = matrix(rotation_by(Vec<3>{{0.3, -1.2, 2.0}}));
    EXPECT_TRUE(is_orthogonal(R));
    EXPECT_FALSE(is_orthogonal(1.01 * R));
    EXPECT_TRUE(is_orthogonal(matrix(Rotation<2>{4.0})));
}

// A step that blows up is reported; asserts are about our mistakes.
TEST(Invariants, NumbersThatAreNoneAreNoMistake) {
    EXPECT_TRUE(is_unit(Vec<2>{{nan, 0.0}}));
    EXPECT_TRUE(is_symmetric(Mat<2>{{Vec<2>{{nan, nan}}, Vec<2>{{0.0, 1.0}}}}));
    EXPECT_TRUE(is_orthogonal(Mat<2>{{Vec<2>{{nan, nan}}, Vec<2>{{nan, nan}}}}));
}

TEST(CsvField, IsQuotedWhereItMustBe) {
    EXPECT_EQ(csv_field("plain words"), "plain words");
    EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
    EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
    EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
    EXPECT_EQ(csv_field(""), "");
}

TEST(Stopwatch, OnlyGoesForward) {
    const Stopwatch watch;
    const double first = watch.seconds();
    EXPECT_GE(first, 0.0);
    EXPECT_GE(watch.seconds(), first);
}

}  // namespace
}  // namespace drystone::invariants_test
