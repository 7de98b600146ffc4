#include "fields/assembly_of_frame.h"

#include <cmath>

#include "core/rotation.h"

namespace drystone {

namespace {

/// Vector number i of (n, d) numbers, in space.
template <class T>
Vec<3> spatial(const std::vector<T>& values, int d, std::size_t i) {
    Vec<3> out{};
    for (int c = 0; c < d; ++c)
        out[c] = static_cast<double>(values[static_cast<std::size_t>(d) * i + static_cast<std::size_t>(c)]);
    return out;
}

/// Spins and moments: in the plane about z.
Vec<3> turning(const std::vector<float>& values, int d, std::size_t i) {
    return d == 3 ? spatial(values, 3, i) : Vec<3>{{0.0, 0.0, static_cast<double>(values[i])}};
}

Rotation<3> quaternion_at(const std::vector<double>& values, std::size_t i) {
    const double* q = values.data() + 4 * i;
    return {q[0], {{q[1], q[2], q[3]}}};
}

Mat<3> matrix_of(const std::vector<double>& values, int d, double rest) {
    Mat<3> out = Mat<3>::scaled_identity(rest);
    for (int i = 0; i < d; ++i) {
        for (int j = 0; j < d; ++j) out[i][j] = values[static_cast<std::size_t>(d * i + j)];
    }
    return out;
}

void place_in_cell(const FramesGeometry& geometry, const Frame& frame, GrainList& grains) {
    if (geometry.cell_origin.empty()) return;
    const int d = geometry.dimension;
    std::array<bool, 3> periodic{};
    for (int c = 0; c < d; ++c)
        periodic[static_cast<std::size_t>(c)] = geometry.cell_periodic[static_cast<std::size_t>(c)] != 0;
    const Mat<3> edges = grains.edges = matrix_of(frame.cell_edges, d, 1.0);
    grains.space = reduced(Space<3>(spatial(geometry.cell_origin, d, 0), edges, periodic));
    grains.gradient = matrix_of(frame.cell_velocity, d, 0.0) * inverse(edges);
}

/// (bodies)  the radius of those that are one ball, else 0.
std::vector<double> ball_radii(const FramesGeometry& geometry) {
    std::vector<double> radius(geometry.mass.size(), 0.0);
    std::vector<int> parts(geometry.mass.size(), 0);
    for (std::size_t p = 0; p < geometry.part_body.size(); ++p) {
        const auto body = static_cast<std::size_t>(geometry.part_body[p]);
        radius[body] = ++parts[body] == 1 && geometry.part_kind[p] == 0 ? geometry.part_radius[p] : 0.0;
    }
    return radius;
}

/// Files of earlier versions do not say: there a body is as large as its mass.
double volume_of(const FramesGeometry& geometry, std::size_t body) {
    if (!geometry.volume.empty()) return geometry.volume[body];
    return geometry.mass[body] / geometry.density[static_cast<std::size_t>(geometry.material[body])];
}

/// (bodies)  rows of the grains, or -1.
std::vector<int> add_grains(const FramesGeometry& geometry, const Frame& frame, GrainList& grains) {
    const int d = grains.dimension = geometry.dimension;
    const std::vector<double> ball = ball_radii(geometry);
    std::vector<int> row(geometry.mass.size(), -1);
    for (std::size_t i = 0; i < geometry.mass.size(); ++i) {
        const Vec<3> place = spatial(frame.position, d, i);
        if (geometry.wall[i] != 0 || !std::isfinite(norm(place)) || !(geometry.mass[i] > 0.0)) continue;
        const auto material = static_cast<std::size_t>(geometry.material[i]);
        row[i] = static_cast<int>(grains.size());
        grains.id.push_back(geometry.id.empty() ? static_cast<int>(i) : geometry.id[i]);
        grains.position.push_back(place);
        grains.velocity.push_back(spatial(frame.velocity, d, i));
        grains.spin.push_back(turning(frame.angular_velocity, d, i));
        if (d == 2)
            grains.angle.push_back(frame.orientation[i]);
        else
            grains.turn.push_back(quaternion_at(frame.orientation, i));
        grains.mass.push_back(geometry.mass[i]);
        grains.radius.push_back(ball[i] > 0.0 ? ball[i]
                                              : radius_of_round(volume_of(geometry, i), d));
        grains.group.push_back(geometry.group[i]);
        grains.material.push_back(geometry.materials[material]);
    }
    place_in_cell(geometry, frame, grains);
    return row;
}

/// Whether contact k is another layer of the one before it.
bool continues(const Frame& frame, int d, std::size_t k) {
    if (k == 0) return false;
    for (std::size_t c = 0; c < 2; ++c) {
        if (frame.contact_parts[2 * k + c] != frame.contact_parts[2 * k - 2 + c]) return false;
    }
    return spatial(frame.point, d, k) == spatial(frame.point, d, k - 1);
}

void add_contact(const Frame& frame, std::size_t k, const std::array<int, 2>& rows, Assembly& assembly) {
    const GrainList& grains = assembly.grains;
    const int d = grains.dimension;
    GrainContact& added = assembly.contacts.emplace_back();
    added.a = rows[0];
    added.b = rows[1];
    added.point = spatial(frame.point, d, k);
    const Vec<3> normal = spatial(frame.normal, d, k);
    added.normal = (1.0 / norm(normal)) * normal;  // the file has seven digits
    const auto arm = [&](int i) {
        return i < 0 ? Vec<3>{} : nearest_difference(grains.space, added.point, grains.position[static_cast<std::size_t>(i)]);
    };
    added.arm_a = arm(added.a);
    added.arm_b = arm(added.b);
    if (added.a >= 0 && added.a == added.b) {  // its own image, on the other side of the ball
        added.arm_b = -added.arm_a;
        if (dot(added.arm_a, added.normal) < 0.0) std::swap(added.arm_a, added.arm_b);
    }
    if (!frame.utilisation.empty()) added.mobilisation = static_cast<double>(frame.utilisation[k]);
}

}  // namespace

Assembly assembly_of(const FramesGeometry& geometry, const Frame& frame) {
    Assembly out;
    out.time = frame.time;
    const int d = geometry.dimension;
    const std::vector<int> row = add_grains(geometry, frame, out.grains);
    bool is_added = false;
    for (std::size_t k = 0; k < static_cast<std::size_t>(frame.contacts); ++k) {
        const int a = row[static_cast<std::size_t>(frame.contact_bodies[2 * k])],
                  b = row[static_cast<std::size_t>(frame.contact_bodies[2 * k + 1])];
        if (!continues(frame, d, k)) {
            is_added = a >= 0 || b >= 0;
            if (is_added) add_contact(frame, k, {a, b}, out);
        }
        if (!is_added) continue;
        out.contacts.back().force += spatial(frame.force, d, k);
        out.contacts.back().moment += turning(frame.moment, d, k);
    }
    return out;
}

namespace {

template <int D>
Vec<D> vector_at(const std::vector<double>& values, std::size_t i) {
    Vec<D> out;
    for (int c = 0; c < D; ++c) out[c] = values[D * i + static_cast<std::size_t>(c)];
    return out;
}

template <int D>
Mat<D> turn_of(const Frame& frame, std::size_t body) {
    if constexpr (D == 2) {
        return matrix(Rotation<2>{frame.orientation[body]});
    } else {
        return matrix(quaternion_at(frame.orientation, body));
    }
}

/// The faces of a part; in the plane its one outline.
template <int D>
Block<D> placed_faces(const FramesGeometry& g, std::size_t solid, const auto& to_world) {
    const auto shape = static_cast<std::size_t>(g.solid_shape[solid]);
    const auto first = static_cast<std::size_t>(g.vertex_start[shape]);
    const auto vertex = [&](std::size_t k) {
        Vec<D> x = vector_at<D>(g.solid_origin, solid);
        const Vec<D> local = vector_at<D>(g.vertex, first + k);
        for (int i = 0; i < D; ++i) {
            for (int j = 0; j < D; ++j)
                x[i] += g.solid_turn[D * (D * solid + static_cast<std::size_t>(i)) + static_cast<std::size_t>(j)] * local[j];
        }
        return to_world(x);
    };
    Block<D> out;
    for (auto f = static_cast<std::size_t>(g.face_start[shape]); f < static_cast<std::size_t>(g.face_start[shape + 1]); ++f) {
        std::vector<Vec<D>> face;
        for (auto c = static_cast<std::size_t>(g.corner_start[f]); c < static_cast<std::size_t>(g.corner_start[f + 1]); ++c)
            face.push_back(vertex(static_cast<std::size_t>(g.corner[c])));
        if constexpr (D == 2) {
            out = std::move(face);
        } else {
            out.push_back(std::move(face));
        }
    }
    return out;
}

}  // namespace

template <int D>
PlacedRegion<D> placed_region(const RunRegion& region, const Frame& first, const Frame& frame) {
    const auto& shape = std::get<Region<D>>(region.shape);
    if (region.with < 0) return PlacedRegion<D>(shape);
    const auto body = static_cast<std::size_t>(region.with);
    return {shape, vector_at<D>(first.position, body), vector_at<D>(frame.position, body),
            turn_of<D>(frame, body) * transpose(turn_of<D>(first, body))};
}

template <int D>
double solid_volume_in(const PlacedRegion<D>& region, const FramesGeometry& geometry, const Frame& frame) {
    double volume = 0.0;
    for (std::size_t p = 0; p < geometry.part_body.size(); ++p) {
        const auto body = static_cast<std::size_t>(geometry.part_body[p]);
        const Vec<D> at = vector_at<D>(frame.position, body);
        if (geometry.wall[body] != 0 || !std::isfinite(norm(at))) continue;
        const Mat<D> turn = turn_of<D>(frame, body);
        const auto to_world = [&](const Vec<D>& x) { return at + turn * x; };
        const BallRegion<D> ball{to_world(vector_at<D>(geometry.part_centre, p)), geometry.part_radius[p]};
        if (geometry.part_kind[p] == 0) volume += region.volume_of(ball);
        if (geometry.part_kind[p] == 3)
            volume += region.volume_of(placed_faces<D>(geometry, static_cast<std::size_t>(geometry.part_solid[p]), to_world), ball);
    }
    return volume;
}

template PlacedRegion<2> placed_region(const RunRegion&, const Frame&, const Frame&);
template PlacedRegion<3> placed_region(const RunRegion&, const Frame&, const Frame&);
template double solid_volume_in(const PlacedRegion<2>&, const FramesGeometry&, const Frame&);
template double solid_volume_in(const PlacedRegion<3>&, const FramesGeometry&, const Frame&);

}  // namespace drystone
