#pragma once

#include <cstddef>

#include "step/world.h"

namespace drystone {

/// Of a contact, about the centres of mass of its bodies [m].
template <int D>
struct LeverArms {
    Vec<D> a{}, b{};
};

/// Those that the step itself used. Soft grains, and a state that was only read, have no problem: there the contact's point and where its bodies are say.
template <int D>
LeverArms<D> lever_arms(const World<D>& world, std::size_t i) {
    const ArmsList<D>& arms = world.problem.W.contact;
    if (arms.size() == world.contacts.point.size()) return {arms.arm(i, false), arms.arm(i, true)};
    const ContactPoint<D>& point = world.contacts.point[i];
    const Vec<D>&a = world.bodies.position[world.parts.body[point.a]], &b = world.bodies.position[world.parts.body[point.b]];
    return {point.point - a, point.point - world.parts.space.seen(b, point.image)};
}

}  // namespace drystone
