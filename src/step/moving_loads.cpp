// Axles on a way, docs/theory.md (7.15): axle k, at  x_k = x_0 + (s(t) - b_k) e  while that is on the way, presses with  phi(t) c_k F
// on the first body that the line x_k + lambda F meets.

#include "step/moving_loads.h"

#include <cmath>

#include "core/index.h"
#include "step/deformable.h"

namespace drystone {

namespace {

/// Whether a line may meet the part at all.
template <int D>
bool is_near(const Parts<D>& parts, int p, const Line<D>& line) {
    const Vec<D> to = parts.centre[p] - line.start;
    const Vec<D> across = to - dot(to, line.direction) * line.direction;
    return dot(across, across) <= parts.radius[p] * parts.radius[p] * (1.0 + 1e-9);
}

/// visit(footing, force) for every axle of load k that stands on something at time t.
template <int D, class Visit>
void for_each_wheel(const Model<D>& model, std::size_t k, double t, const Visit& visit) {
    const MovingLoad<D>& load = model.description.moving_loads[k];
    if (t - load.position.origin < load.position.start) return;
    const double length = norm(load.to - load.from), first = load.position.held(t);
    const Vec<D> way = (1.0 / length) * (load.to - load.from);
    for (const auto& axle : load.axles) {
        const double s = first - axle.behind;
        if (s < 0.0 || s > length) continue;
        const std::optional<Footing<D>> on = footing(model, k, load.from + s * way);
        if (on) visit(*on, (load.history.at(t) * axle.share) * load.force);
    }
}

/// .. of every load.
template <int D, class Visit>
void for_each_wheel(const Model<D>& model, double t, const Visit& visit) {
    for (std::size_t k = 0; k < model.description.moving_loads.size(); ++k) for_each_wheel(model, k, t, visit);
}

template <int D>
bool has_mesh(const Parts<D>& parts, int p) {
    return parts.kind[p] == PartKind::surface;
}

/// Shares of a force at x on a triangle of nodes: its barycentric coordinates, seen along the normal n.
std::array<double, 3> shares(const std::array<Vec<3>, 3>& corner, const Vec<3>& n, const Vec<3>& x) {
    std::array<double, 3> share{};
    for (std::size_t k = 0; k < 3; ++k)
        share[k] = dot(cross(corner[(k + 1) % 3] - x, corner[(k + 2) % 3] - x), n);
    const double whole = share[0] + share[1] + share[2];
    for (double& one : share) one /= whole;
    return share;
}

void press(const Surface<2>& surface, const Footing<2>& on, const Vec<2>& force, std::vector<Vec<2>>& load) {
    const Facet<2>& facet = surface.facet[at(on.facet)];
    const Vec<2>& a = surface.node[at(facet.node[0])];
    const Vec<2> edge = surface.node[at(facet.node[1])] - a;
    const double share = dot(on.point - a, edge) / dot(edge, edge);
    load[at(facet.node[0])] += (1.0 - share) * force;
    load[at(facet.node[1])] += share * force;
}

void press(const Surface<3>& surface, const Footing<3>& on, const Vec<3>& force, std::vector<Vec<3>>& load) {
    const Facet<3>& facet = surface.facet[at(on.facet)];
    for (int k = 2; k < facet.corners; ++k) {  // a quadrilateral is two triangles
        const std::array<int, 3> node = {facet.node[0], facet.node[at(k - 1)], facet.node[at(k)]};
        std::array<Vec<3>, 3> corner;
        for (std::size_t i = 0; i < 3; ++i) corner[i] = surface.node[at(node[i])];
        const std::array<double, 3> share = shares(corner, surface.normal[at(on.facet)], on.point);
        if (share[1] < 0.0 && k + 1 < facet.corners) continue;  // beyond the diagonal
        for (std::size_t i = 0; i < 3; ++i) load[at(node[i])] += share[i] * force;
        return;
    }
}

}  // namespace

template <int D>
std::optional<Footing<D>> footing(const Model<D>& model, std::size_t load, const Vec<D>& x) {
    const Vec<D>& force = model.description.moving_loads[load].force;
    const Line<D> line{x, (1.0 / norm(force)) * force};
    std::optional<Footing<D>> first;
    double nearest = std::numeric_limits<double>::infinity();
    for (const int p : model.ridden[load]) {
        if (!is_near(model.parts, p, line)) continue;
        const std::optional<LineHit> hit = line_hit(model.parts, p, line);
        if (!hit || !(hit->s < nearest)) continue;
        nearest = hit->s;
        first = {p, x + hit->s * line.direction, hit->facet};
    }
    return first;
}

template <int D>
std::vector<Load<D>> standing_loads(const Model<D>& model, const State<D>& state, std::size_t k, double t) {
    std::vector<Load<D>> loads;
    const MovingLoad<D>& moving = model.description.moving_loads[k];
    for_each_wheel<D>(model, k, t, [&](const Footing<D>& on, const Vec<D>& force) {
        const int i = model.parts.body[on.part];
        const Vec<D> arm = rotate_back(state.bodies.rotation[i], on.point - state.bodies.position[i]);
        Load<D> load;
        load.name = moving.name;
        load.body = i;
        load.force = force;
        load.has_point = true;
        load.point = rotate_back(model.matter.shape_rotation[i], arm - model.matter.shape_origin[i]);
        load.place = moving.place;
        loads.push_back(load);
    });
    return loads;
}

template <int D>
void press_on_bodies(World<D>& world, double t) {
    for_each_wheel<D>(world, t, [&](const Footing<D>& on, const Vec<D>& force) {
        if (has_mesh(world.parts, on.part)) return;
        const int i = world.parts.body[on.part];
        world.applied.edit(i).v += force;
        world.applied.edit(i).w += moment(on.point - world.bodies.position[i], force);
    });
}

template <int D>
void press_on_meshes(World<D>& world, double t) {
    for_each_wheel<D>(world, t, [&](const Footing<D>& on, const Vec<D>& force) {
        if (!has_mesh(world.parts, on.part)) return;
        press(world.parts.surfaces[at(world.parts.surface[at(on.part)])], on, force, node_loads<D>(world, world, world.parts.body[at(on.part)]));
    });
}

#define DRYSTONE_MOVING_LOADS(D)                                                                    \
    template std::optional<Footing<D>> footing(const Model<D>&, std::size_t, const Vec<D>&);        \
    template std::vector<Load<D>> standing_loads(const Model<D>&, const State<D>&, std::size_t, double); \
    template void press_on_bodies(World<D>&, double);                                               \
    template void press_on_meshes(World<D>&, double);
DRYSTONE_MOVING_LOADS(2)
DRYSTONE_MOVING_LOADS(3)
#undef DRYSTONE_MOVING_LOADS

}  // namespace drystone
