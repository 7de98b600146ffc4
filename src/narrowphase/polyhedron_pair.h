#pragma once

#include <vector>

#include "geometry/convex.h"
#include "narrowphase/manifold.h"
#include "narrowphase/overlap_polygon.h"

namespace drystone {

// The parts of convex_convex() in 3D. Everything is expressed in the frame of the first shape.

/// One of the two shapes, as seen in the first one's frame.
struct PolyhedronSide {
    const Convex<3>* shape = nullptr;
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
inline std::uint32_t name_of(const CommonPlane& plane) {
    FeatureKind kind = FeatureKind::vertex_vertex;
    if (plane.a.dimension > plane.b.dimension) kind = FeatureKind::face_vertex;
    if (plane.a.dimension < plane.b.dimension) kind = FeatureKind::vertex_face;
    if (plane.a.dimension == 1 && plane.b.dimension == 1) kind = FeatureKind::edge_edge;
    return feature_id(kind, plane.a.index, plane.b.index);
}

struct PolyhedronScratch {
    // B in A's frame
    std::vector<Vec<3>> vertex, normal, axis;
    std::vector<double> offset;
    // Axis search
    std::vector<double> separation_a, separation_b;  // (faces), -inf: too small to matter [m]
    std::vector<double> sine_a, sine_b;              // (axes x faces of the other)  axis . normal
    std::vector<int> crossed_start, crossed;         // (axes of a + 1), edges of b whose arc the axis divides
    // Contact of two features
    std::vector<PlanarVertex> polygon_a, polygon_b, spare;
    PolygonShares shares;
    double overlap_radius = 0.0;  // of a circle in the overlap of two faces, 0: other features touch [m]
    double overlap_rise = 0.0;    // by how much the gap differs over it [m]
    // Features in the slab
    std::vector<int> edges_a, edges_b;
};

/// Both shapes in the frame of the first, and the lengths that decide.
struct PolyhedronPair {
    PolyhedronSide a, b;
    Mat<3> turn{};           // takes B's frame to A's
    Vec<3> shift{};          // [m]
    double reach = 0.0;      // [m]
    double tolerance = 0.0;  // what counts as equal [m]
    double size = 0.0;       // diameter of the smaller shape [m]
    PointRule rule = PointRule::vertices;
    PolyhedronScratch* scratch = nullptr;
};

/// s(n): what the direction leaves, by all vertices.
double left_along(const PolyhedronPair& pair, const Vec<3>& n);

/// The best face normal of either shape. Its gap is greater than the reach as soon as any is; then nothing
/// else is filled. Of normals that are equally good within the tolerance: the one nearest the line of the
/// middles.
CommonPlane best_face(const PolyhedronPair& pair);

/// The same from the separations that best_face() has found, with another idea of what is equally good [m].
CommonPlane choose_face(const PolyhedronPair& pair, double equal);

/// Whether the overlap that touch_points() has just found proves that no direction leaves more than the face
/// normal `plane` of shapes that overlap, but for the tolerance.
bool none_leaves_more(const PolyhedronPair& pair, const CommonPlane& plane);

/// The best direction across an edge of A and an edge of B, if it leaves more than `least`; else that value
/// and no features (dimension 0 twice).
CommonPlane best_edges(const PolyhedronPair& pair, double least);

/// The nearest points of two shapes that are apart, where none of the face normals or edge pairs is nearest;
/// `axis` is the best of those.
CommonPlane nearest_points(const PolyhedronPair& pair, const CommonPlane& axis);

/// Fills `points` in A's frame. False if the features do not overlap, seen along the normal, where they are
/// nearest: then they are not the nearest ones and `points` is empty.
bool touch_points(const PolyhedronPair& pair, const CommonPlane& plane,
                  std::vector<ManifoldPoint<3>>& points);

}  // namespace drystone
