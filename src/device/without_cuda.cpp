// Of a build without nvcc.
#ifndef DRYSTONE_HAS_CUDA

#include <stdexcept>

#include "device/pipeline.h"

namespace drystone::device {

CudaDevice find_cuda_device() { return {false, "this program was built without CUDA (cmake -DDRYSTONE_CUDA=ON, with nvcc 12 or later)"}; }

double memory_in_use() { return 0.0; }

template <int D>
std::unique_ptr<Pipeline<D>> pipeline_on_cuda(int) {
    throw std::runtime_error(find_cuda_device().name);
}

template std::unique_ptr<Pipeline<2>> pipeline_on_cuda(int);
template std::unique_ptr<Pipeline<3>> pipeline_on_cuda(int);

}  // namespace drystone::device

#endif
