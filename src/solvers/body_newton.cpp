// The system of the pieces in the space of bodies, docs/theory.md (5.22). With u = G^T U y + b each piece gives
//
//     r = r0 - A G^T U y,    so that with y = G r:    (U + U G A G^T U) y = U G r0

#include "solvers/body_newton.h"

#include <algorithm>
#include <cmath>

#include "solvers/leading_inverse.h"

namespace drystone {

namespace {

template <int N>
void fill(double (&out)[N][N], const Mat<N>& m) {
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) out[i][j] = m[i][j];
}

}  // namespace

template <int D>
void BodyNewton<D>::set_pattern(const RigidProblem<D>& problem) {
    rows_.set(problem);
    matrix_.set_pattern(rows_);
}

template <int D>
void BodyNewton<D>::set(const RigidProblem<D>& problem, const Sweeps& sweeps) {
    problem_ = &problem;
    sweeps_ = &sweeps;
    set_pattern(problem);
    this->clear();
    for (std::size_t i = 0; i < problem.b.size(); ++i)
        this->add_contact(problem.law[i], rows_[i].rho_unit, problem.b[i]);
    for (std::size_t k = 0; k < problem.turning.size(); ++k)
        this->add_moment(problem.turning[k], rows_[problem.b.size() + k].rho_unit);
    this->make_room();
    answer_.resize(contact_.size());
    at_rest_.resize(moment_.size());
    y_.resize(rows_.freedoms());
}

template <int D>
ResidualSums BodyNewton<D>::residual(std::span<const Vec<D>> r, std::span<const Spin<D>> m) {
    return rows_.residual(*problem_, r, m, y_);
}

template <int D>
void BodyNewton<D>::find_velocities() {
    rows_.gather(r_, m_, y_);
    for (std::size_t i = 0; i < contact_.size(); ++i)
        u_[i] = rows_.template velocity<D>(rows_[i], y_) + contact_[i].b;
    for (std::size_t k = 0; k < moment_.size(); ++k)
        w_[k] = rows_.template velocity<S>(rows_[contact_.size() + k], y_) + moment_[k].b;
}

/// The unknowns x of the piece follow from rows ((delta / rho + give) r - delta / rho anchor + u + shift) + turns x = 0.
template <int D>
void BodyNewton<D>::find_answer(std::size_t i) {
    const auto& c = contact_[i];
    const PieceEquations<D>& e = c.equations;
    Answer& answer = answer_[i];
    answer = {e.given, {}};
    if (e.dimension == 0 || c.rho == 0.0) return;
    const double firm = delta_ / c.rho;
    Mat<D> gives;  // (delta / rho + give) of each way, by rows
    for (int k = 0; k < e.dimension; ++k) {
        for (int l = 0; l < e.dimension; ++l) {
            for (int x = 0; x < D; ++x) gives[k][l] += e.rows[k][x] * (firm + e.give[x]) * e.ways[l][x];
        }
        gives[k][k] += e.turns[k];
    }
    const Mat<D> per = leading_inverse(gives, e.dimension);
    for (int k = 0; k < e.dimension; ++k) {
        for (int l = 0; l < e.dimension; ++l) answer.A = answer.A + per[k][l] * outer(e.ways[k], e.rows[l]);
    }
    Vec<D> pushed = c.b + e.shift - firm * anchor_[i];
    for (int x = 0; x < D; ++x) pushed[x] += (firm + e.give[x]) * e.given[x];
    answer.at_rest -= answer.A * pushed;
}

