#include "step/deform.h"

#include <algorithm>
#include <cmath>

#include "core/index.h"
#include "elastic/locate.h"
#include "step/drives.h"
#include "step/moving_loads.h"

namespace drystone {

namespace {

/// Every deformable body by itself, on all threads: work(its state, its step, its number).
template <int D, class Work>
void for_each(World<D>& world, ThreadPool& pool, const Work& work) {
    pool.for_ranges(world.elastic.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) work(world.elastic[k], world.deforming[k], k);
    });
}

/// The parts of a body of uniform strain: x = c + R U (o + Q v) of the vertices v of a shape at o, turned by Q.
template <int D>
void stretch_parts(World<D>& world, const ElasticParts<D>& d, const Mat<D>& U) {
    const Mat<D> to_body = transpose(matrix(d.principal));
    Parts<D>& parts = world.parts;
    for (std::size_t k = 0; k < d.shape.size(); ++k) {
        const int part = d.first_part + static_cast<int>(k), solid = parts.solid[at(part)];
        stretch(*d.shape[k], transpose(d.turn[k]) * U * d.turn[k], *d.stretched[k]);
        const Vec<D> origin = U * d.origin[k];
        parts.solids.local_origin[at(solid)] = to_body * origin;
        parts.local_centre.set(part, to_body * (origin + d.turn[k] * d.stretched[k]->middle));
        const Mat<D> axes = matrix(world.bodies.rotation[at(d.body)]);
        parts.centre[at(part)] = world.bodies.position[at(d.body)] + axes * parts.local_centre[part];
        parts.solids.origin[at(solid)] =
            world.bodies.position[at(d.body)] + axes * parts.solids.local_origin[at(solid)];
        parts.solids.turn[at(solid)] = axes * parts.solids.local_turn[at(solid)];
    }
}

template <int D>
void place(World<D>& world, const ElasticBody<D>& body, const ElasticParts<D>& d) {
    const MeanMotion<D> mean = mean_motion(body);
    Bodies<D>& bodies = world.bodies;
    const std::size_t i = at(d.body);
    bodies.position[i] = mean.centre;
    bodies.velocity[i] = mean.twist;
    const Rotation<D> shape = bodies.rotation[i] * inverse(d.principal);
    bodies.rotation[i] = rotation_of(mean.rotation, shape) * d.principal;
    if (body.model->affine) {
        stretch_parts(world, d, transpose(mean.rotation) * mean.gradient);
        return;
    }
    Surface<D>& surface = world.parts.surfaces[at(world.parts.surface[at(d.first_part)])];
    place_surface<D>(body.x, surface);
    world.parts.centre[at(d.first_part)] = surface.centre;
}

/// A force on the whole body acts as a field of acceleration: it does not deform by itself more than gravity does.
template <int D>
void add_whole_body_load(const ElasticBody<D>& body, const Twist<D>& applied, std::vector<Vec<D>>& arm,
                         std::vector<Vec<D>>& weighted, std::vector<Vec<D>>& load) {
    if (applied == Twist<D>{}) return;
    const ElasticModel<D>& m = *body.model;
    const Vec<D> centre = centre_of<D>(m, body.x);
    for (std::size_t a = 0; a < arm.size(); ++a) arm[a] = body.x[a] - m.unity[a] * centre;
    multiply_mass<D>(m, arm, weighted);
    const Spin<D> spin = inverse(inertia_about<D>(arm, weighted)) * applied.w;
    for (std::size_t a = 0; a < load.size(); ++a)
        load[a] += (m.weight[a] / m.mass) * applied.v + turn(spin, weighted[a]);
}

/// L (x_c - o): the velocity that a cell gives the body, as a whole.
template <int D>
Vec<D> carried(const Model<D>& model, const Mat<D>& L, const ElasticBody<D>& body) {
    return L * (centre_of<D>(*body.model, body.x) - model.cell_model.origin);
}

