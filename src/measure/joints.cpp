#include "measure/joints.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace drystone {

namespace {

/// Sums over the contacts of one pair, from body a to body b.
template <int D>
struct Sums {
    Joint<D> joint;
    Vec<D> normals{};       // sum of the normals
    Vec<D> points{};        // sum of the points
    Vec<D> pressed{};       // normal forces times their points
    double pressure = 0.0;  // sum of the normal forces [N]
    bool bears = false, slides = true;

    void add(const World<D>& world, int i, double h) {
        const ContactPoint<D>& c = world.contacts.point[i];
        const double side = world.parts.body[c.b] == joint.b ? 1.0 : -1.0;
        const Vec<D> force = (1.0 / h) * world.contacts.impulse[i];
        const double normal = dot(force, c.normal);
        joint.opening = joint.contacts == 0 ? c.gap : std::max(joint.opening, c.gap);
        ++joint.contacts;
        if (c.layer == 0) joint.area += c.area;
        joint.force += side * force;
        normals += side * c.normal;
        points += c.point;
        pressed += normal * c.point;
        pressure += normal;
        if (force == Vec<D>{}) return;
        bears = true;
        slides = slides && world.contacts.status[i] == ContactStatus::sliding;
    }

    Joint<D> finish(const World<D>& world) {
        const double length = norm(normals);
        const Vec<D> n = length > 0.0 ? (1.0 / length) * normals : Vec<D>{};
        joint.normal = dot(joint.force, n);
        joint.shear = norm(joint.force - joint.normal * n);
        const double none = std::numeric_limits<double>::quiet_NaN();
        for (int k = 0; k < D; ++k) joint.point[k] = pressure != 0.0 ? pressed[k] / pressure : none;
        if (joint.contacts > 0) {
            const Vec<D> moved = parted(world, (1.0 / joint.contacts) * points);
            joint.slip = norm(moved - dot(moved, n) * n);
        }
        if (bears) joint.status = slides ? ContactStatus::sliding : ContactStatus::sticking;
        return joint;
    }

    /// How far the two points of the bodies that are at x now have come from each other since time 0.
    Vec<D> parted(const World<D>& world, const Vec<D>& x) const {
        const auto start = [&](int body) {
            const Vec<D> own = rotate_back(world.bodies.rotation[body], world.parts.space.difference(x, world.bodies.position[body]));
            return world.start_position[body] + rotate(world.start_rotation[body], own);
        };
        return start(joint.a) - start(joint.b);
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
        sums.add(world, i, h);
    }
    std::vector<Joint<D>> joints;
    for (auto& [ids, sums] : pairs) joints.push_back(sums.finish(world));
    return joints;
}

template <int D>
Joint<D> joint_between(const World<D>& world, int a, int b, double h) {
    assert(h > 0.0 && a >= 0 && b >= 0 && a < world.bodies.size() && b < world.bodies.size());
    Sums<D> sums;
    sums.joint.a = a;
    sums.joint.b = b;
    for (int i = 0; i < world.contacts.size(); ++i) {
        const ContactPoint<D>& c = world.contacts.point[i];
        if (is_link(world.parts, c)) continue;
        const int first = world.parts.body[c.a], second = world.parts.body[c.b];
        if ((first == a && second == b) || (first == b && second == a)) sums.add(world, i, h);
    }
    return sums.finish(world);
}

template std::vector<Joint<2>> joints_of(const World<2>&, double);
template std::vector<Joint<3>> joints_of(const World<3>&, double);
template Joint<2> joint_between(const World<2>&, int, int, double);
template Joint<3> joint_between(const World<3>&, int, int, double);

}  // namespace drystone
