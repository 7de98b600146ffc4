#include "scene/read_deformable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "elastic/divide.h"
#include "elastic/gmsh.h"
#include "geometry/convex_faces.h"
#include "scene/convex_hull.h"
#include "scene/parse_toml.h"
#include "scene/read_solid.h"
#include "scene/table.h"

namespace drystone {

namespace {

constexpr int most_divisions = 10000;  // along an edge
constexpr double most_elements = 1e6;   // of a body: more is a slip of the keyboard
constexpr int most_refinements = 6;

const Keys deformable_keys = {"uniform",     "divisions", "size", "refine",     "mesh",      "elements",
                              "formulation", "mass",      "elasticity", "plane", "candidates"};

template <int D>
void read_options(const Table& table, Deformable<D>& deformable) {
    deformable.elasticity = table.choice("elasticity", Elasticity::corotational,
                                         {{"corotational", Elasticity::corotational},
                                          {"small", Elasticity::small},
                                          {"svk", Elasticity::svk}});
    deformable.plane =
        table.choice("plane", PlaneKind::strain, {{"strain", PlaneKind::strain}, {"stress", PlaneKind::stress}});
    if (D == 3 && table.has("plane")) refuse(table.at("plane").place, "plane belongs to scenes in 2D");
    deformable.elements.formulation =
        table.choice("formulation", Formulation::incompatible,
                     {{"incompatible", Formulation::incompatible}, {"full", Formulation::full}});
    deformable.elements.lumped = table.choice("mass", true, {{"lumped", true}, {"consistent", false}});
    deformable.candidates = table.choice(
        "candidates", Candidates::nodes,
        {{"nodes", Candidates::nodes}, {"faces", Candidates::faces}, {"gauss", Candidates::gauss}});
}

template <int D>
Cells read_cells(const Table& table) {
    if constexpr (D == 2)
        return table.choice("elements", Cells::quads, {{"quads", Cells::quads}, {"triangles", Cells::simplices}});
    else
        return table.choice("elements", Cells::quads,
                            {{"hexahedra", Cells::quads}, {"tetrahedra", Cells::simplices}});
}

/// The one convex shape a body consists of, in the frame of the body's shape.
template <int D>
const Convex<D>& only_solid(const Node& node, const BodyDescription<D>& body) {
    const Solid<D>* solid =
        body.geometry.size() == 1 ? std::get_if<Solid<D>>(&body.geometry[0].shape) : nullptr;
    if (!solid || !(body.geometry[0].position == Vec<D>{}) || !(body.geometry[0].rotation == Rotation<D>{}))
        refuse(node.place, "only a single box, polygon or polyhedron (also a cylinder with `sides`) without `rounding` can be "
                           "divided; mesh other shapes with Gmsh and say mesh = \"file.msh\", or \"uniform\"");
    return *solid->convex;
}

/// Mean length of a side and the one across from it.
double mean_length(const Vec<2>& p, const Vec<2>& q, const Vec<2>& r, const Vec<2>& s) {
    return 0.5 * (norm(q - p) + norm(s - r));
}

/// Corners of a quadrilateral, turned so that the side 01 runs along x as nearly as any, or is the longest.
std::vector<Vec<2>> brick_corners(const Convex<2>& shape, Order order) {
    if (shape.size() != 4) return {};
    std::size_t first = 0;
    double most = -2.0;
    for (std::size_t k = 0; k < 4; ++k) {
        const Vec<2> along = shape.vertex[(k + 1) % 4] - shape.vertex[k];
        const double cosine = along[0] / norm(along);
        if (cosine > most + 1e-12) {
            most = cosine;
            first = k;
        }
    }
    std::vector<Vec<2>> c = shape.vertex;
    std::rotate(c.begin(), c.begin() + static_cast<std::ptrdiff_t>(first), c.end());
    constexpr double longer = 1.0 + 1e-6;
    if (order == Order::longest_first &&
        mean_length(c[0], c[3], c[1], c[2]) > longer * mean_length(c[0], c[1], c[3], c[2]))
        std::rotate(c.begin(), c.begin() + 1, c.end());
    return c;
}

/// Corners of a block with six faces of four corners in the order of a hexahedron, turned so that 01, 03 and 04 run along
/// x, y and z as nearly as any, or are shorter and shorter: the best of the 24 ways to turn a cube.
std::vector<Vec<3>> brick_corners(const Convex<3>& shape, Order order) {
    const std::vector<Vec<3>> corner = hexahedron_corners(shape.vertex, faces_of(shape));
    if (corner.empty()) return {};
    constexpr std::array<int, 8> bits = {0b000, 0b001, 0b011, 0b010, 0b100, 0b101, 0b111, 0b110};  // zyx of corner
    constexpr std::array<int, 8> place = {0, 1, 3, 2, 4, 5, 7, 6};                                 // corner of zyx
    constexpr int ways[6][4] = {{0, 1, 2, 0}, {1, 2, 0, 0}, {2, 0, 1, 0},
                                {0, 2, 1, 1}, {2, 1, 0, 1}, {1, 0, 2, 1}};  // axes, and whether they are odd
    std::vector<Vec<3>> best;
    double most = -std::numeric_limits<double>::infinity();
    for (int origin = 0; origin < 8; ++origin) {
        const int flips = (origin & 1) + ((origin >> 1) & 1) + (origin >> 2);
        for (const auto& way : ways) {
            if ((flips + way[3]) % 2 != 0) continue;  // would be a mirror image
            std::vector<Vec<3>> turned(8);
            for (std::size_t k = 0; k < 8; ++k) {
                int from = origin;
                for (int a = 0; a < 3; ++a) {
                    if ((bits[k] >> a) & 1) from ^= 1 << way[a];
                }
                turned[k] = corner[static_cast<std::size_t>(place[static_cast<std::size_t>(from)])];
            }
            double score = 0.0;
            constexpr std::array<std::size_t, 3> ends = {1, 3, 4};
            for (int a = 0; a < 3; ++a) {
                const Vec<3> along = turned[ends[static_cast<std::size_t>(a)]] - turned[0];
                score += along[a] / norm(along);
                constexpr std::array<double, 3> first = {100.0, 50.0, 25.0};  // beside cosines of at most 1
                if (order == Order::longest_first)
                    score += first[static_cast<std::size_t>(a)] * norm(along) / shape.radius;
            }
            if (score > most + 1e-12) {
                most = score;
                best = turned;
            }
        }
    }
    return best;
}

template <int D>
std::array<int, D> read_divisions(const Node& node) {
    const auto& items = array_of(node, "divisions", "numbers of elements");
    if (items.size() != D)
        refuse(node.place, fmt::format("divisions must be {} numbers in {}D, found {}", D, D, items.size()));
    std::array<int, D> divisions{};
    for (std::size_t k = 0; k < D; ++k)
        divisions[k] = static_cast<int>(whole_number_of(items[k], "a division", 1, most_divisions));
    return divisions;
}

/// One more than can be had where `size` is far too small.
int parts_of(double length, double size) {
    return static_cast<int>(std::clamp(std::ceil(length / size - 1e-9), 1.0, most_divisions + 1.0));
}

template <std::size_t D>
const std::array<int, D>& within_bounds(const Node& node, const std::array<int, D>& divisions) {
    double elements = 1.0;
    for (const int d : divisions) elements *= d;
    if (elements > most_elements || *std::max_element(divisions.begin(), divisions.end()) > most_divisions)
        refuse(node.place, fmt::format("these are too many elements: at most {} along an edge and {:.0f} in a body",
                                       most_divisions, most_elements));
    return divisions;
}

Mesh<2> divide_brick(const std::vector<Vec<2>>& c, const std::array<int, 2>& divisions, Cells cells) {
    return divide_quadrilateral({c[0], c[1], c[2], c[3]}, divisions, cells);
}
Mesh<3> divide_brick(const std::vector<Vec<3>>& c, const std::array<int, 3>& divisions, Cells cells) {
    return divide_hexahedron({c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]}, divisions, cells);
}

/// Elements of about `size`: counted along the longest of parallel sides.
std::array<int, 2> divisions_for(const std::vector<Vec<2>>& c, double size) {
    return {parts_of(std::max(norm(c[1] - c[0]), norm(c[2] - c[3])), size),
            parts_of(std::max(norm(c[3] - c[0]), norm(c[2] - c[1])), size)};
}
std::array<int, 3> divisions_for(const std::vector<Vec<3>>& c, double size) {
    const auto longest = [&](std::initializer_list<std::pair<int, int>> sides) {
        double length = 0.0;
        for (const auto& [a, b] : sides)
            length = std::max(length, norm(c[static_cast<std::size_t>(b)] - c[static_cast<std::size_t>(a)]));
        return length;
    };
    return {parts_of(longest({{0, 1}, {3, 2}, {4, 5}, {7, 6}}), size),
            parts_of(longest({{0, 3}, {1, 2}, {4, 7}, {5, 6}}), size),
            parts_of(longest({{0, 4}, {1, 5}, {2, 6}, {3, 7}}), size)};
}

Mesh<2> divide_any(const Convex<2>& shape, int refinements) { return divide_polygon(shape.vertex, refinements); }
Mesh<3> divide_any(const Convex<3>& shape, int refinements) {
    return divide_polyhedron(shape.vertex, faces_of(shape), refinements);
}

template <int D>
Mesh<D> divide(const Table& table, const Node& node, const Convex<D>& shape, Order order) {
    const int given = int(table.has("divisions")) + int(table.has("size")) + int(table.has("refine"));
    if (given != 1) refuse(node.place, "say how to divide the body: one of divisions, size and refine");
    const std::vector<Vec<D>> corners = brick_corners(shape, order);
    const Cells cells = read_cells<D>(table);
    if (const Node* divisions = table.find("divisions")) {
        if (corners.empty())
            refuse(divisions->place,
                   fmt::format("divisions need a shape with {}; of this one say size = .. or refine = ..",
                               D == 2 ? "four corners" : "six faces of four corners"));
        return divide_brick(corners, within_bounds(*divisions, read_divisions<D>(*divisions)), cells);
    }
    if (const Node* size = table.find("size"); size && !corners.empty())
        return divide_brick(corners, within_bounds(*size, divisions_for(corners, positive_of(*size, "size"))),
                            cells);
    if (const Node* elements = table.find("elements"))
        refuse(elements->place, "elements can be chosen for bricks only; other shapes have one kind");
    if (const Node* size = table.find("size")) {
        const double halvings = std::ceil(std::log2(shape.radius / positive_of(*size, "size")) - 1e-9);
        if (halvings > most_refinements)
            refuse(size->place, fmt::format("edges of this shape would be halved {} times, and at most {} times is known "
                                            "here: mesh it with Gmsh, or take a greater size",
                                            halvings, most_refinements));
        return divide_any(shape, std::max(0, static_cast<int>(halvings)));
    }
    return divide_any(shape, table.whole_number("refine", 0, 0, most_refinements));
}

template <int D>
std::shared_ptr<const Mesh<D>> shared(Mesh<D> mesh) {
    return std::make_shared<const Mesh<D>>(std::move(mesh));
}

template <int D>
void check_uniform(const Node& node, const BodyDescription<D>& body) {
    for (const PlacedShape<D>& part : body.geometry) {
        if (std::holds_alternative<Solid<D>>(part.shape)) continue;
        refuse(node.place, D == 2 ? "a uniform strain would turn a disk into an ellipse: disks and curved shapes stay rigid. Use a box "
                                    "or polygon, or a compound of them"
                                  : "a uniform strain would turn a sphere into an ellipsoid: spheres and curved shapes stay rigid. Use a "
                                    "box, a cylinder with `sides` or a polyhedron, or a compound of them");
    }
}

}  // namespace