/// All of the body moves faster by `change`.
template <int D>
void add_translation(const ElasticModel<D>& model, const Vec<D>& change, std::vector<Vec<D>>& v) {
    for (std::size_t a = 0; a < v.size(); ++a) v[a] += model.unity[a] * change;
}

/// Against the cell, where there is one that deforms [J]. Takes the scratch.
template <int D>
double kinetic_energy_in(const Model<D>& model, const State<D>& state, const ElasticBody<D>& body, Deforming<D>& d) {
    if (!model.cell_model.deforms) return kinetic_energy(body);
    d.scratch = body.v;
    add_translation(*body.model, -carried(model, velocity_gradient(model.cell_model, state.cell), body), d.scratch);
    multiply_mass<D>(*body.model, d.scratch, d.product);
    double twice = 0.0;
    for (std::size_t a = 0; a < d.scratch.size(); ++a) twice += dot(d.scratch[a], d.product[a]);
    return 0.5 * twice;
}

/// Material damping over the step, h v^T C v of the mean velocity less rigid motion (beta) and of all of it (alpha). Takes the
/// scratch.
template <int D>
double damped(const ElasticBody<D>& body, Deforming<D>& d) {
    const ElasticModel<D>& m = *body.model;
    const double alpha = m.material.mass_damping, beta = m.material.stiffness_damping;
    if (alpha == 0.0 && beta == 0.0) return 0.0;
    const std::size_t n = body.x.size();
    std::vector<Vec<D>>&mean = d.scratch, &product = d.product;
    for (std::size_t a = 0; a < n; ++a) mean[a] = 0.5 * (d.before[a] + body.v[a]);
    double sum = 0.0;
    multiply_mass<D>(m, mean, product);
    for (std::size_t a = 0; a < n; ++a) sum += alpha * dot(mean[a], product[a]);
    for (std::size_t a = 0; a < n; ++a) mean[a] = transpose_times(d.step.frame.R, mean[a]);
    const bool svk = m.material.elasticity == Elasticity::svk;
    multiply_stiffness<D>(m, svk ? std::span<const Mat<D>>(d.step.tangent) : m.stiffness, mean, product);
    for (std::size_t a = 0; a < n; ++a) sum += beta * dot(mean[a], product[a]);
    return d.step.h * sum;
}

/// The part of one side of a contact, the element there, and the sign of the side.
struct GrippedSide {
    int part = 0;
    int element = 0;
    double sign = 1.0;
};

/// The row of a degree of freedom among those that contacts grip; a new one where it has none yet.
template <int D>
int row_of(Deforming<D>& d, int dof) {
    int& row = d.row[at(dof)];
    if (row < 0) {
        row = static_cast<int>(d.gripped.size());
        MaterialPoint alone;
        alone.count = 1;
        alone.dof[0] = dof;
        alone.weight[0] = 1.0;
        d.gripped.push_back(alone);
    }
    return row;
}

/// The share of one degree of freedom, which moves so, in the twist of a contact.
template <int D>
void add_motion(double weight, const Vec<D>& curl, const Vec<D>& moves, Twist<D>& twist) {
    twist.v += weight * moves;
    twist.w += moment(curl, moves);
}

