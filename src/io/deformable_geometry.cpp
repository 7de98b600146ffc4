#include "io/deformable_geometry.h"

#include <algorithm>

#include "core/input_error.h"
#include "elastic/fields.h"
#include "io/deformable_layout.h"
#include "io/flat.h"
#include "io/outside.h"
#include "io/read_geometry.h"
#include "io/series_of.h"
#include "step/material_place.h"

namespace drystone {

namespace {

using hdf5::Group;
using std::int32_t;

int32_t count_of(const auto& list) { return static_cast<int32_t>(list.size()); }

void add_face(std::span<const int> nodes, int first, int element, DeformableGeometry& g) {
    for (const int node : nodes) g.corner.push_back(first + node);
    g.corner_start.push_back(count_of(g.corner));
    g.face_element.push_back(element);
}

template <int D>
void add_mesh(const Mesh<D>& mesh, int first, DeformableGeometry& g) {
    const int first_element = g.elements();
    for (std::size_t e = 0; e < mesh.element.size(); ++e) {
        const Element& element = mesh.element[e];
        g.element_type.push_back(static_cast<std::uint8_t>(element.type));
        for (int k = 0; k < most_corners(D); ++k)
            g.element_node.push_back(
                k < node_count(element.type) ? first + element.node[static_cast<std::size_t>(k)] : -1);
        if constexpr (D == 2) add_face(element.nodes(), first, first_element + static_cast<int>(e), g);
    }
    if constexpr (D == 3) {
        for (const SurfaceFace& face : mesh.surface)
            add_face(face.nodes(), first, first_element + face.element, g);
    }
}

void add_shape(const Convex<2>& shape, int first, int element, DeformableGeometry& g) {
    std::vector<int> all;
    for (int v = 0; v < shape.size(); ++v) all.push_back(v);
    add_face(all, first, element, g);
}
void add_shape(const Convex<3>& shape, int first, int element, DeformableGeometry& g) {
    for (int f = 0; f < shape.faces(); ++f)
        add_face(std::span(shape.face_vertex)
                     .subspan(static_cast<std::size_t>(shape.face_start[f]),
                              static_cast<std::size_t>(shape.corners(f))),
                 first, element, g);
}

template <int D>
void add_uniform(const ElasticParts<D>& d, int first, DeformableGeometry& g) {
    for (const auto& shape : d.shape) {
        add_shape(*shape, first, g.elements(), g);
        first += shape->size();
    }
    g.element_type.push_back(uniform_element);
    g.element_node.insert(g.element_node.end(), most_corners(D), -1);
}

}  // namespace

template <int D>
std::vector<int> deformable_order(const World<D>& world) {
    std::vector<int> order;
    for (const bool affine : {false, true}) {
        for (const int slot : Outside<D>(world).body) {
            const int k = world.deforming_of[static_cast<std::size_t>(slot)];
            if (k >= 0 && world.elastic[static_cast<std::size_t>(k)].model->affine == affine)
                order.push_back(k);
        }
    }
    return order;
}

template <int D>
void put_nodes(const ElasticParts<D>& body, const std::vector<Vec<D>>& field, std::vector<Vec<D>>& out) {
    if (body.shape.empty()) {  // a mesh
        out.insert(out.end(), field.begin(), field.end());
        return;
    }
    for (std::size_t k = 0; k < body.shape.size(); ++k) {
        for (const Vec<D>& v : body.shape[k]->vertex)
            out.push_back(at_point<D>(uniform_strain_point<D>(body.origin[k] + body.turn[k] * v), field));
    }
}

template <int D>
DeformableGeometry deformable_geometry(const World<D>& world) {
    DeformableGeometry g;
    if (world.elastic.empty()) return g;
    const Outside<D> outside(world);
    g.node_start = g.element_start = g.face_start = g.corner_start = {0};
    std::vector<Vec<D>> reference;
    for (const int k : deformable_order(world)) {
        const ElasticParts<D>& d = world.elastic_parts[static_cast<std::size_t>(k)];
        const ElasticModel<D>& m = *world.elastic[static_cast<std::size_t>(k)].model;
        const int first = static_cast<int>(reference.size());
        put_nodes(d, placed_dofs(world, d.body), reference);
        m.affine ? add_uniform(d, first, g) : add_mesh(m.mesh, first, g);
        for (std::size_t e = 0; e < m.parts.size(); ++e) g.element_volume.push_back(element_volume(m, e));
        g.body.push_back(outside.row[static_cast<std::size_t>(d.body)]);
        g.node_start.push_back(count_of(reference));
        g.element_start.push_back(g.elements());
        g.face_start.push_back(g.faces());
    }
    g.reference = flat(reference);
    return g;
}

void write_deformable_geometry(const Group& file, const DeformableGeometry& g, int dimension) {
    if (g.bodies() == 0) return;
    const Group group = file.make_group("deformable");
    write_list(group, "body", g.body);
    write_list(group, "node_start", g.node_start);
    group.write<double>("reference", g.reference, {g.nodes(), dimension});
    write_list(group, "element_start", g.element_start);
    write_list(group, "element_type", g.element_type);
    group.write<int32_t>("element_node", g.element_node, {g.elements(), most_corners(dimension)});
    write_list(group, "element_volume", g.element_volume);
    write_list(group, "face_start", g.face_start);
    write_list(group, "face_element", g.face_element);
    write_list(group, "corner_start", g.corner_start);
    write_list(group, "corner", g.corner);
}

DeformableGeometry read_deformable_geometry(const Group& file, int dimension, int bodies) {
    DeformableGeometry g;
    if (!file.has("deformable")) return g;
    const Group group = file.group("deformable");
    g.body = group.read<int32_t>("body", {hdf5::any});
    expect_between(group, "body", g.body, 0, bodies);
    const std::int64_t starts = g.bodies() + 1;
    g.reference = group.read<double>("reference", {hdf5::any, dimension});
    g.node_start = group.read<int32_t>("node_start", {starts});
    expect_starts(group, "node_start", g.node_start, count_of(g.reference) / dimension);
    g.element_type = group.read<std::uint8_t>("element_type", {hdf5::any});
    g.element_start = group.read<int32_t>("element_start", {starts});
    expect_starts(group, "element_start", g.element_start, g.elements());
    g.element_node = group.read<int32_t>("element_node", {g.elements(), most_corners(dimension)});
    expect_between(group, "element_node", g.element_node, -1, g.nodes());
    g.element_volume = group.read<double>("element_volume", {g.elements()});
    g.face_element = group.read<int32_t>("face_element", {hdf5::any});
    expect_between(group, "face_element", g.face_element, 0, g.elements());
    g.face_start = group.read<int32_t>("face_start", {starts});
    expect_starts(group, "face_start", g.face_start, g.faces());
    g.corner = group.read<int32_t>("corner", {hdf5::any});
    expect_between(group, "corner", g.corner, 0, g.nodes());
    g.corner_start = group.read<int32_t>("corner_start", {g.faces() + 1});
    expect_starts(group, "corner_start", g.corner_start, count_of(g.corner));
    return g;
}

#define INSTANTIATE(D)                                                \
    template std::vector<int> deformable_order(const World<D>&);      \
    template DeformableGeometry deformable_geometry(const World<D>&); \
    template void put_nodes(const ElasticParts<D>&, const std::vector<Vec<D>>&, std::vector<Vec<D>>&);
INSTANTIATE(2)
INSTANTIATE(3)
#undef INSTANTIATE

}  // namespace drystone
