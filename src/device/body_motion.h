#pragma once

// What one body does: inertia, energy, drift. bodies/move.cpp, step/energy.cpp, step/damping.cpp.

#include "bodies/top.h"
#include "device/arrays.h"

namespace drystone::device {

/// In world axes.
DRYSTONE_ON_DEVICE inline Mat<1> inertia_of(const BodyView<2>& body, int i) { return Mat<1>::scaled_identity(body.inertia[i]); }
DRYSTONE_ON_DEVICE inline Mat<3> inertia_of(const BodyView<3>& body, int i) {
    if (!body.moments) return Mat<3>::scaled_identity(body.inertia[i]);
    const Mat<3> axes = matrix(body.rotation[i]);
    return axes * Mat<3>::diagonal(body.moments[i]) * transpose(axes);
}

/// I^-1 of what is free to turn, in world axes.
template <int D>
DRYSTONE_ON_DEVICE Mat<spin_dim<D>> inverse_inertia_now(const BodyView<D>& body, int i) {
    constexpr int S = spin_dim<D>;
    if (!body.turns_freely(i)) {
        const Mat<S>& Q = body.free_rotations[i];
        return Q == Mat<S>{} ? Mat<S>{} : inverse_inertia_held(Q, inertia_of(body, i));
    }
    if constexpr (D == 3) {
        if (body.is_top(i)) return inverse_inertia_of_top(body.moments[i], body.rotation[i]);
    }
    return Mat<S>::scaled_identity(body.inverse_inertia[i]);
}

template <int D>
DRYSTONE_ON_DEVICE double turning_energy(const BodyView<D>& body, int i, const Spin<D>& w) {
    if constexpr (D == 3) {
        if (body.is_top(i)) {
            const Vec<3> own = rotate_back(body.rotation[i], w);
            double sum = 0.0;
            for (int k = 0; k < 3; ++k) sum += 0.5 * body.moments[i][k] * own[k] * own[k];
            return sum;
        }
    }
    return 0.5 * body.inertia[i] * dot(w, w);
}

template <int D>
DRYSTONE_ON_DEVICE double kinetic_energy(const BodyView<D>& body, int i, const Twist<D>& t) {
    return 0.5 * body.mass[i] * dot(t.v, t.v) + turning_energy(body, i, t.w);
}

/// V+ M (V- + V+) / 2 of what is free, from energies: of both, of their sum.                                        docs/theory.md (8.11)
template <int D>
DRYSTONE_ON_DEVICE double mean_power(const BodyView<D>& body, int i) {
    const Twist<D> was = body.free_part(i, body.before[i]), is = body.free_part(i, body.velocity[i]);
    const double of_sum = kinetic_energy(body, i, Twist<D>{was.v + is.v, was.w + is.w});
    return 0.5 * (kinetic_energy(body, i, is) + of_sum - kinetic_energy(body, i, was));
}

/// Returns the energy that is lost on the way [J].
template <int D>
DRYSTONE_ON_DEVICE double drift_one(const BodyView<D>& body, int i, double dt) {
    body.position[i] += dt * body.velocity[i].v;
    const bool free = body.turns_freely(i);
    if constexpr (D == 3) {
        if (free && body.is_top(i)) return drift_top(body.moments[i], dt, body.rotation[i], body.velocity[i].w);
    }
    const Spin<D> w = free ? Spin<D>{} : body.free_part(i, body.velocity[i]).w;
    const double before = free ? 0.0 : turning_energy(body, i, w);
    body.rotation[i] = normalised(rotation_by(dt * body.velocity[i].w) * body.rotation[i]);
    return free ? 0.0 : before - turning_energy(body, i, w);
}

/// Free velocity: what gravity, loads and damping give to a body that moves. step/stages.cpp free_velocities(), step/damping.cpp.
template <int D>
DRYSTONE_ON_DEVICE void set_free(const BodyView<D>& body, int i, double h, const Vec<D>& gravity) {
    Twist<D>& t = body.velocity[i];
    t.v += body.free_part(i, {h * gravity, {}}).v;
    if (body.applied) {
        t.v += h * body.free_part(i, {body.inverse_mass[i] * body.applied[i].v, {}}).v;
        if (!(body.applied[i].w == Spin<D>{})) t.w += h * (inverse_inertia_now(body, i) * body.applied[i].w);
    }
    if (!body.growth || body.growth[i] == 1.0) return;
    const double lost = 1.0 - 1.0 / body.growth[i];
    const Twist<D> free = body.free_part(i, t);
    t.v -= lost * free.v;
    t.w -= lost * free.w;
}

}  // namespace drystone::device
