#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace drystone {

/// xoshiro256** (Blackman and Vigna 2018), seeded by splitmix64. The library's own, so that a seed means the
/// same numbers with every compiler; the standard distributions do not promise that.
class Random {
  public:
    /// `stream` separates independent uses of one seed (a step's number, a generator's number).
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

    std::uint64_t next();
    double uniform();                          // [0, 1), 53 bits
    double uniform(double lo, double hi);      // [lo, hi]; hi by rounding only
    std::uint64_t below(std::uint64_t count);  // 0 .. count - 1, unbiased; count > 0
    double normal();                           // mean 0, deviation 1 (polar method, one value a call)

    /// Fisher-Yates: every order of the items equally likely.
    template <class T>
    void shuffle(std::span<T> items) {
        for (std::size_t left = items.size(); left > 1; --left)
            std::swap(items[left - 1], items[below(left)]);
    }

  private:
    std::uint64_t state_[4];
};

}  // namespace drystone
