#pragma once

#include "geometry/mass.h"
#include "step/world.h"

namespace drystone {

/// Of a body as it was described [m3], 2D [m2]: of one that was given a mass of its own that of its shape all the same. Planes and drums have none.
template <int D>
double body_volume(const World<D>& world, int i) {
    const BodyDescription<D>& body = world.description.bodies[static_cast<std::size_t>(i)];
    const double density = world.description.materials[static_cast<std::size_t>(body.material)].density;
    if (body.mass > 0.0 || !(density > 0.0)) return mass_properties(body.geometry, 1.0).mass;
    return world.matter.mass[static_cast<std::size_t>(i)] / density;
}

}  // namespace drystone
