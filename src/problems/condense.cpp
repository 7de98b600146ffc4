#include "problems/condense.h"

#include <algorithm>
#include <cassert>

#include "core/input_error.h"
#include "problems/sparse_lu.h"

namespace drystone {

namespace {

/// [M -G; G^T 0], or M alone.
SparseMatrix dynamics(const GlobalForm& global) {
    if (!global.G) return global.M;
    const int n = global.M.rows, p = global.G->columns;
    std::vector<MatrixEntry> entries = entries_of(global.M);
    for (const MatrixEntry& entry : entries_of(*global.G)) {
        entries.push_back({entry.row, n + entry.column, -entry.value});
        entries.push_back({n + entry.column, entry.row, entry.value});
    }
    return from_entries(n + p, n + p, std::move(entries));
}

void add_column(const SparseMatrix& matrix, int j, std::span<double> x) {
    assert(j >= 0 && j < matrix.columns);
    for (int k = matrix.column_start[j]; k < matrix.column_start[j + 1]; ++k)
        x[matrix.row[k]] += matrix.value[k];
}

/// Column j, without its zeros.
void add_entries(const std::vector<double>& column, int j, std::vector<MatrixEntry>& entries) {
    for (std::size_t i = 0; i < column.size(); ++i)
        if (column[i] != 0.0) entries.push_back({static_cast<int>(i), j, column[i]});
}

}  // namespace

LocalForm condense(const GlobalForm& global, const std::string& place) {
    assert(global.M.rows == global.M.columns && global.H.rows == global.M.rows);
    assert(global.f.size() == static_cast<std::size_t>(global.M.rows));
    assert(global.w.size() == static_cast<std::size_t>(global.H.columns));
    const auto n = static_cast<std::size_t>(global.M.rows);
    SparseLu factor(dynamics(global));
    if (!factor.regular()) {
        throw InputError(place, global.G ? "M and G together are singular: velocities are not determined, or "
                                           "columns of G depend on each other"
                                         : "M is singular: velocities are not determined by forces");
    }
    const int m = global.H.columns;
    LocalForm local{.dimension = global.dimension, .W = {}, .q = global.w, .mu = global.mu, .bilateral = {}};
    std::vector<double> v(n + global.b.size()), u(static_cast<std::size_t>(m));
    std::copy(global.f.begin(), global.f.end(), v.begin());
    std::transform(global.b.begin(), global.b.end(), v.begin() + static_cast<std::ptrdiff_t>(n),
                   [](double b) { return -b; });
    factor.solve(v);
    add_transposed_product(global.H, v, local.q);

    std::vector<MatrixEntry> entries;
    for (int j = 0; j < m; ++j) {
        std::fill(v.begin(), v.end(), 0.0);
        std::fill(u.begin(), u.end(), 0.0);
        add_column(global.H, j, v);
        factor.solve(v);
        add_transposed_product(global.H, v, u);
        add_entries(u, j, entries);
    }
    local.W = from_entries(m, m, std::move(entries));
    return local;
}

LocalForm condense(const LocalForm& local, const std::string& place) {
    if (!local.bilateral) return local;
    const Bilateral& held = *local.bilateral;
    SparseLu factor(held.R);
    if (!factor.regular())
        throw InputError(
            place, "R is singular: its multipliers cannot be eliminated, which is how Drystone solves them");

    LocalForm condensed = local;
    condensed.bilateral.reset();
    const int m = local.W.rows;
    std::vector<double> l = held.s, row(static_cast<std::size_t>(m)), unit(static_cast<std::size_t>(m));
    factor.solve(l);
    for (double& one : l) one = -one;
    add_product(held.V, l, condensed.q);

    std::vector<MatrixEntry> entries = entries_of(local.W);
    for (int j = 0; j < m; ++j) {
        std::fill(unit.begin(), unit.end(), 0.0);
        std::fill(l.begin(), l.end(), 0.0);
        std::fill(row.begin(), row.end(), 0.0);
        unit[static_cast<std::size_t>(j)] = -1.0;
        add_transposed_product(held.V, unit, l);
        if (std::all_of(l.begin(), l.end(), [](double one) { return one == 0.0; })) continue;
        factor.solve(l);
        add_product(held.V, l, row);
        add_entries(row, j, entries);
    }
    condensed.W = from_entries(m, m, std::move(entries));
    return condensed;
}

}  // namespace drystone
