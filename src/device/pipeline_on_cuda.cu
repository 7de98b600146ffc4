#include "device/on_cuda.h"
#include "device/pipeline_on.h"

namespace drystone::device {

namespace cuda {

__global__ void colour_chunk(ChunkColouring in) {
    __shared__ std::uint32_t taken[chunk_bodies];
    const int chunk = static_cast<int>(blockIdx.x), lane = static_cast<int>(threadIdx.x), base = chunk * chunk_bodies;
    for (int k = lane; k < chunk_bodies; k += 32) taken[k] = 0;
    __syncwarp();
    const int end = in.first[chunk + 1];
    for (int from = in.first[chunk]; from < end; from += 32) {
        const int k = from + lane, i = k < end ? in.contact[k] : 0;
        const int a = k < end ? in.row_a[i] : -1, b = k < end ? in.row_b[i] : -1;
        int mine = 0;
        for (int turn = 0; turn < min(32, end - from); ++turn) {
            const int its_a = __shfl_sync(~0U, a, turn), its_b = __shfl_sync(~0U, b, turn);
            const std::uint32_t used = (its_a >= 0 ? taken[its_a - base] : 0) | (its_b >= 0 ? taken[its_b - base] : 0);
            const int own = first_free_colour(used);
            if (lane == turn) mine = own;
            __syncwarp();
            if (lane == 0 && own < most_colours) {
                if (its_a >= 0) taken[its_a - base] |= 1U << own;
                if (its_b >= 0) taken[its_b - base] |= 1U << own;
            }
            __syncwarp();
        }
        if (k < end) in.colour[i] = mine;
    }
}

}  // namespace cuda

template <int D>
std::unique_ptr<Pipeline<D>> pipeline_on_cuda(int number) {
    const CudaDevice device = find_cuda_device();
    if (!device.is_there) throw std::runtime_error(device.name);
    int count = 0;
    check(cudaGetDeviceCount(&count));
    check(cudaSetDevice(number % count));
    return std::make_unique<PipelineOn<D, OnCuda>>();
}

CudaDevice find_cuda_device() {
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess) return {false, std::string("no CUDA device: ") + cudaGetErrorString(status)};
    if (count == 0) return {false, "no CUDA device"};
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0));
    return {true, properties.name};
}

double memory_in_use() {
    std::size_t free = 0, total = 0;
    return cudaMemGetInfo(&free, &total) == cudaSuccess ? static_cast<double>(total - free) : 0.0;
}

template std::unique_ptr<Pipeline<2>> pipeline_on_cuda(int);
template std::unique_ptr<Pipeline<3>> pipeline_on_cuda(int);

}  // namespace drystone::device
