// A mesh whose elements all turn the right way, share sides in pairs from opposite sides, and whose surface does not cross itself
// covers every point at most once: the number of elements over a point changes only across the surface.

#include "elastic/check_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.h"
#include "core/mat.h"
#include "core/motion.h"
#include "elastic/element.h"

namespace drystone {
namespace {

constexpr double most_larger = 1e4;      // extent of an element in those of the median one
constexpr double least_thinness = 1e-6;  // least width of an element in its extent

template <int D>
double extent_of(const Mesh<D>& mesh, const Element& element) {
    double extent = 0.0;
    for (const int a : element.nodes())
        extent = std::max(extent, norm(mesh.node[at(a)] - mesh.node[at(element.node[0])]));
    return extent;
}

/// Its least width at any corner: det J over the largest cross-section of its sides there.
template <int D>
double width_of(const Mesh<D>& mesh, const Element& element) {
    std::array<Vec<D>, 8> X;
    const auto nodes = element.nodes();
    for (std::size_t k = 0; k < nodes.size(); ++k) X[k] = mesh.node[at(nodes[k])];
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        const Mat<D> J = jacobian<D>(element.type, corner<D>(element.type, static_cast<int>(k)), X);
        double section = 0.0;
        for (int i = 0; i < D; ++i) {
            if constexpr (D == 2)
                section = std::max(section, norm(J[i]));
            else
                section = std::max(section, norm(cross(J[i], J[(i + 1) % 3])));
        }
        least = std::min(least, determinant(J) / section);
    }
    return least;
}

template <int D>
MeshFault find_doubled_element(const Mesh<D>& mesh) {
    std::vector<std::pair<std::array<int, 8>, int>> list;
    for (std::size_t e = 0; e < mesh.element.size(); ++e) {
        std::array<int, 8> key;
        key.fill(-1);
        std::copy(mesh.element[e].nodes().begin(), mesh.element[e].nodes().end(), key.begin());
        std::sort(key.begin(), key.end());
        list.emplace_back(key, static_cast<int>(e));
    }
    std::sort(list.begin(), list.end());
    for (std::size_t k = 1; k < list.size(); ++k)
        if (list[k].first == list[k - 1].first) return {list[k].second, "an element that is there twice"};
    return {};
}

/// A side with its smallest node first: turned one way or the other from there.
struct TurnedSide {
    std::array<int, 4> key{};  // sorted nodes
    bool forward = false;
    int element = 0;
};

template <int D>
TurnedSide turned(const SurfaceFace& face) {
    TurnedSide side{{-1, -1, -1, -1}, false, face.element};
    const auto nodes = face.nodes();
    std::copy(nodes.begin(), nodes.end(), side.key.begin());
    std::sort(side.key.begin(), side.key.end());
    const auto first = static_cast<std::size_t>(std::min_element(nodes.begin(), nodes.end()) - nodes.begin());
    const int next = nodes[(first + 1) % nodes.size()],
              last = nodes[(first + nodes.size() - 1) % nodes.size()];
    side.forward = D == 2 ? first == 0 : next < last;
    return side;
}

template <int D>
MeshFault find_crowded_side(const Mesh<D>& mesh) {
    std::vector<TurnedSide> sides;
    for (const SurfaceFace& face : all_sides(mesh)) sides.push_back(turned<D>(face));
    std::stable_sort(sides.begin(), sides.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
    for (std::size_t k = 1; k < sides.size(); ++k) {
        if (sides[k].key != sides[k - 1].key) continue;
        if (k > 1 && sides[k].key == sides[k - 2].key)
            return {sides[k].element, "an element at a side that two others share"};
        if (sides[k].forward == sides[k - 1].forward)
            return {
                sides[k].element,
                "an element that overlaps its neighbour: both lie on the same side of the side they share"};
    }
    return {};
}

template <int D>
MeshFault find_stretched(const Mesh<D>& mesh) {
    std::vector<double> extents;
    for (const Element& element : mesh.element) extents.push_back(extent_of(mesh, element));
    std::vector<double> sorted = extents;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    for (std::size_t e = 0; e < mesh.element.size(); ++e) {
        const bool fine = extents[e] <= most_larger * *middle &&
                          width_of(mesh, mesh.element[e]) >= least_thinness * extents[e];
        if (!fine) return {static_cast<int>(e), "an element with a node far off the others"};
    }
    return {};
}

/// The first element that no way over shared nodes leads to from the first one.
template <int D>
MeshFault find_other_piece(const Mesh<D>& mesh) {
    const int pieces = count_pieces(mesh);
    if (pieces < 2) return {};
    std::vector<char> reached(mesh.node.size(), 0), taken(mesh.element.size(), 0);
    reached[at(mesh.element[0].node[0])] = 1;
    for (bool more = true; more;) {
        more = false;
        for (std::size_t e = 0; e < mesh.element.size(); ++e) {
            const auto nodes = mesh.element[e].nodes();
            if (taken[e] ||
                std::none_of(nodes.begin(), nodes.end(), [&](int a) { return reached[at(a)] != 0; }))
                continue;
            for (const int a : nodes) reached[at(a)] = 1;
            taken[e] = more = true;
        }
    }
    const auto other = std::find(taken.begin(), taken.end(), 0) - taken.begin();
    return {static_cast<int>(other), std::to_string(pieces) +
                                         " pieces that share no node; a body is one piece (in Gmsh: "
                                         "Coherence, or a mesh each)"};
}

/// Faces of the surface as segments, or as triangles, with the box about each.
template <int D>
struct Skin {
    struct Piece {
        std::array<int, D> node{};
        Vec<D> low{}, high{};
        int element = 0;
    };
    const Mesh<D>& mesh;
    std::vector<Piece> piece{};

    explicit Skin(const Mesh<D>& of) : mesh(of) {
        for (const SurfaceFace& face : mesh.surface) {
            for (int k = 1; k + 1 < std::max(face.count, 3); ++k) {
                Piece one;
                one.element = face.element;
                one.node[0] = face.node[0];
                one.node[1] = face.node[at(k)];
                if constexpr (D == 3) one.node[2] = face.node[at(k + 1)];
                one.low = one.high = mesh.node[at(one.node[0])];
                for (const int a : one.node)
                    for (int i = 0; i < D; ++i) {
                        one.low[i] = std::min(one.low[i], mesh.node[at(a)][i]);
                        one.high[i] = std::max(one.high[i], mesh.node[at(a)][i]);
                    }
                piece.push_back(one);
            }
        }
        std::sort(piece.begin(), piece.end(),
                  [](const Piece& a, const Piece& b) { return a.low[0] < b.low[0]; });
    }

    const Vec<D>& x(int node) const { return mesh.node[at(node)]; }
};

/// Twice the area of a triangle, or six times the volume of a tetrahedron, by its sign: on which side of the first D points the
/// last one is. 0 within rounding.
int side_of(const Vec<2>& a, const Vec<2>& b, const Vec<2>& p) {
    const Vec<2> u = b - a, v = p - a;
    const double turn = u[0] * v[1] - u[1] * v[0];
    return std::abs(turn) <= 1e-12 * norm(u) * norm(v) ? 0 : turn > 0.0 ? 1 : -1;
}
int side_of(const Vec<3>& a, const Vec<3>& b, const Vec<3>& c, const Vec<3>& p) {
    const Vec<3> u = b - a, v = c - a, w = p - a;
    const double volume = dot(cross(u, v), w);
    return std::abs(volume) <= 1e-12 * norm(u) * norm(v) * norm(w) ? 0 : volume > 0.0 ? 1 : -1;
}

bool cross_each_other(const Skin<2>& skin, const Skin<2>::Piece& p, const Skin<2>::Piece& q) {
    const Vec<2>&a = skin.x(p.node[0]), &b = skin.x(p.node[1]), &c = skin.x(q.node[0]),
          &d = skin.x(q.node[1]);
    return side_of(a, b, c) * side_of(a, b, d) < 0 && side_of(c, d, a) * side_of(c, d, b) < 0;
}

/// Whether an edge of p goes through the inside of q.
bool pierces(const Skin<3>& skin, const Skin<3>::Piece& p, const Skin<3>::Piece& q) {
    const Vec<3>&a = skin.x(q.node[0]), &b = skin.x(q.node[1]), &c = skin.x(q.node[2]);
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec<3>&s = skin.x(p.node[k]), &t = skin.x(p.node[(k + 1) % 3]);
        if (side_of(a, b, c, s) * side_of(a, b, c, t) >= 0) continue;
        const int one = side_of(s, t, a, b), two = side_of(s, t, b, c), three = side_of(s, t, c, a);
        if (one != 0 && one == two && two == three) return true;
    }
    return false;
}

bool cross_each_other(const Skin<3>& skin, const Skin<3>::Piece& p, const Skin<3>::Piece& q) {
    return pierces(skin, p, q) || pierces(skin, q, p);
}

template <int D>
MeshFault find_crossing(const Mesh<D>& mesh) {
    const Skin<D> skin(mesh);
    for (std::size_t i = 0; i < skin.piece.size(); ++i) {
        const auto& p = skin.piece[i];
        for (std::size_t j = i + 1; j < skin.piece.size() && skin.piece[j].low[0] <= p.high[0]; ++j) {
            const auto& q = skin.piece[j];
            bool near = true;
            for (int k = 1; k < D; ++k) near = near && q.low[k] <= p.high[k] && p.low[k] <= q.high[k];
            if (near && cross_each_other(skin, p, q))
                return {std::max(p.element, q.element), "the surface crosses itself at this element"};
        }
    }
    return {};
}

}  // namespace

