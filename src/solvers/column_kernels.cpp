// v += sum_k by_k c_k over the degrees of freedom of a compliant body; compiled once for every instruction set. Each entry is
// a sum of its own, in the order of k, so that all of them give the same bits.

#include "solvers/column_kernels.h"

namespace drystone::DRYSTONE_ISA {

namespace {

void add(double* __restrict v, const double* __restrict column, std::size_t rows, const double* by, int count) {
    if (count == 3) {
        const double a = by[0], b = by[1], c = by[2];
        for (std::size_t j = 0; j < rows; ++j)
            v[j] += a * column[j] + b * column[rows + j] + c * column[2 * rows + j];
        return;
    }
    if (count == 2) {
        const double a = by[0], b = by[1];
        for (std::size_t j = 0; j < rows; ++j) v[j] += a * column[j] + b * column[rows + j];
        return;
    }
    for (int k = 0; k < count; ++k) {
        const double a = by[k];
        for (std::size_t j = 0; j < rows; ++j) v[j] += a * column[static_cast<std::size_t>(k) * rows + j];
    }
}

}  // namespace

ColumnKernels column_kernels() { return {add}; }

}  // namespace drystone::DRYSTONE_ISA
