#include "step/material_place.h"

#include <algorithm>
#include <cassert>

#include "elastic/locate.h"
#include "step/deformable.h"

namespace drystone {

namespace {

constexpr double slack = 1e-9;  // of an element's size, or of a shape's

/// Whether the place is in the box about the element: far away Newton's method may find anything.
template <int D>
bool is_near(const ElasticBody<D>& body, const Element& element, const Vec<D>& place) {
    Vec<D> low = body.x[static_cast<std::size_t>(element.node[0])], high = low;
    for (const int a : element.nodes()) {
        for (int c = 0; c < D; ++c) {
            low[c] = std::min(low[c], body.x[static_cast<std::size_t>(a)][c]);
            high[c] = std::max(high[c], body.x[static_cast<std::size_t>(a)][c]);
        }
    }
    const double room = slack * norm(high - low);
    for (int c = 0; c < D; ++c) {
        if (place[c] < low[c] - room || place[c] > high[c] + room) return false;
    }
    return true;
}

/// Shape functions are not negative inside.
bool is_within(const MaterialPoint& point) {
    const auto end = point.weight.begin() + point.count;
    return std::all_of(point.weight.begin(), end, [](double weight) { return weight >= -slack; });
}

template <int D>
MaterialPlace place_in_mesh(const ElasticBody<D>& body, const Vec<D>& place) {
    const std::vector<Element>& elements = body.model->mesh.element;
    for (std::size_t e = 0; e < elements.size(); ++e) {
        if (!is_near(body, elements[e], place)) continue;
        const MaterialPoint point = locate(body, static_cast<int>(e), place);
        if (is_within(point)) return {point, static_cast<int>(e)};
    }
    return {};
}

template <int D>
bool holds(const Convex<D>& shape, const Vec<D>& x) {
    for (std::size_t f = 0; f < shape.normal.size(); ++f) {
        if (dot(shape.normal[f], x) > shape.offset[f] + slack * shape.radius) return false;
    }
    return true;
}

}  // namespace

template <int D>
std::vector<Vec<D>> placed_dofs(const World<D>& world, int body) {
    assert(deforms<D>(world, body));
    const auto i = static_cast<std::size_t>(body), k = static_cast<std::size_t>(world.deforming_of[i]);
    const Mat<D> turn = matrix(world.start_rotation[i] * inverse(world.elastic_parts[k].principal));
    const ElasticModel<D>& m = *world.elastic[k].model;
    std::vector<Vec<D>> q;
    q.reserve(m.reference.size());
    for (std::size_t a = 0; a < m.reference.size(); ++a)
        q.push_back(m.unity[a] * world.start_position[i] + turn * m.reference[a]);
    return q;
}

template <int D>
MaterialPlace material_place(const World<D>& world, int body, const Vec<D>& at_time_0) {
    if (!deforms<D>(world, body)) return {};
    const auto k = static_cast<std::size_t>(world.deforming_of[static_cast<std::size_t>(body)]);
    const ElasticParts<D>& parts = world.elastic_parts[k];
    ElasticBody<D> placed;
    placed.model = world.elastic[k].model;
    placed.x = placed_dofs(world, body);
    if (!placed.model->affine) return place_in_mesh(placed, at_time_0);
    const MaterialPoint point = locate(placed, 0, at_time_0);
    Vec<D> X;
    for (int c = 0; c < D; ++c) X[c] = point.weight[static_cast<std::size_t>(c) + 1];
    for (std::size_t s = 0; s < parts.shape.size(); ++s) {
        if (holds(*parts.shape[s], transpose_times(parts.turn[s], X - parts.origin[s]))) return {point, 0};
    }
    return {};
}

template <int D>
Vec<D> place_now(const World<D>& world, int body, const MaterialPlace& place) {
    assert(place.element >= 0 && deforms<D>(world, body));
    return at_point<D>(place.point, deformable_of(world, body)->x);
}

template <int D>
bool is_inside(const BodyDescription<D>& body, const Vec<D>& place) {
    assert(body.deformable.has_value());
    const Vec<D> x = rotate_back(body.orientation, place - body.position);
    if (body.deformable->mesh) {
        auto model = std::make_shared<ElasticModel<D>>();
        model->mesh = *body.deformable->mesh;
        ElasticBody<D> placed;
        placed.x = model->mesh.node;
        placed.model = std::move(model);
        return place_in_mesh(placed, x).element >= 0;
    }
    return std::any_of(body.geometry.begin(), body.geometry.end(), [&](const PlacedShape<D>& part) {
        const auto* solid = std::get_if<Solid<D>>(&part.shape);
        return solid && holds(*solid->convex, rotate_back(part.rotation, x - part.position));
    });
}

#define INSTANTIATE(D)                                                          \
    template std::vector<Vec<D>> placed_dofs(const World<D>&, int);             \
    template MaterialPlace material_place(const World<D>&, int, const Vec<D>&); \
    template Vec<D> place_now(const World<D>&, int, const MaterialPlace&);      \
    template bool is_inside(const BodyDescription<D>&, const Vec<D>&);
INSTANTIATE(2)
INSTANTIATE(3)
#undef INSTANTIATE

}  // namespace drystone