template <int D>
MeshFault find_fault(const Mesh<D>& mesh) {
    for (const auto find :
         {find_doubled_element<D>, find_crowded_side<D>, find_stretched<D>, find_other_piece<D>}) {
        if (MeshFault fault = find(mesh); fault.element >= 0) return fault;
    }
    return find_crossing(mesh);
}

template <int D>
int find_doubled_node(std::span<const Vec<D>> nodes, std::span<const char> used) {
    constexpr double endless = std::numeric_limits<double>::infinity();
    double size = 0.0;
    Vec<D> low;
    for (int i = 0; i < D; ++i) {
        double high = -endless;
        low[i] = endless;
        for (std::size_t a = 0; a < nodes.size(); ++a) {
            if (!used[a]) continue;
            low[i] = std::min(low[i], nodes[a][i]);
            high = std::max(high, nodes[a][i]);
        }
        size = std::max(size, high - low[i]);
    }
    const double cell = size > 0.0 ? 1e-10 * size : 1.0;
    int doubled = -1;
    for (const double shift : {0.0, 0.5}) {  // two that are alike but for a border between cells
        std::vector<std::pair<std::array<double, D>, int>> list;
        for (std::size_t a = 0; a < nodes.size(); ++a) {
            if (!used[a]) continue;
            std::array<double, D> key;
            for (int i = 0; i < D; ++i) key[at(i)] = std::floor((nodes[a][i] - low[i]) / cell + shift);
            list.emplace_back(key, static_cast<int>(a));
        }
        std::sort(list.begin(), list.end());
        for (std::size_t k = 1; k < list.size(); ++k)
            if (list[k].first == list[k - 1].first && (doubled < 0 || list[k].second < doubled))
                doubled = list[k].second;
    }
    return doubled;
}

template MeshFault find_fault(const Mesh<2>&);
template MeshFault find_fault(const Mesh<3>&);
template int find_doubled_node(std::span<const Vec<2>>, std::span<const char>);
template int find_doubled_node(std::span<const Vec<3>>, std::span<const char>);

}  // namespace drystone
