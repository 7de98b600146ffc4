#include "step/water_shape.h"

#include <numbers>

namespace drystone {

template <int D>
double part_volume(const Parts<D>& parts, int p) {
    if (parts.kind[p] != PartKind::ball) return 0.0;
    const double R = parts.radius[p];
    return D == 3 ? 4.0 / 3.0 * std::numbers::pi * R * R * R : std::numbers::pi * R * R;
}

template <int D>
Submerged<D> submerged_part(const World<D>& world, const WetBody<D>& wet, const WaterSurface<D>& surface) {
    const Vec<D>& centre_of_mass = world.bodies.position[wet.body];
    Submerged<D> sum;
    for (int p = wet.first_part; p < wet.end_part; ++p) {
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
WetSide<D> wet_side(const World<D>& world, const WetBody<D>& wet, const Vec<D>&,
                    const WaterSurface<D>& surface) {
    WetSide<D> sum;
    for (int p = wet.first_part; p < wet.end_part; ++p) {
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
    template Submerged<D> submerged_part(const World<D>&, const WetBody<D>&, const WaterSurface<D>&); \
    template WetSide<D> wet_side(const World<D>&, const WetBody<D>&, const Vec<D>&, const WaterSurface<D>&);
DRYSTONE_WATER_SHAPE(2)
DRYSTONE_WATER_SHAPE(3)
#undef DRYSTONE_WATER_SHAPE

}  // namespace drystone
