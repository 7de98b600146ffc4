// Meshes of simple shapes: nodes at (i/n, j/m, k/l) of the unit square or cube, mapped by x = sum N_a x_a of the corners.

#include "elastic/divide.h"

#include <algorithm>
#include <map>

#include "elastic/element.h"

namespace drystone {
namespace {

Element quad(int a, int b, int c, int d) { return {ElementType::quad4, {a, b, c, d}}; }
Element triangle(int a, int b, int c) { return {ElementType::triangle3, {a, b, c}}; }
Element tetrahedron(int a, int b, int c, int d) { return {ElementType::tetrahedron4, {a, b, c, d}}; }

/// Both diagonals by turns, so that a symmetric block stays symmetric about its middle where the divisions are even.
void add_cell(Mesh<2>& mesh, const std::array<int, 4>& n, bool odd, Cells cells) {
    if (cells == Cells::quads) {
        mesh.element.push_back(quad(n[0], n[1], n[2], n[3]));
    } else if (odd) {
        mesh.element.push_back(triangle(n[0], n[1], n[3]));
        mesh.element.push_back(triangle(n[1], n[2], n[3]));
    } else {
        mesh.element.push_back(triangle(n[0], n[1], n[2]));
        mesh.element.push_back(triangle(n[0], n[2], n[3]));
    }
}

/// Six tetrahedra about the diagonal 06: neighbours cut their common side the same way.
void add_cell(Mesh<3>& mesh, const std::array<int, 8>& n, Cells cells) {
    if (cells == Cells::quads) {
        mesh.element.push_back({ElementType::hexahedron8, n});
        return;
    }
    constexpr std::array<std::array<int, 2>, 6> ring = {{{1, 2}, {2, 3}, {3, 7}, {7, 4}, {4, 5}, {5, 1}}};
    for (const auto& [a, b] : ring)
        mesh.element.push_back(
            tetrahedron(n[0], n[static_cast<std::size_t>(a)], n[static_cast<std::size_t>(b)], n[6]));
}

int middle(Mesh<3>& mesh, std::map<std::pair<int, int>, int>& made, int a, int b) {
    const auto [at, fresh] = made.try_emplace(std::minmax(a, b), static_cast<int>(mesh.node.size()));
    if (fresh)
        mesh.node.push_back(
            0.5 * (mesh.node[static_cast<std::size_t>(a)] + mesh.node[static_cast<std::size_t>(b)]));
    return at->second;
}

/// Four at the corners, four in the octahedron between them about its shortest diagonal.
void cut_in_eight(Mesh<3>& mesh) {
    std::map<std::pair<int, int>, int> made;
    const std::vector<Element> old = std::move(mesh.element);
    mesh.element.clear();
    for (const Element& e : old) {
        const auto& n = e.node;
        const int m01 = middle(mesh, made, n[0], n[1]), m02 = middle(mesh, made, n[0], n[2]),
                  m03 = middle(mesh, made, n[0], n[3]), m12 = middle(mesh, made, n[1], n[2]),
                  m13 = middle(mesh, made, n[1], n[3]), m23 = middle(mesh, made, n[2], n[3]);
        mesh.element.push_back(tetrahedron(n[0], m01, m02, m03));
        mesh.element.push_back(tetrahedron(m01, n[1], m12, m13));
        mesh.element.push_back(tetrahedron(m02, m12, n[2], m23));
        mesh.element.push_back(tetrahedron(m03, m13, m23, n[3]));
        struct Choice {
            int from, to;
            std::array<int, 4> ring;
        };
        const std::array<Choice, 3> choices = {{{m01, m23, {m02, m12, m13, m03}},
                                                {m02, m13, {m01, m12, m23, m03}},
                                                {m03, m12, {m01, m02, m23, m13}}}};
        const auto length = [&](const Choice& c) {
            const Vec<3> d =
                mesh.node[static_cast<std::size_t>(c.to)] - mesh.node[static_cast<std::size_t>(c.from)];
            return dot(d, d);
        };
        const Choice* best = &choices[0];
        for (const Choice& c : choices)
            if (length(c) < length(*best)) best = &c;
        for (std::size_t k = 0; k < 4; ++k)
            mesh.element.push_back(tetrahedron(best->from, best->to, best->ring[k], best->ring[(k + 1) % 4]));
    }
}

void cut_in_four(Mesh<2>& mesh) {
    std::map<std::pair<int, int>, int> made;
    const auto centre_of_side = [&](int a, int b) {
        const auto [at, fresh] = made.try_emplace(std::minmax(a, b), static_cast<int>(mesh.node.size()));
        if (fresh)
            mesh.node.push_back(
                0.5 * (mesh.node[static_cast<std::size_t>(a)] + mesh.node[static_cast<std::size_t>(b)]));
        return at->second;
    };
    const std::vector<Element> old = std::move(mesh.element);
    mesh.element.clear();
    for (const Element& e : old) {
        const auto& n = e.node;
        std::array<int, 4> m;
        Vec<2> sum{};
        for (std::size_t k = 0; k < 4; ++k) {
            m[k] = centre_of_side(n[k], n[(k + 1) % 4]);
            sum += 0.25 * mesh.node[static_cast<std::size_t>(n[k])];
        }
        const int c = static_cast<int>(mesh.node.size());
        mesh.node.push_back(sum);
        for (std::size_t k = 0; k < 4; ++k) mesh.element.push_back(quad(n[k], m[k], c, m[(k + 3) % 4]));
    }
}

/// Corners of a box about the origin, in the order of the element that is one.
template <int D, std::size_t N>
std::array<Vec<D>, N> box_corners(ElementType type, const Vec<D>& size) {
    std::array<Vec<D>, N> corners;
    for (std::size_t a = 0; a < N; ++a) {
        const Vec<D> unit = corner<D>(type, static_cast<int>(a));
        for (int i = 0; i < D; ++i) corners[a][i] = 0.5 * unit[i] * size[i];
    }
    return corners;
}

}  // namespace

Mesh<2> divide_quadrilateral(const std::array<Vec<2>, 4>& corner, std::array<int, 2> divisions, Cells cells) {
    Mesh<2> mesh;
    const auto [nx, ny] = divisions;
    std::array<Vec<2>, 8> X;
    std::copy(corner.begin(), corner.end(), X.begin());
    for (int j = 0; j <= ny; ++j)
        for (int i = 0; i <= nx; ++i) {
            const auto N =
                shape_functions<2>(ElementType::quad4, {{(2.0 * i - nx) / nx, (2.0 * j - ny) / ny}});
            Vec<2> place{};
            for (std::size_t a = 0; a < 4; ++a) place += N[a] * X[a];
            mesh.node.push_back(place);
        }
    const auto at = [nx = nx](int i, int j) { return j * (nx + 1) + i; };
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i)
            add_cell(mesh, {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)}, (i + j) % 2 == 1, cells);
    finish(mesh);
    return mesh;
}

