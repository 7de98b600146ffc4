#pragma once

#include "measure/body_quantities.h"

namespace drystone {

// A cut, Sample::cut: the plane through p with the normal n. Every body, walls as well, is on the side of its centre. With f the force of
// a contact or link between two sides, on the one behind the plane, at x, and m its moment:
//
//     force = sum f,   moment = sum (x - p) x f + m,   flux = (mass that went along n - mass that came back in the step) / h

template <int D>
bool in_front(const Sample<D>& s, int body) {
    return dot(s.world.bodies.position[body] - s.cut->point, s.cut->normal) > 0.0;
}

/// visit(contact, 1: b is behind, -1: a is behind) for each contact and link across.
template <int D, class Visit>
void for_contacts_across(const Sample<D>& s, const Visit& visit) {
    const World<D>& world = s.world;
    for (int i = 0; i < world.contacts.size(); ++i) {
        const ContactPoint<D>& contact = world.contacts.point[i];
        const bool a = in_front(s, world.parts.body[contact.a]), b = in_front(s, world.parts.body[contact.b]);
        if (a != b) visit(i, a ? 1.0 : -1.0);
    }
}

template <int D>
Vec<D> cut_force(const Sample<D>& s) {
    Vec<D> sum{};
    for_contacts_across(s, [&](int i, double side) { sum += side * s.world.contacts.impulse[i]; });
    return (1.0 / s.h) * sum;
}

template <int D>
Spin<D> cut_moment(const Sample<D>& s) {
    Spin<D> sum{};
    for_contacts_across(s, [&](int i, double side) {
        const ContactPoint<D>& contact = s.world.contacts.point[i];
        sum += side * (moment(contact.point - s.cut->point, s.world.contacts.impulse[i]) +
                       s.world.contacts.moment[i]);
    });
    return (1.0 / s.h) * sum;
}

/// Bodies that came within the step, and those that left, have not passed.
template <int D>
double cut_flux(const Sample<D>& s) {
    double mass = 0.0;
    for (int body = 0; body < s.world.bodies.size(); ++body) {
        const int id = s.world.bodies.id[body];
        if (id < 0 || id >= static_cast<int>(s.sides.size()) ||
            s.sides[static_cast<std::size_t>(id)] == CutSide::unknown)
            continue;
        const bool was = s.sides[static_cast<std::size_t>(id)] == CutSide::front, is = in_front(s, body);
        if (was != is) mass += is ? s.world.matter.mass[body] : -s.world.matter.mass[body];
    }
    return mass / s.h;
}

}  // namespace drystone
