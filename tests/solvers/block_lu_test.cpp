// Block elimination against dense arithmetic.

#include "solvers/block_lu.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"

namespace drystone::block_lu_test {
namespace {

struct Pattern {
    int rows;
    double density;
    bool symmetric;
};

/// Diagonally dominant; the pattern itself need not be symmetric where the values are not.
template <int D>
BlockMap<D> random_blocks(Random& random, const Pattern& wanted) {
    const auto n = static_cast<std::size_t>(wanted.rows);
    std::vector<std::vector<Mat<D>>> dense(n, std::vector<Mat<D>>(n));
    std::vector<std::vector<char>> used(n, std::vector<char>(n, 0));
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            if (i == j || random.uniform() < wanted.density) used[i][j] = 1;
            if (wanted.symmetric && i != j) used[i][j] = used[std::max(i, j)][std::min(i, j)];
            for (int x = 0; x < D; ++x)
                for (int y = 0; y < D; ++y)
                    dense[i][j][x][y] = random.uniform(-1.0, 1.0) + 30.0 * (i == j && x == y);
        }
    }
    BlockMap<D> W;
    W.row_start = {0};
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const bool here = wanted.symmetric ? used[std::max(i, j)][std::min(i, j)] : used[i][j];
            if (!here) continue;
            Mat<D> block = dense[i][j];
            if (wanted.symmetric) block = 0.5 * (block + transpose(dense[j][i]));
            W.column.push_back(static_cast<int>(j));
            W.block.push_back(block);
        }
        W.row_start.push_back(static_cast<int>(W.column.size()));
    }
    return W;
}

/// The blocks with rows and columns beyond the dimensions taken out.
template <int D>
std::vector<Mat<D>> cut(const BlockMap<D>& W, const std::vector<int>& dimension) {
    std::vector<Mat<D>> blocks = W.block;
    for (int i = 0; i < W.size(); ++i) {
        for (int k = W.row_start[i]; k < W.row_start[i + 1]; ++k) {
            for (int x = 0; x < D; ++x)
                for (int y = 0; y < D; ++y)
                    if (x >= dimension[i] || y >= dimension[W.column[k]]) blocks[k][x][y] = 0.0;
        }
    }
    return blocks;
}

template <int D>
void solves_what_it_was_given(bool symmetric) {
    Random random(7);
    for (const int rows : {1, 2, 5, 40, 130}) {
        const BlockMap<D> W = random_blocks<D>(random, {rows, 4.0 / rows, symmetric});
        BlockLu<D> lu;
        lu.set_pattern(W);
        for (int round = 0; round < 3; ++round) {
            std::vector<int> dimension(static_cast<std::size_t>(rows), D);
            if (round > 0) {
                for (int& one : dimension) one = static_cast<int>(random.below(D + 1));
            }
            const std::vector<Mat<D>> A = cut(W, dimension);
            ASSERT_TRUE(symmetric ? lu.factorise_symmetric(W, A, dimension) : lu.factorise(W, A, dimension));
            std::vector<Vec<D>> x(static_cast<std::size_t>(rows)), b(x.size());
            for (int i = 0; i < rows; ++i)
                for (int k = 0; k < dimension[i]; ++k) x[i][k] = random.uniform(-1.0, 1.0);
            for (int i = 0; i < rows; ++i)
                for (int k = W.row_start[i]; k < W.row_start[i + 1]; ++k) b[i] += A[k] * x[W.column[k]];
            for (int i = 0; i < rows; ++i)
                for (int k = dimension[i]; k < D; ++k) b[i][k] = std::nan("");  // must not matter
            lu.solve(b);
            for (int i = 0; i < rows; ++i) EXPECT_LT(norm(b[i] - x[i]), 1e-13) << rows << " " << round;
        }
    }
}

TEST(BlockLu, SolvesWhatItWasGivenInThePlane) { solves_what_it_was_given<2>(false); }
TEST(BlockLu, SolvesWhatItWasGivenInSpace) { solves_what_it_was_given<3>(false); }
TEST(BlockLu, SolvesSymmetricSystemsInThePlane) { solves_what_it_was_given<2>(true); }
TEST(BlockLu, SolvesSymmetricSystemsInSpace) { solves_what_it_was_given<3>(true); }

TEST(BlockLu, SaysSoWhenAPivotCannotBeInverted) {
    BlockMap<2> W;
    W.row_start = {0, 1};
    W.column = {0};
    W.block = {Mat<2>{}};
    BlockLu<2> lu;
    lu.set_pattern(W);
    EXPECT_FALSE(lu.factorise(W, W.block, std::vector<int>{2}));
    EXPECT_FALSE(lu.factorise_symmetric(W, W.block, std::vector<int>{1}));
    EXPECT_TRUE(lu.factorise(W, W.block, std::vector<int>{0}));
}

// A chain has no fill when its ends go first: 2 blocks off the diagonal a link, as W has.
TEST(BlockLu, AChainGetsNoFill) {
    BlockMap<3> W;
    W.row_start = {0};
    const int n = 50;
    for (int i = 0; i < n; ++i) {
        for (int j = std::max(0, i - 1); j <= std::min(n - 1, i + 1); ++j) {
            W.column.push_back(j);
            W.block.push_back(Mat<3>::scaled_identity(i == j ? 2.0 : -1.0));
        }
        W.row_start.push_back(static_cast<int>(W.column.size()));
    }
    BlockLu<3> lu;
    lu.set_pattern(W);
    EXPECT_EQ(lu.fill(), 2.0 * (n - 1));
}

}  // namespace
}  // namespace drystone::block_lu_test
