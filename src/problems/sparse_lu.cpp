#include "problems/sparse_lu.h"

#include <klu.h>

#include <cassert>
#include <limits>

namespace drystone {

struct SparseLu::Storage {
    klu_common common{};
    klu_symbolic* symbolic = nullptr;
    klu_numeric* numeric = nullptr;
    int size = 0;
    bool regular = false;

    ~Storage() {
        klu_free_numeric(&numeric, &common);
        klu_free_symbolic(&symbolic, &common);
    }
};

SparseLu::SparseLu(const SparseMatrix& A) : s_(std::make_unique<Storage>()) {
    assert(A.rows == A.columns);
    klu_defaults(&s_->common);
    s_->size = A.rows;
    if (A.rows == 0) return;
    // KLU takes pointers to non-const, and changes nothing.
    auto* const start = const_cast<int*>(A.column_start.data());
    auto* const row = const_cast<int*>(A.row.data());
    auto* const value = const_cast<double*>(A.value.data());
    s_->symbolic = klu_analyze(A.rows, start, row, &s_->common);
    if (!s_->symbolic) return;
    s_->numeric = klu_factor(start, row, value, s_->symbolic, &s_->common);
    s_->regular = s_->numeric && s_->common.status == KLU_OK &&
                  klu_rcond(s_->symbolic, s_->numeric, &s_->common) &&
                  s_->common.rcond > std::numeric_limits<double>::epsilon();
}

SparseLu::~SparseLu() = default;

bool SparseLu::regular() const { return s_->size == 0 || s_->regular; }

void SparseLu::solve(std::span<double> x) {
    assert(regular() && x.size() == static_cast<std::size_t>(s_->size));
    if (s_->size > 0) klu_solve(s_->symbolic, s_->numeric, s_->size, 1, x.data(), &s_->common);
}

}  // namespace drystone
