#pragma once

#include "measure/quantities.h"
#include "step/membranes.h"

namespace drystone {

// Quantities of a membrane, by its name: Sample::membrane. No number where it is not at work.

/// value(k) of the membrane, its number.
template <int D, class Value>
auto of_membrane(const Sample<D>& s, const Value& value) -> decltype(value(std::size_t{})) {
    const auto& membranes = s.world.description.membranes;
    for (std::size_t k = 0; k < membranes.size(); ++k) {
        if (membranes[k].name == s.membrane) return value(k);
    }
    if constexpr (std::is_same_v<decltype(value(std::size_t{})), double>)
        return no_number;
    else
        return no_number * Vec<D>::axis(0) + no_number * Vec<D>::axis(D - 1);
}

/// That it encloses, platens' ends included [m3], 2D [m2].
template <int D>
double membrane_volume(const Sample<D>& s) {
    return of_membrane(s, [&](std::size_t k) { return extent_of<D>(s.world, s.world, k).volume; });
}

/// Without its ends on platens [m2], 2D [m].
template <int D>
double membrane_area(const Sample<D>& s) {
    return of_membrane(s, [&](std::size_t k) { return extent_of<D>(s.world, s.world, k).area; });
}

template <int D>
double membrane_pressure(const Sample<D>& s) {
    return of_membrane(
        s, [&](std::size_t k) { return s.world.description.membranes[k].pressure.at(s.world.time); });
}

/// On all that it touches but for its ends on platens: nothing, to rounding, where it has none [N].
template <int D>
Vec<D> membrane_force(const Sample<D>& s) {
    return of_membrane(s, [&](std::size_t k) {
        return -s.world.description.membranes[k].pressure.at(s.world.time) *
               extent_of<D>(s.world, s.world, k).area_vector;
    });
}

/// Bodies of it that it does not hold.
template <int D>
double membrane_outside(const Sample<D>& s) {
    return of_membrane(s, [&](std::size_t k) { return static_cast<double>(s.world.skins[k].outside); });
}

}  // namespace drystone
