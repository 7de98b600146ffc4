#include "sparse/block_cholesky.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"

namespace drystone::block_cholesky_test {
namespace {

/// A grid of n x n nodes, each beside its neighbours, and blocks of random numbers with a heavy diagonal.
struct Grid {
    int side, B;
    std::vector<SparseCholesky::Block> blocks;
    std::vector<double> dense;  // (N x N)

    Grid(int n, int size) : side(n), B(size), dense(static_cast<std::size_t>(n * n * size) * static_cast<std::size_t>(n * n * size)) {
        for (int j = 0; j < n * n; ++j)
            for (int i = j; i < n * n; ++i)
                if (i == j || (i == j + 1 && i % n != 0) || i == j + n) blocks.push_back({i, j});
    }
    int rows() const { return side * side * B; }
    double& at(int i, int j) { return dense[static_cast<std::size_t>(i) * static_cast<std::size_t>(rows()) + static_cast<std::size_t>(j)]; }

    /// Fills both with the same numbers.
    void fill(Random& random, double heavy, BlockCholesky& factor) {
        factor.clear();
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            const bool diagonal = blocks[b].row == blocks[b].column;
            for (int i = 0; i < B; ++i) {
                for (int j = 0; j < (diagonal ? i + 1 : B); ++j) {
                    const double value = diagonal && i == j ? heavy : random.uniform(-1, 1);
                    factor.add(b, i, j, value);
                    at(blocks[b].row * B + i, blocks[b].column * B + j) = at(blocks[b].column * B + j, blocks[b].row * B + i) = value;
                }
            }
        }
    }
};

TEST(BlockCholesky, SolvesWhatADenseMatrixWould) {
    for (const int B : {3, 6}) {
        Grid grid(5, B);
        BlockCholesky factor;
        factor.set_pattern(25, B, grid.blocks);
        Random random(4, 1);
        for (int round = 0; round < 3; ++round) {  // one pattern, other numbers
            grid.fill(random, 30.0, factor);
            ASSERT_TRUE(factor.factorise());
            std::vector<double> x(static_cast<std::size_t>(grid.rows())), b(x.size(), 0.0);
            for (double& value : x) value = random.uniform(-1, 1);
            for (int i = 0; i < grid.rows(); ++i)
                for (int j = 0; j < grid.rows(); ++j) b[static_cast<std::size_t>(i)] += grid.at(i, j) * x[static_cast<std::size_t>(j)];
            factor.solve(b);
            for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(b[i], x[i], 1e-13);
        }
    }
}

TEST(BlockCholesky, OtherUnitsByPowersOfTwoLeaveTheSameDigits) {
    for (const int B : {3, 6}) {
        const int nodes = 16;
        Grid grid(4, B);
        const auto unit = [&](int row) { return std::ldexp(1.0, row % B < 3 ? 5 : -3); };  // of velocities, and of spins
        BlockCholesky plain, scaled;
        plain.set_pattern(nodes, B, grid.blocks);
        scaled.set_pattern(nodes, B, grid.blocks);
        Random random(4, 3);
        grid.fill(random, 30.0, plain);
        for (std::size_t b = 0; b < grid.blocks.size(); ++b) {
            for (int i = 0; i < B; ++i) {
                for (int j = 0; j < B; ++j)
                    scaled.values(b)[i * B + j] = unit(i) * plain.values(b)[i * B + j] * unit(j);
            }
        }
        ASSERT_TRUE(plain.factorise());
        ASSERT_TRUE(scaled.factorise());
        std::vector<double> x(static_cast<std::size_t>(grid.rows())), y(x.size());
        for (int i = 0; i < grid.rows(); ++i) y[static_cast<std::size_t>(i)] = unit(i) * (x[static_cast<std::size_t>(i)] = random.uniform(-1, 1));
        plain.solve(x);
        scaled.solve(y);
        for (int i = 0; i < grid.rows(); ++i) EXPECT_EQ(unit(i) * y[static_cast<std::size_t>(i)], x[static_cast<std::size_t>(i)]);
    }
}

TEST(BlockCholesky, AnotherPatternIsAnalysedAnew) {
    BlockCholesky factor;
    Random random(4, 4);
    for (const int side : {3, 5, 3}) {
        Grid grid(side, 3);
        factor.set_pattern(side * side, 3, grid.blocks);
        grid.fill(random, 30.0, factor);
        ASSERT_TRUE(factor.factorise());
        std::vector<double> x(static_cast<std::size_t>(grid.rows())), b(x.size(), 0.0);
        for (double& value : x) value = random.uniform(-1, 1);
        for (int i = 0; i < grid.rows(); ++i)
            for (int j = 0; j < grid.rows(); ++j) b[static_cast<std::size_t>(i)] += grid.at(i, j) * x[static_cast<std::size_t>(j)];
        factor.solve(b);
        for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(b[i], x[i], 1e-13);
    }
}

TEST(BlockCholesky, SaysWhereAMatrixIsNotPositive) {
    Grid grid(3, 3);
    BlockCholesky factor;
    factor.set_pattern(9, 3, grid.blocks);
    Random random(4, 2);
    grid.fill(random, 0.1, factor);
    EXPECT_FALSE(factor.factorise());
}

TEST(BlockCholesky, AnOrderHasEveryNodeOnce) {
    const Grid grid(6, 3);
    std::vector<int> order = fill_reducing_order(36, grid.blocks);
    std::sort(order.begin(), order.end());
    for (int k = 0; k < 36; ++k) EXPECT_EQ(order[static_cast<std::size_t>(k)], k);
    EXPECT_TRUE(fill_reducing_order(0, {}).empty());
}

}  // namespace
}  // namespace drystone::block_cholesky_test
