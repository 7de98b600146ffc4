#pragma once

#include <span>
#include <vector>

#include "geometry/convex.h"

namespace drystone {

/// What is drawn of a shape: flat faces over vertices, in the shape's frame. 2D: one face, the outline.
template <int D>
struct Skin {
    std::vector<Vec<D>> vertex;           // [m]
    std::vector<std::vector<int>> faces;  // counter-clockwise seen from outside

    int add(const Vec<D>& x) {
        vertex.push_back(x);
        return static_cast<int>(vertex.size()) - 1;
    }
};

/// The faces of a polygon or polyhedron themselves.
template <int D>
Skin<D> skin_of(const Convex<D>& convex);
template <>
Skin<2> skin_of(const Convex<2>& convex);
template <>
Skin<3> skin_of(const Convex<3>& convex);

/// Volume inside, by simplices from the mean of the vertices. [m3], 2D [m2]
template <int D>
double volume_of(const Skin<D>& skin);

/// A height and what the section is scaled by there.
struct Ring {
    double scale = 0.0;
    double z = 0.0;  // [m]
};

/// A section (counter-clockwise in the plane z = 0, about the origin) scaled and stacked from the lowest ring up: flat faces between
/// rings, since the edges of two rings are parallel; a closing face where the first or last scale is not zero, else a tip.
Skin<3> lathe(std::span<const Vec<2>> section, std::span<const Ring> rings);

/// Sides of a circle that is drawn.
constexpr int drawn_sides = 20;

/// An arc of this angle is drawn in so many pieces.
int drawn_pieces(double angle);

}  // namespace drystone
