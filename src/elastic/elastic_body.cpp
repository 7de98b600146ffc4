// Sums over a body: momentum sum M v, angular momentum sum q x M v, kinetic energy v . M v / 2, mean gradient F = sum q_a (x) g_a = R U,
// internal forces dE/dq and stiffness d2E/dq2, docs/theory.md (10.4)-(10.7).

#include "elastic/elastic_body.h"

#include <cassert>
#include <cmath>

#include "core/invariants.h"
#include "elastic/frame.h"
#include "elastic/part_forces.h"

namespace drystone {

namespace {

/// visit(part, its energy, forces and, if asked, tangent at the places x) for every element of a body of St Venant-Kirchhoff's material.
template <int D, class Visit>
void for_svk_parts(const ElasticModel<D>& m, std::span<const Vec<D>> x, bool with_tangent,
                   const Visit& visit) {
    PartWork<D> work;
    for (const auto& part : m.parts) {
        svk_forces(m, part, x, with_tangent, work);
        visit(part, work);
    }
}

}  // namespace

template <int D>
ElasticBody<D> place_body(std::shared_ptr<const ElasticModel<D>> model, const Vec<D>& centre,
                          const Rotation<D>& rotation, const Twist<D>& twist) {
    assert(model->unity.size() == model->reference.size());
    assert(is_orthogonal(matrix(rotation)));
    ElasticBody<D> body;
    body.placed = matrix(rotation);
    for (std::size_t a = 0; a < model->reference.size(); ++a) {
        const Vec<D> arm = body.placed * model->reference[a];
        body.x.push_back(model->unity[a] * centre + arm);
        body.v.push_back(model->unity[a] * twist.v + turn(twist.w, arm));
    }
    body.model = std::move(model);
    return body;
}

template <int D>
MaterialPoint uniform_strain_point(const Vec<D>& X) {
    MaterialPoint point;
    point.count = D + 1;
    point.weight[0] = 1.0;
    for (int i = 0; i < D; ++i) {
        point.dof[static_cast<std::size_t>(i + 1)] = i + 1;
        point.weight[static_cast<std::size_t>(i + 1)] = X[i];
    }
    return point;
}

MaterialPoint face_point(const SurfaceFace& face, std::span<const double> weights) {
    assert(weights.size() >= static_cast<std::size_t>(face.count));
    MaterialPoint point;
    point.count = face.count;
    for (std::size_t k = 0; k < static_cast<std::size_t>(face.count); ++k) {
        point.dof[k] = face.node[k];
        point.weight[k] = weights[k];
    }
    return point;
}

std::array<double, 4> face_weights(const SurfaceFace& face, double s, double t) {
    if (face.count == 2) return {1.0 - s, s, 0.0, 0.0};
    if (face.count == 3) return {1.0 - s - t, s, t, 0.0};
    return {(1.0 - s) * (1.0 - t), s * (1.0 - t), s * t, (1.0 - s) * t};
}

Mat<2> polar_rotation(const Mat<2>& F) {
    const double c = F[0][0] + F[1][1], s = F[1][0] - F[0][1], r = std::sqrt(c * c + s * s);
    if (r == 0.0) return Mat<2>::scaled_identity(1.0);
    return {{Vec<2>{{c / r, -s / r}}, Vec<2>{{s / r, c / r}}}};
}

Mat<3> polar_rotation(const Mat<3>& F) {
    Mat<3> R = F;
    for (int iteration = 0; iteration < 40; ++iteration) {
        const Mat<3> next = 0.5 * (R + transpose(inverse(R)));
        double change = 0.0;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) change = std::max(change, std::abs(next[i][j] - R[i][j]));
        R = next;
        if (change < 1e-15) break;
    }
    return R;
}

template <int D>
MeanMotion<D> mean_motion(const ElasticBody<D>& body) {
    const ElasticModel<D>& m = *body.model;
    MeanMotion<D> mean;
    mean.centre = centre_of<D>(m, body.x);
    mean.gradient = mean_gradient<D>(m, body.x);
    mean.rotation = polar_rotation(mean.gradient);
    mean.twist.v = centre_of<D>(m, body.v);
    Mat<D> euler;
    for (std::size_t a = 0; a < body.x.size(); ++a) {
        const Vec<D> arm = body.x[a] - m.unity[a] * mean.centre;
        euler = euler + outer(arm, mass_row<D>(m, body.x, a) - m.weight[a] * mean.centre);
    }
    mean.twist.w = inverse(inertia_of(euler)) * spin_momentum(body);
    return mean;
}

