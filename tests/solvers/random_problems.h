#pragma once

#include <cmath>

#include "contact/block_map.h"
#include "contact/body_map.h"
#include "core/random.h"
#include "solvers/chains.h"

namespace drystone {

struct RandomProblem {
    int bodies = 10;
    int contacts = 15;
    double mu = 0.3;
    double mass_ratio = 10.0;  // of the heaviest to the lightest
    double on_floor = 0.3;     // share of contacts with a fixed body
};

template <int D>
Vec<D> random_direction(Random& random) {
    for (;;) {
        Vec<D> v;
        for (int i = 0; i < D; ++i) v[i] = random.uniform(-1.0, 1.0);
        const double size = norm(v);
        if (size > 0.1 && size < 1.0) return (1.0 / size) * v;
    }
}

/// Balls pressed and dragged at random places: W = H^T M^-1 H, full of couplings between normal and tangent, and of lower
/// rank than contacts where there are more of those than the bodies have freedoms. Impulses exist for every b: bodies can
/// always be stopped.
template <int D>
RigidProblem<D> random_problem(Random& random, const RandomProblem& wanted) {
    RigidProblem<D> p;
    constexpr double radius = 0.1;
    for (int i = 0; i < wanted.bodies; ++i)
        p.W.body.push_back(ball<D>(std::pow(wanted.mass_ratio, random.uniform(-0.5, 0.5)), radius));
    std::vector<Vec<D>> v(p.W.body.size());
    for (Vec<D>& one : v) one = random.uniform(0.0, 1.0) * random_direction<D>(random);
    for (int i = 0; i < wanted.contacts; ++i) {
        const int b = static_cast<int>(random.below(static_cast<std::uint64_t>(wanted.bodies)));
        int a = static_cast<int>(random.below(static_cast<std::uint64_t>(wanted.bodies)));
        if (a == b || random.uniform() < wanted.on_floor) a = -1;
        const Vec<D> n = random_direction<D>(random);
        const auto arm = [&](double side) {
            return radius * (side * n + 0.5 * random.uniform() * random_direction<D>(random));
        };
        p.W.contact.push_back({a, b, false, contact_frame(n), arm(1.0), arm(-1.0)});
        const Vec<D> relative = a < 0 ? v[b] : v[b] - v[a];
        Vec<D> u;
        for (int k = 0; k < D; ++k) u[k] = dot(contact_frame(n)[k], relative);
        p.b.push_back(u);
        p.law.push_back({.mu = wanted.mu});
    }
    return p;
}

}  // namespace drystone
