#pragma once

#include <cstdint>

#include "core/rotation.h"
#include "narrowphase/kit.h"

namespace drystone {

/// Where a shape is: x = position + turn * (x in the shape's frame). The matrix is kept because a body meets
/// several others in a step.
template <int D>
struct Pose {
    Vec<D> position{};  // [m]
    Mat<D> turn = Mat<D>::scaled_identity(1.0);
};

/// A shape where it is.
template <int D, class Kit>
struct ShapeAtPose {
    const typename Kit::template Shape<D>& shape;
    const Pose<D>& pose;
};
template <int D>
using ConvexAtPose = ShapeAtPose<D, OnHeap>;

/// The half-space below a plane.
template <int D>
struct HalfSpace {
    Vec<D> place{};    // a point of the plane [m]
    Vec<D> outward{};  // unit
};

template <int D>
Pose<D> pose_of(const Vec<D>& position, const Rotation<D>& rotation) {
    return {position, matrix(rotation)};
}

/// One point of a contact between two shapes. Its share of the area is that of the whole overlap of two
/// faces, also while other points of the overlap are out of reach: a joint that opens about one edge keeps
/// the shares of the points that are left. Shares add up to the overlap as long as all of it is within reach.
template <int D>
struct ManifoldPoint {
    double gap = 0.0;           // [m], < 0: overlapping
    Vec<D> point{};             // midway between the two surfaces along the normal [m]
    double area = 0.0;          // its share of the faces' overlap [m2] (2D: [m]); 0 at edges and vertices
    std::uint32_t feature = 0;  // stays while the same features meet; different for each point of a pair
};

/// All points of two shapes that are within reach, with one normal: that of the common plane.
template <int D, class Kit>
struct ManifoldOf {
    Vec<D> normal{};                                                      // unit, from the shape named first to the one named second
    typename Kit::template Row<ManifoldPoint<D>, Room::corners> points;  // empty: out of reach
};
template <int D>
using Manifold = ManifoldOf<D, OnHeap>;

/// Which points stand for the overlap of two faces. Both rules have one point for each vertex of the overlap,
/// and shares of the area that integrate linear functions over it exactly.
enum class PointRule {
    vertices,  // the vertices themselves: a block rocks about its true edge
    gauss,     // drawn towards the centroid so that the polar moment is exact too: elastic joints bend right
};

/// What is asked of a pair of shapes.
struct SoughtPoints {
    double reach = 0.0;                    // points with gap <= reach [m]
    PointRule rule = PointRule::vertices;  // of faces
};

/// The features that make a point, by their numbers below 2^14 (larger ones repeat). A vertex of one shape
/// keeps its name whether it meets the other's face alone, as the end of an edge or as the corner of a face.
enum class FeatureKind : std::uint32_t { vertex_vertex, vertex_face, face_vertex, edge_edge };

constexpr std::uint32_t feature_id(FeatureKind kind, int of_a, int of_b) {
    return static_cast<std::uint32_t>(kind) << 30 | (static_cast<std::uint32_t>(of_a) & 0x7fffU) << 15 |
           (static_cast<std::uint32_t>(of_b) & 0x7fffU);
}

}  // namespace drystone
