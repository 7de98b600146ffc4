// Newton's method on the path of rounded laws, docs/theory.md (5.24)-(5.28): for each contact
//
//     dr = a - A dv,    with y = G r:    (1 + G A G^T U) dy = G a
//
// and eps smaller where what is missing has become small beside it.

#include "solvers/path_newton.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "solvers/fallbacks.h"

namespace drystone {

namespace {

constexpr double delta_on_path = 1e-4;  // of (5.27): bounds the condition of the systems
constexpr double smaller = 0.4;  // of sqrt(eps), at a time
constexpr double near = 30.0;    // what may be missing, in eps / |r|
constexpr double least_start = 1e-3, most_start = 0.1, start_over_residual = 100.0;
constexpr double smallest = 1e-9;  // sqrt(eps), in mean impulses
constexpr double krylov_tolerance = 1e-6;
constexpr int krylov_products = 2000;
constexpr int most_halves = 8, path_patience = 25;

template <int D>
class Path {
  public:
    Path(const RigidProblem<D>& problem, PathScratch<D>& scratch) : problem_(problem), s_(scratch) {
        s_.rows.set(problem);
        s_.y.resize(s_.rows.freedoms());
        s_.x.resize(s_.y.size());
        for (auto* each : {&s_.next, &s_.change, &s_.at_rest}) each->resize(problem.b.size());
        s_.A.resize(problem.b.size());
        by_factor_ = s_.rows.bodies() <= fallbacks::bodies_on_path_with_factor<D>;
        if (by_factor_)
            s_.matrix.set_pattern(s_.rows);
        else
            s_.krylov.set_pattern(s_.rows);
    }

    SolveReport solve(const SolverSettings& settings, std::span<Vec<D>> r) {
        s_.best.assign(r.size(), {});
        const ResidualSums nothing = s_.rows.residual(problem_, s_.best, {}, s_.y);
        s_.r.assign(r.begin(), r.end());
        ResidualSums best = certify();
        s_.best.assign(r.begin(), r.end());
        SolveReport report;
        report.residual = best.relative();
        const double count = static_cast<double>(r.size());
        mean_ = std::sqrt(std::max(best.impulse, best.free) / count);
        round_off(std::clamp(start_over_residual * report.residual, least_start, most_start));
        int since = 0;  // systems for this eps
        missing_ = evaluate(s_.r);
        while (report.iterations < settings.max_iterations && report.residual > settings.tolerance && round_ > smallest) {
            ++report.iterations;
            if (!step()) break;
            const ResidualSums now = certify();
            if (now.relative() < report.residual) {
                report.residual = now.relative();
                best = now;
                std::copy(s_.next.begin(), s_.next.end(), s_.best.begin());
            }
            if (++since > path_patience) break;
            if (missing_ > near * round_ * round_ * mean_ * std::sqrt(count)) continue;
            round_off(smaller * round_);
            since = 0;
            missing_ = evaluate(s_.r);
        }
        std::copy(s_.best.begin(), s_.best.end(), r.begin());
        report.converged = report.residual <= settings.tolerance && !ran_away(best, nothing);
        report.contact_updates = static_cast<long>(report.iterations) * problem_.size();
        return report;
    }

  private:
    /// sqrt(eps), in mean impulses.
    void round_off(double round) {
        round_ = round;
        const double root = round * mean_;
        s_.cone.clear();
        for (std::size_t i = 0; i < problem_.b.size(); ++i) s_.cone.emplace_back(problem_.law[i].mu, s_.rows[i].rho_unit, root * root);
    }

    /// Where all contacts stand; returns the length of what is missing.
    double evaluate(std::span<const Vec<D>> r) {
        s_.rows.gather(r, {}, s_.y);
        double sum = 0.0;
        for (std::size_t i = 0; i < r.size(); ++i) {
            if (s_.rows[i].rho_unit == 0.0) continue;
            const Vec<D> v = s_.rows.template velocity<D>(s_.rows[i], s_.y) + problem_.b[i] + problem_.law[i].velocity_shift;
            const Vec<D> error = s_.cone[i].place(r[i], v);
            sum += dot(error, error);
        }
        return std::sqrt(sum);
    }

