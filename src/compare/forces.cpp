#include "compare/forces.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "step/gravity.h"
#include "step/loads.h"

namespace drystone {

namespace {

/// Contact points of one pair of parts, added up.
template <int D>
struct Sum {
    double normal = 0.0;
    Vec<D> tangential{};
    Vec<D> direction{};  // normal of its first point
};

template <int D>
double tangential_part(const Sum<D>& sum) {
    if constexpr (D == 2) return dot(contact_frame(sum.direction)[1], sum.tangential);
    return norm(sum.tangential);
}

template <int D>
void add_pairs(const World<D>& world, double h, Answer& answer) {
    std::map<std::pair<int, int>, Sum<D>> sums;
    for (std::size_t i = 0; i < world.contacts.point.size(); ++i) {
        const ContactPoint<D>& at = world.contacts.point[i];
        const Vec<D> force = (1.0 / h) * world.contacts.impulse[i];
        const double normal = dot(force, at.normal);
        auto [place, fresh] = sums.try_emplace({at.a, at.b});
        if (fresh) place->second.direction = at.normal;
        place->second.normal += normal;
        place->second.tangential += force - normal * at.normal;
    }
    double total = 0.0;
    for (const auto& [parts, sum] : sums) {
        if (sum.normal == 0.0 && norm(sum.tangential) == 0.0) continue;
        const auto body = [&](int part) { return world.parts.body[static_cast<std::size_t>(part)]; };
        answer.pairs.push_back({parts.first, parts.second, body(parts.first), body(parts.second), sum.normal,
                                tangential_part(sum)});
        total += sum.normal;
    }
    if (!answer.pairs.empty()) answer.mean_normal = total / static_cast<double>(answer.pairs.size());
}

template <int D>
struct Balance {
    Vec<D> force{};
    Spin<D> torque{};
    double arm = 0.0;  // longest [m]
    bool touched = false;
};

template <int D>
std::vector<Balance<D>> contacts_on_bodies(const World<D>& world, double h) {
    std::vector<Balance<D>> sums(static_cast<std::size_t>(world.bodies.size()));
    for (std::size_t i = 0; i < world.contacts.point.size(); ++i) {
        const ContactPoint<D>& at = world.contacts.point[i];
        const Vec<D> force = (1.0 / h) * world.contacts.impulse[i];
        const Spin<D> couple = (1.0 / h) * world.contacts.moment[i];
        for (const auto& [part, sign] : {std::pair{at.a, -1.0}, std::pair{at.b, 1.0}}) {
            const auto body = static_cast<std::size_t>(world.parts.body[static_cast<std::size_t>(part)]);
            const Vec<D> arm = at.point - world.parts.space.seen(world.bodies.position[body], sign > 0.0 ? at.image : std::array<int, D>{});
            sums[body].force += sign * force;
            sums[body].torque += sign * (moment(arm, force) + couple);
            sums[body].arm = std::max(sums[body].arm, norm(arm));
            sums[body].touched = true;
        }
    }
    return sums;
}

template <int D>
bool is_wall(const World<D>& world, int body) {
    return world.matter.freedom[static_cast<std::size_t>(body)] == Freedom::immovable ||
           std::find(world.driven.begin(), world.driven.end(), body) != world.driven.end();
}

template <int D>
double imbalance_of(const World<D>& world, std::size_t i, const Balance<D>& contacts) {
    const Matter<D>& matter = world.matter;
    const Vec<D> force =
        matter.free_directions[i] * (contacts.force + matter.mass[i] * world.gravity + world.applied[i].v);
    const Spin<D> torque = matter.free_rotations[i] * (contacts.torque + world.applied[i].w);
    return std::max(norm(force), contacts.arm > 0.0 ? norm(torque) / contacts.arm : 0.0);
}

}  // namespace

template <int D>
void read_forces(World<D>& world, double h, Answer& answer) {
    add_pairs(world, h, answer);
    set_gravity<D>(world, world, world, world.time);
    apply_loads(world, world.time);
    const std::vector<Balance<D>> sums = contacts_on_bodies(world, h);
    std::vector<char> supported(sums.size(), 0);
    for (const Support<D>& one : world.description.supports)
        supported[static_cast<std::size_t>(one.body)] = 1;
    double worst = 0.0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (is_wall(world, static_cast<int>(i)) && sums[i].touched) {
            WallForce wall{static_cast<int>(i), {}};
            std::copy(sums[i].force.c.begin(), sums[i].force.c.end(), wall.force.begin());
            answer.walls.push_back(wall);
        }
        if (world.matter.freedom[i] == Freedom::immovable || supported[i]) continue;
        worst = std::max(worst, imbalance_of(world, i, sums[i]));
    }
    const double unit = std::abs(answer.mean_normal);  // what hangs has forces below zero
    answer.imbalance = unit > 0.0 ? worst / unit : worst > 0.0 ? 1.0 : 0.0;
}

template void read_forces(World<2>&, double, Answer&);
template void read_forces(World<3>&, double, Answer&);

}  // namespace drystone