/// Takes hold of one side of a contact, which is deformable. A moment is a couple on the element there, docs/theory.md (2.10). What is
/// held has no row, unless nothing else is gripped: a contact knows by its grip that the body is no rigid one.
template <int D>
void grip(World<D>& world, std::size_t contact, const Vec<D>& place, const GrippedSide& side) {
    const int k = world.deforming_of[at(world.parts.body[at(side.part)])];
    const ElasticBody<D>& body = world.elastic[at(k)];
    Deforming<D>& d = world.deforming[at(k)];
    GrippedSides<D>& sides = world.gripped.open(contact, world.problem.W.grip.size());
    const MaterialPoint p = locate(body, side.element, place);
    std::array<Vec<D>, 8> gradient{};
    if (world.book.turns) gradient = weight_gradients(body, side.element, place);
    Grip<D> grip;
    grip.body = k;
    for (std::size_t a = 0; a < at(p.count); ++a) {  // those of weight zero, too: what is gripped then changes with the contacts alone
        const double weight = side.sign * p.weight[a];
        const Vec<D> curl = (0.5 * side.sign) * gradient[a];
        add_motion(weight, curl, d.before[at(p.dof[a])], sides.before);
        add_motion(weight, curl, d.free[at(p.dof[a])], sides.free);
        const bool held = !body.held.empty() && body.held[at(p.dof[a])] == hold_all;
        if (held && !(grip.count == 0 && a + 1 == at(p.count))) {
            d.prescribed.push_back({static_cast<int>(contact), p.dof[a], weight, curl});
            continue;
        }
        const std::size_t n = at(grip.count++);
        grip.dof[n] = row_of(d, p.dof[a]);
        grip.weight[n] = weight;
        grip.curl[n] = curl;
    }
    world.problem.W.grip.push_back(grip);
    ++sides.grips;
}

/// The twists of contacts at the end, by grips and by what is prescribed.
template <int D>
void follow_grips(World<D>& world) {
    for (GrippedSides<D>& sides : world.gripped.all()) {
        if (!world.cell_model.deforms) sides.after = {};  // else it is what the cell adds
        for (int g = sides.first_grip; g < sides.first_grip + sides.grips; ++g) {
            const Grip<D>& grip = world.problem.W.grip[at(g)];
            if (at(grip.body) >= world.deforming.size()) continue;  // the cell
            const std::vector<MaterialPoint>& gripped = world.deforming[at(grip.body)].gripped;
            for (std::size_t k = 0; k < at(grip.count); ++k)
                add_motion(grip.weight[k], grip.curl[k], world.elastic[at(grip.body)].v[at(gripped[at(grip.dof[k])].dof[0])], sides.after);
        }
    }
    for (std::size_t k = 0; k < world.deforming.size(); ++k) {
        for (const PrescribedGrip<D>& p : world.deforming[k].prescribed)
            add_motion(p.weight, p.curl, world.elastic[k].v[at(p.dof)], world.gripped[at(p.contact)].after);
    }
}

template <int D>
void put_block(CompliantBody<D>& body, int a, int b, const Mat<D>& block) {
    for (int i = 0; i < D; ++i) {
        for (int j = 0; j < D; ++j)
            body.compliance[at(a * D + i) * body.rows() + at(b * D + j)] = block[i][j];
    }
}

/// What contacts do to the degrees of freedom.
template <int D>
void give_impulses(World<D>& world) {
    for (Deforming<D>& d : world.deforming) std::fill(d.impulse.begin(), d.impulse.end(), Vec<D>{});
    for (const GrippedSides<D>& sides : world.gripped.all()) {
        const std::size_t c = at(sides.contact);
        for (int g = sides.first_grip; g < sides.first_grip + sides.grips; ++g) {
            const Grip<D>& grip = world.problem.W.grip[at(g)];
            if (at(grip.body) >= world.deforming.size()) continue;
            Deforming<D>& d = world.deforming[at(grip.body)];
            for (std::size_t k = 0; k < at(grip.count); ++k)
                d.impulse[at(d.gripped[at(grip.dof[k])].dof[0])] +=
                    pull(grip, k, world.contacts.impulse[c], world.contacts.moment[c]);
        }
    }
    for (Deforming<D>& d : world.deforming) {
        for (const PrescribedGrip<D>& p : d.prescribed)
            d.impulse[at(p.dof)] += p.weight * world.contacts.impulse[at(p.contact)] + turn(world.contacts.moment[at(p.contact)], p.curl);
    }
}

}  // namespace

Rotation<2> rotation_of(const Mat<2>& R, const Rotation<2>& near) {
    const double angle = std::atan2(R[1][0], R[0][0]);
    constexpr double turn = 2.0 * 3.14159265358979323846;
    return {angle + turn * std::round((near.angle - angle) / turn)};
}

