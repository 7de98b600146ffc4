#pragma once

/// Marks functions that a GPU's compiler is not to copy to each place that calls them: kernels of polyhedra then take a minute to compile instead of
/// five. Nothing to other compilers.
#ifdef __CUDACC__
#define DRYSTONE_OUT_OF_LINE __noinline__
#else
#define DRYSTONE_OUT_OF_LINE
#endif
