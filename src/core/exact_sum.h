#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

namespace drystone {

/// A sum of doubles without rounding until it is read: the same bits in whatever order, and on however many processes, its terms are added.
///
///     x = m 2^(e - 1074),  m < 2^53:   m 2^(e mod 32) is added to limb e / 32 and the two above,   sum = sum_k limb_k 2^(32 k - 1074)
///
/// Limbs are signed and have 31 bits to spare, for 2^31 terms between two calls of carry(); after it those of 2^31 processes can be added as
/// whole numbers. About 4 ns a term.
class ExactSum {
  public:
    static constexpr int limbs = 68;

    void add(double x) {
        const auto bits = std::bit_cast<std::uint64_t>(x);
        const int field = static_cast<int>((bits >> 52) & 0x7ff);
        if (field == 0x7ff) {
            limb_[limbs - 1] = 1;  // nothing finite comes here
            return;
        }
        const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
        const std::uint64_t m = field > 0 ? fraction | (std::uint64_t{1} << 52) : fraction;
        if (m == 0) return;
        const unsigned e = field > 0 ? static_cast<unsigned>(field - 1) : 0u, shift = e % 32;
        const std::uint64_t low = m << shift, high = shift > 0 ? m >> (64 - shift) : 0;
        std::int64_t* limb = limb_.data() + e / 32;
        const std::int64_t sign = (bits >> 63) ? -1 : 1;
        limb[0] += sign * static_cast<std::int64_t>(low & 0xffffffffu);
        limb[1] += sign * static_cast<std::int64_t>(low >> 32);
        limb[2] += sign * static_cast<std::int64_t>(high);
    }

    void add(const ExactSum& other) {
        for (std::size_t k = 0; k < limbs; ++k) limb_[k] += other.limb_[k];
    }

    /// Makes all limbs but the highest numbers of 32 bits.
    void carry() {
        for (std::size_t k = 0; k + 2 < limbs; ++k) {
            const std::int64_t over = limb_[k] >> 32;  // rounds down
            limb_[k] -= over * (std::int64_t{1} << 32);
            limb_[k + 1] += over;
        }
    }

    /// For sums over processes, after carry().
    std::span<std::int64_t> numbers() { return limb_; }

    double value() const {
        if (limb_[limbs - 1] != 0) return std::numeric_limits<double>::quiet_NaN();
        ExactSum sum = *this;
        sum.carry();
        const bool negative = sum.limb_[limbs - 2] < 0;
        if (negative) {
            for (std::int64_t& one : sum.limb_) one = -one;
            sum.carry();
        }
        int top = limbs - 2;
        while (top > 2 && sum.limb_[static_cast<std::size_t>(top)] == 0) --top;
        // Three limbs are 65 bits and more below their first one: what is under them cannot change the double but where it is a tie.
        double size = 0.0;
        for (int k = 2; k >= 0; --k) {
            const auto limb = static_cast<double>(sum.limb_[static_cast<std::size_t>(top - k)]);
            size += std::ldexp(limb, 32 * (2 - k));
        }
        return std::ldexp(negative ? -size : size, 32 * (top - 2) - 1074);
    }

  private:
    std::array<std::int64_t, limbs> limb_{};  // the last: whether a term was not finite
};

}  // namespace drystone
