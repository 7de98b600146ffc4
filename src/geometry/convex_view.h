#pragma once

#include <algorithm>
#include <cstddef>

#include "core/on_device.h"
#include "geometry/convex.h"

namespace drystone {

/// What a kernel holds of an array that somebody else owns.
template <class T>
struct ArrayView {
    const T* first = nullptr;
    int count = 0;

    DRYSTONE_ON_DEVICE const T& operator[](std::size_t i) const { return first[i]; }
    DRYSTONE_ON_DEVICE std::size_t size() const { return static_cast<std::size_t>(count); }
    DRYSTONE_ON_DEVICE const T* data() const { return first; }
};

/// A Convex<D> (convex.h) whose arrays lie elsewhere, for one thread of a processor or a GPU. Fields as there.
template <int D>
struct ConvexView;

template <>
struct ConvexView<2> {
    ArrayView<Vec<2>> vertex, normal;
    ArrayView<double> offset, corner;
    Vec<2> middle{};
    double radius = 0.0, inner_radius = 0.0, flatness = 0.0;

    DRYSTONE_ON_DEVICE int size() const { return vertex.count; }
};

template <>
struct ConvexView<3> {
    ArrayView<Vec<3>> vertex;
    ArrayView<int> face_start, face_vertex, face_edge;
    ArrayView<Vec<3>> normal;
    ArrayView<double> offset, corner;
    ArrayView<ConvexEdge> edge;
    ArrayView<Vec<3>> axis;
    ArrayView<int> vertex_start, vertex_face, vertex_edge;
    Vec<3> middle{};
    double radius = 0.0, inner_radius = 0.0, flatness = 0.0;

    DRYSTONE_ON_DEVICE int size() const { return vertex.count; }
    DRYSTONE_ON_DEVICE int faces() const { return normal.count; }
    DRYSTONE_ON_DEVICE int edges() const { return edge.count; }
    DRYSTONE_ON_DEVICE int corners(int face) const { return face_start.first[face + 1] - face_start.first[face]; }
};

/// corner_area() of convex.h, of a Convex or a view of one.
template <class Shape, int D>
DRYSTONE_ON_DEVICE CornerArea corner_area_of(const Shape& convex, const Vec<D>& outward) {
    constexpr double same = 1e-12;  // 1 - cosine of a face that looks just that way
    double sum = 0.0, weights = 0.0, least = 3.0;
    CornerArea area;
    for (std::size_t f = 0; f < convex.normal.size(); ++f) {
        const double away = std::max(same, 1.0 - dot(convex.normal[f], outward));
        if (away < least) {
            least = away;
            area.flattest = (1.0 - away) * convex.corner[f];
        }
        sum += convex.corner[f] / away;
        weights += 1.0 / away;
    }
    area.seen = sum / weights;
    return area;
}

}  // namespace drystone
