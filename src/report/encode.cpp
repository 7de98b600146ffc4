#include "report/encode.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <numbers>

#include "io/deformable_layout.h"
#include "report/block.h"
#include "report/shown_cell.h"

namespace drystone {

namespace {

/// The entries of `values` that are listed, `size` numbers each.
template <class T>
std::vector<T> chosen(const std::vector<T>& values, int size, const std::vector<int>& list) {
    assert(size > 0);
    std::vector<T> out;
    out.reserve(size * list.size());
    for (const int i : list)
        out.insert(out.end(), values.begin() + size * i, values.begin() + size * (i + 1));
    return out;
}

/// What two ascending lists have in common.
std::vector<int> both(const std::vector<int>& a, const std::vector<int>& b) {
    std::vector<int> out;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
    return out;
}

/// Places in 65536 steps; as they are where a straggler would make the steps coarse, or one is not finite.
void add_places(ColumnBlock& block, const char* name, int d, const std::vector<float>& values,
                Precision precision) {
    const auto finite = [](float value) { return std::isfinite(value); };
    bool fine = precision == Precision::compact && std::all_of(values.begin(), values.end(), finite);
    if (fine && !values.empty()) {
        std::vector<float> sorted = values;
        const std::size_t few = sorted.size() / 50;
        std::nth_element(sorted.begin(), sorted.begin() + few, sorted.end());
        const float low = sorted[few];
        std::nth_element(sorted.begin(), sorted.end() - 1 - few, sorted.end());
        const float high = sorted[sorted.size() - 1 - few];
        const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
        fine = *greatest - *least <= 20.0F * (high - low);
    }
    fine ? block.quantised(name, d, values) : block.floats(name, d, values);
}

void add_numbers(ColumnBlock& block, const char* name, int size, const std::vector<float>& values,
                 Precision precision) {
    precision == Precision::compact ? block.halves(name, size, values) : block.floats(name, size, values);
}

void add_turns(ColumnBlock& block, const ShownBodies& bodies, const std::vector<int>& turning,
               const ShownFrame& frame, Precision precision) {
    std::vector<float> turns = chosen(frame.rotation, bodies.dimension == 2 ? 1 : 4, turning);
    if (bodies.dimension == 2) {  // angles are counted without wrapping
        for (float& angle : turns)
            angle = static_cast<float>(std::remainder(static_cast<double>(angle), 2.0 * std::numbers::pi));
    }
    add_places(block, "rotation", bodies.dimension == 2 ? 1 : 4, turns, precision);
}

void add_contacts(ColumnBlock& block, const ShownBodies& bodies, const ShownFrame& frame,
                  const FrameCoding& coding) {
    const int d = bodies.dimension;
    const std::vector<float> size = force_sizes(bodies, frame);
    std::vector<int> kept;
    for (std::size_t k = 0; k < size.size(); ++k) {
        if (!(size[k] < coding.least_force)) kept.push_back(static_cast<int>(k));
    }
    block.ascending("a", chosen(frame.a, 1, kept));
    block.integers("b", chosen(frame.b, 1, kept));
    add_places(block, "point", d, chosen(frame.point, d, kept), coding.precision);
    add_places(block, "normal", d, chosen(frame.normal, d, kept), coding.precision);
    add_numbers(block, "force", d, chosen(frame.force, d, kept), coding.precision);
    add_numbers(block, "gap", 1, chosen(frame.gap, 1, kept), coding.precision);
    block.bytes("status", chosen(frame.status, 1, kept));
    if (!frame.utilisation.empty())
        add_numbers(block, "utilisation", 1, chosen(frame.utilisation, 1, kept), coding.precision);
    if (!frame.damage.empty())
        add_numbers(block, "damage", 1, chosen(frame.damage, 1, kept), coding.precision);
}

/// Rows of the bodies that are there.
struct Rows {
    std::vector<int> there;
    bool all = true;

