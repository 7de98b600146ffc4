#pragma once

// A pile of balls that stands, or slides, as its friction has it.

#include <algorithm>
#include <cmath>
#include <span>

#include "contact/body_map.h"
#include "solvers/chains.h"

namespace drystone {

inline constexpr double fall = 9.81e-3;  // g h [m/s]

/// Rows of balls on each other, n on the floor, one on top, neighbours of a row apart: at mu = 0.6 it stands, at 0.15 it slides.
template <int D>
RigidProblem<D> pyramid(int n, double mu) {
    RigidProblem<D> p;
    const auto touch = [&](int a, int b, double across) {
        constexpr double radius = 0.1;
        Vec<D> normal{};
        normal[0] = across;
        normal[D - 1] = std::sqrt(1.0 - across * across);
        const Mat<D> frame = contact_frame(normal);
        p.W.contact.push_back({a, b, true, frame, radius * normal, -radius * normal});
        p.b.push_back({});
        for (int i = 0; i < D && a < 0; ++i) p.b.back()[i] = -fall * frame[i][D - 1];
        p.law.push_back({.mu = mu});
    };
    for (int row = n, below = -1; row > 0; --row) {
        const int first = static_cast<int>(p.W.body.size());
        for (int k = 0; k < row; ++k) {
            p.W.body.push_back(ball<D>(1.0));
            if (below < 0) touch(-1, first + k, 0.0);
            if (below < 0) continue;
            touch(below + k, first + k, 0.5);
            touch(below + k + 1, first + k, -0.5);
        }
        below = first;
    }
    return p;
}

/// Of all contacts [m/s].
template <int D>
double fastest(const RigidProblem<D>& problem, std::span<const Vec<D>> r) {
    typename BodyMap<D>::State V;
    problem.W.reset(V);
    for (int i = 0; i < problem.size(); ++i) problem.W.add(V, i, r[i]);
    double most = 0.0;
    for (int i = 0; i < problem.size(); ++i) most = std::max(most, norm(problem.W.velocity(V, i) + problem.b[i]));
    return most;
}

}  // namespace drystone
