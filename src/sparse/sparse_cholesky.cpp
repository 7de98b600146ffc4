#include "sparse/sparse_cholesky.h"

#include <cholmod.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

namespace drystone {

/// The lower triangle in compressed columns. Scalar column j B + c holds, for each block of block column j, the rows of
/// that block (of the diagonal one from c on).
struct SparseCholesky::Storage {
    cholmod_common common{};
    cholmod_factor* factor = nullptr;
    cholmod_dense* answer = nullptr;
    cholmod_dense* work_y = nullptr;
    cholmod_dense* work_e = nullptr;

    int nodes = 0, B = 1;
    std::vector<Block> blocks;
    std::vector<int> first;  // (blocks)  place of row 0 of the block within its block column's scalar columns
    std::vector<int> start;  // (n + 1)
    std::vector<int> row;    // (entries)
    std::vector<double> value;
    bool analysed = false;

    Storage() {
        cholmod_start(&common);
        common.supernodal = CHOLMOD_SIMPLICIAL;
        common.final_ll = 0;  // L D L^T takes no roots: other units by powers of two leave the same digits
        common.print = 0;
        common.error_handler = nullptr;
    }
    ~Storage() {
        cholmod_free_factor(&factor, &common);
        for (auto* dense : {&answer, &work_y, &work_e}) cholmod_free_dense(dense, &common);
        cholmod_finish(&common);
    }

    int size() const { return nodes * B; }

    cholmod_sparse matrix() {
        cholmod_sparse A{};
        A.nrow = A.ncol = static_cast<std::size_t>(size());
        A.nzmax = value.size();
        A.p = start.data();
        A.i = row.data();
        A.x = value.data();
        A.stype = -1;
        A.itype = CHOLMOD_INT;
        A.xtype = CHOLMOD_REAL;
        A.dtype = CHOLMOD_DOUBLE;
        A.sorted = 1;
        A.packed = 1;
        return A;
    }
};

SparseCholesky::SparseCholesky() : s_(std::make_unique<Storage>()) {}
SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

void SparseCholesky::set_pattern(int nodes, int block_size, std::span<const Block> blocks) {
    assert(nodes >= 0 && block_size > 0);
    Storage& s = *s_;
    if (s.nodes == nodes && s.B == block_size && std::ranges::equal(s.blocks, blocks)) return;
    assert(std::ranges::is_sorted(blocks, {}, [](const Block& b) { return std::pair(b.column, b.row); }));
    assert(std::ranges::all_of(blocks, [&](const Block& b) { return b.row >= b.column && b.row < nodes; }));
    s.nodes = nodes;
    s.B = block_size;
    s.blocks.assign(blocks.begin(), blocks.end());
    s.first.resize(blocks.size());
    s.start.assign(1, 0);
    s.row.clear();
    s.analysed = false;
    for (std::size_t k = 0; k < blocks.size();) {
        std::size_t end = k;
        while (end < blocks.size() && blocks[end].column == blocks[k].column) ++end;
        for (int c = 0; c < s.B; ++c) {
            for (std::size_t b = k; b < end; ++b) {
                const bool diagonal = blocks[b].row == blocks[b].column;
                if (c == 0) s.first[b] = static_cast<int>(b - k) * s.B;
                for (int i = diagonal ? c : 0; i < s.B; ++i) s.row.push_back(blocks[b].row * s.B + i);
            }
            s.start.push_back(static_cast<int>(s.row.size()));
        }
        k = end;
    }
    s.value.assign(s.row.size(), 0.0);
}

void SparseCholesky::clear() { std::fill(s_->value.begin(), s_->value.end(), 0.0); }

void SparseCholesky::add(std::size_t block, int i, int j, double value) {
    Storage& s = *s_;
    assert(block < s.blocks.size() && i >= 0 && i < s.B && j >= 0 && j < s.B);
    const Block& b = s.blocks[block];
    if (b.row == b.column && i < j) return;
    // Column j of the block column has lost its first j rows, those above the diagonal.
    s.value[static_cast<std::size_t>(s.start[static_cast<std::size_t>(b.column * s.B + j)] + s.first[block] +
                                     i - j)] += value;
}

bool SparseCholesky::factorise() {
    Storage& s = *s_;
    if (s.size() == 0) return true;  // CHOLMOD takes no matrix without rows
    cholmod_sparse A = s.matrix();
    if (!s.analysed) {
        cholmod_free_factor(&s.factor, &s.common);
        s.factor = cholmod_analyze(&A, &s.common);
        s.analysed = true;
    }
    cholmod_factorize(&A, s.factor, &s.common);
    return not_positive() == 0;
}

int SparseCholesky::not_positive() const {
    const Storage& s = *s_;
    if (s.size() == 0) return 0;
    if (s.common.status != CHOLMOD_OK || s.factor->minor != s.factor->n) return -1;
    const int* column = static_cast<const int*>(s.factor->p);
    const double* entry = static_cast<const double*>(s.factor->x);
    int count = 0;
    for (std::size_t j = 0; j < s.factor->n; ++j) count += !(entry[column[j]] > 0.0);  // D
    return count;
}

void SparseCholesky::solve(std::span<double> x) {
    if (x.empty()) return;
    assert(s_->analysed && x.size() == static_cast<std::size_t>(s_->size()));
    Storage& s = *s_;
    cholmod_dense b{};
    b.nrow = b.d = b.nzmax = x.size();
    b.ncol = 1;
    b.x = x.data();
    b.xtype = CHOLMOD_REAL;
    b.dtype = CHOLMOD_DOUBLE;
    cholmod_solve2(CHOLMOD_A, s.factor, &b, nullptr, &s.answer, nullptr, &s.work_y, &s.work_e, &s.common);
    std::memcpy(x.data(), s.answer->x, x.size() * sizeof(double));
}

void SparseCholesky::solve(std::span<double> x, std::span<double> work) const {
    if (x.empty()) return;
    assert(x.size() == s_->factor->n && work.size() >= x.size());
    const cholmod_factor& L = *s_->factor;
    const int* start = static_cast<const int*>(L.p);
    const int* count = static_cast<const int*>(L.nz);
    const int* row = static_cast<const int*>(L.i);
    const double* entry = static_cast<const double*>(L.x);
    const int* order = static_cast<const int*>(L.Perm);
    const int n = static_cast<int>(L.n);
    for (int j = 0; j < n; ++j) work[static_cast<std::size_t>(j)] = x[static_cast<std::size_t>(order[j])];
    for (int j = 0; j < n; ++j) {  // L; the first entry of a column is D
        const double y = work[static_cast<std::size_t>(j)];
        for (int k = start[j] + 1; k < start[j] + count[j]; ++k)
            work[static_cast<std::size_t>(row[k])] -= entry[k] * y;
    }
    for (int j = n - 1; j >= 0; --j) {  // D and L^T
        double y = work[static_cast<std::size_t>(j)] / entry[start[j]];
        for (int k = start[j] + 1; k < start[j] + count[j]; ++k)
            y -= entry[k] * work[static_cast<std::size_t>(row[k])];
        work[static_cast<std::size_t>(j)] = y;
    }
    for (int j = 0; j < n; ++j) x[static_cast<std::size_t>(order[j])] = work[static_cast<std::size_t>(j)];
}

}  // namespace drystone