    /// One system, and as much of its answer as brings less to be missing; false where there is none.
    bool step() {
        if (!find_change()) return false;
        double share = 1.0, missing = 0.0;
        for (int halves = 0; halves <= most_halves; ++halves, share *= 0.5) {
            for (std::size_t i = 0; i < s_.r.size(); ++i) s_.next[i] = s_.r[i] + share * s_.change[i];
            missing = evaluate(s_.next);
            if (missing <= (1.0 - 0.01 * share) * missing_) break;
        }
        s_.r.swap(s_.next);
        missing_ = missing;
        return std::isfinite(missing);
    }

    bool find_change() {
        std::fill(s_.x.begin(), s_.x.end(), 0.0);
        if (by_factor_) s_.matrix.clear();
        for (std::size_t i = 0; i < s_.r.size(); ++i) {
            s_.A[i] = {};
            s_.at_rest[i] = {};
            if (s_.rows[i].rho_unit == 0.0) continue;
            const auto answer = s_.cone[i].answer(delta_on_path);
            s_.A[i] = answer.A;
            s_.at_rest[i] = answer.at_rest;
            s_.rows.add(s_.rows[i], answer.at_rest, std::span(s_.x));
            if (by_factor_) add_to_matrix(i, answer.A);
        }
        if (by_factor_) {
            s_.rows.scale(s_.x);
            if (!s_.matrix.factorise()) return false;
            s_.matrix.solve(s_.x);
        } else {
            s_.krylov.set(s_.rows, s_.A);
            s_.krylov.solve(s_.x, krylov_tolerance, krylov_products);
        }
        for (std::size_t i = 0; i < s_.r.size(); ++i)
            s_.change[i] = s_.at_rest[i] - s_.A[i] * s_.rows.template velocity<D>(s_.rows[i], s_.x);
        return true;
    }

    void add_to_matrix(std::size_t i, const Mat<D>& answer) {
        double A[D][D];
        for (int k = 0; k < D; ++k) {
            for (int l = 0; l < D; ++l) A[k][l] = answer[k][l];
        }
        s_.matrix.add(i, i, A);
    }

    /// next: the nearest lawful impulses; the sums of their residual. The places of the contacts stay those of r.
    ResidualSums certify() {
        s_.next.resize(s_.r.size());
        for (std::size_t i = 0; i < s_.r.size(); ++i) s_.next[i] = project_on_cone(problem_.law[i].mu, s_.r[i]);
        return s_.rows.residual(problem_, s_.next, {}, s_.y);
    }

    const RigidProblem<D>& problem_;
    PathScratch<D>& s_;
    bool by_factor_ = true;
    double mean_ = 0.0;   // of impulses [N s]
    double round_ = 0.0;  // sqrt(eps) / mean
    double missing_ = 0.0;
};

}  // namespace

template <int D>
bool has_path(const RigidProblem<D>& problem) {
    return problem.W.compliant.empty() && problem.turning.empty() &&
           std::all_of(problem.law.begin(), problem.law.end(), [](const LocalLaw<D>& law) { return law.is_dry(); });
}

template <int D>
SolveReport solve_on_path(const RigidProblem<D>& problem, const SolverSettings& settings, PathScratch<D>& scratch, std::span<Vec<D>> r) {
    assert(has_path(problem) && r.size() == problem.b.size());
    return Path<D>(problem, scratch).solve(settings, r);
}

template bool has_path(const RigidProblem<2>&);
template bool has_path(const RigidProblem<3>&);
template SolveReport solve_on_path(const RigidProblem<2>&, const SolverSettings&, PathScratch<2>&, std::span<Vec<2>>);
template SolveReport solve_on_path(const RigidProblem<3>&, const SolverSettings&, PathScratch<3>&, std::span<Vec<3>>);

}  // namespace drystone
