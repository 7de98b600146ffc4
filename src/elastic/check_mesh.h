#pragma once

#include <string>

#include "elastic/mesh.h"

namespace drystone {

/// What makes a mesh no body, and the element where it shows.
struct MeshFault {
    int element = -1;  // -1: none
    std::string what;
};

/// Of a mesh that `finish` found whole, the first of: an element that is there twice; a side of three elements; two elements on
/// the same side of the side they share (turned inside out, or folded over); an element far larger than the others, or far
/// thinner than long (a node that is far off); pieces that share no node; a surface that crosses itself.
template <int D>
MeshFault find_fault(const Mesh<D>& mesh);

/// Every side of every element, in the order of elements.
template <int D>
std::vector<SurfaceFace> all_sides(const Mesh<D>& mesh);

/// The first node that lies where an earlier one of `used` lies, to ten digits of the mesh's size, or -1.
template <int D>
int find_doubled_node(std::span<const Vec<D>> nodes, std::span<const char> used);

}  // namespace drystone
