#include "step/deformable_handles.h"

#include "core/index.h"
#include "elastic/locate.h"
#include "step/deform.h"
#include "step/make_body.h"
#include "step/material_place.h"

namespace drystone {

namespace {

/// F = sum x_a (x) G_a of the matter at a handle.
template <int D>
Mat<D> gradient_at(const World<D>& world, const HeldMatter<D>& held) {
    const std::vector<Vec<D>>& x = world.elastic[at(held.deformable)].x;
    Mat<D> F{};
    for (std::size_t a = 0; a < at(held.point.count); ++a)
        F = F + outer(x[at(held.point.dof[a])], held.gradient[a]);
    return F;
}

}  // namespace

template <int D>
int hold_matter(World<D>& world, const LinkDescription<D>& link, int body, const Vec<D>& point) {
    HeldMatter<D> held{.deformable = world.deforming_of[at(body)], .at_first = world.bodies.rotation[at(body)]};
    MaterialPlace place;
    if (held.deformable >= 0) {
        place = material_place(world, body, point);
        if (place.element < 0)
            refuse(link.place, "link '" + link.name + "' holds " + called(world.description.bodies[at(body)], body) +
                                   ", which is deformable, where it is not");
        held.point = place.point;
        held.gradient = weight_gradients(world.elastic[at(held.deformable)], place.element, point);
    }
    world.held_matter.push_back(held);
    return place.element;
}

template <int D>
std::optional<Vec<D>> matter_place(const World<D>& world, int handle) {
    const HeldMatter<D>& held = world.held_matter[at(handle)];
    if (held.deformable < 0) return std::nullopt;
    return at_point<D>(held.point, world.elastic[at(held.deformable)].x);
}

template <int D>
std::optional<Rotation<D>> matter_turn(const World<D>& world, int handle) {
    const HeldMatter<D>& held = world.held_matter[at(handle)];
    if (held.deformable < 0) return std::nullopt;
    const Rotation<D>& mean = world.bodies.rotation[at(world.parts.body[at(world.links.first_handle + handle)])];
    const Rotation<D> since = mean * inverse(held.at_first);
    return rotation_of(polar_rotation(gradient_at(world, held)), since) * held.at_first;
}

#define DRYSTONE_HANDLES(D)                                                                               \
    template int hold_matter(World<D>&, const LinkDescription<D>&, int, const Vec<D>&);                   \
    template std::optional<Vec<D>> matter_place(const World<D>&, int);                                    \
    template std::optional<Rotation<D>> matter_turn(const World<D>&, int);
DRYSTONE_HANDLES(2)
DRYSTONE_HANDLES(3)
#undef DRYSTONE_HANDLES

}  // namespace drystone
