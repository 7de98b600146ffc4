#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/few.h"
#include "core/mat.h"
#include "core/space.h"
#include "geometry/curved.h"
#include "geometry/surface.h"

namespace drystone {

/// handle: a point of a body that a link holds. It has no extent and touches nothing. none: of a slot that nobody has, kept for the
/// next body of the same build.
enum class PartKind : std::uint8_t { ball, plane, drum, solid, surface, curved, handle, none };

/// The convex parts, in the order of the parts: polygons and polyhedra (kind solid), and curved ones.
template <int D>
struct Solids {
    std::vector<std::shared_ptr<const Convex<D>>> shape;   // (solids)  none of a curved part
    std::vector<std::shared_ptr<const Curved<D>>> curved;  // (solids)  none of a polygon or polyhedron
    std::vector<Vec<D>> local_origin;                     // (solids)  of the shape's frame, in the body's [m]
    std::vector<Mat<D>> local_turn;                       // (solids)  shape's frame -> body's

    // Written by place_parts()
    std::vector<Vec<D>> origin;  // (solids)  world [m]
    std::vector<Mat<D>> turn;    // (solids)  shape's frame -> world

    bool is_curved(int k) const { return static_cast<std::size_t>(k) < curved.size() && curved[k] != nullptr; }

    /// What is drawn of solid k, nothing in an empty slot, and its vertices alone.
    Skin<D> skin(int k) const { return is_curved(k) ? curved[k]->skin : shape[k] ? skin_of(*shape[k]) : Skin<D>{}; }
    const std::vector<Vec<D>>& vertices(int k) const { return is_curved(k) ? curved[k]->skin.vertex : shape[k]->vertex; }
};

/// The primitives of all bodies in one flat table: what detection works on. Part indices are given in the
/// order of the bodies' slots and, in a body, of its geometry; those of shapes never change, so they name contacts. Slots that are
/// added to a world get theirs behind all other shapes; handles then move up.
template <int D>
struct Parts {
    // Constant                            shape     meaning
    std::vector<int> body;       // (parts)   owner
    std::vector<PartKind> kind;  // (parts)
    std::vector<char> movable;   // (parts)   1 if contact impulses can move the owner
    std::vector<double> radius;  // (parts)   ball or drum; of the ball that holds a solid or surface [m]; 0 for planes
    std::vector<int> solid;      // (parts)   index into solids, or -1
    Few<double> length;          // (parts)   drums in 3D [m], may be infinite; else 0
    Few<Vec<D>> local_centre;    // (parts)   of a ball, or of the ball that holds a solid, in the
                                       //           body's frame, from the centre of mass [m]
    Few<Vec<D>> local_axis;      // (parts)   plane normal or drum axis in the body's frame; else 0

    // Written by place_parts() whenever bodies have moved
    std::vector<Vec<D>> centre;  // (parts)   world [m]
    Few<Vec<D>> axis;            // (parts)   world, unit for planes and 3D drums; else 0

    Solids<D> solids;
    std::vector<Surface<D>> surfaces;  // of deformable bodies with a mesh
    std::vector<int> surface;          // (parts)   index into surfaces, or -1

    Space<D> space;                               // in which places are compared
    int handles = 0;                              // the last so many parts are no shapes
    std::vector<std::array<int, 2>> untouchable;  // pairs of bodies that do not touch, sorted; the lower first

    int size() const { return static_cast<int>(body.size()); }
    int shapes() const { return size() - handles; }

    /// Something without end: tried against every grain.
    bool is_wall(int p) const { return kind[p] == PartKind::plane || kind[p] == PartKind::drum; }
    /// Something with an extent of its own: it sits in the grids of detection.
    bool is_grain(int p) const { return !is_wall(p) && kind[p] < PartKind::handle; }

    /// A polygon, polyhedron or curved shape: it has a place among the solids.
    bool is_convex(int p) const { return kind[p] == PartKind::solid || kind[p] == PartKind::curved; }

    /// A grain that is no ball: it may lie on a face, and sweeps more than its centre does when it turns.
    bool is_angular(int p) const { return is_grain(p) && kind[p] != PartKind::ball; }

    bool may_touch(int p, int q) const {
        const auto [a, b] = std::minmax(body[p], body[q]);
        return !std::binary_search(untouchable.begin(), untouchable.end(), std::array<int, 2>{a, b});
    }

    /// What its tolerances are relative to: a ball's radius, the inner radius of others [m]; planes and drums are without end,
    /// and handles have no size to go by.
    double extent(int p) const {
        if (kind[p] == PartKind::ball) return radius[p];
        if (kind[p] == PartKind::surface) return surfaces[surface[p]].inner_radius;
        if (kind[p] == PartKind::curved) return solids.curved[solid[p]]->inner_radius;
        return kind[p] == PartKind::solid ? solids.shape[solid[p]]->inner_radius
                                          : std::numeric_limits<double>::infinity();
    }
};

}  // namespace drystone