Mesh<3> divide_hexahedron(const std::array<Vec<3>, 8>& corner, std::array<int, 3> divisions, Cells cells) {
    Mesh<3> mesh;
    const auto [nx, ny, nz] = divisions;
    for (int k = 0; k <= nz; ++k)
        for (int j = 0; j <= ny; ++j)
            for (int i = 0; i <= nx; ++i) {
                const auto N =
                    shape_functions<3>(ElementType::hexahedron8,
                                       {{(2.0 * i - nx) / nx, (2.0 * j - ny) / ny, (2.0 * k - nz) / nz}});
                Vec<3> place{};
                for (std::size_t a = 0; a < 8; ++a) place += N[a] * corner[a];
                mesh.node.push_back(place);
            }
    const auto at = [nx = nx, ny = ny](int i, int j, int k) { return (k * (ny + 1) + j) * (nx + 1) + i; };
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i)
                add_cell(mesh,
                         {at(i, j, k), at(i + 1, j, k), at(i + 1, j + 1, k), at(i, j + 1, k), at(i, j, k + 1),
                          at(i + 1, j, k + 1), at(i + 1, j + 1, k + 1), at(i, j + 1, k + 1)},
                         cells);
    finish(mesh);
    return mesh;
}

Mesh<2> divide_box(const Vec<2>& size, std::array<int, 2> divisions, Cells cells) {
    return divide_quadrilateral(box_corners<2, 4>(ElementType::quad4, size), divisions, cells);
}

