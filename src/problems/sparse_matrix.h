#pragma once

#include <span>
#include <vector>

namespace drystone {

/// A matrix of single numbers in compressed columns: those of column j are row[column_start[j] .. column_start[j + 1]), rows
/// ascending, each once.
struct SparseMatrix {
    int rows = 0, columns = 0;
    std::vector<int> column_start{0};  // (columns + 1)
    std::vector<int> row;              // (entries)
    std::vector<double> value;         // (entries)

    bool operator==(const SparseMatrix&) const = default;
};

struct MatrixEntry {
    int row = 0, column = 0;
    double value = 0.0;
};

/// Entries in any order; those at the same place are added up, in the order given.
SparseMatrix from_entries(int rows, int columns, std::vector<MatrixEntry> entries);

/// The entries, column by column.
std::vector<MatrixEntry> entries_of(const SparseMatrix& matrix);

/// y += A x
void add_product(const SparseMatrix& A, std::span<const double> x, std::span<double> y);

/// y += A^T x
void add_transposed_product(const SparseMatrix& A, std::span<const double> x, std::span<double> y);

}  // namespace drystone
