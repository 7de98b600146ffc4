#include "sparse/sparse_cholesky.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone {
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
}

}  // namespace
}  // namespace drystone
