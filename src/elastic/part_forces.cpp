// Energy, forces and stiffness of one element at its quadrature points, the amplitudes a of its incompatible modes eliminated:
//
//     dE/da = 0,      f = dE/dq,      K = E_qq - E_qa E_aa^-1 E_aq                                docs/theory.md (10.6), (10.7)

#include "elastic/part_forces.h"

#include <algorithm>
#include <cmath>

namespace drystone {
namespace {

template <int D>
const Vec<D>& slope(const QuadraturePoint<D>& point, int count, int a) {
    return a < count ? point.gradient[static_cast<std::size_t>(a)]
                     : point.incompatible[static_cast<std::size_t>(a - count)];
}

template <int D>
int modes(const typename ElasticModel<D>::Part& part) {
    return part.incompatible ? D : 0;
}

/// Energy, forces and tangent at the deformation gradients F = sum q_a g_a^T, modes not yet eliminated.
template <int D>
void integrate(const ElasticModel<D>& m, const typename ElasticModel<D>::Part& part,
               const std::array<Vec<D>, PartWork<D>::most>& q, bool with_tangent, PartWork<D>& w) {
    const Lame k = lame<D>(m.material);
    const int all = part.count + modes<D>(part);
    w.energy = 0.0;
    for (int a = 0; a < all; ++a) {
        w.force[static_cast<std::size_t>(a)] = {};
        if (with_tangent) w.k[static_cast<std::size_t>(a)] = {};
    }
    for (int p = part.first_point; p < part.first_point + part.point_count; ++p) {
        const auto& point = m.points[static_cast<std::size_t>(p)];
        Mat<D> F;
        for (int a = 0; a < all; ++a)
            F = F + outer(q[static_cast<std::size_t>(a)], slope<D>(point, part.count, a));
        const Mat<D> E = 0.5 * (transpose(F) * F - Mat<D>::scaled_identity(1.0));
        const Mat<D> S = stress_of(k, E), P = F * S;
        w.energy += 0.5 * point.weight * contract(S, E);
        const Mat<D> FF = F * transpose(F);
        for (int a = 0; a < all; ++a) {
            const Vec<D> ga = slope<D>(point, part.count, a), Fa = F * ga, Sa = S * ga;
            w.force[static_cast<std::size_t>(a)] += point.weight * (P * ga);
            if (!with_tangent) continue;
            for (int b = 0; b < all; ++b) {
                const Vec<D> gb = slope<D>(point, part.count, b), Fb = F * gb;
                w.k[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] =
                    w.k[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] +
                    point.weight * (Mat<D>::scaled_identity(dot(Sa, gb)) + k.lambda * outer(Fa, Fb) +
                                    k.mu * (dot(ga, gb) * FF + outer(Fb, Fa)));
            }
        }
    }
}

/// The same with F = I and no stress: linear elasticity.
template <int D>
void integrate_linear(const ElasticModel<D>& m, const typename ElasticModel<D>::Part& part, PartWork<D>& w) {
    const Lame k = lame<D>(m.material);
    const int all = part.count + modes<D>(part);
    for (int a = 0; a < all; ++a) w.k[static_cast<std::size_t>(a)] = {};
    for (int p = part.first_point; p < part.first_point + part.point_count; ++p) {
        const auto& point = m.points[static_cast<std::size_t>(p)];
        for (int a = 0; a < all; ++a)
            for (int b = 0; b < all; ++b) {
                const Vec<D> ga = slope<D>(point, part.count, a), gb = slope<D>(point, part.count, b);
                Mat<D>& block = w.k[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
                block =
                    block + point.weight * (k.lambda * outer(ga, gb) +
                                            k.mu * (Mat<D>::scaled_identity(dot(ga, gb)) + outer(gb, ga)));
            }
    }
}

/// Gaussian elimination of the modes, last first: afterwards the first `count` rows are those of the condensed matrix, and
/// row m of the modes still solves for mode m from those before it.
template <int D>
void eliminate_modes(const typename ElasticModel<D>::Part& part, PartWork<D>& w) {
    for (int s = part.count + modes<D>(part) - 1; s >= part.count; --s) {
        const Mat<D> pivot = inverse(w.k[static_cast<std::size_t>(s)][static_cast<std::size_t>(s)]);
        for (int a = 0; a < s; ++a) {
            const Mat<D> factor = w.k[static_cast<std::size_t>(a)][static_cast<std::size_t>(s)] * pivot;
            w.force[static_cast<std::size_t>(a)] -= factor * w.force[static_cast<std::size_t>(s)];
            for (int b = 0; b < s; ++b)
                w.k[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] =
                    w.k[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] -
                    factor * w.k[static_cast<std::size_t>(s)][static_cast<std::size_t>(b)];
        }
    }
}

/// Step of the modes after `eliminate_modes`, with the displacements `dq` of the degrees of freedom given.
template <int D>
void step_of_modes(const typename ElasticModel<D>::Part& part, std::array<Vec<D>, PartWork<D>::most>& dq,
                   const PartWork<D>& w) {
    for (int s = part.count; s < part.count + modes<D>(part); ++s) {
        Vec<D> rest = -w.force[static_cast<std::size_t>(s)];
        for (int b = 0; b < s; ++b)
            rest -= w.k[static_cast<std::size_t>(s)][static_cast<std::size_t>(b)] *
                    dq[static_cast<std::size_t>(b)];
        dq[static_cast<std::size_t>(s)] =
            inverse(w.k[static_cast<std::size_t>(s)][static_cast<std::size_t>(s)]) * rest;
    }
}

template <int D>
double largest(std::span<const Vec<D>> vectors) {
    double most = 0.0;
    for (const auto& one : vectors)
        for (int i = 0; i < D; ++i) most = std::max(most, std::abs(one[i]));
    return most;
}

}  // namespace

template <int D>
int entry_of(const ElasticModel<D>& m, int a, int b) {
    const auto begin = m.column.begin() + m.row_start[static_cast<std::size_t>(a)];
    const auto end = m.column.begin() + m.row_start[static_cast<std::size_t>(a) + 1];
    return static_cast<int>(std::lower_bound(begin, end, b) - m.column.begin());
}

template <int D>
void reference_stiffness(const ElasticModel<D>& m, const typename ElasticModel<D>::Part& part,
                         PartWork<D>& w) {
    integrate_linear(m, part, w);
    w.force = {};
    eliminate_modes<D>(part, w);
}

template <int D>
void linear_amplitudes(const ElasticModel<D>& m, const typename ElasticModel<D>::Part& part,
                       std::span<const Vec<D>> u, PartWork<D>& w) {
    w.amplitude = {};
    if (!part.incompatible) return;
    reference_stiffness(m, part, w);
    std::array<Vec<D>, PartWork<D>::most> dq{};
    for (std::size_t k = 0; k < static_cast<std::size_t>(part.count); ++k)
        dq[k] = u[static_cast<std::size_t>(part.dof[k])];
    step_of_modes<D>(part, dq, w);
    std::copy_n(dq.begin() + part.count, D, w.amplitude.begin());
}

template <int D>
void svk_forces(const ElasticModel<D>& m, const typename ElasticModel<D>::Part& part,
                std::span<const Vec<D>> places, bool with_tangent, PartWork<D>& w) {
    std::array<Vec<D>, PartWork<D>::most> q{}, dq{};
    const auto count = static_cast<std::size_t>(part.count);
    for (std::size_t k = 0; k < count; ++k) q[k] = places[static_cast<std::size_t>(part.dof[k])];
    if (!part.incompatible) {
        integrate(m, part, q, with_tangent, w);
        return;
    }
    // Newton's method for the amplitudes, from none: the energy in them is nearly quadratic, so three to five steps do.
    // The step is measured against the element, whose strains it changes.
    const auto own = std::span<const Vec<D>>(q).first(count);
    double size = 0.0;
    for (const auto& one : own) size = std::max(size, norm(one - own[0]));
    for (int iteration = 0; iteration < 12; ++iteration) {
        integrate(m, part, q, true, w);
        eliminate_modes<D>(part, w);
        step_of_modes<D>(part, dq, w);
        const auto step = std::span<const Vec<D>>(dq).subspan(count, D);
        const bool settled = largest<D>(step) <= 1e-15 * size;
        for (std::size_t k = 0; k < D; ++k) q[count + k] += step[k];
        if (settled) break;
    }
    std::copy_n(q.begin() + part.count, D, w.amplitude.begin());
    integrate(m, part, q, with_tangent, w);
    if (with_tangent) eliminate_modes<D>(part, w);
}

template <int D>
void add_tangent(const ElasticModel<D>& m, const typename ElasticModel<D>::Part& part, const PartWork<D>& w,
                 std::span<Mat<D>> rows) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(part.count); ++k)
        for (std::size_t l = 0; l < static_cast<std::size_t>(part.count); ++l) {
            Mat<D>& block = rows[static_cast<std::size_t>(entry_of(m, part.dof[k], part.dof[l]))];
            block = block + w.k[k][l];
        }
}

#define INSTANTIATE(D)                                                                                     \
    template int entry_of<D>(const ElasticModel<D>&, int, int);                                            \
    template void reference_stiffness<D>(const ElasticModel<D>&, const ElasticModel<D>::Part&,             \
                                         PartWork<D>&);                                                    \
    template void linear_amplitudes<D>(const ElasticModel<D>&, const ElasticModel<D>::Part&,               \
                                       std::span<const Vec<D>>, PartWork<D>&);                             \
    template void svk_forces<D>(const ElasticModel<D>&, const ElasticModel<D>::Part&,                      \
                                std::span<const Vec<D>>, bool, PartWork<D>&);                              \
    template void add_tangent<D>(const ElasticModel<D>&, const ElasticModel<D>::Part&, const PartWork<D>&, \
                                 std::span<Mat<D>>);
INSTANTIATE(2)
INSTANTIATE(3)
#undef INSTANTIATE

}  // namespace drystone
