#include "report/show.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/reduced_space.h"

namespace drystone {

namespace {

std::vector<float> floats(const std::vector<double>& values) { return {values.begin(), values.end()}; }

/// Entry i of (n, d) numbers with three components, appended.
void put_spatial(const std::vector<double>& values, int d, std::size_t i, std::vector<float>& out) {
    for (int c = 0; c < 3; ++c) out.push_back(c < d ? static_cast<float>(values[d * i + c]) : 0.0F);
}

/// The quaternion x y z w of a matrix by rows (Shepperd: from the largest of the four, the others follow).
std::array<double, 4> quaternion_of(const double* m) {
    const double trace = m[0] + m[4] + m[8];
    const std::array<double, 4> square{1.0 + 2.0 * m[0] - trace, 1.0 + 2.0 * m[4] - trace,
                                       1.0 + 2.0 * m[8] - trace, 1.0 + trace};  // 4 x^2, 4 y^2, 4 z^2, 4 w^2
    const int k = static_cast<int>(std::max_element(square.begin(), square.end()) - square.begin());
    const double xy = m[1] + m[3], xz = m[2] + m[6], yz = m[5] + m[7];  // 4 x y, ...
    const double xw = m[7] - m[5], yw = m[2] - m[6], zw = m[3] - m[1];  // 4 x w, ...
    const std::array<std::array<double, 4>, 4> products{
        {{square[0], xy, xz, xw}, {xy, square[1], yz, yw}, {xz, yz, square[2], zw}, {xw, yw, zw, square[3]}}};
    std::array<double, 4> q = products[k];
    const double scale = 0.5 / std::sqrt(square[k]);
    for (double& component : q) component *= scale;
    return q;
}

std::array<double, 4> turn_of(const FramesGeometry& geometry, int solid) {
    if (geometry.dimension == 3) return quaternion_of(&geometry.solid_turn[9 * solid]);
    const double* m = &geometry.solid_turn[4 * solid];
    const double half = 0.5 * std::atan2(m[2], m[0]);
    return {0.0, 0.0, std::sin(half), std::cos(half)};
}

void show_parts(const FramesGeometry& geometry, ShownBodies& out) {
    const int d = geometry.dimension;
    out.part_body.assign(geometry.part_body.begin(), geometry.part_body.end());
    out.part_radius = floats(geometry.part_radius);
    for (int p = 0; p < geometry.parts(); ++p) {
        const int solid = geometry.part_solid[p];
        out.part_kind.push_back(static_cast<ShownPart>(geometry.part_kind[p]));
        const double length = geometry.part_length[p];
        out.part_length.push_back(std::isfinite(length) ? static_cast<float>(length) : 0.0F);
        put_spatial(geometry.part_axis, d, p, out.part_axis);
        if (solid < 0) {
            put_spatial(geometry.part_centre, d, p, out.part_centre);
            out.part_turn.insert(out.part_turn.end(), {0.0F, 0.0F, 0.0F, 1.0F});
            out.part_solid.push_back(-1);
            continue;
        }
        put_spatial(geometry.solid_origin, d, solid, out.part_centre);
        for (const double component : turn_of(geometry, solid))
            out.part_turn.push_back(static_cast<float>(component));
        out.part_solid.push_back(geometry.solid_shape[solid]);
    }
}

void show_shapes(const FramesGeometry& geometry, ShownBodies& out) {
    for (std::size_t s = 0; s + 1 < geometry.vertex_start.size(); ++s) {
        ShownShape shape;
        for (int v = geometry.vertex_start[s]; v < geometry.vertex_start[s + 1]; ++v)
            put_spatial(geometry.vertex, geometry.dimension, v, shape.vertices);
        for (int f = geometry.face_start[s]; f < geometry.face_start[s + 1]; ++f)
            shape.faces.emplace_back(geometry.corner.begin() + geometry.corner_start[f],
                                     geometry.corner.begin() + geometry.corner_start[f + 1]);
        out.shapes.push_back(std::move(shape));
    }
}

void show_meshes(const DeformableGeometry& g, ShownBodies& out) {
    ShownMeshes& meshes = out.meshes;
    meshes.body.assign(g.body.begin(), g.body.end());
    meshes.node_start.assign(g.node_start.begin(), g.node_start.end());
    meshes.face_start.assign(g.face_start.begin(), g.face_start.end());
    meshes.reference = floats(g.reference);
    meshes.face_element.assign(g.face_element.begin(), g.face_element.end());
    meshes.corner_start.assign(g.corner_start.begin(), g.corner_start.end());
    meshes.corner.assign(g.corner.begin(), g.corner.end());
    for (int p = 0; p < out.parts(); ++p) {
        if (std::find(g.body.begin(), g.body.end(), out.part_body[p]) != g.body.end()) {
            out.part_kind[p] = ShownPart::surface;
            out.part_solid[p] = -1;
        }
    }
}

/// Contacts by (a, b): they are stored by their parts, which is nearly that.
std::vector<int> by_bodies(const std::vector<std::int32_t>& bodies) {
    std::vector<int> order(bodies.size() / 2);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int i, int j) {
        return std::pair(bodies[2 * i], bodies[2 * i + 1]) < std::pair(bodies[2 * j], bodies[2 * j + 1]);
    });
    return order;
}

