#pragma once

#include "measure/deformable_quantities.h"
#include "measure/lever_arms.h"
#include "measure/quantities.h"

namespace drystone {

// Quantities of one body, world axes. Those of the scene's frame (position, velocity, orientation) belong to
// the frame the body's shape was described in, the others to its centre of mass.

/// Whether any force passes through contact i.
template <int D>
bool bears_force(const World<D>& world, int i) {
    return world.contacts.impulse[i] != Vec<D>{};
}

template <int D>
Vec<D> shape_arm(const Sample<D>& s) {
    const Bodies<D>& bodies = s.world.bodies;
    const Matter<D>& matter = s.world.matter;
    return rotate(bodies.rotation[s.body], matter.shape_origin[s.body]);
}

template <int D>
Vec<D> position(const Sample<D>& s) {
    return s.world.bodies.position[s.body] + shape_arm(s);
}

template <int D>
Vec<D> body_centre_of_mass(const Sample<D>& s) {
    return s.world.bodies.position[s.body];
}

template <int D>
Vec<D> velocity(const Sample<D>& s) {
    const Twist<D>& u = s.world.bodies.velocity[s.body];
    return u.v + turn(u.w, shape_arm(s));
}

template <int D>
Spin<D> angular_velocity(const Sample<D>& s) {
    return s.world.bodies.velocity[s.body].w;
}

template <int D>
Rotation<D> orientation(const Sample<D>& s) {
    return s.world.bodies.rotation[s.body] * s.world.matter.shape_rotation[s.body];
}

template <int D>
Vec<D> body_momentum(const Sample<D>& s) {
    return s.world.matter.mass[s.body] * s.world.bodies.velocity[s.body].v;
}

/// R diag(I) R^T w; in the plane I w.
inline Vec<1> spin_momentum(const Rotation<2>&, const Vec<1>& inertia, const Vec<1>& w) {
    return {{inertia[0] * w[0]}};
}
inline Vec<3> spin_momentum(const Rotation<3>& rotation, const Vec<3>& inertia, const Vec<3>& w) {
    return rotate(rotation, Mat<3>::diagonal(inertia) * rotate_back(rotation, w));
}

/// About the body's own centre of mass, of its shape as it is.
template <int D>
Spin<D> body_angular_momentum(const Sample<D>& s) {
    if (const auto* body = deformable_of(s)) return spin_momentum(*body);
    const Bodies<D>& bodies = s.world.bodies;
    const Matter<D>& matter = s.world.matter;
    return spin_momentum(bodies.rotation[s.body], matter.inertia[s.body], bodies.velocity[s.body].w);
}

template <int D>
double body_kinetic_energy(const Sample<D>& s) {
    if (const auto* body = deformable_of(s)) return kinetic_energy(*body);
    const Twist<D>& u = s.world.bodies.velocity[s.body];
    return 0.5 * (dot(body_momentum(s), u.v) + dot(body_angular_momentum(s), u.w));
}

/// visit(contact, 1: it is the second body, whose the impulse is; -1: the first) for each contact of the body; of one with an image of itself twice.
template <int D, class Visit>
void for_contacts_of(const Sample<D>& s, const Visit& visit) {
    const World<D>& world = s.world;
    for (int i = 0; i < world.contacts.size(); ++i) {
        const auto [part_a, part_b] = world.contacts.point.parts(static_cast<std::size_t>(i));
        if (world.parts.body[part_b] == s.body) visit(i, 1.0);
        if (world.parts.body[part_a] == s.body) visit(i, -1.0);
    }
}

template <int D>
Vec<D> contact_force(const Sample<D>& s) {
    Vec<D> sum{};
    for_contacts_of(s, [&](int i, double side) { sum += side * s.world.contacts.impulse[i]; });
    return (1.0 / s.h) * sum;
}

/// About the centre of mass, with the lever arms the step itself used: h times it is what the contacts
/// changed of the body's angular momentum.
template <int D>
Spin<D> contact_torque(const Sample<D>& s) {
    Spin<D> sum{};
    for_contacts_of(s, [&](int i, double side) {
        const LeverArms<D> arms = lever_arms(s.world, static_cast<std::size_t>(i));
        const Vec<D>& arm = side > 0.0 ? arms.b : arms.a;
        sum += side * (moment(arm, s.world.contacts.impulse[i]) + s.world.contacts.moment[i]);
    });
    return (1.0 / s.h) * sum;
}

template <int D>
double body_contacts(const Sample<D>& s) {
    int count = 0;
    for_contacts_of(s, [&](int i, double) { count += bears_force(s.world, i); });
    return count;
}

}  // namespace drystone
