#pragma once

#include <string>
#include <vector>

#include "core/random.h"

namespace drystone::fuzz {

/// A few changes of the kind that hands, editors and disks make: numbers of other sizes, words and lines lost, doubled, swapped or
/// taken from another input, bytes changed, the end cut off.
std::string mutate_text(const std::string& text, const std::vector<std::string>& others, Random& random);

/// Bytes changed, overwritten with numbers at the ends of their range, moved, the end cut off.
std::string mutate_bytes(std::string bytes, Random& random);

/// A number as nobody means it: 1e-108, -0.0, 9223372036854775807, nan.
std::string odd_number(Random& random);

}  // namespace drystone::fuzz
