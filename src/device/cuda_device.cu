// Which device there is, and what is taken of its memory.

#include "device/pipeline.h"

namespace drystone::device {

CudaDevice find_cuda_device() {
    int count = 0;
    cudaDeviceProp properties{};
    cudaError_t status = cudaGetDeviceCount(&count);
    if (status == cudaSuccess && count == 0) return {false, "no CUDA device"};
    if (status == cudaSuccess) status = cudaGetDeviceProperties(&properties, 0);
    if (status != cudaSuccess) return {false, std::string("no CUDA device: ") + cudaGetErrorString(status)};
    return {true, properties.name};
}

double memory_in_use() {
    std::size_t free = 0, total = 0;
    return cudaMemGetInfo(&free, &total) == cudaSuccess ? static_cast<double>(total - free) : 0.0;
}

}  // namespace drystone::device
