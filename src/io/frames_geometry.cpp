#include "io/frames_geometry.h"

#include "io/body_tables.h"
#include "io/deformable_geometry.h"
#include "io/flat.h"
#include "io/outside.h"
#include "io/series_of.h"
#include "measure/body_volume.h"
#include "step/walls.h"

namespace drystone {

namespace {

using hdf5::Group;

void write_rows(const Group& group, const std::string& name, const std::vector<double>& values,
                const hdf5::Shape& row) {
    hdf5::Shape shape{static_cast<std::int64_t>(values.size()) / hdf5::values_in(row)};
    shape.insert(shape.end(), row.begin(), row.end());
    group.write<double>(name, values, shape);
}

template <int D>
void write_materials(const Group& file, const World<D>& world) {
    std::vector<std::string> names;
    std::vector<double> density;
    for (const Material& material : world.description.materials) {
        names.push_back(material.name);
        density.push_back(material.density);
    }
    const Group group = file.make_group("materials");
    group.write_texts("name", names);
    write_list(group, "density", density);
}

template <int D>
void write_bodies(const Group& file, const World<D>& world, const Outside<D>& outside) {
    const Matter<D>& matter = world.matter;
    const auto column = [&](const auto& values) { return picked(values, outside.body); };
    const auto texts = [&](std::string BodyDescription<D>::*which) {
        std::vector<std::string> list;
        list.reserve(outside.body.size());
        for (const int i : outside.body) list.push_back(world.description.bodies[i].*which);
        return list;
    };
    std::vector<std::uint8_t> fixed;
    std::vector<double> volume;
    fixed.reserve(outside.body.size());
    volume.reserve(outside.body.size());
    for (const int i : outside.body) {
        fixed.push_back(matter.freedom[i] == Freedom::immovable);
        volume.push_back(body_volume(world, i));
    }
    const Group group = file.make_group("bodies");
    group.write_texts("name", texts(&BodyDescription<D>::name));
    group.write_texts("group", texts(&BodyDescription<D>::group));
    write_list<std::int32_t>(group, "id", column(world.bodies.id));
    write_list<std::int32_t>(group, "material", column(matter.material));
    write_list(group, "mass", column(matter.mass));
    write_list(group, "volume", volume);
    write_list(group, "fixed", fixed);
    write_list(group, "wall", column(walls_of(world)));
    write_rows(group, "inertia", flat(column(matter.inertia.all())), {spin_dim<D>});
    write_rows(group, "shape_origin", flat(column(matter.shape_origin.all())), {D});
    if constexpr (D == 2)
        write_list(group, "shape_orientation", flat(column(matter.shape_rotation.all())));
    else
        write_rows(group, "shape_orientation", flat(column(matter.shape_rotation.all())), {4});
}

/// Handles are no shapes.
template <int D>
void write_parts(const Group& file, const Parts<D>& parts, const Outside<D>& outside) {
    const Group group = file.make_group("parts");
    const auto shapes = [&](const auto& list) { return picked(list, outside.part); };
    std::vector<std::uint8_t> kind;
    std::vector<std::int32_t> body;
    for (const PartKind one : shapes(parts.kind)) kind.push_back(static_cast<std::uint8_t>(stored(one)));
    for (const int owner : shapes(parts.body)) body.push_back(outside.row[owner]);
    write_list(group, "body", body);
    write_list(group, "kind", kind);
    write_list(group, "radius", shapes(parts.radius));
    write_list(group, "length", shapes(parts.length));
    write_list<std::int32_t>(group, "solid", shapes(parts.solid));
    write_rows(group, "centre", flat(shapes(parts.local_centre)), {D});
    write_rows(group, "axis", flat(shapes(parts.local_axis)), {D});
}

template <int D>
void write_solids(const Group& file, const Solids<D>& solids) {
    ShapeLists<D> known;
    BodyColumns lists;
    lists.vertex_start = lists.face_start = lists.corner_start = {0};
    std::vector<std::int32_t> shape;
    for (int k = 0; k < static_cast<int>(solids.shape.size()); ++k)
        shape.push_back(known.number_of(solids.skin(k), lists));
    const Group group = file.make_group("solids");
    write_list(group, "shape", shape);
    write_rows(group, "origin", flat(solids.local_origin), {D});
    write_rows(group, "turn", flat(solids.local_turn), {D, D});
    const Group shapes = file.make_group("shapes");
    write_list(shapes, "vertex_start", lists.vertex_start);
    write_rows(shapes, "vertex", lists.vertex, {D});
    write_list(shapes, "face_start", lists.face_start);
    write_list(shapes, "corner_start", lists.corner_start);
    write_list(shapes, "corner", lists.corner);
}

}  // namespace

template <int D>
void write_geometry(const Group& file, const World<D>& world, bool changes) {
    write_list<double>(file, "gravity",
                       {world.description.gravity.c.begin(), world.description.gravity.c.end()});
    const Outside<D> outside(world);
    write_materials(file, world);
    DeformableGeometry deformable = deformable_geometry(world);
    if (changes) {  // bodies have tables that grow, by their ids
        for (std::int32_t& body : deformable.body)
            body = world.bodies.id[static_cast<std::size_t>(outside.body[static_cast<std::size_t>(body)])];
    } else {
        write_bodies(file, world, outside);
        write_parts(file, world.parts, outside);
        write_solids(file, world.parts.solids);
    }
    write_deformable_geometry(file, deformable, D);
}

void write_regions(const Group& file, const std::vector<FramesRegion>& regions, int dimension) {
    if (regions.empty()) return;
    std::vector<std::string> names;
    std::vector<std::uint8_t> sink;
    std::vector<std::int32_t> owner, start{0};
    std::vector<double> point;
    for (const FramesRegion& region : regions) {
        for (const std::vector<double>& line : region.lines) {
            point.insert(point.end(), line.begin(), line.end());
            owner.push_back(static_cast<std::int32_t>(names.size()));
            start.push_back(static_cast<std::int32_t>(point.size()) / dimension);
        }
        names.push_back(region.name);
        sink.push_back(region.is_sink);
    }
    const Group group = file.make_group("regions");
    group.write_texts("name", names);
    write_list(group, "sink", sink);
    write_list(group, "line_region", owner);
    write_list(group, "line_start", start);
    write_rows(group, "point", point, {dimension});
}

template void write_geometry(const Group&, const World<2>&, bool);
template void write_geometry(const Group&, const World<3>&, bool);

}  // namespace drystone
