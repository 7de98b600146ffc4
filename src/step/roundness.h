#pragma once

#include <algorithm>

#include "step/description.h"

namespace drystone {

/// Whether all shapes of a body are disks, spheres, planes or drums: what methods for round bodies know.
template <int D>
bool is_round(const BodyDescription<D>& body) {
    return std::none_of(body.geometry.begin(), body.geometry.end(), [](const auto& part) {
        return std::holds_alternative<Solid<D>>(part.shape) ||
               std::holds_alternative<CurvedSolid<D>>(part.shape);
    });
}

}  // namespace drystone
