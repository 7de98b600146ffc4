// The theta step of one body, docs/theory.md (10.9)-(10.14), (10.25):
//
//     M^ (v+ - v-) = h ( F - f_int(x_m) - (2 theta - 1) h K v- - C v- ) + p,      x+ = x_m + theta h v+
//
// Rigid motion answers with mass and inertia, deformation with the factor of M^ (10.12); W_ij is the velocity at point i of a unit
// impulse at point j (10.14).

#include "elastic/theta_step.h"

#include <algorithm>
#include <cassert>

namespace drystone {
namespace {

/// What is free of a vector becomes zero.
template <int D>
void only_held(unsigned char held, Vec<D>& v) {
    for (int i = 0; i < D; ++i) {
        if (!is_held(held, i)) v[i] = 0.0;
    }
}

template <int D>
RigidModes<D> rigid_modes(const ElasticStep<D>& s, const ElasticBody<D>& body) {
    const ElasticModel<D>& m = *body.model;
    if (m.material.elasticity == Elasticity::small)
        return {m.mass, s.inverse_inertia, m.unity, m.weight, m.reference, m.weighted_reference};
    return {m.mass, s.inverse_inertia, m.unity, m.weight, s.frame.y, s.weighted};
}

template <int D>
std::span<const Mat<D>> stiffness(const ElasticStep<D>& s, const ElasticBody<D>& body) {
    if (body.model->material.elasticity == Elasticity::svk) return s.tangent;
    return body.model->stiffness;
}

/// The rigid part of the answer to forces b (frame axes) is added to `out`.
template <int D>
void add_rigid_answer(const ElasticStep<D>& s, const RigidModes<D>& rigid, std::span<const Vec<D>> b,
                      std::span<Vec<D>> out) {
    Vec<D> sum{};
    for (std::size_t a = 0; a < b.size(); ++a) sum += rigid.unity[a] * b[a];
    const Vec<D> v = (s.rigid_factor / rigid.mass) * sum;
    const Spin<D> w = s.rigid_factor * (rigid.inverse_inertia * moment_of<D>(rigid.y, b));
    for (std::size_t a = 0; a < b.size(); ++a) out[a] += rigid.unity[a] * v + turn(w, rigid.y[a]);
}

/// b becomes (I - P) M^^-1 (I - P^T) b about the deformed shape.
template <int D>
void solve_deformation(ElasticStep<D>& s, const RigidModes<D>& rigid, std::span<Vec<D>> b, bool svk) {
    rigid.project_forces(b);
    if (svk) {
        s.factor->solve(b, s.work);
    } else {
        s.factor->solve_elastic(b, s.work);
    }
    rigid.project_velocities(b);
}

/// b = h (F - f_int - C v) - h^2 (2 theta - 1) K v without rigid motion, frame axes; v are velocities in s.b.
template <int D>
void gather_forces(ElasticStep<D>& s, const ElasticBody<D>& body, std::span<const Vec<D>> force,
                   std::span<Vec<D>> b) {
    const ElasticModel<D>& m = *body.model;
    const bool svk = m.material.elasticity == Elasticity::svk;
    if (svk) {
        internal_force<D>(body, body.x, b);
    } else {
        frame_forces(body, s.frame, b);
    }
    for (std::size_t a = 0; a < b.size(); ++a) b[a] = s.h * (transpose_times(s.frame.R, force[a]) - b[a]);
    const double beta = s.h * ((2.0 * s.theta - 1.0) * s.h + m.material.stiffness_damping);
    if (beta != 0.0) {
        multiply_stiffness<D>(m, stiffness(s, body), s.b, s.c);
        for (std::size_t a = 0; a < b.size(); ++a) b[a] -= beta * s.c[a];
    }
    if (m.material.mass_damping != 0.0) {
        multiply_mass<D>(m, s.b, s.c);
        for (std::size_t a = 0; a < b.size(); ++a) b[a] -= (s.h * m.material.mass_damping) * s.c[a];
    }
}

/// Adds M^ dv, with all rows, to `out`.
template <int D>
void add_product(ElasticStep<D>& s, const ElasticBody<D>& body, std::span<const Vec<D>> dv, double sign,
                 std::span<Vec<D>> out) {
    const ElasticModel<D>& m = *body.model;
    const double ht = s.h * s.theta;
    multiply_mass<D>(m, dv, s.c);
    for (std::size_t a = 0; a < out.size(); ++a)
        out[a] += (sign * (1.0 + ht * m.material.mass_damping)) * s.c[a];
    multiply_stiffness<D>(m, stiffness(s, body), dv, s.c);
    for (std::size_t a = 0; a < out.size(); ++a)
        out[a] += (sign * ht * (ht + m.material.stiffness_damping)) * s.c[a];
}

/// How deformation answers to turning about the deformed instead of the undeformed shape: M^^-1 M (e_k x u).
template <int D>
void make_coupling(ElasticStep<D>& s, const ElasticBody<D>& body) {
    if (s.coupled) return;
    s.coupled = true;
    const ElasticModel<D>& m = *body.model;
    const std::size_t n = body.x.size();
    for (int k = 0; k < spin_dim<D>; ++k) {
        auto& answer = s.coupling[static_cast<std::size_t>(k)];
        answer.resize(n);
        for (std::size_t a = 0; a < n; ++a)
            answer[a] = turn(Spin<D>::axis(k), s.weighted[a] - m.weighted_reference[a]);
        s.factor->solve_elastic(answer, s.work);
        Spin<D> row{};
        for (std::size_t a = 0; a < n; ++a) row += moment(s.weighted[a] - m.weighted_reference[a], answer[a]);
        for (int l = 0; l < spin_dim<D>; ++l) s.coupling_inertia[l][k] = row[l];
    }
}

/// Whether turning a free body also deforms it, by the deformed shape.
template <int D>
bool is_coupled(const ElasticStep<D>& s, const ElasticBody<D>& body) {
    return s.free && body.model->material.elasticity == Elasticity::corotational;
}

/// W between two points from the kept inverse of the surface, frame axes. (10.14)
template <int D>
Mat<D> kept_block(const ElasticStep<D>& s, const ElasticBody<D>& body, const RigidModes<D>& rigid,
                  const MaterialPoint& i, const MaterialPoint& j) {
    const bool coupled = is_coupled(s, body);
    Mat<D> W;
    for (std::size_t k = 0; k < static_cast<std::size_t>(i.count); ++k)
        for (std::size_t l = 0; l < static_cast<std::size_t>(j.count); ++l)
            W = W + (i.weight[k] * j.weight[l]) * s.factor->surface_block(s.factor->surface_place(i.dof[k]),
                                                                          s.factor->surface_place(j.dof[l]));
    if (!body.held.empty()) return W;
    const Vec<D> at_i = at_point<D>(i, rigid.y), at_j = at_point<D>(j, rigid.y);
    double unity_i = 0.0, unity_j = 0.0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(i.count); ++k)
        unity_i += i.weight[k] * rigid.unity[static_cast<std::size_t>(i.dof[k])];
    for (std::size_t l = 0; l < static_cast<std::size_t>(j.count); ++l)
        unity_j += j.weight[l] * rigid.unity[static_cast<std::size_t>(j.dof[l])];
    std::array<Vec<D>, spin_dim<D>> couple_i{}, couple_j{};
    if (coupled) {
        for (std::size_t k = 0; k < spin_dim<D>; ++k) {
            couple_i[k] = at_point<D>(i, s.coupling[k]);
            couple_j[k] = at_point<D>(j, s.coupling[k]);
        }
    }
    for (int column = 0; column < D; ++column) {
        const Vec<D> e = Vec<D>::axis(column);
        const Spin<D> spin = rigid.inverse_inertia * moment(at_j, e);  // I^-1 (l_j x e)
        Vec<D> answer =
            (s.rigid_factor * unity_i * unity_j / rigid.mass) * e + s.rigid_factor * turn(spin, at_i);
        if (coupled) {
            Spin<D> back{};
            for (int k = 0; k < spin_dim<D>; ++k) {
                answer -= spin[k] * couple_i[static_cast<std::size_t>(k)];
                back[k] = dot(couple_j[static_cast<std::size_t>(k)], e);
            }
            answer += turn(rigid.inverse_inertia * (s.coupling_inertia * spin - back), at_i);
        }
        for (int row = 0; row < D; ++row) W[row][column] += answer[row];
    }
    return W;
}

/// Whether all points are in elements at the surface, between which the inverse is kept: links may hold matter deep inside.
template <int D>
bool are_at_surface(const ThetaFactor<D>& factor, std::span<const MaterialPoint> points) {
    const auto is_deep = [&](const MaterialPoint& point) {
        const auto used = std::span(point.dof).first(static_cast<std::size_t>(point.count));
        return std::any_of(used.begin(), used.end(), [&](int dof) { return factor.surface_place(dof) < 0; });
    };
    return std::none_of(points.begin(), points.end(), is_deep);
}

/// W_ij and W_ji come from sums in different orders; afterwards they agree to the bit.
template <int D>
void make_symmetric(std::span<Mat<D>> W, std::size_t rows) {
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            W[i * rows + j] = 0.5 * (W[i * rows + j] + transpose(W[j * rows + i]));
            W[j * rows + i] = transpose(W[i * rows + j]);
        }
}

}  // namespace

