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
#include "solvers/round_contact.h"

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
__global__ void colour_chunk(ChunkColouring in);

template <int D>
constexpr int row_numbers = D + spin_dim<D> + 2;  // of a SweepBody
template <int D>
constexpr int row_stride = row_numbers<D> | 1;  // in shared memory: odd, so that rows begin in all banks
template <int D>
constexpr int row_written = D + spin_dim<D>;
template <int D>
constexpr std::size_t chunk_bytes = sizeof(double) * (chunk_bodies + 1) * row_stride<D>;

template <int D>
__device__ SweepBody<D> body_at(const double* row) {
    SweepBody<D> body;
    for (int k = 0; k < D; ++k) body.v[k] = row[k];
    for (int k = 0; k < spin_dim<D>; ++k) body.w[k] = row[D + k];
    body.inverse_mass = row[D + spin_dim<D>];
    body.inverse_inertia = row[D + spin_dim<D> + 1];
    return body;
}

template <int D>
__device__ void write_motion(const SweepBody<D>& body, double* row) {
    for (int k = 0; k < D; ++k) row[k] = body.v[k];
    for (int k = 0; k < spin_dim<D>; ++k) row[D + k] = body.w[k];
}

/// A chunk of bodies in shared memory, its contacts by its colours. What a contact reads that no other writes is fetched ahead.
template <int D, class Visit>
__global__ void __launch_bounds__(sweep_threads) sweep_chunk(SweepOrderView plan, double* table, Visit visit) {
    extern __shared__ double rows[];
    constexpr int wide = sizeof(SweepBody<D>) / sizeof(double);
    const int chunk = static_cast<int>(blockIdx.x), first = chunk * chunk_bodies, own = static_cast<int>(threadIdx.x);
    const int count = min(chunk_bodies, plan.bodies - first);
    double* mine = table + static_cast<long>(first) * wide;
    for (int k = own; k < count * wide; k += sweep_threads) {
        if (k % wide < row_numbers<D>) rows[k / wide * row_stride<D> + k % wide] = mine[k];
    }
    if (own < row_stride<D>) rows[chunk_bodies * row_stride<D> + own] = 0.0;  // all that cannot move
    const int* start = plan.inside + static_cast<long>(chunk) * most_colours;
    const int end_of_chunk = start[most_colours];
    int begin = start[0], end = start[1];
    auto next = visit.load(min(begin + own, plan.slots - 1));
    __syncthreads();
    for (int colour = 0; begin < end_of_chunk; ++colour) {
        const int after = colour + 2 <= most_colours ? start[colour + 2] : end_of_chunk;
        for (int slot = begin + own; slot < end; slot += sweep_threads) {
            auto record = slot == begin + own ? next : visit.load(slot);
            const int ia = plan.body_a[slot], ib = plan.body_b[slot];
            double* a = rows + (ia < plan.bodies ? ia - first : chunk_bodies) * row_stride<D>;
            double* b = rows + (ib < plan.bodies ? ib - first : chunk_bodies) * row_stride<D>;
            SweepBody<D> body_a = body_at<D>(a), body_b = body_at<D>(b);
            visit.act(record, slot, body_a, body_b);
            if (ia < plan.bodies) write_motion(body_a, a);
            if (ib < plan.bodies) write_motion(body_b, b);
        }
        begin = end;
        end = after;
        if (begin + own < end) next = visit.load(begin + own);
        __syncthreads();
    }
    for (int k = own; k < count * wide; k += sweep_threads) {
        if (k % wide < row_written<D>) mine[k] = rows[k / wide * row_stride<D> + k % wide];
    }
}

/// The same in the table, two numbers at a time.
template <int D>
__device__ void write_motion_in_table(const SweepBody<D>& body, SweepBody<D>* at) {
    double2* row = reinterpret_cast<double2*>(at);
    row[0] = {body.v[0], body.v[1]};
    if constexpr (D == 3) {
        row[1] = {body.v[2], body.w[0]};
        row[2] = {body.w[1], body.w[2]};
    } else {
        row[1] = {body.w[0], body.inverse_mass};
    }
}

template <int D, class Visit>
__device__ void visit_in_table(const SweepOrderView& plan, SweepBody<D>* table, const Visit& visit, int slot) {
    const int ia = plan.body_a[slot], ib = plan.body_b[slot];
    auto record = visit.load(slot);
    SweepBody<D> a = table[ia], b = table[ib];
    visit.act(record, slot, a, b);
    if (ia < plan.bodies) write_motion_in_table(a, table + ia);
    if (ib < plan.bodies) write_motion_in_table(b, table + ib);
}

template <int D, class Visit>
__global__ void __launch_bounds__(between_threads) sweep_colour(SweepOrderView plan, SweepBody<D>* table, Visit visit, int begin, int end) {
    const int slot = begin + static_cast<int>(blockIdx.x) * between_threads + static_cast<int>(threadIdx.x);
    if (slot < end) visit_in_table(plan, table, visit, slot);
}

/// The last colours, of a few contacts each, by one block; then the rest, by one thread.
template <int D, class Visit>
__global__ void __launch_bounds__(tail_threads) sweep_tail(SweepOrderView plan, SweepBody<D>* table, Visit visit, int colour) {
    for (; colour < most_colours; ++colour) {
        for (int slot = plan.between[colour] + static_cast<int>(threadIdx.x); slot < plan.between[colour + 1]; slot += tail_threads)
            visit_in_table(plan, table, visit, slot);
        __syncthreads();
    }
    if (threadIdx.x > 0) return;
    for (int slot = plan.between[most_colours]; slot < plan.slots; ++slot) visit_in_table(plan, table, visit, slot);
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

    template <int D, class Visit>
    void sweep(const SweepOrderView& plan, SweepBody<D>* table, const Visit& visit) {
        if (plan.slots == 0) return;
        if (plan.between[0] > 0) {
            constexpr std::size_t bytes = cuda::chunk_bytes<D>;
            cuda::sweep_chunk<D><<<static_cast<unsigned>(plan.chunks), cuda::sweep_threads, bytes>>>(
                plan, reinterpret_cast<double*>(table), visit);
            check(cudaGetLastError());
        }
        int colour = 0;
        for (; plan.slots - plan.between[colour] > cuda::tail; ++colour) {
            if (colour == most_colours) break;
            const int begin = plan.between[colour], end = plan.between[colour + 1];
            const auto blocks = static_cast<unsigned>((end - begin + cuda::between_threads - 1) / cuda::between_threads);
            if (blocks == 0) continue;
            cuda::sweep_colour<D><<<blocks, cuda::between_threads>>>(plan, table, visit, begin, end);
            check(cudaGetLastError());
        }
        if (plan.between[colour] == plan.slots) return;
        cuda::sweep_tail<D><<<1, cuda::tail_threads>>>(plan, table, visit, colour);
        check(cudaGetLastError());
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

    /// Calls what asks for room first.
    template <class Call>
    void with_room(const Call& call) {
        std::size_t bytes = 0;
        check(call(nullptr, bytes));
        room_.resize(bytes + 1);
        check(call(room_.data(), bytes));
    }

    Buffer<char> room_, sums_;
    Buffer<std::uint64_t> long_keys_;
    Buffer<std::uint32_t> short_keys_;
    Buffer<int> other_values_;
};

}  // namespace drystone::device
