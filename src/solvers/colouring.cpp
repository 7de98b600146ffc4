#include "solvers/colouring.h"

#include <algorithm>
#include <array>
#include <bit>

namespace drystone {

void colour_contacts(std::span<const BodyPair> contacts, int bodies, Colouring& colouring) {
    colouring.taken.assign(static_cast<std::size_t>(bodies), 0);
    colouring.colour.resize(contacts.size());
    colouring.order.resize(contacts.size());

    std::array<int, Colouring::most_colours + 2> start{};
    int colours = 0;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const auto [a, b] = contacts[i];
        const std::uint32_t used = (a >= 0 ? colouring.taken[a] : 0) | (b >= 0 ? colouring.taken[b] : 0);
        const int colour = std::countr_one(used);
        if (colour < Colouring::most_colours) {
            const std::uint32_t bit = std::uint32_t{1} << colour;
            if (a >= 0) colouring.taken[a] |= bit;
            if (b >= 0) colouring.taken[b] |= bit;
            colours = std::max(colours, colour + 1);
        }
        colouring.colour[i] = static_cast<std::int8_t>(colour);
        ++start[colour + 1];
    }

    for (std::size_t c = 1; c < start.size(); ++c) start[c] += start[c - 1];
    colouring.colour_start.assign(start.begin(), start.begin() + colours + 1);
    colouring.serial_start = start[Colouring::most_colours];
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        colouring.order[start[colouring.colour[i]]++] = static_cast<int>(i);
    }
}

}  // namespace drystone