Rotation<3> rotation_of(const Mat<3>& R, const Rotation<3>& near) {
    // The largest of the four squares, for the sake of the digits.
    const double trace = R[0][0] + R[1][1] + R[2][2];
    int k = 3;
    double most = trace;
    for (int i = 0; i < 3; ++i) {
        if (R[i][i] > most) {
            most = R[i][i];
            k = i;
        }
    }
    Rotation<3> r;
    if (k == 3) {
        r.w = 1.0 + trace;
        r.q = {{R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]}};
    } else {
        const int i = k, j = (k + 1) % 3, l = (k + 2) % 3;
        r.q[i] = 1.0 + R[i][i] - R[j][j] - R[l][l];
        r.q[j] = R[j][i] + R[i][j];
        r.q[l] = R[l][i] + R[i][l];
        r.w = R[l][j] - R[j][l];
    }
    r = normalised(r);
    const bool other_side = r.w * near.w + dot(r.q, near.q) < 0.0;
    return other_side ? Rotation<3>{-r.w, -r.q} : r;
}

template <int D>
void make_room_for_deforming(const Model<D>& model, const State<D>& state, Scratch<D>& scratch) {
    if (scratch.deforming.size() != state.elastic.size()) begin_deforming(model, state, scratch);
}

template <int D>
void stop_deforming(State<D>& state, Scratch<D>& scratch) {
    for (ElasticBody<D>& body : state.elastic) std::fill(body.v.begin(), body.v.end(), Vec<D>{});
    for (Deforming<D>& d : scratch.deforming) d.kinetic = 0.0;
}

template <int D>
void begin_deforming(const Model<D>& model, const State<D>& state, Scratch<D>& scratch) {
    scratch.deforming.assign(state.elastic.size(), {});
    for (std::size_t k = 0; k < state.elastic.size(); ++k) {
        const ElasticBody<D>& body = state.elastic[k];
        Deforming<D>& d = scratch.deforming[k];
        for (auto* field : {&d.load, &d.impulse, &d.scratch, &d.product}) field->resize(body.x.size());
        d.kinetic = kinetic_energy_in(model, state, body, d);
        d.strain = strain_energy<D>(body, body.x);
        d.centre = centre_of<D>(*body.model, body.x);
        d.before = d.free = body.v;
        if (body.held.empty()) continue;
        for (auto* field : {&d.held_velocity, &d.support}) field->resize(body.x.size());
    }
}

template <int D>
void move_deforming(World<D>& world, double dt, double cell_dt, ThreadPool& pool) {
    const bool apart = world.cell_model.deforms && dt != cell_dt;
    const Mat<D> L = velocity_gradient(world);
    for_each(world, pool, [&](ElasticBody<D>& body, Deforming<D>& d, std::size_t) {
        const Vec<D> ahead = apart ? (cell_dt - dt) * carried<D>(world, L, body) : Vec<D>{};
        drift(body, dt, d.step);
        if (apart) add_translation(*body.model, ahead, body.x);
    });
}

template <int D>
void carry_deforming(const Model<D>& model, State<D>& state, const Mat<D>& change) {
    for (ElasticBody<D>& body : state.elastic) add_translation(*body.model, carried(model, change, body), body.v);
}

template <int D>
void place_deforming(World<D>& world, ThreadPool& pool) {
    for_each(world, pool, [&](const ElasticBody<D>& body, Deforming<D>&, std::size_t k) {
        place(world, body, world.elastic_parts[k]);
    });
}