template <int D>
bool prepare(ElasticStep<D>& s, const ElasticBody<D>& body, double h, double theta,
             ThetaFactorPool<D>& pool) {
    const ElasticModel<D>& m = *body.model;
    const std::size_t n = body.x.size();
    assert(h > 0.0 && theta >= 0.5 && theta <= 1.0);
    assert(body.v.size() == n && (body.held.empty() || body.held.size() == n));
    s.h = h;
    s.theta = theta;
    s.free = body.held.empty();
    s.coupled = false;
    s.rigid_factor = 1.0 / (1.0 + h * theta * m.material.mass_damping);
    s.a.resize(n);
    s.b.resize(n);
    s.c.resize(n);
    s.weighted.resize(n);
    find_frame<D>(body, body.x, s.frame);
    multiply_mass<D>(m, s.frame.y, s.weighted);
    s.inverse_inertia = inverse(
        m.material.elasticity == Elasticity::small ? m.inertia : inertia_about<D>(s.frame.y, s.weighted));
    const auto fits = [&](const ThetaFactor<D>& factor) {
        const auto& key = factor.key();
        return key.model == body.model && key.h == h && key.theta == theta && key.held == body.held;
    };
    if (m.material.elasticity == Elasticity::svk) {
        s.tangent.resize(m.column.size());
        tangent_stiffness<D>(body, body.x, s.tangent);
        if (!s.own_factor) s.own_factor = std::make_shared<ThetaFactor<D>>();
        s.factor = s.own_factor;
        ThetaFactor<D>& own = *s.own_factor;
        return fits(own)
                   ? own.factorise(own.key(), s.tangent)  // a new key would be a new list of what is held
                   : own.factorise({body.model, h, theta, body.held}, s.tangent);
    }
    if (!s.factor || !fits(*s.factor)) s.factor = pool.get({body.model, h, theta, body.held});
    return s.factor->usable();
}

