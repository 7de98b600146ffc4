#include "io/shape_toml.h"

#include <cassert>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "geometry/convex.h"
#include "geometry/curved.h"

namespace drystone {

namespace {

constexpr double to_degrees = 180.0 / std::numbers::pi;

template <int D>
std::string vector_in_toml(const Vec<D>& v) {
    return fmt::format("[{}]", fmt::join(v.c, ", "));
}

std::string rounding_in_toml(double rounding) {
    return rounding > 0.0 ? fmt::format(", rounding = {}", rounding) : "";
}

template <int D>
std::string hull_in_toml(const Convex<D>& convex) {
    std::string vertices;
    for (const Vec<D>& vertex : convex.vertex)
        vertices += (vertices.empty() ? "" : ", ") + vector_in_toml(vertex);
    return fmt::format("type = \"{}\", vertices = [{}]", D == 2 ? "polygon" : "polyhedron", vertices);
}

/// Type and keys of a core, without the braces.
template <int D>
struct CoreInToml {
    const Curved<D>& curved;

    std::string operator()(const Dot<D>&) const {
        assert(false);  // never a shape of its own
        return "";
    }
    std::string operator()(const Hull<D>&) const {
        return hull_in_toml(*curved.hull) + rounding_in_toml(curved.rounding);
    }
    std::string operator()(const Segment<D>& core) const {
        return fmt::format("type = \"capsule\", radius = {}, height = {}", curved.rounding, 2.0 * core.half);
    }
    std::string operator()(const Frustum& core) const {
        const std::string top = core.low == core.high ? "" : fmt::format(", top_radius = {}", core.high);
        return fmt::format("type = \"{}\", radius = {}, height = {}{}{}", top.empty() ? "cylinder" : "cone",
                           core.low, 2.0 * core.half, top, rounding_in_toml(curved.rounding));
    }
    std::string operator()(const Ellipsoid<D>& core) const {
        return fmt::format("type = \"{}\", half_axes = {}", D == 2 ? "ellipse" : "ellipsoid",
                           vector_in_toml(core.half));
    }
    std::string operator()(const Superquadric<D>& core) const {
        const std::string exponents = D == 2 ? fmt::format("exponent = {}", core.across)
                                             : fmt::format("exponents = [{}, {}]", core.across, core.along);
        return fmt::format("type = \"{}\", half_axes = {}, {}", D == 2 ? "superellipse" : "superquadric",
                           vector_in_toml(core.half), exponents);
    }
};

template <int D>
struct ShapeInToml {
    std::string operator()(const Ball<D>& ball) const {
        return fmt::format("type = \"{}\", radius = {}", D == 2 ? "disk" : "sphere", ball.radius);
    }
    std::string operator()(const Plane<D>& plane) const {
        return "type = \"plane\", normal = " + vector_in_toml(plane.normal);
    }
    std::string operator()(const Drum<D>& drum) const {
        const std::string length =
            std::isfinite(drum.length) ? fmt::format(", length = {}", drum.length) : "";
        return fmt::format("type = \"drum\", radius = {}{}", drum.radius, length);
    }
    std::string operator()(const Solid<D>& solid) const { return hull_in_toml(*solid.convex); }
    std::string operator()(const CurvedSolid<D>& solid) const {
        return std::visit(CoreInToml<D>{*solid.curved}, solid.curved->core);
    }
};

std::string turn_in_toml(const Rotation<2>& r) {
    return fmt::format("{{ angle_deg = {} }}", r.angle * to_degrees);
}

std::string turn_in_toml(const Rotation<3>& r) {
    const double angle = 2.0 * std::atan2(norm(r.q), r.w);
    return fmt::format("{{ axis = {}, angle_deg = {} }}", vector_in_toml(r.q), angle * to_degrees);
}

template <int D>
std::string part_in_toml(const PlacedShape<D>& part) {
    std::string text = "{ " + std::visit(ShapeInToml<D>{}, part.shape);
    if (!(part.position == Vec<D>{})) text += ", position = " + vector_in_toml(part.position);
    if (!(part.rotation == Rotation<D>{})) text += ", orientation = " + turn_in_toml(part.rotation);
    return text + " }";
}

}  // namespace

template <int D>
std::string shape_in_toml(const Geometry<D>& geometry) {
    if (geometry.empty()) return "";
    const PlacedShape<D>& first = geometry.front();
    if (geometry.size() == 1 && first.position == Vec<D>{} && first.rotation == Rotation<D>{})
        return part_in_toml(first);
    std::string parts;
    for (const PlacedShape<D>& part : geometry) parts += (parts.empty() ? "" : ", ") + part_in_toml(part);
    return "{ type = \"compound\", parts = [" + parts + "] }";
}

template std::string shape_in_toml(const Geometry<2>&);
template std::string shape_in_toml(const Geometry<3>&);

}  // namespace drystone
