#pragma once

#include <vector>

#include "contact/body_map.h"

namespace drystone {

namespace chains {
constexpr double g = 9.81;  // [m/s2]
constexpr double h = 1e-3;  // [s]
}  // namespace chains

template <int D>
MobileBody<D> ball(double mass, double radius = 0.1) {
    const double inertia = (D == 2 ? 0.5 : 0.4) * mass * radius * radius;
    return {true, Mat<D>::scaled_identity(1.0 / mass), Mat<spin_dim<D>>::scaled_identity(1.0 / inertia)};
}

/// Contact between bodies a below and b above, touching along the last axis.
template <int D>
ContactArms<D> touching_above(int a, int b, double radius = 0.1) {
    const Vec<D> up = Vec<D>::axis(D - 1);
    return {a, b, true, contact_frame(up), radius * up, -radius * up};
}

/// n balls on the floor: contact i carries everything above it, (n - i) m g h.
template <int D>
RigidProblem<D> stack_on_floor(int n, double mass = 1.0, double mu = 0.5) {
    RigidProblem<D> p;
    for (int i = 0; i < n; ++i) {
        p.W.body.push_back(ball<D>(mass));
        p.W.contact.push_back(touching_above<D>(i - 1, i));
        Vec<D> b{};
        if (i == 0) b[0] = -chains::g * chains::h;
        p.b.push_back(b);
        p.law.push_back({.mu = mu});
    }
    return p;
}

/// n contacts between n + 1 free balls, the outer two pressed towards each other.
template <int D>
RigidProblem<D> free_chain(int n) {
    RigidProblem<D> p;
    for (int i = 0; i <= n; ++i) p.W.body.push_back(ball<D>(1.0));
    for (int i = 0; i < n; ++i) {
        p.W.contact.push_back(touching_above<D>(i, i + 1));
        Vec<D> b{};
        b[0] = (i == 0 || i == n - 1) ? -1.0 : -0.1;
        p.b.push_back(b);
        p.law.push_back({});
    }
    return p;
}

}  // namespace drystone