template <int D>
void free_velocity(ElasticStep<D>& s, const ElasticBody<D>& body, std::span<const Vec<D>> force,
                   std::span<Vec<D>> v_free, std::span<const Vec<D>> held_velocity) {
    const ElasticModel<D>& m = *body.model;
    const std::size_t n = body.x.size();
    assert(s.factor && s.a.size() == n);
    assert(force.size() == n && v_free.size() == n);
    assert(held_velocity.empty() || held_velocity.size() == n);
    for (std::size_t a = 0; a < n; ++a) s.b[a] = transpose_times(s.frame.R, body.v[a]);
    if (!s.free) {
        gather_forces(s, body, force, std::span(s.a));
        for (std::size_t a = 0; a < n; ++a) {
            s.b[a] =
                held_velocity.empty() ? Vec<D>{} : transpose_times(s.frame.R, held_velocity[a] - body.v[a]);
            only_held(body.held[a], s.b[a]);
        }
        add_product(s, body, std::span<const Vec<D>>(s.b), -1.0, std::span(s.a));
        s.factor->solve(s.a, s.work);
        for (std::size_t a = 0; a < n; ++a) v_free[a] = body.v[a] + s.frame.R * (s.a[a] + s.b[a]);
        return;
    }
    const RigidModes<D> rigid = rigid_modes(s, body);
    Vec<D> mean{};
    for (std::size_t a = 0; a < n; ++a) mean += (m.weight[a] / m.mass) * s.b[a];
    const Spin<D> spin = rigid.inverse_inertia * moment_of<D>(rigid.My, s.b);
    for (std::size_t a = 0; a < n; ++a) s.b[a] -= m.unity[a] * mean + turn(spin, rigid.y[a]);
    gather_forces(s, body, force, std::span(s.a));
    if (turns_its_axes(body))  // the frame turns: centrifugal forces
        for (std::size_t a = 0; a < n; ++a) s.a[a] -= s.h * turn(spin, turn(spin, s.weighted[a]));
    solve_deformation(s, rigid, std::span(s.a), m.material.elasticity == Elasticity::svk);
    for (std::size_t a = 0; a < n; ++a) s.b[a] = s.h * transpose_times(s.frame.R, force[a]);
    add_rigid_answer<D>(s, rigid, s.b, s.a);
    // Damping by alpha takes its share of the rigid motion.
    const double drag = s.h * m.material.mass_damping * s.rigid_factor;
    for (std::size_t a = 0; a < n; ++a) {
        s.a[a] -= drag * (m.unity[a] * mean + turn(spin, rigid.y[a]));
        v_free[a] = body.v[a] + s.frame.R * s.a[a];
    }
}