template <int D>
void internal_force(const ElasticBody<D>& body, std::span<const Vec<D>> x, std::span<Vec<D>> force) {
    assert(x.size() == body.x.size() && force.size() == x.size());
    const ElasticModel<D>& m = *body.model;
    if (m.material.elasticity == Elasticity::svk) {
        std::fill(force.begin(), force.end(), Vec<D>{});
        for_svk_parts(m, x, false, [&](const auto& part, const PartWork<D>& work) {
            for (std::size_t k = 0; k < static_cast<std::size_t>(part.count); ++k)
                force[static_cast<std::size_t>(part.dof[k])] += work.force[k];
        });
        return;
    }
    FloatingFrame<D> frame;
    find_frame(body, x, frame);
    frame_forces(body, frame, force);
    for (Vec<D>& f : force) f = frame.R * f;
}

template <int D>
double strain_energy(const ElasticBody<D>& body, std::span<const Vec<D>> x) {
    assert(x.size() == static_cast<std::size_t>(body.model->size()));
    const ElasticModel<D>& m = *body.model;
    double energy = 0.0;
    if (m.material.elasticity == Elasticity::svk) {
        for_svk_parts(m, x, false, [&](const auto&, const PartWork<D>& work) { energy += work.energy; });
        return energy;
    }
    FloatingFrame<D> frame;
    find_frame(body, x, frame);
    return frame_energy(body, frame);
}

template <int D>
void tangent_stiffness(const ElasticBody<D>& body, std::span<const Vec<D>> x, std::span<Mat<D>> rows) {
    assert(rows.size() == body.model->column.size());
    const ElasticModel<D>& m = *body.model;
    if (m.material.elasticity == Elasticity::svk) {
        std::fill(rows.begin(), rows.end(), Mat<D>{});
        for_svk_parts(m, x, true, [&](const auto& part, const PartWork<D>& work) {
            add_tangent<D>(m, part, work, rows);
        });
        return;
    }
    FloatingFrame<D> frame;
    find_frame(body, x, frame);
    for (std::size_t k = 0; k < rows.size(); ++k) rows[k] = frame.R * m.stiffness[k] * transpose(frame.R);
}

template <int D>
double kinetic_energy(const ElasticBody<D>& body) {
    double twice = 0.0;
    for (std::size_t a = 0; a < body.v.size(); ++a)
        twice += dot(body.v[a], mass_row<D>(*body.model, body.v, a));
    return 0.5 * twice;
}

template <int D>
Vec<D> momentum(const ElasticBody<D>& body) {
    return body.model->mass * centre_of<D>(*body.model, body.v);
}

template <int D>
Spin<D> angular_momentum(const ElasticBody<D>& body) {
    Spin<D> sum{};
    for (std::size_t a = 0; a < body.v.size(); ++a)
        sum += moment(body.x[a], mass_row<D>(*body.model, body.v, a));
    return sum;
}

template <int D>
Spin<D> spin_momentum(const ElasticBody<D>& body) {
    const ElasticModel<D>& m = *body.model;
    const Vec<D> centre = centre_of<D>(m, body.x);
    Spin<D> sum{};
    for (std::size_t a = 0; a < body.v.size(); ++a)
        sum += moment(body.x[a] - m.unity[a] * centre, mass_row<D>(m, body.v, a));
    return sum;
}

template <int D>
void add_gravity(const ElasticBody<D>& body, const Vec<D>& gravity, std::span<Vec<D>> force) {
    assert(force.size() == body.model->weight.size());
    for (std::size_t a = 0; a < force.size(); ++a) force[a] += body.model->weight[a] * gravity;
}

#define INSTANTIATE(D)                                                                                     \
    template ElasticBody<D> place_body<D>(std::shared_ptr<const ElasticModel<D>>, const Vec<D>&,           \
                                          const Rotation<D>&, const Twist<D>&);                            \
    template MaterialPoint uniform_strain_point<D>(const Vec<D>&);                                         \
    template MeanMotion<D> mean_motion<D>(const ElasticBody<D>&);                                          \
    template void internal_force<D>(const ElasticBody<D>&, std::span<const Vec<D>>, std::span<Vec<D>>);    \
    template double strain_energy<D>(const ElasticBody<D>&, std::span<const Vec<D>>);                      \
    template void tangent_stiffness<D>(const ElasticBody<D>&, std::span<const Vec<D>>, std::span<Mat<D>>); \
    template double kinetic_energy<D>(const ElasticBody<D>&);                                              \
    template Vec<D> momentum<D>(const ElasticBody<D>&);                                                    \
    template Spin<D> angular_momentum<D>(const ElasticBody<D>&);                                           \
    template Spin<D> spin_momentum<D>(const ElasticBody<D>&);                                              \
    template void add_gravity<D>(const ElasticBody<D>&, const Vec<D>&, std::span<Vec<D>>);
INSTANTIATE(2)
INSTANTIATE(3)
#undef INSTANTIATE

}  // namespace drystone
