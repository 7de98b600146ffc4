#pragma once

// Polygons and polyhedra where a memory has them: each shape once, all in a few arrays, with views of them.

#include <memory>
#include <vector>

#include "device/fixed_kit.h"

namespace drystone::device {

template <int D, class B>
struct ShapesOn {
    template <class T>
    using Buffer = typename B::template Buffer<T>;

    Buffer<Vec<D>> vectors;
    Buffer<double> numbers;
    Buffer<int> indices;
    Buffer<ConvexEdge> edges;
    Buffer<ConvexView<D>> views;

    void upload(B& on, const std::vector<std::shared_ptr<const Convex<D>>>& shapes) {
        all_ = {};
        for (const auto& shape : shapes) add(*shape);
        on.upload(std::span<const Vec<D>>(all_.vectors), vectors);
        on.upload(std::span<const double>(all_.numbers), numbers);
        on.upload(std::span<const int>(all_.indices), indices);
        on.upload(std::span<const ConvexEdge>(all_.edges), edges);
        all_.vector = all_.number = all_.index = all_.edge = 0;
        std::vector<ConvexView<D>> made;
        for (const auto& shape : shapes) made.push_back(view_of(*shape));
        on.upload(std::span<const ConvexView<D>>(made), views);
    }

  private:
    struct {
        std::vector<Vec<D>> vectors;
        std::vector<double> numbers;
        std::vector<int> indices;
        std::vector<ConvexEdge> edges;
        std::size_t vector, number, index, edge;  // how much of them has been given out
    } all_;

    template <class T>
    static void append(const std::vector<T>& from, std::vector<T>& to) {
        to.insert(to.end(), from.begin(), from.end());
    }
    template <class T>
    static ArrayView<T> take(const std::vector<T>& of, Buffer<T>& from, std::size_t& given) {
        const ArrayView<T> view{from.data() + given, static_cast<int>(of.size())};
        given += of.size();
        return view;
    }

    void add(const Convex<2>& shape) {
        append(shape.vertex, all_.vectors), append(shape.normal, all_.vectors), append(shape.offset, all_.numbers), append(shape.corner, all_.numbers);
    }
    void add(const Convex<3>& shape) {
        append(shape.vertex, all_.vectors), append(shape.normal, all_.vectors), append(shape.axis, all_.vectors);
        append(shape.offset, all_.numbers), append(shape.corner, all_.numbers), append(shape.edge, all_.edges);
        for (const auto* list : {&shape.face_start, &shape.face_vertex, &shape.face_edge, &shape.vertex_start, &shape.vertex_face, &shape.vertex_edge})
            append(*list, all_.indices);
    }
    void set_sizes(const Convex<D>& shape, ConvexView<D>& view) {
        view.middle = shape.middle;
        view.radius = shape.radius;
        view.inner_radius = shape.inner_radius;
        view.flatness = shape.flatness;
    }
    ConvexView<2> view_of(const Convex<2>& shape) {
        ConvexView<2> view;
        set_sizes(shape, view);
        view.vertex = take(shape.vertex, vectors, all_.vector);
        view.normal = take(shape.normal, vectors, all_.vector);
        view.offset = take(shape.offset, numbers, all_.number);
        view.corner = take(shape.corner, numbers, all_.number);
        return view;
    }
    ConvexView<3> view_of(const Convex<3>& shape) {
        ConvexView<3> view;
        set_sizes(shape, view);
        view.vertex = take(shape.vertex, vectors, all_.vector);
        view.normal = take(shape.normal, vectors, all_.vector);
        view.axis = take(shape.axis, vectors, all_.vector);
        view.offset = take(shape.offset, numbers, all_.number);
        view.corner = take(shape.corner, numbers, all_.number);
        view.edge = take(shape.edge, edges, all_.edge);
        view.face_start = take(shape.face_start, indices, all_.index);
        view.face_vertex = take(shape.face_vertex, indices, all_.index);
        view.face_edge = take(shape.face_edge, indices, all_.index);
        view.vertex_start = take(shape.vertex_start, indices, all_.index);
        view.vertex_face = take(shape.vertex_face, indices, all_.index);
        view.vertex_edge = take(shape.vertex_edge, indices, all_.index);
        return view;
    }
};

}  // namespace drystone::device
