#include "io/drawn_rows.h"

#include <algorithm>

#include "io/outside.h"
#include "io/put_drawn.h"

namespace drystone {

namespace {

constexpr std::int64_t rows_of_chunk = 1024;
constexpr int kinds = 4;  // balls, vertices, faces, topology

hdf5::Storage packed(int components) {
    hdf5::Shape chunk{rows_of_chunk};
    if (components > 1) chunk.push_back(components);
    return {.chunk = chunk, .deflate = 1, .checksum = true};
}

template <class T>
hdf5::Series<T> column(const hdf5::Group& group, bool is_new, const char* name, int components = 1) {
    return SeriesOf{group, is_new}.get<T>(name, components == 1 ? hdf5::Shape{} : hdf5::Shape{components},
                                          packed(components));
}

hdf5::Series<std::int64_t> marks(const hdf5::Group& group, bool is_new, const char* name) {
    return SeriesOf{group, is_new}.get<std::int64_t>(name, {kinds}, {.chunk = {512, kinds}});
}

template <int D>
struct Columns {
    DrawnPoints balls, vertices;
    std::vector<float> radius;
    std::vector<std::int32_t> ball_body, ball_material, face_body, face_material, topology;

    Columns(const World<D>& world, const Outside<D>& outside) {
        for (const int p : outside.part) {
            const int owner = world.parts.body[p];
            if (world.parts.kind[p] == PartKind::ball) {
                balls.add_ball(world, p);
                radius.push_back(static_cast<float>(world.parts.radius[p]));
                ball_body.push_back(outside.row[owner]);
                ball_material.push_back(world.matter.material[owner]);
            } else if (world.parts.is_convex(p)) {
                const Skin<D> skin = world.parts.solids.skin(world.parts.solid[p]);
                put_faces(skin, static_cast<std::int32_t>(vertices.place.size() / 3), topology);
                vertices.add_solid(world, p);
                face_body.insert(face_body.end(), skin.faces.size(), outside.row[owner]);
                face_material.insert(face_material.end(), skin.faces.size(), world.matter.material[owner]);
            }
        }
    }
};

}  // namespace

template <int D>
DrawnRows<D>::DrawnRows(hdf5::Group group, bool is_new)
    : first_(marks(group, is_new, "first")),
      count_(marks(group, is_new, "count")),
      ball_(column<float>(group, is_new, "ball", 3)),
      ball_velocity_(column<float>(group, is_new, "ball_velocity", 3)),
      ball_radius_(column<float>(group, is_new, "ball_radius")),
      ball_body_(column<std::int32_t>(group, is_new, "ball_body")),
      ball_material_(column<std::int32_t>(group, is_new, "ball_material")),
      vertex_(column<float>(group, is_new, "vertex", 3)),
      vertex_velocity_(column<float>(group, is_new, "vertex_velocity", 3)),
      face_body_(column<std::int32_t>(group, is_new, "face_body")),
      face_material_(column<std::int32_t>(group, is_new, "face_material")),
      topology_(column<std::int32_t>(group, is_new, "topology")) {}

template <int D>
template <class Self, class Visit>
void DrawnRows<D>::for_columns(Self& self, const Visit& visit) {
    for (auto* one : {&self.ball_, &self.ball_velocity_, &self.ball_radius_}) visit(*one, 0);
    for (auto* one : {&self.ball_body_, &self.ball_material_}) visit(*one, 0);
    for (auto* one : {&self.vertex_, &self.vertex_velocity_}) visit(*one, 1);
    for (auto* one : {&self.face_body_, &self.face_material_}) visit(*one, 2);
    visit(self.topology_, 3);
}

/// Where the rows of a frame begin: behind those of the frame before, at a chunk of its own.
template <int D>
std::int64_t DrawnRows<D>::begin_of(std::int64_t frame, int which) const {
    if (frame == 0) return 0;
    const auto k = static_cast<std::size_t>(which);
    const std::int64_t end = first_.read(frame - 1, 1)[k] + count_.read(frame - 1, 1)[k];
    return (end + rows_of_chunk - 1) / rows_of_chunk * rows_of_chunk;
}

template <int D>
DrawnRanges DrawnRows<D>::write(std::int64_t frame, const World<D>& world, const Outside<D>& outside) {
    const Columns<D> rows(world, outside);
    const std::int64_t count[kinds] = {static_cast<std::int64_t>(rows.radius.size()),
                                       static_cast<std::int64_t>(rows.vertices.place.size() / 3),
                                       static_cast<std::int64_t>(rows.face_body.size()),
                                       static_cast<std::int64_t>(rows.topology.size())};
    std::int64_t first[kinds];
    for (int k = 0; k < kinds; ++k) first[k] = begin_of(frame, k);
    ball_.write(first[0], rows.balls.place);
    ball_velocity_.write(first[0], rows.balls.velocity);
    ball_radius_.write(first[0], rows.radius);
    ball_body_.write(first[0], rows.ball_body);
    ball_material_.write(first[0], rows.ball_material);
    vertex_.write(first[1], rows.vertices.place);
    vertex_velocity_.write(first[1], rows.vertices.velocity);
    face_body_.write(first[2], rows.face_body);
    face_material_.write(first[2], rows.face_material);
    topology_.write(first[3], rows.topology);
    first_.write(frame, first);
    count_.write(frame, count);
    return {{first[0], count[0]}, {first[1], count[1]}, {first[2], count[2]}, {first[3], count[3]}};
}

template <int D>
std::vector<DrawnRanges> DrawnRows<D>::ranges(std::int64_t frame, std::int64_t frames) const {
    const std::vector<std::int64_t> first = first_.read(frame, frames), count = count_.read(frame, frames);
    std::vector<DrawnRanges> out;
    for (std::size_t k = 0; k < first.size(); k += kinds)
        out.push_back({{first[k], count[k]},
                       {first[k + 1], count[k + 1]},
                       {first[k + 2], count[k + 2]},
                       {first[k + 3], count[k + 3]}});
    return out;
}

template <int D>
void DrawnRows<D>::cut(std::int64_t frames) {
    std::int64_t rows[kinds];
    for (int k = 0; k < kinds; ++k) rows[k] = begin_of(frames, k);
    first_.cut(frames);
    count_.cut(frames);
    for_columns(*this, [&](auto& series, int which) { series.cut(rows[which]); });
}

template <int D>
void DrawnRows<D>::expect_readable(std::int64_t frames) const {
    std::int64_t rows[kinds] = {};
    for (const DrawnRanges& one : ranges(0, frames)) {
        int k = 0;
        for (const RowRange& range : {one.balls, one.vertices, one.faces, one.topology}) {
            if (range.count > 0) rows[k] = std::max(rows[k], range.first + range.count);
            ++k;
        }
    }
    for_columns(*this, [&](const auto& series, int which) { series.expect_readable(rows[which]); });
}

template class DrawnRows<2>;
template class DrawnRows<3>;

}  // namespace drystone
