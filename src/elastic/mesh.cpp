// Surface of a mesh: the sides of elements that no second element has. Volume sum w det J > 0 in every element.

#include "elastic/mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/mat.h"
#include "core/motion.h"
#include "elastic/check_mesh.h"
#include "elastic/element.h"

namespace drystone {
namespace {

using Side = std::array<int, 4>;  // local nodes, the last -1 where there are three

std::span<const Side> sides(ElementType type) {
    static constexpr std::array<Side, 3> triangle = {{{0, 1, -1, -1}, {1, 2, -1, -1}, {2, 0, -1, -1}}};
    static constexpr std::array<Side, 4> quad = {
        {{0, 1, -1, -1}, {1, 2, -1, -1}, {2, 3, -1, -1}, {3, 0, -1, -1}}};
    static constexpr std::array<Side, 4> tetrahedron = {
        {{0, 2, 1, -1}, {0, 1, 3, -1}, {1, 2, 3, -1}, {2, 0, 3, -1}}};
    static constexpr std::array<Side, 6> hexahedron = {
        {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};
    switch (type) {
        case ElementType::triangle3:
            return triangle;
        case ElementType::quad4:
            return quad;
        case ElementType::tetrahedron4:
            return tetrahedron;
        case ElementType::hexahedron8:
            return hexahedron;
    }
    return {};
}

void turn_round(Element& e) {
    switch (e.type) {
        case ElementType::triangle3:
            std::swap(e.node[1], e.node[2]);
            break;
        case ElementType::quad4:
            std::swap(e.node[1], e.node[3]);
            break;
        case ElementType::tetrahedron4:
            std::swap(e.node[2], e.node[3]);
            break;
        case ElementType::hexahedron8:
            std::swap(e.node[1], e.node[3]);
            std::swap(e.node[5], e.node[7]);
            break;
    }
}

template <int D>
void drop_unused_nodes(Mesh<D>& mesh) {
    std::vector<int> place(mesh.node.size(), -1);
    for (const Element& e : mesh.element)
        for (const int a : e.nodes()) place[static_cast<std::size_t>(a)] = 0;
    int kept = 0;
    for (std::size_t a = 0; a < place.size(); ++a) {
        if (place[a] < 0) continue;
        mesh.node[static_cast<std::size_t>(kept)] = mesh.node[a];
        place[a] = kept++;
    }
    mesh.node.resize(static_cast<std::size_t>(kept));
    for (Element& e : mesh.element)
        for (int k = 0; k < node_count(e.type); ++k) {
            int& a = e.node[static_cast<std::size_t>(k)];
            a = place[static_cast<std::size_t>(a)];
        }
}

/// Sides by their sorted nodes: those that occur once are the surface, in the order of elements.
template <int D>
void find_surface(Mesh<D>& mesh) {
    struct Entry {
        Side key;
        std::size_t face;
    };
    const std::vector<SurfaceFace> all = all_sides(mesh);
    std::vector<Entry> entry;
    for (std::size_t f = 0; f < all.size(); ++f) {
        Side key = {-1, -1, -1, -1};
        std::copy(all[f].nodes().begin(), all[f].nodes().end(), key.begin());
        std::sort(key.begin(), key.end());
        entry.push_back({key, f});
    }
    std::stable_sort(entry.begin(), entry.end(),
                     [](const Entry& a, const Entry& b) { return a.key < b.key; });
    std::vector<char> outside(all.size(), 0);
    for (std::size_t i = 0; i < entry.size();) {
        std::size_t end = i;
        while (end < entry.size() && entry[end].key == entry[i].key) ++end;
        if (end == i + 1) outside[entry[i].face] = 1;
        i = end;
    }
    mesh.surface.clear();
    for (std::size_t f = 0; f < all.size(); ++f)
        if (outside[f]) mesh.surface.push_back(all[f]);
}

}  // namespace

std::string_view name(ElementType type) {
    constexpr std::array<std::string_view, 4> names = {"triangle3", "quad4", "tetrahedron4", "hexahedron8"};
    return names[static_cast<std::size_t>(type)];
}

template <int D>
double signed_volume(const Mesh<D>& mesh, const Element& element) {
    std::array<Vec<D>, 8> X;
    const auto nodes = element.nodes();
    for (std::size_t k = 0; k < nodes.size(); ++k) X[k] = mesh.node[static_cast<std::size_t>(nodes[k])];
    double volume = 0.0;
    for (const auto& [place, weight] : gauss_points<D>(element.type))
        volume += weight * determinant(jacobian<D>(element.type, place, X));
    return volume;
}

template <int D>
double smallest_jacobian(const Mesh<D>& mesh, const Element& element) {
    std::array<Vec<D>, 8> X;
    const auto nodes = element.nodes();
    for (std::size_t k = 0; k < nodes.size(); ++k) X[k] = mesh.node[static_cast<std::size_t>(nodes[k])];
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < nodes.size(); ++k)
        smallest =
            std::min(smallest,
                     determinant(jacobian<D>(element.type, corner<D>(element.type, static_cast<int>(k)), X)));
    return smallest;
}

template <int D>
std::vector<SurfaceFace> all_sides(const Mesh<D>& mesh) {
    std::vector<SurfaceFace> all;
    for (std::size_t e = 0; e < mesh.element.size(); ++e) {
        for (const Side& side : sides(mesh.element[e].type)) {
            SurfaceFace face;
            face.element = static_cast<int>(e);
            for (const int local : side) {
                if (local < 0) break;
                face.node[static_cast<std::size_t>(face.count++)] =
                    mesh.element[e].node[static_cast<std::size_t>(local)];
            }
            all.push_back(face);
        }
    }
    return all;
}

template <int D>
int count_pieces(const Mesh<D>& mesh) {
    std::vector<int> leader(mesh.node.size());
    for (std::size_t a = 0; a < leader.size(); ++a) leader[a] = static_cast<int>(a);
    const auto find = [&](int a) {
        while (leader[static_cast<std::size_t>(a)] != a) {
            int& up = leader[static_cast<std::size_t>(a)];
            up = leader[static_cast<std::size_t>(up)];
            a = up;
        }
        return a;
    };
    int pieces = static_cast<int>(mesh.node.size());
    for (const Element& e : mesh.element)
        for (const int a : e.nodes()) {
            const int one = find(a), other = find(e.node[0]);
            if (one == other) continue;
            leader[static_cast<std::size_t>(std::max(one, other))] = std::min(one, other);
            --pieces;
        }
    return pieces;
}

template <int D>
int finish(Mesh<D>& mesh) {
    drop_unused_nodes(mesh);
    int bad = -1;
    for (std::size_t e = 0; e < mesh.element.size(); ++e) {
        if (signed_volume(mesh, mesh.element[e]) < 0.0) turn_round(mesh.element[e]);
        const double volume = signed_volume(mesh, mesh.element[e]);
        // A sliver of rounding is no element: 1e-12 of the cube (square) about it.
        double extent = 0.0;
        for (const int a : mesh.element[e].nodes())
            for (int i = 0; i < D; ++i)
                extent = std::max(extent,
                                  std::abs(mesh.node[static_cast<std::size_t>(a)][i] -
                                           mesh.node[static_cast<std::size_t>(mesh.element[e].node[0])][i]));
        const double cube = D == 2 ? extent * extent : extent * extent * extent;
        const bool fine = volume > 1e-12 * cube && smallest_jacobian(mesh, mesh.element[e]) > 0.0;
        if (!fine && bad < 0) bad = static_cast<int>(e);
    }
    find_surface(mesh);
    return bad;
}

template double signed_volume<2>(const Mesh<2>&, const Element&);
template double signed_volume<3>(const Mesh<3>&, const Element&);
template double smallest_jacobian<2>(const Mesh<2>&, const Element&);
template double smallest_jacobian<3>(const Mesh<3>&, const Element&);
template int count_pieces<2>(const Mesh<2>&);
template int count_pieces<3>(const Mesh<3>&);
template std::vector<SurfaceFace> all_sides(const Mesh<2>&);
template std::vector<SurfaceFace> all_sides(const Mesh<3>&);
template int finish<2>(Mesh<2>&);
template int finish<3>(Mesh<3>&);

}  // namespace drystone