template <int D>
bool free_deforming(World<D>& world, double h, double theta, double t, ThreadPool& pool) {
    if (world.deforming.empty()) return true;
    for (Deforming<D>& d : world.deforming) {
        std::fill(d.load.begin(), d.load.end(), Vec<D>{});
        std::fill(d.held_velocity.begin(), d.held_velocity.end(), Vec<D>{});
    }
    for (const ChosenNodes& drive : world.driven_nodes) {
        const Motion<D>& m = world.description.motions[at(drive.drive)];
        const double rate = mean_rate(m, world.time, h);
        for (const NodeShare& n : drive.nodes)
            world.deforming[at(world.deforming_of[at(m.body)])].held_velocity[at(n.node)] += rate * m.direction;
    }
    for (const ChosenNodes& drive : world.loaded_nodes) {
        const Load<D>& load = world.description.loads[at(drive.drive)];
        const double multiplier = load.control < 0 ? 1.0 : world.factor[at(load.control)].value;
        const Vec<D> force = (multiplier * load.history.at(t)) * load.force;
        for (const NodeShare& n : drive.nodes)
            world.deforming[at(world.deforming_of[at(load.body)])].load[at(n.node)] += n.share * force;
    }
    press_on_meshes(world, t);
    const Mat<D> freed = freed_gradient(world);
    for_each(world, pool, [&](const ElasticBody<D>& body, Deforming<D>& d, std::size_t k) {
        d.before = body.v;
        d.usable = prepare(d.step, body, h, theta, *world.factors);
        add_whole_body_load(body, world.applied[at(world.elastic_parts[k].body)], d.scratch, d.free, d.load);
        const std::vector<double>& weight = body.model->weight;
        for (std::size_t a = 0; a < d.load.size(); ++a) d.scratch[a] = d.load[a] + weight[a] * world.gravity;
        free_velocity<D>(d.step, body, d.scratch, d.free, d.held_velocity);
        if (world.cell_model.is_pressed) add_translation(*body.model, carried<D>(world, freed, body), d.free);
    });
    return std::all_of(world.deforming.begin(), world.deforming.end(), [](const auto& d) { return d.usable; });
}

template <int D>
void begin_grips(const State<D>& state, Scratch<D>& scratch) {
    for (std::size_t k = 0; k < scratch.deforming.size(); ++k) {
        scratch.deforming[k].row.assign(state.elastic[k].x.size(), -1);
        scratch.deforming[k].gripped.clear();
        scratch.deforming[k].prescribed.clear();
    }
}

template <int D>
void grip_deforming(World<D>& world, std::size_t contact) {
    if (world.deforming.empty()) return;
    const ContactPoint<D>& point = world.contacts.point[contact];
    const auto deforms = [&](int part) { return world.deforming_of[at(world.parts.body[at(part)])] >= 0; };
    const bool a = deforms(point.a), b = deforms(point.b);
    if (!a && !b) return;
    const bool line = is_link(world.parts, point) && world.links.link[at(world.links.of(point.a))].is_line();
    const auto place = [&](int part) { return line ? world.parts.centre[at(part)] : point.point; };
    if (a) grip(world, contact, place(point.a), {point.a, point.element_a, -1.0});
    if (b) grip(world, contact, place(point.b) - world.parts.space.shift(point.image), {point.b, point.element_b, 1.0});
}

template <int D>
void assemble_deforming(World<D>& world, ThreadPool& pool) {
    std::vector<CompliantBody<D>>& compliant = world.problem.W.compliant;
    compliant.resize(world.deforming.size() + (is_compliant(world) ? 1 : 0));
    int first = 0;
    for (std::size_t k = 0; k < world.deforming.size(); ++k) {
        compliant[k].first = first;
        compliant[k].count = static_cast<int>(world.deforming[k].gripped.size());
        first += compliant[k].count;
    }
    for_each(world, pool, [&](const ElasticBody<D>& elastic, Deforming<D>& d, std::size_t k) {
        d.compliance.resize(d.gripped.size() * d.gripped.size());
        CompliantBody<D>& body = compliant[k];
        body.compliance.resize(body.rows() * body.rows());
        if (d.gripped.empty()) return;
        compliance<D>(d.step, elastic, d.gripped, d.compliance);
        for (int a = 0; a < body.count; ++a) {
            for (int b = 0; b < body.count; ++b) put_block(body, a, b, d.compliance[at(a * body.count + b)]);
        }
    });
}