template <class T>
std::vector<float> in_order(const std::vector<T>& values, int size, const std::vector<int>& order) {
    std::vector<float> out;
    out.reserve(size * order.size());
    for (const int k : order) {
        for (int c = 0; c < size; ++c) out.push_back(static_cast<float>(values[size * k + c]));
    }
    return out;
}

/// w x y z -> x y z w
void put_last(std::vector<float>& turns) {
    for (std::size_t i = 0; i + 3 < turns.size(); i += 4)
        std::rotate(turns.begin() + i, turns.begin() + i + 1, turns.begin() + i + 4);
}

void show_changes(const FramesGeometry& geometry, ShownBodies& out) {
    out.changes = geometry.head.changes;
    out.ids.assign(geometry.id.begin(), geometry.id.end());
    for (int i = static_cast<int>(out.ids.size()); i < geometry.bodies(); ++i)
        out.ids.push_back(i);  // old files
    out.first_position = floats(geometry.first_position);
    out.first_rotation = floats(geometry.first_orientation);
    if (geometry.dimension == 3) put_last(out.first_rotation);
    for (const FramesRegion& region : geometry.head.regions) {
        ShownRegion shown{region.name, region.is_sink, {}};
        for (const std::vector<double>& line : region.lines) {
            shown.lines.emplace_back();
            for (std::size_t k = 0; k < line.size() / static_cast<std::size_t>(geometry.dimension); ++k)
                put_spatial(line, geometry.dimension, k, shown.lines.back());
        }
        out.regions.push_back(std::move(shown));
    }
}

/// Entry of (D, D) numbers as the upper corner of a matrix of three rows.
Mat<3> spatial_matrix(const std::vector<double>& values, int d, double rest) {
    Mat<3> out = Mat<3>::scaled_identity(rest);
    for (int i = 0; i < d; ++i) {
        for (int j = 0; j < d; ++j) out[i][j] = values[static_cast<std::size_t>(i * d + j)];
    }
    return out;
}

/// Bodies are drawn in the cell, and have the velocity of that image.
void show_cell(const FramesGeometry& geometry, const Frame& frame, ShownFrame& out) {
    const int d = geometry.dimension;
    Vec<3> origin{};
    std::array<bool, 3> periodic{};
    for (int c = 0; c < d; ++c) {
        origin[c] = geometry.cell_origin[static_cast<std::size_t>(c)];
        periodic[static_cast<std::size_t>(c)] = geometry.cell_periodic[static_cast<std::size_t>(c)] != 0;
    }
    out.space = reduced(Space<3>(origin, spatial_matrix(frame.cell_edges, d, 1.0), periodic));
    const Mat<3> L = spatial_matrix(frame.cell_velocity, d, 0.0) * inverse(spatial_matrix(frame.cell_edges, d, 1.0));
    for (int i = 0; i < geometry.bodies(); ++i) {
        Vec<3> x{};
        for (int c = 0; c < d; ++c) x[c] = frame.position[static_cast<std::size_t>(d * i + c)];
        const Vec<3> change = L * (between_edges(out.space, x) - x);
        for (int c = 0; c < d; ++c)
            out.velocity[static_cast<std::size_t>(d * i + c)] += static_cast<float>(change[c]);
    }
}

}  // namespace

