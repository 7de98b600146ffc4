#pragma once

#include <algorithm>

#include "measure/body_quantities.h"

namespace drystone {

// Quantities of several bodies together, Sample::bodies: sums of what adds up (masses, momenta, energies, forces from outside: those
// between two of them cancel), means over the bodies of places and velocities. Moments are about their common centre of mass.
//
//     C = sum m_i c_i / sum m_i,   L = sum (L_i + m_i (c_i - C) x v_i),   M = sum over contacts of (x - C) x f

/// visit(Sample of the one body) for each of them that is there.
template <int D, class Visit>
void for_each_body(const Sample<D>& s, const Visit& visit) {
    for (const int id : s.bodies) {
        Sample<D> one = s;
        one.body = s.world.slot[static_cast<std::size_t>(id)];
        if (one.body >= 0) visit(one);
    }
}

template <int D, auto quantity>
auto sum_of(const Sample<D>& s) {
    decltype(quantity(s)) sum{};
    for_each_body(s, [&](const Sample<D>& one) { sum += quantity(one); });
    return sum;
}

template <int D, auto quantity>
auto mean_of(const Sample<D>& s) {
    int count = 0;
    for_each_body(s, [&](const Sample<D>&) { ++count; });
    return (1.0 / count) * sum_of<D, quantity>(s);
}

template <int D>
double body_mass(const Sample<D>& s) {
    return s.world.matter.mass[s.body];
}

/// Of planes and drums, which have no mass, the mean of their places.
template <int D>
Vec<D> common_centre(const Sample<D>& s) {
    const double mass = sum_of<D, body_mass<D>>(s);
    if (mass == 0.0) return mean_of<D, body_centre_of_mass<D>>(s);
    Vec<D> sum{};
    for_each_body(s, [&](const Sample<D>& one) { sum += body_mass(one) * body_centre_of_mass(one); });
    return (1.0 / mass) * sum;
}

template <int D>
Spin<D> common_angular_momentum(const Sample<D>& s) {
    const Vec<D> centre = common_centre(s);
    Spin<D> sum{};
    for_each_body(s, [&](const Sample<D>& one) {
        sum += body_angular_momentum(one) + moment(body_centre_of_mass(one) - centre, body_momentum(one));
    });
    return sum;
}

/// visit(contact, whether its part a is of one of the bodies, likewise part b) for each contact of any of them.
template <int D, class Visit>
void for_contacts_of_any(const Sample<D>& s, const Visit& visit) {
    const World<D>& world = s.world;
    const auto ours = [&](int part) {
        return std::binary_search(s.bodies.begin(), s.bodies.end(), world.bodies.id[world.parts.body[part]]);
    };
    for (int i = 0; i < world.contacts.size(); ++i) {
        const auto [part_a, part_b] = world.contacts.point.parts(static_cast<std::size_t>(i));
        const bool a = ours(part_a), b = ours(part_b);
        if (a || b) visit(i, a, b);
    }
}

template <int D>
Vec<D> common_contact_force(const Sample<D>& s) {
    Vec<D> sum{};
    for_contacts_of_any(s, [&](int i, bool a, bool b) {
        if (a == b) return;
        sum += (b ? 1.0 : -1.0) * s.world.contacts.impulse[i];
    });
    return (1.0 / s.h) * sum;
}

template <int D>
Spin<D> common_contact_torque(const Sample<D>& s) {
    const World<D>& world = s.world;
    const Vec<D> centre = common_centre(s);
    Spin<D> sum{};
    for_contacts_of_any(s, [&](int i, bool a, bool b) {
        if (a == b) return;
        const auto [part_a, part_b] = world.contacts.point.parts(static_cast<std::size_t>(i));
        const LeverArms<D> arms = lever_arms(world, static_cast<std::size_t>(i));
        const int body = world.parts.body[b ? part_b : part_a];
        const Vec<D> arm = world.bodies.position[body] - centre + (b ? arms.b : arms.a);
        sum += (b ? 1.0 : -1.0) * (moment(arm, world.contacts.impulse[i]) + world.contacts.moment[i]);
    });
    return (1.0 / s.h) * sum;
}

/// Each once, within or to the outside.
template <int D>
double common_contacts(const Sample<D>& s) {
    int count = 0;
    for_contacts_of_any(s, [&](int i, bool, bool) { count += bears_force(s.world, i); });
    return count;
}

}  // namespace drystone
