#pragma once

#include "hdf5/group.h"
#include "step/deforming.h"

namespace drystone {

template <int D>
struct World;

/// Deformable bodies of frames.h5, as flat arrays for any dimension D; docs/results.md says what each means. Bodies with a mesh come
/// first, then those of uniform strain. Without deformable bodies all is empty.
struct DeformableGeometry {
    std::vector<std::int32_t> body;           // (deformable)
    std::vector<std::int32_t> node_start;     // (deformable + 1)
    std::vector<double> reference;            // (nodes, D)  places at time 0, undeformed [m]
    std::vector<std::int32_t> element_start;  // (deformable + 1)
    std::vector<std::uint8_t> element_type;   // (elements)
    std::vector<std::int32_t>
        element_node;                    // (elements, 4 or 8)  nodes counted from the first of all; -1: none
    std::vector<double> element_volume;  // (elements) [m3], 2D [m2]
    std::vector<std::int32_t>
        face_start;  // (deformable + 1)  what is seen: elements in the plane, the surface in space
    std::vector<std::int32_t> face_element;  // (faces)
    std::vector<std::int32_t> corner_start;  // (faces + 1)
    std::vector<std::int32_t> corner;        // nodes, counter-clockwise from outside

    int bodies() const { return static_cast<int>(body.size()); }
    int nodes() const { return node_start.empty() ? 0 : node_start.back(); }
    int elements() const { return static_cast<int>(element_type.size()); }
    int faces() const { return static_cast<int>(face_element.size()); }
};

/// The deformable bodies of a world, in the order of the file.
template <int D>
std::vector<int> deformable_order(const World<D>& world);

template <int D>
DeformableGeometry deformable_geometry(const World<D>& world);

/// Places of the nodes of a deformable body: of a mesh its nodes, of uniform strain the vertices of its parts. `field`: x or v
/// of its state.
template <int D>
void put_nodes(const ElasticParts<D>& body, const std::vector<Vec<D>>& field, std::vector<Vec<D>>& out);

/// The group /deformable, and back; empty where the file has none. `bodies`: how many the file has.
void write_deformable_geometry(const hdf5::Group& file, const DeformableGeometry& geometry, int dimension);
DeformableGeometry read_deformable_geometry(const hdf5::Group& file, int dimension, int bodies);

}  // namespace drystone
