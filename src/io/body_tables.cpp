#include "io/body_tables.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "core/input_error.h"
#include "geometry/convex_faces.h"
#include "io/flat.h"
#include "io/read_geometry.h"
#include "measure/body_volume.h"
#include "step/walls.h"

namespace drystone {

namespace {

constexpr std::int64_t table_chunk = 1024;

/// Room for the names that may come: "source.123456789".
std::size_t room_for(const std::vector<std::string>& names, const std::vector<std::string>& coming,
                     std::size_t more) {
    std::size_t longest = 16;
    for (const std::string& name : names) longest = std::max(longest, name.size());
    for (const std::string& name : coming) longest = std::max(longest, name.size() + more);
    return longest;
}

template <int D>
std::vector<std::string> names_in(const World<D>& world, std::string BodyDescription<D>::*which) {
    std::vector<std::string> names;
    for (const BodyDescription<D>& body : world.description.bodies) names.push_back(body.*which);
    return names;
}

/// Nobody who is there has it.
template <int D>
void put_nobody(std::int32_t id, BodyColumns& out) {
    out.id.push_back(id);
    for (auto* texts : {&out.name, &out.group}) texts->emplace_back();
    out.material.push_back(0);
    for (auto* numbers : {&out.mass, &out.volume}) numbers->push_back(0.0);
    for (auto* flags : {&out.fixed, &out.wall}) flags->push_back(0);
    put(Spin<D>{}, out.inertia);
    put(Vec<D>{}, out.shape_origin);
    put(Rotation<D>{}, out.shape_orientation);
    out.first_position.insert(out.first_position.end(), D, std::numeric_limits<double>::quiet_NaN());
    out.first_orientation.insert(out.first_orientation.end(), D == 2 ? 1 : 4,
                                 std::numeric_limits<double>::quiet_NaN());
}

template <int D>
void put_body(const World<D>& world, int slot, bool wall, BodyColumns& out) {
    const Matter<D>& matter = world.matter;
    const std::size_t i = static_cast<std::size_t>(slot);
    out.id.push_back(world.bodies.id[i]);
    out.name.push_back(world.description.bodies[i].name);
    out.group.push_back(world.description.bodies[i].group);
    out.material.push_back(matter.material[i]);
    out.mass.push_back(matter.mass[i]);
    out.volume.push_back(body_volume(world, slot));
    out.fixed.push_back(matter.freedom[i] == Freedom::immovable);
    out.wall.push_back(wall);
    put(matter.inertia[i], out.inertia);
    put(matter.shape_origin[i], out.shape_origin);
    put(matter.shape_rotation[i], out.shape_orientation);
    put(world.bodies.position[i], out.first_position);
    put(world.bodies.rotation[i], out.first_orientation);
}

template <int D>
void put_part(const Parts<D>& parts, int part, std::int32_t body, std::int32_t solid, BodyColumns& out) {
    const std::size_t p = static_cast<std::size_t>(part);
    out.part_body.push_back(body);
    out.part_kind.push_back(static_cast<std::uint8_t>(stored(parts.kind[p])));
    out.part_radius.push_back(parts.radius[p]);
    out.part_length.push_back(parts.length[p]);
    out.part_solid.push_back(solid);
    put(parts.local_centre[p], out.part_centre);
    put(parts.local_axis[p], out.part_axis);
}

/// Of lists that are appended: starts without the 0 before them.
TableSizes sizes_in(const BodyColumns& rows, int D) {
    TableSizes sizes{};
    for_columns(D, [&](const auto& column) {
        size_of(sizes, column.of) =
            static_cast<std::int64_t>((rows.*column.list).size()) / hdf5::values_in(column.entry);
    });
    return sizes;
}

}  // namespace

template <int D>
std::int32_t ShapeLists<D>::number_of(const Skin<D>& skin, BodyColumns& out) {
    std::vector<double> places;
    for (const Vec<D>& v : skin.vertex) put(v, places);
    const auto [known, is_new] =
        number_.emplace(std::pair(places, skin.faces), static_cast<std::int32_t>(number_.size()));
    if (!is_new) return known->second;
    out.vertex.insert(out.vertex.end(), places.begin(), places.end());
    for (const std::vector<int>& face : skin.faces) {
        out.corner.insert(out.corner.end(), face.begin(), face.end());
        corners_ += static_cast<std::int32_t>(face.size());
        out.corner_start.push_back(corners_);
    }
    vertices_ += static_cast<std::int32_t>(skin.vertex.size());
    faces_ += static_cast<std::int32_t>(skin.faces.size());
    out.vertex_start.push_back(vertices_);
    out.face_start.push_back(faces_);
    return known->second;
}

template <int D>
void ShapeLists<D>::add_all(const BodyColumns& rows) {
    for (std::size_t s = 0; s + 1 < rows.vertex_start.size(); ++s) {
        Faces faces;
        for (std::int32_t f = rows.face_start[s]; f < rows.face_start[s + 1]; ++f)
            faces.emplace_back(rows.corner.begin() + rows.corner_start[static_cast<std::size_t>(f)],
                               rows.corner.begin() + rows.corner_start[static_cast<std::size_t>(f) + 1]);
        number_.emplace(std::pair(std::vector<double>(rows.vertex.begin() + D * rows.vertex_start[s],
                                                      rows.vertex.begin() + D * rows.vertex_start[s + 1]),
                                  std::move(faces)),
                        static_cast<std::int32_t>(s));
    }
    vertices_ = rows.vertex_start.back();
    faces_ = rows.face_start.back();
    corners_ = rows.corner_start.back();
}

template <int D>
BodyTables<D>::BodyTables(const SeriesOf& file, const World<D>& world, const std::vector<std::string>& coming,
                          const TableSizes& sizes)
    : sizes_(sizes) {
    open_columns(file, world, coming);
    const BodyColumns rows = read(sizes_);
    if (!file.is_new)
        expect_sound(file.group, rows, D, static_cast<std::int64_t>(world.description.materials.size()));
    first_part_.assign(rows.name.size() + 1, 0);
    for (const std::int32_t body : rows.part_body) ++first_part_[static_cast<std::size_t>(body) + 1];
    for (std::size_t i = 1; i < first_part_.size(); ++i) first_part_[i] += first_part_[i - 1];
    shapes_.add_all(rows);
    known_.fixed = rows.fixed;
    known_.wall = rows.wall;
}

template <int D>
void BodyTables<D>::open_columns(const SeriesOf& file, const World<D>& world,
                                 const std::vector<std::string>& coming) {
    if (file.is_new) {
        for (const char* name : {"bodies", "parts", "solids", "shapes"}) file.group.make_group(name);
    }
    const hdf5::Group bodies = file.group.group("bodies");
    if (file.is_new) {
        texts_.push_back(hdf5::TextSeries::make(
            bodies, "name", room_for(names_in(world, &BodyDescription<D>::name), coming, 11), table_chunk));
        texts_.push_back(hdf5::TextSeries::make(
            bodies, "group", room_for(names_in(world, &BodyDescription<D>::group), coming, 0), table_chunk));
    } else {
        for (const char* name : {"name", "group"}) texts_.push_back(hdf5::TextSeries::open(bodies, name));
    }
    for_columns(D, [&]<class T>(const TableColumn<T>& column) {
        hdf5::Shape chunk{table_chunk};
        chunk.insert(chunk.end(), column.entry.begin(), column.entry.end());
        const hdf5::Group group = file.group.group(column.group);
        columns_.push_back(
            SeriesOf{group, file.is_new}.template get<T>(column.name, column.entry, {.chunk = chunk}));
        const T zero{};
        if (file.is_new && column.before > 0)
            std::get<hdf5::Series<T>>(columns_.back()).write(0, std::span(&zero, 1));
    });
}

template <int D>
BodyColumns BodyTables<D>::new_rows(const World<D>& world, const Outside<D>& outside) {
    BodyColumns rows;
    const std::vector<std::uint8_t> wall = walls_of(world);
    const auto first = static_cast<std::int32_t>(size_of(sizes_, RowsOf::bodies));
    const auto owner = [&](int part) { return world.parts.body[static_cast<std::size_t>(part)]; };
    auto part = std::find_if(outside.part.begin(), outside.part.end(), [&](int p) {
        return world.bodies.id[static_cast<std::size_t>(owner(p))] >= first;
    });
    auto solids = static_cast<std::int32_t>(size_of(sizes_, RowsOf::solids));
    for (auto id = first; id < static_cast<std::int32_t>(world.slot.size()); ++id) {
        const int slot = world.slot[static_cast<std::size_t>(id)];
        if (slot < 0)
            put_nobody<D>(id, rows);
        else
            put_body(world, slot, wall[static_cast<std::size_t>(slot)] != 0, rows);
        for (; part != outside.part.end() && owner(*part) == slot; ++part) {
            const int solid = world.parts.solid[static_cast<std::size_t>(*part)];
            put_part(world.parts, *part, id, solid < 0 ? -1 : solids++, rows);
            if (solid < 0) continue;
            const std::size_t k = static_cast<std::size_t>(solid);
            rows.solid_shape.push_back(shapes_.number_of(world.parts.solids.skin(solid), rows));
            put(world.parts.solids.local_origin[k], rows.solid_origin);
            put(world.parts.solids.local_turn[k], rows.solid_turn);
        }
        first_part_.push_back(static_cast<std::int32_t>(size_of(sizes_, RowsOf::parts)) + rows.parts());
    }
    for (auto* names : {&rows.name, &rows.group}) {
        for (std::string& name : *names) name = texts_[names == &rows.name ? 0 : 1].kept(name);
    }
    return rows;
}

template <int D>
void BodyTables<D>::write(const BodyColumns& rows, const TableSizes& from) {
    texts_[0].write(size_of(from, RowsOf::bodies), rows.name);
    texts_[1].write(size_of(from, RowsOf::bodies), rows.group);
    std::size_t k = 0;
    for_columns(D, [&]<class T>(const TableColumn<T>& column) {
        std::get<hdf5::Series<T>>(columns_[k++])
            .write(size_of(from, column.of) + column.before, rows.*column.list);
    });
}

template <int D>
BodyColumns BodyTables<D>::read(const TableSizes& sizes) const {
    BodyColumns rows;
    rows.name = texts_[0].read(size_of(sizes, RowsOf::bodies));
    rows.group = texts_[1].read(size_of(sizes, RowsOf::bodies));
    std::size_t k = 0;
    for_columns(D, [&]<class T>(const TableColumn<T>& column) {
        rows.*column.list =
            std::get<hdf5::Series<T>>(columns_[k++]).read(0, size_of(sizes, column.of) + column.before);
    });
    return rows;
}

template <int D>
Outside<D> BodyTables<D>::append(const World<D>& world, Hash& hash) {
    Outside<D> outside(world);
    if (size_of(sizes_, RowsOf::bodies) < static_cast<std::int64_t>(world.slot.size())) {
        const BodyColumns rows = new_rows(world, outside);
        write(rows, sizes_);
        const TableSizes before = sizes_, more = sizes_in(rows, D);
        for (std::size_t k = 0; k < sizes_.size(); ++k) sizes_[k] += more[k];
        add_rows(rows, D, {before, before, sizes_}, hash);
        known_.fixed.insert(known_.fixed.end(), rows.fixed.begin(), rows.fixed.end());
        known_.wall.insert(known_.wall.end(), rows.wall.begin(), rows.wall.end());
    }
    follow_freedom(world, outside);
    int owner = -1, row = 0;
    for (const int slot : outside.body)
        outside.row[static_cast<std::size_t>(slot)] = world.bodies.id[static_cast<std::size_t>(slot)];
    for (const int p : outside.part) {
        const int slot = world.parts.body[static_cast<std::size_t>(p)];
        if (slot != owner)
            row = first_part_[static_cast<std::size_t>(world.bodies.id[static_cast<std::size_t>(slot)])];
        owner = slot;
        outside.part_row[static_cast<std::size_t>(p)] = row++;
    }
    return outside;
}

template <int D>
void BodyTables<D>::follow_freedom(const World<D>& world, const Outside<D>& outside) {
    const std::vector<std::uint8_t> wall = walls_of(world);
    bool changed = false;
    const auto follow = [&](std::uint8_t& known, bool is) {
        changed = changed || known != static_cast<std::uint8_t>(is);
        known = is;
    };
    for (const int slot : outside.body) {
        const std::size_t i = static_cast<std::size_t>(slot),
                          id = static_cast<std::size_t>(world.bodies.id[i]);
        follow(known_.fixed[id], world.matter.freedom[i] == Freedom::immovable);
        follow(known_.wall[id], wall[i] != 0);
    }
    if (!changed) return;
    std::size_t k = 0;
    for_columns(D, [&]<class T>(const TableColumn<T>& column) {
        Column& one = columns_[k++];
        if constexpr (std::is_same_v<T, std::uint8_t>) {
            if (column.of == RowsOf::bodies) std::get<hdf5::Series<T>>(one).write(0, known_.*column.list);
        }
    });
}

template <int D>
void BodyTables<D>::cut(const TableSizes& sizes) {
    for (hdf5::TextSeries& texts : texts_) texts.cut(size_of(sizes, RowsOf::bodies));
    std::size_t k = 0;
    for_columns(D, [&]<class T>(const TableColumn<T>& column) {
        std::get<hdf5::Series<T>>(columns_[k++]).cut(size_of(sizes, column.of) + column.before);
    });
}

void add_rows(const BodyColumns& rows, int D, const RowSpan& span, Hash& hash) {
    const auto at = [&](RowsOf of, const TableSizes& sizes) {
        return static_cast<std::size_t>(size_of(sizes, of) - size_of(span.begin, of));
    };
    for (const auto* texts : {&rows.name, &rows.group}) {
        for (std::size_t k = at(RowsOf::bodies, span.from); k < at(RowsOf::bodies, span.to); ++k) {
            hash.add((*texts)[k]);
            hash.add_bits('\0');
        }
    }
    const bool has_zero =
        span.begin == TableSizes{} && !rows.vertex_start.empty() && rows.vertex_start[0] == 0;
    for_columns(D, [&]<class T>(const TableColumn<T>& column) {
        if constexpr (std::is_same_v<T, std::uint8_t>) {
            if (column.of == RowsOf::bodies) return;  // fixed and wall
        }
        const auto each = static_cast<std::size_t>(hdf5::values_in(column.entry)),
                   skipped = static_cast<std::size_t>(has_zero ? column.before : 0);
        const std::vector<T>& list = rows.*column.list;
        const std::size_t first = each * at(column.of, span.from) + skipped,
                          end = each * at(column.of, span.to) + skipped;
        hash.add({reinterpret_cast<const char*>(list.data() + first), (end - first) * sizeof(T)});
    });
}

void read_rows(const hdf5::Group& file, int D, const TableSizes& sizes, BodyColumns& out) {
    const hdf5::Group bodies = file.group("bodies");
    for (const auto& [name, list] : {std::pair("name", &out.name), std::pair("group", &out.group)}) {
        hdf5::TextSeries texts = hdf5::TextSeries::open(bodies, name);
        texts.refresh();
        *list = texts.read(size_of(sizes, RowsOf::bodies));
    }
    for_columns(D, [&]<class T>(const TableColumn<T>& column) {
        if (!file.group(column.group).has(column.name) && std::string_view(column.name) == "volume") return;  // files of earlier versions
        auto series = hdf5::Series<T>::open(file.group(column.group), column.name, column.entry);
        series.refresh();
        out.*column.list = series.read(0, size_of(sizes, column.of) + column.before);
    });
}

template class BodyTables<2>;
template class BodyTables<3>;
template class ShapeLists<2>;
template class ShapeLists<3>;

}  // namespace drystone
