// Volume and centroid below a level, and the side that meets a flow, of the parts of a body: caps of balls, docs/theory.md (7.9), convex
// shapes cut by the level. Clumps scale each ball's share by (volume of the union) / (sum of volumes).

#include "step/water_shape.h"

#include <cmath>
#include <numbers>
#include <numeric>

#include "core/index.h"
#include "geometry/curved.h"

namespace drystone {

namespace {

/// The skin of a convex part where it stands. That of a curved one lies inside it: it is swollen about its middle to the true
/// volume, so that a body under water weighs what it should.
template <int D>
Skin<D> skin_of_part(const Parts<D>& parts, int p) {
    const int k = parts.solid[p];
    Skin<D> skin = parts.solids.skin(k);
    if (parts.solids.is_curved(k)) {
        const Curved<D>& shape = *parts.solids.curved[k];
        const double swell = std::pow(shape.moments.volume / volume_of(skin), 1.0 / D);
        const Vec<D> centre = (1.0 / shape.moments.volume) * shape.moments.first;
        for (Vec<D>& x : skin.vertex) x = centre + swell * (x - centre);
    }
    for (Vec<D>& x : skin.vertex) x = parts.solids.origin[k] + parts.solids.turn[k] * x;
    return skin;
}

template <int D>
MassProperties<D> unit_mass(const Parts<D>& parts, int p) {
    const int k = parts.solid[p];
    return parts.solids.is_curved(k) ? mass_properties(*parts.solids.curved[k], 1.0)
                                     : mass_properties(*parts.solids.shape[k], 1.0);
}

Submerged<2> submerged_solid(const Parts<2>& parts, int p, const Vec<2>& reference,
                             const WaterSurface<2>& surface) {
    return submerged_polygon(skin_of_part(parts, p).vertex, reference, surface);
}
Submerged<3> submerged_solid(const Parts<3>& parts, int p, const Vec<3>& reference,
                             const WaterSurface<3>& surface) {
    const Skin<3> skin = skin_of_part(parts, p);
    return submerged_polyhedron(skin.vertex, skin.faces, reference, surface);
}

WetSide<2> wet_side_of_solid(const Parts<2>& parts, int p, const Vec<2>& reference, const Vec<2>& direction,
                             const WaterSurface<2>& surface) {
    return wet_side_of_polygon(skin_of_part(parts, p).vertex, reference, direction, surface);
}
WetSide<3> wet_side_of_solid(const Parts<3>& parts, int p, const Vec<3>& reference, const Vec<3>& direction,
                             const WaterSurface<3>& surface) {
    const Skin<3> skin = skin_of_part(parts, p);
    return wet_side_of_polyhedron(skin.vertex, skin.faces, reference, direction, surface);
}

/// The skin of a mesh, deformed as it is: edges in the plane, faces in space. Both sums are over facets and need no convexity.
Submerged<2> submerged_skin(const Surface<2>& skin, const Vec<2>& reference, const WaterSurface<2>& surface) {
    Submerged<2> sum;
    const Vec<2> apex = skin.node[static_cast<std::size_t>(skin.facet[0].node[0])];
    for (const Facet<2>& facet : skin.facet) {  // triangles with an apex in common
        const std::array<Vec<2>, 3> triangle = {apex, skin.node[static_cast<std::size_t>(facet.node[0])],
                                                skin.node[static_cast<std::size_t>(facet.node[1])]};
        const Submerged<2> part = submerged_polygon(triangle, reference, surface);
        sum.volume += part.volume;
        sum.moment += part.moment;
    }
    return sum;
}

std::vector<std::vector<int>> faces_of(const Surface<3>& skin) {
    std::vector<std::vector<int>> faces;
    for (const Facet<3>& facet : skin.facet) faces.emplace_back(facet.node.begin(), facet.node.begin() + facet.corners);
    return faces;
}

Submerged<3> submerged_skin(const Surface<3>& skin, const Vec<3>& reference, const WaterSurface<3>& surface) {
    return submerged_polyhedron(skin.node, faces_of(skin), reference, surface);
}

WetSide<2> wet_side_of_skin(const Surface<2>& skin, const Vec<2>& reference, const Vec<2>& direction,
                            const WaterSurface<2>& surface) {
    WetSide<2> sum;
    for (std::size_t f = 0; f < skin.facet.size(); ++f) {
        if (dot(skin.normal[f], direction) >= 0.0) continue;  // an edge alone would show its back
        const std::array<Vec<2>, 2> edge = {skin.node[static_cast<std::size_t>(skin.facet[f].node[0])],
                                            skin.node[static_cast<std::size_t>(skin.facet[f].node[1])]};
        const WetSide<2> part = wet_side_of_polygon(edge, reference, direction, surface);
        sum.area += part.area;
        sum.load += part.load;
        sum.moment += part.moment;
    }
    return sum;
}

WetSide<3> wet_side_of_skin(const Surface<3>& skin, const Vec<3>& reference, const Vec<3>& direction,
                            const WaterSurface<3>& surface) {
    return wet_side_of_polyhedron(skin.node, faces_of(skin), reference, direction, surface);
}

template <int D>
const Surface<D>& skin_of(const Parts<D>& parts, int p) {
    return parts.surfaces[static_cast<std::size_t>(parts.surface[static_cast<std::size_t>(p)])];
}

std::vector<int> corners_of(const Convex<2>& convex, int f) { return {f, (f + 1) % convex.size()}; }
std::vector<int> corners_of(const Convex<3>& convex, int f) {
    return {convex.face_vertex.begin() + convex.face_start[at(f)], convex.face_vertex.begin() + convex.face_start[at(f + 1)]};
}

}  // namespace

template <int D>
double part_volume(const Parts<D>& parts, int p) {
    if (parts.is_convex(p)) return unit_mass(parts, p).mass;
    if (parts.kind[p] != PartKind::ball) return 0.0;
    const double R = parts.radius[p];
    return D == 3 ? 4.0 / 3.0 * std::numbers::pi * R * R * R : std::numbers::pi * R * R;
}

template <int D>
Vec<D> part_centroid(const Parts<D>& parts, int p) {
    if (!parts.is_convex(p)) return parts.local_centre[p];
    const int k = parts.solid[p];
    return parts.solids.local_origin[k] + parts.solids.local_turn[k] * unit_mass(parts, p).centre;
}

template <int D>
Submerged<D> submerged_part(const World<D>& world, const WetBody<D>& wet, const WaterSurface<D>& surface) {
    const Vec<D>& centre_of_mass = world.bodies.position[wet.body];
    Submerged<D> sum;
    for (int p = wet.first_part; p < wet.end_part; ++p) {
        if (world.parts.is_convex(p)) {
            const Submerged<D> part = submerged_solid(world.parts, p, centre_of_mass, surface);
            sum.volume += part.volume;
            sum.moment += part.moment;
            continue;
        }
        if (world.parts.kind[p] == PartKind::surface) return submerged_skin(skin_of(world.parts, p), centre_of_mass, surface);
        if (world.parts.kind[p] != PartKind::ball) continue;
        const Vec<D>& centre = world.parts.centre[p];
        const Submerged<D> part = submerged_ball(centre, world.parts.radius[p], surface);
        sum.volume += part.volume;
        sum.moment += part.moment + part.volume * (centre - centre_of_mass);
    }
    if (wet.end_part - wet.first_part == 1) return sum;
    const Vec<D> lopsided = rotate(world.bodies.rotation[wet.body], wet.lopsided);
    return {wet.overlap * sum.volume, wet.overlap * (sum.moment - sum.volume * lopsided)};
}

template <int D>
WetSide<D> wet_side(const World<D>& world, const WetBody<D>& wet, const Vec<D>& direction,
                    const WaterSurface<D>& surface) {
    WetSide<D> sum;
    for (int p = wet.first_part; p < wet.end_part; ++p) {
        if (world.parts.is_convex(p)) {
            const WetSide<D> part =
                wet_side_of_solid(world.parts, p, world.bodies.position[wet.body], direction, surface);
            sum.area += part.area;
            sum.load += part.load;
            sum.moment += part.moment;
            continue;
        }
        if (world.parts.kind[p] == PartKind::surface)
            return wet_side_of_skin(skin_of(world.parts, p), world.bodies.position[wet.body], direction, surface);
        if (world.parts.kind[p] != PartKind::ball) continue;
        const Vec<D>& centre = world.parts.centre[p];
        const WetSide<D> part = wet_side_of_ball(centre, world.parts.radius[p], surface);
        sum.area += part.area;
        sum.load += part.load;
        sum.moment += part.moment + part.load * (centre - world.bodies.position[wet.body]);
    }
    return sum;
}

template <int D>
int faces(const Parts<D>& parts, int p) {
    if (parts.kind[p] == PartKind::surface) return static_cast<int>(skin_of(parts, p).facet.size());
    return parts.kind[p] == PartKind::solid ? static_cast<int>(parts.solids.shape[parts.solid[p]]->normal.size()) : 0;
}

template <int D>
Vec<D> Face<D>::middle() const {
    Vec<D> sum{};
    for (const Vec<D>& x : corner) sum += x;
    return (1.0 / static_cast<double>(corner.size())) * sum;
}

template <int D>
Face<D> face_of(const Parts<D>& parts, int p, int f) {
    Face<D> face;
    if (parts.kind[p] == PartKind::surface) {
        const Surface<D>& skin = skin_of(parts, p);
        const Facet<D>& facet = skin.facet[at(f)];
        for (int k = 0; k < facet.corners; ++k) face.corner.push_back(skin.node[at(facet.node[at(k)])]);
        face.normal = skin.normal[at(f)];
        return face;
    }
    const int k = parts.solid[p];
    const Convex<D>& shape = *parts.solids.shape[k];
    for (const int v : corners_of(shape, f))
        face.corner.push_back(parts.solids.origin[k] + parts.solids.turn[k] * shape.vertex[at(v)]);
    face.normal = parts.solids.turn[k] * shape.normal[at(f)];
    return face;
}

template <>
WetSide<2> wet_side(const Face<2>& face, const Vec<2>& reference, const WaterSurface<2>& surface) {
    return wet_side_of_polygon(face.corner, reference, -1.0 * face.normal, surface);
}
template <>
WetSide<3> wet_side(const Face<3>& face, const Vec<3>& reference, const WaterSurface<3>& surface) {
    std::vector<int> all(face.corner.size());
    std::iota(all.begin(), all.end(), 0);
    return wet_side_of_polyhedron(face.corner, std::span(&all, 1), reference, -1.0 * face.normal, surface);
}

#define DRYSTONE_WATER_SHAPE(D)                                                                       \
    template double part_volume(const Parts<D>&, int);                                                \
    template Vec<D> part_centroid(const Parts<D>&, int);                                              \
    template Submerged<D> submerged_part(const World<D>&, const WetBody<D>&, const WaterSurface<D>&); \
    template WetSide<D> wet_side(const World<D>&, const WetBody<D>&, const Vec<D>&, const WaterSurface<D>&); \
    template int faces(const Parts<D>&, int);                                                         \
    template struct Face<D>;                                                                          \
    template Face<D> face_of(const Parts<D>&, int, int);
DRYSTONE_WATER_SHAPE(2)
DRYSTONE_WATER_SHAPE(3)
#undef DRYSTONE_WATER_SHAPE

}  // namespace drystone
