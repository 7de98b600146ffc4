// Which flat side of a wall looks at the grains, and which sides of other walls bound it: found where bodies were at time 0, so that the
// choice does not change in a run.

#include "step/wall_faces.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.h"
#include "core/motion.h"

namespace drystone {

namespace {

constexpr double parallel = 1e-9;  // sines below that are those of rounded numbers

int faces_of(const Convex<2>& shape) { return shape.size(); }
int faces_of(const Convex<3>& shape) { return shape.faces(); }
const Vec<2>& corner_of(const Convex<2>& shape, int f) { return shape.vertex[at(f)]; }
const Vec<3>& corner_of(const Convex<3>& shape, int f) {
    return shape.vertex[at(shape.face_vertex[at(shape.face_start[at(f)])])];
}

/// (bodies)  1: fixed, held, moved or pressed.
template <int D>
std::vector<char> walls_in(const WorldDescription<D>& description) {
    std::vector<char> wall(description.bodies.size(), 0);
    for (std::size_t i = 0; i < wall.size(); ++i) wall[i] = description.bodies[i].fixed;
    for (const Motion<D>& one : description.motions) wall[at(one.body)] = 1;
    for (const Hold<D>& one : description.holds) wall[at(one.body)] = 1;
    for (const Pressing<D>& one : description.pressings) wall[at(one.body)] = 1;
    return wall;
}

/// Middle of a shape that has one, in its own frame.
template <int D>
const Vec<D>* middle_of(const Shape<D>& shape) {
    static constexpr Vec<D> origin{};
    if (std::holds_alternative<Ball<D>>(shape)) return &origin;
    if (const auto* solid = std::get_if<Solid<D>>(&shape)) return &solid->convex->middle;
    if (const auto* curved = std::get_if<CurvedSolid<D>>(&shape)) return &curved->curved->middle;
    return nullptr;
}

template <int D>
bool is_endless(const BodyDescription<D>& body) {
    return std::any_of(body.geometry.begin(), body.geometry.end(), [](const auto& placed) {
        return std::holds_alternative<Plane<D>>(placed.shape) ||
               std::holds_alternative<Drum<D>>(placed.shape);
    });
}

/// visit(x in the world) for the middle of every shape of a body.
template <int D, class Visit>
void for_each_middle(const BodyDescription<D>& body, const Visit& visit) {
    for (const PlacedShape<D>& placed : body.geometry) {
        if (const Vec<D>* m = middle_of<D>(placed.shape))
            visit(body.position + rotate(body.orientation, placed.position + rotate(placed.rotation, *m)));
    }
}

/// visit(a flat side in the world at time 0) for every one of a body.
template <int D, class Visit>
void for_each_side(const BodyDescription<D>& body, const Visit& visit) {
    for (const PlacedShape<D>& placed : body.geometry) {
        const auto say = [&](const Vec<D>& x, const Vec<D>& n) {
            visit(FlatSide<D>{
                body.position + rotate(body.orientation, placed.position + rotate(placed.rotation, x)),
                rotate(body.orientation, rotate(placed.rotation, n))});
        };
        if (const auto* plane = std::get_if<Plane<D>>(&placed.shape)) say({}, plane->normal);
        const auto* solid = std::get_if<Solid<D>>(&placed.shape);
        for (int f = 0; solid && f < faces_of(*solid->convex); ++f)
            say(corner_of(*solid->convex, f), solid->convex->normal[at(f)]);
    }
}

/// A flat side of a part where its body was at time 0.
template <int D>
FlatSide<D> first_side(const Model<D>& model, const WallFace& face) {
    const Parts<D>& parts = model.parts;
    const int p = face.part, i = parts.body[at(p)];
    const Rotation<D>& turn = model.start_rotation[at(i)];
    if (face.face < 0)
        return {model.start_position[at(i)] + rotate(turn, parts.local_centre[at(p)]),
                rotate(turn, parts.local_axis[at(p)])};
    const int k = parts.solid[at(p)];
    const Convex<D>& shape = *parts.solids.shape[at(k)];
    const Mat<D>& local = parts.solids.local_turn[at(k)];
    return {model.start_position[at(i)] +
                rotate(turn, parts.solids.local_origin[at(k)] + local * corner_of(shape, face.face)),
            rotate(turn, local * shape.normal[at(face.face)])};
}

/// visit(face) for every flat side of part p.
template <int D, class Visit>
void for_each_face(const Parts<D>& parts, int p, const Visit& visit) {
    if (parts.kind[at(p)] == PartKind::plane) visit(WallFace{p, -1});
    if (parts.kind[at(p)] != PartKind::solid) return;
    for (int f = 0; f < faces_of(*parts.solids.shape[at(parts.solid[at(p)])]); ++f) visit(WallFace{p, f});
}

/// Those of a body that look in a direction, of several planes in the foremost.
template <int D>
std::vector<WallFace> sides_of(const Model<D>& model, int body, const Vec<D>& direction) {
    std::vector<WallFace> found;
    double front = -std::numeric_limits<double>::infinity();
    for (int p = 0; p < model.parts.shapes(); ++p) {
        if (model.parts.body[at(p)] != body) continue;
        for_each_face(model.parts, p, [&](const WallFace& face) {
            const FlatSide<D> side = first_side(model, face);
            if (norm(side.normal - direction) > parallel) return;
            const double here = dot(side.point, direction),
                         near = parallel * (std::abs(here) + model.parts.radius[at(p)]);
            if (here < front - near) return;
            if (here > front + near) {
                found.clear();
                front = here;
            }
            found.push_back(face);
        });
    }
    return found;
}

/// The face of a part that the grains are farthest before; none where they are inside it.
template <int D>
WallFace side_before(const Model<D>& model, int p, const Vec<D>& grains) {
    WallFace found;
    double farthest = 0.0;
    for_each_face(model.parts, p, [&](const WallFace& face) {
        const FlatSide<D> side = first_side(model, face);
        const double distance = dot(side.normal, grains - side.point);
        if (!(distance > farthest)) return;
        farthest = distance;
        found = face;
    });
    return found;
}

}  // namespace

template <int D>
FlatSide<D> flat_side(const Parts<D>& parts, const WallFace& face) {
    const auto p = at(face.part);
    if (face.face < 0) return {parts.centre[p], parts.axis[p]};
    const auto k = at(parts.solid[p]);
    const Convex<D>& shape = *parts.solids.shape[k];
    return {parts.solids.origin[k] + parts.solids.turn[k] * corner_of(shape, face.face),
            parts.solids.turn[k] * shape.normal[at(face.face)]};
}

template <int D>
Vec<D> middle_of_grains(const WorldDescription<D>& description) {
    const std::vector<char> wall = walls_in(description);
    for (const bool all : {false, true}) {
        Vec<D> sum{};
        int count = 0;
        for (std::size_t i = 0; i < wall.size(); ++i) {
            if (!all && (wall[i] || is_endless(description.bodies[i]))) continue;
            for_each_middle(description.bodies[i], [&](const Vec<D>& x) { sum += x, ++count; });
        }
        if (count > 0) return (1.0 / count) * sum;
    }
    return {};
}

template <int D>
Vec<D> facing(const WorldDescription<D>& description, int body, const Vec<D>& towards) {
    const Vec<D> grains = middle_of_grains(description);
    Vec<D> found{};
    double best = 0.0;
    bool solid = false;
    for_each_side(description.bodies[at(body)], [&](const FlatSide<D>& side) {
        const double value =
            towards == Vec<D>{} ? dot(side.normal, grains - side.point) : dot(side.normal, towards);
        if (value <= best) return;
        best = value;
        found = side.normal;
        solid = true;
    });
    if (solid || !(towards == Vec<D>{})) return found;
    for_each_side(description.bodies[at(body)],
                  [&](const FlatSide<D>& side) { found = side.normal; });  // a plane looks where it looks
    const auto& geometry = description.bodies[at(body)].geometry;
    return geometry.size() == 1 && std::holds_alternative<Plane<D>>(geometry[0].shape) ? found : Vec<D>{};
}

template <int D>
PressedWall find_wall(const Model<D>& model, int body, const Vec<D>& direction,
                      std::span<const int> between) {
    const WorldDescription<D>& description = model.description;
    PressedWall wall;
    wall.own = sides_of(model, body, direction);
    std::vector<char> counts = walls_in(description);
    if (!between.empty()) {
        std::fill(counts.begin(), counts.end(), 0);
        for (const int i : between) counts[at(i)] = 1;
    }
    const Vec<D> grains = middle_of_grains(description);
    for (int p = 0; p < model.parts.shapes(); ++p) {
        const int i = model.parts.body[at(p)];
        if (i == body || description.bodies[at(i)].geometry.empty() || (!between.empty() && !counts[at(i)]))
            continue;
        if (model.parts.is_wall(p)) wall.bounds.push_back({p, -1});
        if (model.parts.kind[at(p)] != PartKind::solid || !counts[at(i)]) continue;
        const WallFace face = side_before(model, p, grains);
        if (face.part >= 0) wall.bounds.push_back(face);
    }
    for (std::size_t k = 0; between.empty() && k < description.membranes.size(); ++k) {
        const std::vector<int>& platens = description.membranes[k].platens;
        if (std::find(platens.begin(), platens.end(), body) != platens.end())
            wall.membrane = static_cast<int>(k);
    }
    return wall;
}

#define DRYSTONE_WALL_FACES(D)                                              \
    template FlatSide<D> flat_side(const Parts<D>&, const WallFace&);       \
    template Vec<D> middle_of_grains(const WorldDescription<D>&);           \
    template Vec<D> facing(const WorldDescription<D>&, int, const Vec<D>&); \
    template PressedWall find_wall(const Model<D>&, int, const Vec<D>&, std::span<const int>);
DRYSTONE_WALL_FACES(2)
DRYSTONE_WALL_FACES(3)
#undef DRYSTONE_WALL_FACES

}  // namespace drystone
