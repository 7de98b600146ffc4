#include "solvers/joint_plan.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

namespace drystone {

namespace {

constexpr int joint_colours = JointPlan::most_colours;

/// The least colour that none of the owners has, or `joint_colours`; it is theirs from then on.
int take_colour(const Owners& owners, std::vector<std::uint64_t>& taken) {
    std::uint64_t used = 0;
    for (const int owner : owners) used |= owner >= 0 ? taken[static_cast<std::size_t>(owner)] : 0;
    const int colour = std::countr_one(used);
    if (colour == joint_colours) return colour;
    for (const int owner : owners) {
        if (owner >= 0) taken[static_cast<std::size_t>(owner)] |= std::uint64_t{1} << colour;
    }
    return colour;
}

/// Fills order, first and colour.
void find_joints(std::span<const Owners> owner, int bodies, JointPlan& s) {
    s.order.resize(owner.size());
    std::iota(s.order.begin(), s.order.end(), 0);
    std::sort(s.order.begin(), s.order.end(), [&](int i, int j) {
        const auto by = owner[static_cast<std::size_t>(i)] <=> owner[static_cast<std::size_t>(j)];
        return by != 0 ? by < 0 : i < j;
    });
    s.taken.assign(static_cast<std::size_t>(bodies), 0);
    s.first.clear();
    s.colour.clear();
    for (std::size_t k = 0; k < s.order.size(); ++k) {
        const Owners& now = owner[static_cast<std::size_t>(s.order[k])];
        if (k > 0 && now == owner[static_cast<std::size_t>(s.order[k - 1])]) continue;
        s.first.push_back(static_cast<int>(k));
        s.colour.push_back(take_colour(now, s.taken));
    }
}

}  // namespace

void make_joint_plan(std::span<const int> chosen, std::span<const Owners> owner, int bodies, JointPlan& plan) {
    assert(chosen.size() == owner.size());
    JointPlan& s = plan;
    find_joints(owner, bodies, s);
    const std::size_t joints = s.first.size();
    s.next.assign(joint_colours + 2, 0);
    for (const int colour : s.colour) ++s.next[static_cast<std::size_t>(colour) + 1];
    std::partial_sum(s.next.begin(), s.next.end(), s.next.begin());
    s.colour_start.assign(1, 0);
    for (int colour = 0; colour < joint_colours; ++colour) {
        const int end = s.next[static_cast<std::size_t>(colour) + 1];
        if (end > s.colour_start.back()) s.colour_start.push_back(end);
    }
    s.serial_start = s.colour_start.back();

    // Joints by colour, each as before: first into joint_start as numbers of joints, then as places.
    std::vector<int>& sorted = s.joint_start;
    sorted.resize(joints + 1);
    for (std::size_t k = 0; k < joints; ++k)
        sorted[static_cast<std::size_t>(s.next[static_cast<std::size_t>(s.colour[k])]++)] = static_cast<int>(k);
    s.contact.clear();
    for (std::size_t k = 0; k < joints; ++k) {
        const std::size_t joint = static_cast<std::size_t>(sorted[k]);
        const std::size_t begin = static_cast<std::size_t>(s.first[joint]);
        const std::size_t end = joint + 1 < joints ? static_cast<std::size_t>(s.first[joint + 1]) : s.order.size();
        sorted[k] = static_cast<int>(s.contact.size());
        for (std::size_t i = begin; i < end; ++i)
            s.contact.push_back(chosen[static_cast<std::size_t>(s.order[i])]);
    }
    sorted[joints] = static_cast<int>(s.contact.size());
}

}  // namespace drystone
