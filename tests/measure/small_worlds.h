#pragma once

#include "step/world.h"

namespace drystone {

/// A body without parts, at rest at the origin.
template <int D>
int add_bare_body(World<D>& world, double mass, Freedom freedom = Freedom::isotropic) {
    Bodies<D>& bodies = world.bodies;
    Matter<D>& matter = world.matter;
    bodies.id.push_back(bodies.size());
    world.slot.push_back(bodies.size());
    bodies.position.emplace_back();
    bodies.rotation.emplace_back();
    bodies.velocity.emplace_back();
    matter.mass.push_back(mass);
    matter.inertia.push_back({});
    matter.freedom.push_back(freedom);
    matter.free_directions.push_back(Mat<D>::scaled_identity(1.0));
    matter.free_rotations.push_back(Mat<spin_dim<D>>::scaled_identity(1.0));
    matter.material.push_back(0);
    matter.surface.push_back(0);
    matter.shape_origin.push_back({});
    matter.shape_rotation.push_back({});
    world.start_position.emplace_back();
    world.start_rotation.push_back({});
    world.deforming_of.push_back(-1);
    return bodies.size() - 1;
}

/// One ball as the body's part. Part numbers follow the calls.
template <int D>
int add_ball(World<D>& world, int body, double radius) {
    Parts<D>& parts = world.parts;
    parts.body.push_back(body);
    parts.kind.push_back(PartKind::ball);
    parts.radius.push_back(radius);
    parts.length.push_back(0.0);
    parts.local_centre.emplace_back();
    parts.local_axis.emplace_back();
    return parts.size() - 1;
}

/// A contact at `point` that gave `impulse` to the body of part b.
template <int D>
void add_contact(World<D>& world, int a, int b, const Vec<D>& point, const Vec<D>& impulse,
                 ContactStatus status = ContactStatus::sticking) {
    if (world.book.laws.empty()) {
        world.book.laws = {Coulomb{.friction = 0.5}};
        world.book.between = {0};
        world.book.places.resize(1);
    }
    world.contacts.point.push_back({.a = a, .b = b, .point = point, .normal = Vec<D>::axis(D - 1)});
    world.contacts.impulse.push_back(impulse);
    world.contacts.moment.push_back({});
    world.contacts.status.push_back(status);
    ContactArms<D> arms;
    arms.arm_a = point - world.bodies.position[world.parts.body[a]];
    arms.arm_b = point - world.bodies.position[world.parts.body[b]];
    world.problem.W.contact.push_back(arms);
}

}  // namespace drystone
