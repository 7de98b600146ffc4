#pragma once

#include "elastic/elastic_body.h"

namespace drystone {

template <int D>
Vec<D> centre_of(const ElasticModel<D>& m, std::span<const Vec<D>> q) {
    Vec<D> sum{};
    for (std::size_t a = 0; a < q.size(); ++a) sum += m.weight[a] * q[a];
    return (1.0 / m.mass) * sum;
}

template <int D>
Mat<D> mean_gradient(const ElasticModel<D>& m, std::span<const Vec<D>> q) {
    Mat<D> F;
    for (std::size_t a = 0; a < q.size(); ++a) F = F + outer(q[a], m.mean_gradient[a]);
    return F;
}

/// sum of arm x force.
template <int D>
Spin<D> moment_of(std::span<const Vec<D>> arm, std::span<const Vec<D>> force) {
    Spin<D> sum{};
    for (std::size_t a = 0; a < arm.size(); ++a) sum += moment(arm[a], force[a]);
    return sum;
}

/// Tensor of inertia from arms y and M y.
template <int D>
Mat<spin_dim<D>> inertia_about(std::span<const Vec<D>> arm, std::span<const Vec<D>> weighted) {
    Mat<D> euler;
    for (std::size_t a = 0; a < arm.size(); ++a) euler = euler + outer(arm[a], weighted[a]);
    return inertia_of(euler);
}

/// The axes in which strains are small: x = c + R (X + u).
template <int D>
struct FloatingFrame {
    Mat<D> R{};
    Mat<D> stretch{};       // U of the mean gradient R U
    Vec<D> centre{};        // [m]
    std::vector<Vec<D>> y;  // X + u [m]
    std::vector<Vec<D>> u;  // [m]
};

/// "corotational": the rotation of the mean deformation gradient; "small": as placed; "svk": world axes.
template <int D>
void find_frame(const ElasticBody<D>& body, std::span<const Vec<D>> x, FloatingFrame<D>& frame);

/// Forces of the linear kinds, in the frame's axes: K u, and where the frame turns with the body what that makes of
/// their moment, docs/theory.md (10.5).
template <int D>
void frame_forces(const ElasticBody<D>& body, const FloatingFrame<D>& frame, std::span<Vec<D>> force);

/// Their energy, u K u / 2.
template <int D>
double frame_energy(const ElasticBody<D>& body, const FloatingFrame<D>& frame) {
    const ElasticModel<D>& m = *body.model;
    double twice = 0.0;
    for (std::size_t a = 0; a < frame.u.size(); ++a)
        for (int k = m.row_start[a]; k < m.row_start[a + 1]; ++k)
            twice +=
                dot(frame.u[a], m.stiffness[static_cast<std::size_t>(k)] *
                                    frame.u[static_cast<std::size_t>(m.column[static_cast<std::size_t>(k)])]);
    return 0.5 * twice;
}

}  // namespace drystone
