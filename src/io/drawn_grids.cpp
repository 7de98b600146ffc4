#include "io/drawn_grids.h"

#include <cassert>

#include "io/frames_layout.h"
#include "io/outside.h"
#include "io/put_drawn.h"
#include "step/world.h"

namespace drystone {

template <int D>
DrawnGrids<D>::DrawnGrids(hdf5::Group group, bool is_new, const World<D>& world) {
    const Outside<D> outside(world);
    for (const int p : outside.part) {
        if (world.parts.kind[p] == PartKind::ball) balls_.push_back(p);
        if (world.parts.is_convex(p)) solids_.push_back(p);
    }
    sizes_.balls = static_cast<std::int64_t>(balls_.size());
    count_solids(world);
    const auto points = [&](const std::string& name, std::int64_t count) {
        const hdf5::Shape row{count, 3};
        const SeriesOf series{group, is_new};
        return Points{series.get<float>(name, row, chunked_by_frame(row)),
                      series.get<float>(name + "_velocity", row, chunked_by_frame(row))};
    };
    if (!balls_.empty()) ball_points_ = points("ball", sizes_.balls);
    if (!solids_.empty()) vertex_points_ = points("vertex", sizes_.vertices);
    if (!is_new) return;
    write_balls(group, world, outside);
    write_faces(group, world, outside);
}

template <int D>
void DrawnGrids<D>::count_solids(const World<D>& world) {
    for (const int p : solids_) {
        const Skin<D> skin = world.parts.solids.skin(world.parts.solid[p]);
        std::vector<std::int32_t> cells;
        put_faces(skin, 0, cells);
        sizes_.vertices += static_cast<std::int64_t>(skin.vertex.size());
        sizes_.faces += static_cast<std::int64_t>(skin.faces.size());
        sizes_.topology += static_cast<std::int64_t>(cells.size());
    }
}

template <int D>
void DrawnGrids<D>::write_balls(const hdf5::Group& group, const World<D>& world,
                                const Outside<D>& outside) const {
    std::vector<float> radius;
    std::vector<std::int32_t> body, material;
    for (const int p : balls_) {
        radius.push_back(static_cast<float>(world.parts.radius[p]));
        body.push_back(outside.row[world.parts.body[p]]);
        material.push_back(world.matter.material[world.parts.body[p]]);
    }
    write_list(group, "ball_radius", radius);
    write_list(group, "ball_body", body);
    write_list(group, "ball_material", material);
}

template <int D>
void DrawnGrids<D>::write_faces(const hdf5::Group& group, const World<D>& world,
                                const Outside<D>& outside) const {
    std::vector<std::int32_t> topology, body, material;
    std::int32_t first = 0;
    for (const int p : solids_) {
        const Skin<D> skin = world.parts.solids.skin(world.parts.solid[p]);
        put_faces(skin, first, topology);
        first += static_cast<std::int32_t>(skin.vertex.size());
        const int owner = world.parts.body[p];
        body.insert(body.end(), skin.faces.size(), outside.row[owner]);
        material.insert(material.end(), skin.faces.size(), world.matter.material[owner]);
    }
    write_list(group, "topology", topology);
    write_list(group, "face_body", body);
    write_list(group, "face_material", material);
}

template <int D>
void DrawnGrids<D>::write(std::int64_t frame, const World<D>& world) {
    assert(frame >= 0);
    DrawnPoints balls, vertices;
    for (const int p : balls_) balls.add_ball(world, p);
    for (const int p : solids_) vertices.add_solid(world, p);
    for (auto& [points, drawn] : {std::pair(&ball_points_, &balls), std::pair(&vertex_points_, &vertices)}) {
        if (!*points) continue;
        (*points)->place.write(frame, drawn->place);
        (*points)->velocity.write(frame, drawn->velocity);
    }
}

template <int D>
template <class Visit>
void DrawnGrids<D>::for_points(const Visit& visit) {
    for (std::optional<Points>* points : {&ball_points_, &vertex_points_}) {
        if (!*points) continue;
        visit((*points)->place);
        visit((*points)->velocity);
    }
}

template <int D>
void DrawnGrids<D>::cut(std::int64_t frames) {
    for_points([&](auto& series) { series.cut(frames); });
}

template <int D>
void DrawnGrids<D>::expect_readable(std::int64_t frames) {
    for_points([&](auto& series) { series.expect_readable(frames); });
}

template class DrawnGrids<2>;
template class DrawnGrids<3>;

}  // namespace drystone