bool names_a_mesh(const Node& node) {
    return node.as<Node::Entries>() && find_in(node, "mesh") != nullptr;
}

template <int D>
void read_meshed_body(const Node& node, const Draft<D>& draft, BodyDescription<D>& body) {
    const Table table(node, "deformable", deformable_keys);
    for (const char* key : {"uniform", "divisions", "size", "refine", "elements"}) {
        if (const Node* other = table.find(key))
            refuse(other->place, fmt::format("{} does not go with a mesh, which has its elements", key));
    }
    const Node& file = table.at("mesh");
    const std::string path = (draft.folder / text_of(file, "mesh")).string();
    body.deformable.emplace();
    read_options(table, *body.deformable);
    body.deformable->mesh = shared(named_at(file.place, path, [&] {
        return read_gmsh<D>(read_text_file(path, file.place), path);
    }));
    body.geometry = {{solid_of(convex_hull(body.deformable->mesh->node, 1e-6), file.place, "the mesh"), {}, {}}};
}

template <int D>
void read_deformable(const Node& node, BodyDescription<D>& body, Order order) {
    body.deformable.emplace();
    if (!node.as<Node::Entries>()) {
        if (text_of(node, "deformable") != "uniform")
            refuse(node.place, fmt::format("deformable must be \"uniform\" or a table {{ divisions = .. }}, "
                                           "{{ size = .. }} or {{ mesh = .. }}, found {}",
                                           describe(node)));
        check_uniform(node, body);
        return;
    }
    const Table table(node, "deformable", deformable_keys);
    read_options(table, *body.deformable);
    if (table.truth("uniform", false)) {
        for (const char* key : {"divisions", "size", "refine", "elements", "formulation", "mass", "candidates"}) {
            if (const Node* other = table.find(key))
                refuse(other->place, fmt::format("{} belongs to a mesh; a uniform strain has none", key));
        }
        check_uniform(node, body);
        return;
    }
    body.deformable->mesh = shared(divide(table, node, only_solid(node, body), order));
}

template <int D>
void check_deformable(const Node& node, const Draft<D>& draft, const BodyDescription<D>& body) {
    const Material& material = draft.world.materials[static_cast<std::size_t>(body.material)];
    if (material.young == 0.0)
        refuse(node.place, fmt::format("a deformable body needs young (and poisson) of its material: give them to "
                                       "[materials.{}]",
                                       material.name));
    if (body.fixed)
        refuse(node.place, "a fixed body does not deform: drop one of the two, or hold some of its nodes with a "
                           "[[drives]] entry that says where");
    if (body.mass > 0.0)
        refuse(node.place, "the mass of a deformable body comes from its shape and density: drop mass");
}

#define DRYSTONE_READ_DEFORMABLE(D)                                                                  \
    template void read_meshed_body(const Node&, const Draft<D>&, BodyDescription<D>&);               \
    template void read_deformable(const Node&, BodyDescription<D>&, Order);                          \
    template void check_deformable(const Node&, const Draft<D>&, const BodyDescription<D>&);
DRYSTONE_READ_DEFORMABLE(2)
DRYSTONE_READ_DEFORMABLE(3)
#undef DRYSTONE_READ_DEFORMABLE

}  // namespace drystone
