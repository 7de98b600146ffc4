#pragma once

#include <cstddef>

namespace drystone {

/// A number that counts from zero as the index of a container.
constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace drystone