    Rows(const ShownBodies& bodies, const ShownFrame& frame)
        : there(present_bodies(bodies, frame)), all(static_cast<int>(there.size()) == bodies.size()) {}
    std::vector<float> of(const std::vector<float>& values, int size) const {
        return all ? values : chosen(values, size, there);
    }
};

void add_motion(ColumnBlock& block, const ShownBodies& bodies, const ShownFrame& frame, const FrameCoding& coding) {
    const int d = bodies.dimension, spins = d == 2 ? 1 : 3;
    const Rows rows(bodies, frame);
    add_numbers(block, "velocity", d, rows.of(frame.velocity, d), coding.precision);
    add_numbers(block, "spin", spins, rows.of(frame.spin, spins), coding.precision);
    add_numbers(block, "pressure", 1, rows.of(pressures(bodies, frame), 1), coding.precision);
    if (bodies.joints.size() == 0) return;
    const JointStates& joints = frame.joints;
    block.floats("joint_opening", 1, joints.opening);
    block.floats("joint_slip", 1, joints.slip);
    add_numbers(block, "joint_damage", 1, joints.damage, coding.precision);
    add_numbers(block, "joint_utilisation", 1, joints.utilisation, coding.precision);
    block.bytes("joint_status", joints.status);
}

void add_cell(ColumnBlock& block, const Space<3>& space) {
    std::vector<float> edges, origin;
    std::vector<std::uint8_t> periodic;
    for (int i = 0; i < 3; ++i) {
        for (const double one : space.edges()[i].c) edges.push_back(static_cast<float>(one));
        origin.push_back(static_cast<float>(space.origin()[i]));
        periodic.push_back(space.repeats_along(i) ? 1 : 0);
    }
    block.floats("cell_edges", 3, edges);  // by rows: columns are the edges
    block.floats("cell_origin", 3, origin);
    block.bytes("cell_periodic", periodic);
}

}  // namespace

std::string encode_contacts(const ShownBodies& bodies, const ShownFrame& frame, const FrameCoding& coding) {
    ColumnBlock block(frame.time);
    add_contacts(block, bodies, frame, coding);
    return block.deflated(coding.level);
}

std::string encode_values(double time, const std::vector<float>& values, int level) {
    ColumnBlock block(time);
    block.halves("value", 1, values);
    return block.deflated(level);
}

std::string encode_frame(const ShownBodies& bodies, const std::vector<int>& turning, const ShownFrame& frame,
                         const FrameCoding& coding) {
    const int d = bodies.dimension;
    ColumnBlock block(frame.time);
    const Rows rows(bodies, frame);
    if (!rows.all) block.ascending("present", rows.there);  // rows are theirs alone
    add_places(block, "position", d, rows.of(frame.position, d), coding.precision);
    add_turns(block, bodies, rows.all ? turning : both(turning, rows.there), frame, coding.precision);
    if (coding.motion) add_motion(block, bodies, frame, coding);
    if (coding.contacts) add_contacts(block, bodies, frame, coding);
    if (bodies.meshes.bodies() > 0) {
        add_numbers(block, "displacement", d, frame.displacement, coding.precision);
        add_numbers(block, "stress", static_cast<int>(stress_components(d).size()), frame.stress,
                    coding.precision);
    }
    if (frame.space.repeats()) add_cell(block, frame.space);
    if (!bodies.link_type.empty()) {
        add_places(block, "link_ends", d, frame.link_ends, coding.precision);
        add_numbers(block, "link_force", d, frame.link_force, coding.precision);
        block.bytes("link_status", frame.link_status);
    }
    if (!frame.membrane_edge.empty()) add_places(block, "membrane_edge", d, frame.membrane_edge, coding.precision);
    return block.deflated(coding.level);
}

std::string encode_geometry(const ShownBodies& bodies, const std::vector<int>& turning, int level) {
    ColumnBlock block;
    block.integers("material", bodies.material);
    block.integers("group", bodies.group);
    block.bytes("fixed", bodies.fixed);
    block.bytes("wall", bodies.wall);
    block.ascending("turning", turning);
    block.integers("part_body", bodies.part_body);
    std::vector<std::uint8_t> kinds;
    for (const ShownPart kind : bodies.part_kind) kinds.push_back(static_cast<std::uint8_t>(kind));
    block.bytes("part_kind", kinds);
    block.floats("part_radius", 1, bodies.part_radius);
    block.floats("part_length", 1, bodies.part_length);
    block.floats("part_centre", 3, bodies.part_centre);
    block.floats("part_axis", 3, bodies.part_axis);
    block.floats("part_turn", 4, bodies.part_turn);
    block.integers("part_solid", bodies.part_solid);

    if (bodies.joints.size() > 0) {
        block.integers("joint_a", bodies.joints.a);
        block.integers("joint_b", bodies.joints.b);
        block.ascending("joint_start", bodies.joints.start);
        block.floats("joint_corner", bodies.dimension, bodies.joints.corner);
    }

    std::string names;
    for (const std::string& name : bodies.names) {
        names += name;
        std::replace(names.end() - static_cast<std::ptrdiff_t>(name.size()), names.end(), '\n', ' ');
        names += '\n';
    }
    block.bytes("names", {reinterpret_cast<const std::uint8_t*>(names.data()), names.size()});

    std::vector<float> vertices;
    std::vector<int> vertices_of, faces_of, corners_of, corners;  // counts, and corners within the shape
    for (const ShownShape& shape : bodies.shapes) {
        vertices.insert(vertices.end(), shape.vertices.begin(), shape.vertices.end());
        vertices_of.push_back(static_cast<int>(shape.vertices.size() / 3));
        faces_of.push_back(static_cast<int>(shape.faces.size()));
        for (const std::vector<int>& face : shape.faces) {
            corners_of.push_back(static_cast<int>(face.size()));
            corners.insert(corners.end(), face.begin(), face.end());
        }
    }
    block.floats("shape_vertices", 3, vertices);
    block.integers("shape_vertices_of", vertices_of);
    block.integers("shape_faces_of", faces_of);
    block.integers("shape_corners_of", corners_of);
    block.integers("shape_corners", corners);
    if (bodies.meshes.bodies() > 0) {
        block.integers("mesh_body", bodies.meshes.body);
        block.integers("mesh_face_start", bodies.meshes.face_start);
        block.floats("mesh_reference", bodies.dimension, bodies.meshes.reference);
        block.integers("mesh_face_element", bodies.meshes.face_element);
        block.ascending("mesh_corner_start", bodies.meshes.corner_start);
        block.integers("mesh_corner", bodies.meshes.corner);
    }
    if (!bodies.link_type.empty()) block.bytes("link_type", bodies.link_type);
    if (bodies.changes) {
        block.floats("first_position", bodies.dimension, bodies.first_position);
        block.floats("first_rotation", bodies.dimension == 2 ? 1 : 4, bodies.first_rotation);
    }
    return block.deflated(level);
}

std::string encode_table(const NumberTable& table, int level) {
    ColumnBlock block;
    for (std::size_t c = 0; c < table.columns.size(); ++c) block.doubles(table.columns[c], table.values[c]);
    return block.deflated(level);
}

}  // namespace drystone
