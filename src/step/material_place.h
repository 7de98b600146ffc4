#pragma once

#include "step/world.h"

namespace drystone {

/// Where the degrees of freedom of a deformable body (by its number among these) were at time 0: placed, undeformed.
template <int D>
std::vector<Vec<D>> placed_dofs(const World<D>& world, int deformable);

/// A point of a deformable body that moves with it.
struct MaterialPlace {
    MaterialPoint point;
    int element = -1;  // of the mesh, 0 of a body of uniform strain; -1: the body is not there
};

/// By where it was at time 0; on a side between elements the first of them has it.
template <int D>
MaterialPlace material_place(const World<D>& world, int deformable, const Vec<D>& at_time_0);

/// Whether a deformable body, as a scene describes it, is at that place at time 0.
template <int D>
bool is_inside(const BodyDescription<D>& body, const Vec<D>& place);

}  // namespace drystone
