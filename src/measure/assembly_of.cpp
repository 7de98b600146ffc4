#include "measure/assembly_of.h"

#include <limits>

#include "geometry/mass.h"
#include "geometry/skin.h"
#include "measure/body_volume.h"
#include "measure/joints.h"
#include "measure/lever_arms.h"
#include "step/walls.h"

namespace drystone {

namespace {

Vec<3> in_3d(const Vec<2>& v) { return {{v[0], v[1], 0.0}}; }
Vec<3> in_3d(const Vec<3>& v) { return v; }
Vec<3> about_z(const Vec<1>& w) { return {{0.0, 0.0, w[0]}}; }
Vec<3> about_z(const Vec<3>& w) { return w; }

template <int D>
double round_radius(const World<D>& world, int body) {
    const int first = world.first_part[static_cast<std::size_t>(body)], parts = world.parts.shapes();
    const auto has = [&](int part) { return part < parts && world.parts.body[static_cast<std::size_t>(part)] == body; };
    const bool alone = has(first) && !has(first + 1);  // a body may have no part at all
    if (alone && world.parts.kind[first] == PartKind::ball) return world.parts.radius[first];
    return radius_of_round(body_volume(world, body), D);
}

/// (slots)  rows of the grains, or -1.
template <int D>
std::vector<int> add_grains(const World<D>& world, GrainList& grains) {
    const std::vector<std::uint8_t> walls = walls_of(world);
    std::vector<int> row(world.bodies.position.size(), -1);
    grains.dimension = D;
    for (std::size_t id = 0; id < world.slot.size(); ++id) {
        const int body = world.slot[id];
        if (body < 0 || walls[static_cast<std::size_t>(body)] != 0) continue;
        row[static_cast<std::size_t>(body)] = static_cast<int>(grains.size());
        grains.id.push_back(static_cast<int>(id));
        grains.position.push_back(in_3d(world.bodies.position[body]));
        grains.velocity.push_back(in_3d(world.bodies.velocity[body].v));
        grains.spin.push_back(about_z(world.bodies.velocity[body].w));
        grains.mass.push_back(world.matter.mass[body]);
        grains.radius.push_back(round_radius(world, body));
        if constexpr (D == 2)
            grains.angle.push_back(world.bodies.rotation[body].angle);
        else
            grains.turn.push_back(world.bodies.rotation[body]);
    }
    if (world.cell_model.is_there) {
        grains.space = in_space(world.parts.space);
        const Mat<D> L = velocity_gradient(world);
        grains.edges = Mat<3>::scaled_identity(1.0);
        for (int i = 0; i < D; ++i) {
            for (int j = 0; j < D; ++j) {
                grains.gradient[i][j] = L[i][j];
                grains.edges[i][j] = world.cell.edges[i][j];
            }
        }
    }
    return row;
}

/// Contact number i, whose layers end before `next`.
template <int D>
GrainContact contact_between(const World<D>& world, int i, int next, double h) {
    const ContactPoint<D>& point = world.contacts.point[i];
    GrainContact out;
    out.is_link = world.parts.kind[point.a] == PartKind::handle;
    out.point = in_3d(point.point);
    out.normal = in_3d(point.normal);
    Vec<D> impulse{};
    Spin<D> moment{};
    for (int k = i; k < next; ++k) {
        impulse += world.contacts.impulse[k];
        moment += world.contacts.moment[k];
    }
    out.force = in_3d((1.0 / h) * impulse);
    out.moment = about_z((1.0 / h) * moment);
    const LeverArms<D> arms = lever_arms(world, static_cast<std::size_t>(i));
    out.arm_a = in_3d(arms.a);
    out.arm_b = in_3d(arms.b);
    return out;
}

template <int D>
void add_contacts(const World<D>& world, const std::vector<int>& row, double h, Assembly& assembly) {
    const auto same = [](const ContactPoint<D>& x, const ContactPoint<D>& y) {
        return x.a == y.a && x.b == y.b && x.feature == y.feature && x.image == y.image;
    };
    const Contacts<D>& contacts = world.contacts;
    if (contacts.impulse.size() != contacts.point.size()) return;  // found, and not solved yet
    for (int i = 0, next = 0; i < contacts.size(); i = next) {
        const ContactPoint<D>& point = contacts.point[i];
        const bool is_link = world.parts.kind[point.a] == PartKind::handle;
        for (next = i + 1; !is_link && next < contacts.size() && same(contacts.point[next], point);) ++next;
        const int a = row[static_cast<std::size_t>(world.parts.body[point.a])],
                  b = row[static_cast<std::size_t>(world.parts.body[point.b])];
        if (a < 0 && b < 0) continue;
        GrainContact& added = assembly.contacts.emplace_back(contact_between(world, i, next, h));
        added.a = a;
        added.b = b;
        if (added.bears()) added.mobilisation = utilisation(world, i, h);
    }
}

}  // namespace

template <int D>
Assembly assembly_of(const World<D>& world, double h) {
    Assembly out;
    out.time = world.time;
    const std::vector<int> row = add_grains(world, out.grains);
    if (world.steps > 0) add_contacts(world, row, h, out);
    return out;
}

template <int D>
Assembly named_assembly_of(const World<D>& world, double h) {
    Assembly out = assembly_of(world, h);
    for (const int id : out.grains.id) {
        const auto body = static_cast<std::size_t>(world.slot[static_cast<std::size_t>(id)]);
        const BodyDescription<D>& described = world.description.bodies[body];
        out.grains.group.push_back(described.group);
        out.grains.material.push_back(world.description.materials[static_cast<std::size_t>(described.material)].name);
    }
    return out;
}

template <int D>
PlacedRegion<D> placed_region(const ProbeRegion& region, const World<D>& world) {
    const auto& shape = std::get<Region<D>>(region.shape);
    const int body = region.with < 0 ? -1 : world.slot[static_cast<std::size_t>(region.with)];
    if (body < 0) return PlacedRegion<D>(shape).in(world.parts.space);
    return PlacedRegion<D>(shape, world.start_position[body], world.bodies.position[body],
                           matrix(world.bodies.rotation[body]) * transpose(matrix(world.start_rotation[body])))
        .in(world.parts.space);
}

namespace {

Polygon placed_block(const Skin<2>& skin, const auto& to_place) {
    Polygon out;
    for (const int k : skin.faces[0]) out.push_back(to_place(skin.vertex[static_cast<std::size_t>(k)]));
    return out;
}

Polyhedron placed_block(const Skin<3>& skin, const auto& to_place) {
    Polyhedron out;
    for (const std::vector<int>& corners : skin.faces) {
        std::vector<Vec<3>>& face = out.emplace_back();
        for (const int k : corners) face.push_back(to_place(skin.vertex[static_cast<std::size_t>(k)]));
    }
    return out;
}

/// A volume, and that of it which is in a region.
struct Share {
    double whole = 0.0, within = 0.0;
};

/// Of one part by its ball or its flat faces; places are those of the bodies at the end of the step.
template <int D>
Share share_of(const PlacedRegion<D>& region, const World<D>& world, int part) {
    const Parts<D>& parts = world.parts;
    if (!parts.is_grain(part)) return {};
    const int body = parts.body[part];
    const auto from_body = [&](const Vec<D>& x) {
        return world.bodies.position[body] + rotate(world.bodies.rotation[body], x);
    };
    const BallRegion<D> ball{from_body(parts.local_centre[part]), parts.radius[part]};
    if (parts.kind[part] == PartKind::ball) return {ball.volume(), region.volume_of(ball)};
    if (parts.solid[part] < 0) return {1.0, std::numeric_limits<double>::quiet_NaN()};
    const int solid = parts.solid[part];
    const Skin<D> skin = parts.solids.skin(solid);
    return {volume_of(skin),
            region.volume_of(placed_block(skin,
                                          [&](const Vec<D>& x) {
                                              return from_body(parts.solids.local_origin[solid] + parts.solids.local_turn[solid] * x);
                                          }),
                             ball)};
}

}  // namespace

template <int D>
double solid_volume_in(const PlacedRegion<D>& region, const World<D>& world) {
    const std::vector<std::uint8_t> walls = walls_of(world);
    double volume = 0.0;
    for (int part = 0, next = 0; part < world.parts.size(); part = next) {
        const int body = world.parts.body[part];
        for (next = part + 1; next < world.parts.size() && world.parts.body[next] == body;) ++next;
        if (body < 0 || world.bodies.id[body] < 0 || walls[static_cast<std::size_t>(body)] != 0) continue;
        Share sum;
        for (int p = part; p < next; ++p) {
            const Share one = share_of(region, world, p);
            sum.whole += one.whole;
            sum.within += one.within;
        }
        if (sum.within == 0.0) continue;
        const Geometry<D>& geometry = world.description.bodies[static_cast<std::size_t>(body)].geometry;
        volume += has_known_volume(geometry) ? sum.within : sum.within / sum.whole * mass_properties(geometry, 1.0).mass;
    }
    return volume;
}

#define DRYSTONE_ASSEMBLY_OF(D)                                                       \
    template Assembly assembly_of(const World<D>&, double);                           \
    template Assembly named_assembly_of(const World<D>&, double);                     \
    template PlacedRegion<D> placed_region(const ProbeRegion&, const World<D>&);      \
    template double solid_volume_in(const PlacedRegion<D>&, const World<D>&);
DRYSTONE_ASSEMBLY_OF(2)
DRYSTONE_ASSEMBLY_OF(3)
#undef DRYSTONE_ASSEMBLY_OF

}  // namespace drystone
