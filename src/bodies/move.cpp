#include "bodies/move.h"

#include <cassert>
#include <cmath>

#include "bodies/top.h"
#include "core/invariants.h"

namespace drystone {

namespace {

constexpr std::size_t grain = 1024;

template <int D>
bool turns_freely(const Matter<D>& matter, int i) {
    return matter.free_rotations[i] == Mat<spin_dim<D>>::scaled_identity(1.0);
}

double drift_top(const Matter<3>& matter, Bodies<3>& bodies, int i, double dt) {
    return drift_top(matter.inertia[i], dt, bodies.rotation[i], bodies.velocity[i].w);
}

double drift_top(const Matter<2>&, Bodies<2>& bodies, int i, double dt) {
    bodies.rotation[i].angle += dt * bodies.velocity[i].w[0];
    return 0.0;
}

template <int D>
void turn_steadily(Bodies<D>& bodies, int i, double dt) {
    bodies.rotation[i] = normalised(rotation_by(dt * bodies.velocity[i].w) * bodies.rotation[i]);
}

/// Some rotations are held or driven: the others go on at their angular velocity.
template <int D>
double drift_held(const Matter<D>& matter, Bodies<D>& bodies, int i, double dt) {
    const Spin<D> w = matter.free_rotations[i] * bodies.velocity[i].w;
    const double before = rotational_energy(matter, bodies, i, w);
    turn_steadily(bodies, i, dt);
    return before - rotational_energy(matter, bodies, i, w);
}

}  // namespace

template <int D>
double drift_body(const Matter<D>& matter, Bodies<D>& bodies, int i, double dt) {
    if (matter.freedom[i] == Freedom::immovable || matter.freedom[i] == Freedom::elastic) return 0.0;
    bodies.position[i] += dt * bodies.velocity[i].v;

    if (matter.freedom[i] == Freedom::isotropic) {
        turn_steadily(bodies, i, dt);
        return 0.0;
    }
    const double lost =
        turns_freely(matter, i) ? drift_top(matter, bodies, i, dt) : drift_held(matter, bodies, i, dt);
    refresh_inverse_inertia(matter, bodies, i);
    return lost;
}

template <int D>
double rotational_energy(const Matter<D>& matter, const Bodies<D>& bodies, int i, const Spin<D>& w) {
    Spin<D> local = w;
    if constexpr (D == 3) {
        if (matter.freedom[i] == Freedom::general) local = rotate_back(bodies.rotation[i], w);
    }
    double sum = 0.0;
    for (int k = 0; k < spin_dim<D>; ++k) sum += 0.5 * matter.inertia[i][k] * local[k] * local[k];
    return sum;
}

template <int D>
double drift(const Matter<D>& matter, Bodies<D>& bodies, double dt, ThreadPool& pool,
             std::vector<double>& scratch) {
    assert(std::isfinite(dt));
    assert(matter.size() == bodies.size() && bodies.velocity.size() == bodies.position.size());
    for (std::size_t i = 0; i < matter.freedom.size(); ++i) {
        if (matter.freedom[i] == Freedom::general) bodies.inverse_inertia.give_row(i);  // before threads write it
    }
    return pool.sum_in_order(bodies.position.size(), grain, scratch, [&](std::size_t begin, std::size_t end) {
        double lost = 0.0;
        for (std::size_t i = begin; i < end; ++i) lost += drift_body(matter, bodies, static_cast<int>(i), dt);
        return lost;
    });
}

template <int D>
void refresh_inverse_inertia(const Matter<D>& matter, Bodies<D>& bodies, int i) {
    assert(i >= 0 && i < bodies.size());
    assert(is_symmetric(matter.free_rotations[i]));
    constexpr int S = spin_dim<D>;
    using Tensor = Mat<S>;
    const Tensor Q = matter.free_rotations[i];
    if (Q == Tensor{}) {
        bodies.inverse_inertia.set(i, {});
        return;
    }
    Tensor axes = Tensor::scaled_identity(1.0);
    if constexpr (D == 3) axes = matrix(bodies.rotation[i]);

    if (turns_freely(matter, i)) {
        Spin<D> inverse_moments;
        for (int k = 0; k < S; ++k) inverse_moments[k] = 1.0 / matter.inertia[i][k];
        bodies.inverse_inertia.set(i, axes * Tensor::diagonal(inverse_moments) * transpose(axes));
        return;
    }
    bodies.inverse_inertia.set(i, inverse_inertia_held(Q, axes * Tensor::diagonal(matter.inertia[i]) * transpose(axes)));
}

template <int D>
void place_part(const Bodies<D>& bodies, int part, Parts<D>& parts) {
    assert(part >= 0 && part < parts.size());
    const auto p = static_cast<std::size_t>(part);
    const int i = parts.body[p];
    if (parts.kind[p] == PartKind::surface) return;  // follows its nodes
    parts.centre[p] = bodies.position[i];
    if (parts.kind[p] == PartKind::ball && parts.local_centre[p] == Vec<D>{}) return;
    const Mat<D> axes = matrix(bodies.rotation[i]);
    parts.centre[p] += axes * parts.local_centre[p];
    if (parts.is_wall(part)) parts.axis.set(p, axes * parts.local_axis[p]);
    if (!parts.is_convex(part)) return;
    Solids<D>& solids = parts.solids;
    const int k = parts.solid[p];
    solids.origin[k] = bodies.position[i] + axes * solids.local_origin[k];
    solids.turn[k] = axes * solids.local_turn[k];
}

template <int D>
void place_parts(const Bodies<D>& bodies, ThreadPool& pool, Parts<D>& parts) {
    assert(parts.centre.size() == parts.body.size());
    pool.for_ranges(parts.body.size(), grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = begin; p < end; ++p) place_part(bodies, static_cast<int>(p), parts);
    });
}

template double drift_body(const Matter<2>&, Bodies<2>&, int, double);
template double drift_body(const Matter<3>&, Bodies<3>&, int, double);
template void place_part(const Bodies<2>&, int, Parts<2>&);
template void place_part(const Bodies<3>&, int, Parts<3>&);
template double rotational_energy(const Matter<2>&, const Bodies<2>&, int, const Vec<1>&);
template double rotational_energy(const Matter<3>&, const Bodies<3>&, int, const Vec<3>&);
template double drift(const Matter<2>&, Bodies<2>&, double, ThreadPool&, std::vector<double>&);
template double drift(const Matter<3>&, Bodies<3>&, double, ThreadPool&, std::vector<double>&);
template void refresh_inverse_inertia(const Matter<2>&, Bodies<2>&, int);
template void refresh_inverse_inertia(const Matter<3>&, Bodies<3>&, int);
template void place_parts(const Bodies<2>&, ThreadPool&, Parts<2>&);
template void place_parts(const Bodies<3>&, ThreadPool&, Parts<3>&);

}  // namespace drystone
