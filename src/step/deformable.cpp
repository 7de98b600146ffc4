#include "step/deformable.h"

#include <algorithm>
#include <cassert>

#include "core/index.h"
#include "core/input_error.h"
#include "step/material_place.h"

namespace drystone {

namespace {

template <int D>
const Deforming<D>& step_of(const World<D>& world, int body) {
    assert(deforms<D>(world, body));
    return world.deforming[at(world.deforming_of[at(body)])];
}

/// Of a body of uniform strain: its centre, and what the columns of its gradient add at its outermost point.
template <int D>
double fastest_of_affine(const ElasticBody<D>& body, const ElasticParts<D>& parts, const Vec<D>& carried) {
    double speed = norm(body.v[0] - carried);
    for (std::size_t k = 1; k < body.v.size(); ++k) {
        double extent = 0.0;
        for (std::size_t s = 0; s < parts.shape.size(); ++s)
            extent = std::max(extent, norm(parts.origin[s] + parts.turn[s] * parts.shape[s]->middle) + parts.shape[s]->radius);
        speed += extent * norm(body.v[k]);
    }
    return speed;
}

}  // namespace

template <int D>
Dofs<D> dofs_of(const World<D>& world, int body) {
    const ElasticBody<D>* one = deformable_of(world, body);
    return one ? Dofs<D>{one->x, one->v} : Dofs<D>{};
}

template <int D>
void gather_dofs(const State<D>& state, Dofs<D>& dofs) {
    dofs.place.clear();
    dofs.velocity.clear();
    for (const ElasticBody<D>& body : state.elastic) {
        dofs.place.insert(dofs.place.end(), body.x.begin(), body.x.end());
        dofs.velocity.insert(dofs.velocity.end(), body.v.begin(), body.v.end());
    }
}

template <int D>
std::size_t count_dofs(const State<D>& state) {
    std::size_t count = 0;
    for (const ElasticBody<D>& body : state.elastic) count += body.x.size();
    return count;
}

template <int D>
bool put_dofs(const Dofs<D>& dofs, int body, World<D>& world) {
    if (!deforms<D>(world, body)) return dofs.place.empty();
    ElasticBody<D>& one = world.elastic[at(world.deforming_of[at(body)])];
    if (one.x.size() != dofs.place.size() || one.v.size() != dofs.velocity.size()) return false;
    one.x = dofs.place;
    one.v = dofs.velocity;
    return true;
}

template <int D>
bool put_dofs(const Dofs<D>& dofs, State<D>& state) {
    if (dofs.place.size() != count_dofs(state) || dofs.velocity.size() != dofs.place.size()) return false;
    auto place = dofs.place.begin();
    auto velocity = dofs.velocity.begin();
    for (ElasticBody<D>& body : state.elastic) {
        for (Vec<D>& x : body.x) x = *place++;
        for (Vec<D>& v : body.v) v = *velocity++;
    }
    return true;
}

template <int D>
void take_state(const State<D>& state, World<D>& world) {
    const auto same = [](const ElasticBody<D>& a, const ElasticBody<D>& b) {
        return a.x.size() == b.x.size() && a.v.size() == b.v.size();
    };
    if (!std::equal(state.elastic.begin(), state.elastic.end(), world.elastic.begin(), world.elastic.end(), same))
        throw InputError("", "the state is not of this scene: it has other deformable bodies");
    std::vector<ElasticBody<D>> elastic = std::move(world.elastic);
    for (std::size_t k = 0; k < elastic.size(); ++k) {
        elastic[k].x = state.elastic[k].x;
        elastic[k].v = state.elastic[k].v;
    }
    static_cast<State<D>&>(world) = state;
    world.elastic = std::move(elastic);
}

template <int D>
double fastest_point(const World<D>& world, int body) {
    assert(deforms<D>(world, body));
    const std::size_t k = at(world.deforming_of[at(body)]);
    const Vec<D> carried = carried_velocity(world, body);
    if (world.elastic[k].model->affine) return fastest_of_affine(world.elastic[k], world.elastic_parts[k], carried);
    double speed = 0.0;  // of a mesh: that of a node
    for (const Vec<D>& v : world.elastic[k].v) speed = std::max(speed, norm(v - carried));
    return speed;
}

template <int D>
void add_velocity(const Model<D>& model, State<D>& state, int body, const Vec<D>& change) {
    state.bodies.velocity[at(body)].v += change;
    if (!deforms(model, body)) return;
    ElasticBody<D>& one = state.elastic[at(model.deforming_of[at(body)])];
    for (std::size_t a = 0; a < one.v.size(); ++a) one.v[a] += one.model->unity[a] * change;
}

template <int D>
std::vector<Vec<D>>& node_loads(const Model<D>& model, Scratch<D>& scratch, int body) {
    assert(deforms(model, body));
    return scratch.deforming[at(model.deforming_of[at(body)])].load;
}

template <int D>
Vec<D> force_on_nodes(const World<D>& world, int body, double h) {
    const Deforming<D>& d = step_of(world, body);
    Vec<D> sum{};
    for (const Vec<D>& f : d.load) sum += f;
    for (const Vec<D>& j : d.support) sum += (1.0 / h) * j;
    return sum;
}

template <int D>
Vec<D> support_reaction(const World<D>& world, int body) {
    return step_of(world, body).reaction;
}

template <int D>
void add_deformable_energy(const World<D>& world, Energy& energy) {
    for (std::size_t k = 0; k < world.deforming.size(); ++k) {
        const Deforming<D>& d = world.deforming[k];
        energy.kinetic += d.kinetic;
        energy.strain += d.strain;
        energy.potential -= world.elastic[k].model->mass * dot(world.gravity, d.centre);
    }
}

template <int D>
void add_gripped_velocities(const World<D>& world, std::vector<Vec<D>>& free, std::vector<Vec<D>>& solved) {
    for (std::size_t k = 0; k < world.deforming.size(); ++k) {
        for (const MaterialPoint& point : world.deforming[k].gripped) {
            free.push_back(world.deforming[k].free[at(point.dof[0])]);
            solved.push_back(world.elastic[k].v[at(point.dof[0])]);
        }
    }
}

template <int D>
void place_undeformed(const World<D>& world, int p, Parts<D>& out) {
    const int body = world.parts.body[at(p)];
    assert(deforms<D>(world, body));
    const std::size_t deformable = at(world.deforming_of[at(body)]);
    if (!world.elastic[deformable].model->affine) {
        out.surface.back() = static_cast<int>(out.surfaces.size());
        out.surfaces.push_back(world.parts.surfaces[at(world.parts.surface[at(p)])]);
        place_surface<D>(placed_dofs(world, body), out.surfaces.back());
        out.centre.back() = out.surfaces.back().centre;
        return;
    }
    const ElasticParts<D>& d = world.elastic_parts[deformable];
    const std::size_t k = at(p - d.first_part);
    const Mat<D> turn = matrix(world.start_rotation[at(body)] * inverse(d.principal));
    out.solids.shape.back() = d.shape[k];
    out.solids.origin.back() = world.start_position[at(body)] + turn * d.origin[k];
    out.solids.turn.back() = turn * d.turn[k];
    out.centre.back() = out.solids.origin.back() + out.solids.turn.back() * d.shape[k]->middle;
}

#define DRYSTONE_DEFORMABLE(D)                                                                                    \
    template Dofs<D> dofs_of(const World<D>&, int);                                                               \
    template void gather_dofs(const State<D>&, Dofs<D>&);                                                         \
    template std::size_t count_dofs(const State<D>&);                                                             \
    template bool put_dofs(const Dofs<D>&, int, World<D>&);                                                       \
    template bool put_dofs(const Dofs<D>&, State<D>&);                                                            \
    template void take_state(const State<D>&, World<D>&);                                                         \
    template double fastest_point(const World<D>&, int);                                                          \
    template void add_velocity(const Model<D>&, State<D>&, int, const Vec<D>&);                                   \
    template std::vector<Vec<D>>& node_loads(const Model<D>&, Scratch<D>&, int);                                                     \
    template Vec<D> force_on_nodes(const World<D>&, int, double);                                                 \
    template Vec<D> support_reaction(const World<D>&, int);                                                       \
    template void add_deformable_energy(const World<D>&, Energy&);                                                \
    template void add_gripped_velocities(const World<D>&, std::vector<Vec<D>>&, std::vector<Vec<D>>&);            \
    template void place_undeformed(const World<D>&, int, Parts<D>&);
DRYSTONE_DEFORMABLE(2)
DRYSTONE_DEFORMABLE(3)
#undef DRYSTONE_DEFORMABLE

}  // namespace drystone
