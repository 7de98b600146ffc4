#pragma once

#include <utility>
#include <vector>

#include "granular/grains.h"

namespace drystone {

/// Rows of the grains that are there in both moments, by their ids.
inline std::vector<std::pair<std::size_t, std::size_t>> same_grains(const GrainList& before, const GrainList& now) {
    std::vector<std::pair<std::size_t, std::size_t>> rows;
    for (std::size_t i = 0, j = 0; i < before.size() && j < now.size();) {
        if (before.id[i] < now.id[j]) {
            ++i;
        } else if (now.id[j] < before.id[i]) {
            ++j;
        } else {
            rows.emplace_back(i++, j++);
        }
    }
    return rows;
}

}  // namespace drystone
