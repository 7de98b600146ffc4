#include "io/read_geometry.h"

#include <algorithm>

#include "core/input_error.h"
#include "hdf5/series.h"
#include "io/body_tables.h"

namespace drystone {

namespace {

using hdf5::Group;
using std::int32_t;

std::int64_t length(const auto& list) { return static_cast<std::int64_t>(list.size()); }

void read_head(const Group& file, FramesGeometry& geometry) {
    if (!file.has_attribute("format") || file.text("format") != frames_format)
        throw InputError(file.place(), "is an HDF5 file, but not one of Drystone's frames");
    const std::int64_t version = file.whole_number("format_version");
    if (version != frames_format_version && version != changing_format_version) {
        throw InputError(file.place(), "is of format version " + std::to_string(version) +
                                           "; this program reads versions " + std::to_string(frames_format_version) +
                                           " and " + std::to_string(changing_format_version));
    }
    const std::int64_t dimension = file.whole_number("dimension");
    if (dimension != 2 && dimension != 3)
        throw InputError(file.place(),
                         "has the dimension " + std::to_string(dimension) + ", expected 2 or 3");
    geometry.dimension = static_cast<int>(dimension);
    geometry.head = {.version = file.text("drystone_version"),
                     .title = file.text("title"),
                     .scene = file.read_text("scene"),
                     .overrides = file.read_texts("overrides"),
                     .step = file.number("step"),
                     .changes = version == changing_format_version,
                     .coming = {},
                     .regions = {}};
    geometry.gravity = file.read<double>("gravity", {geometry.dimension});
}

void read_materials(const Group& file, FramesGeometry& g) {
    const Group materials = file.group("materials");
    g.materials = materials.read_texts("name");
    g.density = materials.read<double>("density", {length(g.materials)});
}

void read_bodies(const Group& file, FramesGeometry& g) {
    const Group bodies = file.group("bodies");
    g.mass = bodies.read<double>("mass", {hdf5::any});
    const std::int64_t n = length(g.mass);
    g.name = bodies.read_texts("name");
    g.group = bodies.read_texts("group");
    for (const auto& [name, list] : {std::pair("name", &g.name), std::pair("group", &g.group)}) {
        if (length(*list) != n)
            throw InputError(bodies.place(name), "has " + std::to_string(list->size()) + " texts for " +
                                                     std::to_string(n) + " bodies");
    }
    if (bodies.has("id")) g.id = bodies.read<int32_t>("id", {n});
    g.material = bodies.read<int32_t>("material", {n});
    g.fixed = bodies.read<std::uint8_t>("fixed", {n});
    g.wall =
        bodies.has("wall") ? bodies.read<std::uint8_t>("wall", {n}) : g.fixed;  // files of earlier versions
    if (bodies.has("volume")) g.volume = bodies.read<double>("volume", {n});
}

void read_parts(const Group& file, FramesGeometry& g) {
    const Group parts = file.group("parts");
    const int D = g.dimension;
    g.part_body = parts.read<int32_t>("body", {hdf5::any});
    const std::int64_t n = length(g.part_body);
    g.part_kind = parts.read<std::uint8_t>("kind", {n});
    g.part_radius = parts.read<double>("radius", {n});
    g.part_length = parts.read<double>("length", {n});
    g.part_centre = parts.read<double>("centre", {n, D});
    g.part_axis = parts.read<double>("axis", {n, D});
    g.part_solid = parts.read<int32_t>("solid", {n});
}

void read_solids(const Group& file, FramesGeometry& g) {
    const Group solids = file.group("solids"), shapes = file.group("shapes");
    const int D = g.dimension;
    g.solid_shape = solids.read<int32_t>("shape", {hdf5::any});
    g.solid_origin = solids.read<double>("origin", {length(g.solid_shape), D});
    g.solid_turn = solids.read<double>("turn", {length(g.solid_shape), D, D});
    g.vertex_start = shapes.read<int32_t>("vertex_start", {hdf5::any});
    g.vertex = shapes.read<double>("vertex", {hdf5::any, D});
    g.face_start = shapes.read<int32_t>("face_start", {length(g.vertex_start)});
    g.corner_start = shapes.read<int32_t>("corner_start", {hdf5::any});
    g.corner = shapes.read<int32_t>("corner", {hdf5::any});
}

void expect_sound_shapes(const Group& file, const BodyColumns& g, int D) {
    const Group solids = file.group("solids"), shapes = file.group("shapes");
    expect_between(file.group("parts"), "solid", g.part_solid, -1, length(g.solid_shape));
    expect_starts(shapes, "vertex_start", g.vertex_start, length(g.vertex) / D);
    expect_starts(shapes, "face_start", g.face_start, length(g.corner_start) - 1);
    expect_starts(shapes, "corner_start", g.corner_start, length(g.corner));
    expect_between(solids, "shape", g.solid_shape, 0, length(g.vertex_start) - 1);
    for (std::size_t k = 0; k + 1 < g.vertex_start.size(); ++k) {
        const std::vector<int32_t> corners(g.corner.begin() + g.corner_start[g.face_start[k]],
                                           g.corner.begin() + g.corner_start[g.face_start[k + 1]]);
        expect_between(shapes, "corner", corners, 0, g.vertex_start[k + 1] - g.vertex_start[k]);
    }
}

/// Files of runs whose bodies do not change have none.
void read_regions(const Group& file, FramesGeometry& g) {
    if (!file.has("regions")) return;
    const Group group = file.group("regions");
    const std::vector<std::string> names = group.read_texts("name");
    const auto sink = group.read<std::uint8_t>("sink", {length(names)});
    const auto region = group.read<int32_t>("line_region", {hdf5::any}),
               start = group.read<int32_t>("line_start", {length(region) + 1});
    const auto point = group.read<double>("point", {hdf5::any, g.dimension});
    expect_between(group, "line_region", region, 0, length(names));
    expect_starts(group, "line_start", start, length(point) / g.dimension);
    for (std::size_t k = 0; k < names.size(); ++k) g.head.regions.push_back({names[k], sink[k] != 0, {}});
    for (std::size_t k = 0; k < region.size(); ++k)
        g.head.regions[static_cast<std::size_t>(region[k])].lines.emplace_back(
            point.begin() + g.dimension * start[k], point.begin() + g.dimension * start[k + 1]);
}

/// Files of earlier versions have none.
void read_joints(const Group& file, FramesGeometry& g) {
    if (!file.has("joints")) return;
    const Group joints = file.group("joints");
    g.joint_start = joints.read<int32_t>("corner_start", {hdf5::any});
    g.joint_area = joints.read<double>("corner_area", {hdf5::any});
    expect_starts(joints, "corner_start", g.joint_start, length(g.joint_area));
    g.joint_bodies = joints.read<int32_t>("bodies", {length(g.joint_start) - 1, 2});
    expect_between(joints, "bodies", g.joint_bodies, 0, g.bodies());
    g.joint_corner = joints.read<double>("corner", {length(g.joint_area), g.dimension});
    g.joint_normal = joints.read<double>("corner_normal", {length(g.joint_area), g.dimension});
}

void read_links(const Group& file, FramesGeometry& g) {
    if (!file.has("links")) return;
    const Group links = file.group("links");
    constexpr std::int64_t types = 7;
    g.link_name = links.read_texts("name");
    g.link_type = links.read<std::uint8_t>("type", {length(g.link_name)});
    expect_between(links, "type", {g.link_type.begin(), g.link_type.end()}, 0, types);
}

std::int64_t frames_in(const Group& file) {
    auto time = hdf5::Series<double>::open(file.group("frames"), "time", {});
    time.refresh();
    return time.rows();
}

}  // namespace

void expect_between(const Group& group, const std::string& name, const std::vector<int32_t>& list,
                    std::int64_t low, std::int64_t high) {
    for (const int32_t entry : list) {
        if (entry < low || entry >= high) {
            throw InputError(group.place(name), "has an entry " + std::to_string(entry) + ", expected " +
                                                    std::to_string(low) + " to " + std::to_string(high - 1));
        }
    }
}

void expect_starts(const Group& group, const std::string& name, const std::vector<int32_t>& start, std::int64_t end) {
    if (start.empty() || start.front() != 0 || start.back() != end || !std::is_sorted(start.begin(), start.end()))
        throw InputError(group.place(name), "does not lead from 0 up to " + std::to_string(end));
}

void expect_sound(const Group& file, const BodyColumns& g, int dimension, std::int64_t materials) {
    expect_between(file.group("bodies"), "material", g.material, 0, materials);
    const Group parts = file.group("parts");
    expect_between(parts, "body", g.part_body, 0, g.bodies());
    for (std::size_t p = 0; p < g.part_kind.size(); ++p) {
        if (g.part_kind[p] > 4 || (g.part_kind[p] == 3) != (g.part_solid[p] >= 0))
            throw InputError(parts.place("kind"), "part " + std::to_string(p) + " is of no known kind");
    }
    expect_sound_shapes(file, g, dimension);
}

TableSizes table_sizes(const Group& file, std::int64_t frames) {
    TableSizes sizes{};
    if (frames == 0) return sizes;
    const Group group = file.group("frames");
    auto series = hdf5::Series<std::int64_t>::open(group, "sizes", {length(sizes)});
    series.refresh();
    const std::vector<std::int64_t> found = series.read(frames - 1, 1);
    for (std::size_t k = 0; k < sizes.size(); ++k) {
        if (found[k] < 0) throw InputError(group.place("sizes"), "has an entry " + std::to_string(found[k]));
        sizes[k] = found[k];
    }
    return sizes;
}

namespace {

void read_cell(const Group& file, FramesGeometry& geometry) {
    if (!file.has("cell")) return;
    const Group group = file.group("cell");
    geometry.cell_origin = group.read<double>("origin", {geometry.dimension});
    geometry.cell_periodic = group.read<std::uint8_t>("periodic", {geometry.dimension});
}

}  // namespace

FramesGeometry read_geometry(const Group& file) {
    FramesGeometry geometry;
    read_head(file, geometry);
    read_materials(file, geometry);
    if (geometry.head.changes) {
        read_rows(file, geometry.dimension, table_sizes(file, frames_in(file)), geometry);
    } else {
        read_bodies(file, geometry);
        read_parts(file, geometry);
        read_solids(file, geometry);
    }
    expect_sound(file, geometry, geometry.dimension, length(geometry.materials));
    read_regions(file, geometry);
    read_joints(file, geometry);
    read_links(file, geometry);
    read_cell(file, geometry);
    geometry.deformable = read_deformable_geometry(file, geometry.dimension, geometry.bodies());
    return geometry;
}

}  // namespace drystone
