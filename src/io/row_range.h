#pragma once

#include <cstdint>

namespace drystone {

/// Rows of a table that belong to one frame.
struct RowRange {
    std::int64_t first = 0, count = 0;
};

}  // namespace drystone
