#include "core/morton.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace drystone::morton_test {
namespace {

/// Bit by bit.
template <int D>
std::uint64_t spread(std::uint64_t x, int bits) {
    std::uint64_t out = 0;
    for (int k = 0; k < bits; ++k) out |= ((x >> k) & 1U) << (D * k);
    return out;
}

template <int D>
void check(int bits) {
    Random random(4);
    for (int k = 0; k < 1000; ++k) {
        const auto x = static_cast<std::uint64_t>(random.uniform(0.0, 1.0) * static_cast<double>(std::uint64_t{1} << bits));
        ASSERT_EQ(spread_bits<D>(x), spread<D>(x, bits));
    }
    const std::uint64_t last = (std::uint64_t{1} << bits) - 1;
    EXPECT_EQ(spread_bits<D>(0), 0u);
    EXPECT_EQ(spread_bits<D>(last), spread<D>(last, bits));
}

TEST(Morton, EveryBitGoesToItsPlace) {
    check<2>(32);
    check<3>(21);
}

}  // namespace
}  // namespace drystone::morton_test
