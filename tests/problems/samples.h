#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/random.h"
#include "problems/forms.h"

namespace drystone {

/// A matrix by rows, as one writes it down.
using Dense = std::vector<std::vector<double>>;

inline Dense zeros(int rows, int columns) {
    return Dense(static_cast<std::size_t>(rows), std::vector<double>(static_cast<std::size_t>(columns)));
}

inline SparseMatrix sparse(const Dense& dense, int columns) {
    std::vector<MatrixEntry> entries;
    for (std::size_t i = 0; i < dense.size(); ++i) {
        for (std::size_t j = 0; j < dense[i].size(); ++j) {
            if (dense[i][j] != 0.0)
                entries.push_back({static_cast<int>(i), static_cast<int>(j), dense[i][j]});
        }
    }
    return from_entries(static_cast<int>(dense.size()), columns, std::move(entries));
}

inline Dense dense(const SparseMatrix& matrix) {
    Dense out = zeros(matrix.rows, matrix.columns);
    for (const MatrixEntry& entry : entries_of(matrix)) out[entry.row][entry.column] += entry.value;
    return out;
}

inline Dense random_matrix(Random& random, int rows, int columns) {
    Dense out = zeros(rows, columns);
    for (auto& row : out) {
        for (double& x : row) x = random.uniform(-1.0, 1.0);
    }
    return out;
}

inline std::vector<double> random_vector(Random& random, int size) {
    return random_matrix(random, 1, size)[0];
}

/// A x = b by elimination with row pivots: slow, plain, and none of the code under test.
inline std::vector<double> eliminate(Dense A, std::vector<double> b) {
    const std::size_t n = b.size();
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k; i < n; ++i) {
            if (std::abs(A[i][k]) > std::abs(A[pivot][k])) pivot = i;
        }
        std::swap(A[k], A[pivot]);
        std::swap(b[k], b[pivot]);
        for (std::size_t i = k + 1; i < n; ++i) {
            const double factor = A[i][k] / A[k][k];
            for (std::size_t j = k; j < n; ++j) A[i][j] -= factor * A[k][j];
            b[i] -= factor * b[k];
        }
    }
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; ++j) b[k] -= A[k][j] * b[j];
        b[k] /= A[k][k];
    }
    return b;
}

/// Bodies of n degrees of freedom in all, an unsymmetric mass matrix with a heavy diagonal, `held` bilateral rows.
inline GlobalForm sample_global(int dimension, int n, int contacts, int held) {
    Random random(1, 0);
    Dense M = random_matrix(random, n, n);
    for (int i = 0; i < n; ++i) M[i][i] += 0.5 * n;
    GlobalForm global;
    global.dimension = dimension;
    global.M = sparse(M, n);
    global.H = sparse(random_matrix(random, n, dimension * contacts), dimension * contacts);
    global.f = random_vector(random, n);
    global.w = random_vector(random, dimension * contacts);
    global.mu.assign(static_cast<std::size_t>(contacts), 0.4);
    if (held > 0) {
        global.G = sparse(random_matrix(random, n, held), held);
        global.b = random_vector(random, held);
    }
    return global;
}

/// Three contacts, W symmetric with a heavy diagonal but for one number, so that nothing can hide in symmetry.
inline LocalForm sample_local(int dimension = 3) {
    Random random(2, 0);
    const int rows = 3 * dimension;
    Dense W = random_matrix(random, rows, rows);
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < i; ++j) W[i][j] = W[j][i];
        W[i][i] = rows;
    }
    W[0][rows - 1] = 0.0;
    return {.dimension = dimension,
            .W = sparse(W, rows),
            .q = random_vector(random, rows),
            .mu = {0.3, 0.0, 1.5},
            .bilateral = {}};
}

}  // namespace drystone
