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
#include "scene/solid_parts.h"

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
std::vector<Convex<2>> read_polygon(const Table& table) {
    const std::vector<Vec<2>> vertices = read_vertices<2>(table, 3);
    const Place& place = table.at("vertices").place;
    SolidParts<2> solid = solid_from_polygon(vertices);
    if (solid.part.empty()) refuse(place, "this polygon: " + solid.error);
    if (solid.part.size() > 1 && !table.truth("decompose", true))
        refuse(place, "this polygon: not convex; decompose = true makes convex parts of it");
    return std::move(solid.part);
}

/// A prism with the cross-section of a cylinder: mass and volume are exact.
Solid<3> read_prism(const Table& table) {
    const int sides = table.whole_number("sides", 3, 3, 1000);
    const double radius = table.positive("radius"), height = table.positive("height"), turn = 2.0 * std::numbers::pi;
    check_alike(std::min(radius, height), std::max(radius, height), table.place());
    const double corner = radius * std::sqrt(turn / (sides * std::sin(turn / sides)));
    return solid_of(make_prism(sides, corner, height), table.place(), "this cylinder");
}

/// One body: each part as it is, or with `rounding` where there is one.
template <int D>
std::vector<Shape<D>> shapes_of(std::vector<Convex<D>> parts, const Table& table) {
    if (parts.size() > 1 && table.has("rounding"))
        refuse(table.at("rounding").place, fmt::format("rounding is for convex shapes; this one has {} convex parts", parts.size()));
    std::vector<Shape<D>> shapes;
    for (Convex<D>& part : parts) shapes.push_back(rounded(shared(std::move(part)), table));
    return shapes;
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
std::vector<Shape<2>> read_solid<2>(const Node& node, const std::string& word, const Keys& more,
                                    const std::filesystem::path&) {
    const auto table = [&](const Keys& own) { return Table(node, fmt::format("a {}", word), shape_keys(own, more)); };
    if (word == "box") {
        const Table box = table({"size", "rounding"});
        return {rounded(read_box<2>(box), box)};
    }
    if (word == "polygon") {
        const Table polygon = table({"vertices", "rounding", "decompose"});
        return shapes_of(read_polygon(polygon), polygon);
    }
    return {};
}

template <>
std::vector<Shape<3>> read_solid<3>(const Node& node, const std::string& word, const Keys& more,
                                    const std::filesystem::path& folder) {
    const auto table = [&](const Keys& own) { return Table(node, fmt::format("a {}", word), shape_keys(own, more)); };
    if (word == "box") {
        const Table box = table({"size", "rounding"});
        return {rounded(read_box<3>(box), box)};
    }
    if (word == "polyhedron") {
        const Table hull = table({"vertices", "rounding"});
        return {rounded(solid_of(convex_hull(read_vertices<3>(hull, 4)), hull.at("vertices").place, "this polyhedron"), hull)};
    }
    if (word == "cylinder" && find_in(node, "sides")) {
        const Table prism = table({"radius", "height", "sides", "rounding"});
        return {rounded(read_prism(prism), prism)};
    }
    if (word == "mesh") {
        const Table mesh = table({"file", "rounding", "decompose"});
        const std::string path = (folder / mesh.text("file")).string();
        return shapes_of(read_solid_mesh(path, mesh.at("file").place, mesh.truth("decompose", true)), mesh);
    }
    return {};
}

template Solid<2> solid_of(const ConvexResult<2>&, const Place&, std::string_view);
template Solid<3> solid_of(const ConvexResult<3>&, const Place&, std::string_view);

}  // namespace drystone
