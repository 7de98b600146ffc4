#pragma once

#include <cstddef>

namespace drystone {

/// What is done to the velocities of a compliant body: the inner loops of a visit.
struct ColumnKernels {
    /// v += sum_k by_k column_k; column k is column[k rows .. (k + 1) rows).
    void (*add)(double* v, const double* column, std::size_t rows, const double* by, int count);
};

namespace baseline {
ColumnKernels column_kernels();
}
namespace avx2 {
ColumnKernels column_kernels();
}
namespace avx512 {
ColumnKernels column_kernels();
}

/// Those for the widest instructions that this processor has. All give the same bits.
ColumnKernels column_kernels();

}  // namespace drystone
