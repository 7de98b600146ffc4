#pragma once

// The same as OnHost on a CUDA device, in double precision. Sums go by blocks and within them by a tree, both of a shape that n alone
// decides; sorts are stable; nothing is added by atomics: the same bits in every run.

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/motion.h"
#include "device/kernel.h"
#include "device/sweep_order.h"
#include "device/sweep_bodies.h"

namespace drystone::device {

inline void check(cudaError_t status) {
    if (status != cudaSuccess) throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(status));
}

namespace cuda {

constexpr int threads = 256;       // of a block, of plain loops and sums
constexpr int most_blocks = 2112;  // of a sum
constexpr int sweep_threads = 128, between_threads = 64, tail_threads = 512;
constexpr int tail = 4096;  // contacts: fewer are not worth a kernel for each of their colours

template <class Work>
__global__ void run_each(long n, Work work) {
    const long i = static_cast<long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) work(static_cast<int>(i));
}

template <class T>
__device__ void sum_block(T own, T* out) {
    extern __shared__ char raw[];
    T* part = reinterpret_cast<T*>(raw);
    const unsigned own_place = threadIdx.x;
    part[own_place] = own;
    __syncthreads();
    for (unsigned half = threads / 2; half > 0; half /= 2) {
        if (own_place < half) part[own_place] += part[own_place + half];
        __syncthreads();
    }
    if (own_place == 0) *out = part[0];
}

template <class T, class Term>
__global__ void sum_terms(long n, Term term, T* partial) {
    T own{};
    for (long i = static_cast<long>(blockIdx.x) * threads + threadIdx.x; i < n; i += static_cast<long>(gridDim.x) * threads)
        own += term(static_cast<int>(i));
    sum_block(own, partial + blockIdx.x);
}

template <class T>
__global__ void sum_partial(int n, const T* partial, T* out) {
    T own{};
    for (int i = static_cast<int>(threadIdx.x); i < n; i += threads) own += partial[i];
    sum_block(own, out);
}

