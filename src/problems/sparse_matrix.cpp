#include "problems/sparse_matrix.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace drystone {

SparseMatrix from_entries(int rows, int columns, std::vector<MatrixEntry> entries) {
    assert(rows >= 0 && columns >= 0);
    assert(std::ranges::all_of(entries, [&](const MatrixEntry& e) {
        return e.row >= 0 && e.row < rows && e.column >= 0 && e.column < columns;
    }));
    std::stable_sort(entries.begin(), entries.end(), [](const MatrixEntry& a, const MatrixEntry& b) {
        return std::tie(a.column, a.row) < std::tie(b.column, b.row);
    });
    SparseMatrix matrix{.rows = rows, .columns = columns, .column_start = {}, .row = {}, .value = {}};
    matrix.column_start.assign(static_cast<std::size_t>(columns) + 1, 0);
    const MatrixEntry* last = nullptr;
    for (const MatrixEntry& entry : entries) {
        if (last && last->row == entry.row && last->column == entry.column) {
            matrix.value.back() += entry.value;
            continue;
        }
        matrix.row.push_back(entry.row);
        matrix.value.push_back(entry.value);
        ++matrix.column_start[static_cast<std::size_t>(entry.column) + 1];
        last = &entry;
    }
    for (std::size_t j = 0; j < static_cast<std::size_t>(columns); ++j)
        matrix.column_start[j + 1] += matrix.column_start[j];
    return matrix;
}

std::vector<MatrixEntry> entries_of(const SparseMatrix& matrix) {
    assert(matrix.column_start.size() == static_cast<std::size_t>(matrix.columns) + 1);
    assert(matrix.row.size() == matrix.value.size());
    std::vector<MatrixEntry> entries;
    entries.reserve(matrix.value.size());
    for (int j = 0; j < matrix.columns; ++j) {
        for (int k = matrix.column_start[j]; k < matrix.column_start[j + 1]; ++k)
            entries.push_back({matrix.row[k], j, matrix.value[k]});
    }
    return entries;
}

void add_product(const SparseMatrix& A, std::span<const double> x, std::span<double> y) {
    assert(x.size() >= static_cast<std::size_t>(A.columns) && y.size() >= static_cast<std::size_t>(A.rows));
    for (int j = 0; j < A.columns; ++j) {
        for (int k = A.column_start[j]; k < A.column_start[j + 1]; ++k) y[A.row[k]] += A.value[k] * x[j];
    }
}

void add_transposed_product(const SparseMatrix& A, std::span<const double> x, std::span<double> y) {
    assert(x.size() >= static_cast<std::size_t>(A.rows) && y.size() >= static_cast<std::size_t>(A.columns));
    for (int j = 0; j < A.columns; ++j) {
        for (int k = A.column_start[j]; k < A.column_start[j + 1]; ++k) y[j] += A.value[k] * x[A.row[k]];
    }
}

}  // namespace drystone
