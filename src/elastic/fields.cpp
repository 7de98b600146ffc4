// Strain e = (grad u + grad u^T) / 2 in the body's frame ("svk": E = (F^T F - I) / 2), stress s = lambda tr(e) I + 2 mu e in world axes
// (svk: F S F^T / det F), energy s : e / 2, at quadrature points; means over elements and about nodes. docs/theory.md (10.3), (10.6).

#include "elastic/fields.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/invariants.h"
#include "elastic/frame.h"
#include "elastic/part_forces.h"

namespace drystone {
namespace {

template <int D>
double across(const ElasticMaterial& material, const Mat<D>& strain) {
    return D == 2 && material.plane == PlaneKind::strain ? material.lambda() * trace(strain) : 0.0;
}

template <int D>
StressState<D> linear_state(const ElasticMaterial& material, const Mat<D>& R, const Mat<D>& H) {
    const Mat<D> strain = 0.5 * (H + transpose(H)), stress = stress_of(lame<D>(material), strain);
    return {R * strain * transpose(R), R * stress * transpose(R), across(material, strain),
            0.5 * contract(stress, strain)};
}

template <int D>
StressState<D> svk_state(const ElasticMaterial& material, const Mat<D>& F) {
    const Mat<D> E = 0.5 * (transpose(F) * F - Mat<D>::scaled_identity(1.0));
    const Mat<D> S = stress_of(lame<D>(material), E), R = polar_rotation(F);
    const double J = determinant(F);
    return {R * E * transpose(R), (1.0 / J) * (F * S * transpose(F)), across(material, E) / J,
            0.5 * contract(S, E)};
}

template <int D>
void add(StressState<D>& sum, double weight, const StressState<D>& one) {
    sum.strain = sum.strain + weight * one.strain;
    sum.stress = sum.stress + weight * one.stress;
    sum.stress_across += weight * one.stress_across;
    sum.energy += weight * one.energy;
}

template <int D>
StressState<D> scaled(const StressState<D>& state, double by) {
    StressState<D> out;
    add(out, by, state);
    return out;
}

}  // namespace

template <int D>
void stress_at_points(const ElasticBody<D>& body, std::vector<StressState<D>>& out) {
    const ElasticModel<D>& m = *body.model;
    const bool svk = m.material.elasticity == Elasticity::svk;
    FloatingFrame<D> frame;
    find_frame<D>(body, body.x, frame);
    PartWork<D> work;
    out.resize(m.points.size());
    const std::vector<Vec<D>>& q = svk ? body.x : frame.u;
    for (const auto& part : m.parts) {
        if (svk) {
            svk_forces<D>(m, part, q, false, work);
        } else {
            linear_amplitudes<D>(m, part, q, work);
        }
        for (int p = part.first_point; p < part.first_point + part.point_count; ++p) {
            const auto& point = m.points[static_cast<std::size_t>(p)];
            Mat<D> H;
            for (std::size_t k = 0; k < static_cast<std::size_t>(part.count); ++k)
                H = H + outer(q[static_cast<std::size_t>(part.dof[k])], point.gradient[k]);
            if (part.incompatible)
                for (std::size_t k = 0; k < D; ++k) H = H + outer(work.amplitude[k], point.incompatible[k]);
            out[static_cast<std::size_t>(p)] =
                svk ? svk_state(m.material, H) : linear_state(m.material, frame.R, H);
        }
    }
}

template <int D>
double element_volume(const ElasticModel<D>& m, std::size_t element) {
    assert(element < m.parts.size());
    const auto& part = m.parts[element];
    double volume = 0.0;
    for (int p = part.first_point; p < part.first_point + part.point_count; ++p)
        volume += m.points[static_cast<std::size_t>(p)].weight;
    return volume;
}

template <int D>
void stress_of_elements(const ElasticBody<D>& body, const std::vector<StressState<D>>& points,
                        std::vector<StressState<D>>& out) {
    assert(points.size() == body.model->points.size());
    const ElasticModel<D>& m = *body.model;
    out.assign(m.parts.size(), {});
    for (std::size_t e = 0; e < m.parts.size(); ++e) {
        const auto& part = m.parts[e];
        for (int p = part.first_point; p < part.first_point + part.point_count; ++p)
            add(out[e], m.points[static_cast<std::size_t>(p)].weight, points[static_cast<std::size_t>(p)]);
        out[e] = scaled(out[e], 1.0 / element_volume(m, e));
    }
}

template <int D>
void stress_at_nodes(const ElasticBody<D>& body, const std::vector<StressState<D>>& elements,
                     std::vector<StressState<D>>& out) {
    assert(elements.size() == body.model->parts.size());
    const ElasticModel<D>& m = *body.model;
    out.assign(m.reference.size(), {});
    std::vector<double> volume(m.reference.size(), 0.0);
    for (std::size_t e = 0; e < m.parts.size(); ++e)
        for (std::size_t k = 0; k < static_cast<std::size_t>(m.parts[e].count); ++k) {
            const std::size_t a = static_cast<std::size_t>(m.parts[e].dof[k]);
            add(out[a], element_volume(m, e), elements[e]);
            volume[a] += element_volume(m, e);
        }
    for (std::size_t a = 0; a < out.size(); ++a) out[a] = scaled(out[a], 1.0 / volume[a]);
}

Principal<2> principal(const Mat<2>& s) {
    assert(is_symmetric(s));
    const double mean = 0.5 * (s[0][0] + s[1][1]), half = 0.5 * (s[0][0] - s[1][1]), shear = s[0][1];
    const double radius = std::sqrt(half * half + shear * shear);
    Principal<2> p;
    p.value = {{mean + radius, mean - radius}};
    // The larger of the two ways to write the direction, so that nothing cancels.
    Vec<2> d = half >= 0.0 ? Vec<2>{{half + radius, shear}} : Vec<2>{{shear, radius - half}};
    const double length = norm(d);
    d = length > 0.0 ? (1.0 / length) * d : Vec<2>::axis(0);
    p.direction = {{d, Vec<2>{{-d[1], d[0]}}}};
    return p;
}

/// Jacobi's method: each turn makes one entry off the diagonal zero.
Principal<3> principal(const Mat<3>& symmetric) {
    assert(is_symmetric(symmetric));
    Mat<3> s = symmetric, axes = Mat<3>::scaled_identity(1.0);
    for (int sweep = 0; sweep < 30; ++sweep) {
        bool done = true;
        for (const auto& [i, j] : {std::pair(0, 1), std::pair(0, 2), std::pair(1, 2)}) {
            const double off = s[i][j];
            if (std::abs(off) <= 1e-17 * (std::abs(s[i][i]) + std::abs(s[j][j]))) continue;
            done = false;
            const double tau = (s[j][j] - s[i][i]) / (2.0 * off);
            const double t = (tau >= 0.0 ? 1.0 : -1.0) / (std::abs(tau) + std::sqrt(1.0 + tau * tau));
            const double c = 1.0 / std::sqrt(1.0 + t * t);
            Mat<3> turn_ij = Mat<3>::scaled_identity(1.0);
            turn_ij[i][i] = turn_ij[j][j] = c;
            turn_ij[i][j] = -t * c;
            turn_ij[j][i] = t * c;
            s = turn_ij * s * transpose(turn_ij);
            s[i][j] = s[j][i] = 0.0;
            axes = turn_ij * axes;
        }
        if (done) break;
    }
    std::array<int, 3> order = {0, 1, 2};
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return s[a][a] > s[b][b]; });
    Principal<3> p;
    for (int k = 0; k < 3; ++k) {
        p.value[k] = s[order[static_cast<std::size_t>(k)]][order[static_cast<std::size_t>(k)]];
        p.direction[k] = axes[order[static_cast<std::size_t>(k)]];
    }
    return p;
}

#define INSTANTIATE(D)                                                                             \
    template void stress_at_points<D>(const ElasticBody<D>&, std::vector<StressState<D>>&);        \
    template void stress_of_elements<D>(const ElasticBody<D>&, const std::vector<StressState<D>>&, \
                                        std::vector<StressState<D>>&);                             \
    template void stress_at_nodes<D>(const ElasticBody<D>&, const std::vector<StressState<D>>&,    \
                                     std::vector<StressState<D>>&);                                \
    template double element_volume<D>(const ElasticModel<D>&, std::size_t);
INSTANTIATE(2)
INSTANTIATE(3)
#undef INSTANTIATE

}  // namespace drystone
