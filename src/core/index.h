#pragma once

#include <cstddef>

namespace drystone {

/// An index for a standard container. Ours are `int`, because -1 means none and differences are signed; the caller knows that this one
/// is not negative.
constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace drystone
