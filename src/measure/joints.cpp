#include "measure/joints.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace drystone {

namespace {

/// Sums over the contacts of a joint, from side a to side b.
template <int D>
struct Sums {
    Joint<D> joint;
    Vec<D> normals{};       // sum of the normals
    Vec<D> moved{};         // sum of how far the bodies' points at the contacts have come from each other
    Vec<D> pressed{};       // normal forces times their points
    double pressure = 0.0;  // sum of the normal forces [N]
    bool bears = false, slides = true;

    /// `side`: 1 where part b of the contact is on side b, else -1.
    void add(const World<D>& world, int i, double side, double h) {
        const ContactPoint<D>& c = world.contacts.point[i];
        const Vec<D> force = (1.0 / h) * world.contacts.impulse[i];
        const double normal = dot(force, c.normal);
        joint.opening = joint.contacts == 0 ? c.gap : std::max(joint.opening, c.gap);
        ++joint.contacts;
        if (c.layer == 0) joint.area += c.area;
        joint.force += side * force;
        normals += side * c.normal;
        moved += side * parted(world, c);
        pressed += normal * c.point;
        pressure += normal;
        if (force == Vec<D>{}) return;
        bears = true;
        slides = slides && world.contacts.status[i] == ContactStatus::sliding;
    }

    Joint<D> finish() {
        const double length = norm(normals);
        const Vec<D> n = length > 0.0 ? (1.0 / length) * normals : Vec<D>{};
        joint.normal = dot(joint.force, n);
        joint.shear = norm(joint.force - joint.normal * n);
        const double none = std::numeric_limits<double>::quiet_NaN();
        for (int k = 0; k < D; ++k) joint.point[k] = pressure != 0.0 ? pressed[k] / pressure : none;
        if (joint.contacts > 0) {
            const Vec<D> mean = (1.0 / joint.contacts) * moved;
            joint.slip = norm(mean - dot(mean, n) * n);
        }
        if (bears) joint.status = slides ? ContactStatus::sliding : ContactStatus::sticking;
        return joint;
    }

    /// How far the two points of the bodies that are at the contact now have come from each other since time 0.
    static Vec<D> parted(const World<D>& world, const ContactPoint<D>& c) {
        const auto start = [&](int body) {
            const Vec<D> own = rotate_back(world.bodies.rotation[body],
                                           world.parts.space.difference(c.point, world.bodies.position[body]));
            return world.start_position[body] + rotate(world.start_rotation[body], own);
        };
        return start(world.parts.body[c.a]) - start(world.parts.body[c.b]);
    }
};

}  // namespace

template <int D>
std::vector<Joint<D>> joints_of(const World<D>& world, double h) {
    assert(h > 0.0 && world.contacts.impulse.size() == world.contacts.point.size());
    std::map<std::pair<int, int>, Sums<D>> pairs;
    for (int i = 0; i < world.contacts.size(); ++i) {
        const ContactPoint<D>& c = world.contacts.point[i];
        if (is_link(world.parts, c)) continue;
        int a = world.parts.body[c.a], b = world.parts.body[c.b];
        if (world.bodies.id[b] < world.bodies.id[a]) std::swap(a, b);
        Sums<D>& sums = pairs[{world.bodies.id[a], world.bodies.id[b]}];
        sums.joint.a = a;
        sums.joint.b = b;
        sums.add(world, i, world.parts.body[c.b] == b ? 1.0 : -1.0, h);
    }
    std::vector<Joint<D>> joints;
    for (auto& [ids, sums] : pairs) joints.push_back(sums.finish());
    return joints;
}

template <int D>
Joint<D> joint_between(const World<D>& world, std::span<const int> a, std::span<const int> b, double h) {
    assert(h > 0.0 && !a.empty() && !b.empty());
    const auto on = [&](std::span<const int> side, int slot) {
        return std::binary_search(side.begin(), side.end(), world.bodies.id[slot]);
    };
    Sums<D> sums;
    sums.joint.a = world.slot[static_cast<std::size_t>(a[0])];
    sums.joint.b = world.slot[static_cast<std::size_t>(b[0])];
    for (int i = 0; i < world.contacts.size(); ++i) {
        const ContactPoint<D>& c = world.contacts.point[i];
        if (is_link(world.parts, c)) continue;
        const int first = world.parts.body[c.a], second = world.parts.body[c.b];
        if (on(a, first) && on(b, second)) sums.add(world, i, 1.0, h);
        if (on(b, first) && on(a, second)) sums.add(world, i, -1.0, h);
    }
    return sums.finish();
}

template <int D>
Joint<D> joint_between(const World<D>& world, int a, int b, double h) {
    assert(a >= 0 && b >= 0 && a < world.bodies.size() && b < world.bodies.size());
    return joint_between(world, std::span(&world.bodies.id[a], 1), std::span(&world.bodies.id[b], 1), h);
}

template std::vector<Joint<2>> joints_of(const World<2>&, double);
template std::vector<Joint<3>> joints_of(const World<3>&, double);
template Joint<2> joint_between(const World<2>&, int, int, double);
template Joint<3> joint_between(const World<3>&, int, int, double);
template Joint<2> joint_between(const World<2>&, std::span<const int>, std::span<const int>, double);
template Joint<3> joint_between(const World<3>&, std::span<const int>, std::span<const int>, double);

}  // namespace drystone
