#pragma once

#include <algorithm>
#include <array>

#include "measure/body_quantities.h"
#include "step/cell.h"

namespace drystone {

// A cut, Sample::cut: the plane through p with the normal n. Every body, walls as well, is on the side of its centre. With f the force of
// a contact or link between two sides, on the one behind the plane, at x, and m its moment:
//
//     force = sum f,   moment = sum (x - p) x f + m,   flux = (mass that went along n - mass that came back in the step) / h
//
// In a cell that repeats across the plane, p and its images are one cut: a contact counts once for every image between its two bodies, and with
// the force of a cell's face. At rest that is the stress along n times the area of the face, wherever p is. Walls are on the side of who touches them.

/// The layer of the body of part `part`, of its image k; of a wall in a cell that repeats across the cut that of the contact's other body.
template <int D>
int layer_of(const Sample<D>& s, int part, int other, const std::array<int, D>& k, const std::array<int, D>& k_other) {
    const World<D>& world = s.world;
    const int body = world.parts.body[part];
    const bool alike = s.cut->period > 0.0 && !rides(world, body) && world.parts.is_wall(part);
    return s.cut->layer(alike ? world.parts.space.seen(world.bodies.position[world.parts.body[other]], k_other)
                              : world.parts.space.seen(world.bodies.position[body], k));
}

/// visit(contact, 1: b is behind, -1: a is behind, what leads from the image of the cut to it) for each contact and link across.
template <int D, class Visit>
void for_contacts_across(const Sample<D>& s, const Visit& visit) {
    const World<D>& world = s.world;
    for (int i = 0; i < world.contacts.size(); ++i) {
        const ContactPoint<D>& contact = world.contacts.point[i];
        const int a = layer_of<D>(s, contact.a, contact.b, {}, contact.image), b = layer_of<D>(s, contact.b, contact.a, contact.image, {});
        for (int plane = std::min(a, b) + 1; plane <= std::max(a, b); ++plane) visit(i, a > b ? 1.0 : -1.0, plane * s.cut->edge);
    }
}

template <int D>
Vec<D> cut_force(const Sample<D>& s) {
    Vec<D> sum{};
    for_contacts_across(s, [&](int i, double side, const Vec<D>&) { sum += side * s.world.contacts.impulse[i]; });
    return (1.0 / s.h) * sum;
}

template <int D>
Spin<D> cut_moment(const Sample<D>& s) {
    Spin<D> sum{};
    for_contacts_across(s, [&](int i, double side, const Vec<D>& to_image) {
        const ContactPoint<D>& contact = s.world.contacts.point[i];
        sum += side * (moment(contact.point - to_image - s.cut->point, s.world.contacts.impulse[i]) +
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
        if (id < 0 || id >= static_cast<int>(s.layers.size()) || s.layers[static_cast<std::size_t>(id)] == unknown_layer) continue;
        mass += (s.cut->layer(s.world.bodies.position[body]) - s.layers[static_cast<std::size_t>(id)]) * s.world.matter.mass[body];
    }
    return mass / s.h;
}

}  // namespace drystone