template <int D>
bool BodyNewton<D>::solve_pieces() {
    matrix_.clear();
    std::fill(y_.begin(), y_.end(), 0.0);
    for (std::size_t i = 0; i < contact_.size(); ++i) {
        find_answer(i);
        rows_.add(rows_[i], answer_[i].at_rest, std::span(y_));
        double A[D][D];
        fill(A, answer_[i].A);
        if (contact_[i].equations.dimension > 0) matrix_.add(i, i, A);
    }
    for (std::size_t k = 0; k < moment_.size(); ++k) {
        const auto& t = moment_[k];
        if (t.rho == 0.0) {
            at_rest_[k] = {};
            continue;
        }
        const std::size_t row = contact_.size() + k, i = static_cast<std::size_t>(t.contact);
        at_rest_[k] = t.equations.given - t.equations.C * t.b + answer_[i].at_rest[0] * t.equations.with_normal;
        rows_.add(rows_[row], at_rest_[k], std::span(y_));
        double C[S][S], with[S][D];
        fill(C, t.equations.C);
        matrix_.add(row, row, C);
        for (int x = 0; x < S; ++x)
            for (int j = 0; j < D; ++j) with[x][j] = t.equations.with_normal[x] * answer_[i].A[0][j];
        matrix_.add(row, i, with);
    }
    rows_.scale(y_);
    if (!matrix_.factorise()) return false;
    matrix_.solve(y_);
    for (std::size_t i = 0; i < contact_.size(); ++i)
        r_[i] = answer_[i].at_rest - answer_[i].A * rows_.template velocity<D>(rows_[i], y_);
    for (std::size_t k = 0; k < moment_.size(); ++k) {
        const auto& t = moment_[k];
        const auto i = static_cast<std::size_t>(t.contact);
        const double with = r_[i][0] - answer_[i].at_rest[0];
        m_[k] = at_rest_[k] - t.equations.C * rows_.template velocity<S>(rows_[contact_.size() + k], y_) +
                with * t.equations.with_normal;
    }
    return true;
}

template <int D>
void BodyNewton<D>::sweep(int count) {
    SolverSettings plain;
    plain.method = SolverMethod::nlgs;
    plain.fixed_iterations = count;
    solve_nlgs<D>(*problem_, {plain, sweeps_->stream, sweeps_->pool}, sweeps_->scratch, {r_, m_});
}

template <int D>
SolveReport solve_body_newton(const RigidProblem<D>& problem, const SolverSettings& settings,
                              const typename BodyNewton<D>::Sweeps& sweeps, BodyNewton<D>& newton, Impulses<D> impulses) {
    const auto [r, m] = impulses;
    constexpr int rounds = 3;
    constexpr double margin = 0.9;
    newton.set(problem, sweeps);
    ResidualSums sums = newton.residual(r, m);
    std::vector<Vec<D>> zero(r.size());
    std::vector<Spin<D>> zero_m(m.size());
    const ResidualSums nothing = newton.residual(zero, zero_m);
    SolveReport report;
    report.residual = sums.relative();
    // The scale of the residual is known only at the end; if it was taken too large, another round mends that.
    for (int round = 0; round < rounds && report.residual > settings.tolerance; ++round) {
        const int left = settings.max_iterations - report.iterations;
        if (left <= 0) break;
        const double target = margin * std::pow(settings.tolerance, 2) * std::max(sums.impulse, sums.free);
        const auto result = newton.solve(target, left, r, m);
        report.iterations += result.steps + result.sweeps;
        sums = newton.residual(r, m);
        report.residual = sums.relative();
    }
    report.converged = report.residual <= settings.tolerance && !ran_away(sums, nothing);
    report.contact_updates = static_cast<long>(report.iterations) * problem.size();
    return report;
}

#define DRYSTONE_BODY_NEWTON(D)                                                                                         \
    template class BodyNewton<D>;                                                                                       \
    template SolveReport solve_body_newton(const RigidProblem<D>&, const SolverSettings&,                               \
                                           const BodyNewton<D>::Sweeps&, BodyNewton<D>&, Impulses<D>);
DRYSTONE_BODY_NEWTON(2)
DRYSTONE_BODY_NEWTON(3)
#undef DRYSTONE_BODY_NEWTON

}  // namespace drystone
