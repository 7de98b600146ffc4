#pragma once

#include "geometry/convex.h"
#include "narrowphase/manifold.h"
#include "narrowphase/overlap_polygon.h"

namespace drystone {

// The parts of convex_convex() in 3D (polyhedron_axis.h, polyhedron_nearest.h, polyhedron_touch.h). Everything is expressed in the frame of the
// first shape. Kit: narrowphase/kit.h.

/// One of the two shapes, as seen in the first one's frame.
template <class Kit>
struct PolyhedronSide {
    const typename Kit::template Shape<3>* shape = nullptr;
    const Vec<3>* vertex = nullptr;  // (vertices) [m]
    const Vec<3>* normal = nullptr;  // (faces)
    const double* offset = nullptr;  // (faces) [m]
    const Vec<3>* axis = nullptr;    // (edge directions)
    Vec<3> middle{};                 // [m]
    double outwards = 1.0;           // +1: the normal of the contact leaves this shape, -1: it enters it
};

/// A vertex, an edge or a face of a shape.
struct Feature {
    int dimension = 0;
    int index = 0;
};

/// A direction, what it leaves between the shapes, and the features that bound it.
struct CommonPlane {
    Vec<3> normal{};   // unit, A -> B
    double gap = 0.0;  // [m]
    Feature a, b;
    Vec<3> point_a{}, point_b{};  // nearest points of the two features (or of their extensions) [m]
};

/// The name of the one point where the two features of a plane are nearest.
DRYSTONE_ON_DEVICE inline std::uint32_t name_of(const CommonPlane& plane) {
    FeatureKind kind = FeatureKind::vertex_vertex;
    if (plane.a.dimension > plane.b.dimension) kind = FeatureKind::face_vertex;
    if (plane.a.dimension < plane.b.dimension) kind = FeatureKind::vertex_face;
    if (plane.a.dimension == 1 && plane.b.dimension == 1) kind = FeatureKind::edge_edge;
    return feature_id(kind, plane.a.index, plane.b.index);
}

template <class Kit>
struct PolyhedronScratchOf {
    template <class T, Room room>
    using Row = typename Kit::template Row<T, room>;

    // B in A's frame
    Row<Vec<3>, Room::features> vertex, normal, axis;
    Row<double, Room::features> offset;
    // Axis search
    Row<double, Room::features> separation_a, separation_b;  // (faces), -inf: too small to matter [m]
    Row<double, Room::products> sine_a, sine_b;              // (axes x faces of the other)  axis . normal
    Row<int, Room::features> crossed_start;                  // (axes of a + 1)
    Row<int, Room::crossings> crossed;                       // edges of b whose arc the axis divides
    // Contact of two features
    Row<PlanarVertex, Room::corners> polygon_a, polygon_b, spare;
    PolygonSharesOf<Kit> shares;
    double overlap_radius = 0.0;  // of a circle in the overlap of two faces, 0: other features touch [m]
    double overlap_rise = 0.0;    // by how much the gap differs over it [m]
    // Features in the slab
    Row<int, Room::features> edges_a, edges_b;
};
using PolyhedronScratch = PolyhedronScratchOf<OnHeap>;

/// Both shapes in the frame of the first, and the lengths that decide.
template <class Kit>
struct PolyhedronPair {
    PolyhedronSide<Kit> a, b;
    Mat<3> turn{};           // takes B's frame to A's
    Vec<3> shift{};          // [m]
    double reach = 0.0;      // [m]
    double tolerance = 0.0;  // what counts as equal [m]
    double size = 0.0;       // diameter of the smaller shape [m]
    PointRule rule = PointRule::vertices;
    PolyhedronScratchOf<Kit>* scratch = nullptr;
};

}  // namespace drystone
