// A cell that repeats, in the order of a step. docs/theory.md section 16; x about the origin o of the cell:
//
//     begin     A' of components that are told: (A(t + h) - A(t)) / h                        bodies: v <- v + dA' A^-1 x        (16.2)
//     move      A <- A + dt A'
//     free      L_ij <- (L_ij + h (kin_ij - V s_ij) / I) / (1 + h d),  I = m_c l^2           bodies: v <- v + dL x              (16.4)
//     grip      u has A' k; where components are under stress u has L b, and they have L_ij = sum r_i b_j / (I (1 + h d))       (16.5)
//     apply     L_ij <- L_ij + sum r_i b_j / (I (1 + h d))                                   bodies: v <- v + dL x
//     account   work, what drifts did to c and L                                                                               (16.7)

#include "step/cell.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/index.h"
#include "core/reduced_space.h"
#include "core/room.h"
#include "step/cell_drift.h"
#include "step/cell_sums.h"
#include "step/deform.h"
#include "step/deformable.h"
#include "step/world.h"

namespace drystone {

namespace {

template <int D>
Vec<D> peculiar(const World<D>& world, const Mat<D>& L, int i) {
    return world.bodies.velocity[at(i)].v - L * (world.bodies.position[at(i)] - world.cell_model.origin);
}

/// Bodies take part in a change of the velocity gradient: c stays. (In a kick the nodes of deformable ones do so when their stages come.)
template <int D>
void carry_bodies(World<D>& world, const Mat<D>& change) {
    if (change == Mat<D>{}) return;
    Bodies<D>& bodies = world.bodies;
    for (int i = 0; i < bodies.size(); ++i) {
        if (rides(world, i))
            bodies.velocity[at(i)].v += change * (bodies.position[at(i)] - world.cell_model.origin);
    }
}

/// A'_ii of a component that is told, so that its edge is as long as it should be after h.
template <int D>
double edge_rate(const World<D>& world, std::size_t n, double h) {
    using Control = typename CellDescription<D>::Control;
    const auto& told = world.description.cell->component[n];
    const int i = cell_components<D>[n].i;
    const double length = world.cell.edges[i][i];
    if (told.control == Control::strain)
        return (world.cell_model.start[i][i] * std::exp(told.signal.held(world.time + h)) - length) / h;
    if (told.control == Control::rate)
        return length * std::expm1(told.signal.integral(world.time + h) - told.signal.integral(world.time)) /
               h;
    return 0.0;
}

/// L_ij of a shear that is told; `L` has the components before it, A' = L A.
template <int D>
double shear_rate(const World<D>& world, std::size_t n, double h, const Mat<D>& L) {
    using Control = typename CellDescription<D>::Control;
    const auto& told = world.description.cell->component[n];
    const auto [i, j, name] = cell_components<D>[n];
    const Mat<D>& A = world.cell.edges;
    if (told.control == Control::rate)
        return (told.signal.integral(world.time + h) - told.signal.integral(world.time)) / h;
    if (told.control != Control::strain) return 0.0;
    const double height = A[j][j] * (1.0 + h * L[j][j]);
    const double at_first = world.cell_model.start[i][j] / world.cell_model.start[j][j];
    double rest = ((told.signal.held(world.time + h) + at_first) * height - A[i][j]) / h;
    for (int k = i; k < j; ++k) rest -= L[i][k] * A[k][j];
    return rest / A[j][j];
}

template <int D>
Vec<D> times(const Mat<D>& m, const std::type_identity_t<std::array<int, D>>& k) {
    Vec<D> x;
    for (int i = 0; i < D; ++i) x[i] = k[at(i)];
    return m * x;
}

/// From body a to the image of body b that the contact sees.
template <int D>
Vec<D> branch_of(const World<D>& world, const ContactPoint<D>& c) {
    const int a = world.parts.body[at(c.a)], b = world.parts.body[at(c.b)];
    const Vec<D> to =
        rides(world, b) ? world.parts.space.seen(world.bodies.position[at(b)], c.image) : c.point;
    return to - (rides(world, a) ? world.bodies.position[at(a)] : c.point);
}

/// What the cell, moving with A', adds to the relative velocity of a contact: A' k, and L (x_c - o) of walls.
template <int D>
Vec<D> given_by_cell(const World<D>& world, const Mat<D>& edge_velocity, const ContactPoint<D>& c) {
    Vec<D> u = times(edge_velocity, c.image);
    const int a = world.parts.body[at(c.a)], b = world.parts.body[at(c.b)];
    const int walls = (rides(world, b) ? 0 : 1) - (rides(world, a) ? 0 : 1);
    if (walls == 0) return u;
    const Vec<D> x = inverse(world.cell.edges) * (c.point - world.cell_model.origin);
    return u + static_cast<double>(walls) * (edge_velocity * x);
}

/// The D columns of L, times l, are degrees of freedom: u has sum_j (b_j / l) (l L e_j).
template <int D>
Grip<D> grip_of(const World<D>& world, const Vec<D>& branch) {
    Grip<D> grip;
    if (!world.cell_model.is_pressed) return grip;
    grip.body = static_cast<int>(count_deformable<D>(world));
    grip.count = D;
    for (int j = 0; j < D; ++j) {
        grip.dof[at(j)] = j;
        grip.weight[at(j)] = branch[j] / world.cell_model.length;
    }
    return grip;
}

template <int D>
bool touches_itself(const World<D>& world, const ContactPoint<D>& c) {
    return world.parts.body[at(c.a)] == world.parts.body[at(c.b)];
}

template <int D>
double sum_of_products(const Mat<D>& a, const Mat<D>& b, const Mat<D>& chosen) {
    double sum = 0.0;
    for (int i = 0; i < D; ++i) {
        for (int j = i; j < D; ++j) sum += chosen[i][j] * a[i][j] * b[i][j];
    }
    return sum;
}

template <int D>
Mat<D> all_components() {
    Mat<D> all;
    for (int i = 0; i < D; ++i) {
        for (int j = i; j < D; ++j) all[i][j] = 1.0;
    }
    return all;
}

/// Where bodies are in the cell, and which contacts lead out of it: as sweeps would have them (contact/body_map.h), in units of l.
template <int D>
void place_in_hub(World<D>& world) {
    BodyMap<D>& map = world.problem.W;
    const Space<D> cell = reduced(world.parts.space);
    const double l = world.cell_model.length;
    const auto place = [&](int body) -> Vec<D> {
        if (world.mobile[at(body)] < 0 || !rides(world, body)) return {};
        return (1.0 / l) * (cell.wrap(world.bodies.position[at(body)]) - world.cell_model.origin);
    };
    map.hub_place.assign(map.body.size(), {});
    for (int i = 0; i < world.bodies.size(); ++i) {
        if (world.mobile[at(i)] >= 0) map.hub_place[at(world.mobile[at(i)])] = place(i);
    }
    map.hub_extra.assign(world.contacts.point.size(), {});
    constexpr double rounding = 1e-9;  // of a diameter; what leads out does so by the width of the cell
    for (std::size_t c = 0; c < world.contacts.point.size(); ++c) {
        const ContactPoint<D>& point = world.contacts.point[c];
        const Vec<D> inside = place(world.parts.body[at(point.b)]) - place(world.parts.body[at(point.a)]);
        const Vec<D> extra = (1.0 / l) * world.cell_step.branches[c] - inside;
        if (norm(extra) > rounding) map.hub_extra[c] = extra;
    }
}

}  // namespace

template <int D>
Mat<D> velocity_gradient(const CellModel<D>& model, const Cell<D>& cell) {
    return model.deforms ? cell.velocity * inverse(cell.edges) : Mat<D>{};
}

template <int D>
Mat<D> velocity_gradient(const World<D>& world) {
    return velocity_gradient(world.cell_model, world.cell);
}

template <int D>
bool rides(const World<D>& world, int i) {
    if (world.matter.freedom[at(i)] == Freedom::immovable) return false;
    const int first = world.first_part[at(i)];
    return first >= world.parts.shapes() || world.parts.body[at(first)] != i || !world.parts.is_wall(first);
}

template <int D>
Vec<D> carried_velocity(const World<D>& world, int i) {
    if (!world.cell_model.deforms || !rides(world, i)) return {};
    return velocity_gradient(world) * (world.bodies.position[at(i)] - world.cell_model.origin);
}

template <int D>
Vec<D> image_velocity(const World<D>& world, const std::type_identity_t<std::array<int, D>>& image) {
    return world.cell_model.deforms ? times(world.cell.velocity, image) : Vec<D>{};
}

template <int D>
double cell_energy(const World<D>& world) {
    if (!world.cell_model.is_pressed || (world.across && !world.across->counts_common())) return 0.0;
    const Mat<D> L = velocity_gradient(world);
    return 0.5 * world.cell_model.inertia() * sum_of_products(L, L, world.cell_model.pressed);
}

template <int D>
Mat<D> branch_moments(const World<D>& world) {
    Mat<D> sum{};
    const std::vector<Vec<D>>& branches = world.cell_step.branches;
    const std::size_t count = std::min(world.contacts.impulse.size(), branches.size());
    for (std::size_t c = 0; c < count; ++c) sum = sum + outer(world.contacts.impulse[c], branches[c]);
    return sum;
}

template <int D>
Mat<D> kinetic_moments(const World<D>& world) {
    const Mat<D> L = velocity_gradient(world);
    Mat<D> sum{};
    for (int i = 0; i < world.bodies.size(); ++i) {
        if (!counts(world, i)) continue;
        const Vec<D> c = peculiar(world, L, i);
        sum = sum + world.matter.mass[at(i)] * outer(c, c);
    }
    return sum;
}

template <int D>
double tracked_energy(const World<D>& world) {
    const Mat<D> L = velocity_gradient(world);
    double sum = 0.0;
    for (int i = 0; i < world.bodies.size(); ++i) {
        if (!counts(world, i) || world.matter.freedom[at(i)] == Freedom::elastic) continue;
        const Vec<D> c = peculiar(world, L, i);
        sum += 0.5 * world.matter.mass[at(i)] * dot(c, c);
    }
    return sum + cell_energy(world);
}

template <int D>
void place_cell(World<D>& world) {
    if (!world.cell_model.is_there) return;
    world.parts.space = Space<D>(world.cell_model.origin, world.cell.edges, world.cell_model.periodic);
}

template <int D>
Mat<D> told_gradient(const World<D>& world, double h) {
    assert(h > 0.0);
    Mat<D> L = velocity_gradient(world);
    for (std::size_t n = 0; n < cell_components<D>.size(); ++n) {
        const auto [i, j, name] = cell_components<D>[n];
        if (world.cell_model.pressed[i][j] != 0.0) continue;
        L[i][j] = i == j ? edge_rate(world, n, h) / world.cell.edges[i][i] : shear_rate(world, n, h, L);
    }
    return L;
}

template <int D>
void begin_cell(World<D>& world, double h) {
    if (!world.cell_model.deforms) return;
    const Mat<D> before = velocity_gradient(world), L = told_gradient(world, h), change = L - before;
    world.cell.velocity = L * world.cell.edges;
    carry_bodies(world, change);
    carry_deforming<D>(world, world, change);
    world.cell_step.at_start = tracked_energy(world);
    world.cell_step.drifted = 0.0;
}

template <int D>
void move_cell(World<D>& world, double dt) {
    if (!world.cell_model.deforms) return;
    world.cell.edges = world.cell.edges + dt * world.cell.velocity;
    place_cell(world);
}

template <int D>
void end_first_drift(World<D>& world) {
    if (world.cell_model.deforms) world.cell_step.drifted += tracked_energy(world) - world.cell_step.at_start;
}

template <int D>
Mat<D> kicked_gradient(const World<D>& world, double h, double t, CellStep<D>& step) {
    const CellModel<D>& model = world.cell_model;
    step.before = world.cell.velocity;
    step.asked = {};
    step.damps = 1.0 + h * model.damping;
    Mat<D> L = velocity_gradient(world);
    for (std::size_t n = 0; n < cell_components<D>.size(); ++n) {
        const auto [i, j, name] = cell_components<D>[n];
        if (model.pressed[i][j] == 0.0) continue;
        step.asked[i][j] = world.parts.space.volume() * world.description.cell->component[n].signal.at(t);
        L[i][j] = (L[i][j] + h * (step.kinetic[i][j] - step.asked[i][j]) / model.inertia()) / step.damps;
    }
    return L;
}

template <int D>
void free_cell(World<D>& world, double h, double t) {
    if (!world.cell_model.deforms) return;
    world.cell_step.kinetic = kinetic_moments(world);
    add_up(world, world.cell_step.kinetic);
    const Mat<D> before = velocity_gradient(world), L = kicked_gradient(world, h, t, world.cell_step);
    if (!world.cell_model.is_pressed) return;
    world.cell.velocity = L * world.cell.edges;
    carry_bodies(world, L - before);
}

template <int D>
void note_branches(World<D>& world) {
    if (!world.cell_model.is_there) return;
    const PointList<D>& points = world.contacts.point;
    resize_with_room(world.cell_step.branches, points.size());
    for (std::size_t i = 0; i < points.size(); ++i) world.cell_step.branches[i] = branch_of(world, points[i]);
}

template <int D>
void kick_soft_cell(World<D>& world, const Mat<D>& pull, double half) {
    const CellModel<D>& model = world.cell_model;
    if (!model.deforms) return;
    const Mat<D> before = velocity_gradient(world), moments = pull + kinetic_moments(world);
    const double damps = 1.0 + half * model.damping;
    Mat<D> L = before;
    for (std::size_t n = 0; n < cell_components<D>.size(); ++n) {
        const auto [i, j, name] = cell_components<D>[n];
        if (model.pressed[i][j] == 0.0) {
            world.energy.work -= half * moments[i][j] * before[i][j];
            continue;
        }
        const double asked = world.parts.space.volume() * world.description.cell->component[n].signal.at(world.time);
        L[i][j] = (before[i][j] + half * (moments[i][j] - asked) / model.inertia()) / damps;
        const double mean = 0.5 * (before[i][j] + L[i][j]);
        world.energy.work -= half * asked * mean;
        world.energy.losses.damping += (damps - 1.0) * model.inertia() * L[i][j] * mean;
    }
    world.cell.velocity = L * world.cell.edges;
    carry_bodies(world, L - before);
}

template <int D>
bool is_gripped(const World<D>& world) {
    if (!world.cell_model.is_there) return false;
    const PointList<D>& points = world.contacts.point;
    return world.cell_model.deforms ||
           std::any_of(points.begin(), points.end(), [&](const ContactPoint<D>& c) { return touches_itself(world, c); });
}

/// Of a rigid body that touches its own image an empty grip says so, where nothing else does.
template <int D>
void grip_cell(World<D>& world, std::size_t contact) {
    const CellModel<D>& model = world.cell_model;
    if (!model.is_there) return;
    const ContactPoint<D>& point = world.contacts.point[contact];
    std::vector<Grip<D>>& grips = world.problem.W.grip;
    const bool alone = !world.gripped.find(contact);
    if (model.is_pressed || (touches_itself(world, point) && alone)) {
        ++world.gripped.open(contact, grips.size()).grips;
        grips.push_back(grip_of(world, world.cell_step.branches[contact]));
    }
    if (!model.deforms) return;
    GrippedSides<D>& sides = world.gripped.open(contact, grips.size());
    sides.before.v += given_by_cell(world, world.cell_step.before, point);
    sides.free.v += given_by_cell(world, world.cell.velocity, point);
}

template <int D>
bool is_compliant(const World<D>& world) {
    return !world.problem.W.grip.empty() && (world.cell_model.is_pressed || !has_deformable<D>(world));
}

template <int D>
void assemble_cell(World<D>& world) {
    BodyMap<D>& map = world.problem.W;
    map.hub_place.clear();
    map.hub_extra.clear();
    if (!is_compliant(world)) return;
    assert(map.compliant.size() == count_deformable<D>(world) + 1);
    const CellModel<D>& model = world.cell_model;
    CompliantBody<D>& body = map.compliant.back();
    body.first = 0;
    for (std::size_t k = 0; k + 1 < map.compliant.size(); ++k) body.first += map.compliant[k].count;
    body.count = D;
    body.hub = true;
    body.compliance.assign(body.rows() * body.rows(), 0.0);
    if (!model.is_pressed) return;
    for (int j = 0; j < D; ++j) {
        for (int i = 0; i <= j; ++i) {
            const std::size_t row = at(j * D + i);
            body.compliance[row * body.rows() + row] =
                model.pressed[i][j] / (model.mass * world.cell_step.damps);
        }
    }
    if (!has_deformable<D>(world)) place_in_hub(world);
}

template <int D>
Mat<D> freed_gradient(const World<D>& world) {
    return world.cell_model.is_pressed ? (world.cell.velocity - world.cell_step.before) * inverse(world.cell.edges) : Mat<D>{};
}

template <int D>
Mat<D> pushed_gradient(const World<D>& world) {
    const CellModel<D>& model = world.cell_model;
    const CellStep<D>& step = world.cell_step;
    Mat<D> change{};
    if (!model.is_pressed) return change;
    for (int i = 0; i < D; ++i) {
        for (int j = i; j < D; ++j)
            change[i][j] = model.pressed[i][j] * step.branch[i][j] / (model.inertia() * step.damps);
    }
    return change;
}

template <int D>
Mat<D> kick_gradient(const World<D>& world, bool at_rest) {
    if (!world.cell_model.deforms) return {};
    const Mat<D> to_gradient = inverse(world.cell.edges), after = world.cell.velocity * to_gradient;
    return at_rest ? after : 0.5 * (world.cell_step.before * to_gradient + after);
}

template <int D>
void apply_to_cell(World<D>& world, ThreadPool& pool) {
    if (!world.cell_model.deforms) return;
    CellStep<D>& step = world.cell_step;
    step.branch = branch_moments(world);
    add_up(world, step.branch);
    if (world.cell_model.is_pressed) {
        const Mat<D> change = pushed_gradient(world);
        world.cell.velocity = world.cell.velocity + change * world.cell.edges;
        carry_bodies(world, change);
    }
    step.at_start = tracked_energy(world);
    const std::span<GrippedSides<D>> gripped = world.gripped.all();
    pool.for_ranges(gripped.size(), 4096, [&](std::size_t begin, std::size_t end) {
        for (GrippedSides<D>& sides : gripped.subspan(begin, end - begin))
            sides.after = {given_by_cell(world, world.cell.velocity, world.contacts.point[at(sides.contact)]), {}};
    });
}

template <int D>
void account_cell(World<D>& world, double h) {
    const CellModel<D>& model = world.cell_model;
    if (!model.deforms || (world.across && !world.across->counts_common())) return;
    const CellStep<D>& step = world.cell_step;
    const Mat<D> after = velocity_gradient(world), mean = kick_gradient(world, false);
    const Mat<D> all = all_components<D>(), told = all - model.pressed;
    const double kinetic = h * sum_of_products(step.kinetic, mean, told);
    world.energy.work -= sum_of_products(step.branch, mean, told) + kinetic +
                         h * sum_of_products(step.asked, mean, model.pressed);
    world.energy.losses.damping +=
        (step.damps - 1.0) * model.inertia() * sum_of_products(after, mean, model.pressed);
    world.energy.scheme -= h * sum_of_products(step.kinetic, mean, all);
}

template <int D>
void end_cell(World<D>& world) {
    if (!world.cell_model.deforms) return;
    CellStep<D>& step = world.cell_step;
    step.drifted += tracked_energy(world) - step.at_start;
    world.energy.scheme -= step.drifted;
}

#define DRYSTONE_CELL(D)                                                        \
    template bool rides(const World<D>&, int);                                  \
    template Mat<D> velocity_gradient(const CellModel<D>&, const Cell<D>&);     \
    template Mat<D> velocity_gradient(const World<D>&);                         \
    template Vec<D> carried_velocity(const World<D>&, int);                     \
    template Vec<D> image_velocity(const World<D>&, const std::array<int, D>&); \
    template double cell_energy(const World<D>&);                               \
    template Mat<D> branch_moments(const World<D>&);                            \
    template Mat<D> kinetic_moments(const World<D>&);                           \
    template void place_cell(World<D>&);                                        \
    template Mat<D> told_gradient(const World<D>&, double);                     \
    template Mat<D> kicked_gradient(const World<D>&, double, double, CellStep<D>&); \
    template void begin_cell(World<D>&, double);                                \
    template void move_cell(World<D>&, double);                                 \
    template void end_first_drift(World<D>&);                                   \
    template void free_cell(World<D>&, double, double);                         \
    template void note_branches(World<D>&);                                     \
    template void kick_soft_cell(World<D>&, const Mat<D>&, double);             \
    template bool is_gripped(const World<D>&);                                  \
    template void grip_cell(World<D>&, std::size_t);                            \
    template bool is_compliant(const World<D>&);                                \
    template Mat<D> freed_gradient(const World<D>&);                            \
    template Mat<D> pushed_gradient(const World<D>&);                           \
    template Mat<D> kick_gradient(const World<D>&, bool);                       \
    template void assemble_cell(World<D>&);                                     \
    template void apply_to_cell(World<D>&, ThreadPool&);                        \
    template double tracked_energy(const World<D>&);                            \
    template void account_cell(World<D>&, double);                              \
    template void end_cell(World<D>&);
DRYSTONE_CELL(2)
DRYSTONE_CELL(3)
#undef DRYSTONE_CELL

}  // namespace drystone
