// Drift of a body that deforms, docs/theory.md (10.13): in axes that turn with its mean motion,
//
//     r' = Q (r + int v~),   Q = exp(dt w),   dv~/dt = (I - P)(- 2 w x v~),   w' = I'^-1 L
//
// so that momentum and angular momentum are kept to rounding.

#include "elastic/theta_step.h"

#include <cassert>
#include <cmath>

namespace drystone {
namespace {

template <int D>
Mat<D> turn_matrix(const Spin<D>& angle) {
    return matrix(rotation_by(angle));
}

/// Q^T L; in the plane turning changes nothing.
template <int D>
Spin<D> turned_back(const Mat<D>& Q, const Spin<D>& L) {
    if constexpr (D == 2) {
        (void)Q;
        return L;
    } else {
        return transpose_times(Q, L);
    }
}

}  // namespace

/// docs/theory.md (10.13)
template <int D>
void drift(ElasticBody<D>& body, double dt, ElasticStep<D>& s) {
    assert(std::isfinite(dt) && body.v.size() == body.x.size());
    const ElasticModel<D>& m = *body.model;
    const std::size_t n = body.x.size();
    if (!turns_its_axes(body)) {
        for (std::size_t a = 0; a < n; ++a) body.x[a] += dt * body.v[a];
        return;
    }
    s.a.resize(n);
    s.b.resize(n);
    s.c.resize(n);
    s.weighted.resize(n);
    // Arms r in a, M r in c, velocities w without rigid motion in b.
    const Vec<D> centre = centre_of<D>(m, body.x), mean = centre_of<D>(m, body.v);
    for (std::size_t a = 0; a < n; ++a) s.a[a] = body.x[a] - m.unity[a] * centre;
    multiply_mass<D>(m, s.a, s.c);
    const Mat<spin_dim<D>> inverse_inertia = inverse(inertia_about<D>(s.a, s.c));
    const Spin<D> L = moment_of<D>(s.c, body.v), spin = inverse_inertia * L;
    for (std::size_t a = 0; a < n; ++a) s.b[a] = body.v[a] - m.unity[a] * mean - turn(spin, s.a[a]);

    // In axes that turn with the body w changes by Coriolis forces, -2 spin x w, but for the rigid motion in them, which
    // belongs to the change of the spin. Midpoint rule: first to the end with slopes of the start...
    const auto coriolis = [&](const Spin<D>& by, const Mat<spin_dim<D>>& inverse_here,
                              std::span<const Vec<D>> arm,
                              std::span<const Vec<D>> weighted) {  // of the velocities in body.v, in place
        for (std::size_t a = 0; a < n; ++a) body.v[a] = (-2.0 * dt) * turn(by, body.v[a]);
        const Spin<D> rigid = inverse_here * moment_of<D>(weighted, body.v);
        for (std::size_t a = 0; a < n; ++a) body.v[a] -= turn(rigid, arm[a]);
    };
    body.v = s.b;
    coriolis(spin, inverse_inertia, s.a, s.c);
    for (std::size_t a = 0; a < n; ++a) body.x[a] = s.a[a] + dt * (s.b[a] + 0.5 * body.v[a]);
    multiply_mass<D>(m, body.x, s.weighted);
    Spin<D> spin_end =
        inverse(inertia_about<D>(body.x, s.weighted)) * turned_back<D>(turn_matrix<D>(dt * spin), L);
    const Spin<D> spin_mid = 0.5 * (spin + spin_end);
    const Mat<D> Q = turn_matrix<D>(dt * spin_mid);
    // ... then over the whole with those of the middle.
    for (std::size_t a = 0; a < n; ++a) {
        body.x[a] = 0.5 * (s.a[a] + body.x[a]);
        s.weighted[a] = 0.5 * (s.c[a] + s.weighted[a]);
        body.v[a] = s.b[a] + 0.5 * body.v[a];
    }
    coriolis(spin_mid, inverse(inertia_about<D>(body.x, s.weighted)), body.x, s.weighted);
    for (std::size_t a = 0; a < n; ++a) {
        body.x[a] = Q * (s.a[a] + dt * (s.b[a] + 0.5 * body.v[a]));
        body.v[a] = Q * (s.b[a] + body.v[a]);
    }
    multiply_mass<D>(m, body.x, s.weighted);
    spin_end = inverse(inertia_about<D>(body.x, s.weighted)) * (L - moment_of<D>(s.weighted, body.v));
    for (std::size_t a = 0; a < n; ++a) {
        body.v[a] += m.unity[a] * mean + turn(spin_end, body.x[a]);
        body.x[a] += m.unity[a] * (centre + dt * mean);
    }
}

template void drift<2>(ElasticBody<2>&, double, ElasticStep<2>&);
template void drift<3>(ElasticBody<3>&, double, ElasticStep<3>&);

}  // namespace drystone
