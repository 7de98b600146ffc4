#pragma once

#include <span>

#include "step/world.h"

namespace drystone {

/// Where a flat side is now, parts being placed.
template <int D>
struct FlatSide {
    Vec<D> point{};   // of its plane [m]
    Vec<D> normal{};  // unit, out of the body
};

template <int D>
FlatSide<D> flat_side(const Parts<D>& parts, const WallFace& face);

/// The middle of the grains of a description: of the bodies that are neither fixed, held, moved nor pressed, nor planes or drums. Where
/// there are none, of all that have an extent.
template <int D>
Vec<D> middle_of_grains(const WorldDescription<D>& description);

/// Where the flat side of a body looks that faces the grains, unit: a plane's normal; of a polygon or polyhedron that of the face which
/// the grains are farthest before. `towards`, unless zero: of the face that looks that way most nearly. Zero: there is none.
template <int D>
Vec<D> facing(const WorldDescription<D>& description, int body, const Vec<D>& towards = {});

/// The side of a body that looks in `direction` (as facing() gives it) at time 0, and its neighbours: planes and drums, and the faces
/// that look at the grains of solids that are fixed, held, moved or pressed; of `between` alone, unless it is empty.
template <int D>
PressedWall find_wall(const Model<D>& model, int body, const Vec<D>& direction, std::span<const int> between);

/// What there is of a wall between its neighbours, parts being placed.
template <int D>
struct WallArea {
    double area = 0.0;  // [m2], 2D [m]
    Vec<D> middle{};    // its centroid, where there is an area [m]
    bool bounded = true;
};

/// `cut`: room for what bounds it.
template <int D>
WallArea<D> area_of(const Parts<D>& parts, const PressedWall& wall, std::vector<HalfPlane>& cut);

}  // namespace drystone
