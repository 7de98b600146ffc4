#pragma once

#include "solvers/random_problems.h"

namespace drystone {

struct CompliantProblem {
    RandomProblem rigid{.bodies = 6, .contacts = 24, .mu = 0.4, .mass_ratio = 3.0, .on_floor = 0.2};
    int compliant = 4;
    int dofs = 6;
    bool turns = false;
};

/// C = A A^T + a little, as a body of `dofs` nodes would have it.
template <int D>
CompliantBody<D> random_compliant(Random& random, int first, int dofs) {
    CompliantBody<D> body{.first = first, .count = dofs, .compliance = {}};
    const std::size_t n = body.rows();
    std::vector<double> A(n * n);
    for (double& a : A) a = random.uniform(-1.0, 1.0);
    body.compliance.assign(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t k = 0; k < n; ++k) body.compliance[i * n + j] += 0.1 * A[i * n + k] * A[j * n + k];
            if (i == j) body.compliance[i * n + j] += 0.2;
        }
    }
    return body;
}

template <int D>
Grip<D> random_grip(Random& random, int body, int dofs, double sign) {
    Grip<D> grip;
    grip.body = body;
    grip.count = std::min(4, dofs);
    const int first = static_cast<int>(random.below(static_cast<std::uint64_t>(dofs)));
    double left = 1.0;
    for (int k = 0; k < grip.count; ++k) {
        const double share = k + 1 == grip.count ? left : left * random.uniform(0.1, 0.6);
        left -= share;
        grip.dof[static_cast<std::size_t>(k)] = (first + k) % dofs;
        grip.weight[static_cast<std::size_t>(k)] = sign * share;
        grip.curl[static_cast<std::size_t>(k)] = (2.0 * sign * random.uniform()) * random_direction<D>(random);
    }
    return grip;
}

/// A random problem of rigid bodies in which some sides of contacts are compliant instead: rigid and rigid, rigid and compliant,
/// compliant and compliant, each also with what cannot move. Its bodies can always be stopped.
template <int D>
RigidProblem<D> compliant_problem(std::uint64_t seed, const CompliantProblem& wanted = {}) {
    Random random(seed, 0);
    RigidProblem<D> p = random_problem<D>(random, wanted.rigid);
    for (int k = 0; k < wanted.compliant; ++k)
        p.W.compliant.push_back(random_compliant<D>(random, k * wanted.dofs, wanted.dofs));
    for (int i = 0; i < p.size(); ++i) {
        ContactArms<D>& c = p.W.contact.whole()[i];
        c.first_grip = static_cast<int>(p.W.grip.size());
        int last = -1;
        const auto grip = [&](int& side, double sign) {
            if (random.uniform() < 0.4) return;
            const int body = static_cast<int>(random.below(static_cast<std::uint64_t>(wanted.compliant)));
            if (body == last) return;
            last = body;
            side = -1;
            p.W.grip.push_back(random_grip<D>(random, body, wanted.dofs, sign));
            ++c.grips;
        };
        grip(c.body_a, -1.0);
        grip(c.body_b, 1.0);
        if (!wanted.turns || i % 2 == 0) continue;
        p.law.change(static_cast<std::size_t>(i), [](LocalLaw<D>& law) { law.turning = {.rolling = 0.05, .torsion = 0.03}; });
        Spin<D> spin;
        for (int k = 0; k < spin_dim<D>; ++k) spin[k] = random.uniform(-1.0, 1.0);
        p.turning.push_back({i, spin});
    }
    return p;
}

}  // namespace drystone
