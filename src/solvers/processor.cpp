// Which of the kernels that were compiled for several instruction sets this processor gets.

#include "solvers/processor.h"

#include "solvers/column_kernels.h"
#include "solvers/plain_group.h"
#include "solvers/round_group.h"

namespace drystone {

namespace {

#if defined(DRYSTONE_X86)
bool has_avx512() { return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"); }
#endif

}  // namespace

template <int D>
RoundKernels<D> round_kernels() {
#if defined(DRYSTONE_X86)
    if (has_avx512()) return avx512::round_kernels<D>();
    if (__builtin_cpu_supports("avx2")) return avx2::round_kernels<D>();
#endif
    return baseline::round_kernels<D>();
}

template <int D>
PlainKernels<D> plain_kernels() {
#if defined(DRYSTONE_X86)
    if (has_avx512()) return avx512::plain_kernels<D>();
    if (__builtin_cpu_supports("avx2")) return avx2::plain_kernels<D>();
#endif
    return baseline::plain_kernels<D>();
}

ColumnKernels column_kernels() {
#if defined(DRYSTONE_X86)
    if (has_avx512()) return avx512::column_kernels();
    if (__builtin_cpu_supports("avx2")) return avx2::column_kernels();
#endif
    return baseline::column_kernels();
}

const char* instruction_set() {
#if defined(DRYSTONE_X86)
    if (has_avx512()) return "avx512";
    if (__builtin_cpu_supports("avx2")) return "avx2";
#endif
    return "baseline";
}

template RoundKernels<2> round_kernels<2>();
template RoundKernels<3> round_kernels<3>();
template PlainKernels<2> plain_kernels<2>();
template PlainKernels<3> plain_kernels<3>();

}  // namespace drystone
