#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "physics/stage.h"
#include "statics/statics.h"

namespace drystone {

inline Spring springs(double normal, double tangential, double friction) {
    return {.normal_stiffness = normal, .tangential_stiffness = tangential, .friction = friction};
}

inline Spring glued(double normal, double tangential, double bend = 0.0, double twist = 0.0) {
    Spring law{.normal_stiffness = normal, .tangential_stiffness = tangential};
    law.twist_stiffness = twist;
    law.bend_stiffness = bend;
    law.bonded = true;
    return law;
}

template <int D>
QuasistaticReport<D> balance(World<D>& world, StaticsSettings settings, int threads = 1) {
    ThreadPool pool(threads);
    return solve_statics(world, settings, pool);
}

/// Force on body b from the contact of two bodies; one load step of duration 1, so that impulses are forces.
template <int D>
Vec<D> force_between(const World<D>& world, int a, int b, double step = 1.0) {
    for (int c = 0; c < world.contacts.size(); ++c) {
        const int first = world.parts.body[world.contacts.point[c].a],
                  second = world.parts.body[world.contacts.point[c].b];
        if (first == a && second == b) return (1.0 / step) * world.contacts.impulse[c];
        if (first == b && second == a) return (-1.0 / step) * world.contacts.impulse[c];
    }
    return {};
}

/// Sum of all contact forces on a body.
template <int D>
Vec<D> force_on(const World<D>& world, int body, double step = 1.0) {
    Vec<D> sum{};
    for (int c = 0; c < world.contacts.size(); ++c) {
        if (world.parts.body[world.contacts.point[c].b] == body) sum += world.contacts.impulse[c];
        if (world.parts.body[world.contacts.point[c].a] == body) sum -= world.contacts.impulse[c];
    }
    return (1.0 / step) * sum;
}

using Dense = std::vector<std::vector<double>>;

template <int D>
Dense dense(const Stiffness<D>& K) {
    constexpr int n = freedoms<D>;
    Dense A(static_cast<std::size_t>(K.elements * n),
            std::vector<double>(static_cast<std::size_t>(K.elements * n)));
    for (std::size_t b = 0; b < K.place.size(); ++b) {
        for (int i = 0; i < n; ++i) {
            for (int j = 0; j < n; ++j) {
                const auto row = static_cast<std::size_t>(K.place[b].row * n + i),
                           column = static_cast<std::size_t>(K.place[b].column * n + j);
                A[row][column] = K.block[b][i][j];
                A[column][row] = K.block[b][i][j];
            }
        }
    }
    return A;
}

/// By Jacobi's rotations: slow, and nothing of the program's.
inline std::vector<double> eigenvalues(Dense A) {
    const std::size_t n = A.size();
    for (int sweep = 0; sweep < 30; ++sweep) {
        for (std::size_t p = 0; p < n; ++p) {
            for (std::size_t q = p + 1; q < n; ++q) {
                if (A[p][q] == 0.0) continue;
                const double theta = 0.5 * std::atan2(2.0 * A[p][q], A[q][q] - A[p][p]);
                const double c = std::cos(theta), s = std::sin(theta);
                for (std::size_t k = 0; k < n; ++k) {
                    const double x = A[k][p], y = A[k][q];
                    A[k][p] = c * x - s * y;
                    A[k][q] = s * x + c * y;
                }
                for (std::size_t k = 0; k < n; ++k) {
                    const double x = A[p][k], y = A[q][k];
                    A[p][k] = c * x - s * y;
                    A[q][k] = s * x + c * y;
                }
            }
        }
    }
    std::vector<double> values;
    for (std::size_t i = 0; i < n; ++i) values.push_back(A[i][i]);
    std::sort(values.begin(), values.end());
    return values;
}

template <int D>
Stiffness<D> elastic_stiffness(StiffAssembly<D>& assembly) {
    return assemble_stiffness<D>(
        assembly, assembly.link, [](const Link<D>& link) { return link.closed; }, Tangent::elastic, 0.0);
}

/// D08: n rows of disks, the bottom row of n fixed, neighbours in a row apart by s times their diameter. Rotations are held:
/// smooth disks have none to speak of.
struct Pile {
    Stage<2> stage;
    int rows;
    double r = 0.5, s = 1.02, w = 9.81;
    std::vector<std::vector<int>> disk;

    Pile(Law law, int n) : stage(law), rows(n) {
        stage.falling();
        const double rise = 2.0 * r * std::sqrt(1.0 - 0.25 * s * s);
        for (int i = 0; i < n; ++i) {
            disk.emplace_back();
            for (int j = 0; j < n - i; ++j) {
                const Vec<2> at{{2.0 * r * s * (j + 0.5 * i), i * rise}};
                disk.back().push_back(i == 0 ? stage.fixed(Ball<2>{r}, at) : stage.ball(1.0, r, at));
            }
        }
    }
    double cosine() const { return std::sqrt(1.0 - 0.25 * s * s); }
};

}  // namespace drystone
