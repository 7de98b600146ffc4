#include "problems/condense.h"

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "problems/samples.h"

namespace drystone::condense_test {
namespace {

/// u for given impulses from the global form itself, everything at once.
std::vector<double> velocities(const GlobalForm& global, const std::vector<double>& r) {
    const int n = global.M.rows, p = static_cast<int>(global.b.size()), m = global.H.columns;
    Dense K = zeros(n + p, n + p);
    const Dense M = dense(global.M), H = dense(global.H);
    std::vector<double> right(static_cast<std::size_t>(n + p));
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) K[i][j] = M[i][j];
        right[i] = global.f[i];
        for (int j = 0; j < m; ++j) right[i] += H[i][j] * r[j];
    }
    for (int k = 0; k < p; ++k) {
        const Dense G = dense(*global.G);
        for (int i = 0; i < n; ++i) {
            K[i][n + k] = -G[i][k];
            K[n + k][i] = G[i][k];
        }
        right[n + k] = -global.b[k];
    }
    const std::vector<double> v = eliminate(K, right);
    std::vector<double> u = global.w;
    for (int j = 0; j < m; ++j) {
        for (int i = 0; i < n; ++i) u[j] += H[i][j] * v[i];
    }
    return u;
}

std::vector<double> velocities(const LocalForm& local, const std::vector<double>& r) {
    std::vector<double> u = local.q;
    add_product(local.W, r, u);
    return u;
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-11) << i;
}

TEST(Condense, AGlobalProblemGivesTheSameVelocitiesForAnyImpulses) {
    for (const int held : {0, 2}) {
        for (const int dimension : {2, 3}) {
            const GlobalForm global = sample_global(dimension, 12, 4, held);
            const LocalForm local = condense(global, "file");
            EXPECT_EQ(local.dimension, dimension);
            EXPECT_EQ(local.mu, global.mu);
            Random random(7, 0);
            for (int k = 0; k < 3; ++k) {
                const std::vector<double> r = random_vector(random, 4 * dimension);
                expect_near(velocities(local, r), velocities(global, r));
            }
        }
    }
}

TEST(Condense, BodiesThatDoNotTouchStayApartInW) {
    // Two bodies of three degrees of freedom each, with one contact each.
    Dense M = zeros(6, 6), H = zeros(6, 6);
    for (int i = 0; i < 6; ++i) {
        M[i][i] = 2.0;
        M[i][i < 3 ? (i + 1) % 3 : 3 + (i + 1) % 3] = 0.1;
        H[i][i] = 1.0;
    }
    GlobalForm global;
    global.M = sparse(M, 6);
    global.H = sparse(H, 6);
    global.f = global.w = std::vector<double>(6, 1.0);
    global.mu = {0.1, 0.2};
    for (const MatrixEntry& entry : entries_of(condense(global, "file").W))
        EXPECT_EQ(entry.row / 3, entry.column / 3);
}

TEST(Condense, MultipliersOfALocalProblemAreEliminated) {
    LocalForm local = sample_local();
    Random random(5, 0);
    const int rows = local.W.rows, p = 2;
    const Dense V = random_matrix(random, rows, p);
    Dense R = random_matrix(random, p, p);
    R[0][0] += 4.0;
    R[1][1] -= 4.0;
    local.bilateral = {sparse(V, p), sparse(R, p), random_vector(random, p)};
    const LocalForm condensed = condense(local, "file");
    EXPECT_FALSE(condensed.bilateral);

    const std::vector<double> r = random_vector(random, rows);
    std::vector<double> right = local.bilateral->s;
    add_transposed_product(local.bilateral->V, r, right);
    std::vector<double> l = eliminate(R, right);
    for (double& one : l) one = -one;
    std::vector<double> u = velocities(local, r);
    add_product(local.bilateral->V, l, u);
    expect_near(velocities(condensed, r), u);
}

template <class Form>
std::string refusal(const Form& form) {
    try {
        condense(form, "file.hdf5");
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Condense, WhatCannotBeEliminatedIsRefused) {
    GlobalForm massless = sample_global(3, 6, 1, 0);
    Dense M = dense(massless.M);
    M[2] = std::vector<double>(6, 0.0);
    massless.M = sparse(M, 6);
    EXPECT_EQ(refusal(massless), "file.hdf5: M is singular: velocities are not determined by forces");

    GlobalForm twice_held = sample_global(3, 6, 1, 2);
    Dense G = dense(*twice_held.G);
    for (auto& row : G) row[1] = 2.0 * row[0];
    twice_held.G = sparse(G, 2);
    EXPECT_NE(refusal(twice_held).find("columns of G depend on each other"), std::string::npos);

    LocalForm local = sample_local();
    local.bilateral = {sparse(Dense(9, {1.0}), 1), sparse({{0.0}}, 1), {1.0}};
    EXPECT_NE(refusal(local).find("R is singular"), std::string::npos);
}

}  // namespace
}  // namespace drystone::condense_test
