#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/mat.h"
#include "core/vec.h"
#include "geometry/bounds.h"
#include "geometry/mass.h"

namespace drystone {

/// A solid that holds every segment between two of its points: the set of all x with
///
///     normal_f . x <= offset_f        for every face f (2D: every edge)
///
/// and at the same time the hull of its vertices. Everything is stored, in the shape's own frame, because
/// detection needs all of it for every pair; nothing is changed after make_convex() has checked it.
template <int D>
struct Convex;

/// A strictly convex polygon. Edge i runs from vertex i to vertex i + 1, counter-clockwise.
template <>
struct Convex<2> {
    std::vector<Vec<2>> vertex;  // (n) [m]
    std::vector<Vec<2>> normal;  // (n) of edge i, unit, outwards
    std::vector<double> offset;  // (n) normal . x on edge i [m]
    std::vector<double> corner;  // (n) half of edge i: what each of its ends stands for [m]

    Vec<2> middle{};            // mean of the vertices, an inner point [m]
    double radius = 0.0;        // of the circle about the middle that holds the vertices [m]
    double inner_radius = 0.0;  // of the circle about the middle that the edges hold [m]
    double flatness = 0.0;      // 0: an edge is straight; as in 3D, so that 2D and 3D read alike [m]

    int size() const { return static_cast<int>(vertex.size()); }
};

/// Where two faces meet. The faces are ordered so that normal[face[0]] x normal[face[1]] points along the
/// edge's axis.
struct ConvexEdge {
    int vertex[2] = {0, 0};
    int face[2] = {0, 0};
    int axis = 0;  // which of the shape's edge directions
};

/// A polyhedron. Its faces are maximal: neighbours do not lie in one plane.
template <>
struct Convex<3> {
    std::vector<Vec<3>> vertex;    // (vertices) [m]
    std::vector<int> face_start;   // (faces + 1) face f has the corners face_start[f] .. face_start[f + 1]
    std::vector<int> face_vertex;  // (corners) counter-clockwise seen from outside
    std::vector<int> face_edge;    // (corners) the edge from this corner to the next
    std::vector<Vec<3>> normal;    // (faces) unit, outwards
    std::vector<double> offset;    // (faces) mean of normal . x over the corners [m]
    std::vector<double>
        corner;  // (faces) area over the number of corners: what each stands for, in the mean [m2]
    std::vector<ConvexEdge> edge;   // (edges)
    std::vector<Vec<3>> axis;       // unit directions of the edges; parallel edges share one
    std::vector<int> vertex_start;  // (vertices + 1) vertex v meets vertex_face[vertex_start[v] ..] and so on
    std::vector<int> vertex_face;   // as many faces
    std::vector<int> vertex_edge;   // as edges

    Vec<3> middle{};            // mean of the vertices, an inner point [m]
    double radius = 0.0;        // of the ball about the middle that holds the vertices [m]
    double inner_radius = 0.0;  // of the ball about the middle that the faces hold [m]
    double flatness = 0.0;      // the farthest a corner lies from the plane of its face [m]

    int size() const { return static_cast<int>(vertex.size()); }
    int faces() const { return static_cast<int>(normal.size()); }
    int edges() const { return static_cast<int>(edge.size()); }
    int corners(int face) const {
        return face_start[static_cast<std::size_t>(face) + 1] - face_start[static_cast<std::size_t>(face)];
    }
};

/// A shape, or why there is none.
template <int D>
struct ConvexResult {
    std::optional<Convex<D>> convex;
    std::string error;  // empty: there is one
};

/// Shapes of other sizes have an inertia, or squares of it, that a double cannot hold with all digits.
constexpr double least_size = 1e-30, most_size = 1e30;  // [m]

/// Empty: fine. `radius`: the farthest a vertex lies from the middle.
std::string why_no_size(double radius);

/// How far corners may lie off the plane of their face, as a fraction of the shape's size. Neighbouring faces
/// and edges that differ by less than a sixteenth of it from one plane or line are refused.
constexpr double default_flatness = 1e-9;
constexpr double least_flatness = 1e-13;   // that can be asked for
constexpr double strictness = 1.0 / 16.0;  // of the flatness: how much neighbours must bend at least

/// Checks that the vertices run counter-clockwise round a strictly convex polygon.
ConvexResult<2> make_convex(std::span<const Vec<2>> vertices, double flatness = default_flatness);

/// Checks that the faces (corners counter-clockwise seen from outside) are flat, close a surface and bound a
/// convex solid, and that no two neighbours lie in one plane. All vertices must be used.
ConvexResult<3> make_convex(std::span<const Vec<3>> vertices, std::span<const std::vector<int>> faces,
                            double flatness = default_flatness);

/// A box about the origin with edges along the axes; every size > 0. Without a shape: sizes too unlike for doubles.
template <int D>
ConvexResult<D> make_box(const Vec<D>& size);

/// The same of sizes that are known to be alike.
template <int D>
Convex<D> box(const Vec<D>& size);

/// `sides` vertices on a circle about the origin, the first on the x axis. An even number of sides gives
/// opposite edges that are parallel.
Convex<2> regular_polygon(int sides, double radius);

/// A regular polygon times [-height/2, height/2] along z: a cylinder of `sides` flat sides. Without a shape: as of a box.
ConvexResult<3> make_prism(int sides, double radius, double height);

/// The same of sizes that are known to be alike.
Convex<3> prism(int sides, double radius, double height);

/// Mass, centre and inertia at uniform density: exact, by triangles (2D) or tetrahedra from the middle, which
/// all count positive.
template <int D>
MassProperties<D> mass_properties(const Convex<D>& convex, double density);

/// The shape with every point x at A x: what a uniform strain makes of it. det A > 0. Faces, edges and their numbers
/// stay. Writes into `out`, which may have been made from the same shape before: then nothing is allocated.
template <int D>
void stretch(const Convex<D>& shape, const Mat<D>& A, Convex<D>& out);

/// [m2], 2D [m]
struct CornerArea {
    double seen = 0.0;      // what one corner stands for
    double flattest = 0.0;  // its share of the shadow of the face that is nearest to lying flat
};

/// The area that one corner stands for where the shape touches something that lies in the direction `outward` (unit): of a
/// face that looks that way its own, in between a mean of all faces, the heavier the nearer they look,
///
///     A = sum_f w_f A_f / sum_f w_f,   A_f = area / corners,   w_f = 1 / (1 - n_f . outward)             docs/theory.md (3.20)
///
/// so that it changes smoothly as a block rocks from face to edge to corner.
template <int D>
CornerArea corner_area(const Convex<D>& convex, const Vec<D>& outward);

/// Sets convex.corner; for those who make shapes.
template <int D>
void weigh_corners(Convex<D>& convex);

/// The vertex farthest along `direction`; of equal ones the first.
template <int D>
int support(const Convex<D>& convex, const Vec<D>& direction);

/// Of the ball about the origin of the shape's frame.
template <int D>
double bounding_radius(const Convex<D>& convex);

/// Along the axes of the shape's frame.
template <int D>
Bounds<D> bounding_box(const Convex<D>& convex);

}  // namespace drystone