template <int D>
void apply_to_deforming(World<D>& world, bool at_rest, ThreadPool& pool) {
    if (world.deforming.empty()) return;
    give_impulses(world);
    const Mat<D> pushed = pushed_gradient(world), L = kick_gradient(world, at_rest);
    for_each(world, pool, [&](ElasticBody<D>& body, Deforming<D>& d, std::size_t) {
        respond<D>(d.step, body, d.impulse, d.scratch);
        for (std::size_t a = 0; a < d.free.size(); ++a) d.scratch[a] += d.free[a];
        const Vec<D> rides = carried<D>(world, L, body);
        if (world.cell_model.is_pressed) add_translation(*body.model, carried<D>(world, pushed, body), d.scratch);

        d.load_work = d.contact_work = 0.0;
        d.reaction = {};
        const std::vector<double>& weight = body.model->weight;
        std::vector<Vec<D>>& end = d.scratch;
        if (at_rest) d.before = end;
        for (std::size_t a = 0; a < end.size(); ++a) {
            const Vec<D> mean = 0.5 * (d.before[a] + end[a]);
            d.load_work += d.step.h * dot(d.load[a], mean);
            d.contact_work += dot(d.impulse[a], mean - body.model->unity[a] * rides);
        }
        if (!body.held.empty()) {
            std::vector<Vec<D>>& total = d.product;
            for (std::size_t a = 0; a < total.size(); ++a) total[a] = d.load[a] + weight[a] * world.gravity;
            support_impulses<D>(d.step, body, {total, d.impulse}, end, d.support);
            for (std::size_t a = 0; a < end.size(); ++a)
                d.load_work += 0.5 * dot(d.support[a], d.before[a] + end[a]);
            for (const Vec<D>& one : d.support) d.reaction += (1.0 / d.step.h) * one;
        }
        body.v = end;
        d.damped = damped(body, d);
    });
    follow_grips(world);
}

template <int D>
void account_deforming(const Model<D>& model, State<D>& state, Scratch<D>& scratch) {
    for (std::size_t k = 0; k < scratch.deforming.size(); ++k) {
        const ElasticBody<D>& body = state.elastic[k];
        Deforming<D>& d = scratch.deforming[k];
        const double kinetic = kinetic_energy_in(model, state, body, d), strain = strain_energy(body, d.step);
        const Vec<D> centre = centre_of<D>(*body.model, body.x);
        const double fallen = body.model->mass * dot(scratch.gravity, centre - d.centre);
        state.energy.work += d.load_work;
        state.energy.losses.damping += d.damped;
        state.energy.scheme += d.load_work + d.contact_work + fallen - d.damped - (kinetic - d.kinetic) -
                               (strain - d.strain);
        d.kinetic = kinetic;
        d.strain = strain;
        d.centre = centre;
    }
}

#define DRYSTONE_DEFORM(D)                                                        \
    template void begin_deforming(const Model<D>&, const State<D>&, Scratch<D>&); \
    template void make_room_for_deforming(const Model<D>&, const State<D>&, Scratch<D>&); \
    template void stop_deforming(State<D>&, Scratch<D>&);                         \
    template void move_deforming(World<D>&, double, double, ThreadPool&);         \
    template void carry_deforming(const Model<D>&, State<D>&, const Mat<D>&);     \
    template void place_deforming(World<D>&, ThreadPool&);                        \
    template bool free_deforming(World<D>&, double, double, double, ThreadPool&); \
    template void begin_grips(const State<D>&, Scratch<D>&);                      \
    template void grip_deforming(World<D>&, std::size_t);                         \
    template void assemble_deforming(World<D>&, ThreadPool&);                     \
    template void apply_to_deforming(World<D>&, bool, ThreadPool&);               \
    template void account_deforming(const Model<D>&, State<D>&, Scratch<D>&);
DRYSTONE_DEFORM(2)
DRYSTONE_DEFORM(3)
#undef DRYSTONE_DEFORM

}  // namespace drystone
