#include "scene/read_solid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "geometry/convex.h"
#include "scene/check_sizes.h"
#include "scene/convex_hull.h"
#include "scene/read_curved.h"
#include "scene/read_mesh.h"

namespace drystone {

namespace {

template <int D>
Solid<D> shared(Convex<D> convex) {
    return {std::make_shared<const Convex<D>>(std::move(convex))};
}

template <int D>
Solid<D> read_box(const Table& table) {
    return solid_of(make_box(read_sizes<D>(table, "size", "size of a box")), table.at("size").place, "this box");
}

template <int D>
std::vector<Vec<D>> read_vertices(const Table& table, std::size_t least) {
    const Node& node = table.at("vertices");
    const auto& list = array_of(node, "vertices", "points");
    if (list.size() < least)
        refuse(node.place,
               fmt::format("{} needs at least {} vertices, found {}", table.title(), least, list.size()));
    std::vector<Vec<D>> vertices;
    for (const Node& one : list) vertices.push_back(vector_of<D>(one, "a vertex"));
    return vertices;
}

/// In order round the polygon, either way.
Solid<2> read_polygon(const Table& table) {
    std::vector<Vec<2>> vertices = read_vertices<2>(table, 3);
    double area = 0.0;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const Vec<2>&a = vertices[i], &b = vertices[(i + 1) % vertices.size()];
        area += a[0] * b[1] - a[1] * b[0];
    }
    if (area < 0.0) std::reverse(vertices.begin(), vertices.end());
    return solid_of(make_convex(vertices), table.at("vertices").place, "this polygon");
}

/// A prism with the cross-section of a cylinder: mass and volume are exact.
Solid<3> read_prism(const Table& table) {
    const int sides = table.whole_number("sides", 3, 3, 1000);
    const double radius = table.positive("radius"), height = table.positive("height"), turn = 2.0 * std::numbers::pi;
    check_alike(std::min(radius, height), std::max(radius, height), table.place());
    const double corner = radius * std::sqrt(turn / (sides * std::sin(turn / sides)));
    return solid_of(make_prism(sides, corner, height), table.place(), "this cylinder");
}

Solid<3> read_mesh_shape(const Table& table, const std::filesystem::path& folder) {
    return shared(read_convex_mesh((folder / table.text("file")).string(), table.at("file").place));
}

}  // namespace

template <int D>
Solid<D> solid_of(const ConvexResult<D>& result, const Place& place, std::string_view what) {
    if (!result.convex) refuse(place, fmt::format("{}: {}", what, result.error));
    return shared(*result.convex);
}

template <>
Keys solid_words<2>() {
    return {"box", "polygon"};
}
template <>
Keys solid_words<3>() {
    return {"box", "polyhedron", "mesh", "cylinder"};
}

template <>
std::optional<Shape<2>> read_solid<2>(const Node& node, const std::string& word, const Keys& more,
                                      const std::filesystem::path&) {
    const auto table = [&](const Keys& own) { return Table(node, fmt::format("a {}", word), shape_keys(own, more)); };
    if (word == "box") {
        const Table box = table({"size", "rounding"});
        return rounded(read_box<2>(box), box);
    }
    if (word == "polygon") {
        const Table polygon = table({"vertices", "rounding"});
        return rounded(read_polygon(polygon), polygon);
    }
    return {};
}

template <>
std::optional<Shape<3>> read_solid<3>(const Node& node, const std::string& word, const Keys& more,
                                      const std::filesystem::path& folder) {
    const auto table = [&](const Keys& own) { return Table(node, fmt::format("a {}", word), shape_keys(own, more)); };
    if (word == "box") {
        const Table box = table({"size", "rounding"});
        return rounded(read_box<3>(box), box);
    }
    if (word == "polyhedron") {
        const Table hull = table({"vertices", "rounding"});
        return rounded(solid_of(convex_hull(read_vertices<3>(hull, 4)), hull.at("vertices").place, "this polyhedron"), hull);
    }
    if (word == "cylinder" && find_in(node, "sides")) {
        const Table prism = table({"radius", "height", "sides", "rounding"});
        return rounded(read_prism(prism), prism);
    }
    if (word == "mesh") {
        const Table mesh = table({"file", "rounding"});
        return rounded(read_mesh_shape(mesh, folder), mesh);
    }
    return {};
}

template Solid<2> solid_of(const ConvexResult<2>&, const Place&, std::string_view);
template Solid<3> solid_of(const ConvexResult<3>&, const Place&, std::string_view);

}  // namespace drystone
