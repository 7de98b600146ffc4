#pragma once

#include <string>

#include "step/world.h"

namespace drystone {

/// Throws InputError, at its place, where an interaction is not law = "spring"; `method` says who needs it.
template <int D>
void require_springs(const WorldDescription<D>& description, const std::string& method) {
    for (const Interaction& entry : description.interactions) {
        if (!std::holds_alternative<Spring>(entry.law))
            refuse(entry.place,
                   method + " needs law = \"spring\": contacts deform there, and this law has no stiffness");
    }
}

/// The springs between two bodies; nullptr where no interaction speaks of them.
template <int D>
const Spring* spring_between(const World<D>& world, int body_a, int body_b) {
    const std::vector<int>& surface = world.matter.surface;
    return std::get_if<Spring>(
        &world.book.of(surface[static_cast<std::size_t>(body_a)], surface[static_cast<std::size_t>(body_b)]));
}

}  // namespace drystone
