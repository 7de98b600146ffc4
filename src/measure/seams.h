#pragma once

#include <array>
#include <span>
#include <vector>

#include "step/material_place.h"
#include "step/world.h"

namespace drystone {

/// Where the faces of two bodies touched at time 0: the corners of what they had in common, each a point of both bodies. What the
/// two points have done since is the joint's opening and slip there, whether or not the bodies still touch.
///
///     opening = n . (x_b - x_a),   slip = |x_b - x_a - opening n|,   n along R_a n0 + R_b n0
///
/// A joint of height l that turns about one end by an angle theta opens by 2 l sin(theta / 2) at the other. Model and places are
/// all it takes: nothing is stored from step to step.
template <int D>
struct Seam {
    int a = 0, b = 0;                      // slots of bodies; the lower id is a
    Vec<D> point{};                        // at time 0 [m]
    Vec<D> normal{};                       // likewise, from a to b
    double area = 0.0;                     // that the point stands for [m2], 2D [m]
    std::array<MaterialPlace, 2> place{};  // of a deformable body; element -1: it moves as the body does
};

/// The cell as it was at time 0, for the places of that time.
template <int D>
Space<D> space_at_start(const World<D>& world) {
    const CellModel<D>& cell = world.cell_model;
    return cell.is_there ? Space<D>(cell.origin, cell.start, cell.periodic) : world.parts.space;
}

/// Of all bodies, by their ids; none of bodies that touched at a point alone, as balls do.
template <int D>
std::vector<Seam<D>> seams_of(const World<D>& world);

/// Between bodies of two sides, by their slots: those of side a come first. Model and time 0 decide, so that who asks often keeps them.
template <int D>
std::vector<Seam<D>> seams_between(const World<D>& world, std::span<const int> a, std::span<const int> b);

template <int D>
struct Parting {
    double opening = 0.0;  // < 0: they overlap [m]
    double slip = 0.0;     // [m]
    Vec<D> middle{};       // between the two points, now [m]
};

template <int D>
Parting<D> parting(const World<D>& world, const Seam<D>& seam);

}  // namespace drystone
