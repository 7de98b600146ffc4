// Volume and centroid below a level, and the side that meets a flow, of the parts of a body: caps of balls, docs/theory.md (7.9), convex
// shapes cut by the level. Clumps scale each ball's share by (volume of the union) / (sum of volumes).

#include "step/water_shape.h"

#include <numbers>

#include "geometry/convex_faces.h"

namespace drystone {

namespace {

/// Corners of a solid part where it stands.
template <int D>
std::vector<Vec<D>> corners_of(const Parts<D>& parts, int p) {
    const int k = parts.solid[p];
    std::vector<Vec<D>> corners = parts.solids.shape[k]->vertex;
    for (Vec<D>& corner : corners) corner = parts.solids.origin[k] + parts.solids.turn[k] * corner;
    return corners;
}

Submerged<2> submerged_solid(const Parts<2>& parts, int p, const Vec<2>& reference,
                             const WaterSurface<2>& surface) {
    return submerged_polygon(corners_of(parts, p), reference, surface);
}
Submerged<3> submerged_solid(const Parts<3>& parts, int p, const Vec<3>& reference,
                             const WaterSurface<3>& surface) {
    return submerged_polyhedron(corners_of(parts, p), faces_of(*parts.solids.shape[parts.solid[p]]),
                                reference, surface);
}

WetSide<2> wet_side_of_solid(const Parts<2>& parts, int p, const Vec<2>& reference, const Vec<2>& direction,
                             const WaterSurface<2>& surface) {
    return wet_side_of_polygon(corners_of(parts, p), reference, direction, surface);
}
WetSide<3> wet_side_of_solid(const Parts<3>& parts, int p, const Vec<3>& reference, const Vec<3>& direction,
                             const WaterSurface<3>& surface) {
    return wet_side_of_polyhedron(corners_of(parts, p), faces_of(*parts.solids.shape[parts.solid[p]]),
                                  reference, direction, surface);
}

}  // namespace

template <int D>
double part_volume(const Parts<D>& parts, int p) {
    if (parts.kind[p] == PartKind::solid)
        return mass_properties(*parts.solids.shape[parts.solid[p]], 1.0).mass;
    if (parts.kind[p] != PartKind::ball) return 0.0;
    const double R = parts.radius[p];
    return D == 3 ? 4.0 / 3.0 * std::numbers::pi * R * R * R : std::numbers::pi * R * R;
}

template <int D>
Vec<D> part_centroid(const Parts<D>& parts, int p) {
    if (parts.kind[p] != PartKind::solid) return parts.local_centre[p];
    const int k = parts.solid[p];
    return parts.solids.local_origin[k] +
           parts.solids.local_turn[k] * mass_properties(*parts.solids.shape[k], 1.0).centre;
}

template <int D>
Submerged<D> submerged_part(const World<D>& world, const WetBody<D>& wet, const WaterSurface<D>& surface) {
    const Vec<D>& centre_of_mass = world.bodies.position[wet.body];
    Submerged<D> sum;
    for (int p = wet.first_part; p < wet.end_part; ++p) {
        if (world.parts.kind[p] == PartKind::solid) {
            const Submerged<D> part = submerged_solid(world.parts, p, centre_of_mass, surface);
            sum.volume += part.volume;
            sum.moment += part.moment;
            continue;
        }
        if (world.parts.kind[p] != PartKind::ball) continue;
        const Vec<D>& centre = world.parts.centre[p];
        const Submerged<D> part = submerged_ball(centre, world.parts.radius[p], surface);
        sum.volume += part.volume;
        sum.moment += part.moment + part.volume * (centre - centre_of_mass);
    }
    if (wet.end_part - wet.first_part == 1) return sum;
    const Vec<D> lopsided = rotate(world.bodies.rotation[wet.body], wet.lopsided);
    return {wet.overlap * sum.volume, wet.overlap * (sum.moment - sum.volume * lopsided)};
}

template <int D>
WetSide<D> wet_side(const World<D>& world, const WetBody<D>& wet, const Vec<D>& direction,
                    const WaterSurface<D>& surface) {
    WetSide<D> sum;
    for (int p = wet.first_part; p < wet.end_part; ++p) {
        if (world.parts.kind[p] == PartKind::solid) {
            const WetSide<D> part =
                wet_side_of_solid(world.parts, p, world.bodies.position[wet.body], direction, surface);
            sum.area += part.area;
            sum.load += part.load;
            sum.moment += part.moment;
            continue;
        }
        if (world.parts.kind[p] != PartKind::ball) continue;
        const Vec<D>& centre = world.parts.centre[p];
        const WetSide<D> part = wet_side_of_ball(centre, world.parts.radius[p], surface);
        sum.area += part.area;
        sum.load += part.load;
        sum.moment += part.moment + part.load * (centre - world.bodies.position[wet.body]);
    }
    return sum;
}

#define DRYSTONE_WATER_SHAPE(D)                                                                       \
    template double part_volume(const Parts<D>&, int);                                                \
    template Vec<D> part_centroid(const Parts<D>&, int);                                              \
    template Submerged<D> submerged_part(const World<D>&, const WetBody<D>&, const WaterSurface<D>&); \
    template WetSide<D> wet_side(const World<D>&, const WetBody<D>&, const Vec<D>&, const WaterSurface<D>&);
DRYSTONE_WATER_SHAPE(2)
DRYSTONE_WATER_SHAPE(3)
#undef DRYSTONE_WATER_SHAPE

}  // namespace drystone
