#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/vec.h"

namespace drystone {

enum class ElementType { triangle3, quad4, tetrahedron4, hexahedron8 };

constexpr int node_count(ElementType type) {
    constexpr std::array<int, 4> count = {3, 4, 4, 8};
    return count[static_cast<std::size_t>(type)];
}
constexpr int dimension(ElementType type) {
    return type == ElementType::triangle3 || type == ElementType::quad4 ? 2 : 3;
}
std::string_view name(ElementType type);

/// Nodes counter-clockwise in the plane. A tetrahedron 0123 has 3 on the side its base 012 turns to by the right hand; a
/// hexahedron has its base 0123 turning towards the top 4567, node 4 above 0. (Gmsh's order.)
struct Element {
    ElementType type = ElementType::triangle3;
    std::array<int, 8> node{};
    std::span<const int> nodes() const { return {node.data(), static_cast<std::size_t>(node_count(type))}; }
    bool operator==(const Element&) const = default;
};

/// A side of one element that no other element shares. In space its nodes turn about the outward normal by the right
/// hand; in the plane the body is on the left of the way from the first node to the second.
struct SurfaceFace {
    std::array<int, 4> node{};
    int count = 0;  // 2 in the plane, 3 or 4 in space
    int element = 0;
    std::span<const int> nodes() const { return {node.data(), static_cast<std::size_t>(count)}; }
    bool operator==(const SurfaceFace&) const = default;
};

template <int D>
struct Mesh {
    std::vector<Vec<D>> node;  // places in the reference state [m]
    std::vector<Element> element;
    std::vector<SurfaceFace> surface;  // written by `finish`
};

/// Volume (2D: area) of an element, negative where its nodes turn the wrong way.
template <int D>
double signed_volume(const Mesh<D>& mesh, const Element& element);

/// Volume of the parallelepiped at the node where the element is nearest to turning inside out.
template <int D>
double smallest_jacobian(const Mesh<D>& mesh, const Element& element);

/// How many pieces the mesh has that share no node.
template <int D>
int count_pieces(const Mesh<D>& mesh);

/// Drops nodes no element uses, turns elements whose nodes go the wrong way, and finds the surface. Returns the number of
/// the first element that is degenerate, not convex or inside out, or -1.
template <int D>
int finish(Mesh<D>& mesh);

}  // namespace drystone
