#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// The two mobile bodies of a contact, -1 for none.
struct BodyPair {
    int a = -1;
    int b = -1;
};

/// Contacts grouped so that no two of a colour share a mobile body: a colour's contacts can be visited at once.
/// Greedy in contact order, a function of the contact graph alone. Contacts that find every colour taken (of
/// bodies with very many contacts: pistons, plates) go to a last group, visited one by one.
struct Colouring {
    static constexpr int most_colours = 32;

    std::vector<int> order;         // (contacts)     contacts by colour, then by index
    std::vector<int> colour_start;  // (colours + 1)  ranges of `order`
    int serial_start = 0;           // order[serial_start ..) is the group visited one by one

    std::vector<std::uint32_t> taken;  // (bodies)    scratch: colours in use at each body, a bit each
    std::vector<std::int8_t> colour;   // (contacts)  scratch: most_colours for the serial group

    int colours() const { return static_cast<int>(colour_start.size()) - 1; }
};

void colour_contacts(std::span<const BodyPair> contacts, int bodies, Colouring& colouring);

}  // namespace drystone
