// What the CUDA files of src/device and without_cuda.cpp say, said of the processor's memory: a program that is linked with this takes `device = "cuda"`
// for it, so that all that is around a device is tested on machines without one.

#include "device/pipeline.h"

namespace drystone::device {

CudaDevice find_cuda_device() { return {true, "the processor's memory"}; }

double memory_in_use() { return 0.0; }

template <int D>
std::unique_ptr<Pipeline<D>> pipeline_on_cuda(int) {
    return pipeline_on_host<D>();
}

template std::unique_ptr<Pipeline<2>> pipeline_on_cuda(int);
template std::unique_ptr<Pipeline<3>> pipeline_on_cuda(int);

}  // namespace drystone::device
