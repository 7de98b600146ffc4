#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "step/material_place.h"
#include "measure/probe.h"
#include "measure/seams.h"
#include "step/world.h"

namespace drystone {

template <int D>
class PlacedRegion;
struct Assembly;

/// A plane that the world is cut with; in a cell that repeats across it, one and its images. Bodies are in layers between them: 0 in front of the
/// plane, -1 behind it.
template <int D>
struct CutThrough {
    Vec<D> point{}, normal{};
    Vec<D> edge{};        // of the cell, from one image of the plane to the next [m]
    double period = 0.0;  // along the normal [m]; 0: there is one plane

    int layer(const Vec<D>& x) const {
        const double away = dot(x - point, normal);
        if (period == 0.0) return away > 0.0 ? 0 : -1;
        return static_cast<int>(std::ceil(away / period)) - 1;
    }
};

/// What a quantity is read from: the state at the end of a step and the impulses of that step.
template <int D>
struct Sample {
    const World<D>& world;
    int body = -1;                         // -1: the whole world
    double h = 0.0;                        // the step [s]; force = impulse / h
    const MaterialPlace* place = nullptr;  // of a point of a deformable body
    int link = -1;
    std::string_view drive = {};
    std::string_view membrane = {};
    std::span<const int> bodies = {};  // ids, ascending: of several together, and of a joint's first side
    std::span<const int> others = {};  // likewise: of a joint's second side
    std::span<const Seam<D>> seams = {};  // of a joint
    const PlacedRegion<D>* region = nullptr;
    const CutThrough<D>* cut = nullptr;
    std::span<const int> layers = {};  // (ids)  of the cut: where bodies were before the step
    mutable std::shared_ptr<const Assembly> assembly = {};  // once somebody has asked for it
};

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();  // of what is not there

/// One row of the table of quantities.
template <int D>
struct Quantity {
    std::string_view name;
    Subject subject;
    std::string_view components;  // with commas: "x,y", "w,x,y,z", "xx,yy,xy"; empty: a scalar
    void (*append)(const Sample<D>&, std::vector<double>& values);
};

/// Every quantity there is in D dimensions.
template <int D>
std::span<const Quantity<D>> quantities();

/// Null where there is none of that name for the subject.
template <int D>
const Quantity<D>* find_quantity(std::string_view name, Subject subject);

}  // namespace drystone
