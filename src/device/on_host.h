#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "device/sweep_order.h"

namespace drystone::device {

/// The few things the stages of a device's step are made of, on one thread of this processor: what tests hold the same stages on a GPU
/// (on_cuda.h), and the CPU's own step, against. Documentation of each is here.
class OnHost {
  public:
    /// An array of the device. resize() keeps nothing of what it held.
    template <class T>
    class Buffer {
      public:
        void resize(std::size_t n) { values_.resize(n); }
        std::size_t size() const { return values_.size(); }
        T* data() { return values_.data(); }
        void swap(Buffer& other) { values_.swap(other.values_); }

      private:
        std::vector<T> values_;
    };

    /// Numbers for other processes, or from them: here(), and where these can reach them, which is the same place if they can reach ours.
    class Mailbox {
      public:
        void resize(std::size_t n, bool direct) {
            here_.resize(n);
            staged_.resize(direct ? 0 : n);
            direct_ = direct;
        }
        double* here() { return here_.data(); }
        double* reachable() { return direct_ ? here_.data() : staged_.data(); }

      private:
        std::vector<double> here_, staged_;
        bool direct_ = false;
    };
    /// Numbers of a mailbox can be reached once this returns; those that came are here.
    void reach(Mailbox& box, std::size_t begin, std::size_t count) {
        if (box.here() != box.reachable()) std::copy_n(box.here() + begin, count, box.reachable() + begin);
    }
    void bring(Mailbox& box, std::size_t begin, std::size_t count) {
        if (box.here() != box.reachable()) std::copy_n(box.reachable() + begin, count, box.here() + begin);
    }

    template <class T>
    void upload(std::span<const T> from, Buffer<T>& to) {
        to.resize(from.size());
        std::copy(from.begin(), from.end(), to.data());
    }
    template <class T>
    void download(Buffer<T>& from, std::vector<T>& to) {
        to.assign(from.data(), from.data() + from.size());
    }
    template <class T>
    void copy(Buffer<T>& from, Buffer<T>& to) {
        to.resize(from.size());
        std::copy_n(from.data(), from.size(), to.data());
    }
    template <class T>
    void fill(Buffer<T>& buffer, std::size_t n, const T& value) {
        buffer.resize(n);
        std::fill_n(buffer.data(), n, value);
    }

    /// work(i) for all i < n, which write disjoint places, or by lower() and raise().
    template <class Work>
    void for_each(std::size_t n, const Work& work) {
        for (std::size_t i = 0; i < n; ++i) work(static_cast<int>(i));
    }

    /// The sum of term(i), a T, by operator +=, in an order that is a function of n alone.
    template <class T, class Term>
    T sum(std::size_t n, const Term& term) {
        T total{};
        for (std::size_t i = 0; i < n; ++i) total += term(static_cast<int>(i));
        return total;
    }

    /// first[i] = count[0] + .. + count[i-1] for i <= n; returns first[n].
    long scan(Buffer<int>& count, std::size_t n, Buffer<int>& first) {
        first.resize(n + 1);
        long total = 0;
        for (std::size_t i = 0; i < n; ++i) {
            first.data()[i] = static_cast<int>(total);
            total += count.data()[i];
        }
        first.data()[n] = static_cast<int>(total);
        return total;
    }

    /// By the lowest `bits` of the keys, stable.
    template <class Key>
    void sort(Buffer<Key>& keys, Buffer<int>& values, std::size_t n, int) {
        std::vector<int> order(n);
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return keys.data()[i] < keys.data()[j]; });
        Buffer<Key> by_key;
        Buffer<int> by_value;
        by_key.resize(keys.size());
        by_value.resize(values.size());
        for (std::size_t k = 0; k < n; ++k) {
            by_key.data()[k] = keys.data()[order[k]];
            by_value.data()[k] = values.data()[order[k]];
        }
        keys.swap(by_key);
        values.swap(by_value);
    }
    void sort(Buffer<std::uint64_t>& keys, std::size_t n, int) { std::sort(keys.data(), keys.data() + n); }

    /// Gives the contacts inside chunks colours, greedily in their order. docs/theory.md section 5.3.
    void colour_chunks(const ChunkColouring& in) {
        std::vector<std::uint32_t> taken;
        for (int chunk = 0; chunk < in.chunks; ++chunk) {
            taken.assign(chunk_bodies, 0);
            for (int k = in.first[chunk]; k < in.first[chunk + 1]; ++k) {
                const int i = in.contact[k], a = in.row_a[i], b = in.row_b[i], base = chunk * chunk_bodies;
                const std::uint32_t used = (a >= 0 ? taken[a - base] : 0) | (b >= 0 ? taken[b - base] : 0);
                const int own = first_free_colour(used);
                in.colour[i] = own;
                if (own == most_colours) continue;
                if (a >= 0) taken[a - base] |= 1U << own;
                if (b >= 0) taken[b - base] |= 1U << own;
            }
        }
    }

    /// visit.load(slot) and take(), then visit.act(record, slot, body a, body b) for all contacts in the order of the plan: chunks, each by its colours;
    /// colours between them; the rest one by one. `table`: rows of bodies; that behind the last stands for all that cannot move.
    template <class Body, class Visit>
    void sweep(const SweepOrderView& plan, Body* table, const Visit& visit) {
        sweep_slots(plan, table, visit, 0, plan.slots);
    }
    /// .. for some that follow each other and share no body.
    template <class Body, class Visit>
    void sweep_slots(const SweepOrderView& plan, Body* table, const Visit& visit, int begin, int end) {
        for (int slot = begin; slot < end; ++slot) {
            const int ia = plan.body_a[slot], ib = plan.body_b[slot];
            Body a = table[ia], b = table[ib];
            auto record = visit.load(slot);
            visit.take(record, slot);
            visit.act(record, slot, a, b);
            if (ia < plan.bodies) table[ia] = a;
            if (ib < plan.bodies) table[ib] = b;
        }
    }

    /// All that was begun has ended.
    void finish() {}
};

}  // namespace drystone::device