Mesh<3> divide_box(const Vec<3>& size, std::array<int, 3> divisions, Cells cells) {
    return divide_hexahedron(box_corners<3, 8>(ElementType::hexahedron8, size), divisions, cells);
}

Mesh<2> divide_polygon(std::span<const Vec<2>> corner, int refinements) {
    Mesh<2> mesh;
    const int n = static_cast<int>(corner.size());
    double area = 0.0;
    Vec<2> centroid{};
    for (std::size_t k = 0; k < corner.size(); ++k) {
        const Vec<2> a = corner[k] - corner[0], b = corner[(k + 1) % corner.size()] - corner[0];
        const double twice = a[0] * b[1] - a[1] * b[0];
        area += twice;
        centroid += (twice / 3.0) * (a + b);
    }
    mesh.node.assign(corner.begin(), corner.end());
    for (std::size_t k = 0; k < corner.size(); ++k)
        mesh.node.push_back(0.5 * (corner[k] + corner[(k + 1) % corner.size()]));
    mesh.node.push_back(corner[0] + (1.0 / area) * centroid);
    for (int k = 0; k < n; ++k) mesh.element.push_back(quad(k, n + k, 2 * n, n + (k + n - 1) % n));
    for (int r = 0; r < refinements; ++r) cut_in_four(mesh);
    finish(mesh);
    return mesh;
}

Mesh<3> divide_polyhedron(std::span<const Vec<3>> vertex, const std::vector<std::vector<int>>& faces,
                          int refinements) {
    Mesh<3> mesh;
    mesh.node.assign(vertex.begin(), vertex.end());
    Vec<3> centre{};
    for (const Vec<3>& one : vertex) centre += (1.0 / static_cast<double>(vertex.size())) * one;
    const int inside = static_cast<int>(mesh.node.size());
    mesh.node.push_back(centre);
    for (const auto& face : faces) {
        if (face.size() == 3) {
            mesh.element.push_back(tetrahedron(face[0], face[1], face[2], inside));
            continue;
        }
        Vec<3> middle_of_face{};
        for (const int a : face)
            middle_of_face += (1.0 / static_cast<double>(face.size())) * vertex[static_cast<std::size_t>(a)];
        const int on_face = static_cast<int>(mesh.node.size());
        mesh.node.push_back(middle_of_face);
        for (std::size_t k = 0; k < face.size(); ++k)
            mesh.element.push_back(tetrahedron(face[k], face[(k + 1) % face.size()], on_face, inside));
    }
    for (int r = 0; r < refinements; ++r) cut_in_eight(mesh);
    finish(mesh);
    return mesh;
}

std::vector<Vec<3>> hexahedron_corners(std::span<const Vec<3>> vertex,
                                       const std::vector<std::vector<int>>& faces) {
    if (vertex.size() != 8 || faces.size() != 6) return {};
    for (const auto& face : faces)
        if (face.size() != 4) return {};
    // The edge from each vertex of the base that is not in the base leads to the vertex above it.
    const auto& base = faces[0];
    std::array<int, 8> order;
    for (std::size_t k = 0; k < 4; ++k) {
        order[k] = base[k];
        int above = -1;
        for (std::size_t f = 1; f < 6; ++f)
            for (std::size_t s = 0; s < 4; ++s) {
                const int a = faces[f][s], b = faces[f][(s + 1) % 4];
                for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)})
                    if (from == base[k] && std::find(base.begin(), base.end(), to) == base.end()) {
                        if (above >= 0 && above != to) return {};
                        above = to;
                    }
            }
        if (above < 0) return {};
        order[k + 4] = above;
    }
    std::vector<Vec<3>> corners;
    for (const int a : order) corners.push_back(vertex[static_cast<std::size_t>(a)]);
    std::array<Vec<3>, 8> X;
    std::copy(corners.begin(), corners.end(), X.begin());
    if (determinant(jacobian<3>(ElementType::hexahedron8, Vec<3>{}, X)) < 0.0) {
        std::swap(corners[1], corners[3]);
        std::swap(corners[5], corners[7]);
    }
    return corners;
}

}  // namespace drystone
