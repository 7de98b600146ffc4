#include "sparse/sparse_cholesky.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"

namespace drystone::sparse_cholesky_test {
namespace {

TEST(SparseCholesky, SolvesWhatADenseMatrixWould) {
    constexpr int nodes = 7, B = 3, n = nodes * B;
    Random random(4);
    std::vector<SparseCholesky::Block> blocks;
    for (int j = 0; j < nodes; ++j) {
        for (int i = j; i < nodes; ++i) {
            if (i == j || i == j + 1 || (i + j) % 5 == 0) blocks.push_back({i, j});
        }
    }
    SparseCholesky cholesky;
    cholesky.set_pattern(nodes, B, blocks);
    for (int round = 0; round < 3; ++round) {
        double A[n][n] = {};
        cholesky.clear();
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            for (int i = 0; i < B; ++i) {
                for (int j = 0; j < B; ++j) {
                    const bool diagonal = blocks[b].row == blocks[b].column;
                    if (diagonal && i < j) continue;
                    const double value =
                        diagonal && i == j ? 20.0 + random.uniform(0, 1) : random.uniform(-1, 1);
                    cholesky.add(b, i, j, value);
                    const int row = blocks[b].row * B + i, column = blocks[b].column * B + j;
                    A[row][column] = A[column][row] = value;
                }
            }
        }
        ASSERT_TRUE(cholesky.factorise());
        std::vector<double> x(n), b(n, 0.0);
        for (double& one : x) one = random.uniform(-1, 1);
        for (int i = 0; i < n; ++i) {
            for (int j = 0; j < n; ++j) b[i] += A[i][j] * x[j];
        }
        std::vector<double> c = b, work(n);
        cholesky.solve(b);
        cholesky.solve(c, work);
        for (int i = 0; i < n; ++i) {
            EXPECT_NEAR(b[i], x[i], 1e-13);
            EXPECT_NEAR(c[i], x[i], 1e-13);
        }
    }
}

TEST(SparseCholesky, SaysSoWhenThereIsNoFactor) {
    SparseCholesky cholesky;
    const std::vector<SparseCholesky::Block> blocks = {{0, 0}, {1, 1}};
    cholesky.set_pattern(2, 1, blocks);
    cholesky.add(0, 0, 0, 1.0);
    cholesky.add(1, 0, 0, -1.0);
    EXPECT_FALSE(cholesky.factorise());
    EXPECT_EQ(cholesky.not_positive(), 1);
}

// A chain of springs between two walls, less a shift: as many entries of D are negative as eigenvalues 2 - 2 cos(k pi / (n + 1))
// lie below the shift.
TEST(SparseCholesky, CountsEigenvaluesBelowAShift) {
    constexpr int n = 30;
    std::vector<SparseCholesky::Block> blocks;
    for (int j = 0; j < n; ++j) {
        blocks.push_back({j, j});
        if (j + 1 < n) blocks.push_back({j + 1, j});
    }
    for (const double shift : {0.005, 0.5, 1.9, 3.99, 5.0}) {
        SparseCholesky cholesky;
        cholesky.set_pattern(n, 1, blocks);
        cholesky.clear();
        for (std::size_t b = 0; b < blocks.size(); ++b)
            cholesky.add(b, 0, 0, blocks[b].row == blocks[b].column ? 2.0 - shift : -1.0);
        int below = 0;
        for (int k = 1; k <= n; ++k) below += 2.0 - 2.0 * std::cos(k * std::acos(-1.0) / (n + 1)) < shift;
        EXPECT_EQ(cholesky.factorise(), below == 0);
        EXPECT_EQ(cholesky.not_positive(), below);
    }
}

/// As of a body that is held at every node.
TEST(SparseCholesky, NothingUnknownIsSolved) {
    SparseCholesky cholesky;
    cholesky.set_pattern(0, 1, {});
    EXPECT_TRUE(cholesky.factorise());
    EXPECT_EQ(cholesky.not_positive(), 0);
    cholesky.solve({});
    cholesky.solve({}, {});
}

}  // namespace
}  // namespace drystone::sparse_cholesky_test
