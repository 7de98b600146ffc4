#include "io/frames_geometry.h"

#include <map>

#include "geometry/convex_faces.h"
#include "io/deformable_geometry.h"
#include "io/flat.h"
#include "io/outside.h"
#include "io/series_of.h"
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
void write_bodies(const Group& file, const World<D>& world, const Outside<D>& outside) {
    const Matter<D>& matter = world.matter;
    const auto column = [&](const auto& values) { return picked(values, outside.body); };
    std::vector<std::string> materials, names, groups;
    std::vector<double> density;
    for (const Material& material : world.description.materials) {
        materials.push_back(material.name);
        density.push_back(material.density);
    }
    std::vector<std::uint8_t> fixed;
    for (const int i : outside.body) {
        names.push_back(world.description.bodies[i].name);
        groups.push_back(world.description.bodies[i].group);
        fixed.push_back(matter.freedom[i] == Freedom::immovable);
    }
    const Group of_materials = file.make_group("materials");
    of_materials.write_texts("name", materials);
    write_list(of_materials, "density", density);
    const Group group = file.make_group("bodies");
    group.write_texts("name", names);
    group.write_texts("group", groups);
    write_list<std::int32_t>(group, "id", column(world.bodies.id));
    write_list<std::int32_t>(group, "material", column(matter.material));
    write_list(group, "mass", column(matter.mass));
    write_list(group, "fixed", fixed);
    write_list(group, "wall", column(walls_of(world)));
    write_rows(group, "inertia", flat(column(matter.inertia)), {spin_dim<D>});
    write_rows(group, "shape_origin", flat(column(matter.shape_origin)), {D});
    if constexpr (D == 2)
        write_list(group, "shape_orientation", flat(column(matter.shape_rotation)));
    else
        write_rows(group, "shape_orientation", flat(column(matter.shape_rotation)), {4});
}

/// A curved shape is kept as the faces of its skin: whoever draws a solid draws it.
PartKind stored(PartKind kind) { return kind == PartKind::curved ? PartKind::solid : kind; }

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

/// Shapes are written once, however many solids have them. Lists of lists: where the list of number k begins is entry k of a
/// list that is one longer.
template <int D>
struct ShapeLists {
    std::vector<std::int32_t> vertex_start{0}, face_start{0}, corner_start{0}, corner;
    std::vector<double> vertex;

    std::int32_t number_of(const Skin<D>& skin) {
        std::vector<double> places;
        for (const Vec<D>& v : skin.vertex) put(v, places);
        const auto [known, is_new] =
            number_.emplace(std::pair(places, skin.faces), static_cast<std::int32_t>(number_.size()));
        if (!is_new) return known->second;
        vertex.insert(vertex.end(), places.begin(), places.end());
        for (const std::vector<int>& face : skin.faces) {
            corner.insert(corner.end(), face.begin(), face.end());
            corner_start.push_back(static_cast<std::int32_t>(corner.size()));
        }
        vertex_start.push_back(static_cast<std::int32_t>(vertex.size() / D));
        face_start.push_back(static_cast<std::int32_t>(corner_start.size()) - 1);
        return known->second;
    }

  private:
    std::map<std::pair<std::vector<double>, std::vector<std::vector<int>>>, std::int32_t> number_;
};

template <int D>
void write_solids(const Group& file, const Solids<D>& solids) {
    ShapeLists<D> lists;
    std::vector<std::int32_t> shape;
    for (int k = 0; k < static_cast<int>(solids.shape.size()); ++k) shape.push_back(lists.number_of(solids.skin(k)));
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
void write_geometry(const Group& file, const World<D>& world) {
    write_list<double>(file, "gravity", {world.description.gravity.c.begin(), world.description.gravity.c.end()});
    const Outside<D> outside(world);
    write_bodies(file, world, outside);
    write_parts(file, world.parts, outside);
    write_solids(file, world.parts.solids);
    write_deformable_geometry(file, deformable_geometry(world), D);
}

template void write_geometry(const Group&, const World<2>&);
template void write_geometry(const Group&, const World<3>&);

}  // namespace drystone
