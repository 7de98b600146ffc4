// W = H^T M^-1 H in its two forms, against H, M^-1 and H^T written out as matrices.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "contact/block_map.h"
#include "core/random.h"
#include "core/rotation.h"

namespace drystone::maps_test {
namespace {

template <int N>
Vec<N> random_vec(Random& random) {
    Vec<N> v;
    for (int k = 0; k < N; ++k) v[k] = random.uniform(-1, 1);
    return v;
}

template <int N>
Mat<N> random_positive(Random& random) {
    Mat<N> m = Mat<N>::scaled_identity(0.1);
    for (int k = 0; k < N; ++k) {
        const Vec<N> v = random_vec<N>(random);
        m = m + outer(v, v);
    }
    return m;
}

/// Bodies with full tensors, contacts between any two of them or with the fixed world.
template <int D>
RigidProblem<D> random_problem(std::uint64_t seed, int bodies, int contacts) {
    Random random(seed);
    RigidProblem<D> p;
    for (int i = 0; i < bodies; ++i) {
        p.W.body.push_back({false, random_positive<D>(random), random_positive<spin_dim<D>>(random)});
    }
    while (p.size() < contacts) {
        const int a = static_cast<int>(random.below(bodies + 1)) - 1,
                  b = static_cast<int>(random.below(bodies + 1)) - 1;
        if (a == b) continue;
        Vec<D> n = random_vec<D>(random);
        n = (1.0 / norm(n)) * n;
        p.W.contact.push_back({a, b, false, contact_frame(n), random_vec<D>(random), random_vec<D>(random)});
        p.b.push_back(random_vec<D>(random));
        p.law.push_back({.mu = random.uniform(), .velocity_shift = random_vec<D>(random)});
    }
    return p;
}

using Dense = std::vector<std::vector<double>>;

Dense product(const Dense& a, const Dense& b) {
    Dense c(a.size(), std::vector<double>(b[0].size()));
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t k = 0; k < b.size(); ++k)
            for (std::size_t j = 0; j < b[0].size(); ++j) c[i][j] += a[i][k] * b[k][j];
    return c;
}

/// H^T: relative velocity of each contact for each unit velocity of each body, docs/theory.md (2.2).
template <int D>
Dense kinematic_map(const BodyMap<D>& map) {
    constexpr int size = D + spin_dim<D>;
    Dense H_T(map.contact.size() * D, std::vector<double>(map.body.size() * size));
    for (std::size_t i = 0; i < map.contact.size(); ++i) {
        const ContactArms<D>& c = map.contact[i];
        for (const auto& [body, arm, sign] :
             {std::tuple{c.body_a, c.arm_a, -1.0}, {c.body_b, c.arm_b, 1.0}}) {
            for (int k = 0; body >= 0 && k < size; ++k) {
                const Vec<D> u = k < D ? Vec<D>::axis(k) : turn(Spin<D>::axis(k - D), arm);
                for (int row = 0; row < D; ++row)
                    H_T[i * D + row][body * size + k] += sign * dot(c.frame[row], u);
            }
        }
    }
    return H_T;
}

template <int D>
Dense dense_W(const BodyMap<D>& map) {
    constexpr int S = spin_dim<D>, size = D + S;
    const Dense H_T = kinematic_map(map);
    Dense H(H_T[0].size(), std::vector<double>(H_T.size()));
    for (std::size_t i = 0; i < H_T.size(); ++i)
        for (std::size_t j = 0; j < H.size(); ++j) H[j][i] = H_T[i][j];
    Dense inverse_M(H.size(), std::vector<double>(H.size()));
    for (std::size_t b = 0; b < map.body.size(); ++b) {
        for (int i = 0; i < D; ++i)
            for (int j = 0; j < D; ++j)
                inverse_M[b * size + i][b * size + j] = map.body[b].inverse_mass[i][j];
        for (int i = 0; i < S; ++i)
            for (int j = 0; j < S; ++j)
                inverse_M[b * size + D + i][b * size + D + j] = map.body[b].inverse_inertia[i][j];
    }
    return product(H_T, product(inverse_M, H));
}

// Entries of W are sums of about ten terms of order ten.
constexpr double rounding = 1e-13;

template <int D>
void blocks_are_the_matrix() {
    const RigidProblem<D> problem = random_problem<D>(3, 6, 15);
    const Dense W = dense_W(problem.W);
    const BlockProblem<D> blocks = assemble_blocks(problem);
    EXPECT_EQ(blocks.b, problem.b);
    EXPECT_EQ(blocks.law, problem.law);
    ASSERT_EQ(blocks.W.size(), 15);
    for (int i = 0; i < blocks.W.size(); ++i) {
        std::vector<double> row(W.size() * D);
        int last = -1;
        for (int k = blocks.W.row_start[i]; k < blocks.W.row_start[i + 1]; ++k) {
            const int j = blocks.W.column[k];
            EXPECT_GT(j, last) << "columns ascend";
            last = j;
            for (int y = 0; y < D; ++y)
                for (int x = 0; x < D; ++x) row[y * W.size() + j * D + x] = blocks.W.block[k][y][x];
        }
        for (int y = 0; y < D; ++y)  // zero where no block stands
            for (std::size_t x = 0; x < W.size(); ++x)
                EXPECT_NEAR(row[y * W.size() + x], W[i * D + y][x], 20 * rounding);
    }
}

TEST(BlockMap, ItsRowsAreThoseOfTheProductInThePlane) { blocks_are_the_matrix<2>(); }
TEST(BlockMap, ItsRowsAreThoseOfTheProductInSpace) { blocks_are_the_matrix<3>(); }

template <int D>
void blocks_are_symmetric() {
    const BlockProblem<D> p = assemble_blocks(random_problem<D>(4, 5, 20));
    const auto block = [&](int i, int j) {
        for (int k = p.W.row_start[i]; k < p.W.row_start[i + 1]; ++k)
            if (p.W.column[k] == j) return p.W.block[k];
        return Mat<D>{};
    };
    for (int i = 0; i < 20; ++i) {
        for (int j = 0; j < 20; ++j) {
            const Mat<D> difference = block(i, j) - transpose(block(j, i));
            for (int y = 0; y < D; ++y) EXPECT_LT(norm(difference[y]), 20 * rounding) << i << ", " << j;
        }
        EXPECT_EQ(p.W.diagonal(i), block(i, i));
    }
}

TEST(BlockMap, WIsSymmetric) {
    blocks_are_symmetric<2>();
    blocks_are_symmetric<3>();
}

template <int D>
void maps_agree() {
    const RigidProblem<D> problem = random_problem<D>(5, 7, 25);
    const BlockProblem<D> blocks = assemble_blocks(problem);
    Random random(1);
    std::vector<Vec<D>> r(25);
    for (Vec<D>& one : r) one = random_vec<D>(random);
    typename BodyMap<D>::State V;
    typename BlockMap<D>::State R;
    problem.W.reset(V);
    blocks.W.reset(R);
    for (int i = 0; i < 25; ++i) {  // an impulse given in two portions
        for (const double share : {0.25, 0.75}) {
            problem.W.add(V, i, share * r[i]);
            blocks.W.add(R, i, share * r[i]);
        }
    }
    for (int i = 0; i < 25; ++i) {
        EXPECT_LT(norm(problem.W.velocity(V, i) - blocks.W.velocity(R, i)), 200 * rounding);
        const Mat<D> difference = problem.W.diagonal(i) - blocks.W.diagonal(i);
        for (int y = 0; y < D; ++y) EXPECT_LT(norm(difference[y]), 20 * rounding);
    }
    EXPECT_NEAR((relative_residual<D, BodyMap<D>>(problem, r)),
                (relative_residual<D, BlockMap<D>>(blocks, r)), 1e-12);
}

TEST(BodyMap, AnswersImpulsesAsTheBlocksDo) {
    maps_agree<2>();
    maps_agree<3>();
}

TEST(ContactProblem, IsAValue) {
    const RigidProblem<3> problem = random_problem<3>(6, 4, 9);
    RigidProblem<3> copy = problem;
    EXPECT_TRUE(copy == problem);
    copy.b[8][2] += 1e-12;
    EXPECT_FALSE(copy == problem);
    copy = problem;
    copy.W.body.change(2, [](auto& body) { body.inverse_inertia[0][1] = 7.0; });
    EXPECT_FALSE(copy == problem);
    copy = problem;
    copy.law.change(0, [](LocalLaw<3>& law) { law.mu = 0.0; });
    EXPECT_FALSE(copy == problem);
    copy = problem;
    copy.W.contact.whole()[3].round = true;
    EXPECT_FALSE(copy == problem);
    EXPECT_TRUE(assemble_blocks(problem) == assemble_blocks(RigidProblem<3>(problem)));
}

// Scene-format page: rho is the inverse of the mean diagonal of W_ii, the scale is max(|r|, |rho b|).
TEST(ContactProblem, TheResidualIsTheOneOfTheSceneFormat) {
    RigidProblem<2> p;
    p.W.body.push_back({true, Mat<2>::scaled_identity(0.5), Mat<1>::scaled_identity(1.0)});
    p.W.contact.push_back({-1, 0, false, contact_frame(Vec<2>{{0.0, 1.0}}), {}, {{0.0, -1.0}}});
    p.b = {{{-3.0, 0.0}}};
    p.law = {{.mu = 0.4}};  // W = diag(0.5, 1.5), rho = 1
    const auto residual = [&](Vec<2> r) {
        return relative_residual<2, BodyMap<2>>(p, std::vector<Vec<2>>{r});
    };
    EXPECT_DOUBLE_EQ(residual({}), 1.0);                       // e = rho b
    EXPECT_DOUBLE_EQ(residual({{6.0, 0.0}}), 0.0);             // u = 0
    EXPECT_DOUBLE_EQ(residual({{2.0, 0.0}}), 2.0 / 3.0);       // e = rho u = 2, scale rho b = 3
    EXPECT_DOUBLE_EQ(residual({{4.0, 0.0}}), 1.0 / 4.0);       // e = 1, scale |r| = 4
    for (const double lost : {std::nan(""), HUGE_VAL, 1e200})  // the square of the last overflows
        EXPECT_EQ(residual({{lost, 0.0}}), INFINITY);
    p.b = {{}};
    EXPECT_EQ(residual({}), 0.0);
}

}  // namespace
}  // namespace drystone::maps_test
