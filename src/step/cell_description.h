#pragma once

#include <array>
#include <string_view>

#include "core/place.h"
#include "core/vec.h"
#include "step/signal.h"

namespace drystone {

/// The component ij of a cell's upper triangular matrices.
struct CellComponent {
    int i = 0, j = 0;
    std::string_view name;
};

template <int D>
inline constexpr std::array<CellComponent, D*(D + 1) / 2> cell_components{};
template <>
inline constexpr std::array<CellComponent, 3> cell_components<2> = {
    {{0, 0, "xx"}, {1, 1, "yy"}, {0, 1, "xy"}}};
template <>
inline constexpr std::array<CellComponent, 6> cell_components<3> = {
    {{0, 0, "xx"}, {1, 1, "yy"}, {2, 2, "zz"}, {0, 1, "xy"}, {1, 2, "yz"}, {0, 2, "xz"}}};

/// A cell that repeats, [cell] of a scene. docs/theory.md section 16.
template <int D>
struct CellDescription {
    enum class Control { fixed, rate, strain, stress };
    struct Component {
        Control control = Control::fixed;
        Signal
            signal{};  // of the velocity gradient [1/s], the strain [-] or the stress, compression positive [Pa]
        Place place{};
    };

    Vec<D> origin{};
    Vec<D> size{};  // of an edge that does not repeat: what counts for the volume
    std::array<bool, D> periodic{};
    std::array<Component, D*(D + 1) / 2> component{};  // as cell_components
    double mass = 0.0;     // against changes of the velocity gradient [kg]; 0: that of the bodies
    double damping = 0.0;  // [1/s]
    Place place{};

    bool is_controlled() const {
        for (const Component& one : component) {
            if (one.control != Control::fixed) return true;
        }
        return false;
    }
};

}  // namespace drystone