/// One warp a chunk: 32 contacts are fetched at a time, and coloured one after the other.
static __global__ void colour_chunk(ChunkColouring in) {
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

template <class Body>
constexpr int row_stride = RowOf<Body>::numbers | 1;  // in shared memory: odd, so that rows begin in all banks
template <class Body>
constexpr std::size_t chunk_bytes = sizeof(double) * (chunk_bodies + 1) * row_stride<Body>;

template <class Body>
__device__ Body body_at(const double* row) {
    Body body;
    double* to = reinterpret_cast<double*>(&body);
#pragma unroll
    for (int k = 0; k < RowOf<Body>::numbers; ++k) to[k] = row[k];
    return body;
}

template <class Body>
__device__ void write_motion(const Body& body, double* row) {
    constexpr int D = RowOf<Body>::dim;
    for (int k = 0; k < D; ++k) row[k] = body.v[k];
    for (int k = 0; k < spin_dim<D>; ++k) row[D + k] = body.w[k];
}

// The kernels of a sweep overlap: one begins to read what no sweep writes while the one before it still works (on devices of 9.0 and
// later), and waits before it touches bodies and impulses. A colour lets the next begin once its own wait is over, so that no more than
// two are under way.

__device__ inline void wait_for_the_one_before() {
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
}
__device__ inline void let_the_next_begin() {
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/// A chunk of bodies in shared memory, its contacts by its colours. What a contact reads that no other writes is fetched ahead.
template <class Body, class Visit>
__global__ void __launch_bounds__(sweep_threads) sweep_chunk(SweepOrderView plan, double* table, Visit visit) {
    extern __shared__ double rows[];
    constexpr int wide = sizeof(Body) / sizeof(double), stride = row_stride<Body>;
    const int chunk = static_cast<int>(blockIdx.x), first = chunk * chunk_bodies, own = static_cast<int>(threadIdx.x);
    const int count = min(chunk_bodies, plan.bodies - first);
    const int* start = plan.inside + static_cast<long>(chunk) * most_colours;
    const int end_of_chunk = start[most_colours];
    int begin = start[0], end = start[1];
    let_the_next_begin();
    if (begin == end_of_chunk) return;
    double* mine = table + static_cast<long>(first) * wide;
    for (int k = own; k < count * wide; k += sweep_threads) {
        if (k % wide < RowOf<Body>::numbers) rows[k / wide * stride + k % wide] = mine[k];
    }
    if (own < stride) rows[chunk_bodies * stride + own] = 0.0;  // all that cannot move
    const auto fetch = [&](int slot) {
        auto record = visit.load(slot);
        visit.take(record, slot);
        return record;
    };
    auto next = fetch(min(begin + own, plan.slots - 1));
    __syncthreads();
    for (int colour = 0; begin < end_of_chunk; ++colour) {
        const int after = colour + 2 <= most_colours ? start[colour + 2] : end_of_chunk;
        for (int slot = begin + own; slot < end; slot += sweep_threads) {
            auto record = slot == begin + own ? next : fetch(slot);
            const int ia = plan.body_a[slot], ib = plan.body_b[slot];
            double* a = rows + (ia < plan.bodies ? ia - first : chunk_bodies) * stride;
            double* b = rows + (ib < plan.bodies ? ib - first : chunk_bodies) * stride;
            Body body_a = body_at<Body>(a), body_b = body_at<Body>(b);
            visit.act(record, slot, body_a, body_b);
            if (ia < plan.bodies) write_motion(body_a, a);
            if (ib < plan.bodies) write_motion(body_b, b);
        }
        begin = end;
        end = after;
        if (begin + own < end) next = fetch(begin + own);
        __syncthreads();
    }
    for (int k = own; k < count * wide; k += sweep_threads) {
        if (k % wide < row_written<RowOf<Body>::dim>) mine[k] = rows[k / wide * stride + k % wide];
    }
}

/// The same in the table, two numbers at a time.
template <class Body>
__device__ void write_motion_in_table(const Body& body, Body* at) {
    double2* row = reinterpret_cast<double2*>(at);
    row[0] = {body.v[0], body.v[1]};
    if constexpr (RowOf<Body>::dim == 3) {
        row[1] = {body.v[2], body.w[0]};
        row[2] = {body.w[1], body.w[2]};
    } else {
        row[1] = {body.w[0], reinterpret_cast<const double*>(&body)[3]};  // which nobody changes
    }
}

template <class Body, class Visit, class Record>
__device__ void visit_in_table(const SweepOrderView& plan, Body* table, const Visit& visit, int slot, Record& record) {
    const int ia = plan.body_a[slot], ib = plan.body_b[slot];
    visit.take(record, slot);
    Body a = table[ia], b = table[ib];
    visit.act(record, slot, a, b);
    if (ia < plan.bodies) write_motion_in_table(a, table + ia);
    if (ib < plan.bodies) write_motion_in_table(b, table + ib);
}

template <class Body, class Visit>
__global__ void __launch_bounds__(between_threads) sweep_colour(SweepOrderView plan, Body* table, Visit visit, int begin, int end) {
    const int slot = begin + static_cast<int>(blockIdx.x) * between_threads + static_cast<int>(threadIdx.x);
    auto record = visit.load(min(slot, plan.slots - 1));
    wait_for_the_one_before();
    let_the_next_begin();
    if (slot < end) visit_in_table(plan, table, visit, slot, record);
}

/// The last colours, of a few contacts each, by one block; then the rest, by one thread.
template <class Body, class Visit>
__global__ void __launch_bounds__(tail_threads) sweep_tail(SweepOrderView plan, Body* table, Visit visit, int colour) {
    wait_for_the_one_before();
    for (; colour < most_colours; ++colour) {
        for (int slot = plan.between[colour] + static_cast<int>(threadIdx.x); slot < plan.between[colour + 1]; slot += tail_threads) {
            auto record = visit.load(slot);
            visit_in_table(plan, table, visit, slot, record);
        }
        __syncthreads();
    }
    if (threadIdx.x > 0) return;
    for (int slot = plan.between[most_colours]; slot < plan.slots; ++slot) {
        auto record = visit.load(slot);
        visit_in_table(plan, table, visit, slot, record);
    }
}

}  // namespace cuda

class OnCuda {
  public:
    /// Grows by more than it is asked for; never shrinks.
    template <class T>
    class Buffer {
      public:
        Buffer() = default;
        Buffer(const Buffer&) = delete;
        Buffer& operator=(const Buffer&) = delete;
        ~Buffer() { cudaFree(data_); }

        void resize(std::size_t n) {
            if (n > room_) {
                check(cudaFree(data_));
                data_ = nullptr;
                room_ = n + n / 4 + 64;
                check(cudaMalloc(&data_, room_ * sizeof(T)));
            }
            size_ = n;
        }
        std::size_t size() const { return size_; }
        T* data() { return data_; }
        void swap(Buffer& other) {
            std::swap(data_, other.data_);
            std::swap(size_, other.size_);
            std::swap(room_, other.room_);
        }

      private:
        T* data_ = nullptr;
        std::size_t size_ = 0, room_ = 0;
    };

    /// Pinned memory of the host, where MPI cannot reach the device's.
    class Mailbox {
      public:
        Mailbox() = default;
        Mailbox(const Mailbox&) = delete;
        Mailbox& operator=(const Mailbox&) = delete;
        ~Mailbox() { cudaFreeHost(staged_); }

        void resize(std::size_t n, bool direct) {
            here_.resize(n);
            direct_ = direct;
            if (direct || n <= room_) return;
            check(cudaFreeHost(staged_));
            staged_ = nullptr;
            room_ = n + n / 4 + 64;
            check(cudaMallocHost(&staged_, room_ * sizeof(double)));
        }
        double* here() { return here_.data(); }
        double* reachable() { return direct_ ? here_.data() : staged_; }

      private:
        Buffer<double> here_;
        double* staged_ = nullptr;
        std::size_t room_ = 0;
        bool direct_ = false;
    };
    void reach(Mailbox& box, std::size_t begin, std::size_t count) {
        if (box.here() != box.reachable())
            check(cudaMemcpy(box.reachable() + begin, box.here() + begin, count * sizeof(double), cudaMemcpyDeviceToHost));
        else
            check(cudaStreamSynchronize(nullptr));
    }
    void bring(Mailbox& box, std::size_t begin, std::size_t count) {
        if (box.here() != box.reachable())
            check(cudaMemcpy(box.here() + begin, box.reachable() + begin, count * sizeof(double), cudaMemcpyHostToDevice));
    }

    template <class T>
    void upload(std::span<const T> from, Buffer<T>& to) {
        to.resize(from.size());
        if (!from.empty()) check(cudaMemcpy(to.data(), from.data(), from.size_bytes(), cudaMemcpyHostToDevice));
    }
    template <class T>
    void download(Buffer<T>& from, std::vector<T>& to) {
        to.resize(from.size());
        if (!to.empty()) check(cudaMemcpy(to.data(), from.data(), to.size() * sizeof(T), cudaMemcpyDeviceToHost));
    }
    template <class T>
    void copy(Buffer<T>& from, Buffer<T>& to) {
        to.resize(from.size());
        if (from.size() > 0) check(cudaMemcpyAsync(to.data(), from.data(), from.size() * sizeof(T), cudaMemcpyDeviceToDevice));
    }
    template <class T>
    void fill(Buffer<T>& buffer, std::size_t n, const T& value) {
        buffer.resize(n);
        T* at = buffer.data();
        for_each(n, [=] __device__(int i) { at[i] = value; });
    }

    template <class Work>
    void for_each(std::size_t n, const Work& work) {
        if (n == 0) return;
        const auto blocks = static_cast<unsigned>((n + cuda::threads - 1) / cuda::threads);
        cuda::run_each<<<blocks, cuda::threads>>>(static_cast<long>(n), work);
        check(cudaGetLastError());
    }

    template <class T, class Term>
    T sum(std::size_t n, const Term& term) {
        if (n == 0) return T{};
        const int blocks = static_cast<int>(std::min<std::size_t>((n + cuda::threads - 1) / cuda::threads, cuda::most_blocks));
        sums_.resize(sizeof(T) * static_cast<std::size_t>(blocks + 1));
        T* partial = reinterpret_cast<T*>(sums_.data());
        const std::size_t bytes = sizeof(T) * cuda::threads;
        cuda::sum_terms<<<static_cast<unsigned>(blocks), cuda::threads, bytes>>>(static_cast<long>(n), term, partial);
        check(cudaGetLastError());
        cuda::sum_partial<<<1, cuda::threads, bytes>>>(blocks, partial, partial + blocks);
        check(cudaGetLastError());
        T out{};
        check(cudaMemcpy(&out, partial + blocks, sizeof(T), cudaMemcpyDeviceToHost));
        return out;
    }

    long scan(Buffer<int>& count, std::size_t n, Buffer<int>& first) {
        first.resize(n + 1);
        check(cudaMemsetAsync(first.data(), 0, sizeof(int)));
        if (n == 0) return 0;
        with_room([&](void* room, std::size_t& bytes) {
            return cub::DeviceScan::InclusiveSum(room, bytes, count.data(), first.data() + 1, static_cast<int>(n));
        });
        int total = 0;
        check(cudaMemcpy(&total, first.data() + n, sizeof(int), cudaMemcpyDeviceToHost));
        return total;
    }

    template <class Key>
    void sort(Buffer<Key>& keys, Buffer<int>& values, std::size_t n, int bits) {
        Buffer<Key>& other = other_keys<Key>();
        other.resize(keys.size());
        other_values_.resize(values.size());
        if (n == 0) return;
        cub::DoubleBuffer<Key> by_key(keys.data(), other.data());
        cub::DoubleBuffer<int> by_value(values.data(), other_values_.data());
        with_room([&](void* room, std::size_t& bytes) {
            return cub::DeviceRadixSort::SortPairs(room, bytes, by_key, by_value, static_cast<int>(n), 0, bits);
        });
        if (by_key.Current() != keys.data()) keys.swap(other);
        if (by_value.Current() != values.data()) values.swap(other_values_);
    }
    void sort(Buffer<std::uint64_t>& keys, std::size_t n, int bits) {
        long_keys_.resize(keys.size());
        if (n == 0) return;
        cub::DoubleBuffer<std::uint64_t> by_key(keys.data(), long_keys_.data());
        with_room([&](void* room, std::size_t& bytes) {
            return cub::DeviceRadixSort::SortKeys(room, bytes, by_key, static_cast<int>(n), 0, bits);
        });
        if (by_key.Current() != keys.data()) keys.swap(long_keys_);
    }

    void colour_chunks(const ChunkColouring& in) {
        if (in.chunks == 0) return;
        cuda::colour_chunk<<<static_cast<unsigned>(in.chunks), 32>>>(in);
        check(cudaGetLastError());
    }

    template <class Body, class Visit>
    void sweep(const SweepOrderView& plan, Body* table, const Visit& visit) {
        if (plan.slots == 0) return;
        bool follows = false;
        if (plan.between[0] > 0) {
            constexpr std::size_t bytes = cuda::chunk_bytes<Body>;
            if constexpr (bytes > 48 * 1024)
                check(cudaFuncSetAttribute(cuda::sweep_chunk<Body, Visit>, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
            cuda::sweep_chunk<Body><<<static_cast<unsigned>(plan.chunks), cuda::sweep_threads, bytes>>>(
                plan, reinterpret_cast<double*>(table), visit);
            check(cudaGetLastError());
            follows = true;
        }
        int colour = 0;
        for (; plan.slots - plan.between[colour] > cuda::tail; ++colour) {
            if (colour == most_colours) break;
            const int begin = plan.between[colour], end = plan.between[colour + 1];
            if (begin == end) continue;
            const auto blocks = static_cast<unsigned>((end - begin + cuda::between_threads - 1) / cuda::between_threads);
            launch(cuda::sweep_colour<Body, Visit>, {blocks, cuda::between_threads, follows}, plan, table, visit, begin, end);
            follows = true;
        }
        if (plan.between[colour] == plan.slots) return;
        launch(cuda::sweep_tail<Body, Visit>, {1, cuda::tail_threads, follows}, plan, table, visit, colour);
    }

    template <class Body, class Visit>
    void sweep_slots(const SweepOrderView& plan, Body* table, const Visit& visit, int begin, int end) {
        if (begin == end) return;
        const auto blocks = static_cast<unsigned>((end - begin + cuda::between_threads - 1) / cuda::between_threads);
        launch(cuda::sweep_colour<Body, Visit>, {blocks, cuda::between_threads, false}, plan, table, visit, begin, end);
    }

    void finish() { check(cudaDeviceSynchronize()); }

  private:
    template <class Key>
    Buffer<Key>& other_keys() {
        if constexpr (sizeof(Key) == 8)
            return long_keys_;
        else
            return short_keys_;
    }

    struct Launch {
        unsigned blocks, threads;
        bool follows;  // a kernel of the same sweep: it may begin before that one has ended
    };
    template <class... Parameters, class... Arguments>
    void launch(void (*kernel)(Parameters...), const Launch& how, const Arguments&... arguments) {
        cudaLaunchAttribute early{};
        early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        early.val.programmaticStreamSerializationAllowed = 1;
        cudaLaunchConfig_t config{};
        config.gridDim = dim3(how.blocks);
        config.blockDim = dim3(how.threads);
        config.attrs = &early;
        config.numAttrs = how.follows && knows_how_to_wait(reinterpret_cast<const void*>(kernel)) ? 1 : 0;
        check(cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...));
    }

    /// Whether kernels were compiled for a device that can, which decides for all of them.
    bool knows_how_to_wait(const void* kernel) {
        if (waits_ < 0) {
            cudaFuncAttributes made{};
            check(cudaFuncGetAttributes(&made, kernel));
            waits_ = made.ptxVersion >= 90 ? 1 : 0;
        }
        return waits_ > 0;
    }

    /// Calls what asks for room first.
    template <class Call>
    void with_room(const Call& call) {
        std::size_t bytes = 0;
        check(call(nullptr, bytes));
        room_.resize(bytes + 1);
        check(call(room_.data(), bytes));
    }

    int waits_ = -1;  // not asked yet
    Buffer<char> room_, sums_;
    Buffer<std::uint64_t> long_keys_;
    Buffer<std::uint32_t> short_keys_;
    Buffer<int> other_values_;
};

}  // namespace drystone::device
