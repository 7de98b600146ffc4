#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace drystone {

/// Memory for the stages of a step, one after the other: what a stage needs for itself alone it takes here and gives back when it ends, so that all stages
/// together take as much as the largest of them. Kept between steps, it allocates nothing once a step has been as large before.
///
///     const Workbench::Use use(bench);
///     const std::span<int> order = use.take<int>(count);   // there until `use` ends; what is in it is anything
///
/// Uses nest as scopes do: whoever takes last gives back first. One thread takes; all may write. Lists that nobody reads for a while may be lent to it:
/// their memory is taken first, and what was in them is gone.
class Workbench {
  public:
    class Use {
      public:
        explicit Use(Workbench& bench) : bench_(bench), taken_(bench.taken_.size()) { ++bench.uses_; }
        ~Use() { bench_.give_back(taken_); }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

        template <class T>
        std::span<T> take(std::size_t count) const {
            static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T> && alignof(T) <= line);
            T* first = static_cast<T*>(bench_.take_bytes(count * sizeof(T)));
            std::uninitialized_default_construct_n(first, count);
            return {first, count};
        }
        /// The same, all of them `value`.
        template <class T>
        std::span<T> take(std::size_t count, const T& value) const {
            static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T> && alignof(T) <= line);
            T* first = static_cast<T*>(bench_.take_bytes(count * sizeof(T)));
            std::uninitialized_fill_n(first, count, value);
            return {first, count};
        }

        /// For those who are called, and need some for themselves.
        Workbench& bench() const { return bench_; }

      private:
        Workbench& bench_;
        std::size_t taken_;  // by others before
    };

    /// Lends the memory of a list as long as it lives. Made and ended where nobody uses the bench.
    class Loan {
      public:
        template <class T>
        Loan(Workbench& bench, std::vector<T>& list) : Loan(bench, std::as_writable_bytes(std::span(list))) {
            static_assert(std::is_trivially_copyable_v<T>);
        }
        Loan(Workbench& bench, std::span<std::byte> memory) : bench_(bench) {
            assert(bench_.uses_ == 0);
            void* first = memory.data();
            std::size_t bytes = memory.size();
            if (!std::align(line, 1, first, bytes)) bytes = 0;
            bench_.blocks_.insert(bench_.blocks_.begin(), Block(static_cast<std::byte*>(first), bytes / line * line));
        }
        ~Loan() {
            assert(bench_.uses_ == 0 && bench_.blocks_.front().is_lent());
            bench_.blocks_.erase(bench_.blocks_.begin());
        }
        Loan(const Loan&) = delete;
        Loan& operator=(const Loan&) = delete;

      private:
        Workbench& bench_;
    };

    Workbench() = default;
    Workbench(const Workbench&) {}  // nothing in it outlives a stage: a copy begins empty
    Workbench(Workbench&& other) noexcept : blocks_(std::exchange(other.blocks_, {})), most_(std::exchange(other.most_, 0)) { assert(other.uses_ == 0); }
    Workbench& operator=(const Workbench&) { return *this; }
    Workbench& operator=(Workbench&& other) noexcept {
        assert(uses_ == 0 && other.uses_ == 0);
        blocks_ = std::exchange(other.blocks_, {});
        most_ = std::exchange(other.most_, 0);
        return *this;
    }

    /// Its own, without what is lent to it.
    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const Block& block : blocks_) sum += block.is_lent() ? 0 : block.size;
        return sum;
    }

  private:
    static constexpr std::size_t line = 64;  // what is taken begins with one of the cache's

    struct Free {
        void operator()(std::byte* memory) const { ::operator delete(memory, std::align_val_t{line}); }
    };
    struct Block {
        std::unique_ptr<std::byte, Free> own;  // none: it is lent
        std::byte* first = nullptr;
        std::size_t size = 0, used = 0;  // [bytes]

        explicit Block(std::size_t bytes)
            : own(static_cast<std::byte*>(::operator new(bytes, std::align_val_t{line}))), first(own.get()), size(bytes) {}
        Block(std::byte* lent, std::size_t bytes) : first(lent), size(bytes) {}
        bool is_lent() const { return own == nullptr; }
    };

    /// Where there is room, those that are lent first.
    void* take_bytes(std::size_t bytes) {
        assert(uses_ > 0);
        bytes = (bytes + line - 1) / line * line;
        auto block = std::find_if(blocks_.begin(), blocks_.end(), [bytes](const Block& each) { return each.used + bytes <= each.size; });
        if (block == blocks_.end()) block = blocks_.emplace(block, bytes);
        taken_.push_back({static_cast<std::size_t>(block - blocks_.begin()), bytes});
        void* first = block->first + block->used;
        block->used += bytes;
        std::size_t own = 0;
        for (const Block& each : blocks_) own += each.is_lent() ? 0 : each.used;
        most_ = std::max(most_, own);
        return first;
    }

    void give_back(std::size_t taken_before) {
        --uses_;
        for (; taken_.size() > taken_before; taken_.pop_back()) blocks_[taken_.back().block].used -= taken_.back().bytes;
        if (uses_ == 0) make_one_piece();
    }

    /// Of its own memory: what fits does not depend on what is taken first. With a little room, for the next step may need a little more.
    void make_one_piece() {
        const auto first = std::find_if(blocks_.begin(), blocks_.end(), [](const Block& block) { return !block.is_lent(); });
        if (blocks_.end() - first < 2) return;
        blocks_.erase(first, blocks_.end());
        blocks_.emplace_back(most_ + most_ / 16);
    }

    struct Taken {
        std::size_t block, bytes;
    };

    std::vector<Block> blocks_;  // those that are lent first
    std::vector<Taken> taken_;   // by those who have not given it back, in their order
    std::size_t most_ = 0;  // that was in use at once [bytes]
    int uses_ = 0;
};

}  // namespace drystone
