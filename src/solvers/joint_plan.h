#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/body_map.h"

namespace drystone {

/// The order in which a sweep visits contacts of compliant bodies: a function of the contact graph alone, so that any number of
/// threads gives the same bits.
///
/// All contacts between the same bodies are a joint, visited one after the other by one thread: a brick has dozens of contacts,
/// but few neighbours. Joints go by colour; no two of a colour share a body. Those that find every colour taken (of a plate that
/// carries hundreds of grains) come last, one by one.
struct JointPlan {
    static constexpr int most_colours = 64;

    std::vector<int> contact;       // (contacts)     in visiting order
    std::vector<int> joint_start;   // (joints + 1)   contacts of each joint
    std::vector<int> colour_start;  // (colours + 1)  joints of each colour
    int serial_start = 0;           // joints from here on are visited one by one

    // Scratch
    std::vector<int> order;            // (contacts)  by owners
    std::vector<int> first, colour;    // (joints)    where each begins in `order`
    std::vector<int> next;             // (colours + 2)
    std::vector<std::uint64_t> taken;  // (bodies)    colours in use at each, a bit each

    int joints() const { return static_cast<int>(joint_start.size()) - 1; }
    int colours() const { return static_cast<int>(colour_start.size()) - 1; }
};

/// The plan of the contacts listed in `chosen`; `owner` (chosen) says who answers each, `bodies` how many there are.
void make_joint_plan(std::span<const int> chosen, std::span<const Owners> owner, int bodies, JointPlan& plan);

}  // namespace drystone
