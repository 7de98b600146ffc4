#pragma once

#include "device/on_cuda.h"
#include "device/pipeline_on.h"

namespace drystone::device {

template <int D>
std::unique_ptr<Pipeline<D>> pipeline_on_cuda(int number) {
    const CudaDevice device = find_cuda_device();
    if (!device.is_there) throw std::runtime_error(device.name);
    int count = 0;
    check(cudaGetDeviceCount(&count));
    check(cudaSetDevice(number % count));
    return std::make_unique<PipelineOn<D, OnCuda>>();
}

}  // namespace drystone::device