ShownBodies show_bodies(const FramesGeometry& geometry) {
    ShownBodies out;
    out.dimension = geometry.dimension;
    out.materials = geometry.materials;
    out.names = geometry.name;
    out.material.assign(geometry.material.begin(), geometry.material.end());
    out.fixed = geometry.fixed;
    out.wall = geometry.wall;
    std::map<std::string, int> number;
    for (const std::string& group : geometry.group) {
        if (!group.empty() && number.emplace(group, static_cast<int>(number.size())).second)
            out.groups.push_back(group);
        out.group.push_back(group.empty() ? -1 : number[group]);
    }
    for (int i = 0; i < geometry.bodies(); ++i)
        out.volume.push_back(static_cast<float>(geometry.mass[i] / geometry.density[geometry.material[i]]));
    double size = 0.0;
    for (const double component : geometry.gravity) size = std::hypot(size, component);
    out.up = geometry.dimension == 2 ? std::array{0.0, 1.0, 0.0} : std::array{0.0, 0.0, 1.0};
    for (std::size_t c = 0; size > 0.0 && c < geometry.gravity.size(); ++c)
        out.up[c] = -geometry.gravity[c] / size;
    show_parts(geometry, out);
    show_shapes(geometry, out);
    show_meshes(geometry.deformable, out);
    for (int j = 0; j < geometry.joints(); ++j) {
        out.joints.a.push_back(geometry.joint_bodies[2 * j]);
        out.joints.b.push_back(geometry.joint_bodies[2 * j + 1]);
    }
    out.joints.start.assign(geometry.joint_start.begin(), geometry.joint_start.end());
    out.joints.corner = floats(geometry.joint_corner);
    out.joints.normal = floats(geometry.joint_normal);
    out.link_type = geometry.link_type;
    show_changes(geometry, out);
    return out;
}

ShownFrame show_frame(const FramesGeometry& geometry, const Frame& frame) {
    const int d = geometry.dimension;
    ShownFrame out;
    out.time = frame.time;
    out.position = floats(frame.position);
    out.velocity = frame.velocity;
    out.spin = frame.angular_velocity;
    out.rotation = floats(frame.orientation);
    if (d == 3) put_last(out.rotation);
    const std::vector<int> order = by_bodies(frame.contact_bodies);
    for (const int k : order) {
        out.a.push_back(frame.contact_bodies[2 * k]);
        out.b.push_back(frame.contact_bodies[2 * k + 1]);
        out.status.push_back(frame.status[k]);
    }
    out.point = in_order(frame.point, d, order);
    out.normal = in_order(frame.normal, d, order);
    out.force = in_order(frame.force, d, order);
    out.gap = in_order(frame.gap, 1, order);
    if (!frame.utilisation.empty()) out.utilisation = in_order(frame.utilisation, 1, order);
    if (const FrameMemory* damage = frame.remembered("damage"))
        out.damage = in_order(damage->values, 1, order);
    const FrameJoints& joints = frame.joints;
    out.joints = {.opening = joints.opening,
                  .slip = joints.slip,
                  .damage = joints.damage,
                  .utilisation = joints.utilisation,
                  .normal = joints.normal,
                  .shear = joints.shear,
                  .point = floats(joints.point),
                  .status = joints.status,
                  .corner_opening = joints.corner_opening};
    for (std::size_t k = 0; k < frame.deformable.position.size(); ++k)
        out.displacement.push_back(
            static_cast<float>(frame.deformable.position[k] - geometry.deformable.reference[k]));
    out.stress = frame.deformable.stress;
    if (!frame.cell_edges.empty()) show_cell(geometry, frame, out);
    out.link_ends = floats(frame.link_ends);
    out.link_force = frame.link_force;
    out.link_status = frame.link_status;
    out.membrane_edge = frame.membrane_edge;
    return out;
}

}  // namespace drystone
