#pragma once

#include <compare>

namespace drystone {

/// Two parts that may touch: a < b, of different bodies, at least one of them movable.
struct PartPair {
    int a = 0;
    int b = 0;
    bool operator==(const PartPair&) const = default;
    auto operator<=>(const PartPair&) const = default;
};

}  // namespace drystone
