#include <gtest/gtest.h>

#include "core/mat.h"
#include "core/random.h"
#include "core/vec.h"

namespace drystone::vec_mat_test {
namespace {

template <int N>
Vec<N> random_vec(Random& random) {
    Vec<N> v;
    for (int i = 0; i < N; ++i) v[i] = random.uniform(-1.0, 1.0);
    return v;
}

template <int N>
Mat<N> random_mat(Random& random) {
    Mat<N> m;
    for (int i = 0; i < N; ++i) m[i] = random_vec<N>(random);
    return m;
}

template <int N>
double distance(const Mat<N>& a, const Mat<N>& b) {
    double sum = 0.0;
    for (int i = 0; i < N; ++i) sum += norm(a[i] - b[i]);
    return sum;
}

TEST(Vec, ArithmeticIsByComponent) {
    const Vec<3> a{{1.0, -2.0, 4.0}}, b{{0.5, 3.0, -1.0}};
    EXPECT_EQ(a + b, (Vec<3>{{1.5, 1.0, 3.0}}));
    EXPECT_EQ(a - b, (Vec<3>{{0.5, -5.0, 5.0}}));
    EXPECT_EQ(-a, (Vec<3>{{-1.0, 2.0, -4.0}}));
    EXPECT_EQ(2.0 * a, (Vec<3>{{2.0, -4.0, 8.0}}));
    EXPECT_EQ(dot(a, b), 0.5 - 6.0 - 4.0);
    EXPECT_EQ(norm(Vec<2>{{3.0, -4.0}}), 5.0);
    EXPECT_EQ(tangential_norm(Vec<3>{{100.0, 3.0, -4.0}}), 5.0);
    EXPECT_EQ(Vec<3>::axis(1), (Vec<3>{{0.0, 1.0, 0.0}}));
}

TEST(Vec, TheCrossProductIsRightHanded) {
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(cross(Vec<3>::axis(i), Vec<3>::axis((i + 1) % 3)), Vec<3>::axis((i + 2) % 3));
    }
    Random random(1);
    const Vec<3> a = random_vec<3>(random), b = random_vec<3>(random);
    EXPECT_NEAR(dot(cross(a, b), a), 0.0, 1e-16);
    EXPECT_NEAR(dot(cross(a, b), b), 0.0, 1e-16);
    EXPECT_EQ(cross(a, b), -cross(b, a));
}

TEST(Mat, RowsTimesColumns) {
    const Mat<2> a{{Vec<2>{{1.0, 2.0}}, Vec<2>{{3.0, 4.0}}}}, b{{Vec<2>{{0.0, 1.0}}, Vec<2>{{-1.0, 5.0}}}};
    EXPECT_EQ(a * (Vec<2>{{1.0, -1.0}}), (Vec<2>{{-1.0, -1.0}}));
    EXPECT_EQ(a * b, (Mat<2>{{Vec<2>{{-2.0, 11.0}}, Vec<2>{{-4.0, 23.0}}}}));
    EXPECT_EQ(transpose(a), (Mat<2>{{Vec<2>{{1.0, 3.0}}, Vec<2>{{2.0, 4.0}}}}));
    EXPECT_EQ(a + b, (Mat<2>{{Vec<2>{{1.0, 3.0}}, Vec<2>{{2.0, 9.0}}}}));
    EXPECT_EQ(a - b, (Mat<2>{{Vec<2>{{1.0, 1.0}}, Vec<2>{{4.0, -1.0}}}}));
    EXPECT_EQ(mean_diagonal(a), 2.5);
    EXPECT_EQ(outer(Vec<2>{{1.0, 2.0}}, Vec<2>{{3.0, 4.0}}),
              (Mat<2>{{Vec<2>{{3.0, 4.0}}, Vec<2>{{6.0, 8.0}}}}));
}

TEST(Mat, TransposeTimesNeedsNoTranspose) {
    Random random(2);
    for (int k = 0; k < 100; ++k) {
        const Mat<3> m = random_mat<3>(random);
        const Vec<3> v = random_vec<3>(random);
        EXPECT_LE(norm(transpose_times(m, v) - transpose(m) * v), 1e-15);
    }
}

template <int N>
void expect_inverses() {
    Random random(3);
    const Mat<N> identity = Mat<N>::scaled_identity(1.0);
    for (int k = 0; k < 1000; ++k) {
        const Mat<N> m = random_mat<N>(random) + 2.0 * identity;  // well conditioned
        EXPECT_LE(distance(m * inverse(m), identity), 1e-14);
        EXPECT_LE(distance(inverse(m) * m, identity), 1e-14);
    }
}

TEST(Mat, TheInverseUndoes) {
    expect_inverses<1>();
    expect_inverses<2>();
    expect_inverses<3>();
    EXPECT_EQ(inverse(Mat<3>::diagonal({{2.0, -4.0, 0.5}})), Mat<3>::diagonal({{0.5, -0.25, 2.0}}));
}

}  // namespace
}  // namespace drystone::vec_mat_test
