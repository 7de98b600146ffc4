#pragma once

#include "measure/quantities.h"
#include "step/pressure.h"

namespace drystone {

// Quantities of walls under pressure, by the name of their drive (Sample::drive), and of any body with a flat side that looks at the grains.

/// value(k) of the drive's pressing, its number; no number where it is not at work.
template <int D, class Value>
auto of_pressing(const Sample<D>& s, const Value& value) -> decltype(value(std::size_t{})) {
    const auto& pressings = s.world.description.pressings;
    for (std::size_t k = 0; k < pressings.size(); ++k) {
        if (pressings[k].name == s.drive) return value(k);
    }
    if constexpr (std::is_same_v<decltype(value(std::size_t{})), double>)
        return no_number;
    else
        return no_number * Vec<D>::axis(0) + no_number * Vec<D>::axis(D - 1);
}

template <int D>
double drive_pressure(const Sample<D>& s) {
    return of_pressing(s, [&](std::size_t k) { return pressure_at<D>(s.world, s.world, k, s.world.time); });
}

template <int D>
double drive_area(const Sample<D>& s) {
    std::vector<HalfPlane> cut;
    return of_pressing(s, [&](std::size_t k) { return pressed_area<D>(s.world, s.world, k, cut).area; });
}

/// p A n [N].
template <int D>
Vec<D> drive_force(const Sample<D>& s) {
    return of_pressing(s, [&](std::size_t k) {
        return (drive_pressure(s) * drive_area(s)) * pressed_normal<D>(s.world, s.world, k);
    });
}

/// What contacts press it with over its area [Pa].
template <int D>
double drive_stress(const Sample<D>& s) {
    return of_pressing(s, [&](std::size_t k) {
        return wall_stress(s.world, s.world.description.pressings[k].body,
                           pressed_normal<D>(s.world, s.world, k), drive_area(s), s.h);
    });
}

/// Along where its face looked at time 0, since then [m].
template <int D>
double pressed_displacement(const Sample<D>& s) {
    return of_pressing(s, [&](std::size_t k) {
        const Pressing<D>& one = s.world.description.pressings[k];
        const auto i = static_cast<std::size_t>(one.body);
        return dot(one.direction, s.world.bodies.position[i] - s.world.start_position[i]);
    });
}

/// The side of a body that looks at the grains; without any where it has none.
template <int D>
PressedWall wall_of(const Sample<D>& s) {
    const Vec<D> side = facing(s.world.description, s.body);
    return side == Vec<D>{} ? PressedWall{} : find_wall<D>(s.world, s.body, side, {});
}

/// Of the side of a wall that looks at the grains, between its neighbours [m2], 2D [m].
template <int D>
double face_area(const Sample<D>& s) {
    std::vector<HalfPlane> cut;
    const PressedWall wall = wall_of(s);
    const WallArea<D> found = area_now<D>(s.world, s.world, wall, cut);
    return wall.own.empty() || !found.bounded ? no_number : found.area;
}

/// What contacts press it with over that area [Pa].
template <int D>
double face_stress(const Sample<D>& s) {
    const double area = face_area(s);
    if (!(area > 0.0)) return no_number;
    return wall_stress(s.world, s.body, flat_side(s.world.parts, wall_of(s).own[0]).normal, area, s.h);
}

}  // namespace drystone
