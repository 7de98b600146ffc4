#pragma once

/// Marks functions that kernels on a GPU call as well (src/device). `constexpr` functions need no mark. Nothing to other compilers.
#ifdef __CUDACC__
#define DRYSTONE_ON_DEVICE __host__ __device__
#else
#define DRYSTONE_ON_DEVICE
#endif