template <int D>
void respond(ElasticStep<D>& s, const ElasticBody<D>& body, std::span<const Vec<D>> impulse,
             std::span<Vec<D>> change) {
    const std::size_t n = body.x.size();
    assert(s.factor && impulse.size() == n && change.size() == n);
    for (std::size_t a = 0; a < n; ++a) s.a[a] = s.b[a] = transpose_times(s.frame.R, impulse[a]);
    if (!s.free) {
        s.factor->solve(s.a, s.work);
    } else {
        const RigidModes<D> rigid = rigid_modes(s, body);
        solve_deformation(s, rigid, std::span(s.a), body.model->material.elasticity == Elasticity::svk);
        add_rigid_answer<D>(s, rigid, s.b, s.a);
    }
    for (std::size_t a = 0; a < n; ++a) change[a] = s.frame.R * s.a[a];
}

template <int D>
void compliance(ElasticStep<D>& s, const ElasticBody<D>& body, std::span<const MaterialPoint> points,
                std::span<Mat<D>> W) {
    const std::size_t rows = points.size(), n = body.x.size();
    assert(s.factor && W.size() == rows * rows);
    const Elasticity kind = body.model->material.elasticity;
    if (kind != Elasticity::svk && s.factor->keeps_surface() && are_at_surface<D>(*s.factor, points)) {
        s.factor->make_surface_inverse();
        if (is_coupled(s, body)) make_coupling(s, body);
        const RigidModes<D> rigid = rigid_modes(s, body);
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j <= i; ++j) {
                const Mat<D> block = kept_block(s, body, rigid, points[i], points[j]);
                W[i * rows + j] = s.frame.R * block * transpose(s.frame.R);
                W[j * rows + i] = transpose(W[i * rows + j]);
            }
        for (std::size_t i = 0; i < rows; ++i)
            W[i * rows + i] = 0.5 * (W[i * rows + i] + transpose(W[i * rows + i]));
        return;
    }
    std::vector<Vec<D>>& column = s.c;
    for (std::size_t j = 0; j < rows; ++j)
        for (int k = 0; k < D; ++k) {
            column.assign(n, {});
            add_at_point<D>(points[j], Vec<D>::axis(k), column);
            respond<D>(s, body, column, column);
            for (std::size_t i = 0; i < rows; ++i) {
                const Vec<D> answer = at_point<D>(points[i], column);
                for (int l = 0; l < D; ++l) W[i * rows + j][l][k] = answer[l];
            }
        }
    make_symmetric<D>(W, rows);
}

template <int D>
void support_impulses(ElasticStep<D>& s, const ElasticBody<D>& body, const StepLoads<D>& loads,
                      std::span<const Vec<D>> v_end, std::span<Vec<D>> support) {
    const std::size_t n = body.x.size();
    const auto& [force, impulse] = loads;
    assert(force.size() == n && v_end.size() == n && support.size() == n);
    assert(impulse.empty() || impulse.size() == n);
    for (std::size_t a = 0; a < n; ++a) s.b[a] = transpose_times(s.frame.R, body.v[a]);
    gather_forces(s, body, force, std::span(s.a));
    for (std::size_t a = 0; a < n; ++a) {
        if (!impulse.empty()) s.a[a] += transpose_times(s.frame.R, impulse[a]);
        s.a[a] = -s.a[a];
        s.b[a] = transpose_times(s.frame.R, v_end[a] - body.v[a]);
    }
    add_product(s, body, std::span<const Vec<D>>(s.b), 1.0, std::span(s.a));
    for (std::size_t a = 0; a < n; ++a) {
        support[a] = {};
        if (body.held.empty()) continue;
        only_held(body.held[a], s.a[a]);
        support[a] = s.frame.R * s.a[a];
    }
}

#define INSTANTIATE(D)                                                                                     \
    template bool prepare<D>(ElasticStep<D>&, const ElasticBody<D>&, double, double, ThetaFactorPool<D>&); \
    template void free_velocity<D>(ElasticStep<D>&, const ElasticBody<D>&, std::span<const Vec<D>>,        \
                                   std::span<Vec<D>>, std::span<const Vec<D>>);                            \
    template void respond<D>(ElasticStep<D>&, const ElasticBody<D>&, std::span<const Vec<D>>,              \
                             std::span<Vec<D>>);                                                           \
    template void compliance<D>(ElasticStep<D>&, const ElasticBody<D>&, std::span<const MaterialPoint>,    \
                                std::span<Mat<D>>);                                                        \
    template void support_impulses<D>(ElasticStep<D>&, const ElasticBody<D>&, const StepLoads<D>&,         \
                                      std::span<const Vec<D>>, std::span<Vec<D>>);
INSTANTIATE(2)
INSTANTIATE(3)
#undef INSTANTIATE

}  // namespace drystone
