#pragma once

#include "step/world.h"

namespace drystone {

/// Where the degrees of freedom of a deformable body were at time 0: placed, undeformed.
template <int D>
std::vector<Vec<D>> placed_dofs(const World<D>& world, int body);

/// A point of a deformable body that moves with it.
struct MaterialPlace {
    MaterialPoint point;
    int element = -1;  // of the mesh, 0 of a body of uniform strain; -1: the body is not there, or rigid
};

/// By where it was at time 0; on a side between elements the first of them has it.
template <int D>
MaterialPlace material_place(const World<D>& world, int body, const Vec<D>& at_time_0);

/// Where it is now.
template <int D>
Vec<D> place_now(const World<D>& world, int body, const MaterialPlace& place);

/// Whether a deformable body, as a scene describes it, is at that place at time 0.
template <int D>
bool is_inside(const BodyDescription<D>& body, const Vec<D>& place);

}  // namespace drystone
