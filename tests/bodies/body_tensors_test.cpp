#include "bodies/body_tensors.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::body_tensors_test {
namespace {

template <int N>
Mat<N> some_matrix(Random& random) {
    Mat<N> m;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) m[i][j] = random.uniform(-1.0, 1.0);
    return m;
}

/// What is read is what was written last, to the bit, whoever has rows; as of a plain list of matrices.
template <int N>
void behave_as_list() {
    Random random(3);
    BodyTensors<N> tensors;
    std::vector<Mat<N>> list;
    for (int k = 0; k < 400; ++k) {
        const double what = random.uniform(0.0, 1.0);
        const Mat<N> m = what < 0.5   ? Mat<N>::scaled_identity(random.uniform(0.0, 2.0))
                         : what < 0.6 ? Mat<N>::scaled_identity(-0.0)
                         : what < 0.7 ? Mat<N>{}
                                      : some_matrix<N>(random);
        const auto i = static_cast<std::size_t>(random.uniform(0.0, 1.0) * static_cast<double>(list.size()));
        if (list.size() < 40 || what < 0.1) {
            tensors.push_back(m);
            list.push_back(m);
        } else if (random.uniform(0.0, 1.0) < 0.1) {
            tensors.give_row(i);
        } else {
            tensors.set(i, m);
            list[i] = m;
        }
        ASSERT_EQ(tensors.size(), list.size());
        for (std::size_t j = 0; j < list.size(); ++j) {
            ASSERT_EQ(tensors[j], list[j]);
            ASSERT_EQ(std::signbit(tensors[j][0][N - 1]), std::signbit(list[j][0][N - 1]));
            ASSERT_EQ(tensors.scale(j), list[j][0][0]);
        }
    }
    EXPECT_EQ(tensors, BodyTensors<N>(list));
    EXPECT_EQ(tensors.all(), list);
    tensors.set(7, Mat<N>::scaled_identity(1e9));
    EXPECT_FALSE(tensors == BodyTensors<N>(list));
}

TEST(BodyTensors, AreAListOfMatrices) {
    behave_as_list<1>();
    behave_as_list<2>();
    behave_as_list<3>();
}

TEST(BodyTensors, OfSpheresTakeANumberEach) {
    BodyTensors<3> tensors;
    for (int i = 0; i < 1000; ++i) tensors.push_back(Mat<3>::scaled_identity(1.0 + i));
    EXPECT_LE(tensors.bytes(), 1024 * sizeof(double));
    tensors.set(500, Mat<3>::diagonal({{1.0, 1.0, 0.0}}));  // a piston among them
    EXPECT_LE(tensors.bytes(), 1024 * (sizeof(double) + sizeof(int)) + 4 * sizeof(Mat<3>));
    EXPECT_EQ(tensors[501], Mat<3>::scaled_identity(502.0));
}

}  // namespace
}  // namespace drystone::body_tensors_test
